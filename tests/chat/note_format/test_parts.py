"""Parts: what blocks say, however they were edited, is read without a raise."""

import pytest

from vaultdesk.chat.messages import ContextItem, ImagePart, ReasoningPart, Source, TextPart, ToolCallPart
from vaultdesk.chat.note_format.markers import Marker
from vaultdesk.chat.note_format.parts import (
    callout_parts,
    checked,
    checkpoint_of,
    context_of,
    image_parts,
    provider_part,
    sources_of,
    text_part,
    time_of,
)
from vaultdesk.chat.note_format.reading import UNKNOWN_TIME


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
    assert sources_of(Marker("text", {"sources": [{"path": "a.md"}, {"paths": "b"}, 3]})) == (Source(path="a.md"),)
    assert sources_of(Marker("text", {"sources": "a.md"})) == ()
    assert context_of(Marker("context", {"items": [{"kind": "note", "target": "a"}, {"kind": "odd"}]})) == (
        ContextItem(kind="note", target="a"),
    )
    assert context_of(Marker("context", {})) == ()
    assert provider_part(Marker("provider", {"family": "f"})) is None
    assert checked(Source, 3) is None
    assert time_of("no time") is None


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
    point = checkpoint_of(lines, Marker("checkpoint", {"message": "m", "time": "odd"}), UNKNOWN_TIME)
    assert (point.message_id, point.summary, point.created) == ("m", "a\n\nb", UNKNOWN_TIME)
