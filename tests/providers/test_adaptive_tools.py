from dataclasses import replace

import pytest

from tests.providers.asking import ask, request
from vaultdesk.core.errors import ProviderRefused, ProviderUnreachable
from vaultdesk.providers.adaptive_tools import AdaptiveTools
from vaultdesk.providers.capabilities import ToolManner, ToolWay
from vaultdesk.providers.events import Noticed, TextArrived, TurnEnded
from vaultdesk.providers.scripted import ScriptedProvider, ScriptedTurn

REFUSED = ProviderRefused("This model cannot use tools", trouble="no_tools")
ANSWER = [TextArrived("Hi"), TurnEnded("end")]


class Bench:
    """Three providers, one for each way, and what was decided."""

    def __init__(self, way: ToolWay, *native: ScriptedTurn) -> None:
        self.native = ScriptedProvider(native)
        self.sentinel = ScriptedProvider([ANSWER, ANSWER])
        self.xml = ScriptedProvider([ANSWER])
        self.way: ToolWay = way
        self.refusals = 0

    async def settle(self) -> ToolManner:
        return ToolManner(self.way, "so")

    async def refused(self) -> ToolManner:
        self.refusals += 1
        self.way = "sentinel"
        return await self.settle()

    def provider(self, *, auto: bool = True) -> AdaptiveTools:
        ways = {"native": self.native, "sentinel": self.sentinel, "xml": self.xml}
        return AdaptiveTools(ways, self.settle, self.refused if auto else None)  # type: ignore[arg-type]  # str keys


async def test_each_way_has_its_own_provider() -> None:
    for way in ("native", "sentinel", "xml"):
        bench = Bench(way, ANSWER)  # type: ignore[arg-type]  # one of the ways
        assert (await ask(bench.provider())).text == "Hi"
        assert [len(one.requests) for one in (bench.native, bench.sentinel, bench.xml)] == [
            int(way == "native"),
            int(way == "sentinel"),
            int(way == "xml"),
        ]


async def test_a_refusal_of_tools_moves_the_model_to_text_and_the_question_goes_through() -> None:
    """PROTOCOLS 5.5.19."""
    bench = Bench("native", REFUSED)
    provider = bench.provider()
    outcome = await ask(provider)

    assert outcome.error is None
    assert outcome.text == "Hi"
    assert outcome.events[0] == Noticed("so")
    assert bench.sentinel.requests == bench.native.requests
    assert bench.refusals == 1

    assert (await ask(provider)).text == "Hi"
    assert len(bench.native.requests) == 1, "it is asked natively once and never again"


async def test_a_way_set_by_the_person_is_not_left() -> None:
    bench = Bench("native", REFUSED)

    assert (await ask(bench.provider(auto=False))).error is REFUSED
    assert bench.refusals == 0


@pytest.mark.parametrize(
    "error", [ProviderRefused("No key", trouble="auth"), ProviderUnreachable("x", trouble="network")]
)
async def test_any_other_error_is_the_persons_to_see(error: ProviderRefused) -> None:
    bench = Bench("native", error)

    assert (await ask(bench.provider())).error is error
    assert bench.refusals == 0


async def test_a_refusal_after_the_first_word_is_not_answered_twice() -> None:
    bench = Bench("native", [TextArrived("Half"), REFUSED])
    outcome = await ask(bench.provider())

    assert (outcome.text, outcome.error) == ("Half", REFUSED)


async def test_a_notice_of_a_retry_is_no_word_of_the_answer() -> None:
    bench = Bench("native", [Noticed("Asking again"), REFUSED])

    assert (await ask(bench.provider())).text == "Hi"


async def test_a_model_without_any_tools_is_asked_in_text_alone() -> None:
    bench = Bench("none")
    await ask(bench.provider(), request())

    assert bench.sentinel.requests[0].tools == ()
    assert bench.sentinel.requests[0].messages == bench.sentinel.requests[0].messages


async def test_a_request_that_wants_tools_by_text_gets_them_so_where_they_would_be_native() -> None:
    wanted = replace(request(), by_text=True)
    expected: dict[ToolWay, list[int]] = {"native": [0, 1, 0], "sentinel": [0, 1, 0], "xml": [0, 0, 1]}
    for way, asked in expected.items():
        bench = Bench(way, ANSWER)
        assert (await ask(bench.provider(auto=False), wanted)).text == "Hi"
        assert [len(one.requests) for one in (bench.native, bench.sentinel, bench.xml)] == asked
