"""Approval of calls that read, with the decision before the first one, and review of network results."""

import asyncio
import json
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable, Sequence

from pydantic import JsonValue

from vaultdesk.chat.messages import ToolCallPart, new_id
from vaultdesk.core.errors import NoteNotFound, VaultDeskError
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.values import replace
from vaultdesk.tools.argument_schema import InvalidArguments, explicit_arguments, validate_arguments
from vaultdesk.tools.network_tool import NetworkTool, ResultChoice
from vaultdesk.tools.runtime.approval_text import calls_headline, common_folder, passages_headline, results_headline
from vaultdesk.tools.runtime.approvals import (
    ApprovalDecision,
    ApprovalRequest,
    Approver,
    CallReview,
    FirstUseAnswer,
    FirstUseRequest,
    request_digest,
    verified_decision,
)
from vaultdesk.tools.runtime.audit_log import AuditSource
from vaultdesk.tools.runtime.call_context import CallContext, ExecutionContext
from vaultdesk.tools.runtime.execution import ApprovalAnswered, ApprovalRequested, Execution, error_result, execute_call
from vaultdesk.tools.runtime.found_result import FoundResult, PrivateMatches, freeze_result, picked_text
from vaultdesk.tools.runtime.note_excerpts import redact_comments
from vaultdesk.tools.runtime.policy import Permissions
from vaultdesk.tools.runtime.resolved_call import ResolvedCall, resolve_call
from vaultdesk.tools.runtime.tool_results import cancelled_result, failed_result, unknown_tool_result
from vaultdesk.tools.runtime.visibility import finding_visibility
from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.tools.tool import FileChoice, ToolFailure, ToolResult
from vaultdesk.vault.note_path import NotePath

# The first decision of a vault is requested with the first call that reads notes, whether by a model, a lookup of a
# mode or the offline assistant. "Always" becomes a rule of the user, "once" holds for the chat, "no" for the
# question.

MAX_REMEMBERED_ANSWERS = 10_000
"""Maximum number of remembered answers for chats and questions; a forgotten one is requested again."""

NOTES_REFUSED = "The user chose an answer without notes."
"""Result for the model if a call reads notes after a no."""


class FirstUseDecision:
    """Asks once for each vault and destination, and remembers the answers for chats and questions."""

    def __init__(self, permissions: Permissions, vault_name: str, is_open: Callable[[], bool] = lambda: True) -> None:
        """*is_open* returns whether the vault's settings leave the decision to this request."""
        self._permissions = permissions
        self._vault_name = vault_name
        self._is_open = is_open
        self._answers: OrderedDict[tuple[str, str, str], FirstUseAnswer] = OrderedDict()
        self._lock = asyncio.Lock()

    async def answer(self, approver: Approver, call_context: CallContext) -> FirstUseAnswer | None:
        """Return the user's answer, asking if there is none yet; None if there is nothing to decide."""
        if call_context.by_person or not self._is_open():
            return None
        async with self._lock:  # A concurrent second request gets the first answer.
            known = self._known(call_context)
            if known is not None or self._permissions.find_first_use_rule(call_context.host) is not None:
                return known
            counts = self._permissions.privacy.counts(call_context.destination)
            request = FirstUseRequest(
                call_context.destination, call_context.question, self._vault_name, counts.notes, counts.private
            )
            try:
                answer = await approver.ask_first_use(request)
            except VaultDeskError:
                answer = "no"  # Without a user to ask there is no consent.
            if answer == "always":
                self._permissions.allow_reads(call_context.conversation_id, call_context.host)
            else:
                self._remember(call_context, answer)
            return answer

    def state(self, conversation_id: str) -> JsonValue:
        """Return the hosts for which each read of a conversation needs approval, to be stored with it."""
        hosts = {host for chat, host, run in self._answers if chat == conversation_id and not run}
        return list[JsonValue](sorted(hosts))

    def restore(self, conversation_id: str, state: JsonValue) -> None:
        """Load a stored state; invalid entries are requested again."""
        for host in state if isinstance(state, list) else ():
            if isinstance(host, str):
                self._answers.setdefault((conversation_id, host, ""), "once")

    def _known(self, call_context: CallContext) -> FirstUseAnswer | None:
        chat, host = call_context.conversation_id, call_context.host
        return self._answers.get((chat, host, "")) or self._answers.get((chat, host, call_context.run_id))

    def _remember(self, call_context: CallContext, answer: FirstUseAnswer) -> None:
        run = "" if answer == "once" and call_context.conversation_id else call_context.run_id
        self._answers[call_context.conversation_id, call_context.host, run] = answer
        while len(self._answers) > MAX_REMEMBERED_ANSWERS:
            self._answers.popitem(last=False)


MAX_APPROVAL_ROUNDS = 3
"""Maximum number of repeated requests while the notes keep changing."""

FILES_TIMEOUT = 30.0
"""Seconds a tool may take to list the files of a call."""

TAINT_WARNING = Phrase(
    "This chat contains text from outside and from your notes: check everything that is sent or written."
)
"""Warning for a call that may be caused by untrusted text (vaultdesk/tools/README.md, "Approval rules", 5)."""


class ReadApproval:
    """The approval of the reading calls of one batch: the request, the answer, and what may run.

    A call that names no files runs on this computer first, and then its passages need approval.
    """

    def __init__(self, context: ExecutionContext) -> None:
        self.context = context
        self.calls: dict[str, ResolvedCall] = {}
        """The calls as they were shown last."""
        self.decision: ApprovalDecision | None = None
        self.results: dict[str, ToolResult] = {}
        """Calls that got their result during approval."""
        self.found: dict[str, FoundResult] = {}
        """Results of the calls that ran before approval."""
        self._resolved: dict[str, ResolvedCall] = {}
        """Calls whose verdict changed by the first decision of the vault."""
        self._refused_calls: set[str] = set()
        """Calls refused by the first decision."""
        self._previews: dict[str, str] = {}
        """Texts of the previews by path."""

    def resolved(self, call: ResolvedCall) -> ResolvedCall:
        """Return *call* as it was shown, or as it is permitted now."""
        return self.calls.get(call.call_id) or self._resolved.get(call.call_id, call)

    def approved_paths(self, call: ResolvedCall) -> frozenset[str]:
        """Return the paths of *call* that may be read: shown and ticked ones, and those allowed before."""
        shown = frozenset(choice.path for choice in call.files_to_ask)
        if self.decision is None or not self.decision.approved:
            return call.preapproved_paths
        selected = shown if self.decision.files is None else shown & frozenset(self.decision.files)
        # A file whose selected lines cannot be determined is not read: the whole file is more than was selected.
        selected -= {path for path in self.decision.lines if not self._picked_text(call, path)}
        return selected | call.preapproved_paths

    def picked_texts(self, call: ResolvedCall) -> dict[str, str]:
        """Return the text of the selected lines by path, for the files of *call* that are shared in part."""
        if not self.was_asked(call) or self.decision is None or not self.decision.approved:
            return {}
        shown = self.approved_paths(call) - call.preapproved_paths
        return {path: self._picked_text(call, path) for path in self.decision.lines if path in shown}

    def _picked_text(self, call: ResolvedCall, path: str) -> str:
        if self.decision is None or not call.tool.has_lines or call.tool.is_foreign:
            return ""
        return picked_text(self._previews.get(path, ""), self.decision.lines[path])

    def was_asked(self, call: ResolvedCall) -> bool:
        """Whether *call* was shown for approval."""
        return call.call_id in self.calls

    def decided_by(self, call: ResolvedCall) -> AuditSource:
        """Return who allowed *call* to run, or its result to be sent."""
        if self.was_asked(call):
            return "person" if self.decision is None else self.decision.by
        return "program" if call.call_id in self.found else call.verdict.by

    def allowed_paths(self, call: ResolvedCall, execution: Execution) -> frozenset[str]:
        """Return the notes whose text in the result of *call* was shown and approved; empty for its rest."""
        if not self.was_asked(call):
            return frozenset()
        found = self.found.get(call.call_id)
        if found is not None:
            ticked = self._ticked(found)
            rest = {passage.path for passage in found.passages if not passage.path and passage.id in ticked}
            return frozenset({*rest, *(source.path for source in execution.sources)})
        return self.approved_paths(call) - call.preapproved_paths

    async def request_approval(
        self, calls: Sequence[ResolvedCall]
    ) -> AsyncGenerator[ApprovalRequested | ApprovalAnswered, None]:
        """Request approval for those of *calls* that need it, together; repeated if a note or the query changed."""
        context = self.context
        needing_approval = (call for call in calls if call.verdict.answer == "ask" or self._may_name_notes(call))
        self.calls = {call.call_id: call for call in needing_approval}
        await self._decide_first_use()
        await self._find()
        continues, notices, rounds = "", list[Phrase](), 0
        while self.calls and rounds < MAX_APPROVAL_ROUNDS:
            request = self._request(notices, continues)
            digest = request_digest(request)
            for call_id in self.calls:
                await context.trail.record_event(call_id, "asked")
            yield ApprovalRequested(request)
            decision = verified_decision(request, digest, await ask_approver(context.approver, request))
            yield ApprovalAnswered(request, decision)
            self.decision, continues = decision, request.id
            if not decision.approved:
                if not (decision.new_query and request.query_call):
                    return
                notices = await self._search_again(request.query_call, decision.new_query)
                continue
            changed = await self._update_changed()
            if not changed:
                await self._record_allowed(request, decision)
                return
            paths = ", ".join(sanitize_line(path, 80) for path in changed)
            notices = [Phrase("{0} changed since you were asked. Please look again.", paths)]
            rounds += 1
        for call in self.calls.values():
            message = "The notes keep changing. Call the tool again later."
            self.results[call.call_id] = failed_result("CONFLICT", message, effect=call.effect)

    def execution_of(self, call: ResolvedCall) -> Execution:
        """Return what of *call* is to run, or the result it already has."""
        if self.context.registry.get(call.tool.name) is not call.tool:
            return Execution(unknown_tool_result(call.tool.name))
        if call.call_id in self.results:
            by: AuditSource = "person" if call.call_id in self._refused_calls else "program"
            return Execution(self.results[call.call_id], by=by)
        call = self.calls.get(call.call_id, call)
        paths, found = self.approved_paths(call), self.found.get(call.call_id)
        if self.was_asked(call):
            decision = self.decision
            assert decision is not None
            if not decision.approved:
                return Execution(cancelled_result(decision.reason, call.effect), by=decision.by)
            if found is not None:
                return found.release(self._ticked(found))
            if call.files and not paths:
                which = "the file" if len(call.files) == 1 else f"any of the {len(call.files)} files"
                reason = f"The user chose not to share {which}. Nothing was read."
                return Execution(cancelled_result(reason, call.effect), by="person")
        elif found is not None:
            return found.release(())
        try:
            if isinstance(call.tool, NetworkTool) and call.tool.receiver(call.arguments) != call.receiver:
                message = "The destination changed after the request was shown. Call the tool again."
                return Execution(failed_result("CONFLICT", message, effect=call.effect))
            return Execution(arguments=call.narrowed_arguments(paths), paths=paths)
        except (ToolFailure, VaultDeskError) as error:
            return Execution(error_result(error, call.tool, call.effect))

    async def _decide_first_use(self) -> None:
        """Ask for the first decision of the vault before the first call that reads notes, and apply it."""
        context = self.context
        undecided_calls = [call for call in self.calls.values() if call.effect == "read" and self._is_undecided(call)]
        if not undecided_calls or context.first_use is None:
            return
        answer = await context.first_use.answer(context.approver, context.call_context)
        if answer is None or answer == "once":
            return
        for call in undecided_calls:
            if answer == "no":
                self.results[call.call_id] = cancelled_result(NOTES_REFUSED, call.effect)
                self._refused_calls.add(call.call_id)
            else:
                await context.trail.record_event(call.call_id, "allowed", "person", answer)
                rechecked = await self._recheck_permission(call)
                if isinstance(rechecked, ResolvedCall):
                    self._resolved[call.call_id] = rechecked
                    if rechecked.verdict.answer == "ask":
                        self.calls[call.call_id] = rechecked
                        continue
                else:
                    self.results[call.call_id] = rechecked
            del self.calls[call.call_id]

    def _may_name_notes(self, call: ResolvedCall) -> bool:
        """Whether *call* fails with the names of several notes, which no rule permits to disclose."""
        return call.is_ambiguous and self._is_undecided(call)

    def _is_undecided(self, call: ResolvedCall) -> bool:
        """Whether no rule lets the tool of *call* read the whole vault."""
        policy_request = self.context.policy_request(call.tool, call.effect)
        return self.context.permissions.decide(policy_request, None).answer == "ask"

    async def _recheck_permission(self, call: ResolvedCall) -> ResolvedCall | ToolResult:
        """Return *call* with the current verdict of the rules."""
        context = self.context
        part = ToolCallPart(
            id=call.call_id,
            name=call.tool.name,
            arguments_json=call.arguments_json,
            arguments=json.loads(call.arguments_json),
        )
        policy_request = context.policy_request(call.tool, call.effect)
        try:
            return await resolve_call(
                part, call.tool, context.permissions, policy_request, context.call_context.destination
            )
        except (ToolFailure, VaultDeskError) as error:
            return error_result(error, call.tool, call.effect)

    async def _find(self) -> None:
        """Run built-in calls that name no files; those that found no notes need no approval."""
        for call in tuple(self.calls.values()):
            if call.effect == "read" and not (call.files or call.tool.is_foreign):
                await self.context.trail.record_event(call.call_id, "started", "program")
                await self._find_one(call)

    async def _find_one(self, call: ResolvedCall, new_query: str = "") -> None:
        context = self.context
        visibility = finding_visibility(context, call)
        if new_query:
            visibility = replace(visibility, query_may_leave_computer=True)
        private = PrivateMatches(context, call, visibility)
        execution = await execute_call(call, Execution(arguments=call.arguments), private.visibility)
        found = await freeze_result(context, call, execution, await private.paths(), new_query)
        self.found[call.call_id] = found
        if not found.passages and not new_query:
            del self.calls[call.call_id]

    async def _search_again(self, call_id: str, query: str) -> list[Phrase]:
        """Search for the user's *query*; return the reasons if that is not possible."""
        call, trail = self.calls[call_id], self.context.trail
        try:
            raw_arguments = call.tool.with_query(json.loads(call.arguments_json), query)
            arguments = validate_arguments(call.tool.parameters, raw_arguments)
        except InvalidArguments as error:
            return [Phrase("This cannot be searched for: {0}.", sanitize_line(str(error), 200))]
        self.calls[call_id] = changed = replace(call, arguments_json=json.dumps(explicit_arguments(arguments)))
        trail.set_resolved(call_id, call.effect, json.loads(changed.arguments_json), [])
        await trail.record_event(call_id, "started", "person", "query_changed")
        await self._find_one(changed, query)
        return []

    def _ticked(self, found: FoundResult) -> frozenset[str]:
        """Return the passages of *found* that may be sent."""
        passage_ids = frozenset(passage.id for passage in found.passages)
        if self.decision is None or not self.decision.approved:
            return frozenset()
        return passage_ids if self.decision.passages is None else passage_ids & frozenset(self.decision.passages)

    def _request(self, notices: Sequence[Phrase], continues: str) -> ApprovalRequest:
        calls, context = dict(self.calls), self.context
        call_context, privacy = context.call_context, context.permissions.privacy
        reviews = [_warned(call, context) for call in calls.values()]
        if notices:
            reviews = [replace(review, warnings=(*notices, *review.warnings)) for review in reviews]
        found = [self.found[call_id] for call_id in calls if call_id in self.found]
        passages = tuple(passage for result in found for passage in result.passages)
        withheld = {note.path: note for result in found for note in result.withheld_notes}
        search_call = next((result.call for result in found if result.call.tool.query_of(result.call.arguments)), None)
        self._previews.clear()

        async def preview(path: str) -> str:
            text = self._previews[path] = await shown_text(path)
            return text

        async def shown_text(path: str) -> str:
            naming_calls = [call for call in calls.values() if any(choice.path == path for choice in call.files_to_ask)]
            if not naming_calls:
                raise NoteNotFound(Phrase("This file is not part of the request"), path=path)
            texts = [await call.tool.preview(call.arguments, path) for call in naming_calls]
            if privacy.withholds_comments(call_context.destination):
                note = await context.vault.read(NotePath.parse(path))
                return _joined([redact_comments(text, note.text) for text in texts])
            return _joined([privacy.redact(path, text, call_context.destination) for text in texts])

        headline = calls_headline(reviews, call_context.destination)
        if passages and not any(review.files for review in reviews):
            headline = passages_headline(passages, call_context.destination)
        return ApprovalRequest(
            id=new_id("ask"),
            headline=headline,
            calls=tuple(reviews),
            destination=call_context.destination,
            model_text=call_context.model_text,
            folder=_folder(reviews),
            preview=preview if any(review.files for review in reviews) else None,
            agent=call_context.agent_scope.agent,
            passages=passages,
            withheld_notes=tuple(withheld.values()),
            query="" if search_call is None else search_call.tool.query_of(search_call.arguments),
            query_call="" if search_call is None else search_call.call_id,
            continues=continues,
        )

    async def _update_changed(self) -> tuple[str, ...]:
        """Return the ticked notes that changed since they were shown; the next request shows their current state."""
        changed: list[str] = []
        for call in tuple(self.calls.values()):
            found = self.found.get(call.call_id)
            if found is not None:
                different = await found.changed_notes(self.context, self._ticked(found))
                if different:
                    await self._find_one(call, found.new_query)
            elif call.files_to_ask:
                different = await self._changed_files(call)
            else:
                continue
            changed += different
        return tuple(dict.fromkeys(changed))

    async def _changed_files(self, call: ResolvedCall) -> tuple[str, ...]:
        ticked = self.approved_paths(call)
        try:
            async with asyncio.timeout(FILES_TIMEOUT):
                current_files: dict[str, FileChoice] = {
                    choice.path: choice for choice in await call.tool.files(call.arguments)
                }
        except (ToolFailure, VaultDeskError, TimeoutError) as error:
            self.results[call.call_id] = error_result(error, call.tool, call.effect)
            del self.calls[call.call_id]
            return ()
        different = call.changed_paths(current_files, ticked)
        if different:
            self.calls[call.call_id] = replace(
                call, files=tuple(_renewed(choice, current_files) for choice in call.files)
            )
        return different

    async def _record_allowed(self, request: ApprovalRequest, decision: ApprovalDecision) -> None:
        context = self.context
        for call in self.calls.values():
            await context.trail.record_event(call.call_id, "allowed", decision.by, decision.scope)
            policy_request, ticked = context.policy_request(call.tool, call.effect), self.approved_paths(call)
            found = self.found.get(call.call_id)
            in_part = self.picked_texts(call)
            left_out = [
                choice.path for choice in call.files_to_ask if choice.path not in ticked or choice.path in in_part
            ]
            if found is not None:
                ticked_passages = self._ticked(found)
                shared = {passage.path for passage in found.passages if passage.id in ticked_passages}
                left_out = sorted(found.paths - shared)
            if request.folder is not None and decision.scope != "once" and (ticked or not call.files):
                context.permissions.grant(policy_request, decision.scope, request.folder)
                context.permissions.exclude_paths(policy_request, left_out)


async def ask_approver(approver: Approver, request: ApprovalRequest) -> ApprovalDecision:
    """Send *request* to *approver*; without a user to ask there is no consent (vaultdesk/tools/README.md, "Approval
    rules", 8).
    """
    try:
        return await approver.ask(request)
    except VaultDeskError as error:
        return ApprovalDecision(approved=False, reason=f"The user could not be asked: {error}")


def _joined(texts: Sequence[str]) -> str:
    """Return what several calls read of one file, each part once, since one tick applies to all of them."""
    distinct: list[str] = []
    for text in sorted(dict.fromkeys(texts), key=len, reverse=True):
        if not any(text in other for other in distinct):
            distinct.append(text)
    return "\n\n".join(text for text in dict.fromkeys(texts) if text in distinct)


def _warned(call: ResolvedCall, context: ExecutionContext) -> CallReview:
    review = call.review()
    if context.policy_request(call.tool, call.effect).tainted and call.effect in ("write", "delete", "network"):
        return replace(review, warnings=(TAINT_WARNING, *review.warnings))
    return review


def _folder(reviews: Sequence[CallReview]) -> str | None:
    """Return the folder offered for a longer answer; None if only this once is possible."""
    if any(review.effect != "read" for review in reviews):
        return None
    if all(review.files for review in reviews):
        return common_folder([choice.path for review in reviews for choice in review.files if choice.size is not None])
    return None if any(review.files for review in reviews) else ""


def _renewed(choice: FileChoice, current_files: dict[str, FileChoice]) -> FileChoice:
    """Return *choice* with the current state of the file and its earlier warnings."""
    found = current_files.get(choice.path)
    if found is None:
        return replace(choice, size=None, digest="")
    return replace(found, ticked=choice.ticked and found.ticked, warning=choice.warning or found.warning)


RESULT_REVIEW_PURPOSE = Phrase("is complete. The model has not received any of it yet; it reads what you leave ticked.")
"""Effect of an approval, shown instead of the tool's own purpose."""


class ResultReview:
    """Review of one call's network results."""

    def __init__(self, context: ExecutionContext, call: ResolvedCall, execution: Execution) -> None:
        self._context = context
        self._call = call
        self.execution = execution
        """Result of the call; reduced to the approved part by `request_approval`."""

    async def request_approval(self) -> AsyncGenerator[ApprovalRequested | ApprovalAnswered, None]:
        """Show the results, if there are any, and remove those that the user deselects."""
        tool, result = self._call.tool, self.execution.result
        if not isinstance(tool, NetworkTool) or not result.success:
            return
        results = tool.results(result.data)
        if not results:
            return
        request = self._request(results)
        digest, trail = request_digest(request), self._context.trail
        await trail.record_event(self._call.call_id, "asked")
        yield ApprovalRequested(request)
        decision = verified_decision(request, digest, await ask_approver(self._context.approver, request))
        yield ApprovalAnswered(request, decision)
        result_ids = [result_id.id for result_id in results]
        selected = (
            result_ids
            if decision.results is None
            else [result_id for result_id in result_ids if result_id in decision.results]
        )
        if not decision.approved or not selected:
            self._withhold_results(decision, len(result_ids))
            return
        await trail.record_event(self._call.call_id, "allowed", "person", decision.scope)
        if len(selected) < len(result_ids):
            note = f"The user chose not to share {len(result_ids) - len(selected)} of {len(result_ids)} results."
            reduced = result.model_copy(update={"data": tool.with_results(result.data, selected)})
            self.execution = replace(self.execution, result=reduced.with_note(note))

    def _withhold_results(self, decision: ApprovalDecision, count: int) -> None:
        what = "the result" if count == 1 else f"any of the {count} results"
        reason = decision.reason or f"The user looked at what was found and chose not to share {what}."
        refused = cancelled_result(reason, self._call.effect)
        self.execution = Execution(refused, by="person", seconds=self.execution.seconds)

    def _request(self, results: Sequence[ResultChoice]) -> ApprovalRequest:
        call_context = self._context.call_context
        texts = {result.id: result.text for result in results}

        async def preview(result_id: str) -> str:
            if result_id not in texts:
                raise NoteNotFound(Phrase("This result is not part of the request"))
            return texts[result_id]

        return ApprovalRequest(
            id=new_id("ask"),
            headline=results_headline(len(results), call_context.destination),
            calls=(self._review(),),
            destination=call_context.destination,
            preview=preview,
            agent=call_context.agent_scope.agent,
            results=tuple(results),
        )

    def _review(self) -> CallReview:
        review = self._call.review()
        return replace(review, purpose=RESULT_REVIEW_PURPOSE, files=(), receiver=None)
