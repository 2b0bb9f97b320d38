"""App server: JSON-RPC with `codex app-server`: questions and their answers, and who hears what about which thread.

What the messages of a turn mean is in turn_answer.py. Whatever codex asks leave for is declined here, at once.
"""

import asyncio
import itertools
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from pydantic import JsonValue

from vaultdesk import __version__
from vaultdesk.core.errors import ProviderBroken, ProviderRefused
from vaultdesk.providers.codex.declined import declined, not_run
from vaultdesk.providers.codex.mailbox import Mailbox, Said
from vaultdesk.providers.codex.process import Child
from vaultdesk.providers.loose_json import fields, read_value, words
from vaultdesk.providers.peer import Peer, not_spoken, silent

START_LIMIT = 30.0
"""Seconds to the first answer: a cold disk under a virus scanner; usually 0.3."""

ANSWER_LIMIT = 30.0
"""Seconds to the answer of a question that only codex itself answers; usually 0.01."""

MAX_NOISE = 1_000_000
"""Bytes of lines that are no messages: a greeting or a warning is passed over, another program's output is not."""

TOOL_CALL = "item/tool/call"
"""How codex asks for a tool of ours."""

_MUTED = (
    "account/rateLimits/updated", "app/list/updated", "skills/changed", "thread/started", "thread/status/changed",
    "turn/diff/updated",
)  # fmt: skip
"""Notices nobody here reads."""


class Refused(Exception):
    """Codex says no to a question; `str()` is its sentence."""

    def __init__(self, message: str, code: int = 0) -> None:
        super().__init__(message)
        self.code = code


class AppServer:
    """One running `codex app-server`. Start it before anything else."""

    def __init__(self, peer: Peer) -> None:
        self._peer = peer
        self._child: Child | None = None
        self._numbers = itertools.count(1)
        self._asked: dict[int, asyncio.Future[Said]] = {}
        self._boxes: dict[str, Mailbox] = {}
        self._noise = 0

    @property
    def alive(self) -> bool:
        """True while it can be asked."""
        return self._child is not None and not self._child.ended

    async def start(self, command: Sequence[str], environment: Mapping[str, str], folder: Path) -> None:
        """Start it and say hello. Raises `ProviderError`."""
        try:
            self._child = await Child.started(command, environment, folder, self._heard, self._ended)
        except (OSError, ValueError) as error:
            raise ProviderRefused(
                f"{self._peer.name} cannot be started",
                hint="Check with `codex --version` in a terminal that it works.",
                trouble="network",
                cause=type(error).__name__,
            ) from None
        hello: Said = {
            "clientInfo": {"name": "vaultdesk", "title": "VaultDesk", "version": __version__},
            "capabilities": {
                "experimentalApi": True,  # tools of ours, threads without surroundings
                "requestAttestation": False,
                "optOutNotificationMethods": list(_MUTED),
            },
        }
        try:
            await self.ask("initialize", hello, limit=START_LIMIT)
        except Refused as refused:
            said = self._peer.quotable(str(refused))
            raise not_spoken(self._peer, f"a refusal of the greeting ({said})" if said else "a refusal") from None
        self._send({"method": "initialized"})

    async def close(self) -> None:
        """End it. May be called twice."""
        child, self._child = self._child, None
        if child is not None:
            await child.close()
        self._ended()

    def question(self, method: str, params: Said) -> asyncio.Future[Said]:
        """Send a question and return its answer to come, which is a `Refused` or `ProviderBroken` where it fails."""
        number = next(self._numbers)
        answer = asyncio.get_running_loop().create_future()
        answer.add_done_callback(_seen)
        if not self.alive:
            answer.set_exception(self.crashed())
            return answer
        self._asked[number] = answer
        self._send({"id": number, "method": method, "params": params})
        return answer

    async def ask(self, method: str, params: Said, limit: float = ANSWER_LIMIT) -> Said:
        """Ask and wait for the answer. Raises `Refused` and `ProviderError`."""
        return await self.answered(self.question(method, params), limit)

    async def answered(self, answer: "asyncio.Future[Said]", limit: float = ANSWER_LIMIT) -> Said:
        """Wait for an answer to come; one that is given up still comes. Raises `Refused` and `ProviderError`."""
        try:
            async with asyncio.timeout(limit):
                return await asyncio.shield(answer)
        except TimeoutError:
            raise silent(self._peer, limit, begun=False) from None

    def reply(self, request: JsonValue, result: Said) -> None:
        """Answer a question of codex's."""
        self._send({"id": request, "result": result})

    def listen(self, thread: str) -> Mailbox:
        """Return where everything about *thread* arrives from now on."""
        box = self._boxes[thread] = Mailbox()
        if not self.alive:
            box.close()
        return box

    def forget(self, thread: str) -> None:
        """Hear no more of *thread*, and let codex drop it."""
        if self._boxes.pop(thread, None) is not None and self.alive:
            self.question("thread/unsubscribe", {"threadId": thread})

    def crashed(self) -> ProviderBroken:
        """Return the error for a codex that ended in the middle."""
        return ProviderBroken(
            f"{self._peer.name} ended unexpectedly",
            hint="Ask again; it is started anew. What arrived so far is kept.",
            trouble="protocol",
        )

    def _send(self, message: Said) -> None:
        if self._child is not None:
            # Half of a character pair cannot be encoded, and as an escape codex would not read the line.
            self._child.send(json.dumps(message, ensure_ascii=False).encode("utf-8", "replace"))

    def _heard(self, line: bytes) -> None:
        try:
            message = read_value(line.decode("utf-8")) if line.lstrip()[:1] == b"{" else None
        except ValueError:
            message = None
        if not isinstance(message, dict):
            self._noise += len(line)
            if self._noise > MAX_NOISE and self._child is not None:
                self._child.kill()
            return
        if "method" in message:
            self._told(message)
        elif isinstance(number := message.get("id"), int) and number in self._asked:
            _settle(self._asked.pop(number), message)

    def _told(self, message: Said) -> None:
        params = fields(message.get("params"))
        box = self._boxes.get(words(params.get("threadId")))
        asks = "id" in message
        if asks and message["method"] != TOOL_CALL:
            self._send({"id": message["id"], **declined(words(message["method"]))})
        elif box is not None:
            if not box.put(message) and self._child is not None:
                self._child.kill()
        elif asks:
            self.reply(message["id"], not_run())

    def _ended(self) -> None:
        waiting, self._asked = self._asked, {}
        for answer in waiting.values():
            if not answer.done():
                answer.set_exception(self.crashed())
        for box in self._boxes.values():
            box.close()


def _settle(answer: "asyncio.Future[Said]", message: Said) -> None:
    if answer.done():
        return
    error = message.get("error")
    if error is not None:
        code = fields(error).get("code")
        answer.set_exception(Refused(words(fields(error).get("message")), code if isinstance(code, int) else 0))
    else:
        answer.set_result(fields(message.get("result")))


def _seen(answer: "asyncio.Future[Said]") -> None:
    """Look at the outcome: an answer nobody waits for any more is no bug to be reported."""
    if not answer.cancelled():
        answer.exception()
