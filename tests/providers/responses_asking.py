"""The provider of the Responses API for tests, and a reader of its events without a network."""

import json
from collections.abc import AsyncGenerator, AsyncIterator, Iterable
from contextlib import aclosing
from typing import Any

from tests.providers.asking import SECRET, Outcome
from vaultdesk.core.errors import ProviderError
from vaultdesk.providers.error_context import ErrorContext
from vaultdesk.providers.event_stream import ServerEvent
from vaultdesk.providers.http_connection import openai_address
from vaultdesk.providers.openai.responses_api import ResponsesAnswer
from vaultdesk.providers.openai.responses_provider import OpenAIResponses
from vaultdesk.providers.provider import ModelEvent, TurnEnded
from vaultdesk.providers.sdk_provider import ProviderEndpoint

CONTEXT = ErrorContext("OpenAI", "api.openai.com", "OpenAI")
REPLAY_SCOPE = "responses@api.openai.com/scripted"


def responses(url: str = "", **endpoint: Any) -> OpenAIResponses:
    return OpenAIResponses(ProviderEndpoint("Test server", openai_address(url), **{"key": lambda: SECRET, **endpoint}))


def read_events(events: Iterable[dict[str, Any]]) -> list[ModelEvent]:
    """Return the model events of *events*, fed one after the other."""
    answer = ResponsesAnswer(CONTEXT, REPLAY_SCOPE)
    model_events = [produced for event in events for produced in answer.feed(ServerEvent("", json.dumps(event)))]
    return [*model_events, *answer.finish()]


def replayed(events: list[ModelEvent]) -> list[Any]:
    """Return the replayed items."""
    end = events[-1]
    assert isinstance(end, TurnEnded)
    assert {part.family for part in end.replay} <= {REPLAY_SCOPE}
    return [part.item for part in end.replay]


async def single_chunk(body: bytes) -> AsyncIterator[bytes]:
    yield body


async def read_outcome(events: AsyncGenerator[ModelEvent, None]) -> Outcome:
    """Return *events* and the error that ends them."""
    outcome = Outcome([], None)
    try:
        async with aclosing(events):
            async for event in events:
                outcome.events.append(event)
    except ProviderError as error:
        outcome.error = error
    return outcome
