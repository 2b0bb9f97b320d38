"""Refused parts: what one model behind one server does not take, learnt from its refusals. Sends nothing.

Servers that speak alike differ in what they know. A part that is refused by name and that an answer can be had
without is left out from then on; the person's question is asked again at once and nothing is lost.
"""

import re
from collections.abc import Mapping

from pydantic import JsonValue

from vaultdesk.core.errors import ProviderTrouble
from vaultdesk.providers.chat_replay import Replay
from vaultdesk.providers.refusal_words import said

_NAMED: Mapping[str, str] = {
    "stream_options": "stream_options",
    "max_completion_tokens": "max_completion_tokens",
    "max_tokens": "max_tokens",
    "parallel_tool_calls": "parallel_tool_calls",
    "tool_choice": "tool_choice",
    "temperature": "temperature",
    "reasoning_effort": r"reasoning_effort|reasoning effort|thinking.?(budget|level|mode)|only works in thinking",
    "reasoning": r"[\"'`]reasoning[\"'`]|reasoning\.effort|reasoning is mandatory|reasoning cannot be disabled",
    "usage": r"[\"'`]usage[\"'`]|usage\.include",
}
"""Parts of a body that an answer can be had without, by the names servers give them."""

_OFF: Mapping[str, JsonValue] = {"reasoning_effort": "none", "reasoning": {"effort": "none"}}
_LEAST: Mapping[str, JsonValue] = {"reasoning_effort": "low", "reasoning": {"effort": "low"}}
"""The wish not to think, and the next best that every model with efforts knows."""

_IN_SPITE: Mapping[ProviderTrouble, tuple[str, ...]] = {
    "bad_request": tuple(_NAMED),
    # "tool_choice 'required' is not supported" sounds like no tools, a limit over the window like a long chat.
    "no_tools": ("tool_choice", "parallel_tool_calls"),
    "context": ("max_completion_tokens", "max_tokens"),
}
"""Which parts may be meant, by what the refusal else would come to."""

_REASONING_WANTED = re.compile(
    r"reasoning_content.{0,80}(must be passed back|is required)|missing.{0,20}reasoning_content"
)
_REASONING_REFUSED = re.compile(r"reasoning_content|\breasoning\b.{0,30}unsupported|assistant\W{1,8}reasoning\b")
_SIGNATURE_REFUSED = re.compile(r"signature|reasoning_details|extra_content|encrypted content")


class RefusedParts:
    """What was learnt of one model. Nothing at first."""

    def __init__(self) -> None:
        self._names: set[str] = set()
        self.replay: Replay = "own"

    def without(self, body: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
        """Return *body* as the model takes it."""
        taken = {name: value for name, value in body.items() if name not in self._names}
        for name, least in _LEAST.items():
            if f"{name}=off" in self._names and taken.get(name) == _OFF[name]:
                taken[name] = least
        return taken

    def learn(self, body: object, trouble: ProviderTrouble, sent: Mapping[str, JsonValue]) -> bool:
        """Take in the refusal *body* of what was *sent*; tell whether asking again differs from asking before."""
        words = said(body).words
        replay = _replay(words, self.replay) if trouble == "bad_request" else self.replay
        if replay != self.replay:
            self.replay = replay
            return True
        possible = (name for name in _IN_SPITE.get(trouble, ()) if name in sent)
        refused = next((name for name in possible if _names(words, name)), "")
        if refused and sent[refused] == _OFF.get(refused):
            # Not to think at all is what many refuse; little thinking is nearer to the wish than the usual.
            self._names.add(f"{refused}=off")
        elif refused:
            self._names.add(refused)
        return bool(refused)


def _names(words: str, part: str) -> bool:
    return bool(re.search(rf"(?<![\w-])(?:{_NAMED[part]})(?!\w)", words))


def _replay(words: str, now: Replay) -> Replay:
    """Return what goes back with old answers after *words*; each step is taken once, so that asking again ends."""
    if now == "own" and _REASONING_WANTED.search(words):
        return "filled"
    refused = _REASONING_REFUSED.search(words) or _SIGNATURE_REFUSED.search(words)
    return "none" if now == "own" and refused and "reasoning_effort" not in words else now
