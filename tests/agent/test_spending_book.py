"""The book of what was used up."""

from datetime import date, timedelta

import pytest
from pydantic import JsonValue

from vaultdesk.agent.spending_book import AGENTS_KEPT, CHATS_KEPT, DAYS_KEPT, Book, Day, Used, read_book

DAY = date(2026, 11, 20)
TEN = Used(tokens=10, dollars=0.5)


def test_a_use_counts_for_its_day_its_chat_and_its_agent() -> None:
    book = Book().with_use(DAY, "chat_1", "Librarian", TEN).with_use(DAY, "chat_2", "", Used(tokens=1, unpriced=1))

    assert book.day(DAY) == Day(all=Used(tokens=11, dollars=0.5, unpriced=1), agents={"Librarian": TEN})
    assert (book.chat("chat_1"), book.chat("chat_2"), book.chat("chat_3")) == (TEN, Used(tokens=1, unpriced=1), Used())


def test_another_day_begins_at_nothing_but_a_chat_goes_on() -> None:
    book = Book().with_use(DAY, "chat_1", "Librarian", TEN).with_use(DAY + timedelta(1), "chat_1", "Librarian", TEN)

    assert book.day(DAY + timedelta(1)).all == TEN
    assert book.chat("chat_1").tokens == 20


def test_what_is_kept_is_read_back() -> None:
    book = Book().with_use(DAY, "chat_1", "Librarian", TEN)

    assert read_book(book.as_fact()) == book


@pytest.mark.parametrize("fact", [None, 7, "x", [], {"days": {"2026-11-20": {"all": {"tokens": -5}}}}, {"chats": 1}])
def test_what_cannot_be_read_is_begun_anew(fact: JsonValue) -> None:
    assert read_book(fact) == Book()


def test_old_days_old_chats_and_endless_agents_are_not_kept() -> None:
    book = Book()
    for number in range(CHATS_KEPT + 5):
        book = book.with_use(DAY + timedelta(number % (DAYS_KEPT + 5)), f"chat_{number}", f"Agent {number}", TEN)
    for number in range(AGENTS_KEPT + 5):
        book = book.with_use(DAY + timedelta(100), "chat_5", f"Agent {number}", TEN)

    assert len(book.days) == DAYS_KEPT
    assert len(book.chats) == CHATS_KEPT
    assert "chat_0" not in book.chats
    assert list(book.chats)[-1] == "chat_5"
    assert len(book.day(DAY + timedelta(100)).agents) == AGENTS_KEPT
    assert book.day(DAY + timedelta(100)).all.tokens == 10 * (AGENTS_KEPT + 5)
