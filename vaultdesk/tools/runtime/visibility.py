"""Visibility of a call: which notes it may see, from scope, rules, privacy and approved files."""

from collections.abc import Callable, Collection

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.tools.elicitation import elicitor_of
from vaultdesk.tools.runtime.call_context import ExecutionContext
from vaultdesk.tools.runtime.read_review import ReadApproval
from vaultdesk.tools.runtime.resolved_call import ResolvedCall
from vaultdesk.tools.tool import Visibility
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.staging import StagingArea


def reading_visibility(question: ReadApproval, call: ResolvedCall, ticked: Collection[str]) -> Visibility:
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


def planning_visibility(
    conditions: ExecutionContext, call: ResolvedCall, draft: StagingArea | None = None
) -> Visibility:
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


def _is_there(conditions: ExecutionContext, path: str) -> bool:
    """Whether the note is there at all for whoever asks."""
    standing = conditions.permissions.privacy.standing(path, conditions.context.destination)
    return conditions.context.leash.reaches(path) and standing != "closed"


def _is_free(conditions: ExecutionContext, path: str) -> bool:
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


def _view(conditions: ExecutionContext, sees: Callable[[str], bool]) -> Visibility:
    context, privacy = conditions.context, conditions.permissions.privacy
    return Visibility(
        sees,
        lambda path, text: privacy.shown(path, text, context.destination),
        context.result_limit,
        elicitor_of(conditions.approver),
        context.question,
        context.conversation_id,
    )
