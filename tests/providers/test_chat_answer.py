import pytest

from tests.providers.transcripts import HELLO, WHOLE
from tests.support.wire_turns import chat_chunk
from vaultdesk.errors import ProviderBroken, ProviderError
from vaultdesk.providers import chat_answer
from vaultdesk.providers.chat_answer import ChatAnswer
from vaultdesk.providers.events import ModelEvent, Noticed, ReasoningArrived, TextArrived, TurnEnded, UsageReported
from vaultdesk.providers.peer import Peer
from vaultdesk.providers.sse import ServerEvent

# What each broken and honest stream comes to stands in transcripts.py and runs in test_answer.py.


def read(*chunks: object) -> list[ModelEvent]:
    import json

    answer = ChatAnswer(Peer("Local", "localhost:1", "OpenAI"))
    events = [event for chunk in chunks for event in answer.take(ServerEvent("", json.dumps(chunk)))]
    return [*events, *answer.end()]


@pytest.mark.parametrize("name", ["reasoning", "reasoning_content"])
def test_reasoning_is_told_apart_from_text(name: str) -> None:
    assert read(chat_chunk({name: "Hm."}), chat_chunk(HELLO, "stop")) == [
        ReasoningArrived("Hm."),
        TextArrived("Hello"),
        TurnEnded("end"),
    ]


def test_usage_is_reported_once_with_its_details() -> None:
    usage = {
        "prompt_tokens": 9,
        "completion_tokens": 4,
        "prompt_tokens_details": {"cached_tokens": 3},
        "completion_tokens_details": {"reasoning_tokens": 2},
    }

    events = read(
        chat_chunk(HELLO, "stop"), {"choices": [], "usage": {"prompt_tokens": 1}}, {"choices": [], "usage": usage}
    )

    assert events[1:] == [UsageReported(9, 4, 3, 2), TurnEnded("end")]


def test_a_call_that_was_cut_is_noticed_and_never_ready() -> None:
    *_, notice, ended = read(chat_chunk(WHOLE, "length"))

    assert isinstance(notice, Noticed)
    assert ended == TurnEnded("length")


def test_an_answer_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat_answer, "MAX_TEXT", 100)

    with pytest.raises(ProviderBroken, match="no end"):
        read(*[chat_chunk({"content": "x" * 60})] * 3)


@pytest.mark.parametrize("junk", [{"choices": "x"}, {"choices": [7]}, {"choices": [{"delta": []}]}, {"usage": 3}])
def test_fields_of_the_wrong_kind_never_crash(junk: object) -> None:
    with pytest.raises(ProviderError):
        read(junk)
