"""Tests of ui/vault_pages/rewrite_panel.py."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QPlainTextEdit
from pytestqt.qtbot import QtBot

from tests.support.desktop import open_views, running_desktop, small_vault
from tests.support.qt_loop import on_qt_loop, until
from tests.support.scripted_provider import ScriptedProvider
from vaultdesk.core.settings.settings_schema import PrivacyRule
from vaultdesk.core.transmission import Destination
from vaultdesk.privacy.egress_gate import DisclosureGate
from vaultdesk.providers.catalog import ChosenModel
from vaultdesk.providers.provider import TextArrived, TurnEnded
from vaultdesk.tools.runtime.policy import NO_PRIVATE_NOTES
from vaultdesk.ui.app.vault_window.vault_views import VaultViews
from vaultdesk.ui.editor.note_editor import NoteEditor
from vaultdesk.ui.vault_pages.rewrite_panel import DiffSegment, DiffText, RewritePanel, word_diff
from vaultdesk.workspace.available_models import ModelChoice
from vaultdesk.workspace.passage_rewriter import PassageRewriter

# Word diff: what goes and what comes are told word by word, and putting them together gives both texts again.


def test_a_changed_word_stands_beside_the_one_it_replaces() -> None:
    assert word_diff("The old boiler leaks.", "The new boiler leaks.") == [
        DiffSegment("same", "The "),
        DiffSegment("removed", "old"),
        DiffSegment("added", "new"),
        DiffSegment("same", " boiler leaks."),
    ]


def test_words_that_change_one_after_the_other_are_one_change() -> None:
    kinds = [stretch.kind for stretch in word_diff("a red small house", "a blue large house")]

    assert kinds == ["same", "removed", "added", "same"]


def test_the_same_words_are_one_stretch_and_nothing_is_none() -> None:
    assert word_diff("as it was", "as it was") == [DiffSegment("same", "as it was")]
    assert word_diff("", "") == []


@given(st.text(alphabet="ab \n.é", max_size=40), st.text(alphabet="ab \n.é", max_size=40))
def test_both_texts_can_be_read_out_of_it(old: str, new: str) -> None:
    stretches = word_diff(old, new)

    assert "".join(one.text for one in stretches if one.kind != "added") == old
    assert "".join(one.text for one in stretches if one.kind != "removed") == new


# Diff text: what goes and what comes is told by more than colour.


def test_what_goes_is_struck_and_what_comes_is_underlined(qtbot: QtBot) -> None:
    text = DiffText("Diff")
    qtbot.addWidget(text)
    text.show_diff(word_diff("one old word", "one new word"))
    cursor = QTextCursor(text.document())
    looks = {}
    for word in ("one", "old", "new"):
        cursor = text.document().find(word)
        shape = cursor.charFormat()
        looks[word] = (shape.fontStrikeOut(), shape.fontUnderline())

    assert looks == {"one": (False, False), "old": (True, False), "new": (False, True)}
    assert text.isReadOnly()


# Panel: a wish is told once it is whole, and nothing can be taken before it was written.


@pytest.fixture
def panel(qtbot: QtBot) -> RewritePanel:
    editor = QPlainTextEdit("The old boiler leaks.")
    qtbot.addWidget(editor)
    editor.resize(700, 400)
    return RewritePanel(editor)


def test_enter_asks_for_what_was_typed_and_nothing_for_nothing(qtbot: QtBot, panel: RewritePanel) -> None:
    asked: list[str] = []
    panel.requested.connect(asked.append)
    qtbot.keyClick(panel.instruction, Qt.Key.Key_Return)
    qtbot.keyClicks(panel.instruction, "shorter ")
    qtbot.keyClick(panel.instruction, Qt.Key.Key_Return)

    assert asked == ["shorter"]


def test_new_words_can_be_taken_only_when_all_of_them_came(panel: RewritePanel) -> None:
    able = [panel.replace.isEnabled()]
    panel.show_writing(word_diff("The old", "The new"))
    able.append(panel.replace.isEnabled())
    panel.show_written(word_diff("The old boiler leaks.", "The new boiler leaks."))
    able.append(panel.replace.isEnabled())
    panel.show_written(word_diff("The same", "The same"))
    able.append(panel.replace.isEnabled())

    assert able[1:] == [False, True, False]


def test_it_stays_inside_a_small_editor(qtbot: QtBot) -> None:
    editor = QPlainTextEdit("\n".join(["line"] * 60))
    qtbot.addWidget(editor)
    editor.resize(360, 260)
    editor.show()
    editor.moveCursor(editor.textCursor().MoveOperation.End)
    panel = RewritePanel(editor)

    assert panel.width() <= 360
    assert 0 <= panel.y() <= 260


def test_esc_leaves(qtbot: QtBot, panel: RewritePanel) -> None:
    with qtbot.waitSignal(panel.closed):
        qtbot.keyClick(panel, Qt.Key.Key_Escape)


# Rewriting in the window: the selection is written anew by a model, and taken back with one undo.

CLOUD = Destination("Anthropic", "api.anthropic.com", local=False)
HERE = Destination("Ollama", "localhost:11434", local=True)
OLD, NEW = "The old boiler leaks.", "The boiler is leaking."


@asynccontextmanager
async def editing(folder: Path, answer: str = NEW) -> AsyncIterator[tuple[VaultViews, NoteEditor, ScriptedProvider]]:
    """A note in the editor with a sentence selected, and a model that answers."""
    provider = ScriptedProvider([[TextArrived(answer), TurnEnded("stop")]] * 2, destination=CLOUD)
    async with running_desktop(small_vault(folder)) as desktop:
        views = await open_views(desktop)
        views.rewrite._rewriting = PassageRewriter(
            lambda _label: ChosenModel(provider, "model", "work/model"),
            lambda label: HERE if label.startswith("ollama") else CLOUD,
            lambda: (ModelChoice("ollama/qwen3:8b", "Ollama · qwen3:8b", local=True),),
            views.workspace.privacy.note_privacy,
        )
        page = await views.notes.show_note("Boiler.md")
        page.toggle_edit()
        cursor = page.editor.document().find(OLD)
        assert cursor.hasSelection()
        page.editor.setTextCursor(cursor)
        yield views, page.editor, provider


async def wish(views: VaultViews, words: str = "Shorter") -> None:
    views.rewrite.open()
    assert views.rewrite.panel is not None
    views.rewrite.panel.requested.emit(words)
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


HEAD = "---\ntags: [heating]\n---\n"


def select_in_head(editor: NoteEditor, words: str) -> None:
    """Give the note properties, and select *words* of them."""
    cursor = QTextCursor(editor.document())
    cursor.insertText("\U0001f525 ")  # two of Qt's characters
    cursor.movePosition(QTextCursor.MoveOperation.Start)
    cursor.insertText(HEAD)
    cursor.setPosition(HEAD.index(words))
    cursor.setPosition(HEAD.index(words) + len(words), QTextCursor.MoveMode.KeepAnchor)
    editor.setTextCursor(cursor)


@on_qt_loop
async def test_m11_new_words_that_would_break_the_properties_cannot_be_taken(home: Path, tmp_path: Path) -> None:
    async with editing(tmp_path / "Lindenweg", "tags: [heating") as (views, editor, _):
        select_in_head(editor, "tags: [heating]")
        before = editor.toPlainText()
        views.rewrite.open()
        panel = views.rewrite.panel
        assert panel is not None
        panel.requested.emit("Shorter")
        await until(lambda: panel.problem_label.text() not in ("", "Writing…"))

        assert "is not valid YAML" in panel.problem_label.text()
        assert not panel.replace.isEnabled()
        panel.below.click()
        assert "sets “tags” a second time" in panel.problem_label.text()
        assert editor.toPlainText() == before


@on_qt_loop
async def test_m11_properties_that_would_be_lost_are_named_before_the_new_words_are_taken(
    home: Path, tmp_path: Path
) -> None:
    async with editing(tmp_path / "Lindenweg", "kind: heater") as (views, editor, _):
        select_in_head(editor, "tags: [heating]")
        await wish(views)
        panel = views.rewrite.panel
        assert panel is not None

        assert panel.problem_label.text() == "Properties removed: tags."
        panel.replace.click()
        assert editor.toPlainText().startswith("---\nkind: heater\n---\n")


@on_qt_loop
async def test_words_that_changed_meanwhile_are_not_replaced(home: Path, tmp_path: Path) -> None:
    async with editing(tmp_path / "Lindenweg") as (views, editor, _):
        await wish(views)
        cursor = editor.document().find("old boiler")
        cursor.insertText("old furnace")
        assert views.rewrite.panel is not None
        views.rewrite.panel.replace.click()

        assert NEW not in editor.toPlainText()
        assert "changed since" in views.rewrite.panel.problem_label.text()

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
        views.rewrite.panel.requested.emit("Shorter")
        await until(
            lambda: views.rewrite.panel is not None and "cannot rewrite" in views.rewrite.panel.route.text.text()
        )
        assert not views.rewrite.panel.instruction.isEnabled()

        assert page.editor.toPlainText() == before


async def shown_route(views: VaultViews, words: str) -> None:
    await until(lambda: views.rewrite.panel is not None and words in views.rewrite.panel.route.text.text())


def keep_private(views: VaultViews, *rules: PrivacyRule) -> None:
    root = views.workspace.vault.root
    views.workspace.store.change(lambda settings: settings.with_vault(root, privacy=rules))


@on_qt_loop
async def test_t7_the_panel_says_where_the_words_go_before_anything_is_asked(home: Path, tmp_path: Path) -> None:
    async with editing(tmp_path / "Lindenweg") as (views, _, provider):
        views.rewrite.open()
        await shown_route(views, "These 4 words are sent to Anthropic")
        assert views.rewrite.panel is not None
        assert views.rewrite.panel.route.remark.text() == "you see the change first"
        assert not views.rewrite.panel.route.remark.isHidden()
        assert provider.requests == []


@on_qt_loop
async def test_t7_a_private_passage_is_offered_to_a_local_model_and_not_sent_elsewhere(
    home: Path, tmp_path: Path
) -> None:
    async with editing(tmp_path / "Lindenweg") as (views, _, provider):
        keep_private(views, PrivacyRule(kind="note", value="Boiler.md", answer="local"))
        views.rewrite.open()
        await shown_route(views, "This note is private (by name): choose a model on this computer")
        panel = views.rewrite.panel
        assert panel is not None
        assert (panel.instruction.isEnabled(), panel.quick.isHidden()) == (False, True)
        panel.requested.emit("Shorter")
        await until(lambda: views.rewrite._task is not None and views.rewrite._task.done())
        assert [button.text() for button in panel.route.offered] == ["Use qwen3:8b"]
        panel.route.offered[0].click()
        await shown_route(views, "These 4 words stay on this computer")
        assert panel.instruction.isEnabled()
        assert provider.requests == []
        panel.requested.emit("Shorter")
        await until(lambda: panel.replace.isEnabled())
        assert len(provider.requests) == 1


@on_qt_loop
async def test_t7_a_note_that_becomes_private_while_the_panel_is_open_is_said_so_at_once(
    home: Path, tmp_path: Path
) -> None:
    async with editing(tmp_path / "Lindenweg") as (views, _, provider):
        views.rewrite.open()
        await shown_route(views, "are sent to Anthropic")
        keep_private(views, PrivacyRule(kind="note", value="Boiler.md", answer="never"))
        await shown_route(views, "This note is private (by name): no model reads it")
        assert views.rewrite.panel is not None
        assert views.rewrite.panel.route.offered == ()
        keep_private(views)
        await shown_route(views, "are sent to Anthropic")
        assert provider.requests == []


@on_qt_loop
async def test_t7_a_refusal_names_the_rule_and_never_that_the_model_wrote_nothing(home: Path, tmp_path: Path) -> None:
    async with editing(tmp_path / "Lindenweg") as (views, _, provider):
        gate = DisclosureGate(provider, views.workspace.ledger, views.workspace.egress_policy)
        views.rewrite._rewriting._answering_model = lambda _label: ChosenModel(gate, "model", "work/model")
        # The rule came after the route was shown.
        views.rewrite._rewriting._privacy = NO_PRIVATE_NOTES
        keep_private(views, PrivacyRule(kind="note", value="Boiler.md", answer="local"))
        views.rewrite.open()
        assert views.rewrite.panel is not None
        views.rewrite.panel.requested.emit("Shorter")
        await until(lambda: views.rewrite.panel is not None and bool(views.rewrite.panel.problem_label.text()))
        await until(
            lambda: views.rewrite.panel is not None and "Writing" not in views.rewrite.panel.problem_label.text()
        )
        assert views.rewrite.panel.problem_label.text().startswith(
            "“Boiler.md” is private (by name), so nothing was sent to Anthropic."
        )
        assert provider.requests == []
