"""Tests of chat/chat_markup.py."""

import base64

import pytest

from vaultdesk.chat.chat_markup import (
    FencedBlock,
    Marker,
    callout_parts,
    checkpoint_lines,
    comment_json,
    context_lines,
    equal_in_json,
    escape_marker,
    escape_unwritable,
    fence_at,
    has_message_marker,
    has_unwritable,
    image_bytes,
    image_file_name,
    image_parts,
    inline_text,
    irregular_base64,
    is_embeddable,
    longest_backtick_run,
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

# Markers: what a comment says is read back, nothing in it can end the comment, and what looks alike is kept apart.


def test_plain_facts_are_words_and_the_others_json() -> None:
    line = write_marker(
        "user", {"id": "msg_1", "time": "2026-11-20T14:32:05+01:00", "mode": "agent", "cut": False, "model": ""}
    )
    assert line == '<!-- vaultdesk:user msg_1 2026-11-20T14:32:05+01:00 {"mode":"agent"} -->'
    assert read_marker(line) == Marker("user", {"id": "msg_1", "time": "2026-11-20T14:32:05+01:00", "mode": "agent"})


@pytest.mark.parametrize("name", ["a b", "x--y", "-->", "{", "-a", "a\nb", "é", "<!--"])
def test_a_name_that_is_not_plain_comes_back(name: str) -> None:
    line = write_marker("call", {"id": name, "name": "vault_search"})
    assert "\n" not in line
    assert line.index("-->") == len(line) - 3
    assert read_marker(line) == Marker("call", {"id": name, "name": "vault_search"})


def test_half_letters_are_written_out() -> None:
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
def test_other_lines_are_no_markers(line: str) -> None:
    assert read_marker(line) is None
    assert escape_marker(line) == line or line.startswith(" ")


def test_damaged_facts_are_left_out_and_the_rest_is_read() -> None:
    assert read_marker("<!-- vaultdesk:user msg_1") == Marker("user", {"id": "msg_1"})
    assert read_marker('<!-- vaultdesk:user msg_1 {"model": "a') == Marker("user", {"id": "msg_1"})
    assert read_marker("<!-- vaultdesk:user {[[[ -->") == Marker("user", {})
    assert read_marker("<!-- vaultdesk:text [1] -->") == Marker("text", {})
    found = read_marker('<!-- vaultdesk:text {"exact":1,"name":[2]} -->')
    assert found is not None
    assert (found.flag("exact"), found.text("name")) == (False, "")


@pytest.mark.parametrize("prefix", ["", "> ", "> > ", ">>", ">"])
def test_a_line_that_looks_like_a_marker_gets_a_backslash_and_loses_it_again(prefix: str) -> None:
    line = f"{prefix}<!-- vaultdesk:user x -->"
    once = escape_marker(line)
    assert once == f"{prefix}\\<!-- vaultdesk:user x -->"
    assert escape_marker(once) == f"{prefix}\\\\<!-- vaultdesk:user x -->"
    assert unescape_marker(escape_marker(once)) == once
    assert unescape_marker(once) == line
    assert unescape_marker(line) == line


def test_a_message_is_found_among_lines() -> None:
    assert has_message_marker(["a", "<!-- vaultdesk:tool x -->"])
    assert not has_message_marker(["a", "<!-- vaultdesk:text -->", "> <!-- vaultdesk:tool x -->"])


# ControlSigns: what no file keeps is written as signs that can be seen.


@pytest.mark.parametrize("text", ["", "a\rb", "\0", "\udc00\ud83d\ude00", "␛", "␛r␛0␛␛␛dc00;", "\r\n␛\0"])
def test_every_text_comes_back(text: str) -> None:
    seen = escape_unwritable(text)
    assert not has_unwritable(seen)
    assert unescape_unwritable(seen) == text


def test_the_signs_are_those_of_the_format() -> None:
    assert escape_unwritable("a\r\n\0␛\udc00") == "a␛r\n␛0␛␛␛dc00;"
    assert has_unwritable("a\r")
    assert not has_unwritable("plain ␛")


# Fences: code is found as Markdown finds it, in lists and quotes too.


def found(text: str) -> FencedBlock | None:
    return fence_at(text.split("\n"), 0)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("```\na\n```\nb", FencedBlock(0, 3)),
        ("```py\na\n````\nb", FencedBlock(0, 3)),
        ("~~~\n```\n~~~", FencedBlock(0, 3)),
        ("````\n```\n````", FencedBlock(0, 3)),
        ("```\na", FencedBlock(0, 2, open=True, closing="```")),
        ("  ~~~~\na", FencedBlock(0, 2, open=True, closing="  ~~~~")),
        ("- ```py\n  a\n  ```\nb", FencedBlock(0, 3)),
        ("1. ```\n   a", FencedBlock(0, 2, open=True, closing="   ```")),
        ("- ```\n  a\nb\n", FencedBlock(0, 2)),
        ("> ```\n> a\nb", FencedBlock(0, 2)),
        ("> ```\n> a", FencedBlock(0, 2)),
        ("> ```\n> a\n> ```\n> b", FencedBlock(0, 3)),
        ("```a```", None),
        ("``a", None),
        ("a ```", None),
        ("", None),
    ],
)
def test_each_stretch_of_code_is_found(text: str, expected: FencedBlock | None) -> None:
    assert found(text) == expected


def test_the_longest_run_of_backticks_is_told() -> None:
    assert [longest_backtick_run(text) for text in ("", "a", "`", "a``b````c`")] == [0, 0, 1, 4]


# Texts: words stand plainly wherever that is plain, and a marker says so where it is not.


@pytest.mark.parametrize(
    ("text", "facts"),
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
def test_a_text_comes_back_by_what_its_marker_tells(text: str, facts: dict[str, bool]) -> None:
    lines, told = text_lines(text)
    assert told == facts
    assert read_text(lines, Marker("text", told) if told else None) == text


def test_a_fence_that_was_left_open_is_closed_in_the_note() -> None:
    assert text_lines("```py\ncode")[0] == ["```py", "code", "```"]
    assert read_text(["```py", "code", "```"], Marker("text", {"fence": True})) == "```py\ncode"
    assert read_text(["```py", "code"], Marker("text", {"fence": True})) == "```py\ncode"


def test_code_is_not_escaped_and_words_are() -> None:
    marker = "<!-- vaultdesk:text -->"
    assert text_lines(f"{marker}\n```\n{marker}\n```")[0] == [f"\\{marker}", "```", marker, "```"]


def test_lines_are_quoted_and_unquoted() -> None:
    lines = ["a", "", " b", "> c", ">"]
    assert quote_lines(lines) == ["> a", ">", ">  b", "> > c", "> >"]
    assert unquote_lines(quote_lines(lines)) == lines
    assert unquote_lines([">a", ">"]) == ["a", ""]
    assert inline_text("a\r") == ("a␛r", {"signs": True})
    assert inline_text("a") == ("a", {})


# Structure: where the pieces of a note begin and end, whatever people wrote between them.


def kinds(text: str) -> list[tuple[str, str, int, int]]:
    return [(sign.kind, sign.marker.kind, sign.first, sign.end) for sign in scan_structure(text.split("\n"))]


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
    assert kinds(text) == [
        ("message", "user", 2, 4),
        ("part", "text", 7, 8),
        ("callout", "reasoning", 11, 16),
        ("message", "tool", 16, 17),
    ]


def test_a_callout_of_the_owner_and_a_marker_out_of_place_are_words() -> None:
    assert kinds("> [!note]- Mine\n> words\n\n<!-- vaultdesk:reasoning -->\n\n> <!-- vaultdesk:call x -->") == []


def test_headings_count_where_their_markers_are_gone() -> None:
    assert kinds("## You\n\na\n\n## Assistant (m)\n\nb\n\n## Other") == [
        ("heading", "user", 0, 1),
        ("heading", "assistant", 4, 5),
    ]
    first = "<!-- vaultdesk:user a -->\n\nx\n\n## You\n\nb"
    assert kinds(first)[1:] == [("heading", "user", 4, 5)]
    assert kinds("## You\n\nabove\n\n<!-- vaultdesk:user a -->") == [("message", "user", 4, 5)]
    assert kinds('<!-- vaultdesk:user a -->\n\n<!-- vaultdesk:text {"headings":true} -->\n\n## You')[2:] == []


def test_code_hides_what_is_in_it_but_no_message() -> None:
    inside = "<!-- vaultdesk:user a -->\n\n```\n<!-- vaultdesk:text -->\n## You\n```\n"
    assert [kind for kind, *_ in kinds(inside)] == ["message"]
    message = "<!-- vaultdesk:user a -->\n\n```\n<!-- vaultdesk:user b -->\n```\n"
    assert [kind for kind, *_ in kinds(message)] == ["message", "message"]
    told = message.replace("\n\n```", '\n\n<!-- vaultdesk:text {"quotes":true} -->\n\n```', 1)
    assert [kind for kind, *_ in kinds(told)] == ["message", "part"]


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
    assert lines[0] == "> [!failure]- file read failed: Boiler, Budget"
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
    assert read_context_items(Marker("context", {"items": [{"kind": "note", "target": "a"}, {"kind": "odd"}]})) == (
        ContextItem(kind="note", target="a"),
    )
    assert read_context_items(Marker("context", {})) == ()
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
