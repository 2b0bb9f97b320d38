"""Headlines and notices of an approval request, generated from the resolved calls."""

import re
from collections.abc import Collection, Sequence

from vaultdesk.core.destination import Destination
from vaultdesk.tools.runtime.approvals import ApprovalRequest, CallReview
from vaultdesk.tools.text_sanitizer import sanitize_line, sanitize_text
from vaultdesk.tools.tool import FileChoice
from vaultdesk.vault.diff.change_set import ChangeSet, NoteChange, NoteChoice
from vaultdesk.vault.staging import choice_applies, find_choice, with_whole_units

_REPAIRS = re.compile(r"repairs (\d{1,6}) links?\b")


def change_headline(changes: ChangeSet, choices: Sequence[NoteChoice] | None = None) -> str:
    """Return `Rename 1 note, change 2 notes and repair 4 links`: what would be done for what *choices* take."""
    chosen = with_whole_units(changes, choices)
    taken = [change for change in changes.changes if choice_applies(change, find_choice(chosen, change))]
    links = {change.id: repaired_links(change) for change in taken}
    repairs = sum(links.values())
    phrases = [
        _phrase("Create", [change for change in taken if change.kind == "create"]),
        _renames([change for change in taken if change.kind == "move"]),
        _phrase("Change", [change for change in taken if change.kind == "modify" and not links[change.id]]),
        f"Repair {repairs:,} {'link' if repairs == 1 else 'links'}" if repairs else "",
        _deletions([change for change in taken if change.kind == "delete"]),
    ]
    said = [phrase for phrase in phrases if phrase] or ["Change nothing"]
    said = [said[0], *(phrase[:1].lower() + phrase[1:] for phrase in said[1:])]
    return said[0] if len(said) == 1 else f"{', '.join(said[:-1])} and {said[-1]}"


def repaired_links(change: NoteChange) -> int:
    """Return how many links *change* only repairs after a rename; 0 for a change of its own."""
    found = _REPAIRS.match(change.reason) if change.kind == "modify" else None
    return int(found[1]) if found else 0


def change_line(change: NoteChange) -> str:
    """Return one file of the set as a line: `rename Old.md to New.md`, `change a.md (+2 −1)`."""
    path = sanitize_line(change.path, 200)
    why = f"; {sanitize_line(change.reason, 120)}" if change.reason else ""
    counts = f"+{change.added:,} −{change.removed:,}"
    match change.kind:
        case "create":
            return f"create {path} ({_lines(change.added)}{why})"
        case "delete":
            return f"delete {path} ({_lines(change.removed)}{why})"
        case "move":
            inside = (
                f" ({counts}{why})"
                if change.hunks
                else f" ({sanitize_line(change.reason, 120)})"
                if change.reason
                else ""
            )
            return f"rename {path} to {sanitize_line(change.new_path, 200)}{inside}"
        case "modify":
            return f"change {path} ({counts}{why})"


def _phrase(verb: str, changes: Sequence[NoteChange]) -> str:
    return f"{verb} {_notes(len(changes))}" if changes else ""


def _renames(changes: Sequence[NoteChange]) -> str:
    """Return `Rename` where only names change, `Move` where each goes to another folder under its own."""
    moved = all(change.path.rpartition("/")[2] == change.new_path.rpartition("/")[2] for change in changes)
    return _phrase("Move" if moved else "Rename", changes)


def _deletions(changes: Sequence[NoteChange]) -> str:
    where = {change.reason for change in changes if change.reason}
    return _phrase("Delete", changes) + (f" ({where.pop()})" if len(where) == 1 else "")


def _notes(number: int) -> str:
    return f"{number:,} {'note' if number == 1 else 'notes'}"


def _lines(number: int) -> str:
    return f"{number:,} {'line' if number == 1 else 'lines'}"


CHARACTERS_A_TOKEN = 4
"""Bytes of note text that make about one token: right within a third for European languages."""


def estimate_tokens(size: int) -> int:
    """Return about how many tokens *size* bytes of text are."""
    return -(-size // CHARACTERS_A_TOKEN)


def count_notes(number: int, noun: str) -> str:
    """Return `1 note`, `2 notes`, `1,204 notes`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def ticked_files(calls: Sequence[CallReview], ticked: Collection[str] | None) -> tuple[FileChoice, ...]:
    """Return the files of *calls* that would be read, each once; None ticks what is ticked from the start."""
    files = {choice.path: choice for call in calls for choice in call.files}
    return tuple(choice for choice in files.values() if (choice.ticked if ticked is None else choice.path in ticked))


def calls_headline(calls: Sequence[CallReview], destination: Destination, ticked: Collection[str] | None = None) -> str:
    """Return what will happen in one sentence: `Read 2 notes and send them to Anthropic (api.anthropic.com)`."""
    phrases: list[str] = []
    counted_already = False
    beginnings: dict[str, int] = {}
    number = len(ticked_files(calls, ticked))
    for call in calls:
        phrase = sanitize_text(call.action or call.display_name)
        if call.files:
            if counted_already:
                continue
            counted_already = True
            phrase = f"{phrase} {count_notes(number, 'note')}"
        # Several searches read as one: `Search your notes for “boiler” and “heating”`.
        beginning, quoted, rest = phrase.partition("“")
        if quoted and beginning in beginnings:
            place = beginnings[beginning]
            if f"“{rest}" not in phrases[place]:
                phrases[place] = f"{phrases[place].replace('” and “', '”, “')} and “{rest}"
        elif phrase not in phrases:
            beginnings[beginning] = len(phrases)
            phrases.append(phrase)
    sentence = _joined([phrases[0], *(phrase[:1].lower() + phrase[1:] for phrase in phrases[1:])])
    if not any(call.effect == "read" for call in calls):
        return sentence
    only_files = all(call.files for call in calls)
    if destination.local:
        if only_files:
            return f"{sentence}; {'it stays' if number == 1 else 'they stay'} on this computer"
        return f"{sentence}; what is found stays on this computer"
    what = ("it" if number == 1 else "them") if only_files else "what is found"
    return f"{sentence} and send {what} to {destination_text(destination)}"


def destination_text(destination: Destination) -> str:
    """Return `Anthropic (api.anthropic.com)`."""
    return (
        f"{sanitize_text(destination.name)} ({sanitize_text(destination.host)})"
        if destination.host
        else destination.name
    )


def privacy_notice(calls: Sequence[CallReview], destination: Destination, ticked: Collection[str] | None = None) -> str:
    """Return the privacy notice: what leaves this computer, how much, for whom; empty where nothing does."""
    sent = [call.receiver for call in calls if call.receiver is not None]
    if sent:
        return _outside_notice(sent)
    if destination.local:
        return ""
    where = f"leaves this computer for {sanitize_text(destination.name)} at {sanitize_text(destination.host)}"
    kept = "It is written down in “What left this computer”."
    if any(call.files for call in calls):
        files = ticked_files(calls, ticked)
        amount = count_notes(estimate_tokens(sum(choice.size or 0 for choice in files)), "token")
        these = "this note" if len(files) == 1 else f"these {len(files)} notes"
        return f"The text of {these}, about {amount}, {where}. {kept}"
    return f"What is found {where}: names of notes and short pieces of their text. {kept}"


def results_notice(request: ApprovalRequest, ticked: Collection[str]) -> str:
    """Return what of the results leaves this computer again, for the model; empty where nothing does."""
    if request.destination.local or not ticked:
        return ""
    size = sum(len(one.text.encode("utf-8", "replace")) for one in request.results if one.id in ticked)
    amount = count_notes(estimate_tokens(size), "token")
    return f"About {amount} go to {destination_text(request.destination)}. None of it is from your notes."


def results_headline(number: int, destination: Destination) -> str:
    """Return what is asked about results: `Let Anthropic (api.anthropic.com) read 3 results`."""
    who = destination_text(destination) if not destination.local else "the model on this computer"
    return f"Let {who} read {count_notes(number, 'result') if number else 'nothing of what was found'}"


def common_folder(paths: Sequence[str]) -> str | None:
    """Return the folder a longer answer would hold for: the deepest one that the most of *paths* share.

    Files in one tree of folders give its deepest common one; of several trees the one with the most files counts.
    Only where every file lies at the top of the vault is it the whole vault, `""`. None where there are no files.
    """
    groups: dict[str, list[list[str]]] = {}
    for path in paths:
        folders = path.split("/")[:-1]
        groups.setdefault(folders[0] if folders else "", []).append(folders)
    if not groups:
        return None
    trees = {top: members for top, members in groups.items() if top}
    if not trees:
        return ""
    common = max(trees.values(), key=len)
    shared: list[str] = []
    for names in zip(*common, strict=False):
        if len(set(names)) > 1:
            break
        shared.append(names[0])
    return "/".join(shared)


def request_headline(
    request: ApprovalRequest, ticked: Collection[str], choices: Sequence[NoteChoice] | None = None
) -> str:
    """Return the headline of *request* for the files and the changes that are ticked at the moment."""
    if request.changes:
        return change_headline(request.changes, choices)
    if request.results:
        return results_headline(len(ticked), request.destination)
    return calls_headline(request.calls, request.destination, ticked)


def _outside_notice(sent: Sequence[Destination]) -> str:
    """Return what a call that goes out tells others: its arguments, as they stand there."""
    names = _joined(list(dict.fromkeys(destination_text(one) for one in sent)))
    return f"The words above leave this computer for {names}. You see what comes back before the model does."


def _joined(phrases: Sequence[str]) -> str:
    if len(phrases) <= 1:
        return "".join(phrases)
    return f"{', '.join(phrases[:-1])} and {phrases[-1]}"
