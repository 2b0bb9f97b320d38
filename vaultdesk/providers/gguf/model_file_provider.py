"""Provider for model files: sends Chat Completions requests to a child process that runs the model."""

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing, suppress
from dataclasses import replace

from vaultdesk.core.errors import ProviderError, ProviderRefused
from vaultdesk.core.settings.settings_schema import ProviderSettings
from vaultdesk.core.transmission import Destination, TransmissionLog
from vaultdesk.providers.gguf.model_files import ModelFile, found_model_files, model_folders, open_model_file
from vaultdesk.providers.gguf.model_process import (
    ModelProcess,
    ModelRunner,
    engine_installed,
    missing_engine_error,
    model_runners,
)
from vaultdesk.providers.http_connection import Address, run_in_thread
from vaultdesk.providers.model_events import ModelEvent
from vaultdesk.providers.provider import ModelInfo, ModelRequest, Provider
from vaultdesk.providers.sdk_provider import ProviderEndpoint
from vaultdesk.providers.self_hosted.llama_cpp import LLAMA_CPP
from vaultdesk.providers.wrappers import LOADING_NOTICE_DELAY, loading_notice, notice_while_silent

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
        self._held: dict[int, ModelRunner] = {}

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
        held, self._held = self._held, {}
        for runner in held.values():
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
            except ProviderError as problem:
                if problem.kind in ("network", "protocol") and await process.has_ended(CRASH_NOTICE_TIME):
                    raise process.crash_error() from None
                raise
            finally:
                await chat.aclose()

    def _runner(self, file: ModelFile) -> ModelRunner:
        window = file.window(self._settings.context)
        for runner in self._held.values():
            if (runner.file, runner.window) == (file, window):
                return runner
        runner = model_runners().hold(file, window)
        self._held[id(runner)] = runner
        return runner

    def _chat(self, process: ModelProcess) -> Provider:
        """Return a provider for *process*. Imports the HTTP library; call it in a thread."""
        import httpx2

        endpoint = ProviderEndpoint(
            self._name,
            Address(f"{process.url}/v1", process.url, host="", local=True),
            lambda: process.key,
            prepare=self._prepare,
            transport=httpx2.AsyncHTTPTransport(uds=process.socket) if process.socket else None,
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
