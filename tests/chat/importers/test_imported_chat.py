"""Tests of chat/importers/imported_chat.py."""

import json
import math
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from tests.chat.importers.drawing import CHANGED, drawn
from tests.support.conversations import unanswered_calls
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.importers import imported_chat as turning
from vaultdesk.chat.importers.imported_chat import (
    MAX_BRANCHES,
    MAX_DEPTH,
    ImportedTurn,
    ReadBranch,
    TurnAssembler,
    branch_conversations,
    clean_text,
    content_id,
    from_epoch,
    from_iso,
    from_local,
    from_stamp,
    imported_title,
    json_depth,
    plain_id,
    spoken_text,
    stable_id,
    tool_call_part,
    tool_result_part,
    tree_branches,
)
from vaultdesk.chat.messages import Message, Part, ReasoningPart, TextPart

# Timestamps as other programs write them.

NOON = datetime(2026, 8, 22, 12, 0, tzinfo=UTC)
BERLIN = ZoneInfo("Europe/Berlin")


@pytest.mark.parametrize("value", [NOON.timestamp(), NOON.timestamp() * 1000, str(int(NOON.timestamp()))])
def test_seconds_and_milliseconds_are_distinguished(value: object) -> None:
    assert from_epoch(value) == NOON


@pytest.mark.parametrize("value", [None, True, -1, 0, math.nan, math.inf, 10**400, 1e300, "soon", [], 5])
def test_an_invalid_timestamp_is_none(value: object) -> None:
    assert from_epoch(value) is None


@pytest.mark.parametrize("value", ["2026-08-22T12:00:00Z", "2026-08-22T14:00:00+02:00", "2026-08-22T12:00:00"])
def test_iso_times_are_read_in_utc(value: str) -> None:
    assert from_iso(value) == NOON


@pytest.mark.parametrize("value", ["", "yesterday", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", 5, None])
def test_an_invalid_iso_time_is_none(value: object) -> None:
    assert from_iso(value) is None


@pytest.mark.parametrize("text", ["2026/08/22 14:00:00", "2026-08-22 14:00", "2026-8-22, 2:00:00 PM"])
def test_a_time_without_a_zone_is_read_in_the_given_zone(text: str) -> None:
    assert from_local(text, BERLIN) == NOON


@pytest.mark.parametrize("text", ["2026/02/30 10:00:00", "2026/08/22 25:00:00", "Unknown time", "1970/01/01 00:00:00"])
def test_an_invalid_local_time_is_none(text: str) -> None:
    assert from_local(text, BERLIN) is None


def test_without_a_zone_the_local_zone_is_used() -> None:
    local_moment = from_local("2026/08/22 14:00:00")

    assert local_moment is not None
    assert local_moment.astimezone().replace(tzinfo=None) == datetime(2026, 8, 22, 14, 0)  # noqa: DTZ001 - wall clock time


@pytest.mark.parametrize("name", ["20260822T140000", "20260822_140000__Topic", "20260822140000"])
def test_a_file_name_can_begin_with_a_timestamp(name: str) -> None:
    assert from_stamp(name, BERLIN) == NOON


@pytest.mark.parametrize("name", ["Boiler", "2026", "20261399T990000", "202608221400001"])
def test_other_file_names_have_no_timestamp(name: str) -> None:
    assert from_stamp(name, BERLIN) is None


# Texts, titles and ids of an import.


def question(text: str) -> Message:
    return Message(role="user", parts=(TextPart(text=text),), created=CHANGED)


def test_control_characters_and_lone_surrogates_are_cleaned() -> None:
    assert clean_text("a\r\nb\rc\x00\x1b[31md\ud800\te") == "a\nb\nc[31md\ufffd\te"


def test_a_title_is_one_line_of_bounded_length() -> None:
    assert imported_title(" a\n b ") == "a b"
    assert len(imported_title("x" * 1000)) == 200


def test_hidden_parts_do_not_count_as_spoken() -> None:
    assert spoken_text(Message(role="user", parts=(TextPart(text="a", hidden=True), TextPart(text="b")))) == "b"


def test_ids_depend_only_on_their_source() -> None:
    assert stable_id("msg", "a", 1) == stable_id("msg", "a", 1)
    assert (
        len({stable_id("msg", "a", 1), stable_id("msg", "a", 2), stable_id("msg", "a1", ""), stable_id("x", "a", 1)})
        == 4
    )


def test_the_content_id_depends_on_the_first_messages() -> None:
    beginning = [question("one"), question("two")]

    assert content_id(beginning) == content_id([*beginning, question("three")])
    assert content_id(beginning) != content_id([question("one"), question("2")])


def test_characters_that_a_property_cannot_hold_are_replaced_in_ids() -> None:
    assert plain_id(' a: "b"\n]]../c ') == "a___b____../c"


# Tool calls and results of other programs.


def test_an_object_is_used_as_the_arguments() -> None:
    call = tool_call_part("call_1", "search", {"query": "ä\ud800"})

    assert (call.name, call.arguments) == ("search", {"query": "ä\ufffd"})
    assert json.loads(call.arguments_json) == call.arguments


@pytest.mark.parametrize("given", ["text", ["list"], None, 3])
def test_other_values_are_wrapped_in_an_object(given: object) -> None:
    assert tool_call_part("c", "t", given).arguments == {"input": given}


def nested(depth: int) -> object:
    value: object = 1
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize("given", [{"a": math.nan}, {"a": nested(5000)}, {"a": "x" * 200_000}, {"\ud800": object()}])
def test_arguments_that_cannot_be_stored_are_shortened_or_stored_as_text(given: object) -> None:
    call = tool_call_part("c", "", given)

    assert call.name == "unnamed"
    assert json.loads(call.arguments_json) == call.arguments
    assert list(call.arguments or {}) == ["input"]


def test_depth_is_not_counted_beyond_the_limit() -> None:
    assert [json_depth(nested(depth)) for depth in (0, 1, 3, 4000)] == [0, 1, 3, MAX_DEPTH + 1]


def test_a_result_has_the_structure_of_vaultdesk_results() -> None:
    call = tool_call_part("c", "t", {})

    assert json.loads(tool_result_part(call, " ok\r\n").content) == {"success": True, "data": "ok"}
    assert (
        json.loads(tool_result_part(call, "", is_error=True).content)["error"]["message"] == "The result was not saved."
    )
    assert tool_result_part(call, "x" * 100_000).content.endswith('(shortened during import)"}')


# Turns assembled into messages.


def rendered_lines(*turns: ImportedTurn) -> list[str]:
    assembler = TurnAssembler("seed", CHANGED)
    for turn in turns:
        assembler.add(turn)
    conversation = Conversation(created=CHANGED)
    conversation.extend(assembler.messages())
    assert not unanswered_calls(conversation)
    assert len({message.id for message in conversation.messages}) == len(conversation.messages)
    return [line.replace("  2026-10-01 08:00:00", "") for line in drawn(conversation).split("\n")[2:]]


def assistant_turn(*parts: Part) -> ImportedTurn:
    return ImportedTurn("assistant", parts)


def test_a_call_ends_a_message_and_text_after_its_result_begins_another() -> None:
    call = tool_call_part("c1", "look", {})

    assert rendered_lines(
        assistant_turn(TextPart(text="a"), call, tool_result_part(call, "b"), TextPart(text="c"))
    ) == [
        "assistant",
        "  a",
        "  calls look {}",
        "tool",
        '  look answers {"success": true, "data": "b"}',
        "assistant",
        "  c",
    ]


def test_reasoning_joins_the_text_that_follows() -> None:
    assert rendered_lines(assistant_turn(ReasoningPart(text="hm")), assistant_turn(TextPart(text="a"))) == [
        "assistant",
        "  thinks: hm",
        "  a",
    ]


def test_a_call_without_a_result_gets_an_error_result_and_a_result_without_a_call_is_dropped() -> None:
    call, stray = tool_call_part("c1", "look", {}), tool_call_part("c2", "else", {})
    rendered = rendered_lines(
        assistant_turn(call),
        assistant_turn(tool_result_part(stray, "x")),
        ImportedTurn("user", (TextPart(text="and?"),)),
    )

    assert rendered[:4] == [
        "assistant",
        "  calls look {}",
        "tool",
        '  look answers {"success": false, "error": {"code": "READ_FAILED", "message": "The result was not saved."}}',
    ]
    assert rendered[4:] == ["user", "  and?"]


def test_an_empty_turn_is_dropped_and_consecutive_texts_are_joined() -> None:
    assert rendered_lines(
        ImportedTurn("user", (TextPart(text=" \n"),)), assistant_turn(TextPart(text="a"), TextPart(text="b"))
    ) == [
        "assistant",
        "  a",
        "  ",
        "  b",
    ]


def test_a_turn_without_a_time_has_the_time_of_the_previous_turn() -> None:
    assembler = TurnAssembler("seed", CHANGED)
    later = CHANGED.replace(hour=9)
    assembler.add(ImportedTurn("user", (TextPart(text="a"),)))
    assembler.add(ImportedTurn("assistant", (TextPart(text="b"),), later))
    assembler.add(ImportedTurn("user", (TextPart(text="c"),)))

    assert [message.created for message in assembler.messages()] == [CHANGED, later, later]


def test_a_conversation_over_the_message_limit_is_cut_with_one_remark(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turning, "MAX_MESSAGES", 2)
    assembler = TurnAssembler("seed", CHANGED)
    for _ in range(5):
        assembler.add(ImportedTurn("user", (TextPart(text="a"),)))

    assert len(assembler.messages()) == 2
    assert assembler.remarks == ("Only the first 2 messages were read (3 times).",)


# Branches of a message tree.


def test_the_current_branch_comes_first_and_the_others_have_their_branch_point() -> None:
    """
    a ── b ── c
         └─── d ── e
    """
    parents = {"a": None, "b": "a", "c": "b", "d": "b", "e": "d"}

    assert tree_branches(parents, "c", list(parents)) == (("a", "b", "c"), ("a", "b", "d", "e"))


def test_without_a_known_current_message_the_last_one_is_used() -> None:
    parents = {"a": None, "b": "a", "c": "a"}

    assert tree_branches(parents, "gone", list(parents))[0] == ("a", "c")


def test_an_empty_tree_has_no_branches() -> None:
    assert tree_branches({}, "", []) == ()


def test_a_cycle_ends_where_it_began() -> None:
    assert tree_branches({"a": "b", "b": "a"}, "", ["a", "b"]) == (("a", "b"),)


def test_the_number_of_branches_is_limited() -> None:
    parents: dict[str, str | None] = {"root": None} | {str(number): "root" for number in range(100)}

    assert len(tree_branches(parents, "0", list(parents))) == MAX_BRANCHES + 1


# Conversations made from the branches of a tree.


def user_message(name: str) -> Message:
    return Message(id=name, role="user", parts=(TextPart(text=name),), created=CHANGED)


def test_a_branch_without_new_messages_is_dropped() -> None:
    a, b, c = user_message("a"), user_message("b"), user_message("c")
    conversation = Conversation(title="T", origin="x:1", pinned=True)
    reads = [ReadBranch((a, b), ("r",), "b"), ReadBranch((a,), (), "hidden"), ReadBranch((a, c), (), "c")]
    main, branch = branch_conversations(conversation, reads)

    assert (main.conversation.messages, main.remarks, main.branch_of) == ((a, b), ("r",), "")
    assert branch.conversation.messages == (a, c)
    assert (branch.conversation.title, branch.conversation.origin) == ("T (branch 2)", "x:1/c")
    assert (branch.branch_of, branch.branch_at, branch.conversation.pinned) == ("x:1", "a", False)
    assert main.conversation.messages == (a, b)
