"""The command line with its own home and without the environment of this computer, in this process or a new one."""

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
"""The key every journey uses: it must come out on the wire and nowhere else."""

PATIENCE = 30.0
"""Seconds a command may take; usually it is two."""

CAPABILITY_VERSION = 0x20080522
"""Version 3 of the structures of capget(2) and capset(2): two blocks of effective, permitted and inheritable bits."""

OVERRIDE, SEARCH = 1 << 1, 1 << 2
"""CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH, by which root reads and writes what file permissions deny."""

KINDS = {"openai": "openai-compatible", "anthropic": "anthropic", "responses": "openai", "ollama": "ollama"}
"""The kind of provider that speaks each wire."""

_HIDDEN = ("proxy", "api_key", "vaultdesk", "openai", "anthropic")
"""Parts of names of variables that would let this computer's own set-up into a journey."""


@dataclass(frozen=True)
class Ran:
    """What a command came to."""

    code: int
    out: str
    err: str

    @property
    def events(self) -> list[dict[str, Any]]:
        """The lines of `--json`."""
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def names(self) -> list[str]:
        """The names of the events in order, a run of one name folded into one."""
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
    """The program as a person with a home at `home` and notes at `vault` starts it."""

    home: Path
    vault: Path
    extra: dict[str, str] = field(default_factory=dict)
    """More variables of the environment."""
    before: Callable[[], None] | None = None
    """Called in the thread that runs a command, before it starts, to take rights from that thread."""
    own_process: bool = False
    """Start a process for every command. Without it they run in this one: a start costs more than most commands."""

    @property
    def settings_file(self) -> Path:
        return self.home / "settings" / "settings.toml"

    def write_provider(self, url: str, kind: str, name: str = "work") -> None:
        """Name a server in the settings, its key in a variable, and choose its model."""
        self.settings_file.parent.mkdir(parents=True, exist_ok=True)
        self.settings_file.write_text(
            f'[chat]\nmodel = "{name}/scripted"\n\n[providers.{name}]\nkind = "{kind}"\nbase_url = "{url}"\n'
            f'api_key_env = "JOURNEY_KEY"\n',
            encoding="utf-8",
        )

    @property
    def environment(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if not any(part in name.lower() for part in _HIDDEN)}
        own = {"VAULTDESK_HOME": str(self.home), "JOURNEY_KEY": KEY}
        return {**kept, **own, "PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring", **self.extra}

    def __call__(self, *words: object) -> Ran:
        """Run one command to its end."""
        if not self.own_process:
            return run_here([str(word) for word in words], self.environment, self.before)
        line = [sys.executable, "-m", "vaultdesk", *map(str, words)]
        done = subprocess.run(
            line,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=PATIENCE,
            check=False,
            preexec_fn=self.before,
        )
        return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())

    def ask(self, question: str, *options: object) -> Ran:
        """Ask about the notes; the default answers each approval with yes."""
        return self("ask", question, "--vault", self.vault, *(options or ("--approve", "all", "--json")))

    def files_with(self, secret: str) -> list[str]:
        """Return the files of the home that hold *secret*."""
        files = (file for file in self.home.rglob("*") if file.is_file())
        return [str(file.relative_to(self.home)) for file in files if secret.encode() in file.read_bytes()]

    def data(self, name: str) -> list[Path]:
        """Return the files called *name* among the vaults' own data."""
        return sorted((self.home / "data" / "vaults").glob(f"*/{name}"))


def run_here(words: Sequence[str], environment: Mapping[str, str], before: Callable[[], None] | None = None) -> Ran:
    """Run one command in this process with its own environment and streams, and without the log handlers of pytest.

    It gets a thread of its own inside a running event loop, because a command makes one as well, and for *before*.
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


def _run_main(words: Sequence[str], environment: Mapping[str, str]) -> Ran:
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    kept_environment, kept_streams = dict(os.environ), (sys.stdin, sys.stdout, sys.stderr)
    root, own = logging.getLogger(), logging.getLogger("vaultdesk")
    kept_handlers, kept_level = root.handlers[:], own.level
    with Path(os.devnull).open(encoding="utf-8") as nothing:
        try:
            _replace_environment(environment)
            sys.stdin, sys.stdout, sys.stderr = nothing, out, err
            root.handlers.clear()
            code = main(words)
        except SystemExit as ended:
            code = ended.code if isinstance(ended.code, int) else 1
        finally:
            stop_logging()
            root.handlers[:] = kept_handlers
            own.setLevel(kept_level)
            sys.stdin, sys.stdout, sys.stderr = kept_streams
            _replace_environment(kept_environment)
    return Ran(code, *(stream.buffer.getvalue().decode() for stream in (out, err)))  # type: ignore[attr-defined]


def _replace_environment(environment: Mapping[str, str]) -> None:
    os.environ.clear()
    os.environ.update(environment)
    if hasattr(time, "tzset"):
        time.tzset()  # read once by the C library otherwise


def without_privilege() -> None:
    """Take from root, in the calling thread and all that it starts, the right to ignore file permissions."""
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
    """Set a home and a vault up below *folder*; with a *server*, it is the provider `work`."""
    ready = Program(folder / "home", write_vault(folder / "vault", notes))
    if server is None:
        yield ready
        return
    with server:
        ready.write_provider(server.url, KINDS[wire])
        yield ready
