import asyncio

from tests.providers.asking import ask, request
from tests.support.scripted_provider import HangStep, ScriptedProvider
from vaultdesk.core.errors import ProviderBroken, ProviderUnreachable
from vaultdesk.providers.provider import TextArrived, TurnEnded

ANSWER = (TextArrived("Hi"), TurnEnded("end"))


async def test_turns_are_played_in_order_and_requests_remembered() -> None:
    provider = ScriptedProvider([ANSWER, (TextArrived("Bye"), TurnEnded("end"))])

    assert [(await ask(provider)).text, (await ask(provider)).text] == ["Hi", "Bye"]
    assert len(provider.requests) == 2


async def test_an_error_can_come_first_or_in_the_middle() -> None:
    down = ProviderUnreachable("Down", kind="network")
    provider = ScriptedProvider([down, (TextArrived("Ha"), down)])

    first, second = await ask(provider), await ask(provider)

    assert (first.text, first.error) == ("", down)
    assert (second.text, second.error) == ("Ha", down)


async def test_one_request_too_many_is_told() -> None:
    came = await ask(ScriptedProvider([]))

    assert isinstance(came.error, ProviderBroken)
    assert "one more" in came.error.title


async def test_a_turn_hangs_until_it_is_cancelled_or_released() -> None:
    stuck, free = HangStep(), HangStep()
    provider = ScriptedProvider([(TextArrived("Ha"), stuck), (free, *ANSWER)])

    async with asyncio.timeout(5):
        task = asyncio.ensure_future(ask(provider))
        await stuck.reached.wait()
        task.cancel()
        await asyncio.wait([task])
        assert task.cancelled()
        assert stuck.cancelled

        task = asyncio.ensure_future(ask(provider, request()))
        await free.reached.wait()
        free.release()
        assert (await task).text == "Hi"
