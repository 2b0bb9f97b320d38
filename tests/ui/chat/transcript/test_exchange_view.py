"""Tests of ui/chat/transcript/exchange_view.py."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.support.chats import make_conversation
from tests.support.qt_loop import on_qt_loop, until
from tests.ui.agents.agent_env import open_workspace
from tests.ui.chat.scenes import answered, begun, start_call
from vaultdesk.agent.answer_marks import NOT_FROM_NOTES_NOTICE
from vaultdesk.agent.run import RunFailed, RunFinished
from vaultdesk.chat.messages import Message, TextPart, user_message
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.phrases import verbatim
from vaultdesk.providers.provider import (
    Noticed,
    PromptProgress,
    ReasoningArrived,
    TextArrived,
    TextReclassified,
    UsageReported,
)
from vaultdesk.ui.chat.exchange import saved_exchanges
from vaultdesk.ui.chat.transcript.answer_steps import ReasoningLine, ToolLine
from vaultdesk.ui.chat.transcript.answer_view import AnswerFooter, AnswerSource, SourceRow
from vaultdesk.ui.chat.transcript.exchange_view import NOTICE_GAP, ExchangeView, SourceFreshness
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import LinkButton
from vaultdesk.ui.widgets.chips import SourceChip
from vaultdesk.ui.widgets.labels import ElidedLabel, PlainLabel

ACTIONS = frozenset({"copy", "retry"})
QUOTES = (
    "Your notes say:\n\n> The old boiler leaks, see Boiler#Quotes. — [[Boiler]]\n\n"
    "> It costs 18,400 €. — [[Budget#Costs|the budget]]\n\n> The fitter comes on Friday. — [[Boiler]]\n"
)


def test_blocks_become_widgets_once_and_only_the_last_is_updated() -> None:
    exchange = begun()
    view = ExchangeView(exchange, ACTIONS)
    exchange.apply(ReasoningArrived("Hm"))
    exchange.apply(TextArrived("Some"))
    view.refresh()
    before = view.answers
    exchange.apply(TextArrived(" more."))
    view.refresh()
    assert view.answers == before
    assert before[0].toPlainText().strip() == "Some more."
    assert len(view.findChildren(ReasoningLine)) == 1


def test_m2_text_reclassified_as_reasoning_becomes_a_reasoning_line() -> None:
    exchange = begun()
    view = ExchangeView(exchange, ACTIONS)
    exchange.apply(TextArrived("The user wants four."))
    view.refresh()
    exchange.apply(TextReclassified())
    exchange.apply(TextArrived("Four."))
    view.refresh()
    assert [answer.toPlainText().strip() for answer in view.answers] == ["Four."]
    assert len(view.findChildren(ReasoningLine)) == 1


def test_m5_run_without_an_answer_says_so() -> None:
    exchange = begun()
    exchange.apply(RunFinished("silent"))
    view = ExchangeView(exchange, ACTIONS)
    assert any("gave no answer in two attempts" in label.text() for label in view.findChildren(PlainLabel))


def test_notices_are_separated_by_a_gap(qtbot: QtBot) -> None:
    exchange = begun()
    notices = ("The answer is not in the required form. " * 3, "The model gave no answer.")
    for notice in notices:
        exchange.apply(Noticed(verbatim(notice)))
    view = ExchangeView(exchange, ACTIONS)
    qtbot.addWidget(view)
    view.resize(300, 400)
    view.show()
    first, second = (label for label in view.findChildren(PlainLabel) if label.text() in notices)
    assert second.y() - first.geometry().bottom() >= theme().px(NOTICE_GAP)


def test_copy_yields_the_exact_markdown() -> None:
    view = ExchangeView(answered(text="**Because** of [[Boiler]]."), ACTIONS)
    view.findChildren(AnswerFooter)[0].pressed.emit("copy")
    assert QApplication.clipboard().text() == "**Because** of [[Boiler]]."


def test_failure_offers_the_other_model_only_if_there_is_one() -> None:
    for other, count in (("", 1), ("Offline assistant", 2)):
        exchange = begun()
        exchange.apply(RunFailed(VaultDeskError("No network", hint="Check the cable.")))
        view = ExchangeView(exchange, ACTIONS, other)
        assert view.failure is not None
        assert len(view.failure.banner.links) == count


def test_answer_cut_by_the_length_limit_says_so() -> None:
    exchange = begun()
    exchange.apply(TextArrived("Half"))
    exchange.apply(RunFinished("length"))
    view = ExchangeView(exchange, ACTIONS)
    texts = [label.text() for label in view.findChildren(PlainLabel)]
    assert any("length limit" in text for text in texts)


def test_answer_stopped_for_repetition_says_so() -> None:
    exchange = begun()
    exchange.apply(TextArrived("Half"))
    exchange.apply(RunFinished("repetition"))
    texts = [label.text() for label in ExchangeView(exchange, ACTIONS).findChildren(PlainLabel)]
    assert "The model only repeated itself, so the answer was stopped." in texts


def test_r4_prompt_progress_is_shown_under_the_last_step() -> None:
    exchange = begun()
    view = ExchangeView(exchange, ACTIONS)
    view.resize(500, 600)
    view.show()
    (label,) = [candidate for candidate in view.findChildren(PlainLabel) if candidate.text() == "Asking…"]
    exchange.apply(PromptProgress(0, 8))
    view.refresh()
    assert (label.text(), label.isVisible()) == ("Reading the notes: 0 %", True)
    start_call(exchange, "vault_search")
    view.refresh()
    assert not label.isVisible()
    exchange.apply(PromptProgress(4, 8))
    view.refresh()
    (line,) = view.findChildren(ToolLine)
    QApplication.processEvents()
    assert (label.text(), label.isVisible()) == ("Reading the notes: 50 %", True)
    assert label.geometry().top() >= line.geometry().bottom()
    exchange.apply(TextArrived("Yes."))
    view.refresh()
    assert not label.isVisible()
    view.hide()


def record_opened(view: ExchangeView) -> list[tuple[str, str, str]]:
    opened: list[tuple[str, str, str]] = []
    view.source_opened.connect(lambda *source: opened.append(source))
    return opened


def test_link_in_the_text_opens_the_note_at_its_heading() -> None:
    view = ExchangeView(answered(text="[[Boiler#House#Decision]]"), ACTIONS)
    opened = record_opened(view)
    view.answers[0].note_requested.emit("Boiler#House#Decision", False)
    assert opened == [("Boiler", "Decision", "")]


def test_chip_opens_the_text_cited_by_the_first_link_to_its_note() -> None:
    view = ExchangeView(answered(text=QUOTES), ACTIONS)
    opened = record_opened(view)
    for chip in view.findChildren(SourceChip):
        chip.click()
    assert opened == [
        ("Boiler", "", "The old boiler leaks, see Boiler#Quotes."),
        ("Budget", "Costs", "It costs 18,400 €."),
    ]


def test_click_on_a_later_link_opens_the_text_cited_by_that_link() -> None:
    view = ExchangeView(answered(text=QUOTES), ACTIONS)
    view.resize(500, 600)
    view.show()
    opened = record_opened(view)
    (answer,) = view.answers
    link = QTextCursor(answer.rendered_document)
    link.setPosition(answer.toPlainText().rindex("Boiler") + 3)
    QTest.mouseClick(answer.viewport(), Qt.MouseButton.LeftButton, pos=answer.cursorRect(link).center())
    view.hide()
    assert opened == [("Boiler", "", "The fitter comes on Friday.")]


def test_expanding_a_step_emits_unfolded() -> None:
    exchange = begun()
    start_call(exchange, "vault_search", query="x")
    view = ExchangeView(exchange, ACTIONS)
    emitted: list[bool] = []
    view.unfolded.connect(lambda: emitted.append(True))
    view.findChildren(ToolLine)[0].set_open(True)
    assert emitted == [True]


def test_footer_shows_tokens_and_the_cost_if_it_is_known() -> None:
    for cost, text in ((None, "4,120 tokens"), (0.0141, "4,120 tokens · $0.014")):
        exchange = begun()
        exchange.apply(UsageReported(4_000, 120, cost=cost))
        exchange.apply(TextArrived("Because."))
        exchange.apply(RunFinished("end"))
        view = ExchangeView(exchange, ACTIONS)
        footer = view.findChildren(AnswerFooter)[0]
        assert [label.text().rpartition(" · ")[0] for label in footer.findChildren(ElidedLabel)] == [text]


def test_undo_is_offered_under_finished_and_failed_answers() -> None:
    failed = begun()
    failed.fail(VaultDeskError("The provider is down"))
    for exchange in (answered(), failed):
        view = ExchangeView(exchange, ACTIONS)
        emitted: list[tuple[str, bool]] = []
        view.undo_pressed.connect(lambda *arguments, emitted=emitted: emitted.append(arguments))
        view.set_undo("Undo 2 changes", redo=False)
        (footer,) = view.findChildren(AnswerFooter)
        footer.undo_button.click()
        view.set_undo("Redo", redo=True)
        footer.undo_button.click()
        assert emitted == [("run_1", False), ("run_1", True)]


def test_failed_answer_without_changes_has_no_footer() -> None:
    failed = begun()
    failed.fail(VaultDeskError("The provider is down"))
    view = ExchangeView(failed, ACTIONS)
    view.set_undo("", redo=False)
    assert view.findChildren(AnswerFooter) == []


def test_saved_exchanges_are_shown_as_they_were() -> None:
    conversation = make_conversation("Pump", "Cost?", "See [[Budget]].", "And?", "It co")
    conversation.replace(conversation.messages[3].model_copy(update={"cut": True}))
    conversation.append(user_message("Why?"))
    complete, cut, unanswered = (ExchangeView(exchange, ACTIONS) for exchange in saved_exchanges(conversation.messages))
    (footer,) = complete.findChildren(AnswerFooter)
    assert footer.facts.text() == "15 tokens · 1.5 s"
    assert footer.facts.accessibleDescription().startswith("work/one\n")
    assert [chip.accessibleName() for chip in complete.findChildren(SourceChip)] == ["1 Budget"]
    assert (complete.cut, cut.cut is not None) == (None, True)
    assert unanswered.cut is not None
    assert unanswered.cut.text() == "This question has no answer."
    emitted: list[bool] = []
    unanswered.retry_requested.connect(lambda: emitted.append(True))
    unanswered.cut.links[0].click()
    assert emitted == [True]


def test_footer_requests_a_branch_and_another_model() -> None:
    view = ExchangeView(answered(), frozenset({"branch", "ask-other"}))
    emitted: list[object] = []
    view.branch_requested.connect(lambda: emitted.append("branch"))
    view.ask_other_requested.connect(emitted.append)
    (footer,) = view.findChildren(AnswerFooter)
    footer.button("branch").click()
    footer.button("ask-other").click()
    assert emitted == ["branch", footer.button("ask-other")]


def test_exchange_without_a_question_has_no_card() -> None:
    message = Message(role="assistant", parts=(TextPart(text="Welcome."),))
    (exchange,) = saved_exchanges([message])
    view = ExchangeView(exchange, ACTIONS)
    assert view.card.isHidden()
    assert view.answers[0].toPlainText().strip() == "Welcome."


# Source freshness: the chip of an indexed note states its age, and that of a missing note does not.


class ShownExchange:
    """Stands in for an exchange view whose sources are shown."""

    def __init__(self, row: SourceRow) -> None:
        self.source_row = row
        self.sources_shown = row.opened  # any signal; this test does not emit it


@on_qt_loop
async def test_source_chip_states_how_fresh_it_is(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        await workspace.indexer.settled()
        (note, *_) = await workspace.searcher.tree()
        row = SourceRow([AnswerSource(1, note.path, ""), AnswerSource(2, "Nobody wrote this", "")])
        SourceFreshness(workspace.searcher, row).follow(ShownExchange(row))  # type: ignore[arg-type]  # the members that are used
        known, unknown = row.findChildren(SourceChip)
        await until(lambda: "Indexed" in known.toolTip())
        assert "Changed: " in known.toolTip()
        assert note.path in known.toolTip()
        assert "Indexed" in known.accessibleDescription()
        assert "Indexed" not in unknown.toolTip()


def test_quotes_are_offered_under_an_answer_that_was_not_taken_from_the_notes(qtbot: QtBot) -> None:
    exchange = begun()
    exchange.apply(TextArrived("It costs a lot."))
    exchange.apply(Noticed(NOT_FROM_NOTES_NOTICE))
    exchange.apply(RunFinished("end"))
    view = ExchangeView(exchange, ACTIONS)
    texts = [label.text() for label in view.findChildren(PlainLabel)]
    assert "This answer was not taken from your notes." in texts
    assert "Not from your notes." not in texts, "one sentence says it"
    (button,) = [link for link in view.findChildren(LinkButton) if link.text() == "Show quotes from my notes"]
    with qtbot.waitSignal(view.quotes_requested, timeout=30_000):
        button.click()
    assert not button.isEnabled(), "one search at a time"
    view.quotes_failed()
    assert button.isEnabled()
    view.show_quotes(QUOTES)
    assert button.isHidden()
    assert view.quotes is not None
    assert "The old boiler leaks" in view.quotes.toPlainText()
    with qtbot.waitSignal(view.source_opened, timeout=30_000) as opened:
        view.quotes.note_requested.emit("Boiler", False)
    assert opened.args is not None
    assert opened.args[0] == "Boiler"


def test_answer_without_a_mark_offers_no_quotes() -> None:
    view = ExchangeView(answered(text="Because of [[Boiler]]."), ACTIONS)
    assert "Show quotes from my notes" not in [link.text() for link in view.findChildren(LinkButton)]
