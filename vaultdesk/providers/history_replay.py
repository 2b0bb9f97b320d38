"""Conversation history as vendors accept it: replayed native items in order, each call followed by one result."""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct, field
from pydantic import JsonValue

from vaultdesk.chat.messages import ImagePart, Message, Part, ProviderPart, TextPart, ToolCallPart, ToolResultPart
from vaultdesk.core.phrases import Phrase
from vaultdesk.providers.call_accumulator import MAX_DEPTH, parse_arguments
from vaultdesk.providers.lenient_json import count_of, is_nested_deeper, list_of, object_of

# Signatures and encrypted reasoning are valid only for the model that made them, at the same endpoint. An answer's own
# items and the ids its server gave to its calls are one `ProviderPart` each; see `sendable_messages`.

WIRE_IDS_KEY = "wire_ids"
"""The key under which a `ProviderPart` stores the server's call ids, by the program's ids."""

MAX_WIRE_ID = 512
"""Maximum number of characters of a server's call id that is sent back; any characters are allowed."""


def replay_scope(wire: str, host: str, model: str) -> str:
    """Return the scope of *model* at *host* over *wire*: `messages@api.anthropic.com/claude-...`."""
    return f"{wire}@{host}/{model}"


def native_items(message: Message, scope: str) -> list[JsonValue]:
    """Return the items of *message* that only *scope* understands, in order, without the id map."""
    return [item for item in _items_of(message, scope) if not _is_id_map(item)]


def wire_ids(message: Message, scope: str) -> dict[str, str]:
    """Return the ids that the server of *scope* gave to the calls of *message*, by the program's ids."""
    ids_by_call: dict[str, str] = {}
    for item in _items_of(message, scope):
        ids = item.get(WIRE_IDS_KEY) if isinstance(item, dict) and _is_id_map(item) else None
        if isinstance(ids, dict):
            ids_by_call.update(
                {
                    call_id: wire_id
                    for call_id, wire_id in ids.items()
                    if isinstance(wire_id, str) and _is_valid_wire_id(wire_id)
                }
            )
    return ids_by_call


def id_map(scope: str, ids: Mapping[str, str]) -> tuple[ProviderPart, ...]:
    """Return the part that stores *ids*, the server's by the program's; none if no id can be sent back."""
    valid_ids: dict[str, JsonValue] = {
        call_id: wire_id for call_id, wire_id in ids.items() if _is_valid_wire_id(wire_id)
    }
    return (ProviderPart(family=scope, item={WIRE_IDS_KEY: valid_ids}),) if valid_ids else ()


def is_replayable(item: JsonValue) -> bool:
    """Return whether *item* can be stored and sent: not too deep, and valid in JSON and UTF-8."""
    if is_nested_deeper(MAX_DEPTH, item):
        return False
    try:
        json.dumps(item, ensure_ascii=False, allow_nan=False).encode("utf-8")
    except ValueError:  # an unpaired surrogate, or a number that JSON does not have
        return False
    return True


def _is_valid_wire_id(wire_id: str) -> bool:
    return 0 < len(wire_id) <= MAX_WIRE_ID and wire_id.isprintable()


def _items_of(message: Message, scope: str) -> Iterable[JsonValue]:
    return (part.item for part in message.parts if isinstance(part, ProviderPart) and part.family == scope)


def _is_id_map(item: JsonValue) -> bool:
    return isinstance(item, dict) and item.keys() == {WIRE_IDS_KEY}


# A message stores its text and its calls in separate parts, and joins texts that only a hidden item separated. Vendors
# require their items back unchanged and in order: reasoning before its call, text between two reasoning items
# (vaultdesk/providers/README.md, "Responses"; vaultdesk/providers/README.md, "Anthropic Messages"). The layout stores
# lengths and indexes instead of text, so that text is stored once, and text that was changed since is not restored by
# it.

MAX_NATIVE = 8_000_000
"""Maximum number of characters of native items of one answer: encrypted reasoning has about ten thousand today."""

MAX_ITEMS = 500
"""Maximum items of one answer; more is a server error (vaultdesk/providers/README.md, "Complete answers")."""

_LAYOUT_KEY = "layout"


class TextSegment(Struct, frozen=True):
    """Text of one item, in one or more parts."""

    texts: tuple[str, ...]
    extra: Mapping[str, JsonValue] = field(default_factory=dict)
    """Further fields of the item."""


class CallSegment(Struct, frozen=True):
    """A call at its position."""

    call: ToolCallPart
    extra: Mapping[str, JsonValue] = field(default_factory=dict)


class NativeSegment(Struct, frozen=True):
    """An item only its own server understands."""

    item: Mapping[str, JsonValue]


AnswerSegment = TextSegment | CallSegment | NativeSegment


class TooManyNativeItems(Exception):
    """The native items of an answer exceed a limit; `str()` is the reason as a sentence fragment."""

    def __init__(self, message: Phrase) -> None:
        super().__init__(message)
        self.message = message


class AnswerLayout:
    """Records the order of one answer."""

    def __init__(self) -> None:
        self._entries: list[JsonValue] = []
        self._size = 0
        self._in_default_order = True

    def add_text(self, texts: Sequence[str], extra: Mapping[str, JsonValue] | None = None) -> None:
        """Record a text. Raises `TooManyNativeItems`, as the other methods do."""
        if not any(texts):
            return
        entry: dict[str, JsonValue] = {"texts": [len(text) for text in texts]}
        if not "".join(texts).strip():
            entry["blank"] = True
        self._in_default_order = self._in_default_order and not self._entries
        self._add(entry, extra)

    def add_gap(self, text: str) -> None:
        """Record that *text* was added between two texts as a separator; the model did not write it."""
        self._in_default_order = False
        self._add({"texts": [len(text)], "blank": True, "gap": True}, None)

    def add_call(self, index: int, extra: Mapping[str, JsonValue] | None = None) -> None:
        """Record the call with the index *index* in the message, from 0."""
        self._in_default_order = self._in_default_order and index == sum(
            "call" in object_of(entry) for entry in self._entries
        )
        self._add({"call": index}, extra)

    def add_native_item(self, item: Mapping[str, JsonValue]) -> None:
        """Record an item to send back unchanged; one that could not be sent is left out."""
        if is_replayable(dict(item)):
            self._in_default_order = False
            self._add({"native": dict(item)}, None)

    def provider_parts(self, scope: str) -> tuple[ProviderPart, ...]:
        """Return the part that stores the order; none if it is the message's own order."""
        return () if self._in_default_order else (ProviderPart(family=scope, item={_LAYOUT_KEY: self._entries}),)

    def _add(self, entry: dict[str, JsonValue], extra: Mapping[str, JsonValue] | None) -> None:
        if extra and is_replayable(dict(extra)):
            entry["extra"] = dict(extra)
            self._in_default_order = False
        self._size += len(json.dumps(entry))
        self._entries.append(entry)
        if self._size > MAX_NATIVE or len(self._entries) > MAX_ITEMS:
            raise TooManyNativeItems(Phrase("it contains too many or too long items"))


def answer_segments(message: Message, scope: str) -> Iterator[AnswerSegment]:
    """Yield the segments of *message* in the order *scope* sent them; for any other scope text first, then calls."""
    layout = next((object_of(item) for item in native_items(message, scope) if _LAYOUT_KEY in object_of(item)), {})
    entries = [object_of(entry) for entry in list_of(layout.get(_LAYOUT_KEY))]
    texts_by_entry = _texts_by_entry(entries, message.text)
    calls = dict(enumerate(message.tool_calls))
    for index, entry in enumerate(entries):
        extra = object_of(entry.get("extra"))
        if "native" in entry:
            yield NativeSegment(object_of(entry["native"]))
        elif index in texts_by_entry and not entry.get("gap"):
            is_unchanged = len(texts_by_entry[index]) == len(list_of(entry["texts"]))
            yield TextSegment(texts_by_entry[index], extra if is_unchanged else {})
        elif (call := calls.pop(count_of(entry["call"]), None) if "call" in entry else None) is not None:
            yield CallSegment(call, extra)
    if _UNKNOWN_ENTRY in texts_by_entry:
        yield TextSegment(texts_by_entry[_UNKNOWN_ENTRY])
    yield from (CallSegment(call) for call in calls.values())


_UNKNOWN_ENTRY = -1
"""Position of a text that is not in the layout: after those that are."""


def _texts_by_entry(entries: Sequence[Mapping[str, JsonValue]], text: str) -> dict[int, tuple[str, ...]]:
    """Return the parts of *text* for each entry, by its index. A text that was changed since is put as a whole into the
    first entry.
    """
    lengths = {
        index: [count_of(length) for length in list_of(entry["texts"])]
        for index, entry in enumerate(entries)
        if "texts" in entry
    }
    non_blank = {index: text_lengths for index, text_lengths in lengths.items() if not entries[index].get("blank")}
    # Parts of whitespace only may have been removed (`sendable_messages`).
    for candidate_lengths in (lengths, non_blank):
        if candidate_lengths and sum(map(sum, candidate_lengths.values())) == len(text):
            return dict(_split_text(text, candidate_lengths))
    return {next(iter(non_blank), _UNKNOWN_ENTRY): (text,)} if text else {}


def _split_text(text: str, lengths: Mapping[int, Sequence[int]]) -> Iterator[tuple[int, tuple[str, ...]]]:
    start = 0
    for index, text_lengths in lengths.items():
        texts = []
        for length in text_lengths:
            texts.append(text[start : start + length])
            start += length
        yield index, tuple(texts)


# Both vendors refuse a request with a call without a result, a result without a call, or two calls with one id. A
# stopped run, a chat read from a note, or another provider's ids can cause any of these (vaultdesk/providers/README.md,
# "Pitfalls", 15).

CALL_ID = re.compile(r"[a-zA-Z0-9_-]{1,64}")
TOOL_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_NOT_IN_A_NAME = re.compile(r"[^a-zA-Z0-9_-]")

UNANSWERED_RESULT = json.dumps(
    {"success": False, "error": {"code": "CANCELLED", "message": "User cancelled tool execution"}}
)
"""Result sent to the model for a call that has none."""


class CallIdRule(Struct, frozen=True):
    """The call ids that a server accepts."""

    pattern: re.Pattern[str]
    """Pattern of a valid id, whether generated by the server or by this program."""
    length: int = 0
    """Characters of a generated id; 0 for the full length."""

    def fitted(self, call_id: str, attempt: int = 1) -> str:
        """Return *call_id* if valid, else an id derived from it. Deterministic; another *attempt* gives another id."""
        numbered = call_id if attempt == 1 else f"{call_id[: MAX_CALL_ID - 8]}_{attempt}"
        if self.pattern.fullmatch(numbered):
            return numbered
        return _digest(numbered)[: self.length or None]


MAX_CALL_ID = 64
"""Maximum characters of a call id that both vendors accept."""

ANY_CALL_ID = CallIdRule(re.compile(r".{1,512}"))
"""Rule of servers that accept any id they generated; those of this program are valid for OpenAI and Anthropic."""

NINE_CHARACTER_ID = CallIdRule(re.compile(r"[a-zA-Z0-9]{9}"), length=9)
"""Rule of Mistral: nine letters or digits, also for calls of other models."""

_MISTRAL = re.compile(r"(mi(ni)?|magi|code|dev|mix|vox)s?tra?l|pixtral|mathstral")


def call_id_rule(model: str, host: str = "") -> CallIdRule:
    """Return the rule for *model* at *host*. Mistral's rule applies to its models on any server."""
    is_mistral = _MISTRAL.search(model.lower()) or host.lower().endswith("mistral.ai")
    return NINE_CHARACTER_ID if is_mistral else ANY_CALL_ID


def sendable_messages(
    messages: Iterable[Message], scope: str = "", ids: CallIdRule = ANY_CALL_ID
) -> tuple[Message, ...]:
    """Return *messages* with each call followed directly by its only result, and without empty messages.

    Calls made by *scope* get its own ids back, in the call and in its result: other items of that server may refer to
    them. If its id is invalid or was used before (some models count from 0 in each answer), the program's id is sent,
    adapted to *ids*: the same in every request of a conversation.
    """
    sendable: list[Message] = []
    history = list(messages)
    used_ids: set[str] = set()
    for index, message in enumerate(history):
        if message.role != "assistant":
            rest = tuple(
                part
                for part in message.parts
                if isinstance(part, ImagePart) or (isinstance(part, TextPart) and part.text.strip())
            )
            if rest:
                sendable.append(message.model_copy(update={"parts": rest}))
            continue
        calls = _with_wire_ids(message.tool_calls, used_ids, wire_ids(message, scope) if scope else {}, ids)
        parts = _sendable_parts(message, calls)
        if parts:
            sendable.append(message.model_copy(update={"parts": parts}))
        if calls:
            results = _results_after(history[index + 1 :])
            answers = tuple(
                _result_for(call, results.get(original.id))
                for original, call in zip(message.tool_calls, calls, strict=True)
            )
            sendable.append(Message(role="tool", parts=answers))
    return tuple(sendable)


def wire_arguments(call: ToolCallPart) -> str:
    """Return a call's arguments as text that every server can parse: the model's own text if it is an object."""
    parsed = parse_arguments(call.arguments_json)
    if parsed.value is None:
        # Servers that parse earlier calls fail on the text itself (vaultdesk/providers/README.md, "History").
        return json.dumps({"unreadable_arguments": call.arguments_json[:2000]})
    return call.arguments_json if call.arguments_json.strip() else "{}"


def wire_name(name: str) -> str:
    """Return *name* in a form both vendors accept; a name invented by a model must not make the chat unsendable."""
    return name if TOOL_NAME.fullmatch(name) else (_NOT_IN_A_NAME.sub("_", name)[:64] or "unnamed")


def wire_text(text: str) -> str:
    """Return *text* with characters that cannot be encoded replaced."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _with_wire_ids(
    calls: tuple[ToolCallPart, ...], used_ids: set[str], own_ids: Mapping[str, str], ids: CallIdRule
) -> tuple[ToolCallPart, ...]:
    renamed = []
    for call in calls:
        own_id = own_ids.get(call.id, "")
        is_usable = own_id and own_id not in used_ids and ids.pattern.fullmatch(own_id)
        sent_id = own_id if is_usable else _unused_id(call.id, used_ids, ids)
        used_ids.add(sent_id)
        renamed.append(call if sent_id == call.id else call.model_copy(update={"id": sent_id}))
    return tuple(renamed)


def _unused_id(call_id: str, used_ids: set[str], ids: CallIdRule) -> str:
    # Vendors restrict foreign ids more than their own.
    base_id = call_id if CALL_ID.fullmatch(call_id) else f"call_{_digest(call_id)[:20]}"
    unique, attempt = ids.fitted(base_id), 1
    while unique in used_ids:
        attempt += 1
        unique = ids.fitted(base_id, attempt)
    return unique


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


def _sendable_parts(message: Message, calls: tuple[ToolCallPart, ...]) -> tuple[Part, ...]:
    """Return the parts of an answer to send back, in order; none if only signatures without content are left."""
    next_call = iter(calls)
    parts: list[Part] = []
    for part in message.parts:
        if isinstance(part, ToolCallPart):
            parts.append(next(next_call))
        elif isinstance(part, ProviderPart) or (isinstance(part, TextPart) and part.text.strip()):
            parts.append(part)
    return tuple(parts) if any(isinstance(part, TextPart | ToolCallPart) for part in parts) else ()


def _results_after(messages: list[Message]) -> dict[str, ToolResultPart]:
    """Return the results up to the next answer, the first for each id."""
    results: dict[str, ToolResultPart] = {}
    for message in messages:
        if message.role == "assistant":
            break
        for part in message.parts:
            if isinstance(part, ToolResultPart):
                results.setdefault(part.call_id, part)
    return results


def _result_for(call: ToolCallPart, result: ToolResultPart | None) -> ToolResultPart:
    if result is None:
        return ToolResultPart(call_id=call.id, name=call.name, content=UNANSWERED_RESULT, is_error=True)
    return result if result.call_id == call.id else result.model_copy(update={"call_id": call.id})
