"""Chat replay: what of an answer over Chat Completions goes back with it, to whoever gave it (PROTOCOLS 3).

Kept as one item: fields of the message, and fields of its calls by their place, since they change their ids on the way.
"""

import json
from dataclasses import dataclass
from typing import Literal

from pydantic import JsonValue

from vaultdesk.chat.messages import Message, ProviderPart
from vaultdesk.providers.accumulator import CallAccumulator
from vaultdesk.providers.chat_dialect import ChatDialect
from vaultdesk.providers.family import can_be_kept, id_map, native_items
from vaultdesk.providers.loose_json import fields, words
from vaultdesk.providers.reasoning_details import ReasoningDetails

Replay = Literal["own", "filled", "none"]
"""own: each answer gets back what it came with; filled: answers that came without reasoning get an empty one, as
DeepSeek wants it once it thinks; none: nothing but what everybody understands."""

REASONING_FIELDS = ("reasoning_content", "reasoning")
"""Under which name servers send their reasoning, and so take it back; the older one first."""

FOREIGN_SIGNATURE: JsonValue = {"google": {"thought_signature": "skip_thought_signature_validator"}}
"""Google's documented word for a call that no Gemini signed."""

LONGEST_ITEM = 4_000_000
"""Characters of what goes back with one answer: thinking and its signatures together are far under it."""


@dataclass(frozen=True, slots=True)
class Receiver:
    """Who is sent a conversation, and what it takes back."""

    family: str
    dialect: ChatDialect
    replay: Replay = "own"


class Keepsakes:
    """Collects, while an answer streams, what has to go back with it."""

    def __init__(self, dialect: ChatDialect, *, after_tools: bool = False) -> None:
        """*after_tools*: the answer is to results of tools, so its reasoning goes back even where it calls none."""
        self._dialect = dialect
        self._after_tools = after_tools
        self._details = ReasoningDetails()
        self._message: dict[str, JsonValue] = {}
        self._reasoning: list[str] = []
        self._reasoning_field = ""

    def note(self, delta: dict[str, JsonValue], *, whole: bool) -> None:
        """Take one delta, or the message of an answer that came *whole*."""
        if self._dialect.reasoning_details:
            (self._details.keep if whole else self._details.add)(delta.get("reasoning_details"))
        if self._dialect.signatures and _signature(delta.get("extra_content")):
            self._message["extra_content"] = delta["extra_content"]

    def note_reasoning(self, name: str, text: str) -> None:
        """Take a piece of reasoning that came under *name*."""
        self._reasoning_field = self._reasoning_field or name
        self._reasoning.append(text)

    def parts(self, family: str, calls: CallAccumulator) -> tuple[ProviderPart, ...]:
        """Return what to keep with an answer that is complete."""
        message = dict(self._message)
        if blocks := self._details.blocks:
            message["reasoning_details"] = blocks
        if self._dialect.replays_reasoning and self._reasoning and (len(calls) or self._after_tools):
            message[self._reasoning_field] = "".join(self._reasoning)
        extras = calls.extras() if self._dialect.signatures else {}
        by_place: dict[str, JsonValue] = {str(place): extra for place, extra in extras.items()}
        item: dict[str, JsonValue] = {
            **({"message": message} if message else {}),
            **({"calls": by_place} if by_place else {}),
        }
        fits = can_be_kept(item) and len(json.dumps(item)) <= LONGEST_ITEM
        kept = (ProviderPart(family=family, item=item),) if item and fits else ()
        return (*id_map(family, calls.wire_ids()), *kept)


def put_back(answer: dict[str, JsonValue], message: Message, to: Receiver, *, after_tools: bool) -> None:
    """Add to *answer*, the wire's form of *message*, what goes back with it.

    Reasoning goes back with calls and with the answers that follow them: DeepSeek refuses a history without it, also
    in later questions; with other answers it would only fill the window.
    """
    calls = [call for call in _calls(answer) if isinstance(call, dict)]
    welcome = _welcome(to.dialect, with_reasoning=bool(calls) or after_tools)
    for item in native_items(message, to.family) if to.replay != "none" else ():
        given = fields(fields(item).get("message"))
        answer.update({name: given[name] for name in given if name in welcome})
        for place, extra in fields(fields(item).get("calls")).items():
            if to.dialect.signatures and place.isdecimal() and int(place) < len(calls):
                calls[int(place)]["extra_content"] = extra
    if to.dialect.signatures and calls and not any("extra_content" in call for call in calls):
        calls[0]["extra_content"] = FOREIGN_SIGNATURE
    if to.replay == "filled" and not any(name in answer for name in REASONING_FIELDS):
        answer["reasoning_content"] = ""


def _welcome(dialect: ChatDialect, *, with_reasoning: bool) -> set[str]:
    """Return the fields that may be put on a message: what is kept came from outside and could name any."""
    names = set(REASONING_FIELDS) if dialect.replays_reasoning and with_reasoning else set[str]()
    names |= {"reasoning_details"} if dialect.reasoning_details else set()
    return names | ({"extra_content"} if dialect.signatures else set())


def _calls(answer: dict[str, JsonValue]) -> list[JsonValue]:
    calls = answer.get("tool_calls")
    return calls if isinstance(calls, list) else []


def _signature(extra: JsonValue) -> bool:
    """Tell whether *extra* carries a signature; Google writes other marks under the same name."""
    return any(words(fields(vendor).get("thought_signature")) for vendor in fields(extra).values())
