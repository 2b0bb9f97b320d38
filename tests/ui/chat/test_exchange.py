"""Tests of ui/chat/exchange.py."""

from tests.support.chats import make_conversation
from tests.support.reviews import write_request
from tests.ui.chat.chat_env import NO, YES
from tests.ui.chat.scenes import TOOLS, answered, ask, begun, decide, finish, review, start_call
from vaultdesk.agent.run import MessageAdded, RunCancelled, RunFinished
from vaultdesk.agent.transcript_blocks import (
    AnswerBlock,
    CutBlock,
    EarlyEndBlock,
    NoticeBlock,
    ReasoningBlock,
    StepBlock,
)
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import (
    ContextItem,
    Message,
    Source,
    TextPart,
    ToolCallPart,
    ToolResultPart,
    Usage,
    user_message,
)
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.providers.provider import Noticed, ReasoningArrived, TextArrived, UsageReported
from vaultdesk.tools.runtime.approvals import ApprovalDecision
from vaultdesk.tools.tool import ToolErrorBody, ToolResult
from vaultdesk.ui.chat.exchange import Exchange, conversation_markdown, last_message_of, saved_exchanges
from vaultdesk.vault.change_set import NoteChoice

DONE = ToolResult(success=True, data=[])


def kinds(exchange: Exchange) -> list[type]:
    return [type(block) for block in exchange.blocks]


def state(exchange: Exchange) -> str:
    (block,) = (block for block in exchange.blocks if isinstance(block, StepBlock))
    return block.state


def test_blocks_keep_the_order_of_their_events() -> None:
    exchange = begun()
    exchange.apply(ReasoningArrived("Hm"))
    exchange.apply(ReasoningArrived("m."))
    exchange.apply(TextArrived("Let me look."))
    start_call(exchange, "vault_search", query="x")
    exchange.apply(TextArrived("Found."))
    exchange.apply(Noticed("Asked again."))
    assert kinds(exchange) == [ReasoningBlock, AnswerBlock, StepBlock, AnswerBlock, NoticeBlock]
    assert exchange.text == "Let me look.\n\nFound."


def test_call_goes_through_its_states() -> None:
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


def test_refusal_and_failure_are_distinguished() -> None:
    refused, failed = begun(), begun()
    call = start_call(refused, "file_read")
    request = review(call)
    decide(refused, request, NO)
    finish(refused, call, ToolResult(success=False, error=ToolErrorBody(code="CANCELLED", message="no")))
    call = start_call(failed, "file_read")
    finish(failed, call, ToolResult(success=False, error=ToolErrorBody(code="TIMEOUT", message="late")))
    assert (state(refused), state(failed)) == ("refused", "failed")


def test_stopping_cancels_a_waiting_call() -> None:
    exchange = begun()
    ask(exchange, review(start_call(exchange, "file_read")))
    exchange.apply(RunCancelled())
    assert (state(exchange), exchange.stopped, exchange.is_finished) == ("cancelled", True, True)


def test_tokens_are_those_of_the_last_report_of_each_turn() -> None:
    exchange = begun()
    for report in (UsageReported(100, 1), UsageReported(100, 20)):
        exchange.apply(report)
    exchange.apply(MessageAdded(Message(role="assistant", parts=(TextPart(text="x"),))))
    exchange.apply(UsageReported(200, 5))
    assert exchange.tokens == 325


def test_sources_are_the_notes_read_or_else_the_search_results() -> None:
    exchange = begun()
    hit, read = Source(path="a.md", characters=9), Source(path="b.md", characters=9)
    finish(exchange, start_call(exchange, "vault_search"), DONE, hit)
    assert exchange.sources == (hit,)
    finish(exchange, start_call(exchange, "file_read"), DONE, read)
    assert exchange.sources == (read,)


def test_early_end_is_recorded_and_a_normal_end_is_not() -> None:
    early = begun()
    early.apply(RunFinished("length"))
    assert (early.end, answered().end) == (EarlyEndBlock("length"), None)


def test_failure_keeps_the_received_text() -> None:
    exchange = begun()
    exchange.apply(TextArrived("Half"))
    broken = VaultDeskError("Broken")
    exchange.fail(broken)
    assert (exchange.text, exchange.is_finished, exchange.error) == ("Half", True, broken)


def test_exchange_can_fail_or_be_closed_before_its_run_starts() -> None:
    failed, closed = Exchange("Why?"), Exchange("Why?")
    failed.fail(VaultDeskError("Broken"))
    closed.close()
    closed.close()
    assert (failed.is_finished, str(failed.error), failed.stopped) == (True, "Broken", False)
    assert (closed.is_finished, closed.error, closed.stopped, len(closed.blocks)) == (True, None, True, 1)
    assert (closed.message_id, closed.model, closed.seconds, closed.tokens) == ("", "", 0.0, 0)


def test_run_id_and_the_number_of_omitted_changes_are_known() -> None:
    exchange = begun()
    assert exchange.run_id == "run_1"
    request = write_request()
    decide(exchange, request, ApprovalDecision(approved=True, changes=(NoteChoice("c6"),)))
    assert exchange.left_out("call_1") == 5
    assert exchange.left_out("call_2") == 0


def test_denied_request_has_no_omitted_changes() -> None:
    exchange = begun()
    decide(exchange, write_request(), NO)
    assert exchange.left_out("call_1") == 0


# Saved exchanges.

NOTE = ContextItem(kind="note", target="Boiler")
READ = ToolCallPart(id="c1", name="file_read", arguments_json="{}", arguments={"file_paths": ["Boiler.md"]})
RESULT = ToolResultPart(
    call_id="c1",
    name="file_read",
    content='{"success": true, "data": []}',
    sources=(Source(path="Boiler.md", characters=90),),
)


def assistant_message(text: str, *, cut: bool = False, cost: float = 0.25) -> Message:
    usage = Usage(input_tokens=7, output_tokens=3, cost=cost, seconds=1.5)
    return Message(
        role="assistant", parts=(TextPart(text=text),), model="work/one", agent="House", usage=usage, cut=cut
    )


def conversation() -> Conversation:
    saved = Conversation("Heating")
    saved.extend(
        [
            user_message("What about it?", context=(NOTE,), mode="agent"),
            Message(role="assistant", parts=(READ,), model="work/one"),
            Message(role="tool", parts=(RESULT,)),
            assistant_message("It leaks."),
            user_message("And then?"),
            assistant_message("Then", cut=True),
        ]
    )
    return saved


def test_saved_conversation_is_shown_as_it_was() -> None:
    first, second = saved_exchanges(conversation().messages, TOOLS)
    assert (first.question, first.asked_question.context, first.asked_question.mode) == (
        "What about it?",
        (NOTE,),
        "agent",
    )
    assert [type(block) for block in first.blocks] == [StepBlock, AnswerBlock]
    assert (first.text, first.end, first.is_finished) == ("It leaks.", None, True)
    assert [source.path for source in first.sources] == ["Boiler.md"]
    assert (first.agent, first.model, first.tokens, first.cost, first.seconds) == ("House", "work/one", 10, 0.25, 1.5)
    assert (second.question, second.text, second.end) == ("And then?", "Then", CutBlock())


def test_messages_before_the_first_question_form_an_exchange_without_a_question() -> None:
    first, second = saved_exchanges([assistant_message("Welcome."), user_message("Hello"), assistant_message("Hello.")])
    assert (first.asked_question.is_empty, first.text, second.question) == (True, "Welcome.", "Hello")


def test_blocks_of_a_saved_exchange_are_built_on_first_access() -> None:
    exchange, _ = saved_exchanges(conversation().messages)
    assert (exchange.tokens, exchange.is_finished, exchange.message_id != "") == (10, True, True)
    assert exchange._folded is None
    assert exchange.blocks
    assert exchange._folded is not None


def test_exchange_ends_with_its_last_message() -> None:
    saved = conversation()
    first, second = saved_exchanges(saved.messages)
    assert last_message_of(saved, first) == saved.messages[3].id
    assert last_message_of(saved, second) == saved.messages[5].id
    assert last_message_of(Conversation(), second) == ""


# Conversation markdown.


def test_markdown_lists_questions_steps_and_answers_without_reasoning() -> None:
    stopped = begun("And then?")
    stopped.apply(ReasoningArrived("secret"))
    call = start_call(stopped, "vault_search", query="boiler")
    finish(stopped, call, ToolResult(success=True, data=[]), Source(path="a.md"))
    stopped.apply(TextArrived("Half"))
    stopped.apply(RunCancelled())
    assert conversation_markdown("Title", [answered("Why?", "**Because.**"), stopped]) == (
        "# Title\n\n## You\n\nWhy?\n\n## scripted/one\n\n**Because.**\n\n"
        "## You\n\nAnd then?\n\n## scripted/one\n\n"
        "- Searched notes “boiler” (nothing found · 0.2 s)\n\nHalf\n\n*Stopped*\n"
    )


def test_markdown_of_a_saved_conversation_marks_cut_off_answers() -> None:
    saved = make_conversation("Pump", "Cost?", "It co")
    saved.replace(saved.messages[1].model_copy(update={"cut": True}))
    markdown = conversation_markdown("Pump", saved_exchanges([saved.messages[1], *saved.messages]))
    assert markdown.split("\n\n")[:4] == ["# Pump", "## Assistant", "It co", "*Cut off*"]
    assert markdown.rstrip().endswith("## You\n\nCost?\n\n## work/one\n\nIt co\n\n*Cut off*")
