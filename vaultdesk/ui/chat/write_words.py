"""Write words: what a call that changed notes came to, read from its result, and how it is told. Only words.

Names and results are a model's or a note's: what comes out of here is for plain-text labels only.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import JsonValue
from PySide6.QtCore import QCoreApplication

from vaultdesk.agent.transcript_blocks import StepBlock
from vaultdesk.tools.runtime.approvals import ApprovalDecision, ApprovalRequest
from vaultdesk.ui.facts import number
from vaultdesk.vault.staging import choice_applies, find_choice, with_whole_units

WRITING = frozenset(
    {
        "write_note", "edit_note", "rename_note", "delete_note", "update_frontmatter", "add_tags", "remove_tags",
        "bulk_update", "apply_template", "daily_note", "add_vocabulary", "remember",
    }
)  # fmt: skip
"""The tools that change notes (CONTRACTS, Tools), for their sign while they are at work."""

UNSURE, EDITED, TAKEN = "not confirmed by the disk", "The user edited the change", "Of the change to "
CHANGED_SINCE, NOT_WRITTEN = "Changed by somebody else meanwhile", "Not written: "
"""What change_batch.py writes into a result's note for the model; the person is told the same in fewer words."""


@dataclass(frozen=True, slots=True)
class Written:
    """What was written."""

    action: str = ""
    """`created`, `renamed`, `deleted`; empty for a change within notes."""
    paths: tuple[str, ...] = ()
    """The notes, where they are now."""
    old_path: str = ""
    links: int = 0
    """Links repaired."""
    note: str = ""
    """What the model was told of it besides."""

    @property
    def unsure(self) -> bool:
        """Whether the disk did not confirm some of it."""
        return UNSURE in self.note


def _tr(text: str) -> str:
    return QCoreApplication.translate("WriteWords", text)


def note_name(path: str) -> str:
    """Return the note's name without folder and ending."""
    name = path.rsplit("/", 1)[-1]
    return name[:-3] if name.lower().endswith(".md") else name


def left_out(request: ApprovalRequest, decision: ApprovalDecision) -> Mapping[str, int]:
    """Return for each call of *request* how many notes' changes the person left out."""
    changes = request.changes
    chosen = with_whole_units(changes, decision.changes)
    counts: dict[str, int] = {}
    for change in changes.changes:
        if not choice_applies(change, find_choice(chosen, change)):
            for call in change.calls:
                counts[call] = counts.get(call, 0) + 1
    return counts


def written_by(step: StepBlock) -> Written | None:
    """Return what *step* wrote; None where it is not over well, or only read."""
    if step.state != "done" or not step.result:
        return None
    try:
        value = json.loads(step.result)
    except (ValueError, RecursionError):
        return None
    match value:
        case {"data": data, "metadata": {"operation_type": "write" | "delete", "files_affected": [*files], **more}}:
            return _written(data, [path for path in files if isinstance(path, str)], str(more.get("note") or ""))
        case _:
            return None


def told(written: Written, left: int) -> tuple[str, str]:
    """Return what was done, and to what."""
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
    if left:
        return _tr("Changed {0} of {1} notes").format(number(len(paths)), number(len(paths) + left)), ""
    if len(paths) == 1:
        return _tr("Changed"), note_name(paths[0])
    return (_tr("Changed {0} notes").format(number(len(paths))), "") if paths else (_tr("Changed nothing"), "")


def remarks(written: Written, left: int) -> list[str]:
    """Return what is to be said of it besides, the most important first."""
    said = [
        _tr("written, not confirmed") if written.unsure else "",
        _tr("changed meanwhile by somebody else") if CHANGED_SINCE in written.note else "",
        _tr("not all written") if NOT_WRITTEN in written.note else "",
        _tr("{0} left out by you").format(number(left)) if left else "",
        _tr("partly left out by you") if TAKEN in written.note and not left else "",
        _tr("edited by you") if EDITED in written.note else "",
        _links(written.links),
    ]
    return [remark for remark in said if remark]


def _links(links: int) -> str:
    if not links:
        return ""
    return _tr("1 link repaired") if links == 1 else _tr("{0} links repaired").format(number(links))


def _written(data: JsonValue, files: list[str], note: str) -> Written:
    facts = data if isinstance(data, dict) else {}
    action, old, new, links = (facts.get(name) for name in ("action", "old_path", "path", "links_repaired"))
    if isinstance(old, str) and isinstance(new, str):
        # Repaired notes are counted as links, and told one by one below.
        files = [new, *(path for path in files if path not in (old, new))]
    return Written(
        action if isinstance(action, str) else "",
        tuple(files),
        old if isinstance(old, str) else "",
        links if isinstance(links, int) and not isinstance(links, bool) else 0,
        note,
    )
