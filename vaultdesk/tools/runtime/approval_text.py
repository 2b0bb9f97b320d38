"""Headlines and notices of an approval request, generated from the resolved calls."""

from collections.abc import Collection, Sequence

from vaultdesk.core.phrases import NO_PHRASE, Number, Phrase, Sentences, and_list, clauses, counted, verbatim
from vaultdesk.core.text_tokens import text_tokens
from vaultdesk.core.transmission import Destination
from vaultdesk.tools.runtime.approvals import ApprovalRequest, CallReview, PassageChoice
from vaultdesk.tools.text_sanitizer import sanitize_line, sanitize_text
from vaultdesk.tools.tool import FileChoice
from vaultdesk.vault.change_set import ChangeSet, NoteChange, NoteChangeKind, NoteChoice
from vaultdesk.vault.staging import choice_applies, find_choice, with_whole_units

READ_ACTION = Phrase("Read")
"""Action of a tool that reads the notes it names; their number follows."""

READ_SECTION_TEMPLATE = "Read “{0}” of"
"""Template of the action of a tool that reads one section of a note."""


def change_headline(changes: ChangeSet, choices: Sequence[NoteChoice] | None = None) -> Phrase:
    """Return `Rename 1 note, change 2 notes and repair 4 links`: the changes selected by *choices*."""
    effective_choices = with_whole_units(changes, choices)
    selected = [change for change in changes.changes if choice_applies(change, find_choice(effective_choices, change))]
    repairs = sum(change.repaired_links for change in selected)
    phrases = [
        _counted("create", [change for change in selected if change.kind == "create"]),
        _renames([change for change in selected if change.kind == "move"]),
        _counted("modify", [change for change in selected if change.kind == "modify" and not change.repaired_links]),
        counted(repairs, "Repair {0} link", "Repair {0} links") if repairs else None,
        _deletions([change for change in selected if change.kind == "delete"]),
    ]
    return clauses([phrase for phrase in phrases if phrase] or [Phrase("Change nothing")])


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


def _counted(kind: NoteChangeKind, changes: Sequence[NoteChange]) -> Phrase | None:
    number = len(changes)
    if not number:
        return None
    match kind:
        case "create":
            return counted(number, "Create {0} note", "Create {0} notes")
        case "modify":
            return counted(number, "Change {0} note", "Change {0} notes")
        case "move":
            return counted(number, "Rename {0} note", "Rename {0} notes")
        case "delete":
            return counted(number, "Delete {0} note", "Delete {0} notes")


def _renames(changes: Sequence[NoteChange]) -> Phrase | None:
    """Return `Rename` if only names change, `Move` if each goes to another folder under the same name."""
    if changes and all(change.path.rpartition("/")[2] == change.new_path.rpartition("/")[2] for change in changes):
        return counted(len(changes), "Move {0} note", "Move {0} notes")
    return _counted("move", changes)


def _deletions(changes: Sequence[NoteChange]) -> Phrase | None:
    trash_texts = {change.reason for change in changes if change.reason}
    phrase = _counted("delete", changes)
    return Phrase("{0} ({1})", phrase, trash_texts.pop()) if phrase and len(trash_texts) == 1 else phrase


def _lines(number: int) -> str:
    return f"{number:,} {'line' if number == 1 else 'lines'}"


def count_notes(number: int, noun: str) -> str:
    """Return `1 note`, `2 notes`, `1,204 notes`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def ticked_files(calls: Sequence[CallReview], ticked: Collection[str] | None) -> tuple[FileChoice, ...]:
    """Return the files of *calls* that would be read, each once; None selects the initially ticked ones."""
    files = {choice.path: choice for call in calls for choice in call.files}
    return tuple(choice for choice in files.values() if (choice.ticked if ticked is None else choice.path in ticked))


def calls_headline(
    calls: Sequence[CallReview], destination: Destination, ticked: Collection[str] | None = None
) -> Phrase:
    """Return the effect in one sentence: `Read 2 notes and send them to Anthropic (api.anthropic.com)`."""
    phrases: list[Phrase] = []
    notes_counted = False
    number = len(ticked_files(calls, ticked))
    for call in calls:
        phrase = visible_phrase(verbatim(call.action or call.display_name))
        if call.files:
            if notes_counted:
                continue
            notes_counted = True
            phrase = _with_count(phrase, number)
        if phrase not in phrases:
            phrases.append(phrase)
    sentence = clauses(_merged(phrases))
    if not any(call.effect == "read" for call in calls):
        return sentence
    only_files = all(call.files for call in calls)
    if destination.local:
        if not only_files:
            return Phrase("{0}; what is found stays on this computer", sentence)
        if number == 1:
            return Phrase("{0}; it stays on this computer", sentence)
        return Phrase("{0}; they stay on this computer", sentence)
    receiver = destination_text(destination)
    if not only_files:
        return Phrase("{0} and send what is found to {1}", sentence, receiver)
    if number == 1:
        return Phrase("{0} and send it to {1}", sentence, receiver)
    return Phrase("{0} and send them to {1}", sentence, receiver)


def passages_headline(passages: Sequence[PassageChoice], destination: Destination) -> Phrase:
    """Return the effect of sending *passages*: `Send 6 passages of 5 notes to Anthropic (api.anthropic.com)`."""
    receiver = destination_text(destination)
    number, paths = len(passages), list(dict.fromkeys(passage.path for passage in passages if passage.path))
    if not number:
        if destination.local:
            return Phrase("Let the model on this computer read nothing of what was found")
        return Phrase("Send nothing of what was found to {0}", receiver)
    if not paths:
        if destination.local:
            return Phrase("Let the model on this computer read what was found")
        return Phrase("Send what was found to {0}", receiver)
    if len(paths) == 1:
        name = sanitize_line(paths[0].rpartition("/")[2].removesuffix(".md"), 80)
        if destination.local:
            return counted(
                number,
                "Let the model on this computer read {0} passage of “{1}”",
                "Let the model on this computer read {0} passages of “{1}”",
                name,
            )
        return counted(number, "Send {0} passage of “{1}” to {2}", "Send {0} passages of “{1}” to {2}", name, receiver)
    if destination.local:
        return Phrase(
            "Let the model on this computer read {0} passages of {1} notes", Number(number), Number(len(paths))
        )
    return Phrase("Send {0} passages of {1} notes to {2}", Number(number), Number(len(paths)), receiver)


def visible_phrase(phrase: Phrase) -> Phrase:
    """Return *phrase* with the invisible characters of its values made visible."""
    return phrase.with_changed_texts(sanitize_text)


def _with_count(action: Phrase, number: int) -> Phrase:
    """Return *action* with the number of notes it reads."""
    if action == READ_ACTION:
        return counted(number, "Read {0} note", "Read {0} notes")
    if action.template == READ_SECTION_TEMPLATE:
        return counted(number, "Read “{1}” of {0} note", "Read “{1}” of {0} notes", *action.values)
    return Phrase("{0} {1}", action, counted(number, "{0} note", "{0} notes"))


def _merged(phrases: Sequence[Phrase]) -> list[Phrase]:
    """Return *phrases* with those that differ in one quoted text merged: `Search for “boiler” and “heating”`."""
    groups: dict[str, list[Phrase]] = {}
    for number, phrase in enumerate(phrases):
        quotes = len(phrase.values) == 1 and "“{0}”" in phrase.template
        groups.setdefault(phrase.template if quotes else f"{number}", []).append(phrase)
    return [_quoting_all(group) if len(group) > 1 else group[0] for group in groups.values()]


def _quoting_all(phrases: Sequence[Phrase]) -> Phrase:
    quoted: str = phrases[0].values[0]
    for phrase in phrases[1:-1]:
        quoted = Phrase("{0}”, “{1}", quoted, phrase.values[0])
    return Phrase(phrases[0].template, Phrase("{0}” and “{1}", quoted, phrases[-1].values[0]))


def destination_text(destination: Destination) -> str:
    """Return `Anthropic (api.anthropic.com)`."""
    return (
        f"{sanitize_text(destination.name)} ({sanitize_text(destination.host)})"
        if destination.host
        else destination.name
    )


def privacy_notice(
    calls: Sequence[CallReview], destination: Destination, ticked: Collection[str] | None = None
) -> Phrase:
    """Return the privacy notice: what is sent where, and how much; empty if nothing leaves this computer."""
    receivers = [call.receiver for call in calls if call.receiver is not None]
    if receivers:
        return _outside_notice(receivers)
    if destination.local:
        return NO_PHRASE
    name, host = sanitize_text(destination.name), sanitize_text(destination.host)
    recorded = Phrase("It is recorded in “What left this computer”.")
    if any(call.files for call in calls):
        files = ticked_files(calls, ticked)
        tokens = counted(sum(choice.tokens for choice in files), "{0} token", "{0} tokens")
        disclosed = (
            Phrase("The text of this note, about {0}, leaves this computer for {1} at {2}.", tokens, name, host)
            if len(files) == 1
            else Phrase(
                "The text of these {0} notes, about {1}, leaves this computer for {2} at {3}.",
                len(files),
                tokens,
                name,
                host,
            )
        )
        return Sentences(disclosed, recorded)
    found = Phrase(
        "What is found leaves this computer for {0} at {1}: names of notes and short pieces of their text.", name, host
    )
    return Sentences(found, recorded)


def results_notice(request: ApprovalRequest, ticked: Collection[str]) -> Phrase:
    """Return which results are sent to the model again; empty if nothing leaves this computer."""
    if request.destination.local or not ticked:
        return NO_PHRASE
    return counted(
        sum(text_tokens(result.text) for result in request.results if result.id in ticked),
        "About {0} token goes to {1}. None of it is from your notes.",
        "About {0} tokens go to {1}. None of it is from your notes.",
        destination_text(request.destination),
    )


def results_headline(number: int, destination: Destination) -> Phrase:
    """Return the question about results: `Let Anthropic (api.anthropic.com) read 3 results`."""
    receiver = Phrase("the model on this computer") if destination.local else destination_text(destination)
    if not number:
        return Phrase("Let {0} read nothing of what was found", receiver)
    return counted(number, "Let {1} read {0} result", "Let {1} read {0} results", receiver)


def common_folder(paths: Sequence[str]) -> str | None:
    """Return the folder offered for a longer answer: the deepest one that most of *paths* share.

    For files in one top-level folder, their deepest common folder; for several, the one with the most files counts.
    `""`, the whole vault, only if every file is at the top level. None if there are no files.
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
) -> Phrase:
    """Return the headline of *request* for the files and changes that are currently ticked."""
    if request.changes:
        return change_headline(request.changes, choices)
    if request.results:
        return results_headline(len(ticked), request.destination)
    if request.passages and not request.files:
        return passages_headline([passage for passage in request.passages if passage.id in ticked], request.destination)
    return calls_headline(request.calls, request.destination, ticked)


def _outside_notice(receivers: Sequence[Destination]) -> Phrase:
    """Return what a network call discloses to others: its literal arguments."""
    names = and_list([*dict.fromkeys(map(destination_text, receivers))])
    return Phrase("The words above leave this computer for {0}. You see what comes back before the model does.", names)
