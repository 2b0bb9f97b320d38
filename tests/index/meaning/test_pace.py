"""Pace: reading waits for whoever asks, for a scan, and as the person wishes."""

import asyncio

import pytest

from vaultdesk.index.events import IndexState
from vaultdesk.index.meaning import pace as paces
from vaultdesk.index.meaning.pace import Pace, Wishes


async def turns(pace: Pace) -> bool:
    try:
        async with asyncio.timeout(0):
            await pace.turn()
    except TimeoutError:
        return False
    return True


async def test_it_waits_until_the_last_question_is_answered() -> None:
    pace = Pace(Wishes)
    assert await turns(pace)
    with pace.asking():
        with pace.asking():
            assert not await turns(pace)
        assert not await turns(pace)
    assert await turns(pace)


async def test_a_question_that_fails_holds_nothing_up() -> None:
    pace = Pace(Wishes)
    with pytest.raises(ValueError, match="no"), pace.asking():
        raise ValueError("no")
    assert await turns(pace)


async def test_it_waits_while_notes_are_scanned() -> None:
    pace = Pace(Wishes)
    pace.follow(IndexState("scanning"))
    assert not await turns(pace)
    pace.follow(IndexState("failed"))
    assert await turns(pace)


async def test_the_person_and_the_battery_pause_it() -> None:
    wishes = [Wishes()]
    pace = Pace(lambda: wishes[0])
    assert pace.why == ""
    pace.pause()
    assert pace.why == "Paused."
    pace.resume()
    pace.tell_power(True)
    assert pace.why == "Paused on battery."
    wishes[0] = Wishes(paused=True, on_battery=True)
    assert pace.why == "Paused."
    wishes[0] = Wishes(on_battery=True)
    assert pace.why == ""


async def test_the_power_is_looked_at_now_and_then_and_only_where_it_matters(monkeypatch: pytest.MonkeyPatch) -> None:
    wishes = [Wishes()]
    pace = Pace(lambda: wishes[0])
    assert pace.power_unknown
    pace.tell_power(False)
    assert not pace.power_unknown
    monkeypatch.setattr(paces, "POWER_EVERY", 0.0)
    assert pace.power_unknown
    wishes[0] = Wishes(on_battery=True)
    assert not pace.power_unknown
