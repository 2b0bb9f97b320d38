"""Preview: the words of an approval, made by us from the frozen calls alone. Shows nothing; hosts lay it out."""

from collections.abc import Collection, Sequence

from vaultdesk.core.destination import Destination
from vaultdesk.tools.approvals import ApprovalRequest, CallReview
from vaultdesk.tools.change_words import change_headline
from vaultdesk.tools.tool import FileChoice
from vaultdesk.tools.visible import visible
from vaultdesk.vault.diff.change_set import NoteChoice

CHARACTERS_A_TOKEN = 4
"""Bytes of note text that make about one token: right within a third for European languages."""


def tokens(size: int) -> int:
    """Return about how many tokens *size* bytes of text are."""
    return -(-size // CHARACTERS_A_TOKEN)


def counted(number: int, noun: str) -> str:
    """Return `1 note`, `2 notes`, `1,204 notes`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def ticked_files(calls: Sequence[CallReview], ticked: Collection[str] | None) -> tuple[FileChoice, ...]:
    """Return the files of *calls* that would be read, each once; None ticks what is ticked from the start."""
    files = {choice.path: choice for call in calls for choice in call.files}
    return tuple(choice for choice in files.values() if (choice.ticked if ticked is None else choice.path in ticked))


def headline(calls: Sequence[CallReview], destination: Destination, ticked: Collection[str] | None = None) -> str:
    """Return what will happen in one sentence: `Read 2 notes and send them to Anthropic (api.anthropic.com)`."""
    phrases: list[str] = []
    counted_already = False
    beginnings: dict[str, int] = {}
    number = len(ticked_files(calls, ticked))
    for call in calls:
        phrase = visible(call.action or call.display_name)
        if call.files:
            if counted_already:
                continue
            counted_already = True
            phrase = f"{phrase} {counted(number, 'note')}"
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
    return f"{sentence} and send {what} to {receiver(destination)}"


def receiver(destination: Destination) -> str:
    """Return `Anthropic (api.anthropic.com)`."""
    return f"{visible(destination.name)} ({visible(destination.host)})" if destination.host else destination.name


def notice(calls: Sequence[CallReview], destination: Destination, ticked: Collection[str] | None = None) -> str:
    """Return the privacy notice: what leaves this computer, how much, for whom; empty where nothing does."""
    sent = [call.receiver for call in calls if call.receiver is not None]
    if sent:
        return _outside_notice(sent)
    if destination.local:
        return ""
    where = f"leaves this computer for {visible(destination.name)} at {visible(destination.host)}"
    kept = "It is written down in “What left this computer”."
    if any(call.files for call in calls):
        files = ticked_files(calls, ticked)
        amount = counted(tokens(sum(choice.size or 0 for choice in files)), "token")
        these = "this note" if len(files) == 1 else f"these {len(files)} notes"
        return f"The text of {these}, about {amount}, {where}. {kept}"
    return f"What is found {where}: names of notes and short pieces of their text. {kept}"


def results_notice(request: ApprovalRequest, ticked: Collection[str]) -> str:
    """Return what of the results leaves this computer again, for the model; empty where nothing does."""
    if request.destination.local or not ticked:
        return ""
    size = sum(len(one.text.encode("utf-8", "replace")) for one in request.results if one.id in ticked)
    amount = counted(tokens(size), "token")
    return f"About {amount} go to {receiver(request.destination)}. None of it is from your notes."


def results_headline(number: int, destination: Destination) -> str:
    """Return what is asked about results: `Let Anthropic (api.anthropic.com) read 3 results`."""
    who = receiver(destination) if not destination.local else "the model on this computer"
    return f"Let {who} read {counted(number, 'result') if number else 'nothing of what was found'}"


def longer_folder(paths: Sequence[str]) -> str | None:
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
    return headline(request.calls, request.destination, ticked)


def _outside_notice(sent: Sequence[Destination]) -> str:
    """Return what a call that goes out tells others: its arguments, as they stand there."""
    names = _joined(list(dict.fromkeys(receiver(one) for one in sent)))
    return f"The words above leave this computer for {names}. You see what comes back before the model does."


def _joined(phrases: Sequence[str]) -> str:
    if len(phrases) <= 1:
        return "".join(phrases)
    return f"{', '.join(phrases[:-1])} and {phrases[-1]}"
