"""Runs the command line with its own home and a clean environment, in this process or a new one."""

import asyncio
import ctypes
import io
import json
import logging
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.support.vaults import HEATING, write_vault
from tests.support.wire import WireServer
from vaultdesk.__main__ import main
from vaultdesk.core.logs import stop_logging

KEY = "sk-journey-7f3a9c1e5b2d8046aa11"
"""The API key of every test: it may appear in requests to the provider and nowhere else."""

PATIENCE = 30.0
"""Timeout of a command in seconds; usually it takes two."""

CAPABILITY_VERSION = 0x20080522
"""Version 3 of the structures of capget(2) and capset(2): two blocks of effective, permitted and inheritable bits."""

OVERRIDE, SEARCH = 1 << 1, 1 << 2
"""CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH, by which root reads and writes what file permissions deny."""

KINDS = {"openai": "openai-compatible", "anthropic": "anthropic", "responses": "openai", "ollama": "ollama"}
"""The kind of provider that speaks each wire."""

_HIDDEN = ("proxy", "api_key", "vaultdesk", "openai", "anthropic")
"""Parts of names of environment variables that are removed, as they would configure the program."""


@dataclass(frozen=True)
class CommandResult:
    """The result of a command."""

    code: int
    out: str
    err: str

    @property
    def events(self) -> list[dict[str, Any]]:
        """The events printed with `--json`."""
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def names(self) -> list[str]:
        """The names of the events in order, without consecutive duplicates."""
        found: list[str] = []
        for event in self.events:
            if not found or found[-1] != event["event"]:
                found.append(event["event"])
        return found

    def of(self, name: str) -> list[dict[str, Any]]:
        """The events called *name*."""
        return [event for event in self.events if event["event"] == name]


@dataclass
class Program:
    """The program as a user with a home at `home` and notes at `vault` starts it."""

    home: Path
    vault: Path
    extra: dict[str, str] = field(default_factory=dict)
    """Additional environment variables."""
    before: Callable[[], None] | None = None
    """Called before a command starts, in the thread that runs it, to drop privileges of that thread."""
    own_process: bool = False
    """Run every command in a new process. By default commands run in this process, which is faster."""

    @property
    def settings_file(self) -> Path:
        return self.home / "settings" / "settings.toml"

    def write_provider(self, url: str, kind: str, name: str = "work") -> None:
        """Write a provider, the variable of its key and its model as the default to the settings."""
        self.settings_file.parent.mkdir(parents=True, exist_ok=True)
        self.settings_file.write_text(
            f'[chat]\nmodel = "{name}/scripted"\n\n[providers.{name}]\nkind = "{kind}"\nbase_url = "{url}"\n'
            f'api_key_env = "JOURNEY_KEY"\n',
            encoding="utf-8",
        )

    @property
    def environment(self) -> dict[str, str]:
        inherited = {
            name: value for name, value in os.environ.items() if not any(part in name.lower() for part in _HIDDEN)
        }
        overrides = {"VAULTDESK_HOME": str(self.home), "JOURNEY_KEY": KEY}
        return {**inherited, **overrides, "PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring", **self.extra}

    def __call__(self, *words: object) -> CommandResult:
        """Run one command and return its result."""
        if not self.own_process:
            return run_here([str(word) for word in words], self.environment, self.before)
        command = [sys.executable, "-m", "vaultdesk", *map(str, words)]
        completed = subprocess.run(
            command,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=PATIENCE,
            check=False,
            preexec_fn=self.before,
        )
        return CommandResult(completed.returncode, completed.stdout.decode(), completed.stderr.decode())

    def ask(self, question: str, *options: object) -> CommandResult:
        """Ask about the notes; by default every approval is granted."""
        return self("ask", question, "--vault", self.vault, *(options or ("--approve", "all", "--json")))

    def files_with(self, secret: str) -> list[str]:
        """Return the files of the home folder that contain *secret*."""
        files = (file for file in self.home.rglob("*") if file.is_file())
        return [str(file.relative_to(self.home)) for file in files if secret.encode() in file.read_bytes()]

    def data(self, name: str) -> list[Path]:
        """Return the files named *name* in the data folders of the vaults."""
        return sorted((self.home / "data" / "vaults").glob(f"*/{name}"))


def run_here(
    words: Sequence[str], environment: Mapping[str, str], before: Callable[[], None] | None = None
) -> CommandResult:
    """Run one command in this process with its own environment and streams, without the log handlers of pytest.

    It runs in a new thread when *before* is given or an event loop is running, because a command starts its own loop.
    """
    if before is None and not _loop_runs():
        return _run_main(words, environment)
    with ThreadPoolExecutor(1, initializer=before) as executor:
        return executor.submit(_run_main, words, environment).result()


def _loop_runs() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def _run_main(words: Sequence[str], environment: Mapping[str, str]) -> CommandResult:
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    saved_environment, saved_streams = dict(os.environ), (sys.stdin, sys.stdout, sys.stderr)
    root, logger = logging.getLogger(), logging.getLogger("vaultdesk")
    saved_handlers, saved_level = root.handlers[:], logger.level
    with Path(os.devnull).open(encoding="utf-8") as null_device:
        try:
            _replace_environment(environment)
            sys.stdin, sys.stdout, sys.stderr = null_device, out, err
            root.handlers.clear()
            code = main(words)
        except SystemExit as ended:
            code = ended.code if isinstance(ended.code, int) else 1
        finally:
            stop_logging()
            root.handlers[:] = saved_handlers
            logger.setLevel(saved_level)
            sys.stdin, sys.stdout, sys.stderr = saved_streams
            _replace_environment(saved_environment)
    return CommandResult(code, *(stream.buffer.getvalue().decode() for stream in (out, err)))  # type: ignore[attr-defined]


def _replace_environment(environment: Mapping[str, str]) -> None:
    os.environ.clear()
    os.environ.update(environment)
    if hasattr(time, "tzset"):
        time.tzset()  # read once by the C library otherwise


def without_privilege() -> None:
    """Drop root's capability to bypass file permissions, in the calling thread and its child processes."""
    if sys.platform != "linux" or os.geteuid() != 0:
        return
    libc = ctypes.CDLL(None, use_errno=True)
    header, sets = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION, 0), (ctypes.c_uint32 * 6)()
    if libc.capget(header, sets) == 0:
        sets[0] &= ~(OVERRIDE | SEARCH)
        if libc.capset(header, sets) == 0:
            return
    raise OSError(ctypes.get_errno(), "capabilities cannot be changed")


@contextmanager
def program(
    folder: Path, server: WireServer | None = None, wire: str = "openai", notes: Mapping[str, str] = HEATING
) -> Iterator[Program]:
    """Create a home and a vault below *folder*; a *server* becomes the provider `work`."""
    ready = Program(folder / "home", write_vault(folder / "vault", notes))
    if server is None:
        yield ready
        return
    with server:
        ready.write_provider(server.url, KINDS[wire])
        yield ready
