import json
import struct
import zlib
from collections.abc import AsyncGenerator, Callable

import pytest

from vaultdesk.chat.messages import ToolCallPart, new_id
from vaultdesk.core.destination import Destination
from vaultdesk.core.errors import ProviderRefused, ProviderUnreachable
from vaultdesk.providers.capabilities import CapabilityCard
from vaultdesk.providers.events import CallReady, ModelEvent, TextArrived, TurnEnded
from vaultdesk.providers.probe import CODE_WORD, ECHO, ONE_CALL, PADDED_TO, TWO_CALLS, Probe, red_square
from vaultdesk.providers.provider import ModelInfo, ModelRequest
from vaultdesk.providers.scripted import SCRIPTED

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
        ToolCallPart(id=new_id("call"), name=ECHO.name, arguments_json=json.dumps({"word": w}), arguments={"word": w})
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
        return called("boiler", "radiator") if asked == TWO_CALLS else called("boiler")
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
    card = await Probe(ways, "m", info, told.append).run()  # type: ignore[arg-type]  # str keys
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
            raise ProviderRefused("This model cannot use tools", trouble="no_tools")
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
            CallReady(ToolCallPart(id="c", name=ECHO.name, arguments_json="{", problem="cut")),
            TurnEnded("tool_calls"),
        ],
    ],
)
async def test_a_wrong_call_does_not_count(play: Play) -> None:
    assert (await probed(play))[0].native is False


async def test_one_that_cannot_be_asked_at_all_is_told() -> None:
    def away(request: ModelRequest) -> list[ModelEvent]:
        raise ProviderUnreachable("Nothing answers", trouble="network")

    with pytest.raises(ProviderUnreachable):
        await probed(away)


async def test_trouble_in_the_middle_leaves_that_one_thing_unknown() -> None:
    def tiring(request: ModelRequest) -> list[ModelEvent]:
        if request.messages[0].images:
            raise ProviderUnreachable("It is overloaded", trouble="overloaded")
        if "JSON" in question(request):
            raise ProviderRefused("The chat is too long", trouble="context")
        return able(request)

    card, told = await probed(tiring)

    assert (card.native, card.images, card.json_answers, card.recalls) == (True, None, None, True)
    assert "It could not be told: It is overloaded." in told


async def test_a_refused_picture_means_that_it_sees_none_and_a_list_that_says_so_is_believed() -> None:
    def blind(request: ModelRequest) -> list[ModelEvent]:
        if request.messages[0].images:
            raise ProviderRefused("No image input", trouble="bad_request")
        return able(request)

    assert (await probed(blind))[0].images is False
    assert (await probed(able, info=ModelInfo("m", images=False)))[0].images is False


async def test_the_questions_carry_nothing_of_anybodys_notes() -> None:
    player = Player(able)
    await Probe({"native": player}, "m", None, lambda _: None).run()

    assert question(player.requests[0]) == ONE_CALL
    assert all(not request.sources for request in player.requests)
    assert max(len(question(request)) for request in player.requests) > PADDED_TO * 0.9


def test_the_picture_is_a_png_that_is_red_all_over() -> None:
    png = red_square(8)

    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", png[16:24]) == (8, 8)
    data = png[png.index(b"IDAT") + 4 :]
    assert zlib.decompressobj().decompress(data)[1:4] == b"\xd0\x10\x10"
