"""Tests of ui/chat/transcript/exchange_view.py."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.support.chats import led
from tests.support.qt_loop import on_qt_loop, until
from tests.ui.agents.agent_desk import open_workspace
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


def test_blocks_become_widgets_once_and_only_the_last_grows() -> None:
    exchange = begun()
    view = ExchangeView(exchange, ACTIONS)
    exchange.apply(ReasoningArrived("Hm"))
    exchange.apply(TextArrived("Some"))
    view.renew()
    before = view.answers
    exchange.apply(TextArrived(" more."))
    view.renew()
    assert view.answers == before
    assert before[0].toPlainText().strip() == "Some more."
    assert len(view.findChildren(ReasoningLine)) == 1


def test_m2_text_that_turns_out_to_be_reasoning_becomes_a_line_of_reasoning() -> None:
    exchange = begun()
    view = ExchangeView(exchange, ACTIONS)
    exchange.apply(TextArrived("The user wants four."))
    view.renew()
    exchange.apply(TextReclassified())
    exchange.apply(TextArrived("Four."))
    view.renew()
    assert [answer.toPlainText().strip() for answer in view.answers] == ["Four."]
    assert len(view.findChildren(ReasoningLine)) == 1


def test_m5_a_run_without_an_answer_says_so() -> None:
    exchange = begun()
    exchange.apply(RunFinished("silent"))
    view = ExchangeView(exchange, ACTIONS)
    assert any("gave no answer in two attempts" in label.text() for label in view.findChildren(PlainLabel))


def test_notices_stand_apart_from_one_another(qtbot: QtBot) -> None:
    exchange = begun()
    notices = ("The answer is not in the required form. " * 3, "The model gave no answer.")
    for notice in notices:
        exchange.apply(Noticed(verbatim(notice)))
    view = ExchangeView(exchange, ACTIONS)
    qtbot.addWidget(view)
    view.resize(300, 400)
    view.show()
    first, second = (one for one in view.findChildren(PlainLabel) if one.text() in notices)
    assert second.y() - first.geometry().bottom() >= theme().px(NOTICE_GAP)


def test_copy_gives_the_exact_markdown() -> None:
    view = ExchangeView(answered(text="**Because** of [[Boiler]]."), ACTIONS)
    view.findChildren(AnswerFooter)[0].pressed.emit("copy")
    assert QApplication.clipboard().text() == "**Because** of [[Boiler]]."


def test_a_failure_offers_the_other_model_only_where_there_is_one() -> None:
    for other, count in (("", 1), ("Offline assistant", 2)):
        exchange = begun()
        exchange.apply(RunFailed(VaultDeskError("No network", hint="Check the cable.")))
        view = ExchangeView(exchange, ACTIONS, other)
        assert view.failure is not None
        assert len(view.failure.banner.links) == count


def test_an_answer_cut_by_its_length_says_so() -> None:
    exchange = begun()
    exchange.apply(TextArrived("Half"))
    exchange.apply(RunFinished("length"))
    view = ExchangeView(exchange, ACTIONS)
    words = [label.text() for label in view.findChildren(PlainLabel)]
    assert any("length limit" in text for text in words)


def test_an_answer_that_repeated_itself_says_so() -> None:
    exchange = begun()
    exchange.apply(TextArrived("Half"))
    exchange.apply(RunFinished("repetition"))
    text = [label.text() for label in ExchangeView(exchange, ACTIONS).findChildren(PlainLabel)]
    assert "The model only repeated itself, so the answer was stopped." in text


def test_r4_while_the_prompt_is_read_its_share_stands_under_the_last_step() -> None:
    exchange = begun()
    view = ExchangeView(exchange, ACTIONS)
    view.resize(500, 600)
    view.show()
    (label,) = [one for one in view.findChildren(PlainLabel) if one.text() == "Asking…"]
    exchange.apply(PromptProgress(0, 8))
    view.renew()
    assert (label.text(), label.isVisible()) == ("Reading the notes: 0 %", True)
    start_call(exchange, "vault_search")
    view.renew()
    assert not label.isVisible()
    exchange.apply(PromptProgress(4, 8))
    view.renew()
    (line,) = view.findChildren(ToolLine)
    QApplication.processEvents()
    assert (label.text(), label.isVisible()) == ("Reading the notes: 50 %", True)
    assert label.geometry().top() >= line.geometry().bottom()
    exchange.apply(TextArrived("Yes."))
    view.renew()
    assert not label.isVisible()
    view.hide()


def opened_of(view: ExchangeView) -> list[tuple[str, str, str]]:
    opened: list[tuple[str, str, str]] = []
    view.source_opened.connect(lambda *source: opened.append(source))
    return opened


def test_a_link_in_the_text_opens_the_note_at_its_heading() -> None:
    view = ExchangeView(answered(text="[[Boiler#House#Decision]]"), ACTIONS)
    opened = opened_of(view)
    view.answers[0].note_requested.emit("Boiler#House#Decision", False)
    assert opened == [("Boiler", "Decision", "")]


def test_a_chip_opens_the_words_before_the_first_link_to_its_note() -> None:
    view = ExchangeView(answered(text=QUOTES), ACTIONS)
    opened = opened_of(view)
    for chip in view.findChildren(SourceChip):
        chip.click()
    assert opened == [
        ("Boiler", "", "The old boiler leaks, see Boiler#Quotes."),
        ("Budget", "Costs", "It costs 18,400 €."),
    ]


def test_a_click_on_a_later_link_to_the_same_note_opens_the_words_before_that_link() -> None:
    view = ExchangeView(answered(text=QUOTES), ACTIONS)
    view.resize(500, 600)
    view.show()
    opened = opened_of(view)
    (answer,) = view.answers
    link = QTextCursor(answer.rendered_document)
    link.setPosition(answer.toPlainText().rindex("Boiler") + 3)
    QTest.mouseClick(answer.viewport(), Qt.MouseButton.LeftButton, pos=answer.cursorRect(link).center())
    view.hide()
    assert opened == [("Boiler", "", "The fitter comes on Friday.")]


def test_opening_a_line_tells_the_view_to_hold_still() -> None:
    exchange = begun()
    start_call(exchange, "vault_search", query="x")
    view = ExchangeView(exchange, ACTIONS)
    emitted: list[bool] = []
    view.unfolded.connect(lambda: emitted.append(True))
    view.findChildren(ToolLine)[0].set_open(True)
    assert emitted == [True]


def test_the_foot_tells_tokens_and_the_cost_where_it_is_known() -> None:
    for cost, text in ((None, "4,120 tokens"), (0.0141, "4,120 tokens · $0.014")):
        exchange = begun()
        exchange.apply(UsageReported(4_000, 120, cost=cost))
        exchange.apply(TextArrived("Because."))
        exchange.apply(RunFinished("end"))
        view = ExchangeView(exchange, ACTIONS)
        footer = view.findChildren(AnswerFooter)[0]
        assert [label.text().rpartition(" · ")[0] for label in footer.findChildren(ElidedLabel)] == [text]


def test_the_way_back_stands_under_an_answer_and_under_one_that_failed() -> None:
    failed = begun()
    failed.fail(VaultDeskError("The provider is down"))
    for exchange in (answered(), failed):
        view = ExchangeView(exchange, ACTIONS)
        emitted: list[tuple[str, bool]] = []
        view.undo_pressed.connect(lambda *what, emitted=emitted: emitted.append(what))
        view.set_undo("Undo 2 changes", redo=False)
        (footer,) = view.findChildren(AnswerFooter)
        footer.undo_button.click()
        view.set_undo("Redo", redo=True)
        footer.undo_button.click()
        assert emitted == [("run_1", False), ("run_1", True)]


def test_where_nothing_was_changed_a_failed_answer_gets_no_foot() -> None:
    failed = begun()
    failed.fail(VaultDeskError("The provider is down"))
    view = ExchangeView(failed, ACTIONS)
    view.set_undo("", redo=False)
    assert view.findChildren(AnswerFooter) == []


def test_what_was_read_back_is_shown_as_it_was() -> None:
    conversation = led("Pump", "Cost?", "See [[Budget]].", "And?", "It co")
    conversation.replace(conversation.messages[3].model_copy(update={"cut": True}))
    conversation.append(user_message("Why?"))
    whole, cut, unanswered = (ExchangeView(one, ACTIONS) for one in saved_exchanges(conversation.messages))
    (footer,) = whole.findChildren(AnswerFooter)
    assert footer.facts.text() == "15 tokens · 1.5 s"
    assert footer.facts.accessibleDescription().startswith("work/one\n")
    assert [chip.accessibleName() for chip in whole.findChildren(SourceChip)] == ["1 Budget"]
    assert (whole.cut, cut.cut is not None) == (None, True)
    assert unanswered.cut is not None
    assert unanswered.cut.text() == "This question has no answer."
    emitted: list[bool] = []
    unanswered.retry_requested.connect(lambda: emitted.append(True))
    unanswered.cut.links[0].click()
    assert emitted == [True]


def test_the_foot_asks_for_a_branch_and_for_another_model() -> None:
    view = ExchangeView(answered(), frozenset({"branch", "ask-other"}))
    emitted: list[object] = []
    view.branch_requested.connect(lambda: emitted.append("branch"))
    view.ask_other_requested.connect(emitted.append)
    (footer,) = view.findChildren(AnswerFooter)
    footer.button("branch").click()
    footer.button("ask-other").click()
    assert emitted == ["branch", footer.button("ask-other")]


def test_what_stands_before_the_first_question_has_no_card() -> None:
    said = Message(role="assistant", parts=(TextPart(text="Welcome."),))
    (exchange,) = saved_exchanges([said])
    view = ExchangeView(exchange, ACTIONS)
    assert view.card.isHidden()
    assert view.answers[0].toPlainText().strip() == "Welcome."


# Source ages: the chip of a note tells how fresh it is, one of a note that is gone tells nothing.


class Shown:
    """An exchange whose sources stand there already."""

    def __init__(self, row: SourceRow) -> None:
        self.source_row = row
        self.sources_shown = row.opened  # a signal; nothing more is shown in this test


@on_qt_loop
async def test_a_source_says_how_fresh_it_is(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        await workspace.indexer.settled()
        (note, *_) = await workspace.searcher.tree()
        row = SourceRow([AnswerSource(1, note.path, ""), AnswerSource(2, "Nobody wrote this", "")])
        SourceFreshness(workspace.searcher, row).follow(Shown(row))  # type: ignore[arg-type]  # as much of it as is looked at
        known, unknown = row.findChildren(SourceChip)
        await until(lambda: "Indexed" in known.toolTip())
        assert "Changed: " in known.toolTip()
        assert note.path in known.toolTip()
        assert "Indexed" in known.accessibleDescription()
        assert "Indexed" not in unknown.toolTip()


def test_quotes_from_the_notes_are_offered_under_a_marked_answer_and_shown_there(qtbot: QtBot) -> None:
    exchange = begun()
    exchange.apply(TextArrived("It costs a lot."))
    exchange.apply(Noticed(NOT_FROM_NOTES_NOTICE))
    exchange.apply(RunFinished("end"))
    view = ExchangeView(exchange, ACTIONS)
    text = [label.text() for label in view.findChildren(PlainLabel)]
    assert "This answer was not taken from your notes." in text
    assert "Not from your notes." not in text, "one sentence says it"
    (button,) = [one for one in view.findChildren(LinkButton) if one.text() == "Show quotes from my notes"]
    with qtbot.waitSignal(view.quotes_requested):
        button.click()
    assert not button.isEnabled(), "one search at a time"
    view.quotes_failed()
    assert button.isEnabled()
    view.show_quotes(QUOTES)
    assert button.isHidden()
    assert view.quotes is not None
    assert "The old boiler leaks" in view.quotes.toPlainText()
    with qtbot.waitSignal(view.source_opened) as opened:
        view.quotes.note_requested.emit("Boiler", False)
    assert opened.args is not None
    assert opened.args[0] == "Boiler"


def test_an_answer_without_marks_offers_no_quotes() -> None:
    view = ExchangeView(answered(text="Because of [[Boiler]]."), ACTIONS)
    assert "Show quotes from my notes" not in [one.text() for one in view.findChildren(LinkButton)]
