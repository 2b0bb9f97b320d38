"""Byte counter: a relay on a loopback address that forwards to a server and counts the bytes that clients send."""

import asyncio
from types import TracebackType
from typing import Self

from vaultdesk.privacy.account import Totals


def sent_bytes(totals: Totals) -> int:
    """Return the bytes that the account shows as sent: those measured, or the size of the texts if that is larger."""
    texts = (totals.note_text, totals.words, totals.instructions, totals.earlier)
    return max(totals.wire_bytes, sum(text.bytes for text in texts))


class ByteCounter:
    """`async with ByteCounter("127.0.0.2", server_port) as relay`; `relay.received` counts the clients' bytes."""

    def __init__(self, host: str, target_port: int, target_host: str = "127.0.0.1") -> None:
        self.host = host
        self.received = 0
        self._target = (target_host, target_port)
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def url(self) -> str:
        assert self._server is not None
        return f"http://{self.host}:{self._server.sockets[0].getsockname()[1]}"

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, self.host, 0)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._server is not None
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            server_reader, server_writer = await asyncio.open_connection(*self._target)
            try:
                await asyncio.gather(
                    self._copy(reader, server_writer, counted=True),
                    self._copy(server_reader, writer, counted=False),
                )
            finally:
                server_writer.close()
        except (ConnectionError, asyncio.CancelledError):
            pass  # The client disconnected or the test ended.
        finally:
            writer.close()
            self._tasks.discard(task)

    async def _copy(self, source: asyncio.StreamReader, target: asyncio.StreamWriter, *, counted: bool) -> None:
        while chunk := await source.read(65_536):
            if counted:
                self.received += len(chunk)
            target.write(chunk)
            await target.drain()
        target.close()
