"""Tests of chat/note_format/part_blocks.py."""

import base64

import pytest

from vaultdesk.chat.conversation import Checkpoint
from vaultdesk.chat.messages import (
    ContextItem,
    ImagePart,
    ProviderPart,
    ReasoningPart,
    Source,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from vaultdesk.chat.note_format.chat_markup import Marker
from vaultdesk.chat.note_format.chat_reader import UNKNOWN_TIME
from vaultdesk.chat.note_format.part_blocks import (
    callout_parts,
    checkpoint_lines,
    context_lines,
    equal_in_json,
    image_bytes,
    image_file_name,
    image_parts,
    irregular_base64,
    is_embeddable,
    no_pictures,
    parsed_arguments,
    part_lines,
    plain_line,
    provider_part,
    read_checkpoint,
    read_context_item,
    read_sources,
    read_time,
    text_part,
    validated_or_none,
)

# Pictures: files are named after their bytes, and what no file can hold stays in the note.


def picture(data: str) -> ImagePart:
    return ImagePart(media_type="image/jpeg", data=data)


def test_the_same_bytes_have_the_same_name() -> None:
    one, other = picture(base64.b64encode(b"one").decode()), picture(base64.b64encode(b"other").decode())
    assert image_file_name(one) == image_file_name(picture(one.data))
    assert image_file_name(one) != image_file_name(other)
    assert image_file_name(one).endswith(".jpg")
    assert image_bytes(one) == b"one"
    assert irregular_base64(one) == ""


@pytest.mark.parametrize("data", ["no base64", "YQ", "YR==", "YQ==\n", "é"])
def test_text_that_is_no_plain_base64_stays_in_the_note(data: str) -> None:
    assert image_bytes(picture(data)) is None
    assert irregular_base64(picture(data)) == data


def test_a_link_can_name_most_files() -> None:
    assert [is_embeddable(path) for path in ("a/b c.png", "", "a#b.png", "a|b.png", "a]].png")] == [
        True,
        False,
        False,
        False,
        False,
    ]
    assert no_pictures("a.png") is None


# Blocks: each part has a short line for people, made of hostile text without its signs.


def test_a_call_tells_what_it_is_about() -> None:
    call = ToolCallPart(
        id="c", name="vault_search", arguments_json='{"query": "[[x]] <b>"}', arguments={"query": "[[x]] <b>"}
    )
    assert part_lines(call, image_file_name, after_text=False) == [
        "> [!example]- vault search: x b",
        "> <!-- vaultdesk:call c vault_search -->",
        "> ```json",
        '> {"query": "[[x]] <b>"}',
        "> ```",
    ]


def test_a_result_tells_its_notes_and_whether_it_worked() -> None:
    sources = (Source(path="A/Boiler.md", characters=1), Source(path="B/Budget.md"))
    result = ToolResultPart(call_id="c", name="file_read", content="a ```` b", is_error=True, sources=sources)
    lines = part_lines(result, image_file_name, after_text=False)
    assert lines[0] == "> [!failure]- file read did not work: Boiler, Budget"
    assert lines[2:] == ["> `````json", "> a ```` b", "> `````"]


def test_words_after_words_need_a_marker() -> None:
    assert part_lines(TextPart(text="a"), image_file_name, after_text=False) == ["a"]
    assert part_lines(TextPart(text="a"), image_file_name, after_text=True) == ["<!-- vaultdesk:text -->", "", "a"]


def test_what_is_for_no_model_is_folded_away() -> None:
    assert part_lines(TextPart(text="a\n\nb", hidden=True), image_file_name, after_text=False) == [
        "> [!quote]- Not sent to the model",
        "> <!-- vaultdesk:hidden -->",
        "> a",
        ">",
        "> b",
    ]
    assert part_lines(ProviderPart(family="f", item=None), image_file_name, after_text=False) == [
        '<!-- vaultdesk:provider {"family":"f","item":[null]} -->'
    ]
    point = Checkpoint("msg_1", "sum", UNKNOWN_TIME)
    assert checkpoint_lines(point)[2:] == ["> sum"]


def test_context_is_linked_where_it_is_a_note() -> None:
    lines = context_lines((ContextItem(kind="note", target="A/b"), ContextItem(kind="tag", target="x]]y")))
    assert lines[2:] == ["> - [[A/b]]", "> - tag: x y"]


def test_arguments_are_read_leniently_and_compared_strictly() -> None:
    assert parsed_arguments("") == {}
    assert parsed_arguments("[1]") is None
    assert parsed_arguments("{" * 100_000) is None
    assert equal_in_json({"a": 1}, {"a": 1})
    assert not equal_in_json({"a": 1}, {"a": True})
    assert not equal_in_json(None, {})


def test_signs_are_taken_out_of_a_line() -> None:
    assert plain_line("a\n**b** \u202e[[c]]\x9b \udc00") == "a b c"


# Parts: what blocks say, however they were edited, is read without a raise.


def test_a_call_is_read_from_its_fence() -> None:
    lines = ["> [!example]- x", "> marker", "> ```json", '> {"a": 1}', "> ```"]
    assert callout_parts(lines, Marker("call", {"id": "c", "name": "n"})) == [
        ToolCallPart(id="c", name="n", arguments_json='{"a": 1}', arguments={"a": 1})
    ]
    kept = callout_parts(lines, Marker("call", {"id": "c", "name": "n", "arguments": [None], "problem": "why"}))[0]
    assert isinstance(kept, ToolCallPart)
    assert (kept.arguments, kept.problem) == (None, "why")


@pytest.mark.parametrize("body", [[], [">"], ["> no fence"], ["> ```json"], ["> ```json", "> {"]])
def test_a_call_without_its_fence_is_a_call_all_the_same(body: list[str]) -> None:
    (call,) = callout_parts(["> [!example]- x", "> marker", *body], Marker("call", {}))
    assert isinstance(call, ToolCallPart)
    assert (call.id, call.name) == ("", "")


def test_unknown_facts_are_left_out() -> None:
    assert read_sources(Marker("text", {"sources": [{"path": "a.md"}, {"paths": "b"}, 3]})) == (Source(path="a.md"),)
    assert read_sources(Marker("text", {"sources": "a.md"})) == ()
    assert read_context_item(Marker("context", {"items": [{"kind": "note", "target": "a"}, {"kind": "odd"}]})) == (
        ContextItem(kind="note", target="a"),
    )
    assert read_context_item(Marker("context", {})) == ()
    assert provider_part(Marker("provider", {"family": "f"})) is None
    assert validated_or_none(Source, 3) is None
    assert read_time("no time") is None


def test_a_picture_and_the_words_below_it_are_read() -> None:
    marker = Marker("image", {"type": "image/png", "name": "n"})
    lines = ["![[a.png|100]]", "", "Words."]
    picture, words = image_parts(lines, marker, {"a.png": b"x"}.get)
    assert picture == ImagePart(media_type="image/png", data="eA==", name="n", sources=(Source(path="a.png"),))
    assert words == TextPart(text="Words.")
    assert image_parts(["Words."], marker, {}.get) == [TextPart(text="n", hidden=True), TextPart(text="Words.")]
    assert image_parts([], Marker("image", {"type": "odd", "data": "eA=="}), {}.get) == []


def test_words_and_thoughts_and_summaries_are_read() -> None:
    assert text_part(["", ""], None) is None
    assert text_part([], Marker("text")) == TextPart(text="")
    lines = ["> [!note]- x", "> marker", "> a", ">", "> b"]
    assert callout_parts(lines, Marker("reasoning")) == [ReasoningPart(text="a\n\nb")]
    assert callout_parts(lines, Marker("checkpoint")) == []
    point = read_checkpoint(lines, Marker("checkpoint", {"message": "m", "time": "odd"}), UNKNOWN_TIME)
    assert (point.message_id, point.summary, point.created) == ("m", "a\n\nb", UNKNOWN_TIME)
