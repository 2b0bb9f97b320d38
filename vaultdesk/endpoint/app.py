"""App: the endpoint's routes. Each request is guarded, read, put to a model and told; no tool ever runs here."""

import time
from collections.abc import AsyncGenerator
from contextlib import aclosing

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from vaultdesk.endpoint.answering import Answering
from vaultdesk.endpoint.asked import Asked, understood
from vaultdesk.endpoint.body import read_object
from vaultdesk.endpoint.guard import Guard, refused
from vaultdesk.endpoint.hang_up import until_hung_up
from vaultdesk.endpoint.models import LentModels
from vaultdesk.endpoint.refusal import Refusal, refused_by
from vaultdesk.endpoint.schema import read_request
from vaultdesk.endpoint.seal import Seal
from vaultdesk.endpoint.wire_json import Json, event_bytes, json_bytes


def build_app(models: LentModels, token: str, seal: Seal, port: int) -> ASGIApp:
    """Return the app that lends *models* to who holds *token* and calls it on *port*."""
    endpoint = Endpoint(models, seal)
    app = Starlette(
        routes=[
            Route("/v1/responses", endpoint.respond, methods=["POST"]),
            Route("/v1/models", endpoint.list_models, methods=["GET"]),
            Route("/v1/models/{model:path}", endpoint.show_model, methods=["GET"]),
        ],
        exception_handlers={Refusal: _refused, HTTPException: _not_found},
    )
    app.router.redirect_slashes = False
    return Guard(app, token, port)


class Endpoint:
    """What each route does."""

    def __init__(self, models: LentModels, seal: Seal) -> None:
        self._models = models
        self._seal = seal

    async def respond(self, request: Request) -> Response:
        """Answer `POST /v1/responses`, as a stream of events or whole."""
        wanted = read_request(await read_object(request))
        label = self._models.label_of(wanted.model)
        # Known before anything is told, so that these are errors of HTTP and not of a response.
        chosen = self._models.check(label)
        asked = understood(wanted, chosen.label, time.time(), self._seal, self._models.longest(label))
        if wanted.stream:
            return EventStream(self._events(label, asked))
        response = await until_hung_up(request.receive, self._whole(label, asked))
        return _json({} if response is None else response)

    async def list_models(self, request: Request) -> Response:
        """Answer `GET /v1/models`."""
        return _json({"object": "list", "data": [_model(label) for label in self._models.labels()]})

    async def show_model(self, request: Request) -> Response:
        """Answer `GET /v1/models/NAME`."""
        return _json(_model(self._models.check(self._models.label_of(request.path_params["model"])).label))

    async def _events(self, label: str, asked: Asked) -> AsyncGenerator[Json, None]:
        async with (
            self._models.lent(label) as chosen,
            aclosing(Answering(chosen.provider, asked, chosen.model).events()) as events,
        ):
            async for event in events:
                yield event

    async def _whole(self, label: str, asked: Asked) -> Json:
        """Return the response at its end; raises `Refusal` where the provider failed."""
        last: Json = {}
        async with self._models.lent(label) as chosen:
            answering = Answering(chosen.provider, asked, chosen.model)
            async with aclosing(answering.events()) as events:
                async for event in events:
                    last = event
        if answering.failure is not None:
            raise refused_by(answering.failure)
        response = last["response"]
        assert isinstance(response, dict)
        return response


class EventStream(Response):
    """Events as they come, for as long as somebody reads them."""

    def __init__(self, events: AsyncGenerator[Json, None]) -> None:
        super().__init__(headers={"cache-control": "no-store"}, media_type="text/event-stream")
        # The base class has set the length of a body that is not there.
        self.raw_headers = [(name, value) for name, value in self.raw_headers if name != b"content-length"]
        self._events = events

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the events; a caller who hangs up ends the model's stream at once."""
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        await until_hung_up(receive, self._send_all(send))

    async def _send_all(self, send: Send) -> None:
        async with aclosing(self._events) as events:
            async for event in events:
                await send({"type": "http.response.body", "body": event_bytes(event), "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


def _json(value: Json) -> Response:
    return Response(json_bytes(value), headers={"cache-control": "no-store"}, media_type="application/json")


def _model(label: str) -> Json:
    # When a model was made nobody tells us; the wire wants a number.
    return {"id": label, "object": "model", "created": 0, "owned_by": label.partition("/")[0]}


def _refused(request: Request, refusal: Exception) -> Response:
    assert isinstance(refusal, Refusal)
    return refused(refusal)


def _not_found(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    words = {
        404: "There is no such address here: POST /v1/responses and GET /v1/models are.",
        405: "This address takes another method: POST /v1/responses and GET /v1/models.",
    }
    message = words.get(error.status_code, "The request cannot be read.")
    return refused(Refusal(error.status_code, message, code="unknown_url", headers=error.headers))
