"""Tests of providers/gguf: model_file_provider.py and model_server.py, with a scripted engine."""

import asyncio
import json
import os
import re
import select
import signal
import stat
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from pathlib import Path

import pytest

from tests.architecture.source import ROOT
from tests.providers.asking import ask
from tests.support.model_files import model_file, use_scripted_engine
from vaultdesk.__main__ import RUN_MODEL
from vaultdesk.chat.messages import user_message
from vaultdesk.core.errors import ProviderError, ProviderRefused
from vaultdesk.core.platform.paths import own_command
from vaultdesk.core.settings.settings_schema import ProviderSettings
from vaultdesk.providers.gguf import model_file_provider
from vaultdesk.providers.gguf.model_file_provider import (
    ModelFileProvider,
    ModelProcess,
    engine_installed,
    missing_engine_error,
    model_runners,
)
from vaultdesk.providers.gguf.model_files import ModelFolders, open_model_file
from vaultdesk.providers.gguf.model_server import MODEL_FOLDER_PREFIX, RUN_MODEL_FLAG, ModelServerOptions
from vaultdesk.providers.provider import ModelInfo, ModelRequest, TextArrived
from vaultdesk.providers.provider_factory import local_provider

TIMEOUT = 30
NO_FOLDERS = ModelFolders((), ())


@pytest.fixture(autouse=True)
def engine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    use_scripted_engine(monkeypatch)
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    monkeypatch.delenv("OLLAMA_MODELS", raising=False)


@asynccontextmanager
async def provider_of(file: Path, *, context: int = 0) -> AsyncIterator[ModelFileProvider]:
    settings = ProviderSettings(kind="gguf", model=str(file), context=context)
    provider = local_provider("gguf", settings)
    assert isinstance(provider, ModelFileProvider)
    try:
        async with asyncio.timeout(TIMEOUT):
            yield provider
    finally:
        await provider.aclose()


def model_request(file: Path, text: str = "What about the boiler?") -> ModelRequest:
    return ModelRequest(str(file), "Be brief.", (user_message(text),))


async def engine_facts(provider: ModelFileProvider, file: Path) -> dict[str, object]:
    """Return what the scripted engine reports about itself."""
    outcome = await ask(provider, model_request(file))
    assert outcome.error is None, outcome.error
    facts = json.loads(outcome.text)
    assert isinstance(facts, dict)
    return facts


def is_running(process: object) -> bool:
    assert isinstance(process, int)
    if sys.platform == "win32":  # os.kill would send Ctrl+C.
        import ctypes

        synchronize, timeout = 0x0010_0000, 0x102
        handle = ctypes.windll.kernel32.OpenProcess(synchronize, False, process)
        running = bool(handle) and ctypes.windll.kernel32.WaitForSingleObject(handle, 0) == timeout
        ctypes.windll.kernel32.CloseHandle(handle)
        return running
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def read_number(fifo: Path) -> int:
    """Wait for the number that another process writes to *fifo*, and return it."""
    return int(fifo.read_text())


def test_the_entry_point_has_the_flag_of_the_child() -> None:
    assert RUN_MODEL == RUN_MODEL_FLAG


async def test_a_question_is_answered_by_a_child_with_the_configured_window(tmp_path: Path) -> None:
    file = model_file(tmp_path / "m.gguf")
    async with provider_of(file, context=1024) as provider:
        facts = await engine_facts(provider, file)
        second_facts = await engine_facts(provider, file)

        assert (facts["context"], facts["offline"]) == (1024, True)
        assert facts["process"] == second_facts["process"] != os.getpid()
        assert (provider.destination.host, provider.destination.local) == ("", True)
    assert not is_running(facts["process"])


@pytest.mark.skipif(sys.platform == "win32", reason="Windows uses a port of the loopback address")
async def test_the_socket_is_private_to_the_account_and_requires_the_key(tmp_path: Path) -> None:
    file = open_model_file(str(model_file(tmp_path / "m.gguf")), NO_FOLDERS)
    process = await ModelProcess.start(file, 512)
    folder = Path(process.socket).parent
    reader, writer = await asyncio.open_unix_connection(process.socket)
    writer.write(b"POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}")
    status = await reader.readline()
    writer.close()

    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert b"401" in status
    await process.close()
    await process.close()
    assert not folder.exists()


async def test_without_unix_sockets_the_child_listens_on_the_loopback_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(model_file_provider, "MAX_SOCKET_PATH", 0)
    file = model_file(tmp_path / "m.gguf")
    async with provider_of(file) as provider:
        assert (await engine_facts(provider, file))["socket"] == "127.0.0.1"


async def test_two_providers_share_a_child_and_the_last_one_ends_it(tmp_path: Path) -> None:
    file = model_file(tmp_path / "m.gguf")
    async with provider_of(file) as first:
        async with provider_of(file) as second:
            facts = await engine_facts(first, file)
            assert (await engine_facts(second, file))["process"] == facts["process"]
        assert is_running(facts["process"])
    assert not is_running(facts["process"])


async def test_another_model_replaces_an_idle_one(tmp_path: Path) -> None:
    one_file, other_file = (
        model_file(tmp_path / "one.gguf"),
        model_file(tmp_path / "other.gguf", general_size_label="1B"),
    )
    async with provider_of(one_file) as first, provider_of(other_file) as second:
        before = await engine_facts(first, one_file)
        await engine_facts(second, other_file)
        assert not is_running(before["process"])
        assert (await engine_facts(first, one_file))["process"] != before["process"]


async def test_an_idle_model_is_unloaded_and_loaded_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_file_provider, "IDLE_LIMIT", 0.0)
    file = model_file(tmp_path / "m.gguf")
    async with provider_of(file) as provider:
        runner = model_runners().hold(open_model_file(str(file), NO_FOLDERS), 2048)
        async with runner.running() as process:
            assert not process.ended
        assert await process.has_ended(TIMEOUT)
        facts = await engine_facts(provider, file)
        await model_runners().release(runner)
    assert not is_running(facts["process"])


async def test_the_child_survives_a_stopped_answer(tmp_path: Path) -> None:
    file = model_file(tmp_path / "m.gguf")
    async with provider_of(file) as provider:
        async with aclosing(provider.stream(model_request(file, "endless"))) as events:
            first = await anext(event async for event in events if isinstance(event, TextArrived))
        assert first.text == f"from process {(await engine_facts(provider, file))['process']}"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no named pipes")
async def test_cancelling_while_a_model_loads_ends_the_child(tmp_path: Path) -> None:
    fifo = tmp_path / "process"
    os.mkfifo(fifo)
    file = model_file(tmp_path / "m.gguf", general_name=f"never-loads {fifo} ")
    async with provider_of(file) as provider:
        task = asyncio.create_task(ask(provider, model_request(file)))
        child = await asyncio.to_thread(read_number, fifo)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert not is_running(child)


async def test_a_crashed_child_is_an_error_and_the_next_question_starts_another(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = model_file(tmp_path / "m.gguf")
    async with provider_of(file) as provider:
        outcome = await ask(provider, model_request(file, "fail"))
        crashed_process = int(outcome.text.removeprefix("from process "))

        assert outcome.error is not None
        assert outcome.error.title == "The process that runs m.gguf ended unexpectedly"
        assert (await engine_facts(provider, file))["process"] != crashed_process
    assert "The process of" in caplog.text
    caplog.clear()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
async def test_a_child_killed_between_two_questions_is_started_again(tmp_path: Path) -> None:
    file = model_file(tmp_path / "m.gguf")
    async with provider_of(file) as provider:
        before = (await engine_facts(provider, file))["process"]
        assert isinstance(before, int)
        runner = model_runners().hold(open_model_file(str(file), NO_FOLDERS), 2048)
        async with runner.running() as process:
            os.kill(before, signal.SIGKILL)
            assert await process.has_ended(TIMEOUT)
        await model_runners().release(runner)
        assert (await engine_facts(provider, file))["process"] != before


@pytest.mark.parametrize(
    ("model", "title", "hint"),
    [
        ("too-large", "There is not enough memory to load m.gguf", "smaller"),
        ("unknown-kind", "m.gguf cannot be loaded: unknown model architecture: 'new'", "another model file"),
        ("dies-loading", "m.gguf cannot be loaded", "another model file"),
    ],
)
async def test_a_model_that_cannot_be_loaded_is_reported_with_the_reason(
    tmp_path: Path, model: str, title: str, hint: str
) -> None:
    file = model_file(tmp_path / "m.gguf", general_name=model)
    async with provider_of(file) as provider:
        outcome = await ask(provider, model_request(file))

    assert isinstance(outcome.error, ProviderRefused)
    assert outcome.error.title == title
    assert hint in outcome.error.hint


async def test_a_model_larger_than_the_memory_is_refused_without_starting_a_child(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(model_file_provider, "physical_memory", lambda: 2_000_000_000)
    file = model_file(tmp_path / "m.gguf", llama_block_count=2_000)
    async with provider_of(file) as provider:
        outcome = await ask(provider, model_request(file))

    assert outcome.error is not None
    assert outcome.error.title == "m.gguf needs about 3.1 GB of memory, and this computer has 2.0 GB"


async def test_loading_a_model_is_aborted_after_the_timeout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_file_provider, "LOAD_TIMEOUT", 0.2)
    file = model_file(tmp_path / "m.gguf", general_name="never-loads")
    async with provider_of(file) as provider:
        outcome = await ask(provider, model_request(file))

    assert outcome.error is not None
    assert "was not loaded within" in outcome.error.title


async def test_a_missing_package_is_reported_with_the_install_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(model_file_provider, "ENGINE", "no_such_engine")
    file = model_file(tmp_path / "m.gguf")
    assert not engine_installed()
    async with provider_of(file) as provider:
        outcome = await ask(provider, model_request(file))
        with pytest.raises(ProviderError, match="which is not installed"):
            await provider.models()

    assert outcome.error is not None
    assert 'pip install "vaultdesk[local]"' in outcome.error.hint


async def test_an_engine_that_cannot_be_imported_is_reported_with_the_install_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "xllamacpp.py").write_text("raise ImportError('libgomp.so.1: cannot open shared object file')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    file = model_file(tmp_path / "m.gguf")
    async with provider_of(file) as provider:
        outcome = await ask(provider, model_request(file))

    assert outcome.error is not None
    assert (outcome.error.title, 'pip install "vaultdesk[local]"' in outcome.error.hint) == (
        "Model files need the package xllamacpp, which is not installed",
        True,
    )


def test_the_packaged_program_recommends_other_programs_for_model_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)

    error = missing_engine_error()

    assert (error.title, error.hint) == (
        "Model files need the package xllamacpp, which is not installed",
        "The packaged program does not include it. Use Ollama or LM Studio instead.",
    )


async def test_a_child_that_cannot_be_started_is_reported_with_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(model_file_provider, "own_command", lambda *_: [str(tmp_path / "no such program")])
    file = model_file(tmp_path / "m.gguf")
    async with provider_of(file) as provider:
        outcome = await ask(provider, model_request(file))

    assert isinstance(outcome.error, ProviderRefused)
    assert re.fullmatch(
        "The process that runs m.gguf cannot be started: (No such file|The system).*", outcome.error.title
    )


async def test_a_refused_request_is_reported_as_the_engine_words_it(tmp_path: Path) -> None:
    file = model_file(tmp_path / "m.gguf")
    async with provider_of(file) as provider:
        runner = model_runners().hold(open_model_file(str(file), NO_FOLDERS), 2048)
        async with runner.running() as process:
            process.key = "another key"
            outcome = await ask(provider, model_request(file))
            assert not process.ended
        await model_runners().release(runner)

    assert outcome.error is not None
    assert outcome.error.kind == "auth"


async def test_a_model_that_is_answering_stays_loaded_while_another_one_is_loaded(tmp_path: Path) -> None:
    one_file = model_file(tmp_path / "one.gguf")
    other_file = model_file(tmp_path / "other.gguf", general_size_label="1B")
    async with provider_of(one_file) as first, provider_of(other_file) as second:
        async with aclosing(first.stream(model_request(one_file, "endless"))) as events:
            before = await anext(event async for event in events if isinstance(event, TextArrived))
            await engine_facts(second, other_file)
            assert (await anext(event async for event in events if isinstance(event, TextArrived))).text == " and more"
        assert before.text == f"from process {(await engine_facts(first, one_file))['process']}"


async def test_the_list_leaves_out_a_configured_file_that_cannot_be_opened(tmp_path: Path) -> None:
    async with provider_of(tmp_path / "gone.gguf") as provider:
        assert await provider.models() == ()
        with pytest.raises(ProviderRefused, match=r"gone\.gguf cannot be read"):
            await provider.model_facts(str(tmp_path / "gone.gguf"))


async def test_the_list_contains_the_models_found_and_the_configured_one(tmp_path: Path) -> None:
    chosen = model_file(tmp_path / "mine.gguf", llama_context_length=32_768)
    model_file(tmp_path / "home/.lmstudio/models/pub/Small/small.gguf")
    async with provider_of(chosen, context=16_384) as provider:
        found = await provider.models()

    small = ModelInfo(
        "pub/Small/small.gguf", context=2048, window=2048, tools=False, images=False, weights=135_000_000,
        server="llama.cpp",
    )  # fmt: skip
    mine = ModelInfo(
        str(chosen), "mine.gguf", context=32_768, window=16_384, tools=False, images=False, weights=135_000_000,
        server="llama.cpp",
    )  # fmt: skip
    assert found == (small, mine)


START_AND_PRINT = """
import asyncio, pathlib, sys
from vaultdesk.providers.gguf.model_files import ModelFolders, open_model_file
from vaultdesk.providers.gguf.model_file_provider import ModelProcess

async def main():
    process = await ModelProcess.start(open_model_file(sys.argv[1], ModelFolders((), ())), 512)
    print(process._child._transport.get_pid(), flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="needs a process file descriptor (Linux)")
def test_a_child_ends_when_the_program_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = model_file(tmp_path / "m.gguf")
    folders = tmp_path / "t"
    folders.mkdir()
    monkeypatch.setenv("TMPDIR", str(folders))
    command = [sys.executable, "-c", START_AND_PRINT, str(file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT) as program:
        assert program.stdout is not None
        child = os.pidfd_open(int(program.stdout.readline()))
        program.kill()
    try:
        ended, _, _ = select.select([child], [], [], TIMEOUT)
    finally:
        os.close(child)
    assert ended == [child]
    assert list(folders.iterdir()) == []


@pytest.mark.parametrize(("name", "removed"), [(f"{MODEL_FOLDER_PREFIX}x1", True), ("notes", False)])
def test_the_child_removes_only_a_folder_created_by_the_program(name: str, removed: bool, tmp_path: Path) -> None:
    file, folder = model_file(tmp_path / "m.gguf"), tmp_path / name
    folder.mkdir()
    (folder / "a note.md").write_text("Mine.")
    options = ModelServerOptions(str(file), 512, "key", "", 1 << 40, str(folder))
    command = own_command(RUN_MODEL_FLAG)
    completed = subprocess.run(command, input=options.line() + b"\n", capture_output=True, cwd=ROOT, timeout=TIMEOUT)

    assert b'"problem": ""' in completed.stdout, "the model was not loaded"
    assert folder.exists() is not removed
