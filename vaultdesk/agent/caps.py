"""Caps: how far each of the person's caps is used up, and what that means for one request. Keeps nothing."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from vaultdesk.agent.estimate import Estimate
from vaultdesk.agent.spending_book import Used
from vaultdesk.core.errors import SpendingStopped
from vaultdesk.providers.provider import Price

TOLD_FROM = 0.8
"""Share of a cap from which a request is told of before it is sent."""

LEAST_ANSWER = 500
"""Tokens of an answer that is worth asking for; where less is left the request is not sent."""

Scope = Literal["day", "chat", "agent"]
"""What a cap is on: all of a day, one conversation, one agent in a day."""

Unit = Literal["tokens", "dollars"]
"""What a cap counts."""


@dataclass(frozen=True, slots=True)
class Spender:
    """Who spends."""

    conversation_id: str = ""
    agent: str = ""
    price: Price | None = None
    """What its model costs; None where nobody knows."""
    free: bool = False
    """Whether it runs on this computer: it costs no money, but its tokens count."""
    model: str = ""
    """`provider/name`, for sentences."""


@dataclass(frozen=True, slots=True)
class Meter:
    """One cap and how far it is used up."""

    scope: Scope
    unit: Unit
    most: float
    used: float
    reserved: float = 0.0
    """What requests under way may still use."""

    @property
    def left(self) -> float:
        """What a further request may use."""
        return max(0.0, self.most - self.used - self.reserved)

    @property
    def share(self) -> float:
        """How much of it is used up, from 0."""
        return (self.used + self.reserved) / self.most


@dataclass(frozen=True, slots=True)
class SpendingState:
    """How the caps stand, for meters."""

    meters: tuple[Meter, ...]
    """One for each cap that is set."""
    today: Used
    """Everything of today, with caps or without."""
    chat: Used


@dataclass(frozen=True, slots=True)
class Notice:
    """Something the person should know before a request is sent."""

    about: str
    """The same for the next request of the same question, whose figures are others."""
    text: str


def answer_within(meter: Meter, wanted: Estimate, spender: Spender) -> int:
    """Return how long an answer *meter* leaves room for, at most the wanted one; negative where there is none."""
    if meter.unit == "tokens":
        return min(wanted.answer_tokens, int(meter.left) - wanted.input_tokens - wanted.thought_tokens)
    if spender.free or spender.price is None:
        return wanted.answer_tokens  # Nothing that could be counted; `notices` says so.
    left = meter.left * 1_000_000 - wanted.input_tokens * spender.price.input
    if spender.price.output <= 0:
        return wanted.answer_tokens if left >= 0 else -1
    return min(wanted.answer_tokens, int(left / spender.price.output) - wanted.thought_tokens)


def stopped(meter: Meter, wanted: Estimate) -> SpendingStopped:
    """Return the error for a request that would pass *meter*."""
    rest = f"{_left(meter)} of {_most(meter)} left" if meter.left else f"{_most(meter)} used up"
    return SpendingStopped(
        f"This question was not sent: it would pass your cap, {rest}",
        hint=f"It may use about {wanted.tokens:,} tokens. Change the cap in Settings, Limits"
        f"{', or start a new chat' if meter.scope == 'chat' else ''}.",
        scope=meter.scope,
        unit=meter.unit,
    )


def notices(meters: Sequence[Meter], wanted: Estimate, allowed: Estimate, spender: Spender) -> tuple[Notice, ...]:
    """Return what the person should know before a request is sent, one sentence for each cap that is nearly reached."""
    told = []
    for meter in meters:
        if meter.unit == "dollars" and spender.price is None and not spender.free:
            text = f"The price of {spender.model or 'this model'} is not known: it does not count for {_most(meter)}."
            told.append(Notice(f"price {meter.scope}", text))
            continue
        use = allowed.used(spender.price, free=spender.free)
        asked = use.tokens if meter.unit == "tokens" else use.dollars
        if asked and meter.used + meter.reserved + asked >= TOLD_FROM * meter.most:
            may = f"{use.tokens:,} tokens" if meter.unit == "tokens" else _money(use.dollars)
            text = f"This question may use about {may}; {_left(meter)} of {_most(meter)} are left."
            told.append(Notice(f"{meter.unit} {meter.scope}", text))
    if allowed.answer_tokens < wanted.answer_tokens:
        text = f"The answer may be at most {allowed.answer_tokens:,} tokens long, to stay within your cap."
        told.append(Notice("answer", text))
    return tuple(told)


def _left(meter: Meter) -> str:
    return f"{int(meter.left):,}" if meter.unit == "tokens" else _money(meter.left)


def _most(meter: Meter) -> str:
    """Return the cap in words: `today's 20,000 tokens`."""
    whose = {"day": "today's", "chat": "this chat's", "agent": "this agent's daily"}[meter.scope]
    return f"{whose} {f'{meter.most:,.0f} tokens' if meter.unit == 'tokens' else _money(meter.most)}"


def _money(dollars: float) -> str:
    return f"${dollars:.2f}" if dollars >= 0.1 or not dollars else f"${dollars:.4f}"
