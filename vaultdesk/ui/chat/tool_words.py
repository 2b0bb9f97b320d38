"""Tool words: how a tool call is told in one step line and its sub-lines. Only words and icon names; no widget.

Names, arguments and results are a model's or a note's: what comes out of here is for plain-text labels only.
"""

from dataclasses import dataclass
from typing import Literal, assert_never

from PySide6.QtCore import QCoreApplication

from vaultdesk.agent.transcript_blocks import StepBlock, StepFile, StepHit
from vaultdesk.ui.chat.answered_words import answered
from vaultdesk.ui.chat.write_words import WRITING, Written, remarks, told, written_by
from vaultdesk.ui.chat.write_words import note_name as note_name
from vaultdesk.ui.facts import number

SEARCHES, READ, ASKS = ("vault_search", "local_search"), "file_read", "ask_user"
"""The tools that have words of their own (CONTRACTS, Tools); every other one is told by its display name."""

OUTSIDE = ("web_search", "fetch_page", "youtube_transcription")
"""The tools that go out: told with the words they take along."""

CHARACTERS_PER_TOKEN = 4
"""Rough average of the vendors' own rule of thumb; counts are shown as a feeling for size, not as a bill."""

LEAST_SECONDS = 0.1
"""Shown for anything quicker: "0.0 s" reads like a mistake."""

MOST_SUB_LINES = 50
"""Rows under one step; a search returns at most 50 (CONTRACTS, vault_search)."""

LONGEST_OBJECT = 120
"""Characters of a query or name in the line; the line is elided long before that."""


@dataclass(frozen=True, slots=True)
class SubLine:
    """One note under a step."""

    icon: str
    icon_role: str
    name: str
    path: str
    result: str


@dataclass(frozen=True, slots=True)
class StepWords:
    """One step line."""

    icon: str
    icon_role: str
    verb: str
    object: str
    result: str
    lines: tuple[SubLine, ...] = ()
    state: Literal["", "changed", "unsure"] = ""
    """How a step that wrote is shown; the others follow the state of the call."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("ToolWords", text)


def counted(count: int, one: str, many: str) -> str:
    """Return *one* or *many*, with `{n}` replaced by the count."""
    return (one if count == 1 else many).replace("{n}", number(count))


def duration(seconds: float) -> str:
    """Return `0.2 s`, `14 s` or `2 min 5 s`."""
    if seconds < 10:
        return _tr("{0} s").format(f"{max(seconds, LEAST_SECONDS):.1f}")
    if seconds < 60:
        return _tr("{0} s").format(round(seconds))
    return _tr("{0} min {1} s").format(int(seconds) // 60, int(seconds) % 60)


def step_words(step: StepBlock, left_out: int = 0) -> StepWords:
    """Tell *step* in words; the person left *left_out* notes as they are that it wanted to change."""
    written = written_by(step)
    if written is not None:
        return _written_words(step, written, left_out)
    icon, role = _icon(step)
    verb, subject = _verb(step)
    return StepWords(icon, role, verb, subject[:LONGEST_OBJECT], _result(step), _lines(step)[:MOST_SUB_LINES])


def _written_words(step: StepBlock, written: Written, left_out: int) -> StepWords:
    verb, subject = told(written, left_out)
    lines = tuple(_line("check", "success", path, _tr("changed")) for path in written.paths)
    if written.unsure:
        lines = tuple(_line("warning", "warning", line.path, _tr("written, not confirmed")) for line in lines)
    took = [duration(step.seconds)] if step.seconds else []
    result = " · ".join([*remarks(written, left_out), *took])
    icon, role = ("warning", "warning") if written.unsure else ("check", "success")
    state: Literal["changed", "unsure"] = "unsure" if written.unsure else "changed"
    return StepWords(icon, role, verb, subject[:LONGEST_OBJECT], result, lines[:MOST_SUB_LINES], state)


def _icon(step: StepBlock) -> tuple[str, str]:
    other = "pencil" if step.tool in WRITING else "globe" if step.tool in OUTSIDE else "bolt"
    own = {**dict.fromkeys(SEARCHES, "search"), READ: "file", ASKS: "help"}.get(step.tool, other)
    return {
        "preparing": ("spinner", "muted"),
        "running": ("spinner", "muted"),
        "waiting": ("clock", "warning"),
        "done": (own, "muted"),
        "refused": ("minus", "muted"),
        "cancelled": ("minus", "muted"),
        "failed": ("warning", "danger"),
    }[step.state]


def _verb(step: StepBlock) -> tuple[str, str]:
    """Return what is done, in its tense, and to what."""
    if step.tool in SEARCHES:
        verb = {"done": _tr("Searched notes"), "running": _tr("Searching notes")}.get(step.state, _tr("Search notes"))
        return verb, step.summary
    if step.tool == READ:
        read = (file.path for file in step.files if not (file.left_out or file.trouble))
        return _reading(step), ", ".join(map(note_name, read))
    if step.tool == ASKS:
        return _tr("Asked you"), step.summary
    if step.display_name != step.tool:
        return step.display_name, step.summary if step.tool in OUTSIDE else ""
    plain = step.tool.replace("_", " ").strip()
    return plain[:1].upper() + plain[1:] or _tr("Tool"), ""


def _reading(step: StepBlock) -> str:
    total = len(step.files)
    if not total:
        return _tr("Read notes")
    if step.state == "done":
        read = total - _left_out(step)
        if read < total:
            return _tr("Read {0} of {1} notes").format(read, total)
    if step.state == "running":
        return counted(total, _tr("Reading a note"), _tr("Reading {n} notes"))
    return counted(total, _tr("Read {n} note"), _tr("Read {n} notes"))


def _result(step: StepBlock) -> str:
    match step.state:
        case "preparing" | "running":
            return ""
        case "waiting":
            return _tr("waiting for you")
        case "cancelled":
            return _tr("stopped")
        case "refused":
            return _tr("you said no") if step.code in ("", "CANCELLED") else _tr("not allowed")
        case "failed":
            return _failure(step)
        case "done":
            return _outcome(step)
        case _:
            assert_never(step.state)


def _failure(step: StepBlock) -> str:
    match step.code:
        case "TIMEOUT":
            return _tr("no answer after {0}").format(duration(step.seconds))
        case "UNKNOWN_TOOL":
            return _tr("no such tool")
        case "VALIDATION_FAILED":
            return _tr("asked wrongly")
        case "RATE_LIMITED":
            return _tr("too many calls")
        case _:
            return _tr("failed")


def _outcome(step: StepBlock) -> str:
    left_out = _left_out(step)
    if left_out:
        return _tr("you left out {0}").format(left_out)
    if step.tool in SEARCHES and step.found is not None:
        found = _tr("{0} found").format(step.found) if step.found else _tr("nothing found")
        return f"{found} · {duration(step.seconds)}" if step.seconds else found
    if step.tool == ASKS:
        return answered(step.result)
    # What was read back was not timed.
    return duration(step.seconds) if step.seconds else ""


def _lines(step: StepBlock) -> tuple[SubLine, ...]:
    if step.tool in SEARCHES:
        # Several passages of one note are one line: what it gave is told for the note as a whole.
        return tuple(_hit_line(step, hit) for hit in dict.fromkeys(step.hits))
    if step.state == "done":
        return tuple(_note_line(step, file) for file in step.files)
    over = step.state in ("refused", "cancelled", "failed")
    words = _tr("stayed here") if over and step.leaves else ""
    return tuple(_line("minus" if over else "file", "muted", file.path, words) for file in step.files)


def _note_line(step: StepBlock, file: StepFile) -> SubLine:
    if file.left_out:
        return _line("minus", "muted", file.path, _tr("stayed here") if step.leaves else _tr("left out"))
    match file.trouble:
        case "missing":
            return _line("warning", "warning", file.path, _tr("not found"))
        case "unreadable":
            return _line("warning", "warning", file.path, _tr("cannot be read"))
        case "":
            given = _tr("sent") if step.leaves else _tr("read")
            return _line("check", "success", file.path, f"{given} · {_tokens(file.characters)}")
        case _:
            assert_never(file.trouble)


def _hit_line(step: StepBlock, hit: StepHit) -> SubLine:
    words = [counted(hit.matches, _tr("{n} match"), _tr("{n} matches"))] if hit.matches is not None else []
    if step.leaves:
        words.append(_tr("sent {0}").format(_tokens(hit.characters)))
    return _line("file", "muted", hit.path, " · ".join(words))


def _line(icon: str, role: str, path: str, words: str) -> SubLine:
    return SubLine(icon, role, note_name(path), path, words)


def _tokens(characters: int) -> str:
    return counted(-(-characters // CHARACTERS_PER_TOKEN), _tr("{n} token"), _tr("{n} tokens"))


def _left_out(step: StepBlock) -> int:
    return sum(file.left_out for file in step.files)
