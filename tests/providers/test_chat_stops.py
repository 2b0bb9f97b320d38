import pytest

from vaultdesk.providers.chat_stops import NoStop, stop_of, worse
from vaultdesk.providers.events import StopReason


@pytest.mark.parametrize(
    ("reason", "stop"),
    [
        ("stop", "end"),
        ("STOP", "end"),
        ("eos", "end"),
        ("tool_calls", "tool_calls"),
        ("function_call", "tool_calls"),
        ("length", "length"),
        ("MAX_TOKENS", "length"),
        ("model_context_window_exceeded", "length"),
        ("content_filter", "content_filter"),
        ("content_filter: PROHIBITED_CONTENT", "content_filter"),
        ("content_filter: news", "content_filter"),
        ("SAFETY", "content_filter"),
        ("refusal", "refusal"),
    ],
)
def test_each_servers_word_is_known(reason: str, stop: StopReason) -> None:
    """PROTOCOLS 5.5.9."""
    assert stop_of(reason) == stop


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        ("error", "the model behind it failed"),
        ("function_call_filter: MALFORMED_FUNCTION_CALL", "cannot be read"),
        ("UNEXPECTED_TOOL_CALL", "not offered"),
        ("content_filter: MISSING_THOUGHT_SIGNATURE", "signatures"),
        ("tired", "it ended with 'tired'"),
        ("x" * 500, "x" * 40),
        ("", "it ended with ''"),
    ],
)
def test_an_end_that_is_none_says_why(reason: str, said: str) -> None:
    with pytest.raises(NoStop, match=said) as told:
        stop_of(reason)

    assert len(str(told.value)) < 100


def test_of_two_reasons_the_stricter_counts() -> None:
    assert worse("tool_calls", None) == "tool_calls"
    assert worse("tool_calls", "length") == "length"
    assert worse("content_filter", "end") == "content_filter"
    assert worse("end", "tool_calls") == "tool_calls"
