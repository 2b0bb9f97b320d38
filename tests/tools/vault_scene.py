"""A vault with a real index, and functions that run a tool on it with a visibility."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from pydantic import JsonValue

from tests.index.scene import Scene, at_work
from tests.support.vaults import write_vault
from vaultdesk.tools.argument_schema import validate_arguments
from vaultdesk.tools.tool import FULL_VISIBILITY, AnyTool, ToolFailure, ToolOutput, Visibility

NOTES = {
    "Boiler.md": "---\nstatus: leaks\ntags: [heating]\n---\n"
    "# Boiler\n\nThe boiler leaks. See [[Budget]] and [[Secret]].\n\n"
    "## Tasks\n\n- call [[Nobody]] ^call\n\n## Links\n\n[web](https://example.org)\n",
    "Projects/Budget.md": "# Budget\n\nThe heat pump costs 18,400. Back to [[Boiler]].\n",
    "Projects/Deep/Plan.md": "---\nstatus: open\n---\nThe boiler plan. #heating/new\n",
    "Projects-private/Secret.md": "---\nstatus: open\n---\nThe secret boiler, see [[Boiler]]. #heating\n",
    "Old/Attic.md": "old boiler [[Boiler]]\n",
    "Alone.md": "nothing\n",
}


def is_visible(path: str) -> bool:
    """Return whether *path* is outside of the private folder."""
    return not path.startswith("Projects-private/")


PUBLIC = Visibility(sees=is_visible, redact=lambda _path, text: text.replace("18,400", "%% kept back %%"))
"""A visibility that hides a folder and redacts a number."""


@asynccontextmanager
async def vault_scene(folder: Path, notes: Mapping[str, str] = NOTES) -> AsyncIterator[Scene]:
    """Open a vault of *notes*; the folder Old is excluded in Obsidian."""
    root = write_vault(folder / "vault", notes)
    (root / ".obsidian").mkdir()
    (root / ".obsidian" / "app.json").write_text('{"userIgnoreFilters": ["Old/"]}')
    async with at_work(root, folder / "index.sqlite") as scene:
        yield scene


async def run(tool: AnyTool, visibility: Visibility = FULL_VISIBILITY, /, **arguments: JsonValue) -> ToolOutput:
    """Run *tool* with validated *arguments*."""
    return await tool.run(validate_arguments(tool.parameters, arguments), visibility)


async def data(
    tool: AnyTool, visibility: Visibility = FULL_VISIBILITY, /, **arguments: JsonValue
) -> Any:  # Any: tests index into it
    """Return the data of a call."""
    return (await run(tool, visibility, **arguments)).data


async def failure(
    tool: AnyTool, visibility: Visibility = FULL_VISIBILITY, /, **arguments: JsonValue
) -> tuple[str, str]:
    """Return the error code and the message of a failing call."""
    try:
        await run(tool, visibility, **arguments)
    except ToolFailure as error:
        return error.code, error.message
    raise AssertionError("it did not fail")
