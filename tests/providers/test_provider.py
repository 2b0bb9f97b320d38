"""Tests of providers/provider.py."""

import dataclasses
import typing

import pytest
from msgspec import Struct

from tests.support.scripted_provider import ScriptedProvider
from vaultdesk.chat.messages import Message, Source, TextPart, ToolResultPart, user_message
from vaultdesk.privacy.egress_gate import DisclosureGate
from vaultdesk.providers import provider
from vaultdesk.providers.anthropic_provider import AnthropicMessages
from vaultdesk.providers.codex.codex_provider import Codex
from vaultdesk.providers.offline.offline_assistant import OfflineAssistant
from vaultdesk.providers.ollama_provider import Ollama
from vaultdesk.providers.openai.lmstudio import LMStudio
from vaultdesk.providers.openai.openai_provider import OpenAIChat
from vaultdesk.providers.openai.responses_provider import OpenAIResponses
from vaultdesk.providers.provider import (
    AnswerFormat,
    ModelEvent,
    ModelInfo,
    ModelRequest,
    Price,
    Provider,
    TextArrived,
    ToolChoice,
    ToolSpec,
)
from vaultdesk.providers.tool_emulation.emulation import AdaptiveTools, ToolEmulation
from vaultdesk.providers.wrappers import CloudForwarding, CostWrapper, NonStreamingWrapper, RetryWrapper, VisionFallback

PROVIDERS = (
    OpenAIChat,
    OpenAIResponses,
    AnthropicMessages,
    Ollama,
    LMStudio,
    Codex,
    OfflineAssistant,
    ScriptedProvider,
)
WRAPPERS = (
    RetryWrapper,
    AdaptiveTools,
    ToolEmulation,
    VisionFallback,
    CostWrapper,
    NonStreamingWrapper,
    CloudForwarding,
    DisclosureGate,
)


REQUEST_VALUES = (ToolSpec, ToolChoice, AnswerFormat, ModelRequest)
MODEL_FACTS = (Price, ModelInfo)


def test_every_provider_and_wrapper_implements_the_interface() -> None:
    members = {name for name in vars(Provider) if not name.startswith("_")}

    for cls in (*PROVIDERS, *WRAPPERS):
        assert members <= set(dir(cls))


def test_a_request_lists_the_sources_of_its_text() -> None:
    note, other = Source(path="a.md", characters=5), Source(path="b.md", characters=7)
    attached = Message(role="user", parts=(TextPart(text="Q"), TextPart(text="note", sources=(note,))))
    found = Message(role="tool", parts=(ToolResultPart(call_id="a", name="file_read", content="", sources=(other,)),))

    assert ModelRequest("m", "", (attached, found, user_message("R"))).sources == (note, other)


@pytest.mark.parametrize(
    ("price", "text"),
    [
        (Price(3, 15), "$3 in, $15 out per million tokens"),
        (Price(0.075, 0.3), "$0.075 in, $0.3 out per million tokens"),
        (Price(0, 0.0000004), "$0 in, $0 out per million tokens"),
    ],
)
def test_a_price_is_shown_with_the_decimals_it_has(price: Price, text: str) -> None:
    assert str(price.text) == text


def test_the_event_union_contains_every_event() -> None:
    defined = {
        value
        for value in vars(provider).values()
        if isinstance(value, type) and (issubclass(value, Struct) or dataclasses.is_dataclass(value))
    }
    events = {cls for cls in defined if cls.__module__ == provider.__name__}

    assert set(typing.get_args(ModelEvent)) == events - {*REQUEST_VALUES, *MODEL_FACTS}


def test_events_are_frozen() -> None:
    with pytest.raises(AttributeError):
        TextArrived("a").text = "b"  # type: ignore[misc]
