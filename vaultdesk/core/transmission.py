"""Outgoing requests: their destination, and the record in which network clients enter them before they are sent."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Literal, Protocol

from msgspec import Struct


class Destination(Struct, frozen=True):
    """The recipient of a request."""

    name: str
    """The name shown to the user: `Anthropic`, `Offline assistant`."""
    host: str
    """The host of the connection; empty for a model inside this program."""
    local: bool
    """True if nothing leaves this computer."""


Purpose = Literal[
    "question", "title", "summary", "rewrite", "definition", "program", "embedding", "probe", "models", "update",
    "web_search", "page", "transcript", "tool", "other",
]  # fmt: skip
"""What a request is sent for. `program`: another program asked through the endpoint. `probe`: the capability test of a
model. `models`: a list of models or the test of a key. `tool`: a tool of another package. `other`: none of these."""

CONNECTION_PURPOSES: frozenset[Purpose] = frozenset({"models", "update", "probe"})
"""Purposes whose requests contain nothing that the user wrote: neither notes nor words."""


class RequestOrigin(Struct, frozen=True):
    """The origin of a tool's network requests."""

    conversation_id: str = ""
    question: str = ""
    """The beginning of the question."""
    purpose: Purpose | None = None
    """Replaces the purpose that the network client would name; None leaves that one."""


NO_ORIGIN = RequestOrigin()
"""The origin of requests that belong to no question."""


class OpenTransmission(Protocol):
    """A transmission that is recorded already and whose network requests are about to be sent."""

    @property
    def destination(self) -> Destination:
        """Where it goes."""
        ...

    async def add_request(self, size: int) -> None:
        """Record a network request of *size* bytes that belongs to it. Raises `LedgerFailed`."""
        ...


class TransmissionLog(Protocol):
    """Records network requests that belong to no open transmission."""

    async def record_connection(
        self, destination: Destination, purpose: Purpose, size: int, origin: RequestOrigin
    ) -> None:
        """Record a request of *size* bytes before it is sent. Raises `LedgerFailed`: then it must not be sent."""
        ...


_transmission: ContextVar[OpenTransmission | None] = ContextVar("transmission", default=None)
_origin: ContextVar[RequestOrigin] = ContextVar("origin", default=NO_ORIGIN)


async def record_request(log: TransmissionLog | None, destination: Destination, purpose: Purpose, size: int) -> None:
    """Record one network request before its first byte is sent. Raises `LedgerFailed`: then it must not be sent.

    It is added to the transmission that is open, or else recorded by itself unless *destination* is this computer.
    *log* is None if nothing is recorded: in tests of single clients.
    """
    transmission = _transmission.get()
    if transmission is not None and (destination.local or not transmission.destination.local):
        await transmission.add_request(size)
    elif log is not None and not destination.local:
        origin = _origin.get()
        await log.record_connection(destination, origin.purpose or purpose, size, origin)


def http_request_size(method: str, target: str, headers: Iterable[tuple[bytes, bytes]], body_size: int) -> int:
    """Return the bytes of an HTTP/1.1 request: request line, *headers* and body."""
    line = len(method) + len(target.encode()) + len("  HTTP/1.1\r\n")
    return line + sum(len(name) + len(value) + len(": \r\n") for name, value in headers) + len("\r\n") + body_size


@contextmanager
def attribution(transmission: OpenTransmission) -> Iterator[None]:
    """Attribute the network requests made in the block to *transmission*.

    Do not use `yield` in the block: requests of the generator's consumer would be attributed too.
    """
    token = _transmission.set(transmission)
    try:
        yield
    finally:
        _transmission.reset(token)


@contextmanager
def request_origin(origin: RequestOrigin) -> Iterator[None]:
    """Name *origin* for the network requests made in the block, in its tasks and in its `asyncio.to_thread` calls."""
    token = _origin.set(origin)
    try:
        yield
    finally:
        _origin.reset(token)
