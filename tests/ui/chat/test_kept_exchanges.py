"""Tests of kept_exchanges.py."""

from tests.ui.chat.scenes import TOOLS
from vaultdesk.agent.transcript_blocks import AnswerBlock, CutBlock, StepBlock
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
from vaultdesk.ui.chat.kept_exchanges import kept_exchanges, last_message_of

NOTE = ContextItem(kind="note", target="Boiler")
READ = ToolCallPart(id="c1", name="file_read", arguments_json="{}", arguments={"file_paths": ["Boiler.md"]})
RESULT = ToolResultPart(
    call_id="c1",
    name="file_read",
    content='{"success": true, "data": []}',
    sources=(Source(path="Boiler.md", characters=90),),
)


def says(text: str, *, cut: bool = False, cost: float = 0.25) -> Message:
    usage = Usage(input_tokens=7, output_tokens=3, cost=cost, seconds=1.5)
    return Message(
        role="assistant", parts=(TextPart(text=text),), model="work/one", agent="House", usage=usage, cut=cut
    )


def conversation() -> Conversation:
    kept = Conversation("Heating")
    kept.extend(
        [
            user_message("What about it?", context=(NOTE,), mode="agent"),
            Message(role="assistant", parts=(READ,), model="work/one"),
            Message(role="tool", parts=(RESULT,)),
            says("It leaks."),
            user_message("And then?"),
            says("Then", cut=True),
        ]
    )
    return kept


def test_a_kept_conversation_is_shown_as_it_was() -> None:
    first, second = kept_exchanges(conversation().messages, TOOLS)
    assert (first.question, first.asked.context, first.asked.mode) == ("What about it?", (NOTE,), "agent")
    assert [type(block) for block in first.blocks] == [StepBlock, AnswerBlock]
    assert (first.text, first.end, first.over) == ("It leaks.", None, True)
    assert [source.path for source in first.sources] == ["Boiler.md"]
    assert (first.agent, first.model, first.tokens, first.cost, first.seconds) == ("House", "work/one", 10, 0.25, 1.5)
    assert (second.question, second.text, second.end) == ("And then?", "Then", CutBlock())


def test_what_stands_before_the_first_question_is_shown_without_one() -> None:
    first, second = kept_exchanges([says("Welcome."), user_message("Hello"), says("Hello.")])
    assert (first.asked.empty, first.text, second.question) == (True, "Welcome.", "Hello")


def test_of_a_long_conversation_nothing_is_folded_before_it_is_looked_at() -> None:
    exchange, _ = kept_exchanges(conversation().messages)
    assert (exchange.tokens, exchange.over, exchange.message_id != "") == (10, True, True)
    assert exchange._folded is None
    assert exchange.blocks
    assert exchange._folded is not None


def test_an_exchange_ends_with_its_last_message() -> None:
    kept = conversation()
    first, second = kept_exchanges(kept.messages)
    assert last_message_of(kept, first) == kept.messages[3].id
    assert last_message_of(kept, second) == kept.messages[5].id
    assert last_message_of(Conversation(), second) == ""
