"""Tests of chat/importers/message_tree.py."""

from tests.chat.importers.drawing import CHANGED
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.importers.message_tree import (
    MAX_BRANCHES,
    ReadBranch,
    TreeBranch,
    branch_conversations,
    tree_branches,
)
from vaultdesk.chat.messages import Message, TextPart

# Ways through a tree of messages.


def test_the_way_that_was_open_comes_first_and_the_others_say_where_they_turn_off() -> None:
    """
    a ── b ── c
         └─── d ── e
    """
    parents = {"a": None, "b": "a", "c": "b", "d": "b", "e": "d"}

    assert tree_branches(parents, "c", list(parents)) == (
        TreeBranch(("a", "b", "c")),
        TreeBranch(("a", "b", "d", "e"), 2),
    )


def test_without_a_known_end_the_last_message_is_it() -> None:
    parents = {"a": None, "b": "a", "c": "a"}

    assert tree_branches(parents, "gone", list(parents))[0] == TreeBranch(("a", "c"))


def test_nothing_has_no_ways() -> None:
    assert tree_branches({}, "", []) == ()


def test_a_ring_ends_where_it_began() -> None:
    assert tree_branches({"a": "b", "b": "a"}, "", ["a", "b"]) == (TreeBranch(("a", "b")),)


def test_only_so_many_ways_are_followed() -> None:
    parents: dict[str, str | None] = {"root": None} | {str(number): "root" for number in range(100)}

    assert len(tree_branches(parents, "0", list(parents))) == MAX_BRANCHES + 1


# Conversations made of the ways through one.


def said(name: str) -> Message:
    return Message(id=name, role="user", parts=(TextPart(text=name),), created=CHANGED)


def test_a_way_that_says_nothing_new_is_no_branch() -> None:
    a, b, c = said("a"), said("b"), said("c")
    conversation = Conversation(title="T", origin="x:1", pinned=True)
    reads = [ReadBranch((a, b), ("r",), "b"), ReadBranch((a,), (), "hidden"), ReadBranch((a, c), (), "c")]
    main, branch = branch_conversations(conversation, reads)

    assert (main.conversation.messages, main.remarks, main.branch_of) == ((a, b), ("r",), "")
    assert branch.conversation.messages == (a, c)
    assert (branch.conversation.title, branch.conversation.origin) == ("T (branch 2)", "x:1/c")
    assert (branch.branch_of, branch.branch_at, branch.conversation.pinned) == ("x:1", "a", False)
    assert main.conversation.messages == (a, b)
