"""Change request: the question about one set of changes, with all a person should know of it. Asks nobody itself."""

import copy
from collections.abc import Sequence
from dataclasses import replace

from vaultdesk.chat.messages import new_id
from vaultdesk.tools.approvals import ApprovalRequest, CallReview
from vaultdesk.tools.asking import TAINTED
from vaultdesk.tools.change_warnings import warned
from vaultdesk.tools.change_words import change_headline
from vaultdesk.tools.conditions import Conditions
from vaultdesk.tools.frozen_call import FrozenCall
from vaultdesk.tools.planning import Loss, Plan
from vaultdesk.tools.visible import short
from vaultdesk.vault.diff.change_set import ChangeSet, NoteChange

OUT_OF_BOUNDS: dict[Loss, str] = {
    "outside": "{count} left out: outside {place}.",
    "denied": "{count} left out: a rule of yours denies it.",
    "private": "{count} left out: the note is private for this model.",
    "comment": "{count} left out: it would show the model a private comment.",
    "stale": "{count} left out: the note changed since the model read it.",
}
"""What the person is told of changes that were taken out before they were asked."""

LOOSENS = "Afterwards your privacy rules hold for this note less than now, or not at all."
"""What the person should know of a change that takes a note's mark off or moves it out of a private folder."""


async def shown_plan(conditions: Conditions, plan: Plan) -> Plan:
    """Return *plan* with the warnings of each of its changes: so it is shown, and so it is written."""
    changes = await warned(plan.changes, conditions.vault)
    return replace(plan, changes=ChangeSet(tuple(_with_privacy(conditions, change) for change in changes.changes)))


def change_request(
    conditions: Conditions, calls: Sequence[FrozenCall], plan: Plan, changed: Sequence[str]
) -> ApprovalRequest:
    """Return what is asked about *plan*; *changed* are the files that are not what was shown the last time."""
    context = conditions.context
    reviews = [_review(conditions, call, plan) for call in calls if plan.wanted(call.call_id)]
    if changed:
        again = f"{', '.join(short(path, 80) for path in changed)} changed since you were asked. Please look again."
        reviews = [replace(review, warnings=(again, *review.warnings)) for review in reviews]
    return ApprovalRequest(
        id=new_id("ask"),
        headline=change_headline(plan.changes),
        calls=tuple(reviews),
        destination=context.destination,
        model_words=context.model_words,
        # A copy: what is written is made of values that nobody outside ever held.
        changes=copy.deepcopy(plan.changes),
        agent=context.leash.agent,
    )


def _with_privacy(conditions: Conditions, change: NoteChange) -> NoteChange:
    if change.kind not in ("modify", "move"):
        return change
    loosens = conditions.permissions.privacy.loosens
    if not loosens(change.path, change.old_text, change.final_path, change.new_text):
        return change
    return replace(change, warnings=(*change.warnings, LOOSENS))


def _review(conditions: Conditions, call: FrozenCall, plan: Plan) -> CallReview:
    review, lost = call.review(), plan.lost_of(call.call_id)
    warnings = list(review.warnings)
    for why in dict.fromkeys(one.why for one in lost):
        paths = [short(one.change.path, 80) for one in lost if one.why == why]
        more = f" and {len(paths) - 5:,} more" if len(paths) > 5 else ""
        count = f"{', '.join(paths[:5])}{more}"
        warnings.append(OUT_OF_BOUNDS[why].format(count=count, place=conditions.context.leash.place))
    if conditions.tainted:
        warnings.insert(0, TAINTED)
    return replace(review, warnings=tuple(warnings))
