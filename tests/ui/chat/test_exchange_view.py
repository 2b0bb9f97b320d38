"""Tests of exchange_view.py."""

from PySide6.QtWidgets import QApplication

from tests.ui.chat.scenes import answered, begun, start_call
from vaultdesk.agent.events import RunFailed, RunFinished
from vaultdesk.errors import VaultDeskError
from vaultdesk.providers.events import ReasoningArrived, TextArrived
from vaultdesk.ui.chat.answer_foot import AnswerFoot
from vaultdesk.ui.chat.exchange_view import ExchangeView
from vaultdesk.ui.chat.reasoning_line import ReasoningLine
from vaultdesk.ui.chat.tool_line import ToolLine
from vaultdesk.ui.parts.labels import PlainLabel

ACTIONS = frozenset({"copy", "retry"})


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


def test_copy_gives_the_exact_markdown() -> None:
    view = ExchangeView(answered(text="**Because** of [[Boiler]]."), ACTIONS)
    view.findChildren(AnswerFoot)[0].pressed.emit("copy")
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


def test_a_link_in_the_text_opens_the_note_at_its_heading() -> None:
    view = ExchangeView(answered(text="[[Boiler#House#Decision]]"), ACTIONS)
    opened: list[tuple[str, str]] = []
    view.source_opened.connect(lambda note, heading: opened.append((note, heading)))
    view.answers[0].note_requested.emit("Boiler#House#Decision", False)
    assert opened == [("Boiler", "Decision")]


def test_opening_a_line_tells_the_view_to_hold_still() -> None:
    exchange = begun()
    start_call(exchange, "vault_search", query="x")
    view = ExchangeView(exchange, ACTIONS)
    told: list[bool] = []
    view.unfolded.connect(lambda: told.append(True))
    view.findChildren(ToolLine)[0].set_open(True)
    assert told == [True]
