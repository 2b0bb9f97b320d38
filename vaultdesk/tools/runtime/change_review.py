"""Approval requests for planned changes: warnings for each file, and disclosure of what planning found."""

import asyncio
import copy
import json
import unicodedata
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct
from pydantic import JsonValue

from vaultdesk.chat.messages import Source, new_id
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.phrases import NO_PHRASE, Number, Phrase, counted, verbatim
from vaultdesk.core.values import replace
from vaultdesk.tools.argument_schema import explicit_arguments
from vaultdesk.tools.runtime.approval_text import calls_headline, change_headline
from vaultdesk.tools.runtime.approvals import ApprovalRequest, CallReview, PassageChoice
from vaultdesk.tools.runtime.call_context import ExecutionContext
from vaultdesk.tools.runtime.change_plan import ChangePlan, ExclusionReason
from vaultdesk.tools.runtime.policy import PrivacyStatus
from vaultdesk.tools.runtime.read_review import TAINT_WARNING
from vaultdesk.tools.runtime.resolved_call import ResolvedCall
from vaultdesk.tools.text_sanitizer import has_hidden_characters, name_warnings, sanitize_line
from vaultdesk.tools.tool import ErrorCode, ToolResult
from vaultdesk.vault.change_set import ChangeSet, NoteChange
from vaultdesk.vault.markdown.markdown_scanner import comments_in
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.vault import Vault

LARGE_SHARE = 0.5
"""Share of a note's lines whose removal causes a warning."""

LARGE_LINES = 10
"""Minimum number of removed lines: half of a note of four lines needs no warning."""

_CONFUSABLE_CAPITALS = str.maketrans("I|", "ll")
"""Characters that look like a lower-case L, before case folding."""

_CONFUSABLE_LETTERS = str.maketrans("авеікмнорстухѕјһԁɡοαιρυνκı01", "abeikmhopctyxsjhdgoaipuvkiol")
"""Cyrillic and Greek letters and digits that look like a Latin letter, after case folding."""


async def add_warnings(changes: ChangeSet, vault: Vault) -> ChangeSet:
    """Return *changes* with the warnings of each, and with the place where deleted notes go."""
    deletes = any(change.kind == "delete" for change in changes.changes)
    deletion = await vault.deletion_text() if deletes else NO_PHRASE
    new_files = [change for change in changes.changes if change.kind in ("create", "move")]
    alike = await _lookalikes(new_files, vault) if new_files else {}
    return ChangeSet(
        tuple(
            replace(
                change,
                warnings=tuple(dict.fromkeys((*change.warnings, *_warnings(change, alike.get(change.final_path, ""))))),
                reason=deletion if change.kind == "delete" else change.reason,
            )
            for change in changes.changes
        )
    )


def _warnings(change: NoteChange, lookalike: str) -> Iterable[Phrase]:
    yield from name_warnings([change.path, change.final_path])
    if lookalike:
        yield Phrase("The new name looks like that of another note, “{0}”.", sanitize_line(lookalike, 120))
    old = {line for hunk in change.hunks for line in hunk.old_lines}
    if any(has_hidden_characters(line) for hunk in change.hunks for line in hunk.new_lines if line not in old):
        yield Phrase("The new text contains invisible characters; they are shown as <U+…>.")
    if change.kind in ("modify", "move"):
        yield from _losses(change)


def _losses(change: NoteChange) -> Iterable[Phrase]:
    old_line_count = change.old_text.count("\n") + 1
    removed_lines = change.removed - change.added
    if removed_lines >= LARGE_LINES and removed_lines >= old_line_count * LARGE_SHARE:
        yield Phrase("This removes {0} % of the note.", 100 * removed_lines // old_line_count)
    remaining = _comment_texts(change.new_text)
    for comment in _comment_texts(change.old_text):
        if comment in remaining:
            remaining.remove(comment)
        else:
            yield Phrase("This removes or changes a private comment.")
            return


def _comment_texts(text: str) -> list[str]:
    return [text[comment.start : comment.end] for comment in comments_in(text)]


async def _lookalikes(new_files: Sequence[NoteChange], vault: Vault) -> Mapping[str, str]:
    """Return for each new path an existing note with a different name of the same appearance."""
    wanted_appearances = {_appearance(change.final_path) for change in new_files}
    names = await asyncio.to_thread(
        lambda: [state.path.text for state in vault.files.walk() if state.conflict_of is None]
    )
    by_appearance: dict[str, list[str]] = {}
    for name in names:
        appearance = _appearance(name)
        if appearance in wanted_appearances:
            by_appearance.setdefault(appearance, []).append(name)
    found: dict[str, str] = {}
    for change in new_files:
        own_name, path = _name(change.final_path), change.final_path
        candidates = (
            name for name in by_appearance.get(_appearance(path), ()) if name != change.path and _name(name) != own_name
        )
        found[path] = next(candidates, "")
    return found


def _name(path: str) -> str:
    return unicodedata.normalize("NFC", path.rpartition("/")[2])


def _appearance(path: str) -> str:
    """Return a normalized form of the last name of *path* that is equal for names of the same appearance."""
    composed = unicodedata.normalize("NFKC", path.rpartition("/")[2])
    return (
        composed.translate(_CONFUSABLE_CAPITALS)
        .casefold()
        .translate(_CONFUSABLE_LETTERS)
        .replace("rn", "m")
        .replace("vv", "w")
    )


PRIVACY_LOOSENED_WARNING = Phrase("After this change your privacy rules would protect this note less, or not at all.")
"""Warning for a change that removes a note's privacy mark or moves it out of a private folder."""


async def plan_with_warnings(context: ExecutionContext, plan: ChangePlan) -> ChangePlan:
    """Return *plan* with the warnings of each change, as it is shown and written."""
    changes = await add_warnings(plan.changes, context.vault)
    return replace(plan, changes=ChangeSet(tuple(_with_privacy(context, change) for change in changes.changes)))


def change_request(
    context: ExecutionContext, calls: Sequence[ResolvedCall], plan: ChangePlan, changed: Sequence[str]
) -> ApprovalRequest:
    """Return the approval request for *plan*; *changed* are the files that differ from what was shown before."""
    call_context = context.call_context
    reviews = [_review(context, call, plan) for call in calls if plan.changes_of(call.call_id)]
    if changed:
        paths = ", ".join(sanitize_line(path, 80) for path in changed)
        notice = Phrase("{0} changed since you were asked. Please look again.", paths)
        reviews = [replace(review, warnings=(notice, *review.warnings)) for review in reviews]
    return ApprovalRequest(
        id=new_id("ask"),
        headline=change_headline(plan.changes),
        calls=tuple(reviews),
        destination=call_context.destination,
        model_text=call_context.model_text,
        # A copy, so that the written values were never accessible to other code.
        changes=copy.deepcopy(plan.changes),
        agent=call_context.agent_scope.agent,
    )


def _with_privacy(context: ExecutionContext, change: NoteChange) -> NoteChange:
    if change.kind not in ("modify", "move"):
        return change
    loosens = context.permissions.privacy.is_loosened
    if not loosens(change.path, change.old_text, change.final_path, change.new_text):
        return change
    return replace(change, warnings=(*change.warnings, PRIVACY_LOOSENED_WARNING))


def _exclusion_warning(reason: ExclusionReason, names: Phrase, scope: str) -> Phrase:
    """Return the warning for changes of the notes *names* that were excluded before approval."""
    match reason:
        case "outside":
            return Phrase("{0} left out: outside {1}.", names, scope)
        case "denied":
            return Phrase("{0} left out: a rule of yours denies it.", names)
        case "private":
            return Phrase("{0} left out: the note is private for this model.", names)
        case "comment":
            return Phrase("{0} left out: it would show the model a private comment.", names)
        case "stale":
            return Phrase("{0} left out: the note changed since the model read it.", names)


def _review(context: ExecutionContext, call: ResolvedCall, plan: ChangePlan) -> CallReview:
    review, excluded = call.review(), plan.excluded_of(call.call_id)
    warnings = list(review.warnings)
    for why in dict.fromkeys(exclusion.reason for exclusion in excluded):
        paths = [sanitize_line(exclusion.change.path, 80) for exclusion in excluded if exclusion.reason == why]
        names = verbatim(", ".join(paths[:5]))
        if len(paths) > 5:
            names = Phrase("{0} and {1} more", names, Number(len(paths) - 5))
        warnings.append(_exclusion_warning(why, names, context.call_context.agent_scope.description))
    if context.tainted:
        warnings.insert(0, TAINT_WARNING)
    return replace(review, warnings=tuple(warnings))


# A call without changes may disclose notes: a failed edit reports the existing text, an unnecessary change the
# current value, and a filter without matches a count. Such a disclosure needs approval as a read does.

READ_FIRST_NOTICE = "Nothing was written. Read the note before you change it."
"""Result for the model if it may not read the reason and there is no approval."""

PLAN_DISCLOSURE_PURPOSE = Phrase(
    "would change nothing; the reason that the model is given may repeat words of your notes."
)
"""Effect of an approval, shown instead of the tool's own purpose."""

CODES_BY_NAME_ALONE: frozenset[ErrorCode] = frozenset(
    {"NOTE_NOT_FOUND", "FOLDER_NOT_FOUND", "CONFLICT", "PERMISSION_DENIED", "DANGEROUS_OPERATION", "TIMEOUT"}
)
"""Failures that only say that the named note exists or not, or is not permitted."""

CODES_ABOUT_OTHER_NOTES: frozenset[ErrorCode] = frozenset({"AMBIGUOUS_NOTE", "TOO_LARGE"})
"""Failures that disclose other notes, whether or not one was read."""

FILTER_ARGUMENT = "filter"
"""The argument with which a tool selects notes itself: an empty selection discloses something about all notes."""


class PlanDisclosure(Struct, frozen=True):
    """What one call without changes would disclose."""

    call: ResolvedCall
    notes_read: tuple[str, ...]
    """The notes it read."""
    status: PrivacyStatus
    """Whether it may be disclosed: freely, with approval, or not at all."""
    text: str = ""
    """The text for the model."""


async def plan_disclosures(
    context: ExecutionContext, calls: Sequence[ResolvedCall], plan: ChangePlan
) -> list[PlanDisclosure]:
    """Return the calls of *plan* without changes that disclose notes."""
    found = []
    for call in calls:
        if plan.changes_of(call.call_id) or plan.excluded_of(call.call_id):
            continue
        notes_read, failed = plan.notes_read.get(call.call_id, ()), plan.results.get(call.call_id)
        if failed is None and not notes_read:
            notes_read = _named_path(plan.data.get(call.call_id))
        if _discloses_notes(failed, notes_read):
            status = await plan_disclosure_status(context, call, notes_read)
            reported = plan.data.get(call.call_id) if failed is None else failed.as_value().get("error")
            text = json.dumps(reported, ensure_ascii=False, indent=2)
            found.append(PlanDisclosure(call, notes_read, status, text))
    return found


async def plan_disclosure_status(
    context: ExecutionContext, call: ResolvedCall, notes_read: Sequence[str]
) -> PrivacyStatus:
    """Return whether *call* may report what it found in the notes at *notes_read*: freely, with approval, or not at
    all.
    """
    call_context, permissions = context.call_context, context.permissions
    policy_request = context.policy_request(call.tool, "read")
    asks = False
    if not notes_read or FILTER_ARGUMENT in explicit_arguments(call.arguments):
        answer = permissions.decide(policy_request, None).answer
        if answer == "deny":
            return "closed"
        asks = answer == "ask"
    for path in notes_read:
        status = await permissions.privacy.current_status(path, call_context.destination)
        answer = permissions.decide(policy_request, path).answer
        if status == "closed" or answer == "deny":
            return "closed"
        if (status == "ask" or answer == "ask") and not await _has_current_text(context, path):
            if status == "ask":
                return "closed"  # Such a note needs approval by name, in order to be read.
            asks = True
    return "ask" if asks else "open"


async def withheld_notes(context: ExecutionContext, calls: Sequence[ResolvedCall], plan: ChangePlan) -> set[str]:
    """Return the notes that *calls* change without approval and whose text must not be repeated, as reading was not
    permitted.
    """
    call_changes = [(call, change) for call in calls for change in plan.changes_of(call.call_id)]
    return {
        change.path
        for call, change in call_changes
        if change.kind in ("modify", "move") and await plan_disclosure_status(context, call, (change.path,)) != "open"
    }


def plan_disclosure_request(context: ExecutionContext, disclosures: Sequence[PlanDisclosure]) -> ApprovalRequest:
    """Return the request to disclose *disclosures* to the model."""
    call_context = context.call_context
    reviews = tuple(_disclosure_review(disclosure.call, disclosure.notes_read) for disclosure in disclosures)
    return ApprovalRequest(
        id=new_id("ask"),
        headline=calls_headline(reviews, call_context.destination),
        calls=reviews,
        destination=call_context.destination,
        model_text=call_context.model_text,
        agent=call_context.agent_scope.agent,
        passages=tuple(
            PassageChoice(
                disclosure_passage_id(disclosure.call.call_id),
                disclosure.notes_read[0] if len(disclosure.notes_read) == 1 else "",
                disclosure.text,
            )
            for disclosure in disclosures
        ),
    )


def disclosure_passage_id(call_id: str) -> str:
    """Return the id of the passage with the disclosure of a call without changes."""
    return f"{call_id}/told"


def plan_disclosure_sources(result: ToolResult, notes_read: Sequence[str], *, approved: bool) -> tuple[Source, ...]:
    """Return the sources of the text in a failed plan's message, used by egress policy and ledger."""
    if result.error is None or not notes_read or result.error.code != "VALIDATION_FAILED":
        return ()
    length = len(result.error.message)
    return tuple(Source(path=path, characters=length, allowed="person" if approved else "") for path in notes_read)


def _discloses_notes(failed: ToolResult | None, notes_read: Sequence[str]) -> bool:
    """Whether a call discloses notes: by the result of a failed plan, or because it has no changes."""
    if failed is None:
        return True
    code = failed.error.code if failed.error is not None else None
    if failed.error is not None and failed.error.names_only:
        return False
    return code not in CODES_BY_NAME_ALONE and (bool(notes_read) or code in CODES_ABOUT_OTHER_NOTES)


def _named_path(data: JsonValue) -> tuple[str, ...]:
    path = data.get("path") if isinstance(data, dict) else None
    return (path,) if isinstance(path, str) else ()


def _disclosure_review(call: ResolvedCall, notes_read: Sequence[str]) -> CallReview:
    review = call.review()
    notes_text = (
        Phrase("“{0}”", sanitize_line(notes_read[0], 80))
        if len(notes_read) == 1
        else counted(len(notes_read), "{0} note", "{0} notes")
        if notes_read
        else Phrase("your notes")
    )
    return CallReview(
        call_id=review.call_id,
        tool=review.tool,
        display_name=review.display_name,
        purpose=PLAN_DISCLOSURE_PURPOSE,
        effect="read",
        arguments=review.arguments,
        warnings=review.warnings,
        action=Phrase("Check a change against {0}", notes_text),
    )


async def _has_current_text(context: ExecutionContext, path: str) -> bool:
    """Whether the conversation has the current text of the note at *path*."""
    read_versions, chat = context.read_versions, context.call_context.conversation_id
    if not read_versions.has_text(chat, path):
        return False
    try:
        return not read_versions.is_stale(chat, path, (await context.vault.read(NotePath(path))).digest)
    except VaultDeskError:
        return False
