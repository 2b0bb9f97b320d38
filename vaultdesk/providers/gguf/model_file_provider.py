"""Provider for model files: child processes that run them, shared by providers and ended when idle, and requests to
them."""

import asyncio
import importlib.util
import logging
import os
import re
import secrets
import shutil
import sys
import tempfile
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing, asynccontextmanager, suppress
from pathlib import Path
from weakref import WeakKeyDictionary

from vaultdesk.core.certificates import ssl_context_for
from vaultdesk.core.errors import ProviderBroken, ProviderError, ProviderRefused, ProviderUnreachable
from vaultdesk.core.phrases import Number, Phrase
from vaultdesk.core.platform.limited_process import child_environment
from vaultdesk.core.platform.paths import own_command
from vaultdesk.core.settings.settings_schema import ProviderSettings
from vaultdesk.core.this_computer import physical_memory
from vaultdesk.core.transmission import Destination, TransmissionLog
from vaultdesk.core.values import replace
from vaultdesk.providers.gguf.model_files import ModelFile, found_model_files, model_folders, open_model_file
from vaultdesk.providers.gguf.model_server import MODEL_FOLDER_PREFIX, RUN_MODEL_FLAG, ModelReport, ModelServerOptions
from vaultdesk.providers.http_connection import Address, run_in_thread
from vaultdesk.providers.line_process import LineProcess
from vaultdesk.providers.model_list import LLAMA_CPP
from vaultdesk.providers.provider import ModelEvent, ModelInfo, ModelRequest, Provider
from vaultdesk.providers.sdk_provider import ProviderEndpoint
from vaultdesk.providers.wrappers import LOADING_NOTICE_DELAY, loading_notice, notice_while_silent

log = logging.getLogger(__name__)

ENGINE = "xllamacpp"
"""The library that runs a model file; in the optional extra `local`."""

INSTALL_COMMAND = 'pip install "vaultdesk[local]"'
"""Command that installs it."""

LOAD_TIMEOUT = 300.0
"""Seconds to load a model: a large one from a slow disk takes a minute or two."""

IDLE_LIMIT = 300.0
"""Seconds without a question until a model is unloaded. Loading it again takes seconds."""

SPARE_MEMORY = 4 << 30
"""Bytes of address space for the child besides the model, its cache, and a second copy of the weights repacked for the
processor."""

MAX_SOCKET_PATH = 100
"""Maximum bytes of a Unix socket path. macOS allows 104, Linux 108."""

_LOADING_PROBLEM = re.compile(r"error loading model: (?!llama_model_loader)(.+)")
_NO_MEMORY = re.compile(r"insufficient memory|failed to allocate|out of memory|bad_alloc|unable to allocate", re.I)


def engine_installed() -> bool:
    """Return whether the package of the engine is installed. Does not import it."""
    return importlib.util.find_spec(ENGINE) is not None


def missing_engine_error() -> ProviderRefused:
    """Return the error for a model file if the engine is not installed."""
    is_packaged = getattr(sys, "frozen", False)
    return ProviderRefused(
        Phrase("Model files need the package {0}, which is not installed", ENGINE),
        hint=Phrase("The packaged program does not include it. Use Ollama or LM Studio instead.")
        if is_packaged
        else Phrase("Install it with: {0}. Then restart VaultDesk.", INSTALL_COMMAND),
        kind="bad_request",
    )


class ModelProcess:
    """A child process with a loaded model. Created by `ModelProcess.start`, ended by `close`."""

    def __init__(self, file: ModelFile) -> None:
        self.file = file
        self.key = secrets.token_urlsafe(32)
        """API key required with every request; known to this program only."""
        self.socket = ""
        """Path of the Unix socket it listens on; empty if it listens on a loopback port."""
        self.url = ""
        """Base URL for requests; with a Unix socket its host is not used."""
        self._folder = Path(tempfile.mkdtemp(prefix=MODEL_FOLDER_PREFIX))  # readable by this account only
        self._child: LineProcess | None = None
        self._first_line: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._exited = asyncio.Event()

    @classmethod
    async def start(cls, file: ModelFile, window: int) -> "ModelProcess":
        """Load *file* with *window* tokens in a new process. Raises `ProviderError`. Cancelling ends the process."""
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
        """Whether the process has exited or was closed."""
        return self._exited.is_set()

    async def has_ended(self, seconds: float) -> bool:
        """Wait up to *seconds* for the end; return whether it has ended."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._exited.wait()
        return self.ended

    def crash_error(self) -> ProviderBroken:
        """Return the error for a process that ended during an answer."""
        log.warning("The process of %s ended: %s", self.file.id, self._stderr())
        return ProviderBroken(
            Phrase("The process that runs {0} ended unexpectedly", self.file.path.name),
            hint=Phrase("Ask again to restart it. If it ends again, choose a smaller model or context window."),
            kind="network",
        )

    async def close(self) -> None:
        """End the process and remove its folder. May be called twice."""
        child, self._child = self._child, None
        if child is not None:
            await child.close()
        self._exited.set()
        await asyncio.to_thread(shutil.rmtree, self._folder, ignore_errors=True)

    async def _load(self, window: int) -> None:
        file = self.file
        needed, available = file.memory(window), physical_memory()
        if available and needed > available:
            raise ProviderRefused(
                Phrase(
                    "{0} needs about {1} GB of memory, and this computer has {2} GB",
                    file.path.name, _gigabytes(needed), _gigabytes(available),
                ),
                hint=Phrase("Choose a smaller model or a smaller context window."),
                kind="bad_request",
            )  # fmt: skip
        socket = self._folder / "engine.sock"  # the engine recognizes a socket by this extension
        if sys.platform != "win32" and len(os.fsencode(socket)) <= MAX_SOCKET_PATH:
            self.socket = str(socket)
        memory = file.size + needed + SPARE_MEMORY
        options = ModelServerOptions(str(file.path), window, self.key, self.socket, memory, str(self._folder))
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
        self._child.send(options.line())
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
            # Its last error messages arrive with its end.
            await self.has_ended(1.0)
            raise self._load_error(report)
        self.url = "http://localhost" if self.socket else report.address

    def _load_error(self, report: ModelReport) -> ProviderError:
        if report.problem == "engine" or not engine_installed():
            return missing_engine_error()
        stderr_text, name = self._stderr(), self.file.path.name
        log.info("%s was not loaded: %s", self.file.id, stderr_text)
        if _NO_MEMORY.search(stderr_text):
            return ProviderRefused(
                Phrase("There is not enough memory to load {0}", name),
                hint=Phrase("Choose a smaller model or a smaller context window, or close other programs."),
                kind="bad_request",
            )
        reason = next(iter(_LOADING_PROBLEM.findall(stderr_text)), "")
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
        self._exited.set()
        self._on_line(b"null")


def _gigabytes(size: int) -> Number:
    return Number(size / 1e9, 1)


class ModelRunner:
    """Shared access to one model file: loads it on demand and unloads it when idle."""

    def __init__(self, file: ModelFile, window: int, runners: "ModelRunners") -> None:
        self.file, self.window = file, window
        self.holders = 0
        """Number of providers that hold it."""
        self._runners = runners
        self._process: ModelProcess | None = None
        self._loading = asyncio.Lock()
        self._answers = 0
        self._idle_timer: asyncio.TimerHandle | None = None
        self._unloading: asyncio.Task[None] | None = None

    @asynccontextmanager
    async def running(self) -> AsyncIterator[ModelProcess]:
        """Load the model if necessary, and keep it loaded within the block. Raises `ProviderError`."""
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
        """Unload the model unless it is answering."""
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
    """The model runners of one event loop. Each is closed with the last provider that holds it."""

    def __init__(self) -> None:
        self._runners: dict[tuple[Path, int, int], ModelRunner] = {}

    def hold(self, file: ModelFile, window: int) -> ModelRunner:
        """Return the runner of *file* with a *window* in tokens. Call `release` once for each call."""
        key = (file.path, file.size, window)
        runner = self._runners.setdefault(key, ModelRunner(file, window, self))
        runner.holders += 1
        return runner

    async def release(self, runner: ModelRunner) -> None:
        """Close *runner* if no other provider holds it."""
        runner.holders -= 1
        if not runner.holders:
            self._runners = {key: other for key, other in self._runners.items() if other is not runner}
            await runner.close()

    async def unload_idle(self) -> None:
        """Unload every model that is not answering, so that one idle model at most uses memory."""
        for runner in tuple(self._runners.values()):
            await runner.unload_if_idle()


_runners: WeakKeyDictionary[asyncio.AbstractEventLoop, ModelRunners] = WeakKeyDictionary()


def model_runners() -> ModelRunners:
    """Return the model runners of the running event loop. The vaults of one program share them."""
    return _runners.setdefault(asyncio.get_running_loop(), ModelRunners())


CRASH_NOTICE_TIME = 1.0
"""Seconds to wait for the exit of the child after its connection broke, to report a crash instead."""


class ModelFileProvider:
    """The model files of this computer, as one provider."""

    def __init__(
        self,
        name: str,
        settings: ProviderSettings,
        open_chat: Callable[[ProviderEndpoint], Provider],
        prepare: Callable[[], None],
        *,
        log: TransmissionLog | None = None,
    ) -> None:
        """*name* is shown to the user; *open_chat* makes the provider that talks to a child; *prepare* is called in a
        thread before that."""
        self._name = name
        self._settings = settings
        self._open_chat = open_chat
        self._prepare = prepare
        self._log = log
        self._held_runners: dict[int, ModelRunner] = {}

    @property
    def destination(self) -> Destination:
        """Where requests go: a process of this program."""
        return Destination(self._name, "", local=True)

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        """Stream one answer; the model is loaded before. Raises `ProviderError`; closing stops loading and answer."""
        answer = notice_while_silent(self._answer(request), loading_notice(self._name), LOADING_NOTICE_DELAY)
        async with aclosing(answer) as events:
            async for event in events:
                yield event

    async def models(self) -> tuple[ModelInfo, ...]:
        """Return the models that are found here, and the one that was chosen. Raises `ProviderRefused`."""
        if not engine_installed():
            raise missing_engine_error()
        return await run_in_thread(self._list_models)

    async def model_facts(self, model: str) -> ModelInfo | None:
        """Return the facts in the header of the file of *model*, without loading it. Raises `ProviderRefused`."""
        return self._info(await run_in_thread(lambda: open_model_file(model, model_folders())))

    async def aclose(self) -> None:
        """Release the processes; one that no other provider holds is ended. May be called twice."""
        runners, self._held_runners = self._held_runners, {}
        for runner in runners.values():
            await model_runners().release(runner)

    async def _answer(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        if not engine_installed():
            raise missing_engine_error()
        file = await run_in_thread(lambda: open_model_file(request.model, model_folders()))
        async with self._runner(file).running() as process:
            chat = await run_in_thread(lambda: self._chat(process))
            try:
                async with aclosing(chat.stream(request)) as events:
                    async for event in events:
                        yield event
            except ProviderError as error:
                if error.kind in ("network", "protocol") and await process.has_ended(CRASH_NOTICE_TIME):
                    raise process.crash_error() from None
                raise
            finally:
                await chat.aclose()

    def _runner(self, file: ModelFile) -> ModelRunner:
        window = file.window(self._settings.context)
        for runner in self._held_runners.values():
            if (runner.file, runner.window) == (file, window):
                return runner
        runner = model_runners().hold(file, window)
        self._held_runners[id(runner)] = runner
        return runner

    def _chat(self, process: ModelProcess) -> Provider:
        """Return a provider for *process*. Imports the HTTP library; call it in a thread."""
        import httpx2

        endpoint = ProviderEndpoint(
            self._name,
            Address(f"{process.url}/v1", process.url, host="", local=True),
            lambda: process.key,
            prepare=self._prepare,
            transport=(
                httpx2.AsyncHTTPTransport(ssl_context_for(process.url), uds=process.socket) if process.socket else None
            ),
            log=self._log,
            server_program=lambda _model: LLAMA_CPP,
        )
        return self._open_chat(endpoint)

    def _list_models(self) -> tuple[ModelInfo, ...]:
        folders = model_folders()
        files = {file.id: file for file in found_model_files(folders)}
        chosen = self._settings.model
        if chosen and chosen not in files:
            with suppress(ProviderRefused):  # the question reports the reason
                files[chosen] = open_model_file(chosen, folders)
        return tuple(self._info(file) for file in files.values())

    def _info(self, file: ModelFile) -> ModelInfo:
        return replace(file.info, window=file.window(self._settings.context), server=LLAMA_CPP)
