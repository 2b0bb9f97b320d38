"""Processes that run model files: started with the first question, shared, and ended when they are idle for long."""

import asyncio
import importlib.util
import logging
import os
import re
import secrets
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from weakref import WeakKeyDictionary

from vaultdesk.core.errors import ProviderBroken, ProviderError, ProviderRefused, ProviderUnreachable
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.platform.limited_process import child_environment
from vaultdesk.core.platform.paths import own_command
from vaultdesk.core.platform.system_memory import physical_memory
from vaultdesk.providers.gguf.model_files import ModelFile
from vaultdesk.providers.gguf.model_server import RUN_MODEL_FLAG, ModelOrder, ModelReport
from vaultdesk.providers.line_process import LineProcess

log = logging.getLogger(__name__)

ENGINE = "xllamacpp"
"""The library that runs a model file; in the optional extra `local`."""

INSTALL_COMMAND = 'pip install "vaultdesk[local]"'
"""How it is installed."""

LOAD_TIMEOUT = 300.0
"""Seconds to load a model: a large one from a slow disk takes a minute or two."""

IDLE_LIMIT = 300.0
"""Seconds without a question until a model is taken out of memory; loading it again takes seconds."""

SPARE_MEMORY = 4 << 30
"""Bytes of address space the child may take beside the model, its cache, and a second copy of the weights in the
processor's own layout."""

MAX_SOCKET_PATH = 100
"""Bytes of a Unix socket's path: macOS takes 104, Linux 108."""

_LOADING_PROBLEM = re.compile(r"error loading model: (?!llama_model_loader)(.+)")
_NO_MEMORY = re.compile(r"insufficient memory|failed to allocate|out of memory|bad_alloc|unable to allocate", re.I)


def engine_installed() -> bool:
    """Tell whether model files can be run: the engine's package is there. Imports nothing."""
    return importlib.util.find_spec(ENGINE) is not None


def missing_engine_error() -> ProviderRefused:
    """Return the error for a model file that cannot be run because the engine is not installed."""
    is_packaged = getattr(sys, "frozen", False)
    return ProviderRefused(
        Phrase("Model files need the package {0}, which is not installed", ENGINE),
        hint=Phrase("The packaged program does not include it. Use Ollama or LM Studio instead.")
        if is_packaged
        else Phrase("Install it with: {0}. Then restart VaultDesk.", INSTALL_COMMAND),
        kind="bad_request",
    )


class ModelProcess:
    """One child process with its model loaded. Made by `ModelProcess.start`, ended by `close`."""

    def __init__(self, file: ModelFile) -> None:
        self.file = file
        self.key = secrets.token_urlsafe(32)
        """What every request must carry; only this program knows it."""
        self.socket = ""
        """The Unix socket it listens on; empty where it listens on a port of the loopback address."""
        self.url = ""
        """Its address; with a Unix socket the host in it means nothing."""
        self._folder = Path(tempfile.mkdtemp(prefix="vaultdesk-model-"))  # for this account alone
        self._child: LineProcess | None = None
        self._first_line: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._gone = asyncio.Event()

    @classmethod
    async def start(cls, file: ModelFile, window: int) -> "ModelProcess":
        """Load *file* with a *window* of so many tokens. Raises `ProviderError`; cancelling ends the process."""
        self = cls(file)
        try:
            await self._load(window)
        except BaseException:
            if self._child is not None:
                self._child.kill()
            await self.close()
            raise
        return self

    @property
    def ended(self) -> bool:
        """True where it can be asked no more."""
        return self._gone.is_set()

    async def has_ended(self, seconds: float) -> bool:
        """Tell whether it has ended, or does so within some *seconds*."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._gone.wait()
        return self.ended

    def crash_error(self) -> ProviderBroken:
        """Return the error for a process that ended in the middle of an answer."""
        log.warning("The process of %s ended: %s", self.file.id, self._stderr())
        return ProviderBroken(
            Phrase("The process that runs {0} ended unexpectedly", self.file.path.name),
            hint=Phrase("Ask again: it is started anew. If it ends again, choose a smaller model or context window."),
            kind="network",
        )

    async def close(self) -> None:
        """End it. May be called twice."""
        child, self._child = self._child, None
        if child is not None:
            await child.close()
        self._gone.set()
        await asyncio.to_thread(shutil.rmtree, self._folder, ignore_errors=True)

    async def _load(self, window: int) -> None:
        file = self.file
        needed, there = file.memory(window), physical_memory()
        if there and needed > there:
            raise ProviderRefused(
                Phrase(
                    "{0} needs about {1} GB of memory, and this computer has {2} GB",
                    file.path.name, _gigabytes(needed), _gigabytes(there),
                ),
                hint=Phrase("Choose a smaller model or a smaller context window."),
                kind="bad_request",
            )  # fmt: skip
        socket = self._folder / "engine.sock"  # the engine tells a socket by this ending
        if sys.platform != "win32" and len(os.fsencode(socket)) <= MAX_SOCKET_PATH:
            self.socket = str(socket)
        order = ModelOrder(str(file.path), window, self.key, self.socket, file.size + needed + SPARE_MEMORY)
        try:
            self._child = await LineProcess.start(
                own_command(RUN_MODEL_FLAG), child_environment(), self._folder, self._on_line, self._on_end
            )
        except OSError as error:
            raise ProviderRefused(
                Phrase(
                    "The process that runs {0} cannot be started: {1}", file.path.name, error.strerror or str(error)
                ),
                kind="network",
            ) from None
        self._child.send(order.line())
        try:
            async with asyncio.timeout(LOAD_TIMEOUT):
                line = await self._first_line
        except TimeoutError:
            raise ProviderUnreachable(
                Phrase("{0} was not loaded within {1} seconds", file.path.name, f"{LOAD_TIMEOUT:.0f}"),
                hint=Phrase("Choose a smaller model."),
                kind="network",
            ) from None
        try:
            report = ModelReport.of(line)
        except ValueError:
            report = ModelReport(problem="model")
        if not report.address:
            # What it wrote last arrives with its end.
            await self.has_ended(1.0)
            raise self._load_error(report)
        self.url = "http://localhost" if self.socket else report.address

    def _load_error(self, report: ModelReport) -> ProviderError:
        if report.problem == "engine" or not engine_installed():
            return missing_engine_error()
        said, name = self._stderr(), self.file.path.name
        log.info("%s was not loaded: %s", self.file.id, said)
        if _NO_MEMORY.search(said):
            return ProviderRefused(
                Phrase("There is not enough memory to load {0}", name),
                hint=Phrase("Choose a smaller model or a smaller context window, or close other programs."),
                kind="bad_request",
            )
        reason = next(iter(_LOADING_PROBLEM.findall(said)), "")
        title = Phrase("{0} cannot be loaded: {1}", name, reason) if reason else Phrase("{0} cannot be loaded", name)
        return ProviderRefused(
            title,
            hint=Phrase("Choose another model file. The file may be damaged, or of a kind that is not known yet."),
            kind="bad_request",
        )

    def _stderr(self) -> str:
        return self._child.stderr_tail if self._child is not None else ""

    def _on_line(self, line: bytes) -> None:
        if not self._first_line.done():
            self._first_line.set_result(line)

    def _on_end(self) -> None:
        self._gone.set()
        self._on_line(b"null")


def _gigabytes(size: int) -> str:
    return f"{size / 1e9:.1f}"


class ModelRunner:
    """One model file for everyone who asks it: loaded when it is needed, taken out of memory when it is not."""

    def __init__(self, file: ModelFile, window: int, runners: "ModelRunners") -> None:
        self.file, self.window = file, window
        self.holders = 0
        """Providers that may ask it."""
        self._runners = runners
        self._process: ModelProcess | None = None
        self._loading = asyncio.Lock()
        self._answers = 0
        self._idle_timer: asyncio.TimerHandle | None = None
        self._unloading: asyncio.Task[None] | None = None

    @property
    def loaded(self) -> bool:
        """Whether the model is in memory."""
        return self._process is not None and not self._process.ended

    @asynccontextmanager
    async def running(self) -> AsyncIterator[ModelProcess]:
        """Load the model where it is not, and keep it loaded in the block. Raises `ProviderError`."""
        self._answers += 1
        self._stop_timer()
        try:
            async with self._loading:
                if self._process is None or self._process.ended:
                    await self._unload()
                    await self._runners.unload_idle()
                    self._process = await ModelProcess.start(self.file, self.window)
            yield self._process
        finally:
            self._answers -= 1
            if not self._answers and self._process is not None:
                self._idle_timer = asyncio.get_running_loop().call_later(IDLE_LIMIT, self._begin_unloading)

    async def unload_if_idle(self) -> None:
        """Take the model out of memory unless it is answering."""
        if not self._answers:
            await self._unload()

    async def close(self) -> None:
        """End the process. May be called twice."""
        self._stop_timer()
        if self._unloading is not None:
            await self._unloading
        await self._unload()

    def _begin_unloading(self) -> None:
        self._unloading = asyncio.create_task(self.unload_if_idle(), name=f"unload {self.file.id}")

    async def _unload(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            self._stop_timer()
            await process.close()

    def _stop_timer(self) -> None:
        if self._idle_timer is not None:
            self._idle_timer.cancel()
            self._idle_timer = None


class ModelRunners:
    """The model files that are asked on one event loop. Each is closed when its last provider is."""

    def __init__(self) -> None:
        self._runners: dict[tuple[Path, int, int], ModelRunner] = {}

    def hold(self, file: ModelFile, window: int) -> ModelRunner:
        """Return who runs *file* with a *window* of so many tokens; `release` is called once for each call."""
        key = (file.path, file.size, window)
        runner = self._runners.setdefault(key, ModelRunner(file, window, self))
        runner.holders += 1
        return runner

    async def release(self, runner: ModelRunner) -> None:
        """End *runner* where no other provider holds it."""
        runner.holders -= 1
        if not runner.holders:
            self._runners = {key: one for key, one in self._runners.items() if one is not runner}
            await runner.close()

    async def unload_idle(self) -> None:
        """Take every model out of memory that is not answering: one model is loaded at a time."""
        for runner in tuple(self._runners.values()):
            await runner.unload_if_idle()


_runners: WeakKeyDictionary[asyncio.AbstractEventLoop, ModelRunners] = WeakKeyDictionary()


def model_runners() -> ModelRunners:
    """Return those of the running event loop: the vaults of one program share a loaded model."""
    return _runners.setdefault(asyncio.get_running_loop(), ModelRunners())
