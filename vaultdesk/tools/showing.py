"""Showing: what a tool brought in from outside, put to the person before a model reads it. Runs no tool."""

from collections.abc import AsyncGenerator, Sequence
from dataclasses import replace

from vaultdesk.chat.messages import new_id
from vaultdesk.core.errors import NoteNotFound
from vaultdesk.tools.approvals import ApprovalDecision, ApprovalRequest, CallReview
from vaultdesk.tools.asking import answered
from vaultdesk.tools.conditions import Conditions
from vaultdesk.tools.events import ApprovalAnswered, ApprovalAsked
from vaultdesk.tools.execution import Execution
from vaultdesk.tools.frozen_call import FrozenCall
from vaultdesk.tools.outside import OutsideTool, ResultChoice
from vaultdesk.tools.preview import results_headline
from vaultdesk.tools.results import cancelled
from vaultdesk.tools.seal import checked, sealed

PURPOSE = "is done. Nothing of this has reached the model yet: it reads what you leave ticked."
"""What happens if the person agrees, in place of the tool's own purpose."""


class Showing:
    """One call's results on their way to the model."""

    def __init__(self, conditions: Conditions, call: FrozenCall, execution: Execution) -> None:
        self._conditions = conditions
        self._call = call
        self.execution = execution
        """What came of the call; after `ask` what is left of it."""

    async def ask(self) -> AsyncGenerator[ApprovalAsked | ApprovalAnswered, None]:
        """Show the results, where there are any, and keep back what the person leaves out."""
        tool, result = self._call.tool, self.execution.result
        if not isinstance(tool, OutsideTool) or not result.success:
            return
        results = tool.results(result.data)
        if not results:
            return
        request = self._request(results)
        seal, trail = sealed(request), self._conditions.trail
        await trail.happened(self._call.call_id, "asked")
        yield ApprovalAsked(request)
        decision = checked(request, seal, await answered(self._conditions.approver, request))
        yield ApprovalAnswered(request, decision)
        shown = [one.id for one in results]
        chosen = shown if decision.results is None else [one for one in shown if one in decision.results]
        if not decision.approved or not chosen:
            self._keep_back(decision, len(shown))
            return
        await trail.happened(self._call.call_id, "allowed", "person", decision.scope)
        if len(chosen) < len(shown):
            note = f"The user chose not to share {len(shown) - len(chosen)} of {len(shown)} results."
            kept = result.model_copy(update={"data": tool.with_results(result.data, chosen)})
            self.execution = replace(self.execution, result=kept.with_note(note))

    def _keep_back(self, decision: ApprovalDecision, count: int) -> None:
        what = "the result" if count == 1 else f"any of the {count} results"
        reason = decision.reason or f"The user looked at what was found and chose not to share {what}."
        refused = cancelled(reason, self._call.effect)
        self.execution = Execution(refused, by="person", seconds=self.execution.seconds)

    def _request(self, results: Sequence[ResultChoice]) -> ApprovalRequest:
        context = self._conditions.context
        texts = {one.id: one.text for one in results}

        async def preview(result_id: str) -> str:
            if result_id not in texts:
                raise NoteNotFound("This result is not part of the request")
            return texts[result_id]

        return ApprovalRequest(
            id=new_id("ask"),
            headline=results_headline(len(results), context.destination),
            calls=(self._review(),),
            destination=context.destination,
            preview=preview,
            agent=context.leash.agent,
            results=tuple(results),
        )

    def _review(self) -> CallReview:
        review = self._call.review()
        return replace(review, purpose=PURPOSE, files=(), receiver=None)
