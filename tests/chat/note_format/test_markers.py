"""Markers: what a comment says is read back, nothing in it can end the comment, and what looks alike is kept apart."""

import pytest

from vaultdesk.chat.note_format.markers import Marker, as_json, escaped, has_message, read, unescaped, written


def test_plain_facts_are_words_and_the_others_json() -> None:
    line = written(
        "user", {"id": "msg_1", "time": "2026-11-20T14:32:05+01:00", "mode": "agent", "cut": False, "model": ""}
    )
    assert line == '<!-- vaultdesk:user msg_1 2026-11-20T14:32:05+01:00 {"mode":"agent"} -->'
    assert read(line) == Marker("user", {"id": "msg_1", "time": "2026-11-20T14:32:05+01:00", "mode": "agent"})


@pytest.mark.parametrize("name", ["a b", "x--y", "-->", "{", "-a", "a\nb", "é", "<!--"])
def test_a_name_that_is_not_plain_comes_back(name: str) -> None:
    line = written("call", {"id": name, "name": "vault_search"})
    assert "\n" not in line
    assert line.index("-->") == len(line) - 3
    assert read(line) == Marker("call", {"id": name, "name": "vault_search"})


def test_half_letters_are_written_out() -> None:
    assert as_json("a\udc00<>\x7f") == '"a\\udc00\\u003c\\u003e\\u007f"'


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
    assert read(line) is None
    assert escaped(line) == line or line.startswith(" ")


def test_damaged_facts_are_left_out_and_the_rest_is_read() -> None:
    assert read("<!-- vaultdesk:user msg_1") == Marker("user", {"id": "msg_1"})
    assert read('<!-- vaultdesk:user msg_1 {"model": "a') == Marker("user", {"id": "msg_1"})
    assert read("<!-- vaultdesk:user {[[[ -->") == Marker("user", {})
    assert read("<!-- vaultdesk:text [1] -->") == Marker("text", {})
    found = read('<!-- vaultdesk:text {"exact":1,"name":[2]} -->')
    assert found is not None
    assert (found.flag("exact"), found.text("name")) == (False, "")


@pytest.mark.parametrize("prefix", ["", "> ", "> > ", ">>", ">"])
def test_a_line_that_looks_like_a_marker_gets_a_backslash_and_loses_it_again(prefix: str) -> None:
    line = f"{prefix}<!-- vaultdesk:user x -->"
    once = escaped(line)
    assert once == f"{prefix}\\<!-- vaultdesk:user x -->"
    assert escaped(once) == f"{prefix}\\\\<!-- vaultdesk:user x -->"
    assert unescaped(escaped(once)) == once
    assert unescaped(once) == line
    assert unescaped(line) == line


def test_a_message_is_found_among_lines() -> None:
    assert has_message(["a", "<!-- vaultdesk:tool x -->"])
    assert not has_message(["a", "<!-- vaultdesk:text -->", "> <!-- vaultdesk:tool x -->"])
