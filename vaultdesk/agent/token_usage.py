"""Token and cost usage: estimates for requests, and the record of what was used by day, chat and agent."""

import asyncio
import json
import time
from collections.abc import Iterable, Iterator
from datetime import date

from msgspec import Struct
from pydantic import BaseModel, ConfigDict, Field, JsonValue, NonNegativeFloat, NonNegativeInt, ValidationError

from vaultdesk.chat.messages import (
    ImagePart,
    Message,
    ProviderPart,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from vaultdesk.core.text_tokens import IMAGE_TOKENS, text_tokens, vocabulary_of
from vaultdesk.providers.claude_models import output_token_limit
from vaultdesk.providers.provider import ModelRequest, Price

# A disposable record: if it cannot be read it starts empty, and caps count from then.

DAYS_KEPT = 60
"""Number of days whose usage is stored."""

CHATS_KEPT = 1_000
"""Maximum number of conversations whose usage is stored, the most recently used; an older one starts at zero."""

AGENTS_KEPT = 200
"""Maximum number of agents counted by name in one day; others count towards the day only."""


class UsageAmount(BaseModel):
    """An amount of usage."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    tokens: NonNegativeInt = 0
    dollars: NonNegativeFloat = 0.0
    unpriced: NonNegativeInt = 0
    """Tokens whose price is not known; `dollars` does not include them."""

    def plus(self, other: "UsageAmount") -> "UsageAmount":
        return UsageAmount(
            tokens=self.tokens + other.tokens,
            dollars=self.dollars + other.dollars,
            unpriced=self.unpriced + other.unpriced,
        )


NO_USAGE = UsageAmount()


class DayUsage(BaseModel):
    """Usage of one day of the user's calendar."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    all: UsageAmount = NO_USAGE
    agents: dict[str, UsageAmount] = Field(default_factory=dict)


class UsageBook(BaseModel):
    """The whole usage record. Frozen: adding returns a new one."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    days: dict[str, DayUsage] = Field(default_factory=dict)
    """By date, as `2026-11-20`."""
    chats: dict[str, UsageAmount] = Field(default_factory=dict)
    """By conversation, the most recently used last."""

    def day(self, today: date) -> DayUsage:
        """Return the usage of *today*."""
        return self.days.get(today.isoformat(), DayUsage())

    def chat(self, conversation_id: str) -> UsageAmount:
        """Return the usage of a conversation."""
        return self.chats.get(conversation_id, NO_USAGE)

    def with_usage(self, today: date, conversation_id: str, agent: str, used: UsageAmount) -> "UsageBook":
        """Return the record with *used* added, and without entries that are too old."""
        day, key = self.day(today), today.isoformat()
        agents = dict(day.agents)
        if agent and (agent in agents or len(agents) < AGENTS_KEPT):
            agents[agent] = agents.get(agent, NO_USAGE).plus(used)
        days = {**self.days, key: DayUsage(all=day.all.plus(used), agents=agents)}
        chats = dict(self.chats)
        if conversation_id:
            chats[conversation_id] = chats.pop(conversation_id, NO_USAGE).plus(used)
        return UsageBook(
            days={name: days[name] for name in sorted(days)[-DAYS_KEPT:]},
            chats={name: chats[name] for name in list(chats)[-CHATS_KEPT:]},
        )

    def as_fact(self) -> JsonValue:
        """Return the record as JSON for a store."""
        fact: JsonValue = self.model_dump(mode="json", exclude_defaults=True)
        return fact


def read_usage_book(fact: JsonValue) -> UsageBook:
    """Return the record from a store; an empty one if it cannot be read."""
    try:
        return UsageBook.model_validate(fact or {})
    except ValidationError:
        return UsageBook()


class RequestEstimate(Struct, frozen=True):
    """Upper estimate of the usage of a request."""

    input_tokens: int
    answer_tokens: int
    """The requested maximum length of the answer."""
    reasoning_tokens: int = 0
    """Reasoning tokens beyond the limit of the answer."""

    @property
    def output_tokens(self) -> int:
        """Maximum number of output tokens."""
        return self.answer_tokens + self.reasoning_tokens

    @property
    def tokens(self) -> int:
        return self.input_tokens + self.output_tokens

    def usage(self, price: Price | None, *, free: bool) -> UsageAmount:
        """Return the estimate as usage at *price*; without cost if the model is *free*."""
        if free:
            return UsageAmount(tokens=self.tokens)
        if price is None:
            return UsageAmount(tokens=self.tokens, unpriced=self.tokens)
        return UsageAmount(
            tokens=self.tokens,
            dollars=(self.input_tokens * price.input + self.output_tokens * price.output) / 1_000_000,
        )


MESSAGE_TOKENS = 6
"""Tokens that a chat template adds to each message: role, beginning and end."""

TOOLS_TOKENS = 60
"""Tokens of the text with which a chat template introduces tools."""


def estimate_request(request: ModelRequest) -> RequestEstimate:
    """Return the estimated usage of *request*, including its longest answer."""
    vocabulary = vocabulary_of(request.model)
    tokens = sum(text_tokens(text, vocabulary) for text in _texts(request))
    tokens += MESSAGE_TOKENS * (len(request.messages) + bool(request.system)) + TOOLS_TOKENS * bool(request.tools)
    images = sum(len(message.images) for message in request.messages)
    answer, reasoning = request.max_output_tokens, 0
    if "claude" in request.model.casefold():
        reasoning = output_token_limit(request.model, request.effort, answer) - answer
    return RequestEstimate(tokens + images * IMAGE_TOKENS, answer, reasoning)


COUNTING_SLICE = 0.005
"""Seconds of counting after which other tasks of the event loop run."""


async def count_in_slices(messages: Iterable[Message]) -> None:
    """Count the tokens of *messages* without blocking the event loop; the counts are remembered (text_tokens.py)."""
    started = time.monotonic()
    for text in _message_texts(messages):
        text_tokens(text)
        if time.monotonic() - started > COUNTING_SLICE:
            await asyncio.sleep(0)
            started = time.monotonic()


def _texts(request: ModelRequest) -> Iterator[str]:
    yield request.system
    for tool in request.tools:
        function = {"name": tool.name, "description": tool.description, "parameters": dict(tool.parameters)}
        yield json.dumps({"type": "function", "function": function}, ensure_ascii=False)
    yield from _message_texts(request.messages)


def _message_texts(messages: Iterable[Message]) -> Iterator[str]:
    for message in messages:
        for part in message.parts:
            match part:
                case TextPart():
                    yield part.text
                case ToolCallPart():
                    yield f"{part.name} {part.arguments_json}"
                case ToolResultPart():
                    yield part.content
                case ProviderPart():
                    yield json.dumps(part.item, ensure_ascii=False)
                case ReasoningPart() | ImagePart():
                    pass  # Reasoning is not sent back; images have a fixed count.
