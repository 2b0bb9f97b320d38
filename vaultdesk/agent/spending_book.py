"""Spending book: what was used up by day, chat and agent, as it is kept. Adds and forgets; stops nothing (spending.py).

A soft record: where it cannot be read it is begun anew, and a cap then counts from there.
"""

from datetime import date

from pydantic import BaseModel, ConfigDict, Field, JsonValue, NonNegativeFloat, NonNegativeInt, ValidationError

DAYS_KEPT = 60
"""Days whose use can still be looked at."""

CHATS_KEPT = 1_000
"""Conversations whose use is remembered, those used last: an older one counts anew."""

AGENTS_KEPT = 200
"""Agents counted by name in one day; any further ones count for the day alone."""


class Used(BaseModel):
    """How much was used up."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    tokens: NonNegativeInt = 0
    dollars: NonNegativeFloat = 0.0
    unpriced: NonNegativeInt = 0
    """Tokens among them whose price nobody knows; `dollars` leaves them out."""

    def plus(self, other: "Used") -> "Used":
        """Return both together."""
        return Used(
            tokens=self.tokens + other.tokens,
            dollars=self.dollars + other.dollars,
            unpriced=self.unpriced + other.unpriced,
        )


NOTHING_USED = Used()
"""Nothing."""


class Day(BaseModel):
    """One day of the person's calendar."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    all: Used = NOTHING_USED
    agents: dict[str, Used] = Field(default_factory=dict)


class Book(BaseModel):
    """Everything that is kept. Frozen: adding returns another one."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    days: dict[str, Day] = Field(default_factory=dict)
    """By date, as `2026-11-20`."""
    chats: dict[str, Used] = Field(default_factory=dict)
    """By conversation, the one used last at the end."""

    def day(self, today: date) -> Day:
        """Return what was used up on *today*."""
        return self.days.get(today.isoformat(), Day())

    def chat(self, conversation_id: str) -> Used:
        """Return what was used up in a conversation."""
        return self.chats.get(conversation_id, NOTHING_USED)

    def with_use(self, today: date, conversation_id: str, agent: str, used: Used) -> "Book":
        """Return the book with *used* added, and without what is too old to keep."""
        day, key = self.day(today), today.isoformat()
        agents = dict(day.agents)
        if agent and (agent in agents or len(agents) < AGENTS_KEPT):
            agents[agent] = agents.get(agent, NOTHING_USED).plus(used)
        days = {**self.days, key: Day(all=day.all.plus(used), agents=agents)}
        chats = dict(self.chats)
        if conversation_id:
            chats[conversation_id] = chats.pop(conversation_id, NOTHING_USED).plus(used)
        return Book(
            days={name: days[name] for name in sorted(days)[-DAYS_KEPT:]},
            chats={name: chats[name] for name in list(chats)[-CHATS_KEPT:]},
        )

    def as_fact(self) -> JsonValue:
        """Return the book as a store keeps it."""
        fact: JsonValue = self.model_dump(mode="json", exclude_defaults=True)
        return fact


def read_book(fact: JsonValue) -> Book:
    """Return the book a store kept; an empty one where it cannot be read."""
    try:
        return Book.model_validate(fact or {})
    except ValidationError:
        return Book()
