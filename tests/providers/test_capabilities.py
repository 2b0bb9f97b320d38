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

SERVER_AND_MODEL = ("Ollama", "gemma3")
PROBE_TIME = datetime(2026, 1, 2, tzinfo=UTC)


def card(**known: Any) -> CapabilityCard:
    return CapabilityCard(**known)


@pytest.mark.parametrize(
    ("setting", "info", "known", "mode", "reason"),
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
def test_the_tool_mode_is_chosen_by_setting_then_test_results_then_list(
    setting: Any, info: ModelInfo | None, known: CapabilityCard | None, mode: str, reason: str
) -> None:
    choice = choose_tool_mode(setting, *SERVER_AND_MODEL, info, known, "sentinel")

    assert choice.mode == mode
    assert reason in choice.reason
    assert choice.downgraded == (mode != "native")


def test_the_preferred_text_dialect_is_chosen_unless_only_the_other_one_worked() -> None:
    none = ModelInfo("m", tools=False)

    assert choose_tool_mode("auto", *SERVER_AND_MODEL, none, None, "xml").mode == "xml"
    assert choose_tool_mode("auto", *SERVER_AND_MODEL, none, card(xml=False, sentinel=True), "xml").mode == "sentinel"
    assert choose_tool_mode("auto", *SERVER_AND_MODEL, none, card(xml=False, sentinel=None), "xml").mode == "xml"


def test_a_card_is_stored_and_read_and_unknown_keys_are_ignored() -> None:
    stored = card(native=True, context=4096, probed=PROBE_TIME).model_dump(mode="json", exclude_defaults=True)

    assert stored == {"native": True, "context": 4096, "probed": "2026-01-02T00:00:00Z"}
    assert CapabilityCard.model_validate({**stored, "later": 1}) == card(native=True, context=4096, probed=PROBE_TIME)


def test_a_card_lists_known_and_unknown_capabilities() -> None:
    lines = card(native=False, refused=True, sentinel=True, images=False, context=131072).lines()

    assert "Native tool calls: no (it rejected the tools)" in lines
    assert "Text-based tools, <tool_call>: yes" in lines
    assert "Text-based tools, <use_tool>: not known" in lines
    assert "Sees pictures: no" in lines
    assert "Context window: 131,072 tokens" in lines


AnswerFunction = Callable[[ModelRequest], list[ModelEvent]]


class FunctionModel:
    """A model that answers by a function."""

    def __init__(self, play: AnswerFunction) -> None:
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


def tool_calls(*words: str) -> list[ModelEvent]:
    calls = [
        ToolCallPart(
            id=new_id("call"), name=PROBE_TOOL.name, arguments_json=json.dumps({"word": word}), arguments={"word": word}
        )
        for word in words
    ]
    return [*(CallReady(call) for call in calls), TurnEnded("tool_calls")]


def text_answer(text: str) -> list[ModelEvent]:
    return [TextArrived(text), TurnEnded("end")]


def question(request: ModelRequest) -> str:
    return request.messages[0].text


def capable_model(request: ModelRequest) -> list[ModelEvent]:
    prompt = question(request)
    if request.tools:
        return tool_calls("boiler", "radiator") if prompt == TWO_CALLS_PROMPT else tool_calls("boiler")
    if "JSON" in prompt:
        return text_answer('{"color": "green", "number": 7}')
    if request.messages[0].images:
        return text_answer("Red.")
    return text_answer(CODE_WORD.title()) if CODE_WORD in prompt else text_answer("?")


def incapable_model(request: ModelRequest) -> list[ModelEvent]:
    return text_answer("Sure! I called the tool repeat_word with boiler.")


async def probe_with(
    native: AnswerFunction,
    sentinel: AnswerFunction = incapable_model,
    xml: AnswerFunction = incapable_model,
    info: ModelInfo | None = None,
) -> tuple[CapabilityCard, list[str]]:
    messages: list[str] = []
    models = {"native": FunctionModel(native), "sentinel": FunctionModel(sentinel), "xml": FunctionModel(xml)}
    card = await CapabilityProbe(models, "m", info, messages.append).run()  # type: ignore[arg-type]  # str keys
    return card, messages


async def test_a_capable_model_passes_every_test() -> None:
    card, messages = await probe_with(capable_model, info=ModelInfo("m", context=8192))

    assert card.probed is not None
    assert card.model_copy(update={"probed": None}) == CapabilityCard(
        native=True, parallel=True, json_answers=True, images=True, recalls=True, context=8192
    )
    assert len(messages) == 5, "text-based tools were tested"


async def test_a_model_that_only_describes_calls_passes_no_test() -> None:
    card, _ = await probe_with(incapable_model)

    assert (card.native, card.sentinel, card.xml, card.parallel) == (False, False, False, None)
    assert (card.json_answers, card.images, card.recalls, card.refused) == (False, False, False, False)


async def test_a_model_that_refuses_tools_is_tested_with_text_based_tools() -> None:
    def without_tools(request: ModelRequest) -> list[ModelEvent]:
        if request.tools:
            raise ProviderRefused("This model cannot use tools", kind="no_tools")
        return capable_model(request)

    card, _ = await probe_with(without_tools, xml=capable_model)

    assert (card.native, card.refused, card.sentinel, card.xml, card.parallel) == (False, True, False, True, True)
    assert card.json_answers


@pytest.mark.parametrize(
    "play",
    [
        lambda request: tool_calls("radiator"),
        lambda request: tool_calls("boiler", "boiler"),
        lambda request: [*tool_calls("boiler")[:-1], TurnEnded("length")],
        lambda request: [
            CallReady(ToolCallPart(id="c", name=PROBE_TOOL.name, arguments_json="{", problem="cut")),
            TurnEnded("tool_calls"),
        ],
    ],
)
async def test_an_incorrect_call_does_not_count(play: AnswerFunction) -> None:
    assert not (await probe_with(play))[0].native


async def test_an_unreachable_model_is_an_error() -> None:
    def unreachable(request: ModelRequest) -> list[ModelEvent]:
        raise ProviderUnreachable("Nothing answers", kind="network")

    with pytest.raises(ProviderUnreachable):
        await probe_with(unreachable)


async def test_an_error_during_a_test_leaves_only_its_result_unknown() -> None:
    def failing(request: ModelRequest) -> list[ModelEvent]:
        if request.messages[0].images:
            raise ProviderUnreachable("It is overloaded", kind="overloaded")
        if "JSON" in question(request):
            raise ProviderRefused("The chat is too long", kind="context")
        return capable_model(request)

    card, messages = await probe_with(failing)

    assert (card.native, card.images, card.json_answers, card.recalls) == (True, None, None, True)
    assert "It could not be determined: It is overloaded." in messages


async def test_a_refused_image_or_the_list_means_that_the_model_lacks_vision() -> None:
    def without_vision(request: ModelRequest) -> list[ModelEvent]:
        if request.messages[0].images:
            raise ProviderRefused("No image input", kind="bad_request")
        return capable_model(request)

    assert (await probe_with(without_vision))[0].images is False
    assert (await probe_with(capable_model, info=ModelInfo("m", images=False)))[0].images is False


async def test_the_probe_sends_no_notes() -> None:
    model = FunctionModel(capable_model)
    await CapabilityProbe({"native": model}, "m", None, lambda _: None).run()

    assert question(model.requests[0]) == ONE_CALL_PROMPT
    assert all(not request.sources for request in model.requests)
    assert len(question(model.requests[-1])) > 3_000, "the long question comes last"


@pytest.mark.parametrize("window", [2_048, 4_096, 8_192, 131_072, 0])
def test_r5_the_long_question_fits_the_window(window: int) -> None:
    tokens = text_tokens(padding_for(window), "llama2") + MAX_THINKING_ANSWER

    assert tokens < (window or 4_096) * 0.9
    assert tokens > min(window or 4_096, 8_192) * 0.5


class SlowModel(FunctionModel):
    """A model that answers the first *quick* questions and stays silent on the next."""

    def __init__(self, play: AnswerFunction, quick: int) -> None:
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


async def test_r5_the_probe_ends_after_its_time_limit_and_keeps_its_results() -> None:
    messages: list[str] = []
    model = SlowModel(capable_model, quick=3)

    card = await CapabilityProbe({"native": model}, "m", None, messages.append, limit=0.2).run()

    assert (card.native, card.parallel, card.json_answers) == (True, True, True)
    assert (card.images, card.recalls) == (None, None)
    assert card.probed is not None
    assert model.closed
    assert messages[-1] == "The test ended after 0 seconds. The remaining results are not known."


async def test_r5_a_model_without_an_answer_within_the_time_limit_is_an_error() -> None:
    with pytest.raises(ProviderUnreachable, match="m did not answer within 0 seconds"):
        await CapabilityProbe({"native": SlowModel(capable_model, quick=0)}, "m", None, lambda _: None, limit=0.1).run()


async def test_r5_the_probe_can_be_cancelled() -> None:
    model = SlowModel(capable_model, quick=1)
    task = asyncio.create_task(CapabilityProbe({"native": model}, "m", None, lambda _: None).run())
    await asyncio.wait({task}, timeout=0.1)

    task.cancel()
    await asyncio.wait({task})

    assert task.cancelled()
    assert model.closed


async def test_r5_a_truncated_answer_leaves_the_result_unknown() -> None:
    def truncated(request: ModelRequest) -> list[ModelEvent]:
        return [TextArrived("Well, "), TurnEnded("length")]

    card, _ = await probe_with(truncated, truncated, truncated)

    assert (card.native, card.sentinel, card.xml, card.images, card.recalls) == (None, None, None, None, None)


async def test_a_reasoning_model_gets_a_larger_length_limit_after_its_first_answer() -> None:
    def thinking(request: ModelRequest) -> list[ModelEvent]:
        if request.max_output_tokens < MAX_THINKING_ANSWER:
            return [ReasoningArrived("Let me see"), TurnEnded("length")]
        return capable_model(request)

    model = FunctionModel(thinking)
    card = await CapabilityProbe({"native": model}, "m", None, lambda _: None).run()

    assert card.native
    assert [request.max_output_tokens for request in model.requests[:3]] == [256, 1_024, 1_024]
    assert all(request.length_is_set for request in model.requests)


def test_the_test_image_is_a_red_png() -> None:
    image = red_square(8)

    assert image.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", image[16:24]) == (8, 8)
    data = image[image.index(b"IDAT") + 4 :]
    assert zlib.decompressobj().decompress(data)[1:4] == b"\xd0\x10\x10"
