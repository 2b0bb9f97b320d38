"""Tests of providers/capabilities.py."""

import asyncio
import json
import struct
import zlib
from collections.abc import AsyncGenerator, Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from tests.support.scripted_provider import SCRIPTED
from vaultdesk.chat.messages import ToolCallPart, new_id
from vaultdesk.core.errors import ProviderRefused, ProviderUnreachable
from vaultdesk.core.text_tokens import text_tokens
from vaultdesk.core.transmission import Destination
from vaultdesk.providers.capabilities import (
    CODE_WORD,
    MAX_THINKING_ANSWER,
    ONE_CALL_PROMPT,
    PROBE_TOOL,
    TWO_CALLS_PROMPT,
    CapabilityCard,
    CapabilityProbe,
    choose_tool_mode,
    padding_for,
    red_square,
)
from vaultdesk.providers.provider import (
    CallReady,
    ModelEvent,
    ModelInfo,
    ModelRequest,
    ReasoningArrived,
    TextArrived,
    TurnEnded,
)

WHO = ("Ollama", "gemma3")
PROBED = datetime(2026, 1, 2, tzinfo=UTC)


def card(**known: Any) -> CapabilityCard:
    return CapabilityCard(**known)


@pytest.mark.parametrize(
    ("setting", "info", "known", "way", "why"),
    [
        ("auto", None, None, "native", "Ollama does not report whether gemma3 supports tools."),
        ("auto", ModelInfo("gemma3", tools=True), None, "native", "Ollama reports that gemma3 supports tools."),
        ("auto", ModelInfo("gemma3", tools=False), None, "sentinel", "reports that gemma3 does not support tools"),
        ("auto", ModelInfo("gemma3", tools=True), card(refused=True), "sentinel", "rejected the tools"),
        ("auto", None, card(lost_tools=True), "sentinel", "Ollama did not pass the tools on to gemma3."),
        ("auto", ModelInfo("gemma3", tools=True), card(lost_tools=True), "native", "supports tools"),
        ("auto", ModelInfo("gemma3", tools=False), card(native=True), "native", "called a tool when it was tested"),
        ("auto", ModelInfo("gemma3", tools=True), card(native=False, sentinel=True), "sentinel", "when it was tested"),
        ("auto", None, card(native=False, sentinel=False, xml=True), "xml", "no native tool call"),
        ("auto", None, card(native=False, sentinel=False, xml=False), "none", "no tool in any form"),
        ("auto", None, card(native=False), "sentinel", "no native tool call"),
        ("auto", ModelInfo("gemma3", tools=False), card(images=True), "sentinel", "does not support tools"),
        ("auto", None, card(refused=True, native=False, sentinel=False, xml=False), "none", "no tool in any form"),
        ("xml", ModelInfo("gemma3", tools=True), card(native=True), "xml", "set in Settings"),
        ("native", None, card(refused=True), "native", "set in Settings"),
        ("none", None, None, "none", "Tools are off in Settings"),
    ],
)
def test_a_persons_word_beats_what_was_seen_and_that_beats_the_list(
    setting: Any, info: ModelInfo | None, known: CapabilityCard | None, way: str, why: str
) -> None:
    choice = choose_tool_mode(setting, *WHO, info, known, "sentinel")

    assert choice.mode == way
    assert why in choice.reason
    assert choice.downgraded == (way != "native")


def test_text_is_given_in_the_models_own_dialect_unless_only_the_other_worked() -> None:
    none = ModelInfo("m", tools=False)

    assert choose_tool_mode("auto", *WHO, none, None, "xml").mode == "xml"
    assert choose_tool_mode("auto", *WHO, none, card(xml=False, sentinel=True), "xml").mode == "sentinel"
    assert choose_tool_mode("auto", *WHO, none, card(xml=False, sentinel=None), "xml").mode == "xml"


def test_a_card_is_read_back_and_unknown_keys_are_passed_over() -> None:
    kept = card(native=True, context=4096, probed=PROBED).model_dump(mode="json", exclude_defaults=True)

    assert kept == {"native": True, "context": 4096, "probed": "2026-01-02T00:00:00Z"}
    assert CapabilityCard.model_validate({**kept, "later": 1}) == card(native=True, context=4096, probed=PROBED)


def test_a_card_tells_people_what_is_known_and_what_is_not() -> None:
    lines = card(native=False, refused=True, sentinel=True, images=False, context=131072).lines()

    assert "Native tool calls: no (it rejected the tools)" in lines
    assert "Text-based tools, <tool_call>: yes" in lines
    assert "Text-based tools, <use_tool>: not known" in lines
    assert "Sees pictures: no" in lines
    assert "Context window: 131,072 tokens" in lines


Play = Callable[[ModelRequest], list[ModelEvent]]


class Player:
    """A model that plays by a rule."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self.requests: list[ModelRequest] = []

    @property
    def destination(self) -> Destination:
        return SCRIPTED

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        self.requests.append(request)
        for event in self.play(request):
            yield event

    async def models(self) -> tuple[ModelInfo, ...]:
        return ()

    async def aclose(self) -> None:
        return


def called(*words: str) -> list[ModelEvent]:
    calls = [
        ToolCallPart(
            id=new_id("call"), name=PROBE_TOOL.name, arguments_json=json.dumps({"word": w}), arguments={"word": w}
        )
        for w in words
    ]
    return [*(CallReady(call) for call in calls), TurnEnded("tool_calls")]


def said(text: str) -> list[ModelEvent]:
    return [TextArrived(text), TurnEnded("end")]


def question(request: ModelRequest) -> str:
    return request.messages[0].text


def able(request: ModelRequest) -> list[ModelEvent]:
    asked = question(request)
    if request.tools:
        return called("boiler", "radiator") if asked == TWO_CALLS_PROMPT else called("boiler")
    if "JSON" in asked:
        return said('{"colour": "green", "number": 7}')
    if request.messages[0].images:
        return said("Red.")
    return said(CODE_WORD.title()) if CODE_WORD in asked else said("?")


def unable(request: ModelRequest) -> list[ModelEvent]:
    return said("Sure! I called the tool repeat_word with boiler.")


async def probed(
    native: Play, sentinel: Play = unable, xml: Play = unable, info: ModelInfo | None = None
) -> tuple[CapabilityCard, list[str]]:
    told: list[str] = []
    ways = {"native": Player(native), "sentinel": Player(sentinel), "xml": Player(xml)}
    card = await CapabilityProbe(ways, "m", info, told.append).run()  # type: ignore[arg-type]  # str keys
    return card, told


async def test_a_model_that_can_do_everything() -> None:
    card, told = await probed(able, info=ModelInfo("m", context=8192))

    assert card.probed is not None
    assert card.model_copy(update={"probed": None}) == CapabilityCard(
        native=True, parallel=True, json_answers=True, images=True, recalls=True, context=8192
    )
    assert len(told) == 5, "nothing by text is asked of it"


async def test_a_model_that_only_talks_about_calling_can_do_nothing() -> None:
    card, _ = await probed(unable)

    assert (card.native, card.sentinel, card.xml, card.parallel) == (False, False, False, None)
    assert (card.json_answers, card.images, card.recalls, card.refused) == (False, False, False, False)


async def test_a_model_that_refuses_tools_is_tried_by_text() -> None:
    def refusing(request: ModelRequest) -> list[ModelEvent]:
        if request.tools:
            raise ProviderRefused("This model cannot use tools", kind="no_tools")
        return able(request)

    card, _ = await probed(refusing, xml=able)

    assert (card.native, card.refused, card.sentinel, card.xml, card.parallel) == (False, True, False, True, True)
    assert card.json_answers


@pytest.mark.parametrize(
    "play",
    [
        lambda request: called("radiator"),
        lambda request: called("boiler", "boiler"),
        lambda request: [*called("boiler")[:-1], TurnEnded("length")],
        lambda request: [
            CallReady(ToolCallPart(id="c", name=PROBE_TOOL.name, arguments_json="{", problem="cut")),
            TurnEnded("tool_calls"),
        ],
    ],
)
async def test_a_wrong_call_does_not_count(play: Play) -> None:
    assert not (await probed(play))[0].native


async def test_one_that_cannot_be_asked_at_all_is_told() -> None:
    def away(request: ModelRequest) -> list[ModelEvent]:
        raise ProviderUnreachable("Nothing answers", kind="network")

    with pytest.raises(ProviderUnreachable):
        await probed(away)


async def test_trouble_in_the_middle_leaves_that_one_thing_unknown() -> None:
    def tiring(request: ModelRequest) -> list[ModelEvent]:
        if request.messages[0].images:
            raise ProviderUnreachable("It is overloaded", kind="overloaded")
        if "JSON" in question(request):
            raise ProviderRefused("The chat is too long", kind="context")
        return able(request)

    card, told = await probed(tiring)

    assert (card.native, card.images, card.json_answers, card.recalls) == (True, None, None, True)
    assert "It could not be determined: It is overloaded." in told


async def test_a_refused_picture_means_that_it_sees_none_and_a_list_that_says_so_is_believed() -> None:
    def blind(request: ModelRequest) -> list[ModelEvent]:
        if request.messages[0].images:
            raise ProviderRefused("No image input", kind="bad_request")
        return able(request)

    assert (await probed(blind))[0].images is False
    assert (await probed(able, info=ModelInfo("m", images=False)))[0].images is False


async def test_the_questions_carry_nothing_of_anybodys_notes() -> None:
    player = Player(able)
    await CapabilityProbe({"native": player}, "m", None, lambda _: None).run()

    assert question(player.requests[0]) == ONE_CALL_PROMPT
    assert all(not request.sources for request in player.requests)
    assert len(question(player.requests[-1])) > 3_000, "the long question comes last"


@pytest.mark.parametrize("window", [2_048, 4_096, 8_192, 131_072, 0])
def test_r5_the_long_question_fits_the_window(window: int) -> None:
    tokens = text_tokens(padding_for(window), "llama2") + MAX_THINKING_ANSWER

    assert tokens < (window or 4_096) * 0.9
    assert tokens > min(window or 4_096, 8_192) * 0.5


class Slow(Player):
    """A model that answers the first *quick* questions and keeps silent on the next."""

    def __init__(self, play: Play, quick: int) -> None:
        super().__init__(play)
        self._quick = quick
        self.closed = False

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        if len(self.requests) == self._quick:
            try:
                await asyncio.Event().wait()
            finally:
                self.closed = True
        async for event in super().stream(request):
            yield event


async def test_r5_the_probe_ends_within_its_time_and_keeps_what_it_found() -> None:
    told: list[str] = []
    slow = Slow(able, quick=3)

    card = await CapabilityProbe({"native": slow}, "m", None, told.append, limit=0.2).run()

    assert (card.native, card.parallel, card.json_answers) == (True, True, True)
    assert (card.images, card.recalls) == (None, None)
    assert card.probed is not None
    assert slow.closed
    assert told[-1] == "The test ended after 0 seconds. The remaining results are not known."


async def test_r5_a_model_that_answers_nothing_in_the_time_is_told() -> None:
    with pytest.raises(ProviderUnreachable, match="m did not answer within 0 seconds"):
        await CapabilityProbe({"native": Slow(able, quick=0)}, "m", None, lambda _: None, limit=0.1).run()


async def test_r5_a_trial_can_be_stopped() -> None:
    slow = Slow(able, quick=1)
    trial = asyncio.create_task(CapabilityProbe({"native": slow}, "m", None, lambda _: None).run())
    await asyncio.wait({trial}, timeout=0.1)

    trial.cancel()
    await asyncio.wait({trial})

    assert trial.cancelled()
    assert slow.closed


async def test_r5_an_answer_that_is_cut_tells_nothing() -> None:
    def cut(request: ModelRequest) -> list[ModelEvent]:
        return [TextArrived("Well, "), TurnEnded("length")]

    card, _ = await probed(cut, cut, cut)

    assert (card.native, card.sentinel, card.xml, card.images, card.recalls) == (None, None, None, None, None)


async def test_a_model_that_thinks_first_is_given_more_room_once_that_shows() -> None:
    def thinking(request: ModelRequest) -> list[ModelEvent]:
        if request.max_output_tokens < MAX_THINKING_ANSWER:
            return [ReasoningArrived("Let me see"), TurnEnded("length")]
        return able(request)

    player = Player(thinking)
    card = await CapabilityProbe({"native": player}, "m", None, lambda _: None).run()

    assert card.native
    assert [request.max_output_tokens for request in player.requests[:3]] == [256, 1_024, 1_024]
    assert all(request.length_is_set for request in player.requests)


def test_the_picture_is_a_png_that_is_red_all_over() -> None:
    png = red_square(8)

    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", png[16:24]) == (8, 8)
    data = png[png.index(b"IDAT") + 4 :]
    assert zlib.decompressobj().decompress(data)[1:4] == b"\xd0\x10\x10"
