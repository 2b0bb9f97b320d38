import asyncio

from tests.providers.asking import ask, request
from tests.support.scripted_provider import HangStep, ScriptedProvider
from vaultdesk.core.errors import ProviderBroken, ProviderUnreachable
from vaultdesk.providers.provider import TextArrived, TurnEnded

ANSWER = (TextArrived("Hi"), TurnEnded("end"))


async def test_turns_are_played_in_order_and_requests_are_stored() -> None:
    provider = ScriptedProvider([ANSWER, (TextArrived("Bye"), TurnEnded("end"))])

    assert [(await ask(provider)).text, (await ask(provider)).text] == ["Hi", "Bye"]
    assert len(provider.requests) == 2


async def test_an_error_can_precede_or_interrupt_an_answer() -> None:
    error = ProviderUnreachable("Down", kind="network")
    provider = ScriptedProvider([error, (TextArrived("Ha"), error)])

    first, second = await ask(provider), await ask(provider)

    assert (first.text, first.error) == ("", error)
    assert (second.text, second.error) == ("Ha", error)


async def test_a_request_beyond_the_script_is_an_error() -> None:
    outcome = await ask(ScriptedProvider([]))

    assert isinstance(outcome.error, ProviderBroken)
    assert "one more" in outcome.error.title


async def test_a_turn_hangs_until_it_is_cancelled_or_released() -> None:
    cancelled_step, released_step = HangStep(), HangStep()
    provider = ScriptedProvider([(TextArrived("Ha"), cancelled_step), (released_step, *ANSWER)])

    async with asyncio.timeout(5):
        task = asyncio.ensure_future(ask(provider))
        await cancelled_step.reached.wait()
        task.cancel()
        await asyncio.wait([task])
        assert task.cancelled()
        assert cancelled_step.cancelled

        task = asyncio.ensure_future(ask(provider, request()))
        await released_step.reached.wait()
        released_step.release()
        assert (await task).text == "Hi"
