"""Exchange: one question and the blocks of its answer, read from saved conversations and written as Markdown."""

import re
from collections.abc import Iterable, Sequence
from typing import assert_never

from msgspec import Struct

from vaultdesk.agent.question import Question
from vaultdesk.agent.run import RunCancelled, RunEvent, RunFailed, RunStarted
from vaultdesk.agent.transcript import Transcript
from vaultdesk.agent.transcript_blocks import (
    AnswerBlock,
    CutBlock,
    EarlyEndBlock,
    FailureBlock,
    NoticeBlock,
    QuestionBlock,
    ReasoningBlock,
    StepBlock,
    StoppedBlock,
    TranscriptBlock,
    TranscriptEndBlock,
)
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import Message, Source
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.values import replace
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.runtime.execution import ApprovalAnswered
from vaultdesk.ui.chat.tool_text import left_out, step_text
from vaultdesk.ui.translation import translate, translate_error, translator

_tr = translator("ConversationMarkdown")


def _waiting_block(block: TranscriptBlock) -> TranscriptBlock:
    is_started = isinstance(block, StepBlock) and block.state in ("preparing", "running")
    return replace(block, state="waiting") if isinstance(block, StepBlock) and is_started else block


class Exchange:
    """Exists from the moment a question is sent; `apply` adds the events of its answer."""

    def __init__(self, question: Question | str, registry: ToolRegistry | None = None) -> None:
        """*registry* provides display names of tools and tells which of them only search."""
        self.asked_question = Question.of(question)
        """The question with its attachments."""
        self.agent = ""
        """Name of the answering agent; empty for the default assistant, and until it is known."""
        self.run_id = ""
        """Id of the run once it has started; also the group of its changes to the vault."""
        self.versions: tuple[str, ...] = ()
        """Ids of all versions of the question, oldest first; empty if there is only one."""
        self.edited: str | None = None
        """Text of the question while it is edited in place; None otherwise."""
        self.waits_for_user = False
        """Whether the user is being asked for permission to search the notes, for which the started steps wait."""
        self._left_out: dict[str, int] = {}
        self._registry = registry
        self.saved_messages: tuple[Message, ...] = ()
        """Messages of a saved exchange: the question, if any, and the messages of its answer."""
        self._folded: Transcript | None = None

    @classmethod
    def from_messages(cls, messages: Sequence[Message], registry: ToolRegistry | None = None) -> "Exchange":
        """Return the exchange of the saved *messages*, a question and its answer."""
        first = messages[0]
        question = Question.from_message(first) if first.role == "user" else Question("")
        exchange = cls(question, registry)
        exchange.saved_messages = tuple(messages)
        exchange.agent = next((message.agent for message in reversed(messages) if message.role == "assistant"), "")
        return exchange

    @property
    def _transcript(self) -> Transcript:
        # Folded on first access: of a long conversation only the end is shown.
        if self._folded is None:
            self._folded = (
                Transcript.from_messages(self.saved_messages, self._registry)
                if self.saved_messages
                else Transcript(self._registry)
            )
        return self._folded

    @property
    def question(self) -> str:
        """Text of the question."""
        return self.asked_question.text

    @property
    def blocks(self) -> tuple[TranscriptBlock, ...]:
        """Blocks of the answer, oldest first. The list only grows, and a changed block is a new object."""
        blocks = self._transcript.blocks
        blocks = blocks[1:] if blocks and isinstance(blocks[0], QuestionBlock) else blocks
        return tuple(map(_waiting_block, blocks)) if self.waits_for_user else blocks

    @property
    def message_id(self) -> str:
        """Id of the question's message in the conversation, once the run has added it."""
        if self.saved_messages:
            return self.saved_messages[0].id
        block = self._transcript.question
        return block.message_id if block is not None else ""

    @property
    def model(self) -> str:
        """The answering model, once known."""
        block = self._transcript.question
        return block.model if block is not None else ""

    @property
    def tokens(self) -> int:
        """Input and output tokens of all requests so far."""
        if self.saved_messages:
            usages = [message.usage for message in self.saved_messages if message.usage is not None]
            return sum(usage.input_tokens + usage.output_tokens for usage in usages)
        return sum(self._transcript.tokens)

    @property
    def cost(self) -> float | None:
        """Cost of all requests so far in US dollars; None if unknown."""
        if self.saved_messages:
            costs = [
                message.usage.cost
                for message in self.saved_messages
                if message.usage is not None and message.usage.cost is not None
            ]
            return sum(costs) if costs else None
        block = self._transcript.question
        return block.cost if block is not None else None

    @property
    def seconds(self) -> float:
        """Duration of the answer."""
        block = self._transcript.question
        return block.seconds if block is not None else 0.0

    @property
    def is_finished(self) -> bool:
        """Whether the answer has ended."""
        return bool(self.saved_messages) or self._transcript.is_finished

    @property
    def end(self) -> TranscriptEndBlock | None:
        """How the answer ended, if not normally."""
        last = self.blocks[-1] if self.is_finished and self.blocks else None
        return last if isinstance(last, EarlyEndBlock | FailureBlock | StoppedBlock | CutBlock) else None

    @property
    def prompt_percent(self) -> int | None:
        """Percentage of the prompt that the server has read; None if it reports none at present."""
        return None if self.is_finished else self._transcript.prompt_percent

    @property
    def stopped(self) -> bool:
        """Whether the user stopped it."""
        return isinstance(self.end, StoppedBlock)

    @property
    def error(self) -> VaultDeskError | None:
        """The error because of which there is no answer."""
        return self.end.error if isinstance(self.end, FailureBlock) else None

    @property
    def text(self) -> str:
        """The whole answer as Markdown."""
        texts = [block.text.strip() for block in self.blocks if isinstance(block, AnswerBlock)]
        return "\n\n".join(text for text in texts if text)

    @property
    def sources(self) -> tuple[Source, ...]:
        """Note text given to the model: from the notes it read, otherwise from its search results."""
        return self._transcript.given_sources

    def apply(self, event: RunEvent) -> None:
        """Add *event* to the exchange."""
        match event:
            case RunStarted(run_id=run_id):
                self.run_id = run_id
            case ApprovalAnswered(request, decision) if decision.approved:
                self._left_out.update(left_out(request, decision))
        self._transcript.apply(event)

    def left_out(self, call_id: str) -> int:
        """Return how many notes the user excluded from the changes of a call."""
        return self._left_out.get(call_id, 0)

    def fail(self, error: VaultDeskError) -> None:
        self.apply(RunFailed(error))

    def close(self) -> None:
        """End the exchange; without an end event it counts as stopped. May be called twice."""
        if not self.is_finished:
            self.apply(RunCancelled())


class ReaderPosition(Struct, frozen=True):
    """Reading position: the exchange at the top, and how many of its pixels are above the visible area."""

    exchange: Exchange
    offset: int = 0


def saved_exchanges(messages: Iterable[Message], registry: ToolRegistry | None = None) -> list[Exchange]:
    """Return the exchanges of a saved conversation; messages before its first question form one with an empty
    question.
    """
    return [Exchange.from_messages(group, registry) for group in _by_question(messages)]


def updated_exchanges(
    exchanges: Sequence[Exchange],
    before: Iterable[Message],
    messages: Iterable[Message],
    registry: ToolRegistry | None = None,
) -> list[Exchange]:
    """Return the exchanges of *messages*, given the *exchanges* of the messages *before*.

    Unchanged exchanges are reused, and those whose question was never added to the conversation are kept.
    """
    known = {exchange.message_id: exchange for exchange in exchanges}
    old_groups = {group[0].id: group for group in _by_question(before)}
    updated = []
    for group in _by_question(messages):
        reused = known.get(group[0].id) if old_groups.get(group[0].id) == group else None
        updated.append(reused or Exchange.from_messages(group, registry))
    return [*updated, *(exchange for exchange in exchanges if not exchange.message_id)]


def last_message_of(conversation: Conversation, exchange: Exchange) -> str:
    """Return the id of the last message of *exchange* in *conversation*; empty if it has none."""
    messages = conversation.messages
    start = next((start for start, message in enumerate(messages) if message.id == exchange.message_id), -1)
    if start < 0:
        return ""
    ends = (start + 1 + index for index, message in enumerate(messages[start + 1 :]) if message.role == "user")
    return messages[next(ends, len(messages)) - 1].id


def find_exchange(exchanges: Sequence[Exchange], query: str) -> Exchange | None:
    """Return the first of *exchanges* that contains every word of *query*, in any order."""
    words = re.findall(r"\w+", query.casefold())
    if not words:
        return None
    for exchange in exchanges:
        # The messages instead of the folded text, if there are any: a thousand exchanges are searched.
        texts = [message.text for message in exchange.saved_messages] or [exchange.question, exchange.text]
        text = "\n".join(texts).casefold()
        if all(word in text for word in words):
            return exchange
    return None


def _by_question(messages: Iterable[Message]) -> list[list[Message]]:
    """Split *messages* into groups that start with a question."""
    groups: list[list[Message]] = []
    for message in messages:
        if message.role == "user" or not groups:
            groups.append([])
        groups[-1].append(message)
    return groups


def conversation_markdown(title: str, exchanges: Sequence[Exchange]) -> str:
    """Return questions, tool steps and answers in order; reasoning is omitted."""
    parts = [f"# {title}"] if title else []
    for exchange in exchanges:
        if not exchange.asked_question.is_empty:
            parts += [f"## {_tr('You')}", exchange.question.strip()]
        parts.append(f"## {exchange.model or _tr('Assistant')}")
        steps: list[str] = []
        for block in exchange.blocks:
            match block:
                case AnswerBlock():
                    if text := block.text.strip():
                        parts += [*_listed(steps), text]
                        steps = []
                case StepBlock():
                    steps.append(f"- {_step_markdown(block)}")
                case NoticeBlock(text):
                    steps.append(f"- {translate(text)}")
                case StoppedBlock():
                    parts += [*_listed(steps), f"*{_tr('Stopped')}*"]
                    steps = []
                case FailureBlock(error):
                    parts += [*_listed(steps), f"*{translate_error(error)}*"]
                    steps = []
                case CutBlock():
                    parts += [*_listed(steps), f"*{_tr('Cut off')}*"]
                    steps = []
                case QuestionBlock() | ReasoningBlock() | EarlyEndBlock():
                    pass
                case _:
                    assert_never(block)
        parts += _listed(steps)
    return "\n\n".join(parts) + "\n"


def _step_markdown(step: StepBlock) -> str:
    text = step_text(step)
    return " ".join(part for part in (text.verb, text.object, f"({text.result})") if part.strip("()"))


def _listed(steps: Sequence[str]) -> list[str]:
    return ["\n".join(steps)] if steps else []
