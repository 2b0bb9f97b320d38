"""Toolset: a minimal third-party package with a toolset, installed in a folder.

Such a package consists of tool classes in a module and one entry point in its metadata.
"""

import sys
from pathlib import Path

import pytest

DICE = '''
"""Dice: a toolset for VaultDesk."""

from pydantic import Field

from vaultdesk.tools.tool import ChangingTool, Parameters, Tool, ToolOutput
from vaultdesk.vault.note_path import NotePath


class RollParameters(Parameters):
    """Parameters of a roll."""

    sides: int = Field(default=6, ge=2, le=100, description="Sides of the die.")


class RollDice(Tool):
    """Rolls a die, always with the highest result."""

    name = "roll_dice"
    display_name = "Roll a die"
    purpose = "rolls a die."
    description = "Roll a die with some sides."
    effect = "read"
    parameters = RollParameters

    def __init__(self, room):
        self.room = room

    async def run(self, arguments, view):
        return ToolOutput({"rolled": arguments.sides, "vault": self.room.vault.name})

    def action(self, arguments):
        return f"Roll a die of {arguments.sides}"


class KeepScore(ChangingTool):
    """Writes the score into a note through the draft, which is reviewed before it is written."""

    name = "keep_score"
    display_name = "Keep the score"
    purpose = "writes the score into a note."
    description = "Write the score down."
    effect = "write"
    parameters = Parameters

    def __init__(self, room):
        pass

    async def plan(self, arguments, draft, view):
        await draft.create(NotePath("Score.md"), "1 : 0\\n")
        return {"path": "Score.md"}


TOOLS = (RollDice, KeepScore)
'''
"""Source of the example module."""

METADATA = "Metadata-Version: 2.1\nName: {package}\nVersion: 1.2\n"
ENTRY = "[vaultdesk.toolsets]\n{name} = {module}:TOOLS\n"


def install(
    folder: Path, monkeypatch: pytest.MonkeyPatch, code: str = DICE, *, name: str = "dice", module: str = ""
) -> str:
    """Install a package with the toolset *name* of *code* in *folder* until the test ends; return the module name."""
    module = module or f"toolset_of_{name}"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{module}.py").write_text(code, encoding="utf-8")
    metadata = folder / f"{module}-1.2.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(METADATA.format(package=f"{name}-tools"), encoding="utf-8")
    (metadata / "entry_points.txt").write_text(ENTRY.format(name=name, module=module), encoding="utf-8")
    if str(folder) not in sys.path:
        monkeypatch.syspath_prepend(str(folder))
    monkeypatch.delitem(sys.modules, module, raising=False)
    return module
