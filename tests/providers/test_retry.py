from tests.providers.asking import ask, request
from vaultdesk.core.errors import ProviderBroken, ProviderError, ProviderRefused, ProviderUnreachable
from vaultdesk.providers.events import Noticed, TextArrived, TurnEnded
from vaultdesk.providers.retry import LONGEST_WAIT, Retrying
from vaultdesk.providers.scripted import ScriptedProvider, ScriptedTurn

ANSWER = (TextArrived("Hi"), TurnEnded("end"))


def busy(retry_after: float | None = None) -> ProviderUnreachable:
    return ProviderUnreachable("Work is busy", trouble="overloaded", retry_after=retry_after)


class Waits(list[float]):
    async def __call__(self, seconds: float) -> None:
        self.append(seconds)


def retrying(*turns: ScriptedTurn) -> tuple[Retrying, ScriptedProvider, Waits]:
    inner, waits = ScriptedProvider(turns), Waits()
    return Retrying(inner, wait=waits), inner, waits


async def test_it_asks_three_times_and_says_so() -> None:
    provider, inner, waits = retrying(busy(), busy(), ANSWER)

    came = await ask(provider)

    assert came.events == [
        Noticed("Work is busy. Asking again in 1 s (1 of 2)."),
        Noticed("Work is busy. Asking again in 3 s (2 of 2)."),
        *ANSWER,
    ]
    assert waits == [1.0, 3.0]
    assert len(inner.requests) == 3


async def test_after_three_times_it_gives_up() -> None:
    provider, inner, waits = retrying(busy(), busy(), busy(), ANSWER)

    came = await ask(provider)

    assert isinstance(came.error, ProviderUnreachable)
    assert (len(inner.requests), waits) == (3, [1.0, 3.0])


async def test_the_servers_own_wish_counts() -> None:
    provider, _, waits = retrying(busy(retry_after=7), ANSWER)

    assert (await ask(provider)).text == "Hi"
    assert waits == [7]


async def test_a_long_wish_is_left_to_the_person() -> None:
    provider, inner, waits = retrying(busy(retry_after=LONGEST_WAIT + 1), ANSWER)

    came = await ask(provider)

    assert came.error is not None
    assert (len(inner.requests), waits) == (1, [])


async def test_nothing_is_ever_said_twice() -> None:
    provider, inner, waits = retrying((TextArrived("Hal"), busy()), ANSWER)

    came = await ask(provider)

    assert came.text == "Hal"
    assert isinstance(came.error, ProviderUnreachable)
    assert (len(inner.requests), waits) == (1, [])


async def test_what_asking_again_cannot_mend_is_not_asked_again() -> None:
    errors: tuple[ProviderError, ...] = (
        ProviderRefused("No", trouble="auth"),
        ProviderBroken("Odd", trouble="protocol"),
    )
    for error in errors:
        provider, inner, waits = retrying(error, ANSWER)

        assert (await ask(provider)).error is error
        assert (len(inner.requests), waits) == (1, [])


async def test_it_looks_like_what_it_wraps_and_closes_it() -> None:
    provider, inner, _ = retrying(ANSWER)

    assert provider.destination == inner.destination
    assert await provider.models() == await inner.models()
    await provider.aclose()
    assert inner.closed


async def test_stopping_stops_what_it_wraps() -> None:
    provider, _, _ = retrying(ANSWER)
    stream = provider.stream(request())

    assert await anext(stream) == TextArrived("Hi")
    await stream.aclose()


async def test_a_notice_of_a_loading_model_does_not_end_the_patience() -> None:
    loading = Noticed("The box is loading the model.")
    provider, _, waits = retrying([loading, busy()], ANSWER)

    assert (await ask(provider)).text == "Hi"
    assert waits == [1.0]
