"""Importer for session notes of Gemini Scribe."""

import re
from collections.abc import Iterable, Iterator
from datetime import datetime

from msgspec import Struct, field

from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.conversation import conversation_title as first_question
from vaultdesk.chat.importers.imported_chat import (
    ImportedChat,
    ImportedTurn,
    NoteFile,
    TurnAssembler,
    clean_text,
    content_id,
    from_iso,
    from_local,
    imported_title,
    plain_id,
    stable_id,
    tool_call_part,
    tool_result_part,
)
from vaultdesk.chat.importers.lenient_frontmatter import LenientFrontmatter, read_lenient_frontmatter
from vaultdesk.chat.messages import ContextItem, Part, ReasoningPart, TextPart
from vaultdesk.core.errors import ImportFailed
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.values import replace

MAX_LINE_LENGTH = 2000
"""Maximum number of characters read of a line of a table or a log."""

_CALLOUT = re.compile(r"> ?\[!(metadata|user|assistant|plan|reasoning|tools)\][+-]?", re.IGNORECASE)
_ROW = re.compile(r"\|[ \t]*(Time|Model|Context)[ \t]*\|[ \t]*(.*?)[ \t]*\|[ \t]*", re.IGNORECASE)
_TOOL = re.compile(r"\W*`([^`\n]{1,200})`(?:[ \t]+(\w{1,80})=\"(.*)\")?[ \t]*(?:→|->)[ \t]*(.*)")
_LINK = re.compile(r"\[\[([^\]\n|]{1,500})(?:\|[^\]\n]*)?\]\]")
_STARTED = re.compile(r"^\*Started: ([^*\n]{1,60})\*", re.MULTILINE)


class _Callout(Struct):
    kind: str
    lines: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "\n".join(self.lines).strip()


class _TurnInfo(Struct):
    """Facts in the folded table above a message."""

    time: str = ""
    model: str = ""
    context: str = ""


def is_gemini_scribe(text: str) -> bool:
    """Return whether *text* is a session note: its messages are callouts named after their speakers."""
    if "[!user]" not in text and "[!assistant]" not in text and "[!plan]" not in text:
        return False
    head = read_lenient_frontmatter(text)
    return bool(head.text("session_id")) or "# Chat History" in head.body or "[!metadata]" in head.body


def read_gemini_scribe(text: str, file: NoteFile) -> ImportedChat:
    """Return the conversation in *text*. Raises `ImportFailed` if it contains none."""
    head = read_lenient_frontmatter(text)
    session = plain_id(head.text("session_id"))
    started = _STARTED.search(head.body)
    start = (
        _parse_time(head.text("created"), file) or (_parse_time(started[1], file) if started else None) or file.changed
    )
    turns = TurnAssembler(f"gemini-scribe:{session or file.name}", start)
    _TurnBuilder(turns, file, _context(head)).read_callouts(_callouts(head.body))
    messages = turns.messages()
    if not messages:
        raise ImportFailed(
            Phrase("{0} contains no chat messages.", file.name),
            hint=Phrase("Choose a session note of Gemini Scribe."),
        )
    origin = f"gemini-scribe:{session or content_id(messages)}"
    conversation = Conversation(
        title=imported_title(head.text("title") or file.name) or first_question(messages),
        id=stable_id("chat", origin),
        created=min(start, messages[0].created),
        origin=origin,
    )
    conversation.extend(messages)
    return ImportedChat(conversation, turns.remarks, file.name)


class _TurnBuilder:
    """Converts the callouts of a note to turns."""

    def __init__(self, turns: TurnAssembler, file: NoteFile, context: tuple[ContextItem, ...]) -> None:
        """*context* is that of the session: it is attached to the first question."""
        self._turns = turns
        self._file = file
        self._context = context
        self._info = _TurnInfo()
        self._pending_turn: ImportedTurn | None = None

    def read_callouts(self, callouts: Iterable[_Callout]) -> None:
        for index, callout in enumerate(callouts):
            match callout.kind:
                case "metadata":
                    self._info = _read_table(callout.lines)
                case "reasoning":
                    self._add_reasoning(callout.text)
                case "tools":
                    self._finish_turn()
                    self._turns.add(
                        ImportedTurn("assistant", tuple(_steps(callout.lines, index)), model=self._info.model)
                    )
                case "":
                    self._finish_turn()
                    self._info = _TurnInfo()
                case _:
                    self._finish_turn()
                    self._pending_turn = self._add_text(callout)
        self._finish_turn()

    def _add_text(self, callout: _Callout) -> ImportedTurn:
        created = _parse_time(self._info.time, self._file)
        if self._info.time and created is None:
            self._turns.add_remark(Phrase("A message without a readable time got the time of the message before it."))
        mode = "plan" if callout.kind == "plan" else ""
        parts = (TextPart(text=callout.text),)
        if callout.kind != "user":
            return ImportedTurn("assistant", parts, created, self._info.model, mode=mode)
        targets = dict.fromkeys((*self._context, *_links(self._info.context)))
        self._context = ()
        return ImportedTurn("user", parts, created, context=tuple(targets))

    def _add_reasoning(self, text: str) -> None:
        """Add reasoning, which is written below the answer it led to, or alone if tools followed."""
        thoughts = ReasoningPart(text=text)
        if self._pending_turn is not None and self._pending_turn.role == "assistant":
            self._pending_turn = replace(self._pending_turn, parts=(thoughts, *self._pending_turn.parts))
        else:
            self._finish_turn()
            self._turns.add(ImportedTurn("assistant", (thoughts,), model=self._info.model))

    def _finish_turn(self) -> None:
        if self._pending_turn is not None:
            self._turns.add(self._pending_turn)
            self._pending_turn = None


def _callouts(body: str) -> Iterator[_Callout]:
    """Yield each callout with its lines, and one without a kind at each line between entries."""
    current: _Callout | None = None
    for line in body.split("\n"):
        if current is not None and line.startswith(">"):
            # A message may contain a line that looks like a callout; the program writes a blank line before its own.
            current.lines.append(line[2:] if line.startswith("> ") else line[1:])
            continue
        if current is not None:
            yield current
            current = None
        found = _CALLOUT.match(line)
        if found:
            current = _Callout(found[1].lower())
        elif line.rstrip() == "---":
            yield _Callout("")
    if current is not None:
        yield current


def _read_table(lines: list[str]) -> _TurnInfo:
    info = _TurnInfo()
    for line in lines:
        found = _ROW.fullmatch(line.strip()[:MAX_LINE_LENGTH])
        if found:
            setattr(info, found[1].lower(), clean_text(found[2])[:500])
    return info


def _steps(lines: list[str], index: int) -> Iterator[Part]:
    """Yield each logged tool run as a call with its logged outcome, which is all that was stored."""
    for number, line in enumerate(lines):
        found = _TOOL.fullmatch(line.strip()[:MAX_LINE_LENGTH])
        if found is None:
            continue
        call = tool_call_part(stable_id("call", index, number), found[1], {found[2]: found[3]} if found[2] else {})
        yield call
        yield tool_result_part(call, found[4], is_error=found[4].startswith("error"))


def _context(head: LenientFrontmatter) -> tuple[ContextItem, ...]:
    return tuple(item for text in head.list("context_files") for item in _links(text))


def _links(text: str) -> Iterator[ContextItem]:
    for found in _LINK.finditer(text):
        yield ContextItem(kind="note", target=clean_text(found[1]).strip())


def _parse_time(text: str, file: NoteFile) -> datetime | None:
    text = text.strip()
    zoned = from_iso(text) if text.endswith("Z") or re.search(r"[+-]\d{2}:?\d{2}$", text) else None
    return zoned or from_local(text, file.zone)
