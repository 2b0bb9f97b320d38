"""The `codex` child process: command line, environment, line I/O and shutdown."""

import asyncio
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, cast  # Any: the options of a start differ between the systems

from vaultdesk.core.errors import ProviderRefused
from vaultdesk.core.phrases import Phrase
from vaultdesk.providers.error_context import ErrorContext

# Codex is made for work on a computer; here it only answers. Its own tools, extensions, notices and records are
# switched off by settings on its command line, which win over the person's file. Settings a version does not know it
# passes over. No value holds a quote, a space or a sign that a batch file reads (on Windows `codex` is one).

INSTALL_COMMAND = "npm install -g @openai/codex"
"""How the vendor's documentation has it installed on every system."""

_FEATURES_OFF = (
    "apps", "browser_use", "browser_use_external", "computer_use", "goals", "hooks", "image_generation",
    "in_app_browser", "memories", "multi_agent", "plugins", "plugin_sharing", "remote_control", "remote_plugin",
    "shell_snapshot", "shell_tool", "skill_mcp_dependency_install", "skill_search", "sleep_tool", "tool_suggest",
    "unified_exec", "view_image", "workspace_dependencies",
)  # fmt: skip
"""What codex could do besides answering: run, look, remember, fetch extensions at its start, ask other agents."""

_SETTINGS = (
    "agents.enabled=false",
    "features.multi_agent_v2={enabled=false,disable_native_tools=true}",  # newer models bring agents of their own
    "web_search=disabled",
    "skills.include_instructions=false",
    "skills.bundled.enabled=false",
    "include_apps_instructions=false",
    "include_collaboration_mode_instructions=false",
    "include_environment_context=false",  # the name of this computer's folder and shell
    "include_permissions_instructions=false",
    "project_doc_max_bytes=0",
    "notify=[]",  # a program of the person's that would run after each answer
    "history.persistence=none",
    "analytics.enabled=false",
    "otel.exporter=none",
    "otel.trace_exporter=none",
    "otel.metrics_exporter=none",
    "feedback.enabled=false",
    "check_for_update_on_startup=false",
    "model_reasoning_summary=auto",
)

_KEPT_VARIABLES = (
    "PATH", "HOME", "CODEX_HOME", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR", "TEMP", "TMP",
    "SSL_CERT_FILE", "SSL_CERT_DIR", "CODEX_CA_CERTIFICATE",
    "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR",  # the keyring, where codex keeps its login there
    "SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "COMSPEC", "PATHEXT", "USERPROFILE", "APPDATA", "LOCALAPPDATA",
    "PROGRAMDATA", "PROGRAMFILES",
)  # fmt: skip
"""Variables codex needs to find itself, its login and the network. No keys but the one its own settings name: it has a
login of its own, and a key in the environment is meant for whoever it was set for."""

_PROXY_VARIABLES = ("HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY", "NO_PROXY")
"""Left out where codex asks a server of this computer: no proxy must see that."""


def find_codex(environment: Mapping[str, str], error_context: ErrorContext) -> tuple[str, ...]:
    """Return how codex is started from PATH. Raises `ProviderRefused` where it is not installed."""
    program = shutil.which("codex", path=environment.get("PATH", ""))
    if program is None:
        raise ProviderRefused(
            Phrase("{0} is not installed on this computer", error_context.name),
            hint=Phrase("Install it with: {0}. Then log in with: codex login.", INSTALL_COMMAND),
            kind="network",
        )
    return (program,)


def server_arguments() -> tuple[str, ...]:
    """Return what makes a codex command the quiet server that is talked to."""
    off = [f"features.{name}=false" for name in _FEATURES_OFF]
    return ("app-server", *(part for setting in (*off, *_SETTINGS) for part in ("-c", setting)))


def minimal_environment(
    environment: Mapping[str, str], named: Collection[str] = (), *, proxies: bool = True
) -> dict[str, str]:
    """Return what of *environment* codex is given, with the variables *named* by its settings.

    Names are compared as each system does, without case.
    """
    wanted = {*_KEPT_VARIABLES, *(name.upper() for name in named), *(_PROXY_VARIABLES if proxies else ())}
    return {name: value for name, value in environment.items() if name.upper() in wanted}


# It is read by callbacks instead of a task, so that nothing has to be owned while nobody asks. The child ends by itself
# when its input closes; so it cannot outlive this program.

MAX_LINE = 32_000_000
"""Bytes of one line: a picture of ours comes back in one; without an end it must not fill memory."""

EXIT_TIMEOUT = 2.0
"""Seconds the child has to end by itself after its input closed; it takes about 0.05."""

KILL_TIMEOUT = 1.0
"""Seconds it has after each harder word."""

MAX_STDERR = 2000
"""Characters kept of what it last wrote to its error output."""


class CodexChildProcess(asyncio.SubprocessProtocol):
    """One running program that is spoken to in lines."""

    def __init__(self, heard: Callable[[bytes], None], ended: Callable[[], None]) -> None:
        self._on_line = heard
        self._on_end = ended
        self._transport: asyncio.SubprocessTransport | None = None
        self._partial_line = bytearray()
        self._exited = asyncio.Event()
        self.ended = False
        self.stderr_tail = ""
        """The last of its error output: for our own eyes, never quoted unread."""

    @classmethod
    async def start(
        cls,
        command: Sequence[str],
        environment: Mapping[str, str],
        folder: Path,
        heard: Callable[[bytes], None],
        ended: Callable[[], None],
    ) -> "CodexChildProcess":
        """Start *command* in *folder*. Raises `OSError` where it cannot be."""
        loop = asyncio.get_running_loop()
        _, child = await loop.subprocess_exec(
            lambda: cls(heard, ended), *command, env=dict(environment), cwd=str(folder), **_detached_options()
        )
        return child

    def send(self, line: bytes) -> None:
        """Write *line*; to a child that has ended nothing is written."""
        pipe = self._transport.get_pipe_transport(0) if self._transport else None
        if pipe is not None and not pipe.is_closing():
            cast(asyncio.WriteTransport, pipe).write(line + b"\n")

    async def close(self) -> None:
        """End the child: first kindly, within seconds by force."""
        transport = self._transport
        if transport is None:
            return
        pipe = transport.get_pipe_transport(0)
        if pipe is not None:
            pipe.close()
        for limit, harder in (
            (EXIT_TIMEOUT, transport.terminate),
            (KILL_TIMEOUT, self.kill),
            (KILL_TIMEOUT, self.kill),
        ):
            with suppress(TimeoutError):
                async with asyncio.timeout(limit):
                    await self._exited.wait()
                break
            with suppress(ProcessLookupError):
                harder()
        transport.close()

    def kill(self) -> None:
        """End the child at once, and what it started with it where the system can."""
        if self._transport is None:
            return
        with suppress(ProcessLookupError, PermissionError):
            if sys.platform == "win32":
                self._transport.kill()
            else:
                os.killpg(self._transport.get_pid(), signal.SIGKILL)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the way to the child; the loop calls this."""
        self._transport = cast(asyncio.SubprocessTransport, transport)

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """Cut what it writes into lines; the loop calls this."""
        if fd == 2:
            self.stderr_tail = (self.stderr_tail + data.decode("utf-8", "replace"))[-MAX_STDERR:]
            return
        *lines, rest = data.split(b"\n")
        for line in lines:
            whole = bytes(self._partial_line) + line
            self._partial_line.clear()
            self._on_line(whole)
        self._partial_line += rest
        if len(self._partial_line) > MAX_LINE:
            self._partial_line.clear()
            self.kill()
            self._report_end()

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        """Its output is closed: it says nothing more; the loop calls this."""
        if fd == 1:
            self._report_end()

    def process_exited(self) -> None:
        """It is gone; the loop calls this."""
        self._exited.set()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone and all it wrote was read; the loop calls this."""
        self._exited.set()
        self._report_end()

    def _report_end(self) -> None:
        if not self.ended:
            self.ended = True
            self._on_end()


def _detached_options() -> dict[str, Any]:  # Any: each system's own options
    """Return how the child is kept apart: Ctrl+C in the terminal stops an answer of ours, not codex."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW}
    return {"start_new_session": True}
