"""Descriptions of tool calls: step lines, sub-lines and icon names, for plain-text labels only."""

import json
from collections.abc import Mapping
from typing import Literal, assert_never

from msgspec import Struct
from pydantic import JsonValue

from vaultdesk.agent.transcript_blocks import StepBlock, StepFile, StepHit
from vaultdesk.core.text_tokens import size_tokens
from vaultdesk.tools.runtime.approvals import ApprovalDecision, ApprovalRequest
from vaultdesk.ui.formatting import format_number, plural_text, tenths_text
from vaultdesk.ui.translation import translate, translator
from vaultdesk.vault.staging import choice_applies, find_choice, with_whole_units

_tr = translator("ToolText")

MAX_ANSWER_TEXT = 80
"""Maximum number of characters of an answer in the step's line; the step's details contain all of it."""


def elicitation_answer_text(result: str) -> str:
    """Return the answer in *result*, the JSON the model received; empty if it contains none."""
    try:
        data = json.loads(result)
    except ValueError:
        return ""
    data = data.get("data", data) if isinstance(data, dict) else {}
    if not isinstance(data, dict):
        return ""
    if data.get("dismissed"):
        return _tr("you skipped it")
    chosen = [str(choice) for choice in data.get("chosen") or ()]
    typed = str(data.get("words") or "")
    answer = ", ".join([*chosen, *([_tr("“{0}”").format(typed)] if typed else [])])
    return answer if len(answer) <= MAX_ANSWER_TEXT else answer[: MAX_ANSWER_TEXT - 1].rstrip() + "…"


# Names and results come from a model or from notes: show them in plain-text labels only.

WRITE_TOOLS = frozenset(
    {
        "write_note", "edit_note", "rename_note", "delete_note", "update_frontmatter", "add_tags", "remove_tags",
        "bulk_update", "apply_template", "daily_note", "add_vocabulary", "remember",
    }
)  # fmt: skip
"""Tools that change notes (vaultdesk/tools/README.md, "Built-in tools"); their steps have an icon of their own while
running.
"""

UNCONFIRMED_NOTE, EDITED_NOTE = "not confirmed by the disk", "The user edited the change"
PARTIAL_NOTE, NOT_WRITTEN_NOTE = "Of the change to ", "Not written: "
CHANGED_SINCE_NOTES = (
    "Changed by another program",
    "Changed by somebody else",
)  # the second in chats of older versions
"""Texts that change_batch.py writes into a result's note for the model; the user sees shorter ones."""


class WrittenNotes(Struct, frozen=True):
    """Notes written by a step."""

    action: str = ""
    """`created`, `renamed`, `deleted`; empty for a change within notes."""
    paths: tuple[str, ...] = ()
    """Current paths of the notes."""
    old_path: str = ""
    links: int = 0
    """Number of repaired links."""
    note: str = ""
    """Further information given to the model."""

    @property
    def unsure(self) -> bool:
        """Whether the disk did not confirm some of the writes."""
        return UNCONFIRMED_NOTE in self.note


def note_name(path: str) -> str:
    """Return the note's name without folder and suffix."""
    name = path.rsplit("/", 1)[-1]
    return name[:-3] if name.lower().endswith(".md") else name


def left_out(request: ApprovalRequest, decision: ApprovalDecision) -> Mapping[str, int]:
    """Return for each call of *request* the number of notes whose changes the user excluded."""
    changes = request.changes
    chosen = with_whole_units(changes, decision.changes)
    counts: dict[str, int] = {}
    for change in changes.changes:
        if not choice_applies(change, find_choice(chosen, change)):
            for call in change.calls:
                counts[call] = counts.get(call, 0) + 1
    return counts


def written_by(step: StepBlock) -> WrittenNotes | None:
    """Return what *step* wrote; None if it did not succeed or only read."""
    if step.state != "done" or not step.result:
        return None
    try:
        value = json.loads(step.result)
    except (ValueError, RecursionError):
        return None
    match value:
        case {"data": data, "metadata": {"operation_type": "write" | "delete", "files_affected": [*files], **more}}:
            return _written_notes(data, [path for path in files if isinstance(path, str)], str(more.get("note") or ""))
        case _:
            return None


def write_summary(written: WrittenNotes, excluded: int) -> tuple[str, str]:
    """Return the action and its object."""
    paths = written.paths
    match written.action:
        case "renamed" if written.old_path and paths:
            return _tr("Renamed"), f"{note_name(written.old_path)} → {note_name(paths[0])}"
        case "moved" if paths:
            return _tr("Moved"), note_name(paths[0])
        case "created" if len(paths) == 1:
            return _tr("Created"), note_name(paths[0])
        case "deleted" if len(paths) == 1:
            return _tr("Deleted"), note_name(paths[0])
    if excluded:
        return _tr("Changed {0} of {1} notes").format(
            format_number(len(paths)), format_number(len(paths) + excluded)
        ), ""
    if len(paths) == 1:
        return _tr("Changed"), note_name(paths[0])
    return (_tr("Changed {0} notes").format(format_number(len(paths))), "") if paths else (_tr("Changed nothing"), "")


def write_remarks(written: WrittenNotes, excluded: int) -> list[str]:
    """Return further remarks, the most important first."""
    remarks = [
        _tr("written, not confirmed") if written.unsure else "",
        _tr("changed by another program") if any(text in written.note for text in CHANGED_SINCE_NOTES) else "",
        _tr("not all written") if NOT_WRITTEN_NOTE in written.note else "",
        _tr("{0} left out by you").format(format_number(excluded)) if excluded else "",
        _tr("partly left out by you") if PARTIAL_NOTE in written.note and not excluded else "",
        _tr("edited by you") if EDITED_NOTE in written.note else "",
        _links(written.links),
    ]
    return [remark for remark in remarks if remark]


def _links(links: int) -> str:
    if not links:
        return ""
    return _tr("1 link repaired") if links == 1 else _tr("{0} links repaired").format(format_number(links))


def _written_notes(data: JsonValue, files: list[str], note: str) -> WrittenNotes:
    fields = data if isinstance(data, dict) else {}
    action, old_path, new_path, links = (fields.get(name) for name in ("action", "old_path", "path", "links_repaired"))
    if isinstance(old_path, str) and isinstance(new_path, str):
        # Notes with repaired links are counted as links and listed below.
        files = [new_path, *(path for path in files if path not in (old_path, new_path))]
    return WrittenNotes(
        action if isinstance(action, str) else "",
        tuple(files),
        old_path if isinstance(old_path, str) else "",
        links if isinstance(links, int) and not isinstance(links, bool) else 0,
        note,
    )


# Names, arguments and results come from a model or from notes: show them in plain-text labels only.

SEARCH_TOOLS, READ_TOOL, ASK_TOOL = ("vault_search", "local_search"), "file_read", "ask_user"
"""Tools with specific descriptions (vaultdesk/tools/README.md, "Built-in tools"); others use their display name."""

WEB_TOOLS = ("web_search", "fetch_page", "youtube_transcription")
"""Tools that use the network; their descriptions include the text they send."""

MIN_SHOWN_SECONDS = 0.1
"""Minimum duration shown: "0.0 s" would look like an error."""

MAX_SUB_LINES = 50
"""Maximum number of rows under one step; a search returns at most 50 (vaultdesk/index/README.md, "Substring
search").
"""

MAX_OBJECT_LENGTH = 120
"""Maximum number of characters of a query or name in the line, which is elided well before that."""


class StepNote(Struct, frozen=True):
    """Row for one note under a step."""

    icon: str
    icon_role: str
    name: str
    path: str
    result: str


class StepText(Struct, frozen=True):
    """Content of one step line."""

    icon: str
    icon_role: str
    verb: str
    object: str
    result: str
    lines: tuple[StepNote, ...] = ()
    state: Literal["", "changed", "unsure"] = ""
    """State shown for a step that wrote; other steps show the state of the call."""


def duration_text(seconds: float) -> str:
    """Return `0.2 s`, `14 s` or `2 min 5 s`."""
    if seconds < 10:
        return _tr("{0} s").format(tenths_text(max(seconds, MIN_SHOWN_SECONDS)))
    if seconds < 60:
        return _tr("{0} s").format(round(seconds))
    return _tr("{0} min {1} s").format(int(seconds) // 60, int(seconds) % 60)


def step_text(step: StepBlock, left_out: int = 0) -> StepText:
    """Return the text for *step*; *left_out* is the number of notes the user excluded from its changes."""
    written = written_by(step)
    if written is not None:
        return _write_step_text(step, written, left_out)
    icon, role = _icon(step)
    verb, subject = _verb(step)
    return StepText(icon, role, verb, subject[:MAX_OBJECT_LENGTH], _result(step), _step_notes(step)[:MAX_SUB_LINES])


def _write_step_text(step: StepBlock, written: WrittenNotes, left_out: int) -> StepText:
    verb, subject = write_summary(written, left_out)
    lines = tuple(_step_note("check", "success", path, _tr("changed")) for path in written.paths)
    if written.unsure:
        lines = tuple(_step_note("warning", "warning", line.path, _tr("written, not confirmed")) for line in lines)
    duration = [duration_text(step.seconds)] if step.seconds else []
    result = " · ".join([*write_remarks(written, left_out), *duration])
    icon, role = ("warning", "warning") if written.unsure else ("check", "success")
    state: Literal["changed", "unsure"] = "unsure" if written.unsure else "changed"
    return StepText(icon, role, verb, subject[:MAX_OBJECT_LENGTH], result, lines[:MAX_SUB_LINES], state)


def _icon(step: StepBlock) -> tuple[str, str]:
    default = "pencil" if step.tool in WRITE_TOOLS else "globe" if step.tool in WEB_TOOLS else "bolt"
    done_icon = {**dict.fromkeys(SEARCH_TOOLS, "search"), READ_TOOL: "file", ASK_TOOL: "help"}.get(step.tool, default)
    return {
        "preparing": ("spinner", "muted"),
        "running": ("spinner", "muted"),
        "waiting": ("clock", "warning"),
        "done": (done_icon, "muted"),
        "refused": ("minus", "muted"),
        "cancelled": ("minus", "muted"),
        "failed": ("warning", "danger"),
    }[step.state]


def _verb(step: StepBlock) -> tuple[str, str]:
    """Return the verb for the step's state, and its object."""
    if step.tool in SEARCH_TOOLS:
        verb = {"done": _tr("Searched notes"), "running": _tr("Searching notes")}.get(step.state, _tr("Search notes"))
        return verb, translate(step.summary)
    if step.tool == READ_TOOL:
        paths = (file.path for file in step.files if not (file.left_out or file.problem))
        return _reading_text(step), ", ".join(map(note_name, paths))
    if step.tool == ASK_TOOL:
        return _tr("Asked you"), translate(step.summary)
    if step.display_name != step.tool:
        return translate(step.display_name), translate(step.summary) if step.tool in WEB_TOOLS else ""
    name = step.tool.replace("_", " ").strip()
    return name[:1].upper() + name[1:] or _tr("Tool"), ""


def _reading_text(step: StepBlock) -> str:
    total = len(step.files)
    if not total:
        return _tr("Read notes")
    if step.state == "running":
        return plural_text(total, _tr("Reading a note"), _tr("Reading {n} notes"))
    if step.state != "done":
        # A separate string: other languages use different words here.
        return _tr("Read notes")
    count = total - _declined_count(step)
    if count < total:
        return _tr("Read {0} of {1} notes").format(count, total)
    return plural_text(total, _tr("Read {n} note"), _tr("Read {n} notes"))


def _result(step: StepBlock) -> str:
    match step.state:
        case "preparing" | "running":
            return ""
        case "waiting":
            return _tr("waiting for you")
        case "cancelled":
            return _tr("stopped")
        case "refused":
            return _tr("refused by you") if step.code in ("", "CANCELLED") else _tr("not allowed")
        case "failed":
            return _failure(step)
        case "done":
            return _outcome(step)
        case _:
            assert_never(step.state)


def _failure(step: StepBlock) -> str:
    match step.code:
        case "TIMEOUT":
            return _tr("no answer after {0}").format(duration_text(step.seconds))
        case "UNKNOWN_TOOL":
            return _tr("no such tool")
        case "VALIDATION_FAILED":
            return _tr("invalid arguments")
        case "RATE_LIMITED":
            return _tr("too many calls")
        case _:
            return _tr("failed")


def _outcome(step: StepBlock) -> str:
    declined = _declined_count(step)
    if declined:
        return _tr("you left out {0}").format(declined)
    if step.tool in SEARCH_TOOLS and step.result_count is not None:
        count_text = _tr("{0} found").format(step.result_count) if step.result_count else _tr("nothing found")
        return f"{count_text} · {duration_text(step.seconds)}" if step.seconds else count_text
    if step.tool == ASK_TOOL:
        return elicitation_answer_text(step.result)
    # Steps read from a saved conversation have no duration.
    return duration_text(step.seconds) if step.seconds else ""


def _step_notes(step: StepBlock) -> tuple[StepNote, ...]:
    if step.tool in SEARCH_TOOLS:
        # Several passages of one note are one row: the size is given for the note as a whole.
        return tuple(_hit_row(step, hit) for hit in dict.fromkeys(step.hits))
    if step.state == "done":
        return tuple(_note_row(step, file) for file in step.files)
    ended = step.state in ("refused", "cancelled", "failed")
    remark = _tr("stayed here") if ended and step.is_remote else ""
    return tuple(_step_note("minus" if ended else "file", "muted", file.path, remark) for file in step.files)


def _note_row(step: StepBlock, file: StepFile) -> StepNote:
    if file.left_out:
        return _step_note("minus", "muted", file.path, _tr("stayed here") if step.is_remote else _tr("left out"))
    match file.problem:
        case "missing":
            return _step_note("warning", "warning", file.path, _tr("not found"))
        case "unreadable":
            return _step_note("warning", "warning", file.path, _tr("cannot be read"))
        case "":
            # Tokens measure what is sent to a server; reading locally costs none.
            remark = f"{_tr('sent')} · {_tokens(file.characters)}" if step.is_remote else _tr("read")
            return _step_note("check", "success", file.path, remark)
        case _:
            assert_never(file.problem)


def _hit_row(step: StepBlock, hit: StepHit) -> StepNote:
    remarks = [plural_text(hit.matches, _tr("{n} match"), _tr("{n} matches"))] if hit.matches is not None else []
    if step.is_remote:
        remarks.append(_tr("sent {0}").format(_tokens(hit.characters)))
    return _step_note("file", "muted", hit.path, " · ".join(remarks))


def _step_note(icon: str, role: str, path: str, remark: str) -> StepNote:
    return StepNote(icon, role, note_name(path), path, remark)


def _tokens(characters: int) -> str:
    return plural_text(size_tokens(characters), _tr("{n} token"), _tr("{n} tokens"))


def _declined_count(step: StepBlock) -> int:
    return sum(file.left_out for file in step.files)
