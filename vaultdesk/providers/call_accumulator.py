"""Accumulates tool calls from stream deltas and parses their arguments as strict JSON."""

import json
import math
import re
from collections.abc import Iterator

from msgspec import Struct, field
from pydantic import JsonValue

from vaultdesk.chat.messages import ToolCallPart, new_id
from vaultdesk.core.phrases import Number, Phrase
from vaultdesk.providers.lenient_json import REPLACEMENT_CHARACTER, is_nested_deeper, join_surrogates
from vaultdesk.providers.provider import CallGrew, CallStarted, ModelEvent

MAX_CHARACTERS = 1_000_000
"""Maximum number of characters of argument text: more than any real note, less than takes long to parse
(vaultdesk/providers/README.md, "Complete answers").
"""

MAX_DEPTH = 30
"""Maximum nesting depth: far above any schema of the program, far below what breaks later readers
(vaultdesk/providers/README.md, "Complete answers").
"""


class ParsedArguments(Struct, frozen=True):
    """The result of parsing argument text: a value, or a problem for the model, as a sentence fragment."""

    value: dict[str, JsonValue] | None
    problem: str = ""


class _InvalidArguments(ValueError):
    """Text that only a lenient reader accepts as JSON."""


def parse_arguments(text: str) -> ParsedArguments:
    """Parse *text* once. Empty text is a call without arguments; everything else must be one JSON object."""
    if not text.strip():
        return ParsedArguments({})
    if len(text) > MAX_CHARACTERS:
        return _arguments_problem(f"they are longer than {MAX_CHARACTERS:,} characters")
    try:
        value = json.loads(
            text,
            object_pairs_hook=_checked_object,
            parse_constant=_refuse_constant,
            parse_float=_checked_float,
            parse_int=_checked_integer,
        )
        if not isinstance(value, dict):
            return _arguments_problem(f"they are {_json_type(value)}, not an object")
        if is_nested_deeper(MAX_DEPTH, value):
            raise _InvalidArguments(f"they are nested more than {MAX_DEPTH} levels deep")
        _check_text(value)
    except json.JSONDecodeError as error:
        return _arguments_problem(f"{error.msg} at line {error.lineno}, column {error.colno}")
    except _InvalidArguments as error:
        return _arguments_problem(str(error))
    except RecursionError:
        return _arguments_problem(f"they are nested more than {MAX_DEPTH} levels deep")
    return ParsedArguments(value)


def is_complete_object(text: str) -> bool:
    """Return whether *text* is one complete JSON object."""
    stripped = text.strip()
    return stripped.startswith("{") and stripped.endswith("}") and parse_arguments(stripped).value is not None


def _arguments_problem(problem: str) -> ParsedArguments:
    return ParsedArguments(None, f"{problem}; send the call again with one valid JSON object")


def _checked_object(pairs: list[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
    members: dict[str, JsonValue] = {}
    for name, value in pairs:
        if name in members:
            raise _InvalidArguments(f"the name {name[:60]!r} occurs twice in one object")
        members[name] = value
    return members


def _refuse_constant(name: str) -> JsonValue:
    raise _InvalidArguments(f"{name} is not JSON")


def _checked_float(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise _InvalidArguments(f"the number {digits[:30]} is too large")
    return number


def _checked_integer(digits: str) -> int:
    # Python raises a plain ValueError for very long numbers.
    if len(digits) > 400:
        raise _InvalidArguments("a number in them has more than 400 digits")
    return int(digits)


def _check_text(value: JsonValue) -> None:
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        # "\ud800" alone is legal JSON, but no file name and no note can contain it.
        raise _InvalidArguments("they contain half of a surrogate pair (a lone surrogate)") from None


def _json_type(value: JsonValue) -> str:
    if value is None:
        return "null"
    return {bool: "true or false", int: "a number", float: "a number", str: "a text", list: "a list"}[type(value)]


MAX_CALLS = 200
"""Maximum number of calls read of one answer. Calls beyond the limit of an answer are refused when they would run
(vaultdesk/tools/runtime/call_limits.py); with more than this the model is malfunctioning
(vaultdesk/providers/README.md, "Complete answers").
"""

MAX_TOOL_NAME = 200
"""Maximum number of characters of a tool's name; the vendors allow 64."""


class ContradictoryCalls(Exception):
    """The calls of an answer contradict each other; `str()` is the reason as a sentence fragment."""

    def __init__(self, message: Phrase) -> None:
        super().__init__(message)
        self.message = message


class _PendingCall(Struct):
    index: int | None
    wire_id: str = ""
    name: str = ""
    arguments: str = ""
    extra: JsonValue = None
    call_id: str = field(default_factory=lambda: new_id("call"))


class CallAccumulator:
    """Collects the calls of one answer. They may run only after `finished` was called."""

    def __init__(self) -> None:
        self._slots: list[_PendingCall] = []

    def __len__(self) -> int:
        return len(self._slots)

    def add(
        self, index: int | None, wire_id: str, name: str, arguments: JsonValue, extra: JsonValue = None
    ) -> Iterator[ModelEvent]:
        """Add one delta; *extra* is an item to send back to the server with the call. Raises `ContradictoryCalls`."""
        text = arguments_text(arguments)
        slot = self._slot_for(index, wire_id, name, text)
        slot.wire_id = slot.wire_id or wire_id
        slot.extra = extra or slot.extra
        # Some servers repeat a complete call; appending the object to itself would make it unreadable.
        is_repeated = isinstance(arguments, dict) or (text == slot.arguments and is_complete_object(text))
        new_text = "" if is_repeated and slot.arguments else text
        slot.arguments += new_text
        if len(slot.arguments) > MAX_CHARACTERS:
            raise ContradictoryCalls(Phrase("a tool call in it is longer than {0} characters", Number(MAX_CHARACTERS)))
        if name and not slot.name:
            slot.name = name[:MAX_TOOL_NAME]
            yield CallStarted(slot.call_id, slot.name)
            new_text = slot.arguments  # what came before the name was not emitted yet
        if new_text and slot.name:
            yield CallGrew(slot.call_id, join_surrogates(new_text))

    def finished(self) -> tuple[ToolCallPart, ...]:
        """Return the calls of a complete answer. Raises `ContradictoryCalls`."""
        if any(not slot.name for slot in self._slots):
            raise ContradictoryCalls(Phrase("a tool call in it names no tool"))
        return tuple(_finished_call(slot) for slot in self._slots)

    def are_complete(self) -> bool:
        """Return whether every call has a name and arguments that can be parsed."""
        return all(slot.name and _finished_call(slot).arguments is not None for slot in self._slots)

    def wire_ids(self) -> dict[str, str]:
        """Return the server's ids by the program's, of the calls that have one; of equal ids only the first counts."""
        first = {slot.wire_id: slot.call_id for slot in reversed(self._slots) if slot.wire_id}
        return {call_id: wire_id for wire_id, call_id in first.items()}

    def extras(self) -> dict[int, JsonValue]:
        """Return the items to send back with the calls, by their index in the answer."""
        return {index: slot.extra for index, slot in enumerate(self._slots) if slot.extra}

    def _slot_for(self, index: int | None, wire_id: str, name: str, text: str) -> _PendingCall:
        current = self._current(index, wire_id)
        if current is not None:
            has_other_id = bool(wire_id and current.wire_id and wire_id != current.wire_id)
            has_same_id = bool(wire_id and wire_id == current.wire_id)
            is_renamed = bool(name and current.name and name[:MAX_TOOL_NAME] != current.name and not current.arguments)
            # Servers use one id for several calls; a call that is merely sent twice has equal arguments.
            is_another = not has_same_id or (text != current.arguments and is_complete_object(text))
            begins_call = bool(name and is_another and (is_renamed or is_complete_object(current.arguments)))
            if not has_other_id and not begins_call:
                return current
        if len(self._slots) == MAX_CALLS:
            raise ContradictoryCalls(Phrase("it asks for more than {0} tools at once", MAX_CALLS))
        self._slots.append(_PendingCall(index))
        return self._slots[-1]

    def _current(self, index: int | None, wire_id: str) -> _PendingCall | None:
        """Return the slot a delta most likely belongs to: with the same index, the same id first, else the newest."""
        candidates = [slot for slot in self._slots if index is None or slot.index == index]
        with_id = [slot for slot in candidates if wire_id and slot.wire_id == wire_id]
        matching = with_id or candidates
        return matching[-1] if matching else None


def arguments_text(arguments: JsonValue) -> str:
    """Return argument text unchanged, an object or a list serialized: some servers send it parsed
    (vaultdesk/providers/README.md, "Chat Completions").
    """
    if arguments is None:
        return ""
    return arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)


_FENCED = re.compile(r"\s*```[A-Za-z]{0,10}[ \t]*\r?\n(.*?)\s*```\s*", re.DOTALL)


def unwrapped_arguments(text: str) -> str:
    """Return the JSON object that *text* contains in a code fence or encoded as a JSON string; else *text*."""
    inner = text
    for _ in range(2):
        fenced = _FENCED.fullmatch(inner)
        inner = fenced[1] if fenced else inner
        if not inner.lstrip().startswith('"'):
            break
        try:
            value = json.loads(inner)
        except ValueError:
            return text
        inner = value if isinstance(value, str) else inner
    return inner if inner != text and is_complete_object(inner) else text


def _finished_call(slot: _PendingCall) -> ToolCallPart:
    text = join_surrogates(slot.arguments)
    # If half of a surrogate pair was lost, the text is not repaired, and is refused: another note could be meant.
    is_intact = text.count(REPLACEMENT_CHARACTER) == slot.arguments.count(REPLACEMENT_CHARACTER)
    text = unwrapped_arguments(text) if is_intact else text
    parsed = parse_arguments(text if is_intact else slot.arguments)
    return ToolCallPart(
        id=slot.call_id,
        name=slot.name,
        arguments_json=text if text.strip() else "{}",
        arguments=parsed.value,
        problem=parsed.problem,
    )
