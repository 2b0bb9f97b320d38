"""The run loop: requests to the model, tool calls and results of one run, the answer at its limit of rounds, and the
interface of the mode that leads it."""

import asyncio
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence
from contextlib import aclosing, asynccontextmanager
from typing import ClassVar

from msgspec import Struct, field

from vaultdesk.agent.request import DEFAULT_REQUEST_OPTIONS, RequestOptions, prepared_request, request_budget
from vaultdesk.agent.request_preparation import PROGRAM_RESULT_SHARE, RESULT_SHARE
from vaultdesk.agent.run import Emit, MessageAdded, RunCancelled, RunFailed, RunFinished, RunStarted
from vaultdesk.agent.run_config import RunConfig
from vaultdesk.agent.transcript_blocks import ToolOutcome
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
from vaultdesk.core.phrases import NO_PHRASE, Phrase, Sentences, comma_list, counted
from vaultdesk.core.settings.settings_schema import ModeName
from vaultdesk.core.values import replace
from vaultdesk.providers.provider import (
    CallReady,
    CallStarted,
    ModelEvent,
    Noticed,
    ReasoningArrived,
    StopReason,
    TextArrived,
    TextReclassified,
    TurnEnded,
    UsageReported,
)
from vaultdesk.tools.runtime.call_context import CallContext
from vaultdesk.tools.runtime.execution import ToolFinished
from vaultdesk.tools.runtime.tool_results import cancelled_result, failed_result, result_part
from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.tools.tool import AnyTool, ToolResult


class AnswerAssembler:
    """Assembles an answer from events, into a complete or a partial message."""

    def __init__(self, *, calls_only: bool = False) -> None:
        """*calls_only* discards the text beside the calls."""
        self.calls_only = calls_only
        self._chunks: list[tuple[type[TextPart] | type[ReasoningPart], list[str]]] = []
        self._calls: dict[str, ToolCallPart] = {}
        self.end: TurnEnded | None = None
        self._started = time.monotonic()
        self._usage: UsageReported | None = None

    @property
    def calls(self) -> tuple[ToolCallPart, ...]:
        """The complete calls so far."""
        return tuple(self._calls.values())

    @property
    def text(self) -> str:
        """The answer's text so far."""
        return "".join("".join(chunks) for kind, chunks in self._chunks if kind is TextPart)

    def feed(self, event: ModelEvent) -> None:
        """Add one event. Raises `ProviderBroken` for an answer that no history can represent."""
        match event:
            case TextArrived(text):
                self._append(TextPart, text)
            case ReasoningArrived(text):
                self._append(ReasoningPart, text)
            case TextReclassified():
                self._chunks = [(ReasoningPart, chunks) for _, chunks in self._chunks]
            case CallReady(call):
                if call.id in self._calls:
                    raise ProviderBroken(Phrase("The model used the same id for two tool calls"), kind="protocol")
                self._calls[call.id] = call
            case TurnEnded():
                self.end = event
            case UsageReported():
                self._usage = event
            case _:
                pass  # For display or usage; not part of the message.

    def message(self, model: str, *, cut: bool = False) -> Message | None:
        """Return the message; None if it is empty.

        Calls of an answer that did not end are left out: they were not executed and have no signature
        (vaultdesk/providers/README.md, "History").
        """
        if self.calls_only and not (self.end is not None and self._calls):
            return None
        parts: list[Part] = [
            kind(text=text)
            for kind, chunks in self._chunks
            if (text := "".join(chunks)) and not (self.calls_only and kind is TextPart)
        ]
        if self.end is not None:
            parts += [*self.calls, *self.end.replay]
        if not parts:
            return None
        return Message(role="assistant", parts=tuple(parts), model=model, usage=self._usage_of_answer(), cut=cut)

    def _usage_of_answer(self) -> Usage | None:
        reported = self._usage
        if reported is None:
            return None
        seconds = round(time.monotonic() - self._started, 3)
        return Usage(
            input_tokens=reported.input_tokens,
            output_tokens=reported.output_tokens,
            cost=reported.cost,
            seconds=seconds,
        )

    def _append(self, kind: type[TextPart] | type[ReasoningPart], text: str) -> None:
        if not self._chunks or self._chunks[-1][0] is not kind:
            self._chunks.append((kind, []))
        self._chunks[-1][1].append(text)


# A mode (answer_modes.py) decides the order of the steps. In every case the conversation stays valid: every call has
# its result, every partial answer is marked, and exactly one event reports the end.

STOPPED_CALL = "The user stopped the answer before this call was finished."
"""Result sent to a model for a call interrupted by a stop."""

UNFINISHED_CALL = "The answer ended before this call was carried out."
"""Result sent to a model for a call of an answer that failed or was cut off."""

MAX_QUOTED_CHARACTERS = 2000
"""Maximum number of characters of the model's text quoted in an approval."""


class RunLoop:
    """One run: requests answers, executes calls, and adds both to the conversation."""

    def __init__(self, config: RunConfig, conversation: Conversation, question: Message, emit: Emit) -> None:
        self.config = config
        self.conversation = conversation
        self.question = question
        self.mode = ""
        """The name of the mode recorded in answers. A mode that falls back to another one changes it."""
        self.stop = ""
        """How the run ended, for `RunFinished`."""
        self.sent_sources: tuple[Source, ...] = ()
        """The sources of note text in the last request."""
        self.sent_messages: tuple[Message, ...] = ()
        """The messages of the last request."""
        self._emit = emit
        self._run_id = new_id("run")
        self._answer: AnswerAssembler | None = None
        """The answer that is streaming; None between answers."""
        self._calls: tuple[ToolCallPart, ...] = ()
        """The calls without a result."""
        self._results: dict[str, ToolResultPart] = {}

    @property
    def messages(self) -> tuple[Message, ...]:
        """The messages of this run: the question and all that followed."""
        messages = self.conversation.messages
        first = next((n for n, message in enumerate(messages) if message.id == self.question.id), 0)
        return tuple(messages[first:])

    @property
    def has_no_output(self) -> bool:
        """Whether the answer that is streaming, or that was just interrupted, is still empty."""
        return self._answer is None or self._answer.message(self.config.label) is None

    @asynccontextmanager
    async def events(self) -> AsyncGenerator[None, None]:
        """Emit the start and the end of the run around the work of its mode, which sets `stop`.

        The last event says how the run ended. A `VaultDeskError` becomes `RunFailed`; a bug is raised after the
        conversation is complete.
        """
        self._emit(RunStarted(self._run_id, self.question, self.config.label, self.config.provider.destination))
        try:
            yield
        except asyncio.CancelledError:
            self._complete_conversation(STOPPED_CALL)
            self._emit(RunCancelled())
            raise
        except VaultDeskError as error:
            self._complete_conversation(UNFINISHED_CALL)
            self._emit(RunFailed(error))
        except BaseException:
            self._complete_conversation(UNFINISHED_CALL)
            raise
        else:
            self._emit(RunFinished(self.stop))

    async def request_answer(self, options: RequestOptions = DEFAULT_REQUEST_OPTIONS) -> AnswerAssembler:
        """Request one answer; return it complete, to be passed to `keep_answer` next. Raises `VaultDeskError`."""
        conversation = self.conversation
        request = await prepared_request(self.config, conversation, conversation.messages, self._emit, options)
        self.sent_sources = request.sources
        self.sent_messages = request.messages
        answer = self._answer = AnswerAssembler(calls_only=options.calls_only)
        async with aclosing(self.config.provider.stream(request)) as events:
            async for event in events:
                answer.feed(event)
                if isinstance(event, TurnEnded):
                    break
                if not (options.calls_only and isinstance(event, TextArrived)):
                    self._emit(event)
        if answer.end is None:
            raise ProviderBroken(Phrase("The answer was interrupted"), hint=Phrase("Ask again."), kind="protocol")
        return answer

    def keep_answer(self, answer: AnswerAssembler) -> StopReason:
        """Add *answer* to the conversation; its calls must then be passed to `run_calls` or `reject_calls`."""
        assert answer.end is not None
        stop = answer.end.stop
        message = answer.message(self.config.label, cut=stop in ("length", "content_filter", "repetition"))
        if stop == "refusal" and not answer.calls_only:
            message = message or Message(role="assistant", parts=(), model=self.config.label)
            message = message.model_copy(update={"refused": True})
        self._answer = None
        self._calls = answer.calls
        if message is not None:
            self._add(message)
        return stop

    async def run_calls(
        self,
        calls: Sequence[ToolCallPart],
        model_text: str = "",
        *,
        by_program: bool = False,
        queries_by_user: bool = False,
    ) -> list[ToolResultPart]:
        """Execute the pending *calls*; *model_text* is the model's text beside them. Raises `AuditFailed`.

        *queries_by_user* is whether the program made their queries from the user's words only, as the offline
        assistant does.
        """
        context = CallContext(
            destination=self.config.provider.destination,
            conversation_id=self.conversation.id,
            run_id=self._run_id,
            model_text=model_text.strip()[:MAX_QUOTED_CHARACTERS],
            result_limit=self._result_limit(len(calls), PROGRAM_RESULT_SHARE if by_program else RESULT_SHARE),
            agent_scope=self.config.agent_scope,
            question=self.question.text[:MAX_QUOTED_CHARACTERS],
            by_program=by_program,
            queries_by_user=queries_by_user or self.config.is_offline,
        )
        async with aclosing(self.config.executor.run(calls, context)) as events:
            async for event in events:
                if isinstance(event, ToolFinished):
                    self._results[event.call_id] = event.part
                self._emit(event)
        return self._add_results()

    def _result_limit(self, calls: int, share: float) -> int:
        """Return the maximum characters of each result of *calls* calls, so that they fit the context window."""
        config = self.config
        tools = config.named_tools(self.conversation.messages)
        budget = request_budget(config, self.conversation.id, tools, DEFAULT_REQUEST_OPTIONS)
        return budget.result_characters(calls, config.limits.result_limit, share)

    def reject_calls(self, calls: Sequence[ToolCallPart], result: ToolResult) -> None:
        """Give *result* to each of *calls* that has none yet, without executing it."""
        for call in calls:
            if call.id not in self._results:
                part = result_part(call, result, self.config.limits.result_limit)
                self._results[call.id] = part
                self._emit(ToolFinished(call.id, call.name, result, part))
        self._add_results()

    async def run_program_calls(self, *calls: ToolCallPart, queries_by_user: bool = False) -> list[ToolResultPart]:
        """Execute *calls* made by the program; they are approved, recorded and shown like a model's calls.

        *queries_by_user* is whether their queries consist of the user's words only.
        """
        for call in calls:
            self._emit(CallStarted(call.id, call.name))
            self._emit(CallReady(call))
        self._calls = calls
        self._add(Message(role="assistant", parts=calls))
        return await self.run_calls(calls, by_program=True, queries_by_user=queries_by_user)

    def answer_directly(self, text: str) -> None:
        """Answer with *text* of the program; no model is asked."""
        self._emit(TextArrived(text))
        self._add(Message(role="assistant", parts=(TextPart(text=text),)))

    def notice(self, text: Phrase) -> None:
        """Show *text* to the user as a notice, outside the answer."""
        self._emit(Noticed(text))

    def notice_once(self, key: str, text: Phrase) -> None:
        """Show *text* unless a notice with this *key* was shown in the conversation before."""
        if key not in self.conversation.shown_notices:
            self.conversation.shown_notices.add(key)
            self.notice(text)

    def _add_results(self) -> list[ToolResultPart]:
        parts = [self._results[call.id] for call in self._calls]
        self._calls, self._results = (), {}
        if parts:
            self._add(Message(role="tool", parts=tuple(parts)))
        return parts

    def _complete_conversation(self, reason: str) -> None:
        """Complete the conversation at its current state: the partial answer is marked, every call gets a result."""
        answer, self._answer = self._answer, None
        if answer is not None:
            message = answer.message(self.config.label, cut=True)
            if message is not None and answer.end is None:
                self._add(message)
        self.reject_calls(self._calls, cancelled_result(reason))

    def _add(self, message: Message) -> None:
        if message.role == "assistant":
            labels = {"agent": self.config.profile.name, "mode": self.mode}
            message = message.model_copy(update=labels)
        self.conversation.append(message)
        self._emit(MessageAdded(message))


MAX_UNREADABLE_ROUNDS = 3
"""Maximum consecutive rounds without an understandable call; after two corrections a model does not improve."""

UNREADABLE_CALL_CODES = frozenset({"VALIDATION_FAILED", "UNKNOWN_TOOL"})
"""Error codes of a call that failed because of how it was written."""


class UnreadableCalls(Exception):
    """The model's calls could not be understood repeatedly."""


SILENT_ANSWER_REMINDER = "(Your last message contained no answer. Answer now in plain text, or call one tool.)"
"""Reminder for a model whose turn contained only reasoning."""

SILENT_STOP = "silent"
"""Stop of a run whose model gave no answer in two tries."""


async def run_tool_loop(run: RunLoop, options: RequestOptions, refusal: str = "") -> str:
    """Lead *run* to its answer, each request made with *options*; return how it ended.

    *refusal* is the result for a call if no tool may run. Raises `UnreadableCalls`.
    """
    limits = run.config.limits
    rounds = pauses = unreadable_rounds = 0
    reminded = False
    while True:
        last = rounds >= limits.rounds
        if last and not refusal:
            run.notice(Phrase("The limit of {0} tool rounds was reached, so the model answers now.", limits.rounds))
        answer = await run.request_answer(replace(options, offer_tools=not (refusal or last), last_round=last))
        stop = run.keep_answer(answer)
        if stop == "tool_calls" and answer.calls and not last:
            if refusal:
                run.reject_calls(answer.calls, failed_result("PERMISSION_DENIED", refusal))
            else:
                results = await run.run_calls(answer.calls, answer.text)
                unreadable_rounds = 0 if any(map(was_call_understood, results)) else unreadable_rounds + 1
                if unreadable_rounds == MAX_UNREADABLE_ROUNDS:
                    raise UnreadableCalls
            rounds += 1
            options = replace(options, reminder="")
            continue
        run.reject_calls(answer.calls, cancelled_result(UNFINISHED_CALL))
        if stop == "pause" and pauses < limits.pauses:
            pauses += 1
            continue
        is_silent = stop in ("end", "tool_calls") and not (answer.text.strip() or answer.calls)
        if last and rounds and not refusal and not answer.text.strip():
            _apologize(run)
        elif is_silent and not reminded:
            reminded = True
            options = replace(options, reminder=SILENT_ANSWER_REMINDER)
            run.notice(Phrase("The model gave no answer. It is asked again."))
            continue
        elif is_silent:
            return SILENT_STOP
        return "rounds" if last else "end" if stop == "tool_calls" else stop


def _apologize(run: RunLoop) -> None:
    """Answer for the model from what the run did, after it used all its rounds without an answer."""
    config = run.config
    facts = RunFacts.of(run.messages)
    answer = round_limit_answer(facts, config.limits.rounds, config.executor.registry.tools)
    run.answer_directly(config.translate(answer))


def was_call_understood(result: ToolResultPart) -> bool:
    """Return whether the call of *result* was understood, whatever its outcome."""
    return not result.is_error or ToolOutcome.from_content(result.content).code not in UNREADABLE_CALL_CODES


def were_all_calls_understood(results: Sequence[ToolResultPart]) -> bool:
    """Return whether every call of *results* was understood."""
    return all(map(was_call_understood, results))


MAX_NAMED_NOTES = 8
"""Maximum number of notes named in the answer; the others are counted."""

MAX_NAME_CHARACTERS = 80
"""Maximum number of characters of a note's path in the answer."""


class RunFacts(Struct):
    """Outcome of the calls of one run."""

    done: Counter[str] = field(default_factory=Counter)
    """Number of successful calls by tool."""
    failed: Counter[str] = field(default_factory=Counter)
    not_run: Counter[str] = field(default_factory=Counter)
    """Number of calls by tool that did not run: refused, or beyond a limit."""
    notes: dict[str, None] = field(default_factory=dict)
    """The notes whose text was read, in order."""

    @classmethod
    def of(cls, messages: Iterable[Message]) -> "RunFacts":
        """Return the facts of the calls in *messages*."""
        facts = cls()
        messages = tuple(messages)
        names = {part.id: part.name for message in messages for part in message.parts if isinstance(part, ToolCallPart)}
        for message in messages:
            for part in message.parts:
                if isinstance(part, ToolResultPart):
                    facts._add(names.get(part.call_id, part.name), part)
        return facts

    def _add(self, tool: str, part: ToolResultPart) -> None:
        if not part.is_error:
            self.done[tool] += 1
            self.notes.update((source.path, None) for source in part.sources if source.characters)
        elif ToolOutcome.from_content(part.content).code in NOT_RUN_CODES:
            self.not_run[tool] += 1
        else:
            self.failed[tool] += 1


NOT_RUN_CODES = frozenset({"CANCELLED", "PERMISSION_DENIED", "RATE_LIMITED", "DANGEROUS_OPERATION", "NOT_RUN"})
"""Error codes of a call that was not executed."""


def round_limit_answer(facts: RunFacts, rounds: int, tools: Sequence[AnyTool]) -> Phrase:
    """Return the answer of a run that used *rounds* rounds without one; *tools* are those with a name to show."""
    names = {tool.name: tool.display_name for tool in tools}
    done = Phrase("Done so far: {0}.", _listed(facts.done, names)) if facts.done else Phrase("Nothing was looked up.")
    return Sentences(
        counted(
            rounds,
            "I have used the one tool round allowed for this question and have no answer yet.",
            "I have used the {0} tool rounds allowed for this question and have no answer yet.",
        ),
        done,
        Phrase("Notes read: {0}.", _note_names(list(facts.notes))) if facts.notes else NO_PHRASE,
        Phrase("Failed: {0}.", _listed(facts.failed, names)) if facts.failed else NO_PHRASE,
        Phrase("Not carried out: {0}.", _listed(facts.not_run, names)) if facts.not_run else NO_PHRASE,
        Phrase("Tell me to continue, or ask for a part of it."),
    )


def _listed(counts: Counter[str], names: Mapping[str, Phrase | str]) -> Phrase:
    return comma_list(
        [
            names.get(tool, sanitize_line(tool, MAX_NAME_CHARACTERS))
            if count == 1
            else Phrase("{0} ({1} times)", names.get(tool, sanitize_line(tool, MAX_NAME_CHARACTERS)), count)
            for tool, count in counts.items()
        ]
    )


def _note_names(paths: Sequence[str]) -> Phrase:
    shown = comma_list([f"[[{path.removesuffix('.md')}]]" for path in paths[:MAX_NAMED_NOTES]])
    unnamed = len(paths) - MAX_NAMED_NOTES
    return counted(unnamed, "{1} and {0} more", "{1} and {0} more", shown) if unnamed > 0 else shown


TOOLS_OFF_RESULT = Phrase("Tools are switched off for this vault.")
"""Text sent to a model for a call if the user switched tools off."""


class ModeText(Struct, frozen=True):
    """Text of one mode, for menus."""

    name: ModeName
    title: Phrase
    sentence: Phrase
    """Description in one sentence."""


class Mode(ABC):
    """Leads runs to their answers; keeps no state of them."""

    name: ClassVar[str]
    """The name recorded in its answers."""

    async def narrowed_config(self, config: RunConfig) -> RunConfig:
        """Return *config* limited as this mode requires. Raises `VaultDeskError` if the mode cannot be used."""
        return config

    def first_request_options(self, config: RunConfig) -> RequestOptions:
        """Return the options of its first request to a model, so that the request can be previewed."""
        return DEFAULT_REQUEST_OPTIONS

    @abstractmethod
    async def answer(self, run: RunLoop) -> str:
        """Lead *run* to its end and return how it ended. Raises `VaultDeskError`."""
