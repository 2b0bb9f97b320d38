"""Exchange: one question and the blocks of its answer, read from saved conversations and written as Markdown."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

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
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.runtime.execution import ApprovalAnswered
from vaultdesk.ui.chat.tool_text import left_out, step_text
from vaultdesk.ui.translation import translate, translate_error, translator

_tr = translator("ConversationMarkdown")


def _waiting_block(block: TranscriptBlock) -> TranscriptBlock:
    began = isinstance(block, StepBlock) and block.state in ("preparing", "running")
    return replace(block, state="waiting") if isinstance(block, StepBlock) and began else block


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
        self.forms: tuple[str, ...] = ()
        """Ids of all versions of the question, oldest first; empty if there is only one."""
        self.edited: str | None = None
        """Text of the question while it is edited in place; None otherwise."""
        self.waits_for_person = False
        """Whether the user is being asked for permission to search the notes, for which the started steps wait."""
        self._left_out: dict[str, int] = {}
        self._registry = registry
        self.kept: tuple[Message, ...] = ()
        """Messages of a saved exchange: the question, if any, and the messages of its answer."""
        self._folded: Transcript | None = None

    @classmethod
    def from_messages(cls, messages: Sequence[Message], registry: ToolRegistry | None = None) -> "Exchange":
        """Return the exchange of the saved *messages*, a question and its answer."""
        first = messages[0]
        asked_question = Question.from_message(first) if first.role == "user" else Question("")
        exchange = cls(asked_question, registry)
        exchange.kept = tuple(messages)
        exchange.agent = next((message.agent for message in reversed(messages) if message.role == "assistant"), "")
        return exchange

    @property
    def _transcript(self) -> Transcript:
        # Folded on first access: of a long conversation only the end is shown.
        if self._folded is None:
            self._folded = (
                Transcript.from_messages(self.kept, self._registry) if self.kept else Transcript(self._registry)
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
        return tuple(map(_waiting_block, blocks)) if self.waits_for_person else blocks

    @property
    def message_id(self) -> str:
        """Id of the question's message in the conversation, once the run has added it."""
        if self.kept:
            return self.kept[0].id
        asked_question = self._transcript.question
        return asked_question.message_id if asked_question is not None else ""

    @property
    def model(self) -> str:
        """The answering model, once known."""
        asked_question = self._transcript.question
        return asked_question.model if asked_question is not None else ""

    @property
    def tokens(self) -> int:
        """Input and output tokens of all turns so far."""
        if self.kept:
            usages = [message.usage for message in self.kept if message.usage is not None]
            return sum(usage.input_tokens + usage.output_tokens for usage in usages)
        return sum(self._transcript.tokens)

    @property
    def cost(self) -> float | None:
        """Cost of all turns so far in US dollars; None if unknown."""
        if self.kept:
            told = [one.usage.cost for one in self.kept if one.usage is not None and one.usage.cost is not None]
            return sum(told) if told else None
        asked_question = self._transcript.question
        return asked_question.cost if asked_question is not None else None

    @property
    def seconds(self) -> float:
        """Duration of the answer."""
        asked_question = self._transcript.question
        return asked_question.seconds if asked_question is not None else 0.0

    @property
    def over(self) -> bool:
        """Whether the answer has ended."""
        return bool(self.kept) or self._transcript.is_finished

    @property
    def end(self) -> TranscriptEndBlock | None:
        """How the answer ended, if not normally."""
        last = self.blocks[-1] if self.over and self.blocks else None
        return last if isinstance(last, EarlyEndBlock | FailureBlock | StoppedBlock | CutBlock) else None

    @property
    def prompt_percent(self) -> int | None:
        """Percentage of the prompt that the server has read; None if it reports none at present."""
        return None if self.over else self._transcript.prompt_percent

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
        if not self.over:
            self.apply(RunCancelled())


@dataclass(frozen=True, slots=True)
class ReaderPosition:
    """Reading position: the exchange at the top, and how many of its pixels are above the visible area."""

    exchange: Exchange
    offset: int = 0


def saved_exchanges(messages: Iterable[Message], registry: ToolRegistry | None = None) -> list[Exchange]:
    """Return the exchanges of a saved conversation; messages before its first question form one with an empty
    question.
    """
    return [Exchange.from_messages(part, registry) for part in _by_question(messages)]


def updated_exchanges(
    exchanges: Sequence[Exchange],
    before: Iterable[Message],
    messages: Iterable[Message],
    registry: ToolRegistry | None = None,
) -> list[Exchange]:
    """Return the exchanges of *messages*, given the *exchanges* of the messages *before*.

    Unchanged exchanges are reused, and those whose question was never added to the conversation are kept.
    """
    known = {one.message_id: one for one in exchanges}
    was = {part[0].id: part for part in _by_question(before)}
    made = []
    for part in _by_question(messages):
        same = known.get(part[0].id) if was.get(part[0].id) == part else None
        made.append(same or Exchange.from_messages(part, registry))
    return [*made, *(one for one in exchanges if not one.message_id)]


def last_message_of(conversation: Conversation, exchange: Exchange) -> str:
    """Return the id of the last message of *exchange* in *conversation*; empty if it has none."""
    messages = conversation.messages
    place = next((place for place, one in enumerate(messages) if one.id == exchange.message_id), -1)
    if place < 0:
        return ""
    after = (place + 1 + number for number, one in enumerate(messages[place + 1 :]) if one.role == "user")
    return messages[next(after, len(messages)) - 1].id


def find_exchange(exchanges: Sequence[Exchange], words: str) -> Exchange | None:
    """Return the first of *exchanges* that contains all *words*, ignoring punctuation between them."""
    wanted = re.findall(r"\w+", words.casefold())
    if not wanted:
        return None
    for exchange in exchanges:
        # The messages instead of the folded text, if there are any: a thousand exchanges are searched.
        texts = [one.text for one in exchange.kept] or [exchange.question, exchange.text]
        said = "\n".join(texts).casefold()
        if all(word in said for word in wanted):
            return exchange
    return None


def _by_question(messages: Iterable[Message]) -> list[list[Message]]:
    """Split *messages* into groups that start with a question."""
    parted: list[list[Message]] = []
    for message in messages:
        if message.role == "user" or not parted:
            parted.append([])
        parted[-1].append(message)
    return parted


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
    words = step_text(step)
    return " ".join(part for part in (words.verb, words.object, f"({words.result})") if part.strip("()"))


def _listed(steps: Sequence[str]) -> list[str]:
    return ["\n".join(steps)] if steps else []
