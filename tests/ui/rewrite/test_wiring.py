"""Rewriting in the window: the selection is written anew by a model, and taken back with one undo."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from PySide6.QtGui import QTextCursor

from tests.support.desktop import open_views, running_desktop, small_vault, until
from tests.support.qt_loop import on_qt_loop
from vaultdesk.providers.model_events import TextArrived, TurnEnded
from vaultdesk.providers.scripted_provider import ScriptedProvider
from vaultdesk.ui.app.vault_window.vault_views import VaultViews
from vaultdesk.ui.editor.note_editor import NoteEditor
from vaultdesk.workspace.passage_rewriter import PassageRewriter

OLD, NEW = "The old boiler leaks.", "The boiler is leaking."


@asynccontextmanager
async def editing(folder: Path, answer: str = NEW) -> AsyncIterator[tuple[VaultViews, NoteEditor, ScriptedProvider]]:
    """A note in the editor with a sentence selected, and a model that answers."""
    provider = ScriptedProvider([[TextArrived(answer), TurnEnded("stop")]] * 2)
    async with running_desktop(small_vault(folder)) as desktop:
        views = await open_views(desktop)
        views.rewrite._rewriting = PassageRewriter(lambda _label: (provider, "model"))
        page = await views.notes.show_note("Boiler.md")
        page.toggle_edit()
        cursor = page.editor.document().find(OLD)
        assert cursor.hasSelection()
        page.editor.setTextCursor(cursor)
        yield views, page.editor, provider


async def wish(views: VaultViews, words: str = "Shorter") -> None:
    views.rewrite.open()
    assert views.rewrite.panel is not None
    views.rewrite.panel.asked.emit(words)
    await until(lambda: views.rewrite.panel is not None and views.rewrite.panel.replace.isEnabled())


@on_qt_loop
async def test_the_selection_is_replaced_when_it_is_said_and_not_before(home: Path, tmp_path: Path) -> None:
    async with editing(tmp_path / "Lindenweg") as (views, editor, _):
        before = editor.toPlainText()
        await wish(views)
        waiting = editor.toPlainText()
        assert views.rewrite.panel is not None
        views.rewrite.panel.replace.click()
        after = editor.toPlainText()
        editor.undo()

        assert waiting == before == editor.toPlainText()
        assert after == before.replace(OLD, NEW)
        assert views.rewrite.panel is None


@on_qt_loop
async def test_words_that_changed_meanwhile_are_not_replaced(home: Path, tmp_path: Path) -> None:
    async with editing(tmp_path / "Lindenweg") as (views, editor, _):
        await wish(views)
        cursor = editor.document().find("old boiler")
        cursor.insertText("old furnace")
        assert views.rewrite.panel is not None
        views.rewrite.panel.replace.click()

        assert NEW not in editor.toPlainText()
        assert "changed meanwhile" in views.rewrite.panel.said.text()

        views.rewrite.panel.below.click()
        assert NEW in editor.toPlainText()


@on_qt_loop
async def test_without_a_selection_the_paragraph_is_meant(home: Path, tmp_path: Path) -> None:
    async with editing(tmp_path / "Lindenweg") as (views, editor, provider):
        cursor = QTextCursor(editor.document().find("leaks"))
        cursor.clearSelection()
        editor.setTextCursor(cursor)
        await wish(views)

        assert provider.requests[0].sources[0].first_line == 3
        assert editor.textCursor().selectedText().startswith("The old boiler leaks.")


@on_qt_loop
async def test_the_offline_assistant_is_told_apart_and_nothing_is_lost(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        page = await views.notes.show_note("Boiler.md")
        page.toggle_edit()
        before = page.editor.toPlainText()
        page.editor.selectAll()
        views.rewrite.open()
        assert views.rewrite.panel is not None
        views.rewrite.panel.asked.emit("Shorter")
        await until(lambda: views.rewrite.panel is not None and "cannot rewrite" in views.rewrite.panel.said.text())

        assert page.editor.toPlainText() == before
