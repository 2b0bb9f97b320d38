"""What our code finds odd in a change."""

from pathlib import Path

import pytest

from tests.support.desk import YES, drop, move, open_desk, put
from tests.support.tools import DropNote, MoveNote, PutNote
from vaultdesk.chat.messages import ToolCallPart

LONG = "".join(f"line {number}\n" for number in range(40))
NOTES = {
    ".obsidian/app.json": '{"trashOption": "local"}',
    "Boiler.md": "x\n",
    "Ideas.md": "x\n",
    "Modern.md": "x\n",
    "Long.md": LONG,
    "Kept.md": "before\n%% mine alone %%\nafter\n",
}


@pytest.mark.parametrize(
    ("asked", "warning"),
    [
        (put("B\u043eiler.md", "x"), "looks like that of another note, “Boiler.md”"),
        (put("B0iler.md", "x"), "looks like that of another note, “Boiler.md”"),
        (put("ldeas.md", "x"), "looks like that of another note, “Ideas.md”"),
        (put("Modem.md", "x"), "looks like that of another note, “Modern.md”"),
        (move("Long.md", "sub/boiler.md"), "looks like that of another note, “Boiler.md”"),
        (put("B\u043eiler.md", "x"), "mixes Cyrillic and Latin letters"),
        (put("Boiler.md", "pay\u202eevil\n"), "characters that cannot be seen"),
        (put("Boiler.md", "pay\U000e0041\n"), "characters that cannot be seen"),
        (put("Long.md", "line 1\n"), "This removes 95 % of the note."),
        (put("Kept.md", "before\nafter\n"), "private comment"),
        (put("Kept.md", "before\n%% mine %%\nafter\n"), "private comment"),
    ],
)
async def test_the_dialog_warns(tmp_path: Path, asked: ToolCallPart, warning: str) -> None:
    async with open_desk(tmp_path, YES, tools=[PutNote(), MoveNote()], notes=NOTES) as desk:
        await desk.events(asked)
        (request,) = desk.answers.requests
        assert any(warning in found for found in request.changes.changes[0].warnings)


@pytest.mark.parametrize(
    "asked",
    [
        put("Boiler.md", "y\n"),
        put("sub/Boiler.md", "y\n"),
        put("Mall.md", "y\n"),
        put("Long.md", LONG.replace("line 3\n", "")),
        put("Long.md", LONG + "%% new %%\n"),
        put("Kept.md", "%% mine alone %%\nother\n"),
        put("Boiler.md", "ä é 日本 👨\u200d👩\n"),
        move("Boiler.md", "boiler.md"),
    ],
)
async def test_an_honest_change_is_not_warned_of(tmp_path: Path, asked: ToolCallPart) -> None:
    async with open_desk(tmp_path, YES, tools=[PutNote(), MoveNote()], notes={**NOTES, "Mail.md": "x"}) as desk:
        await desk.events(asked)
        (request,) = desk.answers.requests
        assert request.changes.changes[0].warnings == ()


async def test_a_deletion_says_where_the_note_goes(tmp_path: Path) -> None:
    async with open_desk(tmp_path, YES, tools=[DropNote()], notes=NOTES) as desk:
        await desk.events(drop("Long.md"))
        (request,) = desk.answers.requests
        assert request.headline == "Delete 1 note (to the vault's .trash)"
        assert request.changes.changes[0].warnings == ()
        assert desk.text(".trash/Long.md") == LONG
