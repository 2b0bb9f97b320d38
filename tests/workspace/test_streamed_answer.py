"""StreamedAnswer: an answer as far as it came is a message with an id of its own."""

from tests.support.desk import LOCAL
from vaultdesk.agent.run import RunStarted
from vaultdesk.chat.chat_format import CONFLICTING_EDIT_LABEL
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import Message, ReasoningPart, TextPart, user_message
from vaultdesk.providers.model_events import ReasoningArrived, TextArrived
from vaultdesk.workspace.streamed_answer import StreamedAnswer


def test_it_grows_under_one_id_and_is_cut_until_it_is_over() -> None:
    answer = StreamedAnswer()
    question = user_message("q", mode="agent")
    assert answer.after((question,)) == (question,)
    answer.run = RunStarted("run_1", question, "work/m", LOCAL)
    answer.take(ReasoningArrived("Hm."))
    first = answer.after((question,))[1]
    answer.take(TextArrived("Yes"))
    second = answer.after((question,))[1]
    assert answer.streams
    assert (first.id, first.created) == (second.id, second.created)
    assert second.parts == (ReasoningPart(text="Hm."), TextPart(text="Yes"))
    assert (second.cut, second.model, second.mode) == (True, "work/m", "agent")
    answer.end()
    assert answer.after((question,)) == (question,)


def test_it_is_no_part_of_the_conversation_and_what_was_written_into_it_stays() -> None:
    answer, conversation = StreamedAnswer(), Conversation()
    answer.take(TextArrived("Yes"))
    (partial,) = answer.after(())
    note = TextPart(text=f"{CONFLICTING_EDIT_LABEL}No", hidden=True)
    edited = partial.model_copy(update={"parts": (*partial.parts, note)})
    other = user_message("q")
    assert answer.without((other, edited)) == (other,)
    assert answer.after(())[0].parts == (TextPart(text="Yes"), note)
    whole = Message(role="assistant", parts=(TextPart(text="Yes."),))
    conversation.append(whole)
    answer.settle_into(conversation, whole)
    assert conversation.messages[0].parts == (TextPart(text="Yes."), note)
