"""Spending: the person's caps by day, chat and agent: told before a request, and stopped before it would pass one.

Requests that are under way are reserved, so that several chats at once cannot pass a cap together. Nothing here ever
chooses another model. See capped.py for where it stands in a request's way.
"""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from typing import assert_never

from vaultdesk.agent.caps import (
    LEAST_ANSWER,
    Meter,
    Notice,
    Scope,
    Spender,
    SpendingState,
    Unit,
    answer_within,
    notices,
    stopped,
)
from vaultdesk.agent.estimate import Estimate
from vaultdesk.agent.spending_book import NOTHING_USED, Book, Used, read_book
from vaultdesk.core.feed import Feed
from vaultdesk.core.json_store import JsonStore
from vaultdesk.core.settings.settings_schema import SpendingCaps

FACT = "spent"
"""The name of the book in its store."""


@dataclass(frozen=True, slots=True, eq=False)
class Reserved:
    """What a request under way may use; given back by `settle`."""

    spender: Spender
    used: Used


@dataclass(frozen=True, slots=True)
class Told:
    """What a request may do."""

    reserved: Reserved
    output_tokens: int
    """How long its answer may be: as asked, or what is left."""
    notices: tuple[Notice, ...] = ()
    """What the person should know before it is sent."""


class Spending:
    """What is used up, for all vaults of a person. Used on the loop's thread."""

    def __init__(
        self,
        store: JsonStore,
        caps: Callable[[], SpendingCaps] = SpendingCaps,
        today: Callable[[], date] = date.today,
    ) -> None:
        """*caps* are the person's at the moment; *today* is the day of their calendar."""
        self._store = store
        self._caps = caps
        self._today = today
        self._kept = Book()
        """What the file said last."""
        self._unkept: list[_Entry] = []
        """What the file does not say yet; stays here where it cannot be written."""
        self._to_write: list[_Entry] = []
        """The same, as the thread knows it."""
        self._reserved: list[Reserved] = []
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="spending")
        self.changes: Feed[None] = Feed()
        """Published when something more was used up."""

    async def load(self) -> None:
        """Read what was used up, by another window too."""
        self._kept = await asyncio.get_running_loop().run_in_executor(self._thread, self._read)

    async def aclose(self) -> None:
        """Finish writing and end the thread. May be called twice."""
        with suppress(RuntimeError):  # Closed before.
            await asyncio.get_running_loop().run_in_executor(self._thread, lambda: None)
        self._thread.shutdown(wait=False)

    def standing(self, conversation_id: str = "", agent: str = "") -> SpendingState:
        """Return how the caps stand for a conversation and an agent."""
        book, spender = self._book(), Spender(conversation_id, agent)
        return SpendingState(
            tuple(self._meters(book, spender)), book.day(self._today()).all, book.chat(conversation_id)
        )

    async def before(self, wanted: Estimate, spender: Spender) -> Told:
        """Reserve what a request may use. Raises `SpendingStopped` where it would pass a cap: it must not be sent."""
        await self.load()
        # From here to the reservation nothing is awaited: no other chat can come between.
        meters = list(self._meters(self._book(), spender))
        allowed = wanted
        for meter in meters:
            answer = answer_within(meter, allowed, spender)
            if answer < min(LEAST_ANSWER, wanted.answer_tokens):
                raise stopped(meter, allowed)
            allowed = replace(allowed, answer_tokens=answer)
        reserved = Reserved(spender, allowed.used(spender.price, free=spender.free))
        self._reserved.append(reserved)
        return Told(reserved, allowed.answer_tokens, notices(meters, wanted, allowed, spender))

    async def settle(self, reserved: Reserved, used: Used) -> None:
        """Give back what was reserved and keep what was *used* instead. Holds out a cancellation of the caller."""
        if reserved not in self._reserved:
            return  # Settled before.
        self._reserved.remove(reserved)
        if used != NOTHING_USED:
            entry = _Entry(self._today(), reserved.spender, used)
            self._unkept.append(entry)
            keeping = asyncio.get_running_loop().run_in_executor(self._thread, self._keep, entry)
            # Not in the caller's own steps: it may be cancelled before they come.
            keeping.add_done_callback(self._now_kept)
            self.changes.publish(None)
            await asyncio.shield(keeping)

    def _book(self) -> Book:
        return _with(self._kept, self._unkept)

    def _meters(self, book: Book, spender: Spender) -> Iterator[Meter]:
        caps, day, chat = self._caps(), book.day(self._today()), book.chat(spender.conversation_id)
        agent = day.agents.get(spender.agent, NOTHING_USED)
        rows: tuple[tuple[Scope, Unit, float, Used], ...] = (
            ("day", "tokens", caps.day_tokens, day.all),
            ("chat", "tokens", caps.chat_tokens, chat),
            ("agent", "tokens", caps.agent_tokens if spender.agent else 0, agent),
            ("day", "dollars", caps.day_dollars, day.all),
            ("chat", "dollars", caps.chat_dollars, chat),
            ("agent", "dollars", caps.agent_dollars if spender.agent else 0, agent),
        )
        for scope, unit, most, used in rows:
            if most:
                waiting = [held.used for held in self._reserved if _shares(scope, held.spender, spender)]
                yield Meter(scope, unit, most, _in(unit, used), sum(_in(unit, held) for held in waiting))

    def _read(self) -> Book:
        self._store.load()
        return read_book(self._store.get(FACT))

    def _keep(self, entry: "_Entry") -> tuple[tuple["_Entry", ...], Book]:
        """Write *entry* behind what the file says now; return what it says afterwards, and which entries are in it."""
        self._to_write.append(entry)
        book = _with(self._read(), self._to_write)
        self._store.put(FACT, book.as_fact())
        written = self._read()
        if written != book:
            return (), written  # The disk is full, or another window was quicker: the next one writes this one too.
        done = tuple(self._to_write)
        self._to_write.clear()
        return done, written

    def _now_kept(self, keeping: "asyncio.Future[tuple[tuple[_Entry, ...], Book]]") -> None:
        if not keeping.cancelled() and keeping.exception() is None:
            entries, self._kept = keeping.result()
            self._unkept = [entry for entry in self._unkept if entry not in entries]


@dataclass(frozen=True, slots=True, eq=False)
class _Entry:
    """One use, on its way into the file."""

    day: date
    spender: Spender
    used: Used


def _with(book: Book, entries: Iterable[_Entry]) -> Book:
    for entry in entries:
        book = book.with_use(entry.day, entry.spender.conversation_id, entry.spender.agent, entry.used)
    return book


def _in(unit: Unit, used: Used) -> float:
    return used.tokens if unit == "tokens" else used.dollars


def _shares(scope: Scope, one: Spender, other: Spender) -> bool:
    match scope:
        case "day":
            return True
        case "chat":
            return one.conversation_id == other.conversation_id
        case "agent":
            return one.agent == other.agent
        case _:
            assert_never(scope)
