"""Chat stops: why an answer over Chat Completions ended, in every server's words. Judges no content (PROTOCOLS 3.1)."""

from collections.abc import Mapping

from vaultdesk.providers.events import StopReason

_STOPS: Mapping[str, StopReason] = {
    "stop": "end",
    "tool_calls": "tool_calls",
    "function_call": "tool_calls",
    "length": "length",
    "content_filter": "content_filter",
    # Other servers' words for the same.
    "eos": "end",
    "eos_token": "end",
    "end_turn": "end",
    "complete": "end",
    "stop_sequence": "end",
    "tool_call": "tool_calls",
    "tool_use": "tool_calls",
    "model_length": "length",
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
    "refusal": "refusal",
    "sensitive": "content_filter",
    "safety": "content_filter",
    "recitation": "content_filter",
    "blocklist": "content_filter",
    "prohibited_content": "content_filter",
    "spii": "content_filter",
    "image_safety": "content_filter",
}

_BROKEN: Mapping[str, str] = {
    "error": "the model behind it failed",
    "network_error": "the model behind it failed",
    "abort": "the server gave it up",
    "insufficient_system_resource": "the server ran out of room for it",
    "malformed_function_call": "the model asked for a tool in a way that cannot be read",
    "unexpected_tool_call": "the model asked for a tool that it was not offered",
    "too_many_tool_calls": "the model asked for too many tools",
    "missing_thought_signature": "the signatures of earlier answers were lost",
}
"""Ends that are none, as they continue "The answer of X cannot be used: "; Gemini has the last four."""

_WORST_FIRST = ("content_filter", "length", "refusal", "tool_calls", "end", "pause")
"""Where a server gives two reasons, the one under which less may run counts."""


class NoStop(Exception):
    """An end that is none; `str()` says why in a sentence fragment."""


def stop_of(reason: str) -> StopReason:
    """Return what *reason* comes to; Gemini writes some as `content_filter: SAFETY`. Raises `NoStop`."""
    said = [word.strip() for word in reason.lower().split(":")]
    for word in reversed(said):
        if word in _BROKEN:
            raise NoStop(_BROKEN[word])
        if word in _STOPS:
            return _STOPS[word]
    raise NoStop(f"it ended with {reason[:40]!r}")


def worse(one: StopReason, other: StopReason | None) -> StopReason:
    """Return the one of two reasons under which less may run."""
    return one if other is None else min(one, other, key=_WORST_FIRST.index)
