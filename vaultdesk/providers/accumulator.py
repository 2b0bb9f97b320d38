"""Accumulator: pieces of tool calls into whole ones, by the rule of PROTOCOLS 5.2. Knows no vendor's shapes."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field

from pydantic import JsonValue

from vaultdesk.chat.messages import ToolCallPart, new_id
from vaultdesk.providers.events import CallGrew, CallStarted, ModelEvent
from vaultdesk.providers.loose_json import REPLACED, paired
from vaultdesk.providers.strict_json import MAX_CHARACTERS, is_whole_object, parse_arguments

MAX_CALLS = 20
"""Calls in one answer: the agent's cap for a minute; more is a model gone wild (THREATS 2.4)."""

MAX_NAME = 200
"""Characters of a tool's name we repeat; the vendors allow 64."""


class BadCalls(Exception):
    """The calls of an answer contradict each other; `str()` says how, as a plain sentence fragment."""


@dataclass
class _Slot:
    index: int | None
    wire_id: str = ""
    name: str = ""
    arguments: str = ""
    extra: JsonValue = None
    call_id: str = field(default_factory=lambda: new_id("call"))


class CallAccumulator:
    """Collects the calls of one answer. Nothing in it may run before `finished` has been asked."""

    def __init__(self) -> None:
        self._slots: list[_Slot] = []

    def __len__(self) -> int:
        return len(self._slots)

    def add(
        self, index: int | None, wire_id: str, name: str, arguments: JsonValue, extra: JsonValue = None
    ) -> Iterator[ModelEvent]:
        """Take one piece; *extra* is what its server wants back with the call. Raises `BadCalls`."""
        text = arguments_text(arguments)
        slot = self._slot_for(index, wire_id, name)
        slot.wire_id = slot.wire_id or wire_id
        slot.extra = extra or slot.extra
        # A server that repeats a whole call sends the object again; joined to itself it would be unreadable.
        news = "" if isinstance(arguments, dict) and slot.arguments else text
        slot.arguments += news
        if len(slot.arguments) > MAX_CHARACTERS:
            raise BadCalls(f"a tool call in it is longer than {MAX_CHARACTERS:,} characters")
        if name and not slot.name:
            slot.name = name[:MAX_NAME]
            yield CallStarted(slot.call_id, slot.name)
            news = slot.arguments  # what came before the name was not shown yet
        if news and slot.name:
            yield CallGrew(slot.call_id, paired(news))

    def finished(self) -> tuple[ToolCallPart, ...]:
        """Return the calls of an answer that is complete. Raises `BadCalls`."""
        wire_ids = [slot.wire_id for slot in self._slots if slot.wire_id]
        if len(wire_ids) != len(set(wire_ids)):
            raise BadCalls("two tool calls in it have the same id")
        if any(not slot.name for slot in self._slots):
            raise BadCalls("a tool call in it names no tool")
        return tuple(_whole(slot) for slot in self._slots)

    def wire_ids(self) -> dict[str, str]:
        """Return the server's own ids by ours, of the calls that have one."""
        return {slot.call_id: slot.wire_id for slot in self._slots if slot.wire_id}

    def extras(self) -> dict[int, JsonValue]:
        """Return what goes back with the calls, by their place in the answer."""
        return {place: slot.extra for place, slot in enumerate(self._slots) if slot.extra}

    def _slot_for(self, index: int | None, wire_id: str, name: str) -> _Slot:
        current = self._current(index, wire_id)
        if current is not None:
            other_id = bool(wire_id and current.wire_id and wire_id != current.wire_id)
            same_id = bool(wire_id and wire_id == current.wire_id)
            other_name = bool(name and current.name and name[:MAX_NAME] != current.name and not current.arguments)
            begins_anew = bool(name and not same_id and (other_name or is_whole_object(current.arguments)))
            if not other_id and not begins_anew:
                return current
        if len(self._slots) == MAX_CALLS:
            raise BadCalls(f"it asks for more than {MAX_CALLS} tools at once")
        self._slots.append(_Slot(index))
        return self._slots[-1]

    def _current(self, index: int | None, wire_id: str) -> _Slot | None:
        """Return the slot a piece most likely belongs to: same index, the given id first, else the newest."""
        candidates = [slot for slot in self._slots if index is None or slot.index == index]
        named = [slot for slot in candidates if wire_id and slot.wire_id == wire_id]
        likely = named or candidates
        return likely[-1] if likely else None


def arguments_text(arguments: JsonValue) -> str:
    """Return argument text as sent, an object or a list dumped: some servers send it parsed (PROTOCOLS 3.1)."""
    if arguments is None:
        return ""
    return arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)


def _whole(slot: _Slot) -> ToolCallPart:
    text = paired(slot.arguments)
    # Where half of a character was lost, what came is read as it came, and refused: another note could be meant.
    mended = text.count(REPLACED) == slot.arguments.count(REPLACED)
    parsed = parse_arguments(text if mended else slot.arguments)
    return ToolCallPart(
        id=slot.call_id,
        name=slot.name,
        arguments_json=text if text.strip() else "{}",
        arguments=parsed.value,
        problem=parsed.problem,
    )
