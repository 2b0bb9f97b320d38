import json

from tests.providers.responses_asking import one_piece, outcome
from tests.providers.transcripts import TEXT, TOOL, block, text_delta
from tests.support.wire_turns import Call, Turn, encoded
from vaultdesk.core.errors import ProviderBroken
from vaultdesk.providers.answer import read_answer
from vaultdesk.providers.events import CallReady, ModelEvent, Noticed, TurnEnded, UsageReported
from vaultdesk.providers.messages_answer import MessagesAnswer
from vaultdesk.providers.peer import Peer
from vaultdesk.providers.sse import ServerEvent

# What each broken and honest stream comes to stands in transcripts.py and runs in test_answer.py.

START = {"type": "message_start", "message": {"usage": {"input_tokens": 7, "cache_read_input_tokens": 5}}}


def read(*events: dict[str, object], stop: str = "end_turn") -> list[ModelEvent]:
    answer = MessagesAnswer(Peer("Anthropic", "api.anthropic.com", "Anthropic"), "anthropic")
    ended = {"type": "message_delta", "delta": {"stop_reason": stop}, "usage": {"output_tokens": 11}}
    came = [
        produced
        for event in (START, *events, ended, {"type": "message_stop"})
        for produced in answer.take(ServerEvent("", json.dumps(event)))
    ]
    return [*came, *answer.end()]


def replayed(events: list[ModelEvent]) -> list[object]:
    ended = events[-1]
    assert isinstance(ended, TurnEnded)
    assert {part.family for part in ended.replay} <= {"anthropic"}
    return [part.item for part in ended.replay]


def thinking(index: int, *deltas: dict[str, object]) -> list[dict[str, object]]:
    return block(index, {"type": "thinking", "thinking": "", "signature": ""}, *deltas)


def test_thinking_is_kept_verbatim_with_its_signature_and_place() -> None:
    thought = thinking(
        0,
        {"type": "thinking_delta", "thinking": "Hm, "},
        {"type": "thinking_delta", "thinking": "yes."},
        {"type": "signature_delta", "signature": "c2ln"},
    )
    spoken = block(1, {"type": "text", "text": ""}, text_delta("A"))
    hidden = block(2, {"type": "redacted_thinking", "data": "xyz"})

    assert replayed(read(*thought, *spoken, *hidden)) == [
        {
            "layout": [
                {"native": {"type": "thinking", "thinking": "Hm, yes.", "signature": "c2ln"}},
                {"texts": [1]},
                {"native": {"type": "redacted_thinking", "data": "xyz"}},
            ]
        }
    ]


def test_thinking_without_text_still_goes_back_and_without_a_signature_never() -> None:
    omitted = thinking(0, {"type": "signature_delta", "signature": "c2ln"})
    unsigned = thinking(1, {"type": "thinking_delta", "thinking": "Hm."})

    assert replayed(read(*omitted, *unsigned)) == [
        {"layout": [{"native": {"type": "thinking", "thinking": "", "signature": "c2ln"}}]}
    ]


def test_text_between_two_thoughts_keeps_its_place() -> None:
    signed = {"type": "signature_delta", "signature": "c2ln"}
    said = [block(place, {"type": "text", "text": ""}, text_delta(text)) for place, text in ((1, "Abc"), (3, "De"))]

    events = read(*thinking(0, signed), *said[0], *thinking(2, signed), *said[1])

    (layout,) = replayed(events)
    assert [entry.get("texts", "thought") for entry in layout["layout"]] == ["thought", [3], "thought", [2]]  # type: ignore[index,call-overload]


def test_the_servers_own_call_ids_are_kept_for_it() -> None:
    events = read(*TOOL, stop="tool_use")

    (call,) = [event.call for event in events if isinstance(event, CallReady)]
    assert replayed(events) == [{"wire_ids": {call.id: "t1"}}]


def test_a_whole_message_keeps_the_same_as_a_stream() -> None:
    thought = {"type": "thinking", "thinking": "Hm.", "signature": "c2ln"}
    answer = MessagesAnswer(Peer("Anthropic", "api.anthropic.com", "Anthropic"), "anthropic")
    content = [thought, {"type": "text", "text": "A"}, {"type": "tool_use", "id": "t1", "name": "read", "input": {}}]

    events = [*answer.take_whole({"type": "message", "content": content, "stop_reason": "tool_use"}), *answer.end()]

    layout, ids = replayed(events)
    assert layout == {"layout": [{"native": thought}, {"texts": [1]}, {"call": 0}]}
    assert list(ids["wire_ids"].values()) == ["t1"]  # type: ignore[index,call-overload]


def test_a_block_nobody_could_send_back_is_left_out() -> None:
    events = read(*block(0, {"type": "redacted_thinking", "data": "\ud800"}), *block(1, {"type": "text", "text": "A"}))

    assert replayed(events) == []


async def test_a_stream_that_ends_at_any_byte_is_broken_and_runs_no_tool() -> None:
    peer = Peer("Anthropic", "api.anthropic.com", "Anthropic")
    body = b"".join(encoded("anthropic", Turn("A", [Call("read", {"p": 1})])))

    for end in range(len(body) - 2):  # the blank line behind the last event may be missing
        came = await outcome(read_answer(one_piece(body[:end]), MessagesAnswer(peer, "anthropic"), peer, 5.0))
        assert isinstance(came.error, ProviderBroken), body[:end]
        assert (came.calls, came.stop) == ([], "")


def test_blocks_of_the_vendors_own_tools_survive_a_pause() -> None:
    own = block(
        0,
        {"type": "server_tool_use", "id": "s1", "name": "web", "input": {}},
        {"type": "input_json_delta", "partial_json": '{"q": '},
        {"type": "input_json_delta", "partial_json": '"x"}'},
    )

    events = read(*own, *TOOL, stop="pause_turn")

    assert replayed(events) == [
        {"layout": [{"native": {"type": "server_tool_use", "id": "s1", "name": "web", "input": {"q": "x"}}}]}
    ]
    assert isinstance(events[-2], Noticed)


def test_usage_counts_cached_input_too() -> None:
    assert UsageReported(12, 11, cached_tokens=5) in read(*TEXT)
