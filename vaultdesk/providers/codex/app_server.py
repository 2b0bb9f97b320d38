"""JSON-RPC client for `codex app-server`: requests, notifications by thread, and declined approvals."""

import asyncio
import itertools
import json
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from pydantic import JsonValue

from vaultdesk import __version__
from vaultdesk.core.errors import ProviderBroken, ProviderRefused
from vaultdesk.core.phrases import Phrase
from vaultdesk.providers.error_context import ErrorContext, silence_error, wrong_protocol_error
from vaultdesk.providers.lenient_json import object_of, parse_json, text_of
from vaultdesk.providers.line_process import LineProcess

RpcMessage: TypeAlias = dict[str, JsonValue]
"""One message of the protocol, as an object."""

MAX_WAITING = 50_000
"""The most messages that may wait: more than any answer has. A flood of unread messages must not fill memory."""


class ThreadMailbox:
    """Messages in order; one reader."""

    def __init__(self) -> None:
        self._waiting: deque[RpcMessage] = deque()
        self._message_arrived = asyncio.Event()
        self.closed = False
        """True once nothing more can come."""
        self._watcher: Callable[[RpcMessage], None] | None = None

    def put(self, message: RpcMessage) -> bool:
        """Add *message*; False where it is one too many."""
        if len(self._waiting) >= MAX_WAITING:
            return False
        self._waiting.append(message)
        self._message_arrived.set()
        if self._watcher is not None:
            self._watcher(message)
        return True

    def set_watcher(self, watcher: Callable[[RpcMessage], None] | None) -> None:
        """Have *watcher* told of each message that waits or comes, while nobody reads; None ends that."""
        self._watcher = watcher
        if watcher is not None:
            for message in tuple(self._waiting):
                watcher(message)

    def close(self) -> None:
        """Say that nothing more comes; what waits can still be read."""
        self.closed = True
        self._message_arrived.set()

    async def next(self) -> RpcMessage | None:
        """Return the next message; None once the box is closed and empty."""
        while not self._waiting:
            if self.closed:
                return None
            self._message_arrived.clear()
            await self._message_arrived.wait()
        return self._waiting.popleft()


_DECLINED_ANSWERS: Mapping[str, RpcMessage] = {
    "item/commandExecution/requestApproval": {"decision": "decline"},
    "item/fileChange/requestApproval": {"decision": "decline"},
    "item/permissions/requestApproval": {"permissions": {}, "scope": "turn"},
    "item/tool/requestUserInput": {"answers": {}},
    "mcpServer/elicitation/request": {"action": "decline", "content": None, "_meta": None},
    "execCommandApproval": {"decision": "abort"},
    "applyPatchApproval": {"decision": "abort"},
}
"""Each question's own way to hear no."""

METHOD_NOT_FOUND = -32601
"""JSON-RPC's code for an unknown method."""


def declined_answer(method: str) -> RpcMessage:
    """Return the `result` or the `error` that answers a question of codex's with no."""
    if method in _DECLINED_ANSWERS:
        return {"result": dict(_DECLINED_ANSWERS[method])}
    return {"error": {"code": METHOD_NOT_FOUND, "message": "This is not available here."}}


def cancelled_call_result() -> RpcMessage:
    """Return the result for a tool call whose request has ended."""
    return codex_tool_result("The call was cancelled; the tool was not run.", success=False)


def codex_tool_result(text: str, *, success: bool) -> RpcMessage:
    """Return what a tool answered, as codex takes it."""
    return {"contentItems": [{"type": "inputText", "text": text}], "success": success}


# What the messages of a turn mean is in codex_answer.py. Every approval that codex asks for is declined here, at once.

START_LIMIT = 30.0
"""Seconds to the first answer: a cold disk under a virus scanner; usually 0.3."""

ANSWER_LIMIT = 30.0
"""Seconds to the answer of a question that only codex itself answers; usually 0.01."""

MAX_INVALID_BYTES = 1_000_000
"""Bytes of lines that are no messages: a greeting or a warning is passed over, another program's output is not."""

TOOL_CALL_METHOD = "item/tool/call"
"""How codex asks for a tool of ours."""

_MUTED_NOTIFICATIONS = (
    "account/rateLimits/updated", "app/list/updated", "skills/changed", "thread/started", "thread/status/changed",
    "turn/diff/updated",
)  # fmt: skip
"""Notifications that are ignored."""


class CodexRefusal(Exception):
    """Codex says no to a question; `str()` is its sentence."""

    def __init__(self, message: str, code: int = 0) -> None:
        super().__init__(message)
        self.code = code


class AppServer:
    """One running `codex app-server`. Start it before anything else."""

    def __init__(self, error_context: ErrorContext) -> None:
        self._error_context = error_context
        self._child: LineProcess | None = None
        self._numbers = itertools.count(1)
        self._pending: dict[int, asyncio.Future[RpcMessage]] = {}
        self._mailboxes: dict[str, ThreadMailbox] = {}
        self._invalid_bytes = 0

    @property
    def alive(self) -> bool:
        """True while it can be asked."""
        return self._child is not None and not self._child.ended

    async def start(self, command: Sequence[str], environment: Mapping[str, str], folder: Path) -> None:
        """Start it and say hello. Raises `ProviderError`."""
        try:
            self._child = await LineProcess.start(command, environment, folder, self._on_line, self._on_exit)
        except (OSError, ValueError) as error:
            raise ProviderRefused(
                Phrase("{0} cannot be started", self._error_context.name),
                hint=Phrase("Check with `codex --version` in a terminal that it works."),
                kind="network",
                cause=type(error).__name__,
            ) from None
        hello: RpcMessage = {
            "clientInfo": {"name": "vaultdesk", "title": "VaultDesk", "version": __version__},
            "capabilities": {
                "experimentalApi": True,  # tools of ours, threads without surroundings
                "requestAttestation": False,
                "optOutNotificationMethods": list(_MUTED_NOTIFICATIONS),
            },
        }
        try:
            await self.request("initialize", hello, limit=START_LIMIT)
        except CodexRefusal as refused:
            quoted = self._error_context.quotable_text(str(refused))
            raise wrong_protocol_error(
                self._error_context,
                Phrase("a refusal of the greeting ({0})", quoted) if quoted else Phrase("a refusal"),
            ) from None
        self._send({"method": "initialized"})

    async def close(self) -> None:
        """End it. May be called twice."""
        child, self._child = self._child, None
        if child is not None:
            await child.close()
        self._on_exit()

    def send_request(self, method: str, params: RpcMessage) -> asyncio.Future[RpcMessage]:
        """Send a question and return its answer to come, which is a `CodexRefusal` or `ProviderBroken` where it
        fails."""
        number = next(self._numbers)
        answer = asyncio.get_running_loop().create_future()
        answer.add_done_callback(_consume_exception)
        if not self.alive:
            answer.set_exception(self.crash_error())
            return answer
        self._pending[number] = answer
        self._send({"id": number, "method": method, "params": params})
        return answer

    async def request(self, method: str, params: RpcMessage, limit: float = ANSWER_LIMIT) -> RpcMessage:
        """Ask and wait for the answer. Raises `CodexRefusal` and `ProviderError`."""
        return await self.wait_for(self.send_request(method, params), limit)

    async def wait_for(self, answer: "asyncio.Future[RpcMessage]", limit: float = ANSWER_LIMIT) -> RpcMessage:
        """Wait for an answer to come; one that is given up still comes. Raises `CodexRefusal` and `ProviderError`."""
        try:
            async with asyncio.timeout(limit):
                return await asyncio.shield(answer)
        except TimeoutError:
            raise silence_error(self._error_context, limit, begun=False) from None

    def reply(self, request: JsonValue, result: RpcMessage) -> None:
        """Answer a question of codex's."""
        self._send({"id": request, "result": result})

    def subscribe(self, thread: str) -> ThreadMailbox:
        """Return where everything about *thread* arrives from now on."""
        box = self._mailboxes[thread] = ThreadMailbox()
        if not self.alive:
            box.close()
        return box

    def unsubscribe(self, thread: str) -> None:
        """Hear no more of *thread*, and let codex drop it."""
        if self._mailboxes.pop(thread, None) is not None and self.alive:
            self.send_request("thread/unsubscribe", {"threadId": thread})

    def crash_error(self) -> ProviderBroken:
        """Return the error for a codex that ended in the middle."""
        return ProviderBroken(
            Phrase("{0} ended unexpectedly", self._error_context.name),
            hint=Phrase("Ask again; it is started anew. What arrived so far is kept."),
            kind="protocol",
        )

    def _send(self, message: RpcMessage) -> None:
        if self._child is not None:
            # Half of a character pair cannot be encoded, and as an escape codex would not read the line.
            self._child.send(json.dumps(message, ensure_ascii=False).encode("utf-8", "replace"))

    def _on_line(self, line: bytes) -> None:
        try:
            message = parse_json(line.decode("utf-8")) if line.lstrip()[:1] == b"{" else None
        except ValueError:
            message = None
        if not isinstance(message, dict):
            self._invalid_bytes += len(line)
            if self._invalid_bytes > MAX_INVALID_BYTES and self._child is not None:
                self._child.kill()
            return
        if "method" in message:
            self._dispatch(message)
        elif isinstance(number := message.get("id"), int) and number in self._pending:
            _complete(self._pending.pop(number), message)

    def _dispatch(self, message: RpcMessage) -> None:
        params = object_of(message.get("params"))
        box = self._mailboxes.get(text_of(params.get("threadId")))
        asks = "id" in message
        if asks and message["method"] != TOOL_CALL_METHOD:
            self._send({"id": message["id"], **declined_answer(text_of(message["method"]))})
        elif box is not None:
            if not box.put(message) and self._child is not None:
                self._child.kill()
        elif asks:
            self.reply(message["id"], cancelled_call_result())

    def _on_exit(self) -> None:
        waiting, self._pending = self._pending, {}
        for answer in waiting.values():
            if not answer.done():
                answer.set_exception(self.crash_error())
        for box in self._mailboxes.values():
            box.close()


def _complete(answer: "asyncio.Future[RpcMessage]", message: RpcMessage) -> None:
    if answer.done():
        return
    error = message.get("error")
    if error is not None:
        code = object_of(error).get("code")
        answer.set_exception(
            CodexRefusal(text_of(object_of(error).get("message")), code if isinstance(code, int) else 0)
        )
    else:
        answer.set_result(object_of(message.get("result")))


def _consume_exception(answer: "asyncio.Future[RpcMessage]") -> None:
    """Retrieve the exception, so that asyncio does not log it: the request has already ended."""
    if not answer.cancelled():
        answer.exception()
