"""Answering: the loop of one run: ask the model, carry out its calls, ask again, until it has answered.

Whatever happens, the conversation stays valid: every call in it has its result, every cut answer is marked as cut.
"""

import asyncio
from collections.abc import Sequence
from contextlib import aclosing

from vaultdesk.agent.events import (
    MessageAdded,
    RunCancelled,
    RunFailed,
    RunFinished,
    RunStarted,
)
from vaultdesk.agent.request import Asked, prepared, request_of
from vaultdesk.agent.run import Emit
from vaultdesk.agent.turn import Turn
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import Message, ToolCallPart, ToolResultPart, new_id
from vaultdesk.errors import ProviderBroken, VaultDeskError
from vaultdesk.providers.events import Noticed, StopReason, TurnEnded
from vaultdesk.tools.events import ToolFinished
from vaultdesk.tools.results import as_part, cancelled, failure
from vaultdesk.tools.tool import ToolResult
from vaultdesk.tools.trail import CallContext

STOPPED = "The user stopped the answer before this call was finished."
"""What a model reads for a call that a stop broke off."""

ENDED = "The answer ended before this call was carried out."
"""What a model reads for a call of an answer that failed or was cut."""

LONGEST_WORDS = 2000
"""Characters of the model's words an approval quotes; it is a reason, not a lecture."""


class Answering:
    """One run at work."""

    def __init__(self, asked: Asked, conversation: Conversation, question: Message, emit: Emit) -> None:
        self._asked = asked
        self._conversation = conversation
        self._question = question
        self._emit = emit
        self._run_id = new_id("run")
        self._turn: Turn | None = None
        """The answer that is streaming; None between answers."""
        self._calls: tuple[ToolCallPart, ...] = ()
        """The calls that wait for their results."""
        self._results: dict[str, ToolResultPart] = {}

    async def answer(self) -> None:
        """Answer the question; the last event says how it ended. A bug is raised after the conversation is whole."""
        self._emit(RunStarted(self._run_id, self._question, self._asked.label, self._asked.provider.destination))
        try:
            stop = await self._rounds()
        except asyncio.CancelledError:
            self._keep_what_was_said(STOPPED)
            self._emit(RunCancelled())
            raise
        except VaultDeskError as error:
            self._keep_what_was_said(ENDED)
            self._emit(RunFailed(error))
        except BaseException:
            self._keep_what_was_said(ENDED)
            raise
        else:
            self._emit(RunFinished(stop))

    async def _rounds(self) -> str:
        limits, offered = self._asked.limits, self._asked.tools_offered
        rounds = pauses = 0
        while True:
            last = rounds >= limits.rounds
            if last and offered:
                self._emit(
                    Noticed(f"The limit of {limits.rounds} rounds of tools is reached. This is the last answer.")
                )
            turn = await self._ask(offer=offered and not last, last_round=last)
            stop = self._add_turn(turn)
            if stop == "tool_calls" and turn.calls and not last:
                if offered:
                    await self._carry_out(turn)
                else:
                    self._refuse(turn.calls, failure("PERMISSION_DENIED", "Tools are switched off for this vault."))
                rounds += 1
                continue
            self._refuse(turn.calls, cancelled(ENDED))
            if stop == "pause" and pauses < limits.pauses:
                pauses += 1
                continue
            return "rounds" if last else "end" if stop == "tool_calls" else stop

    async def _ask(self, *, offer: bool, last_round: bool) -> Turn:
        """Ask the model once; return its whole turn."""
        conversation = self._conversation
        messages = await prepared(self._asked, conversation, conversation.messages, self._emit)
        request = request_of(self._asked, conversation.id, messages, offer=offer, last_round=last_round)
        turn = self._turn = Turn()
        async with aclosing(self._asked.provider.stream(request)) as events:
            async for event in events:
                turn.take(event)
                if isinstance(event, TurnEnded):
                    break
                self._emit(event)
        if turn.ended is None:
            raise ProviderBroken("The answer broke off", hint="Ask again.", trouble="protocol")
        return turn

    def _add_turn(self, turn: Turn) -> StopReason:
        assert turn.ended is not None
        stop = turn.ended.stop
        message = turn.message(self._asked.label, cut=stop in ("length", "content_filter"))
        self._turn = None
        self._calls = turn.calls
        if message is None:
            self._emit(Noticed("The model gave an empty answer."))
        else:
            self._add(message)
        return stop

    async def _carry_out(self, turn: Turn) -> None:
        context = CallContext(
            destination=self._asked.provider.destination,
            conversation_id=self._conversation.id,
            run_id=self._run_id,
            model_words=turn.text.strip()[:LONGEST_WORDS],
            result_limit=self._asked.limits.result_limit,
            leash=self._asked.profile.leash,
            question=self._question.text[:LONGEST_WORDS],
        )
        async with aclosing(self._asked.runner.run(turn.calls, context)) as events:
            async for event in events:
                if isinstance(event, ToolFinished):
                    self._results[event.call_id] = event.part
                self._emit(event)
        self._add_results()

    def _refuse(self, calls: Sequence[ToolCallPart], result: ToolResult) -> None:
        """Give each of *calls* that has no result yet *result*, unrun."""
        for call in calls:
            if call.id not in self._results:
                part = as_part(call, result, self._asked.limits.result_limit)
                self._results[call.id] = part
                self._emit(ToolFinished(call.id, call.name, result, part))
        self._add_results()

    def _add_results(self) -> None:
        parts = tuple(self._results[call.id] for call in self._calls)
        self._calls, self._results = (), {}
        if parts:
            self._add(Message(role="tool", parts=parts))

    def _keep_what_was_said(self, why: str) -> None:
        """Make the conversation whole where the run stands: the partial answer as cut, a result for every call."""
        turn, self._turn = self._turn, None
        if turn is not None:
            message = turn.message(self._asked.label, cut=True)
            if message is not None and turn.ended is None:
                self._add(message)
        self._refuse(self._calls, cancelled(why))

    def _add(self, message: Message) -> None:
        if message.role == "assistant":
            who = {"agent": self._asked.profile.name, "mode": self._question.mode}
            message = message.model_copy(update=who)
        self._conversation.append(message)
        self._emit(MessageAdded(message))
