"""The child process `codex app-server`: its command line and environment, and a JSON-RPC client for it."""

import asyncio
import itertools
import json
import shutil
from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from pydantic import JsonValue

from vaultdesk import __version__
from vaultdesk.core.errors import ProviderBroken, ProviderRefused
from vaultdesk.core.phrases import Phrase
from vaultdesk.providers.error_context import ErrorContext, silence_error, wrong_protocol_error
from vaultdesk.providers.lenient_json import object_of, parse_json, text_of
from vaultdesk.providers.line_process import LineProcess

# Codex is a coding agent; here it only answers. Its own tools, extensions, notices and records are switched off by
# settings on its command line, which take precedence over the user's file. Unknown settings are ignored by older
# versions. No value contains a quote, a space or a character that a batch file interprets (on Windows `codex` is one).

INSTALL_COMMAND = "npm install -g @openai/codex"
"""The installation command in the vendor's documentation, valid on every system."""

_FEATURES_OFF = (
    "apps", "browser_use", "browser_use_external", "computer_use", "goals", "hooks", "image_generation",
    "in_app_browser", "memories", "multi_agent", "plugins", "plugin_sharing", "remote_control", "remote_plugin",
    "shell_snapshot", "shell_tool", "skill_mcp_dependency_install", "skill_search", "sleep_tool", "tool_suggest",
    "unified_exec", "view_image", "workspace_dependencies",
)  # fmt: skip
"""Features that are switched off: commands, viewing files, memory, extensions fetched at start, other agents."""

_SETTINGS = (
    "agents.enabled=false",
    "features.multi_agent_v2={enabled=false,disable_native_tools=true}",  # newer models include agents of their own
    "web_search=disabled",
    "skills.include_instructions=false",
    "skills.bundled.enabled=false",
    "include_apps_instructions=false",
    "include_collaboration_mode_instructions=false",
    "include_environment_context=false",  # the name of this computer's folder and shell
    "include_permissions_instructions=false",
    "project_doc_max_bytes=0",
    "notify=[]",  # a program of the user that would run after each answer
    "history.persistence=none",
    "analytics.enabled=false",
    "otel.exporter=none",
    "otel.trace_exporter=none",
    "otel.metrics_exporter=none",
    "feedback.enabled=false",
    "check_for_update_on_startup=false",
    "model_reasoning_summary=auto",
)

_PASSED_VARIABLES = (
    "PATH", "HOME", "CODEX_HOME", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR", "TEMP", "TMP",
    "SSL_CERT_FILE", "SSL_CERT_DIR", "CODEX_CA_CERTIFICATE",
    "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR",  # for the keyring, in which codex stores its login
    "SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "COMSPEC", "PATHEXT", "USERPROFILE", "APPDATA", "LOCALAPPDATA",
    "PROGRAMDATA", "PROGRAMFILES",
)  # fmt: skip
"""Variables codex needs to find itself, its login and the network. Of keys only the one named in its own settings is
passed on: codex has its own login, and other keys are meant for other programs.
"""

_PROXY_VARIABLES = ("HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY", "NO_PROXY")
"""Not passed on if codex uses a server of this computer, whose requests must not go through a proxy."""


def find_codex(environment: Mapping[str, str], error_context: ErrorContext) -> tuple[str, ...]:
    """Return the command that starts codex from PATH. Raises `ProviderRefused` if it is not installed."""
    program = shutil.which("codex", path=environment.get("PATH", ""))
    if program is None:
        raise ProviderRefused(
            Phrase("{0} is not installed on this computer", error_context.name),
            hint=Phrase("Install it with: {0}. Then log in with: codex login.", INSTALL_COMMAND),
            kind="network",
        )
    return (program,)


def server_arguments() -> tuple[str, ...]:
    """Return the arguments that start codex as a server without extras."""
    off = [f"features.{name}=false" for name in _FEATURES_OFF]
    return ("app-server", *(part for setting in (*off, *_SETTINGS) for part in ("-c", setting)))


def minimal_environment(
    environment: Mapping[str, str], extra_names: Collection[str] = (), *, proxies: bool = True
) -> dict[str, str]:
    """Return the variables of *environment* that codex receives, including those that its settings name, *extra_names*.

    Names are compared ignoring case on systems that do so.
    """
    names = {*_PASSED_VARIABLES, *(name.upper() for name in extra_names), *(_PROXY_VARIABLES if proxies else ())}
    return {name: value for name, value in environment.items() if name.upper() in names}


RpcMessage: TypeAlias = dict[str, JsonValue]
"""One message of the protocol, as an object."""

MAX_WAITING = 50_000
"""Maximum number of waiting messages: more than any answer has. Unread messages must not fill the memory."""


class ThreadMailbox:
    """Ordered messages for one reader."""

    def __init__(self) -> None:
        self._messages: deque[RpcMessage] = deque()
        self._message_arrived = asyncio.Event()
        self.closed = False
        """True once no more messages can arrive."""
        self._watcher: Callable[[RpcMessage], None] | None = None

    def put(self, message: RpcMessage) -> bool:
        """Add *message*; return False if the limit is exceeded."""
        if len(self._messages) >= MAX_WAITING:
            return False
        self._messages.append(message)
        self._message_arrived.set()
        if self._watcher is not None:
            self._watcher(message)
        return True

    def set_watcher(self, watcher: Callable[[RpcMessage], None] | None) -> None:
        """Call *watcher* for each waiting or new message while there is no reader; None removes it."""
        self._watcher = watcher
        if watcher is not None:
            for message in tuple(self._messages):
                watcher(message)

    def close(self) -> None:
        """Close the mailbox; waiting messages can still be read."""
        self.closed = True
        self._message_arrived.set()

    async def next(self) -> RpcMessage | None:
        """Return the next message; None once the mailbox is closed and empty."""
        while not self._messages:
            if self.closed:
                return None
            self._message_arrived.clear()
            await self._message_arrived.wait()
        return self._messages.popleft()


_DECLINED_ANSWERS: Mapping[str, RpcMessage] = {
    "item/commandExecution/requestApproval": {"decision": "decline"},
    "item/fileChange/requestApproval": {"decision": "decline"},
    "item/permissions/requestApproval": {"permissions": {}, "scope": "turn"},
    "item/tool/requestUserInput": {"answers": {}},
    "mcpServer/elicitation/request": {"action": "decline", "content": None, "_meta": None},
    "execCommandApproval": {"decision": "abort"},
    "applyPatchApproval": {"decision": "abort"},
}
"""The declining answer for each kind of request."""

METHOD_NOT_FOUND = -32601
"""JSON-RPC's code for an unknown method."""


def declined_answer(method: str) -> RpcMessage:
    """Return the `result` or the `error` that declines a request of codex."""
    if method in _DECLINED_ANSWERS:
        return {"result": dict(_DECLINED_ANSWERS[method])}
    return {"error": {"code": METHOD_NOT_FOUND, "message": "This is not available here."}}


def cancelled_call_result() -> RpcMessage:
    """Return the result for a tool call whose request has ended."""
    return codex_tool_result("The call was cancelled; the tool was not run.", success=False)


def codex_tool_result(text: str, *, success: bool) -> RpcMessage:
    """Return a tool result in the format of codex."""
    return {"contentItems": [{"type": "inputText", "text": text}], "success": success}


# The messages of a turn are interpreted in codex_answer.py. Every approval that codex requests is declined here
# immediately.

START_LIMIT = 30.0
"""Seconds to the first answer, which can be slow with a cold disk and a virus scanner; usually 0.3."""

ANSWER_LIMIT = 30.0
"""Seconds to the answer of a request that codex answers itself; usually 0.01."""

MAX_INVALID_BYTES = 1_000_000
"""Maximum bytes of lines that are not messages: a greeting or a warning is ignored, another program's output is not."""

TOOL_CALL_METHOD = "item/tool/call"
"""Method with which codex requests a tool of this program."""

_MUTED_NOTIFICATIONS = (
    "account/rateLimits/updated", "app/list/updated", "skills/changed", "thread/started", "thread/status/changed",
    "turn/diff/updated",
)  # fmt: skip
"""Notifications that are ignored."""


class CodexRefusal(Exception):
    """Codex refused a request; `str()` is its message."""

    def __init__(self, message: str, code: int = 0) -> None:
        super().__init__(message)
        self.code = code


class AppServer:
    """One running `codex app-server`. Call `start` first."""

    def __init__(self, error_context: ErrorContext) -> None:
        self._error_context = error_context
        self._child: LineProcess | None = None
        self._numbers = itertools.count(1)
        self._pending: dict[int, asyncio.Future[RpcMessage]] = {}
        self._mailboxes: dict[str, ThreadMailbox] = {}
        self._invalid_bytes = 0

    @property
    def alive(self) -> bool:
        """True while it accepts requests."""
        return self._child is not None and not self._child.ended

    async def start(self, command: Sequence[str], environment: Mapping[str, str], folder: Path) -> None:
        """Start the process and initialize the protocol. Raises `ProviderError`."""
        try:
            self._child = await LineProcess.start(command, environment, folder, self._on_line, self._on_exit)
        except (OSError, ValueError) as error:
            raise ProviderRefused(
                Phrase("{0} cannot be started", self._error_context.name),
                hint=Phrase("Check with `codex --version` in a terminal that it works."),
                kind="network",
                cause=type(error).__name__,
            ) from None
        parameters: RpcMessage = {
            "clientInfo": {"name": "vaultdesk", "title": "VaultDesk", "version": __version__},
            "capabilities": {
                "experimentalApi": True,  # dynamic tools, threads without environment
                "requestAttestation": False,
                "optOutNotificationMethods": list(_MUTED_NOTIFICATIONS),
            },
        }
        try:
            await self.request("initialize", parameters, limit=START_LIMIT)
        except CodexRefusal as refusal:
            quoted = self._error_context.quotable_text(str(refusal))
            raise wrong_protocol_error(
                self._error_context,
                Phrase("a rejected handshake ({0})", quoted) if quoted else Phrase("a rejected handshake"),
            ) from None
        self._send({"method": "initialized"})

    async def close(self) -> None:
        """End the process. May be called twice."""
        child, self._child = self._child, None
        if child is not None:
            await child.close()
        self._on_exit()

    def send_request(self, method: str, params: RpcMessage) -> asyncio.Future[RpcMessage]:
        """Send a request and return a future of its answer, which raises `CodexRefusal` or `ProviderBroken`."""
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
        """Send a request and wait for the answer. Raises `CodexRefusal` and `ProviderError`."""
        return await self.wait_for(self.send_request(method, params), limit)

    async def wait_for(self, answer: "asyncio.Future[RpcMessage]", limit: float = ANSWER_LIMIT) -> RpcMessage:
        """Wait for an answer, which may still arrive after a timeout. Raises `CodexRefusal` and `ProviderError`."""
        try:
            async with asyncio.timeout(limit):
                return await asyncio.shield(answer)
        except TimeoutError:
            raise silence_error(self._error_context, limit, begun=False) from None

    def reply(self, request: JsonValue, result: RpcMessage) -> None:
        """Answer a request of codex."""
        self._send({"id": request, "result": result})

    def subscribe(self, thread: str) -> ThreadMailbox:
        """Return the mailbox that receives all messages about *thread*."""
        mailbox = self._mailboxes[thread] = ThreadMailbox()
        if not self.alive:
            mailbox.close()
        return mailbox

    def unsubscribe(self, thread: str) -> None:
        """Stop receiving messages of *thread*, and let codex remove it."""
        if self._mailboxes.pop(thread, None) is not None and self.alive:
            self.send_request("thread/unsubscribe", {"threadId": thread})

    def crash_error(self) -> ProviderBroken:
        """Return the error for a codex process that ended during an answer."""
        return ProviderBroken(
            Phrase("{0} ended unexpectedly", self._error_context.name),
            hint=Phrase("Ask again to restart it. What arrived so far is kept."),
            kind="protocol",
        )

    def _send(self, message: RpcMessage) -> None:
        if self._child is not None:
            # An unpaired surrogate cannot be encoded, and codex rejects a line that contains it as an escape.
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
        mailbox = self._mailboxes.get(text_of(params.get("threadId")))
        is_request = "id" in message
        if is_request and message["method"] != TOOL_CALL_METHOD:
            self._send({"id": message["id"], **declined_answer(text_of(message["method"]))})
        elif mailbox is not None:
            if not mailbox.put(message) and self._child is not None:
                self._child.kill()
        elif is_request:
            self.reply(message["id"], cancelled_call_result())

    def _on_exit(self) -> None:
        pending, self._pending = self._pending, {}
        for answer in pending.values():
            if not answer.done():
                answer.set_exception(self.crash_error())
        for mailbox in self._mailboxes.values():
            mailbox.close()


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
