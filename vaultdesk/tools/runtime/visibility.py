"""Visibility of a call: which notes it may see, from scope, rules, privacy and approved files."""

from collections.abc import Callable, Collection

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.tools.elicitation import elicitor_of
from vaultdesk.tools.runtime.call_context import ExecutionContext
from vaultdesk.tools.runtime.policy import offered_tools
from vaultdesk.tools.runtime.resolved_call import ResolvedCall
from vaultdesk.tools.tool import Visibility
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.staging import StagingArea


def reading_visibility(
    context: ExecutionContext, call: ResolvedCall, ticked: Collection[str], *, was_asked: bool
) -> Visibility:
    """Return the visibility of a call that reads; *ticked* are the named files it may read.

    *was_asked* says whether the call was shown for approval: then it may see notes that need approval.
    """
    policy_request = context.policy_request(call.tool, call.effect)
    named_paths = {choice.path for choice in call.files}

    def sees(path: str) -> bool:
        if path in named_paths:
            return path in ticked
        if not _exists(context, path):
            return False
        answer = context.permissions.decide(policy_request, path).answer
        if context.permissions.privacy.status(path, context.call_context.destination) == "ask":
            return False  # Needs approval each time, and this note was not approved by name.
        return answer == "allow" or (answer == "ask" and was_asked)

    return _visibility(context, sees)


def finding_visibility(context: ExecutionContext, call: ResolvedCall) -> Visibility:
    """Return the visibility of a call that runs before approval: it sees everything that could be approved."""
    return reading_visibility(context, call, (), was_asked=True)


def planning_visibility(
    context: ExecutionContext, call: ResolvedCall, staging: StagingArea | None = None
) -> Visibility:
    """Return the visibility of a call that plans changes. Each change is checked individually.

    It includes notes that this chat has read or written, or stages in *staging* as new, since they may not be indexed
    yet. Whether they became private since is checked from the file with each change. An unused path is writable unless
    its path alone is private.
    """
    policy_request, chat = context.policy_request(call.tool, "read"), context.call_context.conversation_id

    def is_known(path: str) -> bool:
        staged = () if staging is None else staging.notes
        return context.read_versions.is_known(chat, path) or any(
            n.old_path is None and n.path.text == path for n in staged
        )

    def sees(path: str) -> bool:
        if not context.call_context.agent_scope.allows_path(path):
            return False
        if not (is_known(path) or _exists(context, path) or _is_free(context, path)):
            return False
        return context.permissions.decide(policy_request, path).answer != "deny"

    return _visibility(context, sees)


def _exists(context: ExecutionContext, path: str) -> bool:
    """Whether the note exists for the caller."""
    status = context.permissions.privacy.status(path, context.call_context.destination)
    return context.call_context.agent_scope.allows_path(path) and status != "closed"


def _is_free(context: ExecutionContext, path: str) -> bool:
    """Whether there is nothing at *path*, and its path alone is not private.

    A note in another spelling that some disks treat as equal may be renamed to it: a change of case.
    """
    if context.permissions.privacy.is_closed_by_path(path, context.call_context.destination):
        return False
    try:
        found = context.vault.files.find(NotePath(path))
    except VaultDeskError:
        return False
    return found is None or (found.text != path and _exists(context, found.text))


def _visibility(context: ExecutionContext, sees: Callable[[str], bool]) -> Visibility:
    call_context, privacy = context.call_context, context.permissions.privacy
    return Visibility(
        sees,
        lambda path, text: privacy.redact(path, text, call_context.destination),
        call_context.result_limit,
        elicitor_of(context.approver),
        call_context.question,
        call_context.conversation_id,
        offered_tools(context.registry, call_context.agent_scope, context.permissions.preset()),
        call_context.queries_by_user,
    )
