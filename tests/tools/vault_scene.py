"""Vault scene: a vault with its real index, and a tool run on it as a view allows."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from pydantic import JsonValue

from tests.index.scene import Scene, at_work, lay
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


def seen(path: str) -> bool:
    """Everything but the private folder."""
    return not path.startswith("Projects-private/")


PUBLIC = Visibility(sees=seen, redact=lambda _path, text: text.replace("18,400", "%% kept back %%"))
"""A view that hides a folder and takes a word out."""


@asynccontextmanager
async def vault_scene(folder: Path, notes: Mapping[str, str] = NOTES) -> AsyncIterator[Scene]:
    """The vault of *notes*; the folder Old is excluded in Obsidian."""
    root = lay(folder / "vault", notes)
    (root / ".obsidian").mkdir()
    (root / ".obsidian" / "app.json").write_text('{"userIgnoreFilters": ["Old/"]}')
    async with at_work(root, folder / "index.sqlite") as scene:
        yield scene


async def run(tool: AnyTool, view: Visibility = FULL_VISIBILITY, /, **arguments: JsonValue) -> ToolOutput:
    """Run *tool* with the arguments a model would write."""
    return await tool.run(validate_arguments(tool.parameters, arguments), view)


async def data(
    tool: AnyTool, view: Visibility = FULL_VISIBILITY, /, **arguments: JsonValue
) -> Any:  # Any: a test looks into it
    """The data of a call."""
    return (await run(tool, view, **arguments)).data


async def failure(tool: AnyTool, view: Visibility = FULL_VISIBILITY, /, **arguments: JsonValue) -> tuple[str, str]:
    """The code and message a call fails with."""
    try:
        await run(tool, view, **arguments)
    except ToolFailure as failed:
        return failed.code, failed.message
    raise AssertionError("it did not fail")
