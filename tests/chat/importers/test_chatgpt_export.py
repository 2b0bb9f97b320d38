"""ChatGPT's export."""

from pathlib import Path

import pytest

from tests.chat.importers.damage import survives
from tests.chat.importers.drawing import CHANGED, fixture
from tests.chat.importers.exports import chatgpt_drawn, chatgpt_text, packed
from vaultdesk.chat.importers.archive import Archive
from vaultdesk.chat.importers.chatgpt_export import is_chatgpt, read_chatgpt
from vaultdesk.chat.importers.pictures import PictureLibrary
from vaultdesk.core.errors import ImportFailed


def test_an_export_gives_exactly_the_expected_conversations(tmp_path: Path) -> None:
    with Archive(packed(tmp_path / "export.zip", "chatgpt")) as archive:
        assert chatgpt_drawn(archive) == fixture("chatgpt-conversations.expected.txt")


def test_what_a_branch_shares_has_the_same_ids_as_where_it_comes_from(tmp_path: Path) -> None:
    item = {
        "id": "c",
        "current_node": "b",
        "mapping": {
            "a": _node(None, "user", "Why?"),
            "b": _node("a", "assistant", "Because."),
            "d": _node("a", "assistant", "For no reason."),
        },
    }
    main, branch = read_chatgpt(item, PictureLibrary(), CHANGED)

    assert main.conversation.messages[0] == branch.conversation.messages[0]
    assert (branch.branch_of, branch.branch_at) == ("chatgpt:c", main.conversation.messages[0].id)
    assert branch.conversation.id != main.conversation.id


def test_messages_in_a_ring_are_read_once() -> None:
    item = {"id": "r", "current_node": "a", "mapping": {"a": _node("b", "user", "one"), "b": _node("a", "user", "two")}}
    (read,) = read_chatgpt(item, PictureLibrary(), CHANGED)

    assert [message.text for message in read.conversation.messages] == ["two", "one"]


def test_what_is_no_conversation_is_refused_in_words() -> None:
    assert not is_chatgpt({"mapping": 3})
    with pytest.raises(ImportFailed, match="no conversation"):
        list(read_chatgpt([], PictureLibrary(), CHANGED))


def test_damage_leads_to_nothing_but_a_refusal() -> None:
    survives(chatgpt_text, fixture("chatgpt-conversations.json"))


def _node(parent: str | None, role: str, said: str) -> dict[str, object]:
    content = {"content_type": "text", "parts": [said]}
    return {"parent": parent, "message": {"author": {"role": role}, "create_time": 1.7e9, "content": content}}
