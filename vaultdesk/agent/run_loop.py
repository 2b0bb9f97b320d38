"""The run loop: requests to the model, tool calls and results of one run, kept in its conversation."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import aclosing

from vaultdesk.agent.request import (
    DEFAULT_REQUEST_OPTIONS,
    RequestOptions,
    RunConfig,
    build_model_request,
    prepare_messages,
)
from vaultdesk.agent.run import Emit, MessageAdded, RunCancelled, RunFailed, RunFinished, RunStarted
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import (
    Message,
    Part,
    ReasoningPart,
    Source,
    TextPart,
    ToolCallPart,
    ToolResultPart,
    Usage,
    new_id,
)
from vaultdesk.core.errors import ProviderBroken, VaultDeskError
from vaultdesk.providers.model_events import (
    CallReady,
    CallStarted,
    ModelEvent,
    Noticed,
    ReasoningArrived,
    StopReason,
    TextArrived,
    TurnEnded,
    UsageReported,
)
from vaultdesk.tools.runtime.call_context import CallContext
from vaultdesk.tools.runtime.tool_events import ToolFinished
from vaultdesk.tools.runtime.tool_results import cancelled_result, result_part
from vaultdesk.tools.tool import ToolResult


class AnswerAssembler:
    """Grows by `take`; becomes a message whole or cut."""

    def __init__(self, *, quiet: bool = False) -> None:
        """*quiet*: only its calls matter; what it says beside them is no answer, and is not kept."""
        self.quiet = quiet
        self._pieces: list[tuple[type[TextPart] | type[ReasoningPart], list[str]]] = []
        self._calls: dict[str, ToolCallPart] = {}
        self.ended: TurnEnded | None = None
        self._began = time.monotonic()
        self._usage: UsageReported | None = None

    @property
    def calls(self) -> tuple[ToolCallPart, ...]:
        """The whole calls so far."""
        return tuple(self._calls.values())

    @property
    def text(self) -> str:
        """The answer's text so far."""
        return "".join("".join(pieces) for kind, pieces in self._pieces if kind is TextPart)

    def take(self, event: ModelEvent) -> None:
        """Take in one event. Raises `ProviderBroken` for an answer no history could hold."""
        match event:
            case TextArrived(text):
                self._grow(TextPart, text)
            case ReasoningArrived(text):
                self._grow(ReasoningPart, text)
            case CallReady(call):
                if call.id in self._calls:
                    raise ProviderBroken("The model gave two tool calls one id", trouble="protocol")
                self._calls[call.id] = call
            case TurnEnded():
                self.ended = event
            case UsageReported():
                self._usage = event
            case _:
                pass  # For display or for the bill; nothing of it is said.

    def message(self, model: str, *, cut: bool = False) -> Message | None:
        """Return what was said; None where nothing was.

        Calls of a turn that never ended are left out: they were not carried out and nothing signs them (PROTOCOLS 5.1).
        """
        if self.quiet and not (self.ended is not None and self._calls):
            return None
        parts: list[Part] = [
            kind(text=text)
            for kind, pieces in self._pieces
            if (text := "".join(pieces)) and not (self.quiet and kind is TextPart)
        ]
        if self.ended is not None:
            parts += [*self.calls, *self.ended.replay]
        if not parts:
            return None
        return Message(role="assistant", parts=tuple(parts), model=model, usage=self._cost(), cut=cut)

    def _cost(self) -> Usage | None:
        told = self._usage
        if told is None:
            return None
        seconds = round(time.monotonic() - self._began, 3)
        return Usage(input_tokens=told.input_tokens, output_tokens=told.output_tokens, cost=told.cost, seconds=seconds)

    def _grow(self, kind: type[TextPart] | type[ReasoningPart], text: str) -> None:
        if not self._pieces or self._pieces[-1][0] is not kind:
            self._pieces.append((kind, []))
        self._pieces[-1][1].append(text)


# A flow (agent/modes) says in which order. Whatever happens, the conversation stays valid: every call in it has its
# result, every cut answer is marked as cut, and exactly one event tells the end.

STOPPED_CALL = "The user stopped the answer before this call was finished."
"""What a model reads for a call that a stop broke off."""

UNFINISHED_CALL = "The answer ended before this call was carried out."
"""What a model reads for a call of an answer that failed or was cut."""

MAX_QUOTED_CHARACTERS = 2000
"""Characters of the model's words an approval quotes; it is a reason, not a lecture."""

RunFlow = Callable[["RunLoop"], Awaitable[str]]
"""Leads a run to its end and says how it ended: `RunFinished.stop`. Raises `VaultDeskError` where there is none."""


class RunLoop:
    """One run."""

    def __init__(self, asked: RunConfig, conversation: Conversation, question: Message, emit: Emit) -> None:
        self.asked = asked
        self.conversation = conversation
        self.question = question
        self.mode = ""
        """What answers are marked with: set by the flow, and changed by one that becomes another."""
        self.given: tuple[Source, ...] = ()
        """The note text that the last request carried."""
        self._emit = emit
        self._run_id = new_id("run")
        self._turn: AnswerAssembler | None = None
        """The answer that is streaming; None between answers."""
        self._calls: tuple[ToolCallPart, ...] = ()
        """The calls that wait for their results."""
        self._results: dict[str, ToolResultPart] = {}

    @property
    def unsaid(self) -> bool:
        """Whether the answer that is streaming, or that just broke off, has said nothing yet."""
        return self._turn is None or self._turn.message(self.asked.label) is None

    async def answer(self, flow: RunFlow) -> None:
        """Answer the question; the last event says how it ended. A bug is raised after the conversation is whole."""
        self._emit(RunStarted(self._run_id, self.question, self.asked.label, self.asked.provider.destination))
        try:
            stop = await flow(self)
        except asyncio.CancelledError:
            self._keep_what_was_said(STOPPED_CALL)
            self._emit(RunCancelled())
            raise
        except VaultDeskError as error:
            self._keep_what_was_said(UNFINISHED_CALL)
            self._emit(RunFailed(error))
        except BaseException:
            self._keep_what_was_said(UNFINISHED_CALL)
            raise
        else:
            self._emit(RunFinished(stop))

    async def ask(self, manner: RequestOptions = DEFAULT_REQUEST_OPTIONS) -> AnswerAssembler:
        """Ask the model once; return its whole turn, which is to be handed to `keep` next. Raises `VaultDeskError`."""
        conversation = self.conversation
        messages = await prepare_messages(self.asked, conversation, conversation.messages, self._emit)
        request = build_model_request(self.asked, conversation.id, messages, manner)
        self.given = request.sources
        turn = self._turn = AnswerAssembler(quiet=manner.quiet)
        async with aclosing(self.asked.provider.stream(request)) as events:
            async for event in events:
                turn.take(event)
                if isinstance(event, TurnEnded):
                    break
                if not (manner.quiet and isinstance(event, TextArrived)):
                    self._emit(event)
        if turn.ended is None:
            raise ProviderBroken("The answer broke off", hint="Ask again.", trouble="protocol")
        return turn

    def keep(self, turn: AnswerAssembler) -> StopReason:
        """Add *turn* to the conversation; its calls wait for `carry_out` or `refuse` from now on."""
        assert turn.ended is not None
        stop = turn.ended.stop
        message = turn.message(self.asked.label, cut=stop in ("length", "content_filter"))
        self._turn = None
        self._calls = turn.calls
        if message is not None:
            self._add(message)
        elif not turn.quiet:
            self.notice("The model gave an empty answer.")
        return stop

    async def carry_out(
        self, calls: Sequence[ToolCallPart], words: str = "", *, by_program: bool = False
    ) -> list[ToolResultPart]:
        """Carry out *calls*, which wait; *words* are what the model said beside them. Raises `AuditFailed`."""
        context = CallContext(
            destination=self.asked.provider.destination,
            conversation_id=self.conversation.id,
            run_id=self._run_id,
            model_words=words.strip()[:MAX_QUOTED_CHARACTERS],
            result_limit=self.asked.limits.result_limit,
            leash=self.asked.leash,
            question=self.question.text[:MAX_QUOTED_CHARACTERS],
            by_program=by_program,
        )
        async with aclosing(self.asked.runner.run(calls, context)) as events:
            async for event in events:
                if isinstance(event, ToolFinished):
                    self._results[event.call_id] = event.part
                self._emit(event)
        return self._add_results()

    def refuse(self, calls: Sequence[ToolCallPart], result: ToolResult) -> None:
        """Give each of *calls* that has no result yet *result*, unrun."""
        for call in calls:
            if call.id not in self._results:
                part = result_part(call, result, self.asked.limits.result_limit)
                self._results[call.id] = part
                self._emit(ToolFinished(call.id, call.name, result, part))
        self._add_results()

    async def call(self, *calls: ToolCallPart) -> list[ToolResultPart]:
        """Carry out *calls* of our own: they are asked about and recorded as a model's are, and stand in the chat."""
        for call in calls:
            self._emit(CallStarted(call.id, call.name))
            self._emit(CallReady(call))
        self._calls = calls
        self._add(Message(role="assistant", parts=calls))
        return await self.carry_out(calls, by_program=True)

    def say(self, text: str) -> None:
        """Answer in our own words: no model is asked."""
        self._emit(TextArrived(text))
        self._add(Message(role="assistant", parts=(TextPart(text=text),)))

    def notice(self, text: str) -> None:
        """Tell the person *text*, which is no part of the answer."""
        self._emit(Noticed(text))

    def _add_results(self) -> list[ToolResultPart]:
        parts = [self._results[call.id] for call in self._calls]
        self._calls, self._results = (), {}
        if parts:
            self._add(Message(role="tool", parts=tuple(parts)))
        return parts

    def _keep_what_was_said(self, why: str) -> None:
        """Make the conversation whole where the run stands: the partial answer as cut, a result for every call."""
        turn, self._turn = self._turn, None
        if turn is not None:
            message = turn.message(self.asked.label, cut=True)
            if message is not None and turn.ended is None:
                self._add(message)
        self.refuse(self._calls, cancelled_result(why))

    def _add(self, message: Message) -> None:
        if message.role == "assistant":
            who = {"agent": self.asked.profile.name, "mode": self.mode}
            message = message.model_copy(update=who)
        self.conversation.append(message)
        self._emit(MessageAdded(message))
