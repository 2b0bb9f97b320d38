"""Tests of chat/chat_markup.py."""

import base64

import pytest

from tests.support.growth import check_linear
from vaultdesk.chat.chat_markup import (
    Marker,
    callout_parts,
    checkpoint_lines,
    comment_json,
    context_lines,
    equal_in_json,
    escape_marker,
    escape_unwritable,
    has_message_marker,
    has_unwritable,
    image_bytes,
    image_file_name,
    image_parts,
    inline_text,
    irregular_base64,
    is_embeddable,
    no_pictures,
    parsed_arguments,
    part_lines,
    plain_line,
    provider_part,
    quote_lines,
    read_checkpoint,
    read_context_items,
    read_marker,
    read_sources,
    read_text,
    read_time,
    scan_structure,
    text_lines,
    text_part,
    unescape_marker,
    unescape_unwritable,
    unquote_lines,
    validated_or_none,
    write_marker,
)
from vaultdesk.chat.conversation import Checkpoint
from vaultdesk.chat.conversation_note import UNKNOWN_TIME
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

# Markers: a marker reads back as it was written, cannot be ended by its content, and is distinguished from lookalikes.


def test_plain_fields_are_written_as_words_and_the_others_as_json() -> None:
    line = write_marker(
        "user", {"id": "msg_1", "time": "2026-11-20T14:32:05+01:00", "mode": "agent", "cut": False, "model": ""}
    )
    assert line == '<!-- vaultdesk:user msg_1 2026-11-20T14:32:05+01:00 {"mode":"agent"} -->'
    assert read_marker(line) == Marker("user", {"id": "msg_1", "time": "2026-11-20T14:32:05+01:00", "mode": "agent"})


@pytest.mark.parametrize("name", ["a b", "x--y", "-->", "{", "-a", "a\nb", "é", "<!--"])
def test_a_name_with_special_characters_reads_back(name: str) -> None:
    line = write_marker("call", {"id": name, "name": "vault_search"})
    assert "\n" not in line
    assert line.index("-->") == len(line) - 3
    assert read_marker(line) == Marker("call", {"id": name, "name": "vault_search"})


def test_lone_surrogates_are_escaped() -> None:
    assert comment_json("a\udc00<>\x7f") == '"a\\udc00\\u003c\\u003e\\u007f"'


@pytest.mark.parametrize(
    "line",
    [
        "",
        "words",
        "<!-- a comment -->",
        "<!-- vaultdesk:unknown x -->",
        "<!-- vaultdesk:users x -->",
        " <!-- vaultdesk:user",
    ],
)
def test_other_lines_are_not_markers(line: str) -> None:
    assert read_marker(line) is None
    assert escape_marker(line) == line or line.startswith(" ")


def test_damaged_fields_are_ignored_and_the_rest_is_read() -> None:
    assert read_marker("<!-- vaultdesk:user msg_1") == Marker("user", {"id": "msg_1"})
    assert read_marker('<!-- vaultdesk:user msg_1 {"model": "a') == Marker("user", {"id": "msg_1"})
    assert read_marker("<!-- vaultdesk:user {[[[ -->") == Marker("user", {})
    assert read_marker("<!-- vaultdesk:text [1] -->") == Marker("text", {})
    marker = read_marker('<!-- vaultdesk:text {"exact":1,"name":[2]} -->')
    assert marker is not None
    assert (marker.flag("exact"), marker.text("name")) == (False, "")


@pytest.mark.parametrize("prefix", ["", "> ", "> > ", ">>", ">"])
def test_a_line_that_resembles_a_marker_is_escaped_and_unescaped(prefix: str) -> None:
    line = f"{prefix}<!-- vaultdesk:user x -->"
    escaped = escape_marker(line)
    assert escaped == f"{prefix}\\<!-- vaultdesk:user x -->"
    assert escape_marker(escaped) == f"{prefix}\\\\<!-- vaultdesk:user x -->"
    assert unescape_marker(escape_marker(escaped)) == escaped
    assert unescape_marker(escaped) == line
    assert unescape_marker(line) == line


def test_a_message_marker_is_found_among_lines() -> None:
    assert has_message_marker(["a", "<!-- vaultdesk:tool x -->"])
    assert not has_message_marker(["a", "<!-- vaultdesk:text -->", "> <!-- vaultdesk:tool x -->"])


# Control characters that a file cannot store are written as visible signs.


@pytest.mark.parametrize("text", ["", "a\rb", "\0", "\udc00\ud83d\ude00", "␛", "␛r␛0␛␛␛dc00;", "\r\n␛\0"])
def test_every_text_reads_back(text: str) -> None:
    escaped = escape_unwritable(text)
    assert not has_unwritable(escaped)
    assert unescape_unwritable(escaped) == text


def test_the_signs_are_as_specified() -> None:
    assert escape_unwritable("a\r\n\0␛\udc00") == "a␛r\n␛0␛␛␛dc00;"
    assert has_unwritable("a\r")
    assert not has_unwritable("plain ␛")


# Texts: plain text is written unchanged; where that is not possible, a marker describes how to read it.


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("words", {}),
        ("two\n\nparagraphs", {}),
        ("", {"exact": True}),
        ("\nwords\n", {"exact": True}),
        (" \t", {"exact": True}),
        ("a\rb", {"signs": True}),
        ("```\ncode", {"fence": True}),
        ("## You", {"headings": True}),
        ("```\n## You\n```", {}),
        ("```\n<!-- vaultdesk:user x -->\n```", {"quotes": True}),
        ("<!-- vaultdesk:user x -->", {}),
    ],
)
def test_a_text_reads_back_by_its_marker(text: str, expected: dict[str, bool]) -> None:
    lines, fields = text_lines(text)
    assert fields == expected
    assert read_text(lines, Marker("text", fields) if fields else None) == text


def test_an_open_fence_is_closed_in_the_note() -> None:
    assert text_lines("```py\ncode")[0] == ["```py", "code", "```"]
    assert read_text(["```py", "code", "```"], Marker("text", {"fence": True})) == "```py\ncode"
    assert read_text(["```py", "code"], Marker("text", {"fence": True})) == "```py\ncode"


def test_code_is_not_escaped_and_text_is() -> None:
    marker = "<!-- vaultdesk:text -->"
    assert text_lines(f"{marker}\n```\n{marker}\n```")[0] == [f"\\{marker}", "```", marker, "```"]


def test_lines_are_quoted_and_unquoted() -> None:
    lines = ["a", "", " b", "> c", ">"]
    assert quote_lines(lines) == ["> a", ">", ">  b", "> > c", "> >"]
    assert unquote_lines(quote_lines(lines)) == lines
    assert unquote_lines([">a", ">"]) == ["a", ""]
    assert inline_text("a\r") == ("a␛r", {"signs": True})
    assert inline_text("a") == ("a", {})


# Structure: boundaries of the elements of a note, with any text between them.


def elements(text: str) -> list[tuple[str, str, int, int]]:
    return [
        (element.kind, element.marker.kind, element.first, element.end) for element in scan_structure(text.split("\n"))
    ]


@pytest.mark.parametrize("fence", ["```a\n", "  - ```\n   x\n", "> ```\n"])
def test_many_open_fences_are_scanned_in_linear_time_and_hide_no_message(fence: str) -> None:
    def scan(lines: list[str]) -> None:
        (found,) = scan_structure(lines)
        assert (found.kind, lines[found.first]) == ("message", "<!-- vaultdesk:user x -->")

    check_linear(scan, lambda size: f"{fence * size}<!-- vaultdesk:user x -->\n````\n".split("\n"), 4_000)


def test_messages_parts_and_callouts_are_found() -> None:
    text = """Mine.

## You
<!-- vaultdesk:user a -->

words

<!-- vaultdesk:text -->

more

> [!note]- Thinking
> <!-- vaultdesk:reasoning -->
> a
>
> b
<!-- vaultdesk:tool b -->
"""
    assert elements(text) == [
        ("message", "user", 2, 4),
        ("part", "text", 7, 8),
        ("callout", "reasoning", 11, 16),
        ("message", "tool", 16, 17),
    ]


def test_an_ordinary_callout_and_a_misplaced_marker_are_text() -> None:
    assert elements("> [!note]- Mine\n> words\n\n<!-- vaultdesk:reasoning -->\n\n> <!-- vaultdesk:call x -->") == []


def test_headings_are_used_where_their_markers_are_missing() -> None:
    assert elements("## You\n\na\n\n## Assistant (m)\n\nb\n\n## Other") == [
        ("heading", "user", 0, 1),
        ("heading", "assistant", 4, 5),
    ]
    first = "<!-- vaultdesk:user a -->\n\nx\n\n## You\n\nb"
    assert elements(first)[1:] == [("heading", "user", 4, 5)]
    assert elements("## You\n\nabove\n\n<!-- vaultdesk:user a -->") == [("message", "user", 4, 5)]
    assert elements('<!-- vaultdesk:user a -->\n\n<!-- vaultdesk:text {"headings":true} -->\n\n## You')[2:] == []


def test_code_hides_parts_but_not_messages() -> None:
    part_in_code = "<!-- vaultdesk:user a -->\n\n```\n<!-- vaultdesk:text -->\n## You\n```\n"
    assert [kind for kind, *_ in elements(part_in_code)] == ["message"]
    message_in_code = "<!-- vaultdesk:user a -->\n\n```\n<!-- vaultdesk:user b -->\n```\n"
    assert [kind for kind, *_ in elements(message_in_code)] == ["message", "message"]
    with_quotes_marker = message_in_code.replace("\n\n```", '\n\n<!-- vaultdesk:text {"quotes":true} -->\n\n```', 1)
    assert [kind for kind, *_ in elements(with_quotes_marker)] == ["message", "part"]


# Pictures: files are named after their content; data that is no valid base64 remains in the note.


def picture(data: str) -> ImagePart:
    return ImagePart(media_type="image/jpeg", data=data)


def test_pictures_with_the_same_content_have_the_same_file_name() -> None:
    first, second = picture(base64.b64encode(b"one").decode()), picture(base64.b64encode(b"other").decode())
    assert image_file_name(first) == image_file_name(picture(first.data))
    assert image_file_name(first) != image_file_name(second)
    assert image_file_name(first).endswith(".jpg")
    assert image_bytes(first) == b"one"
    assert irregular_base64(first) == ""


@pytest.mark.parametrize("data", ["no base64", "YQ", "YR==", "YQ==\n", "é"])
def test_invalid_base64_remains_in_the_note(data: str) -> None:
    assert image_bytes(picture(data)) is None
    assert irregular_base64(picture(data)) == data


def test_file_names_with_link_syntax_cannot_be_embedded() -> None:
    assert [is_embeddable(path) for path in ("a/b c.png", "", "a#b.png", "a|b.png", "a]].png")] == [
        True,
        False,
        False,
        False,
        False,
    ]
    assert no_pictures("a.png") is None


# Blocks: each part has a short summary line, in which hostile text has no markup.


def test_the_summary_of_a_call_contains_its_arguments() -> None:
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


def test_the_summary_of_a_result_contains_its_notes_and_its_outcome() -> None:
    sources = (Source(path="A/Boiler.md", characters=1), Source(path="B/Budget.md"))
    result = ToolResultPart(call_id="c", name="file_read", content="a ```` b", is_error=True, sources=sources)
    lines = part_lines(result, image_file_name, after_text=False)
    assert lines[0] == "> [!failure]- file read failed: Boiler, Budget"
    assert lines[2:] == ["> `````json", "> a ```` b", "> `````"]


def test_consecutive_texts_are_separated_by_a_marker() -> None:
    assert part_lines(TextPart(text="a"), image_file_name, after_text=False) == ["a"]
    assert part_lines(TextPart(text="a"), image_file_name, after_text=True) == ["<!-- vaultdesk:text -->", "", "a"]


def test_parts_that_are_not_sent_to_models_are_folded() -> None:
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


def test_a_context_note_is_written_as_a_link() -> None:
    lines = context_lines((ContextItem(kind="note", target="A/b"), ContextItem(kind="tag", target="x]]y")))
    assert lines[2:] == ["> - [[A/b]]", "> - tag: x y"]


def test_arguments_are_parsed_leniently_and_compared_strictly() -> None:
    assert parsed_arguments("") == {}
    assert parsed_arguments("[1]") is None
    assert parsed_arguments("{" * 100_000) is None
    assert equal_in_json({"a": 1}, {"a": 1})
    assert not equal_in_json({"a": 1}, {"a": True})
    assert not equal_in_json(None, {})


def test_markup_is_removed_from_a_line() -> None:
    assert plain_line("a\n**b** \u202e[[c]]\x9b \udc00") == "a b c"


# Parts: edited blocks are read without an exception.


def test_a_call_is_read_from_its_fence() -> None:
    lines = ["> [!example]- x", "> marker", "> ```json", '> {"a": 1}', "> ```"]
    assert callout_parts(lines, Marker("call", {"id": "c", "name": "n"})) == [
        ToolCallPart(id="c", name="n", arguments_json='{"a": 1}', arguments={"a": 1})
    ]
    unparsed = callout_parts(lines, Marker("call", {"id": "c", "name": "n", "arguments": [None], "problem": "why"}))[0]
    assert isinstance(unparsed, ToolCallPart)
    assert (unparsed.arguments, unparsed.problem) == (None, "why")


@pytest.mark.parametrize("body", [[], [">"], ["> no fence"], ["> ```json"], ["> ```json", "> {"]])
def test_a_call_without_its_fence_is_still_a_call(body: list[str]) -> None:
    (call,) = callout_parts(["> [!example]- x", "> marker", *body], Marker("call", {}))
    assert isinstance(call, ToolCallPart)
    assert (call.id, call.name) == ("", "")


def test_unknown_values_are_ignored() -> None:
    assert read_sources(Marker("text", {"sources": [{"path": "a.md"}, {"paths": "b"}, 3]})) == (Source(path="a.md"),)
    assert read_sources(Marker("text", {"sources": "a.md"})) == ()
    assert read_context_items(Marker("context", {"items": [{"kind": "note", "target": "a"}, {"kind": "odd"}]})) == (
        ContextItem(kind="note", target="a"),
    )
    assert read_context_items(Marker("context", {})) == ()
    assert provider_part(Marker("provider", {"family": "f"})) is None
    assert validated_or_none(Source, 3) is None
    assert read_time("no time") is None


def test_a_picture_and_the_text_below_it_are_read() -> None:
    marker = Marker("image", {"type": "image/png", "name": "n"})
    lines = ["![[a.png|100]]", "", "Words."]
    picture, text = image_parts(lines, marker, {"a.png": b"x"}.get)
    assert picture == ImagePart(media_type="image/png", data="eA==", name="n", sources=(Source(path="a.png"),))
    assert text == TextPart(text="Words.")
    assert image_parts(["Words."], marker, {}.get) == [TextPart(text="n", hidden=True), TextPart(text="Words.")]
    assert image_parts([], Marker("image", {"type": "odd", "data": "eA=="}), {}.get) == []


def test_text_reasoning_and_summaries_are_read() -> None:
    assert text_part(["", ""], None) is None
    assert text_part([], Marker("text")) == TextPart(text="")
    lines = ["> [!note]- x", "> marker", "> a", ">", "> b"]
    assert callout_parts(lines, Marker("reasoning")) == [ReasoningPart(text="a\n\nb")]
    assert callout_parts(lines, Marker("checkpoint")) == []
    point = read_checkpoint(lines, Marker("checkpoint", {"message": "m", "time": "odd"}), UNKNOWN_TIME)
    assert (point.message_id, point.summary, point.created) == ("m", "a\n\nb", UNKNOWN_TIME)
