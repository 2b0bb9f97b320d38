"""Tests of chat/note_format/chat_markup.py."""

import pytest

from vaultdesk.chat.note_format.chat_markup import (
    FencedBlock,
    Marker,
    comment_json,
    escape_marker,
    escape_unwritable,
    fence_at,
    has_message_marker,
    has_unwritable,
    inline_text,
    longest_backtick_run,
    quote_lines,
    read_marker,
    read_text,
    scan_structure,
    text_lines,
    unescape_marker,
    unescape_unwritable,
    unquote_lines,
    write_marker,
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
    ("text", "wanted"),
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
def test_each_stretch_of_code_is_found(text: str, wanted: FencedBlock | None) -> None:
    assert found(text) == wanted


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
