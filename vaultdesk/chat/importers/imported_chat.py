"""An imported conversation: stable ids, times, turns assembled into messages, and the branches of a tree."""

import hashlib
import json
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta, tzinfo

from msgspec import Struct
from pydantic import JsonValue

from vaultdesk.chat.conversation import Conversation, conversation_title, one_line
from vaultdesk.chat.messages import (
    ContextItem,
    Message,
    Part,
    ReasoningPart,
    Role,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from vaultdesk.core.phrases import Number, Phrase, WithoutStop
from vaultdesk.core.values import replace

EARLIEST, LATEST = datetime(2000, 1, 1, tzinfo=UTC), datetime(2100, 1, 1, tzinfo=UTC)
"""Range of plausible times: language model chats are newer, and clocks are not set to later times."""

_MILLISECONDS = 1e11
"""Numbers from here on are milliseconds: as seconds they would be in the year 5138."""

_LOCAL = re.compile(r"(\d{4})[/-](\d{1,2})[/-](\d{1,2})[ T,]+(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?\s*(am|pm)?", re.I)
_STAMP = re.compile(r"(\d{4})(\d{2})(\d{2})[T_]?(\d{2})(\d{2})(\d{2})(?!\d)")


def from_epoch(value: object) -> datetime | None:
    """Return seconds or milliseconds since 1970 as a datetime."""
    if isinstance(value, str):
        try:
            value = float(value)
        except ValueError:
            return None
    if (
        isinstance(value, bool)
        or not isinstance(value, int | float)
        or not 0 < value < 1e15
        or not math.isfinite(value)
    ):
        return None
    seconds = value / 1000 if value >= _MILLISECONDS else value
    return _plausible(datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds)) if seconds < 1e10 else None


def from_iso(value: object) -> datetime | None:
    """Return an ISO 8601 text as a datetime; one without a zone is UTC."""
    if not isinstance(value, str) or len(value) > 40:
        return None
    try:
        found = datetime.fromisoformat(value.strip())
    except ValueError:
        return None
    try:
        return _plausible((found if found.tzinfo else found.replace(tzinfo=UTC)).astimezone(UTC))
    except OverflowError:
        return None


def from_local(text: str, zone: tzinfo | None = None) -> datetime | None:
    """Return `2026/08/22 11:12:03`, also with dashes or am/pm, as a datetime in *zone*; None for the local zone."""
    found = _LOCAL.match(text.strip())
    if found is None:
        return None
    year, month, day, hour, minute = (int(found[group]) for group in range(1, 6))
    if found[7]:
        hour = hour % 12 + (12 if found[7].lower() == "pm" else 0)
    return _at(year, month, day, (hour, minute, int(found[6] or 0)), zone)


def from_stamp(name: str, zone: tzinfo | None = None) -> datetime | None:
    """Return the datetime at the beginning of a file name: `20260211T190022`, `20260822_111203`, `20230401120000`."""
    found = _STAMP.match(name)
    if found is None:
        return None
    year, month, day, hour, minute, second = map(int, found.groups())
    return _at(year, month, day, (hour, minute, second), zone)


def _at(year: int, month: int, day: int, clock: tuple[int, int, int], zone: tzinfo | None) -> datetime | None:
    try:
        local = datetime(year, month, day, *clock, tzinfo=zone)
        return _plausible(local.astimezone(UTC))  # A time without a zone is in the computer's zone.
    except (ValueError, OverflowError, OSError):
        return None


def _plausible(time: datetime) -> datetime | None:
    return time if EARLIEST <= time < LATEST else None


_UNWRITABLE = re.compile("[\ud800-\udfff]")
_CONTROL_CHARACTERS = re.compile(r"\r\n?|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_NOT_IN_AN_ID = re.compile(r"[^A-Za-z0-9._/@+-]")
MAX_TITLE = 200
"""Maximum number of characters of a title; the longest from these programs have about 100."""


class ImportedChat(Struct, frozen=True):
    """One conversation, ready to be saved as a note."""

    conversation: Conversation
    remarks: tuple[Phrase, ...] = ()
    """Remarks for the user, each one short sentence."""
    name: str = ""
    """Its name in the source: the file's name, the title in an export."""
    branch_of: str = ""
    """The origin of the conversation this one branched off; empty if it is not a branch."""
    branch_at: str = ""
    """Id of the last common message."""


class NoteFile(Struct, frozen=True):
    """Facts about a note besides its text."""

    name: str
    """The file's name without suffix."""
    changed: datetime
    """Time of the last write; the default time."""
    zone: tzinfo | None = None
    """The time zone of times without one; None for that of this computer."""


def clean_text(text: str) -> str:
    r"""Return *text* as a note can contain it: no unpaired surrogates, `\n` line ends, no control characters."""
    text = _UNWRITABLE.sub("\ufffd", text)
    return _CONTROL_CHARACTERS.sub(lambda found: "\n" if found[0].startswith("\r") else "", text)


def imported_title(text: str) -> str:
    """Return *text* as a title: on one line, of limited length."""
    return one_line(clean_text(text), MAX_TITLE)


def spoken_text(message: Message) -> str:
    """Return the text of *message* without hidden parts."""
    return "\n".join(part.text for part in message.parts if isinstance(part, TextPart) and not part.hidden).strip()


def stable_id(prefix: str, *values: object) -> str:
    """Return an id that is the same each time the same thing is read."""
    return f"{prefix}_{_digest(values)[:20]}"


def content_id(messages: Iterable[Message]) -> str:
    """Return an identity of a conversation without an id: from its first two messages.

    Later messages and another name do not change it.
    """
    return _digest([part for message in list(messages)[:2] for part in (message.role, spoken_text(message))])[:16]


def plain_id(text: str) -> str:
    """Return a foreign id as used in an origin: characters other than letters, digits and id punctuation become `_`."""
    return _NOT_IN_AN_ID.sub("_", text.strip())[:120]


def _digest(values: Iterable[object]) -> str:
    joined = "\x1f".join(map(str, values))
    return hashlib.sha256(joined.encode("utf-8", "replace")).hexdigest()


MAX_ARGUMENTS = 100_000
"""Maximum number of characters stored of one call's arguments: a whole document written by a model fits."""
MAX_RESULT = 60_000
"""Maximum number of characters stored of one result, as many as are ever sent to a model."""
MAX_DEPTH = 40
"""Maximum nesting depth of arguments; real tools have three levels."""

RESULT_NOT_SAVED = "The result was not saved."
_CUT = "\n… (shortened during import)"


def tool_call_part(call_id: str, name: str, arguments: object) -> ToolCallPart:
    """Return a call; arguments that are not an object are stored in one as `input`."""
    name = clean_text(name).strip()[:100] or "unnamed"
    value = arguments if isinstance(arguments, dict) else {"input": arguments}
    if json_depth(value) > MAX_DEPTH:
        value = {"input": "(nested too deeply to be imported)"}
    try:
        text = clean_text(json.dumps(value, ensure_ascii=False, allow_nan=False))
    except (ValueError, TypeError, RecursionError):
        text = json.dumps({"input": clean_text(str(arguments))[:MAX_ARGUMENTS]})
    if len(text) > MAX_ARGUMENTS:
        text = json.dumps({"input": text[:MAX_ARGUMENTS] + _CUT}, ensure_ascii=False)
    parsed: dict[str, JsonValue] = json.loads(text)
    return ToolCallPart(id=call_id, name=name, arguments_json=text, arguments=parsed)


def tool_result_part(call: ToolCallPart, text: str, *, is_error: bool = False) -> ToolResultPart:
    """Return the result of *call* in the program's own format."""
    text = clean_text(text).strip()
    if len(text) > MAX_RESULT:
        text = text[:MAX_RESULT] + _CUT
    value: dict[str, JsonValue] = {"success": not is_error}
    if is_error:
        value["error"] = {"code": "READ_FAILED", "message": text or RESULT_NOT_SAVED}
    else:
        value["data"] = text
    content = json.dumps(value, ensure_ascii=False)
    return ToolResultPart(call_id=call.id, name=call.name, content=content, is_error=is_error)


def json_depth(value: object) -> int:
    """Return the nesting depth of *value*, up to one more than is allowed."""
    level, depth = [value], 0
    while level and depth <= MAX_DEPTH:
        inside: list[object] = []
        for item in level:
            if isinstance(item, dict):
                inside.extend(item.values())
            elif isinstance(item, list):
                inside.extend(item)
        depth += any(isinstance(item, dict | list) for item in level)
        level = inside
    return depth


MAX_MESSAGES = 20_000
"""Maximum number of messages of one conversation; a longer one is not a real conversation."""


class ImportedTurn(Struct, frozen=True):
    """One speaker's turn as read: its parts may include calls and results in the order they happened."""

    role: Role
    parts: tuple[Part, ...]
    created: datetime | None = None
    model: str = ""
    agent: str = ""
    mode: str = ""
    context: tuple[ContextItem, ...] = ()
    cut: bool = False
    key: str = ""
    """What its id is made from; if empty, its index."""


class TurnAssembler:
    """Collects turns in order and converts them to `messages`."""

    def __init__(self, seed: str, start: datetime) -> None:
        """*seed* identifies this conversation, *start* is the default time."""
        self._seed = seed
        self._start = start
        self._turns: list[ImportedTurn] = []
        self._remarks: Counter[Phrase] = Counter()

    def add(self, turn: ImportedTurn) -> None:
        """Add a turn at the end; an empty one is left out."""
        parts = _joined_parts(storable for part in turn.parts if (storable := _storable_part(part)) is not None)
        if not parts and not turn.context:
            return
        if len(self._turns) >= MAX_MESSAGES:
            self.add_remark(Phrase("Only the first {0} messages were read.", Number(MAX_MESSAGES)))
            return
        self._turns.append(replace(turn, parts=parts))

    def add_remark(self, sentence: Phrase) -> None:
        """Add *sentence* as a remark for the user; repeated ones are reported once, with their count."""
        self._remarks[sentence] += 1

    @property
    def remarks(self) -> tuple[Phrase, ...]:
        """The remarks, in order of first occurrence."""
        return tuple(
            sentence if count == 1 else Phrase("{0} ({1} times).", WithoutStop(sentence), Number(count))
            for sentence, count in self._remarks.items()
        )

    def messages(self) -> tuple[Message, ...]:
        """Return the messages: reasoning with the text it led to, each call with a result."""
        steps: list[ImportedTurn] = []
        for index, turn in enumerate(self._turns):
            split = _steps(replace(turn, key=turn.key or str(index)))
            if split and steps and _only_thoughts(steps[-1]) and split[0].role == "assistant":
                thoughts = steps.pop()
                split[0] = replace(split[0], parts=thoughts.parts + split[0].parts)
            steps.extend(split)
        return tuple(self._messages_of(steps))

    def _messages_of(self, steps: Sequence[ImportedTurn]) -> Iterable[Message]:
        created = self._start
        pending_calls: dict[str, ToolCallPart] = {}
        for index, step in enumerate(steps):
            if pending_calls and step.role != "tool":
                yield self._missing_result(pending_calls, created, str(index))
                pending_calls = {}
            created = step.created or created
            parts = step.parts
            if step.role == "tool":
                parts = tuple(
                    part
                    for part in parts
                    if isinstance(part, ToolResultPart) and _take_result(pending_calls, part.call_id)
                )
                if not parts:
                    continue
            pending_calls |= {part.id: part for part in parts if isinstance(part, ToolCallPart)}
            yield Message(
                id=stable_id("msg", self._seed, step.key),
                role=step.role,
                parts=parts,
                created=created,
                model=step.model if step.role == "assistant" else "",
                agent=step.agent if step.role == "assistant" else "",
                mode=step.mode,
                context=step.context,
                cut=step.cut,
            )
        if pending_calls:
            yield self._missing_result(pending_calls, created, "end")

    def _missing_result(self, calls: dict[str, ToolCallPart], created: datetime, key: str) -> Message:
        results = tuple(tool_result_part(call, RESULT_NOT_SAVED, is_error=True) for call in calls.values())
        return Message(id=stable_id("msg", self._seed, "unkept", key), role="tool", parts=results, created=created)


def _take_result(pending_calls: dict[str, ToolCallPart], call_id: str) -> bool:
    """Remove the pending call of that id; return whether there was one."""
    return pending_calls.pop(call_id, None) is not None


def _storable_part(part: Part) -> Part | None:
    """Return *part* as a note can contain it; None if it is empty."""
    if isinstance(part, TextPart | ReasoningPart):
        text = clean_text(part.text).strip()
        return part.model_copy(update={"text": text}) if text else None
    return part


def _joined_parts(parts: Iterable[Part]) -> tuple[Part, ...]:
    """Return *parts* with consecutive texts joined."""
    joined: list[Part] = []
    for part in parts:
        previous = joined[-1] if joined else None
        if isinstance(part, TextPart) and isinstance(previous, TextPart) and part.hidden == previous.hidden:
            joined[-1] = previous.model_copy(update={"text": f"{previous.text}\n\n{part.text}"})
        else:
            joined.append(part)
    return tuple(joined)


def _only_thoughts(turn: ImportedTurn) -> bool:
    return turn.role == "assistant" and all(isinstance(part, ReasoningPart) for part in turn.parts)


def _steps(turn: ImportedTurn) -> list[ImportedTurn]:
    """Return *turn* split at results: a call ends a message, its result is one, what follows is another."""
    if turn.role != "assistant" or not any(isinstance(part, ToolResultPart) for part in turn.parts):
        return [turn]
    runs: list[tuple[Role, list[Part]]] = []
    for part in turn.parts:
        role: Role = "tool" if isinstance(part, ToolResultPart) else "assistant"
        if not runs or runs[-1][0] != role:
            runs.append((role, []))
        runs[-1][1].append(part)
    last = len(runs) - 1
    return [
        replace(
            turn,
            role=role,
            parts=tuple(parts),
            context=turn.context if index == 0 else (),
            cut=turn.cut and index == last,
            key=turn.key if index == 0 else f"{turn.key}.{index}",
        )
        for index, (role, parts) in enumerate(runs)
    ]


MAX_BRANCHES = 20
"""Maximum number of branches of one conversation besides the main one; a tree with more was generated by a program."""


TreeBranch = tuple[str, ...]
"""The nodes of one path through a tree, from its root to a leaf."""


def tree_branches(parents: Mapping[str, str | None], current: str, order: Sequence[str]) -> tuple[TreeBranch, ...]:
    """Return the branch of *current* first, then the others, the latest first.

    *parents* maps each node to its parent, *order* lists all nodes, oldest first. If *current* is not a node, the
    branch of the last one is the main one. Cycles are cut.
    """
    if not parents:
        return ()
    has_children = {parent for parent in parents.values() if parent}
    ends = [node for node in reversed(order) if node not in has_children] or list(order[-1:])
    main = current if current in parents else ends[0]
    first = _path_to(main, parents)
    main_nodes = set(first)
    found = [first]
    for end in ends:
        if end in main_nodes or len(found) > MAX_BRANCHES:
            continue
        found.append(_path_to(end, parents))
    return tuple(found)


def _path_to(node: str, parents: Mapping[str, str | None]) -> TreeBranch:
    path: list[str] = []
    seen: set[str] = set()
    current: str | None = node
    while current and current in parents and current not in seen:
        seen.add(current)
        path.append(current)
        current = parents[current]
    return tuple(reversed(path))


class ReadBranch(Struct, frozen=True):
    """One branch of a conversation as read."""

    messages: tuple[Message, ...]
    remarks: tuple[Phrase, ...]
    end: str
    """Its last node, which identifies it permanently."""


def conversations_of(
    reads: Sequence[ReadBranch], title: str, origin: str, created: datetime, *, pinned: bool
) -> Iterator[ImportedChat]:
    """Yield the conversation of *reads* and its branches; nothing if it was opened without a question."""
    if reads and reads[0].messages:
        title, chat_id = title or conversation_title(reads[0].messages), stable_id("chat", origin)
        conversation = Conversation(title=title, id=chat_id, created=created, pinned=pinned, origin=origin)
        yield from branch_conversations(conversation, reads)


def branch_conversations(conversation: Conversation, reads: Sequence[ReadBranch]) -> Iterator[ImportedChat]:
    """Yield *conversation* with the contents of the first of *reads*, then a branch for each that differs."""
    main, *others = reads
    conversation.extend(main.messages)
    yield ImportedChat(conversation, main.remarks, conversation.title)
    number = 1
    for other in others:
        common = _common(main.messages, other.messages)
        if common == len(other.messages):
            continue
        number += 1
        origin = f"{conversation.origin}/{plain_id(other.end)}"
        branch = replace(
            conversation,
            title=imported_title(f"{conversation.title} (branch {number})"),
            id=stable_id("chat", origin),
            origin=origin,
            pinned=False,
            _messages=list(other.messages),
        )
        branch_point = other.messages[common - 1].id if common else ""
        yield ImportedChat(branch, other.remarks, conversation.title, conversation.origin, branch_point)


def _common(main: Sequence[Message], other: Sequence[Message]) -> int:
    count = 0
    while count < min(len(main), len(other)) and main[count] == other[count]:
        count += 1
    return count
