"""Choice: who reads, who answers meanwhile, and who may leave memory."""

import pytest

from tests.index.meaning.hashing import Hashing
from vaultdesk.core.errors import MeaningFailed
from vaultdesk.index.meaning.choice import Choice
from vaultdesk.index.meaning.model_store import Model

OLD, OLDER = Model(1, "old", "Old", 8, complete=True), Model(2, "older", "Older", 8, complete=True)
HALF, MINE = Model(3, "half", "Half", 8, complete=False), Model(4, "mine", "Mine", 0, complete=False)


def nobody(name: str) -> None:
    return None


async def test_the_same_choice_keeps_the_one_in_memory() -> None:
    first, second = Hashing("a"), Hashing("a")
    chosen = [first]
    choice = Choice(lambda: chosen[0], nobody)
    await choice.renew()
    chosen[0] = second
    assert await choice.renew() is first
    chosen[0] = third = Hashing("b")
    assert await choice.renew() is third
    assert first.closed == 1


async def test_one_that_still_answers_stays() -> None:
    first, second = Hashing("a"), Hashing("b")
    chosen = [first]
    choice = Choice(lambda: chosen[0], nobody)
    await choice.renew()
    await choice.answer_with(OLD, first)
    chosen[0] = second
    await choice.renew()
    assert first.closed == 0
    await choice.answer_with(MINE, second)
    assert first.closed == 1


async def test_who_cannot_be_had_reads_for_nobody() -> None:
    first = Hashing("a")

    def chosen() -> Hashing:
        if choice.reader is None and first.closed == 0 and not begun:
            begun.append(1)
            return first
        raise MeaningFailed("Gone", absent=True)

    begun: list[int] = []
    choice = Choice(chosen, nobody)
    await choice.renew()
    with pytest.raises(MeaningFailed):
        await choice.renew()
    assert (choice.reader, first.closed) == (None, 1)


def test_the_last_complete_model_that_can_be_had_answers_meanwhile() -> None:
    had = {"old": Hashing("old")}
    choice = Choice(lambda: None, had.get)
    assert choice.older_of([OLD, OLDER, HALF], MINE) == (OLD, had["old"])
    assert choice.older_of([HALF], MINE) is None
    assert choice.older_of([OLDER], MINE) is None
    assert choice.older_of([OLD], Model(4, "mine", "Mine", 8, complete=True)) is None


def test_one_that_is_not_installed_any_more_does_not_answer() -> None:
    def named(name: str) -> Hashing:
        raise MeaningFailed("Gone", absent=True)

    assert Choice(lambda: None, named).older_of([OLD], MINE) is None


async def test_resting_frees_each_once() -> None:
    both = Hashing("a")
    choice = Choice(lambda: both, nobody)
    await choice.renew()
    await choice.answer_with(OLD, both)
    choice.in_use = True
    await choice.rest()
    assert (both.closed, choice.in_use) == (1, False)
