"""Spending caps by day, chat and agent: checked before each request, with reservations for requests under way."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing, suppress
from datetime import date
from typing import Literal, assert_never

from msgspec import Struct

from vaultdesk.agent.token_usage import (
    NO_USAGE,
    RequestEstimate,
    UsageAmount,
    UsageBook,
    estimate_request,
    read_usage_book,
)
from vaultdesk.core.errors import BudgetExceeded
from vaultdesk.core.feed import Feed
from vaultdesk.core.phrases import Number, Phrase
from vaultdesk.core.platform.program_file import JsonStore
from vaultdesk.core.settings.settings_schema import SpendingLimits
from vaultdesk.core.text_tokens import text_tokens
from vaultdesk.core.values import replace
from vaultdesk.providers.offline.offline_assistant import OFFLINE_DESTINATION
from vaultdesk.providers.provider import (
    CallReady,
    ModelEvent,
    ModelRequest,
    Noticed,
    Price,
    Provider,
    ReasoningArrived,
    TextArrived,
    TurnEnded,
    UsageReported,
)
from vaultdesk.providers.wrappers import ProviderWrapper

NOTICE_SHARE = 0.8
"""Share of a cap from which a notice is given before a request is sent."""

MIN_ANSWER_TOKENS = 500
"""Minimum tokens of a useful answer; if less is left, the request is not sent."""

CapScope = Literal["day", "chat", "agent"]
"""What a cap applies to: everything of a day, one conversation, or one agent in a day."""

CapUnit = Literal["tokens", "dollars"]
"""Unit of a cap."""


class Spender(Struct, frozen=True):
    """The model and agent that a request is charged to."""

    conversation_id: str = ""
    agent: str = ""
    price: Price | None = None
    """Price of the model; None if not known."""
    free: bool = False
    """Whether the model runs on this computer: it costs no money, but its tokens count."""
    model: str = ""
    """`provider/name`, for messages."""


class CapMeter(Struct, frozen=True):
    """One spending cap and how much of it is used."""

    scope: CapScope
    unit: CapUnit
    limit: float
    used: float
    reserved: float = 0.0
    """Amount reserved for requests under way."""

    @property
    def remaining(self) -> float:
        """Amount available for a further request."""
        return max(0.0, self.limit - self.used - self.reserved)

    @property
    def share(self) -> float:
        """Used share of the cap; may exceed 1."""
        return (self.used + self.reserved) / self.limit


class BudgetState(Struct, frozen=True):
    """State of the caps, for meters."""

    meters: tuple[CapMeter, ...]
    """One for each cap that is set."""
    today: UsageAmount
    """Usage of today, including usage without a cap."""


class BudgetNotice(Struct, frozen=True):
    """A notice for the user before a request is sent."""

    key: str
    """Identifies the notice among the requests of one question, whose figures differ."""
    text: Phrase


def answer_tokens_within(meter: CapMeter, estimate: RequestEstimate, spender: Spender) -> int:
    """Return the length of answer that *meter* leaves room for, at most the requested one; negative if none."""
    if meter.unit == "tokens":
        return min(estimate.answer_tokens, int(meter.remaining) - estimate.input_tokens - estimate.reasoning_tokens)
    if spender.free or spender.price is None:
        return estimate.answer_tokens  # Nothing that could be counted; `budget_notices` reports it.
    remaining = meter.remaining * 1_000_000 - estimate.input_tokens * spender.price.input
    if spender.price.output <= 0:
        return estimate.answer_tokens if remaining >= 0 else -1
    return min(estimate.answer_tokens, int(remaining / spender.price.output) - estimate.reasoning_tokens)


def cap_exceeded_error(meter: CapMeter, estimate: RequestEstimate) -> BudgetExceeded:
    """Return the error for a request that would exceed *meter*."""
    state_text = (
        Phrase("{0} of {1} left", _remaining_text(meter), _limit_text(meter))
        if meter.remaining
        else Phrase("{0} used up", _limit_text(meter))
    )
    hint = (
        Phrase(
            "It may use about {0} tokens. Change the limit in Settings, Limits, or start a new chat.",
            Number(estimate.tokens),
        )
        if meter.scope == "chat"
        else Phrase("It may use about {0} tokens. Change the limit in Settings, Limits.", Number(estimate.tokens))
    )
    return BudgetExceeded(
        Phrase("This question was not sent: it would exceed your limit, {0}", state_text),
        hint=hint,
        scope=meter.scope,
        unit=meter.unit,
    )


def budget_notices(
    meters: Sequence[CapMeter], estimate: RequestEstimate, allowed: RequestEstimate, spender: Spender
) -> tuple[BudgetNotice, ...]:
    """Return the notices for the user before a request is sent, one sentence for each cap that is nearly reached."""
    notices = []
    for meter in meters:
        if meter.unit == "dollars" and spender.price is None and not spender.free:
            model = spender.model or Phrase("this model")
            text = Phrase("The price of {0} is not known: it is not counted for {1}.", model, _limit_text(meter))
            notices.append(BudgetNotice(f"price {meter.scope}", text))
            continue
        usage = allowed.usage(spender.price, free=spender.free)
        amount = usage.tokens if meter.unit == "tokens" else usage.dollars
        if amount and meter.used + meter.reserved + amount >= NOTICE_SHARE * meter.limit:
            amount_text = (
                Phrase("{0} tokens", Number(usage.tokens)) if meter.unit == "tokens" else _dollar_text(usage.dollars)
            )
            text = Phrase(
                "This question may use about {0}; {1} of {2} are left.",
                amount_text,
                _remaining_text(meter),
                _limit_text(meter),
            )
            notices.append(BudgetNotice(f"{meter.unit} {meter.scope}", text))
    if allowed.answer_tokens < estimate.answer_tokens:
        text = Phrase(
            "The answer may be at most {0} tokens long, to stay within your limit.", Number(allowed.answer_tokens)
        )
        notices.append(BudgetNotice("answer", text))
    return tuple(notices)


def _remaining_text(meter: CapMeter) -> str:
    return Number(int(meter.remaining)) if meter.unit == "tokens" else _dollar_text(meter.remaining)


def _limit_text(meter: CapMeter) -> Phrase:
    """Return the cap as text: `today's 20,000 tokens`."""
    amount = Phrase("{0} tokens", Number(meter.limit)) if meter.unit == "tokens" else _dollar_text(meter.limit)
    match meter.scope:
        case "day":
            return Phrase("today's {0}", amount)
        case "chat":
            return Phrase("this chat's {0}", amount)
        case "agent":
            return Phrase("this agent's daily {0}", amount)


def _dollar_text(dollars: float) -> Phrase:
    return Phrase("${0}", Number(dollars, 2 if dollars >= 0.1 or not dollars else 4))


# Requests under way are reserved, so that several chats at once cannot exceed a cap together. A cap never selects
# another model.

USAGE_FACT = "spent"
"""Key of the usage record in its store."""


class BudgetReservation(Struct, frozen=True, eq=False):
    """Amount that a request under way may use; released by `settle`."""

    spender: Spender
    used: UsageAmount


class RequestAllowance(Struct, frozen=True):
    """What a request may use."""

    reservation: BudgetReservation
    output_tokens: int
    """Maximum answer length: as requested, or what is left."""
    notices: tuple[BudgetNotice, ...] = ()
    """Notices for the user before it is sent."""


class Budget:
    """Usage of all vaults of a user. Used on the loop's thread."""

    def __init__(
        self,
        store: JsonStore,
        limits: Callable[[], SpendingLimits] = SpendingLimits,
        today: Callable[[], date] = date.today,
    ) -> None:
        """*limits* returns the current settings; *today* returns the date in the user's calendar."""
        self._store = store
        self._limits = limits
        self._today = today
        self._stored = UsageBook()
        """The usage last read from the file."""
        self._unstored: list[_UsageEntry] = []
        """Usage that the file does not contain yet; it stays here if the file cannot be written."""
        self._to_write: list[_UsageEntry] = []
        """The same list, as used by the store's thread."""
        self._reservations: list[BudgetReservation] = []
        self._store_thread = ThreadPoolExecutor(1, thread_name_prefix="spending")
        self.changes: Feed[None] = Feed()
        """Published after usage was added."""

    async def load(self) -> None:
        """Read the usage, including that of other windows."""
        self._stored = await asyncio.get_running_loop().run_in_executor(self._store_thread, self._read)

    async def aclose(self) -> None:
        """Finish writing and end the thread. May be called twice."""
        with suppress(RuntimeError):  # Already closed.
            await asyncio.get_running_loop().run_in_executor(self._store_thread, lambda: None)
        self._store_thread.shutdown(wait=False)

    def state(self, conversation_id: str = "", agent: str = "") -> BudgetState:
        """Return the state of the caps for a conversation and an agent."""
        book, spender = self._book(), Spender(conversation_id, agent)
        return BudgetState(tuple(self._meters(book, spender)), book.day(self._today()).all)

    async def reserve(self, estimate: RequestEstimate, spender: Spender) -> RequestAllowance:
        """Reserve what a request may use. Raises `BudgetExceeded` if that exceeds a cap; it must not be sent then."""
        await self.load()
        # Nothing is awaited from here to the reservation, so that no other chat can reserve in between.
        meters = list(self._meters(self._book(), spender))
        allowed = estimate
        for meter in meters:
            answer = answer_tokens_within(meter, allowed, spender)
            if answer < min(MIN_ANSWER_TOKENS, estimate.answer_tokens):
                raise cap_exceeded_error(meter, allowed)
            allowed = replace(allowed, answer_tokens=answer)
        reservation = BudgetReservation(spender, allowed.usage(spender.price, free=spender.free))
        self._reservations.append(reservation)
        return RequestAllowance(reservation, allowed.answer_tokens, budget_notices(meters, estimate, allowed, spender))

    async def settle(self, reservation: BudgetReservation, used: UsageAmount) -> None:
        """Release the reservation and record *used* instead. Completes even if the caller is cancelled."""
        if reservation not in self._reservations:
            return  # Already settled.
        self._reservations.remove(reservation)
        if used != NO_USAGE:
            entry = _UsageEntry(self._today(), reservation.spender, used)
            self._unstored.append(entry)
            write = asyncio.get_running_loop().run_in_executor(self._store_thread, self._store_entry, entry)
            # A callback, because the caller may be cancelled before its next step.
            write.add_done_callback(self._entry_stored)
            self.changes.publish(None)
            await asyncio.shield(write)

    def _book(self) -> UsageBook:
        return _with_entries(self._stored, self._unstored)

    def _meters(self, book: UsageBook, spender: Spender) -> Iterator[CapMeter]:
        limits, day, chat = self._limits(), book.day(self._today()), book.chat(spender.conversation_id)
        agent = day.agents.get(spender.agent, NO_USAGE)
        rows: tuple[tuple[CapScope, CapUnit, float, UsageAmount], ...] = (
            ("day", "tokens", limits.day_tokens, day.all),
            ("chat", "tokens", limits.chat_tokens, chat),
            ("agent", "tokens", limits.agent_tokens if spender.agent else 0, agent),
            ("day", "dollars", limits.day_dollars, day.all),
            ("chat", "dollars", limits.chat_dollars, chat),
            ("agent", "dollars", limits.agent_dollars if spender.agent else 0, agent),
        )
        for scope, unit, limit, used in rows:
            if limit:
                reserved = [
                    reservation.used
                    for reservation in self._reservations
                    if _share_cap(scope, reservation.spender, spender)
                ]
                yield CapMeter(
                    scope,
                    unit,
                    limit,
                    _amount_in(unit, used),
                    sum(_amount_in(unit, reservation) for reservation in reserved),
                )

    def _read(self) -> UsageBook:
        self._store.load()
        return read_usage_book(self._store.get(USAGE_FACT))

    def _store_entry(self, entry: "_UsageEntry") -> "_StoredUsage":
        """Add *entry* to the usage in the file. Runs in the store's thread."""
        self._to_write.append(entry)
        book = _with_entries(self._read(), self._to_write)
        self._store.put(USAGE_FACT, book.as_fact())
        stored_book = self._read()
        if stored_book != book:
            return _StoredUsage(
                (), stored_book
            )  # The disk is full, or another window wrote first: the next write includes this entry.
        stored_entries = tuple(self._to_write)
        self._to_write.clear()
        return _StoredUsage(stored_entries, stored_book)

    def _entry_stored(self, write: "asyncio.Future[_StoredUsage]") -> None:
        if not write.cancelled() and write.exception() is None:
            stored = write.result()
            self._stored = stored.book
            self._unstored = [entry for entry in self._unstored if entry not in stored.entries]


class _StoredUsage(Struct, frozen=True):
    """Contents of the file after a write, and which of the new entries it includes."""

    entries: "tuple[_UsageEntry, ...]"
    book: UsageBook


class _UsageEntry(Struct, frozen=True, eq=False):
    """One use that is to be written to the file."""

    day: date
    spender: Spender
    used: UsageAmount


def _with_entries(book: UsageBook, entries: Iterable[_UsageEntry]) -> UsageBook:
    for entry in entries:
        book = book.with_usage(entry.day, entry.spender.conversation_id, entry.spender.agent, entry.used)
    return book


def _amount_in(unit: CapUnit, used: UsageAmount) -> float:
    return used.tokens if unit == "tokens" else used.dollars


def _share_cap(scope: CapScope, first: Spender, second: Spender) -> bool:
    match scope:
        case "day":
            return True
        case "chat":
            return first.conversation_id == second.conversation_id
        case "agent":
            return first.agent == second.agent
        case _:
            assert_never(scope)


# The outermost wrapper, outside the privacy gate too: a request that would exceed a cap asks and sends nothing.


class BudgetedProvider(ProviderWrapper):
    """Provider that keeps one agent within the spending caps; *price* returns the price of its model, or None."""

    def __init__(
        self,
        provider: Provider,
        budget: Budget,
        price: Callable[[], Price | None] = lambda: None,
        agent: str = "",
        model: str = "",
    ) -> None:
        """*agent* is empty for the default assistant; *model* is `provider/name`, for messages."""
        super().__init__(provider)
        self._budget = budget
        self._price = price
        self._agent = agent
        self._model = model
        self._shown_notices: set[tuple[str, str]] = set()

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        """Stream the answer within the caps. Raises `BudgetExceeded` before sending, and the provider's errors."""
        if self.destination == OFFLINE_DESTINATION:  # It reads no tokens and costs nothing: no cap applies.
            async with aclosing(self._provider.stream(request)) as events:
                async for event in events:
                    yield event
            return
        free = self.destination.local
        spender = Spender(request.conversation_id, self._agent, self._price(), free, self._model)
        estimate = estimate_request(request)
        allowance = await self._budget.reserve(estimate, spender)
        usage_meter = _UsageMeter(estimate)
        try:
            for notice in self._new_notices(request, allowance.notices):
                yield Noticed(notice)
            shortened = allowance.output_tokens < request.max_output_tokens
            limited = replace(
                request,
                max_output_tokens=allowance.output_tokens,
                length_is_set=request.length_is_set or shortened,
            )
            async with aclosing(self._provider.stream(limited)) as events:
                async for event in events:
                    usage_meter.record(event)
                    yield event
        finally:
            await self._budget.settle(allowance.reservation, usage_meter.usage(spender))

    def _new_notices(self, request: ModelRequest, notices: Sequence[BudgetNotice]) -> list[Phrase]:
        """Return the new notices: all of them before a question, none twice during its tool calls."""
        chat = request.conversation_id
        if request.messages and request.messages[-1].role == "user":
            self._shown_notices = {key for key in self._shown_notices if key[0] != chat}
        new_notices = [notice.text for notice in notices if (chat, notice.key) not in self._shown_notices]
        self._shown_notices.update((chat, notice.key) for notice in notices)
        return new_notices


class _UsageMeter:
    """Usage of one request as far as it is known."""

    def __init__(self, estimate: RequestEstimate) -> None:
        self._estimate = estimate
        self._reported: UsageReported | None = None
        self._output_tokens = 0
        self._ended = False
        self._started = False

    def record(self, event: ModelEvent) -> None:
        match event:
            case UsageReported():
                self._reported, self._started = event, True
            case TextArrived(text) | ReasoningArrived(text):
                self._output_tokens += text_tokens(text)
                self._started = True
            case CallReady(call):
                self._output_tokens += text_tokens(call.arguments_json)
                self._started = True
            case TurnEnded():
                self._ended = self._started = True
            case _:
                pass  # For display: the call itself is counted when it is complete.

    def usage(self, spender: Spender) -> UsageAmount:
        """Return the usage to record: as reported, else estimated; none if the model did not answer."""
        if not self._started:
            return NO_USAGE
        usage = self._reported
        if usage is None:
            return replace(self._estimate, answer_tokens=self._output_tokens, reasoning_tokens=0).usage(
                spender.price, free=spender.free
            )
        # An interrupted answer has reported only the usage at its beginning.
        output = usage.output_tokens if self._ended else max(usage.output_tokens, self._output_tokens)
        counted = RequestEstimate(usage.input_tokens, output).usage(spender.price, free=spender.free)
        if usage.cost is not None and self._ended and not spender.free:
            return UsageAmount(tokens=counted.tokens, dollars=usage.cost)
        return counted
