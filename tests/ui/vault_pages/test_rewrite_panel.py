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

# Word diff: removed and added words; the segments reproduce both texts.


def test_changed_word_follows_the_one_it_replaces() -> None:
    assert word_diff("The old boiler leaks.", "The new boiler leaks.") == [
        DiffSegment("same", "The "),
        DiffSegment("removed", "old"),
        DiffSegment("added", "new"),
        DiffSegment("same", " boiler leaks."),
    ]


def test_consecutive_changed_words_are_one_change() -> None:
    kinds = [segment.kind for segment in word_diff("a red small house", "a blue large house")]

    assert kinds == ["same", "removed", "added", "same"]


def test_equal_texts_are_one_segment_and_empty_ones_none() -> None:
    assert word_diff("as it was", "as it was") == [DiffSegment("same", "as it was")]
    assert word_diff("", "") == []


@given(st.text(alphabet="ab \n.é", max_size=40), st.text(alphabet="ab \n.é", max_size=40))
def test_segments_reproduce_both_texts(old: str, new: str) -> None:
    segments = word_diff(old, new)

    assert "".join(segment.text for segment in segments if segment.kind != "added") == old
    assert "".join(segment.text for segment in segments if segment.kind != "removed") == new


# Diff text: removed and added words differ by more than color.


def test_removed_words_are_struck_through_and_added_ones_underlined(qtbot: QtBot) -> None:
    text = DiffText("Diff")
    qtbot.addWidget(text)
    text.show_diff(word_diff("one old word", "one new word"))
    cursor = QTextCursor(text.document())
    formats = {}
    for word in ("one", "old", "new"):
        cursor = text.document().find(word)
        char_format = cursor.charFormat()
        formats[word] = (char_format.fontStrikeOut(), char_format.fontUnderline())

    assert formats == {"one": (False, False), "old": (True, False), "new": (False, True)}
    assert text.isReadOnly()


# Panel: an instruction is emitted by Enter, and a result can be accepted only when it is complete.


@pytest.fixture
def panel(qtbot: QtBot) -> RewritePanel:
    editor = QPlainTextEdit("The old boiler leaks.")
    qtbot.addWidget(editor)
    editor.resize(700, 400)
    return RewritePanel(editor)


def test_enter_emits_a_non_empty_instruction(qtbot: QtBot, panel: RewritePanel) -> None:
    requests: list[str] = []
    panel.requested.connect(requests.append)
    qtbot.keyClick(panel.instruction, Qt.Key.Key_Return)
    qtbot.keyClicks(panel.instruction, "shorter ")
    qtbot.keyClick(panel.instruction, Qt.Key.Key_Return)

    assert requests == ["shorter"]


def test_result_can_be_accepted_only_when_complete_and_different(panel: RewritePanel) -> None:
    enabled = [panel.replace.isEnabled()]
    panel.show_writing(word_diff("The old", "The new"))
    enabled.append(panel.replace.isEnabled())
    panel.show_written(word_diff("The old boiler leaks.", "The new boiler leaks."))
    enabled.append(panel.replace.isEnabled())
    panel.show_written(word_diff("The same", "The same"))
    enabled.append(panel.replace.isEnabled())

    assert enabled[1:] == [False, True, False]


def test_panel_stays_inside_a_small_editor(qtbot: QtBot) -> None:
    editor = QPlainTextEdit("\n".join(["line"] * 60))
    qtbot.addWidget(editor)
    editor.resize(360, 260)
    editor.show()
    editor.moveCursor(editor.textCursor().MoveOperation.End)
    panel = RewritePanel(editor)

    assert panel.width() <= 360
    assert 0 <= panel.y() <= 260


def test_escape_closes_the_panel(qtbot: QtBot, panel: RewritePanel) -> None:
    with qtbot.waitSignal(panel.closed, timeout=30_000):
        qtbot.keyClick(panel, Qt.Key.Key_Escape)


# Rewriting in the window: the selection is rewritten by a model, and one undo restores it.

CLOUD = Destination("Anthropic", "api.anthropic.com", local=False)
HERE = Destination("Ollama", "localhost:11434", local=True)
OLD, NEW = "The old boiler leaks.", "The boiler is leaking."


@asynccontextmanager
async def editing(folder: Path, answer: str = NEW) -> AsyncIterator[tuple[VaultViews, NoteEditor, ScriptedProvider]]:
    """Open a note in the editor with a selected sentence and a scripted model."""
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


async def request_rewrite(views: VaultViews, instruction: str = "Shorter") -> None:
    views.rewrite.open()
    assert views.rewrite.panel is not None
    views.rewrite.panel.requested.emit(instruction)
    await until(lambda: views.rewrite.panel is not None and views.rewrite.panel.replace.isEnabled())


@on_qt_loop
async def test_selection_is_replaced_only_after_accepting(home: Path, tmp_path: Path) -> None:
    async with editing(tmp_path / "Lindenweg") as (views, editor, _):
        before = editor.toPlainText()
        await request_rewrite(views)
        before_accepting = editor.toPlainText()
        assert views.rewrite.panel is not None
        views.rewrite.panel.replace.click()
        after = editor.toPlainText()
        editor.undo()

        assert before_accepting == before == editor.toPlainText()
        assert after == before.replace(OLD, NEW)
        assert views.rewrite.panel is None


PROPERTIES = "---\ntags: [heating]\n---\n"


def select_in_properties(editor: NoteEditor, text: str) -> None:
    """Add properties to the note and select *text* in them."""
    cursor = QTextCursor(editor.document())
    cursor.insertText("\U0001f525 ")  # two UTF-16 code units
    cursor.movePosition(QTextCursor.MoveOperation.Start)
    cursor.insertText(PROPERTIES)
    cursor.setPosition(PROPERTIES.index(text))
    cursor.setPosition(PROPERTIES.index(text) + len(text), QTextCursor.MoveMode.KeepAnchor)
    editor.setTextCursor(cursor)


@on_qt_loop
async def test_m11_result_that_would_break_the_properties_cannot_be_accepted(home: Path, tmp_path: Path) -> None:
    async with editing(tmp_path / "Lindenweg", "tags: [heating") as (views, editor, _):
        select_in_properties(editor, "tags: [heating]")
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
async def test_m11_properties_that_would_be_lost_are_named_before_accepting(home: Path, tmp_path: Path) -> None:
    async with editing(tmp_path / "Lindenweg", "kind: heater") as (views, editor, _):
        select_in_properties(editor, "tags: [heating]")
        await request_rewrite(views)
        panel = views.rewrite.panel
        assert panel is not None

        assert panel.problem_label.text() == "Properties removed: tags."
        panel.replace.click()
        assert editor.toPlainText().startswith("---\nkind: heater\n---\n")


@on_qt_loop
async def test_text_that_was_edited_meanwhile_is_not_replaced(home: Path, tmp_path: Path) -> None:
    async with editing(tmp_path / "Lindenweg") as (views, editor, _):
        await request_rewrite(views)
        cursor = editor.document().find("old boiler")
        cursor.insertText("old furnace")
        assert views.rewrite.panel is not None
        views.rewrite.panel.replace.click()

        assert NEW not in editor.toPlainText()
        assert "changed since" in views.rewrite.panel.problem_label.text()

        views.rewrite.panel.below.click()
        assert NEW in editor.toPlainText()


@on_qt_loop
async def test_without_a_selection_the_paragraph_is_rewritten(home: Path, tmp_path: Path) -> None:
    async with editing(tmp_path / "Lindenweg") as (views, editor, provider):
        cursor = QTextCursor(editor.document().find("leaks"))
        cursor.clearSelection()
        editor.setTextCursor(cursor)
        await request_rewrite(views)

        assert provider.requests[0].sources[0].first_line == 3
        assert editor.textCursor().selectedText().startswith("The old boiler leaks.")


@on_qt_loop
async def test_offline_assistant_cannot_rewrite_and_the_text_is_unchanged(home: Path, tmp_path: Path) -> None:
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


async def wait_for_route(views: VaultViews, text: str) -> None:
    await until(lambda: views.rewrite.panel is not None and text in views.rewrite.panel.route.text.text())


def set_privacy_rules(views: VaultViews, *rules: PrivacyRule) -> None:
    root = views.workspace.vault.root
    views.workspace.store.change(lambda settings: settings.with_vault(root, privacy=rules))


@on_qt_loop
async def test_t7_panel_names_the_recipient_before_sending(home: Path, tmp_path: Path) -> None:
    async with editing(tmp_path / "Lindenweg") as (views, _, provider):
        views.rewrite.open()
        await wait_for_route(views, "These 4 words are sent to Anthropic")
        assert views.rewrite.panel is not None
        assert views.rewrite.panel.route.remark.text() == "you see the change first"
        assert not views.rewrite.panel.route.remark.isHidden()
        assert provider.requests == []


@on_qt_loop
async def test_t7_private_passage_is_offered_to_a_local_model_and_not_sent_elsewhere(
    home: Path, tmp_path: Path
) -> None:
    async with editing(tmp_path / "Lindenweg") as (views, _, provider):
        set_privacy_rules(views, PrivacyRule(kind="note", value="Boiler.md", answer="local"))
        views.rewrite.open()
        await wait_for_route(views, "This note is private (by name): choose a model on this computer")
        panel = views.rewrite.panel
        assert panel is not None
        assert (panel.instruction.isEnabled(), panel.quick.isHidden()) == (False, True)
        panel.requested.emit("Shorter")
        await until(lambda: views.rewrite._task is not None and views.rewrite._task.done())
        assert [button.text() for button in panel.route.offered] == ["Use qwen3:8b"]
        panel.route.offered[0].click()
        await wait_for_route(views, "These 4 words stay on this computer")
        assert panel.instruction.isEnabled()
        assert provider.requests == []
        panel.requested.emit("Shorter")
        await until(lambda: panel.replace.isEnabled())
        assert len(provider.requests) == 1


@on_qt_loop
async def test_t7_panel_is_updated_immediately_when_the_note_becomes_private(home: Path, tmp_path: Path) -> None:
    async with editing(tmp_path / "Lindenweg") as (views, _, provider):
        views.rewrite.open()
        await wait_for_route(views, "are sent to Anthropic")
        set_privacy_rules(views, PrivacyRule(kind="note", value="Boiler.md", answer="never"))
        await wait_for_route(views, "This note is private (by name): no model reads it")
        assert views.rewrite.panel is not None
        assert views.rewrite.panel.route.offered == ()
        set_privacy_rules(views)
        await wait_for_route(views, "are sent to Anthropic")
        assert provider.requests == []


@on_qt_loop
async def test_t7_refusal_names_the_privacy_rule(home: Path, tmp_path: Path) -> None:
    async with editing(tmp_path / "Lindenweg") as (views, _, provider):
        gate = DisclosureGate(provider, views.workspace.ledger, views.workspace.egress_policy)
        views.rewrite._rewriting._answering_model = lambda _label: ChosenModel(gate, "model", "work/model")
        # The rule was added after the route was shown.
        views.rewrite._rewriting._privacy = NO_PRIVATE_NOTES
        set_privacy_rules(views, PrivacyRule(kind="note", value="Boiler.md", answer="local"))
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
