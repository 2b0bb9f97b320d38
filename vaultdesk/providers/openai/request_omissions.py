"""Parameters, answer formats and history items that a model refused over Chat Completions, omitted from its next
requests."""

import re
from collections.abc import Mapping

from pydantic import JsonValue

from vaultdesk.core.errors import ProviderErrorKind
from vaultdesk.providers.error_causes import read_server_message
from vaultdesk.providers.openai.chat_completions import ReplayMode
from vaultdesk.providers.sdk_provider import ModelRefusals

REFUSAL_STATUSES = (400, 404, 422)
"""Statuses with which a parameter is refused; 404 is OpenRouter's for "no server supports this"."""

_PART_PATTERNS: Mapping[str, str] = {
    "stream_options": "stream_options",
    "max_completion_tokens": "max_completion_tokens",
    "max_tokens": "max_tokens",
    "parallel_tool_calls": "parallel_tool_calls",
    "tool_choice": "tool_choice",
    "temperature": "temperature",
    "reasoning_effort": r"reasoning_effort|reasoning effort|thinking.?(budget|level|mode)|only works in thinking",
    "reasoning": r"[\"'`]reasoning[\"'`]|reasoning\.effort|reasoning is mandatory|reasoning cannot be disabled",
    "usage": r"[\"'`]usage[\"'`]|usage\.include",
    "return_progress": "return_progress",
}
"""Optional parameters of a body, by the names servers give them."""

_EFFORT_OFF: Mapping[str, JsonValue] = {"reasoning_effort": "none", "reasoning": {"effort": "none"}}
_EFFORT_LOW: Mapping[str, JsonValue] = {"reasoning_effort": "low", "reasoning": {"effort": "low"}}
"""The lowest effort that every model with efforts accepts, used if "off" is refused."""

_PARTS_BY_ERROR_KIND: Mapping[ProviderErrorKind, tuple[str, ...]] = {
    "bad_request": tuple(_PART_PATTERNS),
    # "tool_choice 'required' is not supported" resembles missing tools, a limit above the window a long chat.
    "no_tools": ("tool_choice", "parallel_tool_calls"),
    "context": ("max_completion_tokens", "max_tokens"),
}
"""Parameters that a refusal may be about, by the kind of error it would otherwise be reported as."""

_REASONING_REQUIRED = re.compile(
    r"reasoning_content.{0,80}(be passed back|is required|is missing)|missing.{0,20}reasoning_content"
)
_NO_REASONING_REQUIRED = re.compile(r"set reasoning_effort to [\"'`]?none")
"""Matches the refusal of OpenAI models that support tools together with reasoning in Responses only."""

_SHORT_IDS_REQUIRED = re.compile(r"call.?id.{0,80}(length of 9|nine|9 char)|invalid_function_call_id")
_REASONING_REFUSED = re.compile(r"reasoning_content|\breasoning\b.{0,30}unsupported|assistant\W{1,8}reasoning\b")
_SIGNATURE_REFUSED = re.compile(r"signature|reasoning_details|extra_content|encrypted content")


class RequestOmissions:
    """Parameters, answer formats and items that one model refused, omitted from its next requests."""

    def __init__(self, replay: ReplayMode = "own") -> None:
        self.refusals = ModelRefusals()
        self.replay: ReplayMode = replay
        self._reasoning_off = False
        """Whether it accepts tools only with reasoning switched off."""
        self.short_ids = False
        """Whether the server accepts only call ids of nine letters and digits."""

    def apply(self, body: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
        """Return *body* with what the model refuses omitted."""
        accepted = {name: value for name, value in body.items() if name not in self.refusals.parts}
        if self._reasoning_off and "tools" in body:
            accepted["reasoning_effort"] = "none"
        for name, lowest in _EFFORT_LOW.items():
            if f"{name}=off" in self.refusals.parts and accepted.get(name) == _EFFORT_OFF[name]:
                accepted[name] = lowest
        return accepted

    def learn_from_refusal(self, body: object, kind: ProviderErrorKind, sent_body: Mapping[str, JsonValue]) -> bool:
        """Process *body*, the refusal of the request *sent_body*; return whether the next request would differ."""
        error_text = read_server_message(body).search_text
        replay = _next_replay_mode(error_text, self.replay) if kind == "bad_request" else self.replay
        if replay != self.replay:
            self.replay = replay
            return True
        if not self._reasoning_off and "tools" in sent_body and _NO_REASONING_REQUIRED.search(error_text):
            self._reasoning_off = True
            return True
        if not self.short_ids and _SHORT_IDS_REQUIRED.search(error_text):
            self.short_ids = True
            return True
        candidates = (name for name in _PARTS_BY_ERROR_KIND.get(kind, ()) if name in sent_body)
        refused_part = next((name for name in candidates if _names_part(error_text, name)), "")
        if refused_part and sent_body[refused_part] == _EFFORT_OFF.get(refused_part):
            # Many refuse to switch reasoning off; low effort is closer to that than the default.
            self.refusals.parts.add(f"{refused_part}=off")
        elif refused_part:
            self.refusals.parts.add(refused_part)
        return bool(refused_part)


def _names_part(error_text: str, part: str) -> bool:
    return bool(re.search(rf"(?<![\w-])(?:{_PART_PATTERNS[part]})(?!\w)", error_text))


def _next_replay_mode(error_text: str, current: ReplayMode) -> ReplayMode:
    """Return the replay mode after a refusal with *error_text*. No mode is returned to, so that the retries end."""
    if current == "own" and _REASONING_REQUIRED.search(error_text):
        return "filled"
    if _REASONING_REQUIRED.search(error_text):
        return current
    refused = _REASONING_REFUSED.search(error_text) or _SIGNATURE_REFUSED.search(error_text)
    return "none" if current != "none" and refused and "reasoning_effort" not in error_text else current
