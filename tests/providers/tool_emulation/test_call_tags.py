"""Tests of providers/tool_emulation/call_tags.py."""

import pytest

from vaultdesk.providers.tool_emulation.call_tags import (
    ALL_TAGS,
    MAX_TAG_SPACE,
    CallBlock,
    CallOpened,
    PieceBuffer,
    ProseText,
    ThinkingText,
    possible_tags,
    starts_body,
    tag_at,
)
from vaultdesk.providers.tool_emulation.dialects import CALL_FRAMES

# Pieces.


def test_a_call_is_closed_unless_it_says_otherwise() -> None:
    assert CallBlock("xml", "b", "<use_tool>b</use_tool>").closed


def test_pieces_are_values() -> None:
    piece = ProseText("a")

    assert piece == ProseText("a")
    with pytest.raises(AttributeError):
        piece.text = "b"  # type: ignore[misc] # that it is refused is the point


# Outlet.


def test_neighbours_of_one_kind_are_one_piece() -> None:
    outlet = PieceBuffer()
    outlet.add_text("a")
    outlet.add_text("")
    outlet.add_text("b")
    outlet.add_thinking("c")
    outlet.add_thinking("d")
    outlet.add_text("e")
    outlet.add(CallOpened("xml"))
    outlet.add_text("f")

    assert outlet.drain() == [ProseText("ab"), ThinkingText("cd"), ProseText("e"), CallOpened("xml"), ProseText("f")]
    assert outlet.drain() == []


def test_a_new_collection_begins_with_its_own_kind() -> None:
    outlet = PieceBuffer()
    outlet.add_thinking("a")
    outlet.drain()
    outlet.add_text("b")

    assert outlet.drain() == [ProseText("b")]


# Tags.


@pytest.mark.parametrize("text", ALL_TAGS)
def test_each_tag_is_found_where_it_stands_whole(text: str) -> None:
    tag = tag_at(f"a{text}b", 1)

    assert tag is not None
    assert tag.text == text
    assert tag_at(f"a{text}b", 0) is None
    shorter = tag_at(text[:-1], 0)
    assert shorter is None or len(shorter.text) < len(text)


@pytest.mark.parametrize("text", ALL_TAGS)
def test_each_beginning_of_a_tag_at_the_end_of_the_text_may_become_it(text: str) -> None:
    for length in range(1, len(text)):
        assert ALL_TAGS[text] in possible_tags("a" + text[:length], 1)
        assert ALL_TAGS[text] not in possible_tags("a" + text[:length] + "!", 1)


def test_a_bare_bracket_may_become_all_the_tags_that_begin_so() -> None:
    assert {tag.text for tag in possible_tags("[E", 0)} == {"[END_TOOL_REQUEST]"}
    assert {tag.text for tag in possible_tags("[TOOL_R", 0)} == {"[TOOL_REQUEST]", "[TOOL_RESULTS]"}
    assert possible_tags("", 0) == ()


FRAMES: tuple[str, ...] = ("sentinel", "xml", "bracket")


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("body", ["{", "\n{", ' [ {"name"', "```json", "<name>", "\n<function=a>"])
def test_a_body_begins_as_the_dialects_begin(body: str, frame: str) -> None:
    assert starts_body(body, 0, CALL_FRAMES[frame]) is True


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("body", ["", "\n", "`", "``", "<", "[", "[ "])
def test_too_little_tells_nothing(body: str, frame: str) -> None:
    assert starts_body(body, 0, CALL_FRAMES[frame]) is None


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("body", [" is the tag", "</tool_call>", "[1]", "`x`", "<1", " " * MAX_TAG_SPACE + " {"])
def test_words_are_no_body(body: str, frame: str) -> None:
    assert starts_body(body, 0, CALL_FRAMES[frame]) is False


@pytest.mark.parametrize("body", ["search\n<arg_key>", "search<arg_key>", "\nvault.search-2 \n</tool_call>"])
def test_a_name_begins_a_body_only_once_a_tag_follows_it(body: str) -> None:
    assert starts_body(body, 0, CALL_FRAMES["sentinel"]) is True
    for length in range(len(body)):
        assert starts_body(body[:length], 0, CALL_FRAMES["sentinel"]) is None
    for frame in FRAMES[1:]:
        assert starts_body(body, 0, CALL_FRAMES[frame]) is False


@pytest.mark.parametrize(
    "body", ["a b", "a<b", "a<arg_keys", "a</tool_c ", "a" * 65, "a" + " " * MAX_TAG_SPACE + " <", "a:", "a<arg_value>"]
)
def test_a_name_with_anything_else_behind_it_is_words(body: str) -> None:
    assert starts_body(body, 0, CALL_FRAMES["sentinel"]) is False
