from pathlib import Path

import pytest

from tests.support.qt_loop import on_qt_loop
from tests.ui.note.desk import desk
from vaultdesk.ui.note.put_in import appended


@pytest.mark.parametrize(
    ("old", "text", "after"),
    [("", "a", "a\n"), ("x\n", "a\n", "x\n\na\n"), ("x", "a\n\nb", "x\n\na\n\nb\n"), ("x\n\n\n", "\na", "x\n\na\n")],
)
def test_what_is_appended_is_a_paragraph_of_its_own(old: str, text: str, after: str) -> None:
    assert appended(old, text) == after


@on_qt_loop
async def test_an_open_note_keeps_what_was_typed_and_a_closed_one_is_written(tmp_path: Path) -> None:
    async with desk(tmp_path) as made:
        page = await made.area.show_note("Budget.md")
        page.toggle_edit()
        page.editor.insert_at_cursor("typed ")
        await made.area.append("Budget.md", "open")
        assert made.on_disk("Budget.md").startswith("typed intro")
        assert made.on_disk("Budget.md").endswith("[[Boiler]].\n\nopen\n")
        assert page.editor.text() == made.on_disk("Budget.md")
        await made.area.append("Garden/Apples.md", "closed")
        assert made.on_disk("Garden/Apples.md") == "Prune the Boskoop.\n\nclosed\n"


@on_qt_loop
async def test_text_goes_to_the_cursor_only_where_a_note_is_being_written(tmp_path: Path) -> None:
    async with desk(tmp_path) as made:
        assert not made.area.insert_at_cursor("x")
        page = await made.area.show_note("Garden/Apples.md")
        assert not made.area.insert_at_cursor("x")
        page.toggle_edit()
        assert made.area.insert_at_cursor("Now: ")
        assert page.text == "Now: Prune the Boskoop.\n"
        page.editor.setReadOnly(True)
        assert not made.area.insert_at_cursor("x")
