"""Sight: what of the vault one call may see, put together from leash, rules, privacy and the person's ticks."""

from collections.abc import Callable, Collection

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.tools.asking import Question
from vaultdesk.tools.conditions import Conditions
from vaultdesk.tools.frozen_call import FrozenCall
from vaultdesk.tools.inquiry import inquirer_of
from vaultdesk.tools.tool import View
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.staging import StagingArea


def view_of(question: Question, call: FrozenCall, ticked: Collection[str]) -> View:
    """Return the view of a call that reads; *ticked* are the named files it may read."""
    conditions = question.conditions
    subject = conditions.subject(call.tool, call.effect)
    named = {choice.path for choice in call.files}

    def sees(path: str) -> bool:
        if path in named:
            return path in ticked
        if not _is_there(conditions, path):
            return False
        answer = conditions.permissions.decide(subject, path).answer
        if conditions.permissions.privacy.standing(path, conditions.context.destination) == "ask":
            return False  # Asked each time, and of this note nobody was asked by name.
        return answer == "allow" or (answer == "ask" and question.asked_about(call))

    return _view(conditions, sees)


def planning_view(conditions: Conditions, call: FrozenCall, draft: StagingArea | None = None) -> View:
    """Return the view of a call that plans changes: what it may know of; each change is permitted by itself.

    What this chat has read or written, or stages in *draft* as new, it knows: no index may have it yet. Whether it
    became private since is asked of the file, change by change. A place where nothing is may be written to unless its
    path alone is private.
    """
    subject, chat = conditions.subject(call.tool, "read"), conditions.context.conversation_id

    def is_known(path: str) -> bool:
        staged = () if draft is None else draft.notes
        return conditions.seen.knows(chat, path) or any(n.old_path is None and n.path.text == path for n in staged)

    def sees(path: str) -> bool:
        if not conditions.context.leash.reaches(path):
            return False
        if not (is_known(path) or _is_there(conditions, path) or _is_free(conditions, path)):
            return False
        return conditions.permissions.decide(subject, path).answer != "deny"

    return _view(conditions, sees)


def _is_there(conditions: Conditions, path: str) -> bool:
    """Whether the note is there at all for whoever asks."""
    standing = conditions.permissions.privacy.standing(path, conditions.context.destination)
    return conditions.context.leash.reaches(path) and standing != "closed"


def _is_free(conditions: Conditions, path: str) -> bool:
    """Whether there is nothing at *path* yet, and nothing private by its path alone would be there.

    A note of another spelling, which some disks take for the same, may get this one: a change of case.
    """
    if conditions.permissions.privacy.closes_by_path(path, conditions.context.destination):
        return False
    try:
        found = conditions.vault.files.find(NotePath(path))
    except VaultDeskError:
        return False
    return found is None or (found.text != path and _is_there(conditions, found.text))


def _view(conditions: Conditions, sees: Callable[[str], bool]) -> View:
    context, privacy = conditions.context, conditions.permissions.privacy
    return View(
        sees,
        lambda path, text: privacy.shown(path, text, context.destination),
        context.result_limit,
        inquirer_of(conditions.approver),
        context.question,
        context.conversation_id,
    )
