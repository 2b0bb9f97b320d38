"""Tests of ui/editor/name_completion.py."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.note.note_area_env import NoteAreaEnv, open_note_area
from vaultdesk.agent.context.mention_completion import MentionCompletion
from vaultdesk.core.values import replace
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
    ("before", "expected"),
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
def test_the_typed_name_is_recognized_by_its_prefix(before: str, expected: TypedName | None) -> None:
    assert name_before_cursor(before, 0) == expected


def test_no_completion_is_offered_in_code() -> None:
    assert name_before_cursor("[[Boi", FENCE | 3 << 5) is None


@pytest.mark.parametrize(
    ("before", "key", "typed"),
    [("tags: ho", "", "ho"), ("tags: [house, he", "", "he"), ("  - he", "tags:", "he"), ("  - he", "aliases:", None)],
)
def test_tags_in_properties_need_no_prefix(before: str, key: str, typed: str | None) -> None:
    found = name_before_cursor(before, HEAD, key)
    assert (found.typed if found is not None else None) == typed
    assert found is None or found.replaced_text == typed


# Block ids: a link to a block without an id adds one, in this note or in another.

NOTES = {
    "Boiler.md": "# Boiler\n\nIt leaks.\n\nIt is old. ^old\n",
    "Plan.md": "First line.\n\nSee ",
}


async def open_and_type(env: NoteAreaEnv, typed: str) -> NotePage:
    page = await env.area.show_note("Plan.md")
    env.area.activateWindow()
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
    async with open_note_area(tmp_path, NOTES) as env:
        page = await open_and_type(env, "[[Boiler#^leak")
        QTest.keyClick(page.editor, Qt.Key.Key_Return)
        await until(lambda: "It leaks. ^" in env.on_disk("Boiler.md"))
        new = env.on_disk("Boiler.md").partition("leaks. ^")[2].partition("\n")[0]
        assert page.editor.text().endswith(f"See [[Boiler#^{new}]]")
        changes = await env.vault.run_on_writer(lambda writer: writer.journal.changes())
        assert [(change.path, change.title) for change in changes] == [("Boiler.md", "Edited by you")]


@on_qt_loop
async def test_a_block_of_this_note_gets_an_id_in_the_editor(tmp_path: Path) -> None:
    async with open_note_area(tmp_path, NOTES) as env:
        page = await open_and_type(env, "[[#^firs")
        QTest.keyClick(page.editor, Qt.Key.Key_Return)
        first, _, last = page.editor.text().split("\n")
        new = last.removeprefix("See [[#^").removesuffix("]]")
        assert first == f"First line. ^{new}"
        page.editor.undo()
        assert page.editor.text().startswith("First line.\n")


@on_qt_loop
async def test_a_block_that_no_longer_exists_is_reported(tmp_path: Path) -> None:
    async with open_note_area(tmp_path, NOTES) as env:
        page = await open_and_type(env, "[[Boiler#^leak")
        env.change_outside("Boiler.md", "All is new.\n")
        QTest.keyClick(page.editor, Qt.Key.Key_Return)
        await until(lambda: "could not be written to" in page.banner.text())
        assert env.on_disk("Boiler.md") == "All is new.\n"


COMPLETION_NOTES = {
    "Boiler.md": "---\naliases: [Heater]\ntags: [house/heating]\n---\n# Boiler\n\n## Result\n\nIt leaks. ^leak\n",
    "Garden/Plan.md": "x #garden\n",
    "House/Plan.md": "y\n",
}


@asynccontextmanager
async def completion_source(
    root: Path, settings: VaultConfig | None = None
) -> AsyncIterator[tuple[NoteCompletionSource, NoteAreaEnv]]:
    async with open_note_area(root, COMPLETION_NOTES) as env:
        (env.root / "img").mkdir()
        (env.root / "img" / "plan.png").write_bytes(b"x")
        finder = MentionCompletion(env.vault, env.searcher)
        names = NoteCompletionSource(finder, env.searcher, AttachmentNames(env.vault), settings or env.vault.settings)
        names.source = "Garden/Plan.md"
        yield names, env


async def completions(names: NoteCompletionSource, sign: Sign, typed: str) -> list[str]:
    return [names.accept(entry.key) for entry in await names.find(TypedName(sign, typed))]


@on_qt_loop
async def test_completed_links_are_as_short_as_possible(tmp_path: Path) -> None:
    async with completion_source(tmp_path) as (names, _):
        assert await completions(names, "[[", "Boi") == ["[[Boiler]]"]
        names.source = "Boiler.md"
        assert set(await completions(names, "[[", "Plan")) == {"[[Garden/Plan]]", "[[House/Plan]]"}


@on_qt_loop
async def test_an_alias_completes_to_a_link_to_its_note(tmp_path: Path) -> None:
    async with completion_source(tmp_path) as (names, _):
        assert await completions(names, "[[", "Heat") == ["[[Boiler|Heater]]"]


@on_qt_loop
async def test_headings_and_blocks_are_offered_and_those_of_the_open_note_without_its_name(tmp_path: Path) -> None:
    async with completion_source(tmp_path) as (names, _):
        assert await completions(names, "[[", "Boiler#Res") == ["[[Boiler#Result]]"]
        assert await completions(names, "[[", "Boiler#^") == ["[[Boiler#^leak]]"]
        names.source = "Boiler.md"
        assert await completions(names, "[[", "#Res") == ["[[#Result]]"]


@on_qt_loop
async def test_files_are_offered_only_for_embeds(tmp_path: Path) -> None:
    async with completion_source(tmp_path) as (names, _):
        assert "![[plan.png]]" in await completions(names, "![[", "plan")
        assert "![[plan.png]]" in await completions(names, "![[", "")
        assert "[[plan.png]]" not in await completions(names, "[[", "plan")


@on_qt_loop
async def test_tags_are_offered_until_one_is_complete(tmp_path: Path) -> None:
    async with completion_source(tmp_path) as (names, _):
        assert await completions(names, "#", "hea") == ["#house/heating"]
        assert await completions(names, "tags:", "gar") == ["garden"]
        assert await completions(names, "#", "garden") == []


@on_qt_loop
async def test_completed_links_follow_the_link_settings(tmp_path: Path) -> None:
    settings = replace(VaultConfig(), link_format="relative", markdown_links=True)
    async with completion_source(tmp_path, settings) as (names, _):
        assert await completions(names, "[[", "Boi") == ["[Boiler](../Boiler.md)"]
        assert await completions(names, "[[", "Heat") == ["[Heater](../Boiler.md)"]
        assert await names.link("img/plan.png", embed=True) == "![plan.png](../img/plan.png)"


Key = Qt.Key


class FakeNames:
    """Completion source with two names for any text; `gate` delays its answers."""

    def __init__(self) -> None:
        self.requested: list[TypedName] = []
        self.gate = asyncio.Event()
        self.gate.set()

    async def find(self, name: TypedName) -> Sequence[ListRow]:
        self.requested.append(name)
        await self.gate.wait()
        return [ListRow(f"{name.typed}{number}", f"{name.typed} {number}") for number in (1, 2)]

    def accept(self, key: str) -> str:
        return f"[[{key}|x]]"

    def inserted(self, key: str) -> None:
        pass


async def shown_editor() -> tuple[NoteEditor, FakeNames, NoteCompletion]:
    editor, names = NoteEditor(), FakeNames()
    completion = NoteCompletion(editor, names)
    editor.resize(600, 400)
    editor.show()
    editor.activateWindow()
    editor.setFocus()
    await until(editor.hasFocus)
    return editor, names, completion


@on_qt_loop
async def test_enter_inserts_the_selected_name_and_reuses_closing_brackets() -> None:
    editor, _, completion = await shown_editor()
    editor.set_text("]]")
    QTest.keyClicks(editor, "[[B")
    await until(lambda: completion.shown_count == 2)
    QTest.keyClick(editor, Key.Key_Down)
    QTest.keyClick(editor, Key.Key_Return)
    assert editor.text() == "[[B2|x]]"
    assert completion.shown_count == 0
    editor.undo()
    assert editor.text() == "[[B]]"
    editor.close()
    editor.deleteLater()


@on_qt_loop
async def test_the_pipe_of_a_link_is_escaped_in_a_table() -> None:
    editor, _, completion = await shown_editor()
    editor.set_text("")
    QTest.keyClicks(editor, "| [[B")
    await until(lambda: completion.shown_count)
    QTest.keyClick(editor, Key.Key_Tab)
    assert editor.text() == "| [[B1\\|x]]"
    editor.close()
    editor.deleteLater()


@on_qt_loop
async def test_enter_waits_for_the_answer_to_the_latest_text() -> None:
    editor, names, completion = await shown_editor()
    editor.set_text("")
    QTest.keyClicks(editor, "[[A")
    await until(lambda: completion.shown_count)
    names.gate.clear()
    QTest.keyClicks(editor, "B")
    await until(lambda: len(names.requested) > 1)
    QTest.keyClick(editor, Key.Key_Return)
    assert editor.text() == "[[AB"
    names.gate.set()
    await until(lambda: editor.text() == "[[AB1|x]]")
    editor.close()
    editor.deleteLater()


@on_qt_loop
async def test_escape_ends_the_completion_of_a_name_and_moving_the_cursor_does_not_restart_it() -> None:
    editor, names, completion = await shown_editor()
    editor.set_text("")
    QTest.keyClicks(editor, "[[A")
    await until(lambda: completion.shown_count)
    QTest.keyClick(editor, Key.Key_Escape)
    QTest.keyClicks(editor, "B")
    assert completion.shown_count == 0
    request_count = len(names.requested)
    QTest.keyClick(editor, Key.Key_Left)
    QTest.keyClick(editor, Key.Key_Right)
    assert len(names.requested) == request_count
    editor.close()
    editor.deleteLater()
