"""Merging: what went on here and what was edited there are put together, and nothing is lost."""

from vaultdesk.chat.conversation import ChatChoices, Conversation
from vaultdesk.chat.merging import MEANWHILE, ChatState, merged, merged_messages
from vaultdesk.chat.messages import Message, TextPart


def said(name: str, text: str = "") -> Message:
    return Message(id=name, role="user", parts=(TextPart(text=text or name),))


A, B, C, D = (said(name) for name in "abcd")
A2, A3 = said("a", "edited"), said("a", "edited otherwise")


def test_what_one_side_changed_is_as_that_side_has_it() -> None:
    assert merged_messages((A, B), (A, B), (A2, B)) == (A2, B)
    assert merged_messages((A, B), (A2, B), (A, B)) == (A2, B)
    assert merged_messages((A, B), (A2, B), (A2, B)) == (A2, B)


def test_what_is_new_on_both_sides_is_kept_in_its_place() -> None:
    assert merged_messages((A, B), (A, B, C), (A, D, B)) == (A, D, B, C)
    assert merged_messages((), (A,), (B,)) == (A, B)
    assert merged_messages((A,), (A, B, C), (A,)) == (A, B, C)


def test_what_one_side_took_out_is_out_unless_the_other_changed_it() -> None:
    assert merged_messages((A, B, C), (A, B, C), (A, C)) == (A, C)
    assert merged_messages((A, B, C), (A, C), (A, B, C)) == (A, C)
    assert merged_messages((A, B), (A2, B), (B,)) == (A2, B)


def test_a_message_that_both_changed_has_the_words_of_both() -> None:
    (one,) = merged_messages((A,), (A2,), (A3,))
    assert one.parts == (*A2.parts, TextPart(text=f"{MEANWHILE}edited otherwise", hidden=True))
    assert merged_messages((A,), (one,), (A3,)) == (one,), "once is enough"
    grown = said("a", "edited and grown")
    assert merged_messages((A,), (grown,), (A2,)) == (grown,)


def test_each_choice_is_that_of_whoever_made_it() -> None:
    base = ChatState(title="t", choices=ChatChoices("m", None, "chat", ""))
    mine = ChatState(title="t", choices=ChatChoices("m2", None, "chat", ""), pinned=True)
    theirs = ChatState(title="t2", choices=ChatChoices("m", None, "agent", ""), parent="x")
    assert merged(base, mine, theirs) == ChatState((), "t2", ChatChoices("m2", None, "agent", ""), True, "x")


def test_a_state_is_what_the_conversation_is() -> None:
    conversation = Conversation(title="t", pinned=True)
    conversation.append(A)
    assert ChatState.of(conversation) == ChatState((A,), "t", ChatChoices(), True)
    assert ChatState.of(conversation, (A, B)).messages == (A, B)
