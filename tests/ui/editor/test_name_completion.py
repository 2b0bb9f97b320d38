"""Tests of ui/editor/name_completion.py."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.note.desk import Desk, desk
from vaultdesk.agent.context.mention_completion import MentionCompletion
from vaultdesk.ui.editor.attachments import AttachmentNames
from vaultdesk.ui.editor.name_completion import (
    NoteCompletion,
    NoteCompletionSource,
    Sign,
    TypedName,
    name_before_cursor,
)
from vaultdesk.ui.editor.note_editor import NoteEditor
from vaultdesk.ui.editor.syntax_highlighter import FENCE, HEAD
from vaultdesk.ui.notes.note_page import NotePage
from vaultdesk.ui.widgets.lists.list_row import ListRow
from vaultdesk.vault.obsidian.vault_config import VaultConfig


@pytest.mark.parametrize(
    ("before", "wanted"),
    [
        ("see [[", TypedName("[[", "")),
        ("see [[Boi", TypedName("[[", "Boi")),
        ("see [[Heat loss#Re", TypedName("[[", "Heat loss#Re")),
        ("![[pic", TypedName("![[", "pic")),
        ("words #he", TypedName("#", "he")),
        ("#", None),
        ("# Head", None),
        ("a#b", None),
        ("`#inc", None),
        ("[[done]] ", None),
        ("[[Note|shown", None),
        ("[[ later", None),
        ("words", None),
    ],
)
def test_what_is_typed_is_known_by_its_sign(before: str, wanted: TypedName | None) -> None:
    assert name_before_cursor(before, 0) == wanted


def test_code_offers_nothing() -> None:
    assert name_before_cursor("[[Boi", FENCE | 3 << 5) is None


@pytest.mark.parametrize(
    ("before", "key", "typed"),
    [("tags: ho", "", "ho"), ("tags: [house, he", "", "he"), ("  - he", "tags:", "he"), ("  - he", "aliases:", None)],
)
def test_tags_among_the_properties_have_no_sign(before: str, key: str, typed: str | None) -> None:
    found = name_before_cursor(before, HEAD, key)
    assert (found.typed if found is not None else None) == typed
    assert found is None or found.replaced_text == typed


# Block marking: a link to a block without an id gives it one, in this note and in another.

NOTES = {
    "Boiler.md": "# Boiler\n\nIt leaks.\n\nIt is old. ^old\n",
    "Plan.md": "First line.\n\nSee ",
}


async def writing(at: Desk, typed: str) -> NotePage:
    page = await at.area.show_note("Plan.md")
    at.area.activateWindow()
    page.toggle_edit()
    await until(page.editor.hasFocus)
    cursor = page.editor.textCursor()
    cursor.movePosition(cursor.MoveOperation.End)
    page.editor.setTextCursor(cursor)
    QTest.keyClicks(page.editor, typed)
    await until(lambda: page.editor_controller.completion.shown_count > 0)
    return page


@on_qt_loop
async def test_a_block_of_another_note_gets_an_id_that_can_be_undone(tmp_path: Path) -> None:
    async with desk(tmp_path, NOTES) as at:
        page = await writing(at, "[[Boiler#^leak")
        QTest.keyClick(page.editor, Qt.Key.Key_Return)
        await until(lambda: "It leaks. ^" in at.on_disk("Boiler.md"))
        new = at.on_disk("Boiler.md").partition("leaks. ^")[2].partition("\n")[0]
        assert page.editor.text().endswith(f"See [[Boiler#^{new}]]")
        kept = await at.vault.run_on_writer(lambda writer: writer.journal.changes())
        assert [(one.path, one.title) for one in kept] == [("Boiler.md", "Edited by you")]


@on_qt_loop
async def test_a_block_of_this_note_gets_an_id_in_the_field(tmp_path: Path) -> None:
    async with desk(tmp_path, NOTES) as at:
        page = await writing(at, "[[#^firs")
        QTest.keyClick(page.editor, Qt.Key.Key_Return)
        first, _, last = page.editor.text().split("\n")
        new = last.removeprefix("See [[#^").removesuffix("]]")
        assert first == f"First line. ^{new}"
        page.editor.undo()
        assert page.editor.text().startswith("First line.\n")


@on_qt_loop
async def test_a_block_that_is_gone_is_told(tmp_path: Path) -> None:
    async with desk(tmp_path, NOTES) as at:
        page = await writing(at, "[[Boiler#^leak")
        at.change_outside("Boiler.md", "All is new.\n")
        QTest.keyClick(page.editor, Qt.Key.Key_Return)
        await until(lambda: "could not be written to" in page.banner.text())
        assert at.on_disk("Boiler.md") == "All is new.\n"


NAME_OFFERING_NOTES = {
    "Boiler.md": "---\naliases: [Heater]\ntags: [house/heating]\n---\n# Boiler\n\n## Result\n\nIt leaks. ^leak\n",
    "Garden/Plan.md": "x #garden\n",
    "House/Plan.md": "y\n",
}


@asynccontextmanager
async def offering(root: Path, settings: VaultConfig | None = None) -> AsyncIterator[tuple[NoteCompletionSource, Desk]]:
    async with desk(root, NAME_OFFERING_NOTES) as bench:
        (bench.root / "img").mkdir()
        (bench.root / "img" / "plan.png").write_bytes(b"x")
        finder = MentionCompletion(bench.vault, bench.searcher)
        names = NoteCompletionSource(
            finder, bench.searcher, AttachmentNames(bench.vault), settings or bench.vault.settings
        )
        names.source = "Garden/Plan.md"
        yield names, bench


async def written(names: NoteCompletionSource, sign: Sign, typed: str) -> list[str]:
    return [names.accept(entry.key) for entry in await names.find(TypedName(sign, typed))]


@on_qt_loop
async def test_links_are_as_short_as_they_can_be(tmp_path: Path) -> None:
    async with offering(tmp_path) as (names, _):
        assert await written(names, "[[", "Boi") == ["[[Boiler]]"]
        names.source = "Boiler.md"
        assert set(await written(names, "[[", "Plan")) == {"[[Garden/Plan]]", "[[House/Plan]]"}


@on_qt_loop
async def test_an_alias_is_shown_and_the_note_is_meant(tmp_path: Path) -> None:
    async with offering(tmp_path) as (names, _):
        assert await written(names, "[[", "Heat") == ["[[Boiler|Heater]]"]


@on_qt_loop
async def test_headings_and_blocks_of_a_note_are_offered_and_those_of_this_one_without_its_name(tmp_path: Path) -> None:
    async with offering(tmp_path) as (names, _):
        assert await written(names, "[[", "Boiler#Res") == ["[[Boiler#Result]]"]
        assert await written(names, "[[", "Boiler#^") == ["[[Boiler#^leak]]"]
        names.source = "Boiler.md"
        assert await written(names, "[[", "#Res") == ["[[#Result]]"]


@on_qt_loop
async def test_files_are_offered_for_what_is_shown_in_the_text(tmp_path: Path) -> None:
    async with offering(tmp_path) as (names, _):
        assert "![[plan.png]]" in await written(names, "![[", "plan")
        assert "![[plan.png]]" in await written(names, "![[", "")
        assert "[[plan.png]]" not in await written(names, "[[", "plan")


@on_qt_loop
async def test_tags_are_offered_until_one_is_all_written(tmp_path: Path) -> None:
    async with offering(tmp_path) as (names, _):
        assert await written(names, "#", "hea") == ["#house/heating"]
        assert await written(names, "tags:", "gar") == ["garden"]
        assert await written(names, "#", "garden") == []


@on_qt_loop
async def test_links_are_written_as_the_owner_has_set_it(tmp_path: Path) -> None:
    settings = replace(VaultConfig(), link_format="relative", markdown_links=True)
    async with offering(tmp_path, settings) as (names, _):
        assert await written(names, "[[", "Boi") == ["[Boiler](../Boiler.md)"]
        assert await written(names, "[[", "Heat") == ["[Heater](../Boiler.md)"]
        assert await names.link("img/plan.png", embed=True) == "![plan.png](../img/plan.png)"


Key = Qt.Key


class Names:
    """Offers two names for whatever is typed; `gate` holds answers back."""

    def __init__(self) -> None:
        self.asked: list[TypedName] = []
        self.gate = asyncio.Event()
        self.gate.set()

    async def find(self, name: TypedName) -> Sequence[ListRow]:
        self.asked.append(name)
        await self.gate.wait()
        return [ListRow(f"{name.typed}{number}", f"{name.typed} {number}") for number in (1, 2)]

    def accept(self, key: str) -> str:
        return f"[[{key}|x]]"

    def inserted(self, key: str) -> None:
        pass


async def shown_editor() -> tuple[NoteEditor, Names, NoteCompletion]:
    editor, names = NoteEditor(), Names()
    offers = NoteCompletion(editor, names)
    editor.completion = offers
    editor.resize(600, 400)
    editor.show()
    editor.activateWindow()
    editor.setFocus()
    await until(editor.hasFocus)
    return editor, names, offers


@on_qt_loop
async def test_enter_takes_the_second_name_and_brackets_that_are_there() -> None:
    editor, _, offers = await shown_editor()
    editor.set_text("]]")
    QTest.keyClicks(editor, "[[B")
    await until(lambda: offers.shown_count == 2)
    QTest.keyClick(editor, Key.Key_Down)
    QTest.keyClick(editor, Key.Key_Return)
    assert editor.text() == "[[B2|x]]"
    assert offers.shown_count == 0
    editor.undo()
    assert editor.text() == "[[B]]"
    editor.close()
    editor.deleteLater()


@on_qt_loop
async def test_in_a_table_the_bar_is_escaped() -> None:
    editor, _, offers = await shown_editor()
    editor.set_text("")
    QTest.keyClicks(editor, "| [[B")
    await until(lambda: offers.shown_count)
    QTest.keyClick(editor, Key.Key_Tab)
    assert editor.text() == "| [[B1\\|x]]"
    editor.close()
    editor.deleteLater()


@on_qt_loop
async def test_the_newest_typing_wins_and_enter_waits_for_its_answer() -> None:
    editor, names, offers = await shown_editor()
    editor.set_text("")
    QTest.keyClicks(editor, "[[A")
    await until(lambda: offers.shown_count)
    names.gate.clear()
    QTest.keyClicks(editor, "B")
    await until(lambda: len(names.asked) > 1)
    QTest.keyClick(editor, Key.Key_Return)
    assert editor.text() == "[[AB"
    names.gate.set()
    await until(lambda: editor.text() == "[[AB1|x]]")
    editor.close()
    editor.deleteLater()


@on_qt_loop
async def test_esc_ends_it_for_this_name_and_walking_through_a_link_offers_nothing() -> None:
    editor, names, offers = await shown_editor()
    editor.set_text("")
    QTest.keyClicks(editor, "[[A")
    await until(lambda: offers.shown_count)
    QTest.keyClick(editor, Key.Key_Escape)
    QTest.keyClicks(editor, "B")
    assert offers.shown_count == 0
    asked = len(names.asked)
    QTest.keyClick(editor, Key.Key_Left)
    QTest.keyClick(editor, Key.Key_Right)
    assert len(names.asked) == asked
    editor.close()
    editor.deleteLater()
