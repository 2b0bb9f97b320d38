"""Conversations made of the ways through one."""

from tests.chat.importers.drawing import CHANGED
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.importers.branching import Read, branched
from vaultdesk.chat.messages import Message, TextPart


def said(name: str) -> Message:
    return Message(id=name, role="user", parts=(TextPart(text=name),), created=CHANGED)


def test_a_way_that_says_nothing_new_is_no_branch() -> None:
    a, b, c = said("a"), said("b"), said("c")
    conversation = Conversation(title="T", origin="x:1", pinned=True)
    reads = [Read((a, b), ("r",), "b"), Read((a,), (), "hidden"), Read((a, c), (), "c")]
    main, branch = branched(conversation, reads)

    assert (main.conversation.messages, main.remarks, main.branch_of) == ((a, b), ("r",), "")
    assert branch.conversation.messages == (a, c)
    assert (branch.conversation.title, branch.conversation.origin) == ("T (branch 2)", "x:1/c")
    assert (branch.branch_of, branch.branch_at, branch.conversation.pinned) == ("x:1", "a", False)
    assert main.conversation.messages == (a, b)
