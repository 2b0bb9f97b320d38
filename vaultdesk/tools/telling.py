"""Telling: what planning a change found out about notes, and whether a model may hear it unasked. Asks nobody itself.

An edit that does not fit answers with the words it met, a change that is not needed says what stands there already, a
filter that finds nothing has counted: each of these is a read of notes, and is asked about as one.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import JsonValue

from vaultdesk.chat.messages import Source, new_id
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.tools.approvals import ApprovalRequest, CallReview
from vaultdesk.tools.conditions import Conditions
from vaultdesk.tools.frozen_call import FrozenCall
from vaultdesk.tools.planning import Plan
from vaultdesk.tools.preview import counted, headline
from vaultdesk.tools.privacy_standing import Standing
from vaultdesk.tools.schema import given
from vaultdesk.tools.tool import ErrorCode, ToolResult
from vaultdesk.tools.visible import short
from vaultdesk.vault.note_path import NotePath

READ_FIRST = "Nothing was written. Read the note before you change it."
"""What a model reads where it may not hear why, and nobody is asked."""

PURPOSE = "found that it would change nothing, and tells the model why; that may repeat words of your notes."
"""What happens if the person agrees, in place of the tool's own purpose."""

BY_NAME_ALONE: frozenset[ErrorCode] = frozenset(
    {"NOTE_NOT_FOUND", "FOLDER_NOT_FOUND", "CONFLICT", "PERMISSION_DENIED", "DANGEROUS_OPERATION", "TIMEOUT"}
)
"""Failures that say no more than that what the model named is there or not, or not allowed."""

OF_THE_VAULT: frozenset[ErrorCode] = frozenset({"AMBIGUOUS_NOTE", "TOO_LARGE"})
"""Failures that tell of other notes, whether or not one was looked into."""

FILTER = "filter"
"""The argument by which a tool picks notes itself: that it picked none tells of all of them."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What one call that changes nothing would tell of."""

    call: FrozenCall
    looked: tuple[str, ...]
    """The notes it read."""
    standing: Standing
    """Whether it may: freely, if the person is asked, or not at all."""


async def findings(conditions: Conditions, calls: Sequence[FrozenCall], plan: Plan) -> list[Finding]:
    """Return the calls of *plan* that change nothing and tell of notes."""
    found = []
    for call in calls:
        if plan.wanted(call.call_id) or plan.lost_of(call.call_id):
            continue
        looked, failed = plan.looked.get(call.call_id, ()), plan.settled.get(call.call_id)
        if failed is None and not looked:
            looked = _named_by(plan.data.get(call.call_id))
        if _tells(failed, looked):
            found.append(Finding(call, looked, await telling_standing(conditions, call, looked)))
    return found


async def telling_standing(conditions: Conditions, call: FrozenCall, looked: Sequence[str]) -> Standing:
    """Return whether *call* may tell what it found in the notes at *looked*: freely, if asked, or not at all."""
    context, permissions = conditions.context, conditions.permissions
    subject = conditions.subject(call.tool, "read")
    asks = False
    if not looked or FILTER in given(call.arguments):
        answer = permissions.decide(subject, None).answer
        if answer == "deny":
            return "closed"
        asks = answer == "ask"
    for path in looked:
        standing = await permissions.privacy.of_named(path, context.destination)
        answer = permissions.decide(subject, path).answer
        if standing == "closed" or answer == "deny":
            return "closed"
        if (standing == "ask" or answer == "ask") and not await _has_it(conditions, path):
            if standing == "ask":
                return "closed"  # Such a note is asked about by its name, when it is to be read.
            asks = True
    return "ask" if asks else "open"


async def kept_back(conditions: Conditions, calls: Sequence[FrozenCall], plan: Plan) -> set[str]:
    """Return the notes that *calls* change unasked and may not repeat any text of: nobody let them read it."""
    changing = [(call, change) for call in calls for change in plan.wanted(call.call_id)]
    return {
        change.path
        for call, change in changing
        if change.kind in ("modify", "move") and await telling_standing(conditions, call, (change.path,)) != "open"
    }


def telling_request(conditions: Conditions, found: Sequence[Finding]) -> ApprovalRequest:
    """Return the question whether the model may be told of *found*."""
    context = conditions.context
    reviews = tuple(_review(one.call, one.looked) for one in found)
    return ApprovalRequest(
        id=new_id("ask"),
        headline=headline(reviews, context.destination),
        calls=reviews,
        destination=context.destination,
        model_words=context.model_words,
        agent=context.leash.agent,
    )


def sources_of(result: ToolResult, looked: Sequence[str], *, asked: bool) -> tuple[Source, ...]:
    """Return whose text the message of a failed plan may repeat: the gate and the ledger go by it."""
    if result.error is None or not looked or result.error.code != "VALIDATION_FAILED":
        return ()
    length = len(result.error.message)
    return tuple(Source(path=path, characters=length, allowed="person" if asked else "") for path in looked)


def _tells(failed: ToolResult | None, looked: Sequence[str]) -> bool:
    """Whether a call tells of notes: by the result of a plan that failed, or because it came to nothing."""
    if failed is None:
        return True
    code = failed.error.code if failed.error is not None else None
    return code not in BY_NAME_ALONE and (bool(looked) or code in OF_THE_VAULT)


def _named_by(data: JsonValue) -> tuple[str, ...]:
    path = data.get("path") if isinstance(data, dict) else None
    return (path,) if isinstance(path, str) else ()


def _review(call: FrozenCall, looked: Sequence[str]) -> CallReview:
    review = call.review()
    where = (
        f"“{short(looked[0], 80)}”" if len(looked) == 1 else counted(len(looked), "note") if looked else "your notes"
    )
    return CallReview(
        call_id=review.call_id,
        tool=review.tool,
        display_name=review.display_name,
        purpose=PURPOSE,
        effect="read",
        arguments=review.arguments,
        warnings=review.warnings,
        action=f"Check a change against {where}",
    )


async def _has_it(conditions: Conditions, path: str) -> bool:
    """Whether the conversation has the text of the note at *path* as it is now."""
    seen, chat = conditions.seen, conditions.context.conversation_id
    if not seen.has_text(chat, path):
        return False
    try:
        return not seen.is_stale(chat, path, (await conditions.vault.read(NotePath(path))).digest)
    except VaultDeskError:
        return False
