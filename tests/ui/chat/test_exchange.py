"""Tests of exchange.py."""

from tests.support.reviews import write_request
from tests.ui.chat.chat_desk import NO, YES
from tests.ui.chat.scenes import answered, ask, begun, decide, finish, review, start_call
from vaultdesk.agent.run import MessageAdded, RunCancelled, RunFinished
from vaultdesk.agent.transcript_blocks import AnswerBlock, EarlyEndBlock, NoticeBlock, ReasoningBlock, StepBlock
from vaultdesk.chat.messages import Message, Source, TextPart
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.providers.model_events import Noticed, ReasoningArrived, TextArrived, UsageReported
from vaultdesk.tools.runtime.approvals import ApprovalDecision
from vaultdesk.tools.tool import ToolErrorBody, ToolResult
from vaultdesk.ui.chat.exchange import Exchange
from vaultdesk.vault.diff.change_set import NoteChoice

DONE = ToolResult(success=True, data=[])


def kinds(exchange: Exchange) -> list[type]:
    return [type(block) for block in exchange.blocks]


def state(exchange: Exchange) -> str:
    (block,) = (block for block in exchange.blocks if isinstance(block, StepBlock))
    return block.state


def test_thinking_calls_and_text_stand_in_the_order_they_came() -> None:
    exchange = begun()
    exchange.apply(ReasoningArrived("Hm"))
    exchange.apply(ReasoningArrived("m."))
    exchange.apply(TextArrived("Let me look."))
    start_call(exchange, "vault_search", query="x")
    exchange.apply(TextArrived("Found."))
    exchange.apply(Noticed("Asked again."))
    assert kinds(exchange) == [ReasoningBlock, AnswerBlock, StepBlock, AnswerBlock, NoticeBlock]
    assert exchange.text == "Let me look.\n\nFound."


def test_a_call_goes_through_its_states() -> None:
    exchange = begun()
    call = start_call(exchange, "file_read", file_paths=["a.md"])
    states = [state(exchange)]
    request = review(call, "a.md")
    ask(exchange, request)
    states.append(state(exchange))
    decide(exchange, request, YES)
    states.append(state(exchange))
    finish(exchange, call, DONE)
    states.append(state(exchange))
    assert states == ["preparing", "waiting", "running", "done"]


def test_a_refusal_and_a_failure_are_told_apart() -> None:
    refused, failed = begun(), begun()
    call = start_call(refused, "file_read")
    request = review(call)
    decide(refused, request, NO)
    finish(refused, call, ToolResult(success=False, error=ToolErrorBody(code="CANCELLED", message="no")))
    call = start_call(failed, "file_read")
    finish(failed, call, ToolResult(success=False, error=ToolErrorBody(code="TIMEOUT", message="late")))
    assert (state(refused), state(failed)) == ("refused", "failed")


def test_stopping_ends_a_call_that_waits() -> None:
    exchange = begun()
    ask(exchange, review(start_call(exchange, "file_read")))
    exchange.apply(RunCancelled())
    assert (state(exchange), exchange.stopped, exchange.over) == ("cancelled", True, True)


def test_tokens_are_those_of_the_last_report_of_each_turn() -> None:
    exchange = begun()
    for report in (UsageReported(100, 1), UsageReported(100, 20)):
        exchange.apply(report)
    exchange.apply(MessageAdded(Message(role="assistant", parts=(TextPart(text="x"),))))
    exchange.apply(UsageReported(200, 5))
    assert exchange.tokens == 325


def test_sources_are_the_notes_read_and_else_what_a_search_showed() -> None:
    exchange = begun()
    found, read = Source(path="a.md", characters=9), Source(path="b.md", characters=9)
    finish(exchange, start_call(exchange, "vault_search"), DONE, found)
    assert exchange.sources == (found,)
    finish(exchange, start_call(exchange, "file_read"), DONE, read)
    assert exchange.sources == (read,)


def test_an_early_end_is_kept_and_a_usual_one_is_not() -> None:
    early = begun()
    early.apply(RunFinished("length"))
    assert (early.end, answered().end) == (EarlyEndBlock("length"), None)


def test_failing_keeps_what_was_said() -> None:
    exchange = begun()
    exchange.apply(TextArrived("Half"))
    broken = VaultDeskError("Broken")
    exchange.fail(broken)
    assert (exchange.text, exchange.over, exchange.error) == ("Half", True, broken)


def test_before_its_run_began_it_can_fail_or_be_closed() -> None:
    failed, closed = Exchange("Why?"), Exchange("Why?")
    failed.fail(VaultDeskError("Broken"))
    closed.close()
    closed.close()
    assert (failed.over, str(failed.error), failed.stopped) == (True, "Broken", False)
    assert (closed.over, closed.error, closed.stopped, len(closed.blocks)) == (True, None, True, 1)
    assert (closed.message_id, closed.model, closed.seconds, closed.tokens) == ("", "", 0.0, 0)


def test_the_run_and_what_was_left_out_of_its_changes_are_known() -> None:
    exchange = begun()
    assert exchange.run_id == "run_1"
    request = write_request()
    decide(exchange, request, ApprovalDecision(approved=True, changes=(NoteChoice("c6"),)))
    assert exchange.left_out("call_1") == 5
    assert exchange.left_out("call_2") == 0


def test_a_refusal_leaves_nothing_out() -> None:
    exchange = begun()
    decide(exchange, write_request(), NO)
    assert exchange.left_out("call_1") == 0
