import json

from tests.providers.transcripts import TEXT, TOOL, block, text_delta
from vaultdesk.chat.messages import ProviderPart
from vaultdesk.providers.events import ModelEvent, Noticed, TurnEnded, UsageReported
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
    return [part.item for part in ended.replay if part == ProviderPart(family="anthropic", item=part.item)]


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
        {"after": 0, "block": {"type": "thinking", "thinking": "Hm, yes.", "signature": "c2ln"}},
        {"after": 1, "block": {"type": "redacted_thinking", "data": "xyz"}},
    ]


def test_thinking_without_text_still_goes_back_and_without_a_signature_never() -> None:
    omitted = thinking(0, {"type": "signature_delta", "signature": "c2ln"})
    unsigned = thinking(1, {"type": "thinking_delta", "thinking": "Hm."})

    assert replayed(read(*omitted, *unsigned)) == [
        {"after": 0, "block": {"type": "thinking", "thinking": "", "signature": "c2ln"}}
    ]


def test_blocks_of_the_vendors_own_tools_survive_a_pause() -> None:
    own = block(
        0,
        {"type": "server_tool_use", "id": "s1", "name": "web", "input": {}},
        {"type": "input_json_delta", "partial_json": '{"q": '},
        {"type": "input_json_delta", "partial_json": '"x"}'},
    )

    events = read(*own, *TOOL, stop="pause_turn")

    assert replayed(events) == [
        {"after": 0, "block": {"type": "server_tool_use", "id": "s1", "name": "web", "input": {"q": "x"}}}
    ]
    assert isinstance(events[-2], Noticed)


def test_usage_counts_cached_input_too() -> None:
    assert UsageReported(12, 11, cached_tokens=5) in read(*TEXT)
