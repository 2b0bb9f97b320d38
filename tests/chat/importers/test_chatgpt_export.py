"""Tests of chat/importers/chatgpt_export.py."""

from pathlib import Path

import pytest

from tests.chat.importers.damage import read_damaged
from tests.chat.importers.drawing import CHANGED, fixture
from tests.chat.importers.exports import chatgpt_drawn, chatgpt_text, packed
from tests.support.growth import check_linear, repeated
from vaultdesk.chat.importers.chatgpt_export import (
    fence_code,
    is_chatgpt,
    read_chatgpt,
    read_chatgpt_content,
    resolve_citations,
)
from vaultdesk.chat.importers.export_archive import ChatPictures, ExportArchive, PictureLibrary
from vaultdesk.core.errors import ImportFailed

# Citation marks in ChatGPT's answers.

CITE = "\ue200cite\ue202turn0search0\ue201"


def test_a_mark_is_replaced_by_the_link_of_its_reference() -> None:
    references = [{"matched_text": CITE, "alt": "([x.org](https://x.org/a))"}]

    assert (
        resolve_citations(f"So it is. {CITE}", {"content_references": references})
        == "So it is. ([x.org](https://x.org/a))"
    )


def test_a_mark_without_a_reference_is_removed_with_the_space_before_it() -> None:
    assert resolve_citations(f"So it is {CITE}. Old 【12†source】mark.", {}) == "So it is. Oldmark."


def test_an_entity_is_replaced_by_its_name() -> None:
    assert resolve_citations('In \ue200entity\ue202["city","Kiel"]\ue201!', {}) == "In Kiel!"


def test_unpaired_marks_are_removed() -> None:
    assert resolve_citations("a\ue200b\ue203c\ue204", {}) == "abc"


def test_hostile_marks_are_read_in_linear_time() -> None:
    references = {"content_references": [{"matched_text": 3}] * 1000}
    unit = "\ue200" + "x\ue202" * 500

    check_linear(lambda text: resolve_citations(text, references), repeated(unit), 80_000)
    check_linear(lambda text: resolve_citations(text, references), repeated("x\ue202", before="\ue200"), 80_000)


# The content of messages in a ChatGPT export.


def content_text(content: object) -> str:
    return read_chatgpt_content({"content": content}, ChatPictures(PictureLibrary())).text


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ({"content_type": "text", "parts": ["one", "two"]}, "one\n\ntwo"),
        ({"content_type": "code", "language": "c++", "text": "x;"}, "```c++\nx;\n```"),
        ({"content_type": "sonic_webpage", "title": "T", "url": "u", "text": "page"}, "T u\npage"),
        ({"content_type": "execution_output", "text": "42"}, "42"),
        ({"content_type": "tether_browsing_display", "result": "three hits"}, "three hits"),
        ({"content_type": "reasoning_recap", "content": "Thought for 2 s"}, ""),
        ({"content_type": "multimodal_text", "parts": [{"content_type": "audio_transcription", "text": "hi"}]}, "hi"),
        ({"content_type": "unheard", "parts": ["of"]}, "of"),
        ({"content_type": "text", "parts": {"no": "list"}}, ""),
        (None, ""),
    ],
)
def test_each_content_type_is_read_as_its_text(content: object, expected: str) -> None:
    assert content_text(content) == expected


def test_content_that_a_note_cannot_hold_gets_a_remark() -> None:
    parts = [{"content_type": "audio_asset_pointer"}, {"content_type": "image_asset_pointer", "asset_pointer": "x"}]
    content = read_chatgpt_content(
        {"content": {"content_type": "multimodal_text", "parts": parts}}, ChatPictures(PictureLibrary())
    )

    assert [remark.split(":")[0].split(" was")[0] for remark in content.remarks] == ["A recording", "A picture"]


def test_code_that_contains_a_fence_gets_a_longer_fence() -> None:
    assert fence_code("```\nx\n```", "md") == "````md\n```\nx\n```\n````"
    assert fence_code("x", "a b`c") == "```\nx\n```"


# A complete ChatGPT export.


def test_an_export_gives_exactly_the_expected_conversations(tmp_path: Path) -> None:
    with ExportArchive(packed(tmp_path / "export.zip", "chatgpt")) as archive:
        assert chatgpt_drawn(archive) == fixture("chatgpt-conversations.expected.txt")


def test_a_branch_shares_the_message_ids_of_its_origin(tmp_path: Path) -> None:
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


def test_a_cycle_of_messages_is_read_once() -> None:
    item = {"id": "r", "current_node": "a", "mapping": {"a": _node("b", "user", "one"), "b": _node("a", "user", "two")}}
    (imported,) = read_chatgpt(item, PictureLibrary(), CHANGED)

    assert [message.text for message in imported.conversation.messages] == ["two", "one"]


def test_an_object_that_is_not_a_conversation_is_refused() -> None:
    assert not is_chatgpt({"mapping": 3})
    with pytest.raises(ImportFailed, match="not a conversation"):
        list(read_chatgpt([], PictureLibrary(), CHANGED))


def test_damaged_text_raises_only_import_failed() -> None:
    read_damaged(chatgpt_text, fixture("chatgpt-conversations.json"))


def _node(parent: str | None, role: str, message_text: str) -> dict[str, object]:
    content = {"content_type": "text", "parts": [message_text]}
    return {"parent": parent, "message": {"author": {"role": role}, "create_time": 1.7e9, "content": content}}


# The model of an answer.


@pytest.mark.parametrize(
    ("default", "own", "model"),
    [
        ("gpt-5-thinking", "", "openai/gpt-5-thinking"),
        ("gpt-5-thinking", "gpt-5-mini", "openai/gpt-5-mini"),
        ("auto", "", ""),
        ("", "", ""),
    ],
)
def test_m16_an_answer_without_a_model_has_the_model_of_the_conversation(default: str, own: str, model: str) -> None:
    def node(name: str, parent: str | None, role: str, metadata: dict[str, str]) -> dict[str, object]:
        content = {"content_type": "text", "parts": [name]}
        message = {"id": name, "author": {"role": role}, "content": content, "metadata": metadata}
        return {"id": name, "parent": parent, "message": message}

    mapping = {"u": node("u", None, "user", {}), "a": node("a", "u", "assistant", {"model_slug": own} if own else {})}
    chat = {"conversation_id": "c", "default_model_slug": default, "current_node": "a", "mapping": mapping}
    (imported,) = read_chatgpt(chat, PictureLibrary(), CHANGED)

    assert [message.model for message in imported.conversation.messages] == ["", model]
