"""What the messages of a ChatGPT export say."""

import pytest

from vaultdesk.chat.importers.chatgpt_content import content_of, fenced
from vaultdesk.chat.importers.pictures import PictureLibrary, Pictures


def words(content: object) -> str:
    return content_of({"content": content}, Pictures(PictureLibrary())).words


@pytest.mark.parametrize(
    ("content", "said"),
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
def test_each_kind_of_content_is_told_as_what_it_is(content: object, said: str) -> None:
    assert words(content) == said


def test_what_no_note_can_hold_is_remarked() -> None:
    parts = [{"content_type": "audio_asset_pointer"}, {"content_type": "image_asset_pointer", "asset_pointer": "x"}]
    content = content_of({"content": {"content_type": "multimodal_text", "parts": parts}}, Pictures(PictureLibrary()))

    assert [remark.split(":")[0].split(" was")[0] for remark in content.remarks] == ["A recording", "A picture"]


def test_code_with_fences_inside_is_fenced_by_a_longer_one() -> None:
    assert fenced("```\nx\n```", "md") == "````md\n```\nx\n```\n````"
    assert fenced("x", "a b`c") == "```\nx\n```"
