"""Tool words: how a tool call is told in one step line and its sub-lines. Only words and icon names; no widget.

Names, arguments and results are a model's or a note's: what comes out of here is for plain-text labels only.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from pydantic import JsonValue
from PySide6.QtCore import QCoreApplication

from vaultdesk.chat.messages import Source
from vaultdesk.tools.tool import FileChoice, ToolResult

CallState = Literal["asking", "waiting", "running", "done", "refused", "failed", "stopped"]
"""Where a call stands: being written by the model, at the person, at work, or over in one of four ways."""

SEARCH, READ = "vault_search", "file_read"
"""The tools that have words of their own (CONTRACTS, Tools); every other one is told by its display name."""

CHARACTERS_PER_TOKEN = 4
"""Rough average of the vendors' own rule of thumb; counts are shown as a feeling for size, not as a bill."""

LEAST_SECONDS = 0.1
"""Shown for anything quicker: "0.0 s" reads like a mistake."""

MOST_SUB_LINES = 50
"""Rows under one step; a search returns at most 50 (CONTRACTS, vault_search)."""

LONGEST_OBJECT = 120
"""Characters of a query or name in the line; the line is elided long before that."""


@dataclass(frozen=True, slots=True)
class CallFacts:
    """Everything a step line tells about."""

    name: str
    state: CallState
    display_name: str = ""
    arguments: Mapping[str, JsonValue] | None = None
    files: tuple[FileChoice, ...] = ()
    """The files the approval listed."""
    chosen: tuple[str, ...] | None = None
    """The ticked ones; None where all were left as asked."""
    result: ToolResult | None = None
    sources: tuple[Source, ...] = ()
    seconds: float = 0.0
    local: bool = True
    """True where the answerer runs on this computer: nothing is sent."""


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


def _tr(text: str) -> str:
    return QCoreApplication.translate("ToolWords", text)


def counted(count: int, one: str, many: str) -> str:
    """Return *one* or *many*, with `{n}` replaced by the count."""
    return (one if count == 1 else many).replace("{n}", f"{count:,}")


def duration(seconds: float) -> str:
    """Return `0.2 s`, `14 s` or `2 min 5 s`."""
    if seconds < 10:
        return _tr("{0} s").format(f"{max(seconds, LEAST_SECONDS):.1f}")
    if seconds < 60:
        return _tr("{0} s").format(round(seconds))
    return _tr("{0} min {1} s").format(int(seconds) // 60, int(seconds) % 60)


def note_name(path: str) -> str:
    """Return the note's name without folder and ending."""
    name = path.rsplit("/", 1)[-1]
    return name[:-3] if name.lower().endswith(".md") else name


def step_words(facts: CallFacts) -> StepWords:
    """Tell *facts* in words."""
    icon, role = _icon(facts)
    verb, subject = _verb(facts)
    return StepWords(icon, role, verb, subject[:LONGEST_OBJECT], _result(facts), _lines(facts)[:MOST_SUB_LINES])


def _icon(facts: CallFacts) -> tuple[str, str]:
    own = {SEARCH: "search", READ: "file"}.get(facts.name, "bolt")
    return {
        "asking": ("spinner", "muted"),
        "running": ("spinner", "muted"),
        "waiting": ("clock", "warning"),
        "done": (own, "muted"),
        "refused": ("minus", "muted"),
        "stopped": ("minus", "muted"),
        "failed": ("warning", "danger"),
    }[facts.state]


def _verb(facts: CallFacts) -> tuple[str, str]:
    """Return what is done, in its tense, and to what."""
    if facts.name == SEARCH:
        query = _text(facts.arguments, "query")
        verb = {"done": _tr("Searched notes"), "running": _tr("Searching notes")}.get(facts.state, _tr("Search notes"))
        return verb, f"“{query}”" if query else ""
    if facts.name == READ:
        return _reading(facts), ""
    plain = facts.name.replace("_", " ").strip()
    return facts.display_name or plain[:1].upper() + plain[1:] or _tr("Tool"), ""


def _reading(facts: CallFacts) -> str:
    asked = _asked(facts)
    total = len(asked)
    if not total:
        return _tr("Read notes")
    if facts.state == "done":
        read = len(asked) - len(_left_out(facts))
        if read < total:
            return _tr("Read {0} of {1} notes").format(read, total)
    if facts.state == "running":
        return counted(total, _tr("Reading a note"), _tr("Reading {n} notes"))
    return counted(total, _tr("Read {n} note"), _tr("Read {n} notes"))


def _result(facts: CallFacts) -> str:
    match facts.state:
        case "asking" | "running":
            return ""
        case "waiting":
            return _tr("waiting for you")
        case "stopped":
            return _tr("stopped")
        case "refused":
            return _refusal(facts)
        case "failed":
            return _failure(facts)
        case "done":
            return _outcome(facts)


def _refusal(facts: CallFacts) -> str:
    error = facts.result.error if facts.result else None
    return _tr("you said no") if error is None or error.code == "CANCELLED" else _tr("not allowed")


def _failure(facts: CallFacts) -> str:
    error = facts.result.error if facts.result else None
    match error.code if error else None:
        case "TIMEOUT":
            return _tr("no answer after {0}").format(duration(facts.seconds))
        case "UNKNOWN_TOOL":
            return _tr("no such tool")
        case "VALIDATION_FAILED":
            return _tr("asked wrongly")
        case "RATE_LIMITED":
            return _tr("too many calls")
        case _:
            return _tr("failed")


def _outcome(facts: CallFacts) -> str:
    left_out = len(_left_out(facts))
    if left_out:
        return _tr("you left out {0}").format(left_out)
    data = facts.result.data if facts.result else None
    if facts.name == SEARCH and isinstance(data, list):
        found = _tr("{0} found").format(len(data)) if data else _tr("nothing found")
        return f"{found} · {duration(facts.seconds)}"
    return duration(facts.seconds)


def _lines(facts: CallFacts) -> tuple[SubLine, ...]:
    if facts.name == SEARCH:
        return _found_lines(facts)
    if facts.state == "done":
        return tuple(_note_line(facts, path) for path in _asked(facts))
    over = facts.state in ("refused", "stopped", "failed")
    words = _tr("stayed here") if over and not facts.local else ""
    return tuple(SubLine("minus" if over else "file", "muted", note_name(path), path, words) for path in _asked(facts))


def _note_line(facts: CallFacts, path: str) -> SubLine:
    name = note_name(path)
    if path in _left_out(facts):
        return SubLine("minus", "muted", name, path, _tr("left out") if facts.local else _tr("stayed here"))
    content = _contents(facts).get(path)
    problem = (
        content if content is not None and content.startswith(("File not found: ", "Error reading file: ")) else ""
    )
    if problem:
        words = _tr("not found") if problem.startswith("File not found") else _tr("cannot be read")
        return SubLine("warning", "warning", name, path, words)
    return SubLine(
        "check", "success", name, path, f"{_tr('read') if facts.local else _tr('sent')} · {_tokens(facts, path)}"
    )


def _tokens(facts: CallFacts, path: str) -> str:
    carried = sum(source.characters for source in facts.sources if source.path == path)
    return counted(-(-carried // CHARACTERS_PER_TOKEN), _tr("{n} token"), _tr("{n} tokens"))


def _found_lines(facts: CallFacts) -> tuple[SubLine, ...]:
    data = facts.result.data if facts.result else None
    if not isinstance(data, list):
        return ()
    lines: list[SubLine] = []
    for hit in data[:MOST_SUB_LINES]:
        if isinstance(hit, dict) and isinstance(path := hit.get("path"), str):
            matches = hit.get("matches")
            words = [counted(matches, _tr("{n} match"), _tr("{n} matches"))] if isinstance(matches, int) else []
            if not facts.local:
                words.append(_tr("sent {0}").format(_tokens(facts, path)))
            lines.append(SubLine("file", "muted", note_name(path), path, " · ".join(words)))
    return tuple(lines)


def _asked(facts: CallFacts) -> tuple[str, ...]:
    """Return the paths a call names: those of the approval, else its arguments, else its result."""
    if facts.files:
        return tuple(choice.path for choice in facts.files)
    for key in ("file_paths", "filePaths"):
        paths = facts.arguments.get(key) if facts.arguments else None
        if isinstance(paths, list):
            return tuple(dict.fromkeys(path for path in paths if isinstance(path, str)))
    return tuple(_contents(facts))


def _left_out(facts: CallFacts) -> frozenset[str]:
    if facts.chosen is None:
        return frozenset()
    return frozenset(_asked(facts)) - frozenset(facts.chosen)


def _contents(facts: CallFacts) -> dict[str, str]:
    data = facts.result.data if facts.result else None
    found: dict[str, str] = {}
    for item in data if isinstance(data, list) else ():
        if isinstance(item, dict):
            path, content = item.get("path"), item.get("content")
            if isinstance(path, str):
                found[path] = content if isinstance(content, str) else ""
    return found


def _text(arguments: Mapping[str, JsonValue] | None, key: str) -> str:
    value = arguments.get(key) if arguments else None
    return " ".join(value.split()) if isinstance(value, str) else ""
