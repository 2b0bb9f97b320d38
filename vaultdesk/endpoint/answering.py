"""Answering: one request put to its provider, told as events to the end. Every failure ends as an event too."""

import logging
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace

from vaultdesk.chat.messages import Message, TextPart
from vaultdesk.core.errors import ProviderBroken, VaultDeskError
from vaultdesk.endpoint.asked import Asked
from vaultdesk.endpoint.encoder import Encoder
from vaultdesk.endpoint.refusal import failure_code, log_failure
from vaultdesk.endpoint.wire_json import Json
from vaultdesk.providers.model_events import TextArrived, TurnEnded
from vaultdesk.providers.provider import ModelRequest, Provider

log = logging.getLogger(__name__)

MOST_PAUSES = 5
"""How often a model may pause and is asked to go on (PROTOCOLS 5.5.17)."""


class Answering:
    """One response being made."""

    def __init__(self, provider: Provider, asked: Asked, model: str) -> None:
        self._provider = provider
        self._request = asked.model_request(model)
        self._encoder = Encoder(asked)
        self.failure: VaultDeskError | None = None
        """Why the provider could not answer, once the events are over."""

    async def events(self) -> AsyncGenerator[Json, None]:
        """Tell the response. Closing hangs up on the provider."""
        for told in self._encoder.begin():
            yield told
        try:
            request, pauses = self._request, 0
            while True:
                ended, said = None, list[str]()
                async with aclosing(self._provider.stream(request)) as events:
                    async for event in events:
                        if isinstance(event, TextArrived):
                            said.append(event.text)
                        for told in self._encoder.take(event):
                            yield told
                        if isinstance(event, TurnEnded):
                            ended = event
                if ended is None:
                    raise ProviderBroken("The answer ended without its end", trouble="protocol")
                if ended.stop != "pause" or pauses == MOST_PAUSES:
                    break
                request, pauses = _continued(request, "".join(said), ended), pauses + 1
            for told in self._encoder.finish(ended.stop):
                yield told
        except VaultDeskError as error:
            self.failure = error
            for told in self._encoder.fail(failure_code(error), str(error)):
                yield told
        except Exception as error:  # noqa: BLE001 - a bug of ours must end the stream in its grammar
            self.failure = VaultDeskError("The endpoint failed", hint="Its log says where.")
            log_failure(log, error)
            for told in self._encoder.fail(failure_code(self.failure), str(self.failure)):
                yield told


def _continued(request: ModelRequest, said: str, ended: TurnEnded) -> ModelRequest:
    """Return *request* with the paused answer at its end, for the model to go on from."""
    text = (TextPart(text=said),) if said else ()
    return replace(request, messages=(*request.messages, Message(role="assistant", parts=(*text, *ended.replay))))
