"""Tests of providers/gguf: model_file_provider.py, model_file_provider.py and model_server.py, with a scripted
engine."""

import asyncio
import json
import os
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
    model_runners,
)
from vaultdesk.providers.gguf.model_files import ModelFolders, open_model_file
from vaultdesk.providers.gguf.model_server import MODEL_FOLDER_PREFIX, RUN_MODEL_FLAG, ModelServerOptions
from vaultdesk.providers.provider import ModelInfo, ModelRequest, TextArrived
from vaultdesk.providers.provider_factory import local_provider

LIMIT = 30
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
        async with asyncio.timeout(LIMIT):
            yield provider
    finally:
        await provider.aclose()


def asked(file: Path, text: str = "What about the boiler?") -> ModelRequest:
    return ModelRequest(str(file), "Be brief.", (user_message(text),))


async def facts(provider: ModelFileProvider, file: Path) -> dict[str, object]:
    """Return what the scripted engine says of itself."""
    outcome = await ask(provider, asked(file))
    assert outcome.error is None, outcome.error
    told = json.loads(outcome.text)
    assert isinstance(told, dict)
    return told


def is_running(process: object) -> bool:
    assert isinstance(process, int)
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def written_number(fifo: Path) -> int:
    """Return the number another process writes to *fifo*, which is waited for."""
    return int(fifo.read_text())


def test_the_entry_point_knows_the_flag_of_the_child() -> None:
    assert RUN_MODEL == RUN_MODEL_FLAG


async def test_a_question_is_answered_by_a_child_with_the_window_of_the_settings(tmp_path: Path) -> None:
    file = model_file(tmp_path / "m.gguf")
    async with provider_of(file, context=1024) as provider:
        told = await facts(provider, file)
        again = await facts(provider, file)

        assert (told["context"], told["offline"]) == (1024, True)
        assert told["process"] == again["process"] != os.getpid()
        assert (provider.destination.host, provider.destination.local) == ("", True)
    assert not is_running(told["process"])


@pytest.mark.skipif(sys.platform == "win32", reason="Windows is asked on a port of the loopback address")
async def test_the_socket_is_this_accounts_alone_and_wants_the_key(tmp_path: Path) -> None:
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


async def test_without_unix_sockets_it_listens_on_the_loopback_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(model_file_provider, "MAX_SOCKET_PATH", 0)
    file = model_file(tmp_path / "m.gguf")
    async with provider_of(file) as provider:
        assert (await facts(provider, file))["socket"] == "127.0.0.1"


async def test_two_providers_share_a_child_and_the_last_one_ends_it(tmp_path: Path) -> None:
    file = model_file(tmp_path / "m.gguf")
    async with provider_of(file) as first:
        async with provider_of(file) as second:
            told = await facts(first, file)
            assert (await facts(second, file))["process"] == told["process"]
        assert is_running(told["process"])
    assert not is_running(told["process"])


async def test_another_model_takes_the_place_of_an_idle_one(tmp_path: Path) -> None:
    one, other = model_file(tmp_path / "one.gguf"), model_file(tmp_path / "other.gguf", general_size_label="1B")
    async with provider_of(one) as first, provider_of(other) as second:
        before = await facts(first, one)
        await facts(second, other)
        assert not is_running(before["process"])
        assert (await facts(first, one))["process"] != before["process"]


async def test_an_idle_model_is_taken_out_of_memory_and_loaded_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(model_file_provider, "IDLE_LIMIT", 0.0)
    file = model_file(tmp_path / "m.gguf")
    async with provider_of(file) as provider:
        runner = model_runners().hold(open_model_file(str(file), NO_FOLDERS), 2048)
        async with runner.running() as process:
            assert runner.loaded
        assert await process.has_ended(LIMIT)
        assert not runner.loaded
        told = await facts(provider, file)
        await model_runners().release(runner)
    assert not is_running(told["process"])


async def test_a_stopped_answer_leaves_the_child_for_the_next_question(tmp_path: Path) -> None:
    file = model_file(tmp_path / "m.gguf")
    async with provider_of(file) as provider:
        async with aclosing(provider.stream(asked(file, "endless"))) as events:
            first = await anext(event async for event in events if isinstance(event, TextArrived))
        assert first.text == f"from process {(await facts(provider, file))['process']}"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
async def test_stop_while_a_model_is_loaded_ends_the_child(tmp_path: Path) -> None:
    note = tmp_path / "process"
    os.mkfifo(note)
    file = model_file(tmp_path / "m.gguf", general_name=f"never-loads {note} ")
    async with provider_of(file) as provider:
        asking = asyncio.create_task(ask(provider, asked(file)))
        child = await asyncio.to_thread(written_number, note)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        assert not is_running(child)


async def test_a_child_that_dies_is_an_error_in_words_and_the_next_question_starts_another(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = model_file(tmp_path / "m.gguf")
    async with provider_of(file) as provider:
        outcome = await ask(provider, asked(file, "fail"))
        dead = int(outcome.text.removeprefix("from process "))

        assert outcome.error is not None
        assert outcome.error.title == "The process that runs m.gguf ended unexpectedly"
        assert (await facts(provider, file))["process"] != dead
    assert "The process of" in caplog.text
    caplog.clear()


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal")
async def test_a_child_killed_between_two_questions_is_started_anew(tmp_path: Path) -> None:
    file = model_file(tmp_path / "m.gguf")
    async with provider_of(file) as provider:
        before = (await facts(provider, file))["process"]
        assert isinstance(before, int)
        runner = model_runners().hold(open_model_file(str(file), NO_FOLDERS), 2048)
        async with runner.running() as process:
            os.kill(before, signal.SIGKILL)
            assert await process.has_ended(LIMIT)
        await model_runners().release(runner)
        assert (await facts(provider, file))["process"] != before


@pytest.mark.parametrize(
    ("model", "said", "hint"),
    [
        ("too-large", "There is not enough memory to load m.gguf", "smaller"),
        ("unknown-kind", "m.gguf cannot be loaded: unknown model architecture: 'new'", "another model file"),
        ("dies-loading", "m.gguf cannot be loaded", "another model file"),
    ],
)
async def test_a_model_that_cannot_be_loaded_is_told_why(tmp_path: Path, model: str, said: str, hint: str) -> None:
    file = model_file(tmp_path / "m.gguf", general_name=model)
    async with provider_of(file) as provider:
        outcome = await ask(provider, asked(file))

    assert isinstance(outcome.error, ProviderRefused)
    assert outcome.error.title == said
    assert hint in outcome.error.hint


async def test_a_model_larger_than_the_memory_is_refused_before_a_child_is_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(model_file_provider, "physical_memory", lambda: 2_000_000_000)
    file = model_file(tmp_path / "m.gguf", llama_block_count=2_000)
    async with provider_of(file) as provider:
        outcome = await ask(provider, asked(file))

    assert outcome.error is not None
    assert outcome.error.title == "m.gguf needs about 3.1 GB of memory, and this computer has 2.0 GB"


async def test_a_model_that_is_not_loaded_in_time_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_file_provider, "LOAD_TIMEOUT", 0.2)
    file = model_file(tmp_path / "m.gguf", general_name="never-loads")
    async with provider_of(file) as provider:
        outcome = await ask(provider, asked(file))

    assert outcome.error is not None
    assert "was not loaded within" in outcome.error.title


async def test_without_the_package_it_says_how_to_install_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_file_provider, "ENGINE", "no_such_engine")
    file = model_file(tmp_path / "m.gguf")
    assert not engine_installed()
    async with provider_of(file) as provider:
        outcome = await ask(provider, asked(file))
        with pytest.raises(ProviderError, match="which is not installed"):
            await provider.models()

    assert outcome.error is not None
    assert 'pip install "vaultdesk[local]"' in outcome.error.hint


async def test_the_list_has_what_is_found_and_what_is_chosen(tmp_path: Path) -> None:
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


START_AND_SAY = """
import asyncio, pathlib, sys
from vaultdesk.providers.gguf.model_files import ModelFolders, open_model_file
from vaultdesk.providers.gguf.model_file_provider import ModelProcess

async def main():
    process = await ModelProcess.start(open_model_file(sys.argv[1], ModelFolders((), ())), 512)
    print(process._child._transport.get_pid(), flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="the end of another's child is seen on Linux only")
def test_a_child_ends_with_a_program_that_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = model_file(tmp_path / "m.gguf")
    folders = tmp_path / "t"
    folders.mkdir()
    monkeypatch.setenv("TMPDIR", str(folders))
    command = [sys.executable, "-c", START_AND_SAY, str(file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT) as program:
        assert program.stdout is not None
        child = os.pidfd_open(int(program.stdout.readline()))
        program.kill()
    try:
        ended, _, _ = select.select([child], [], [], LIMIT)
    finally:
        os.close(child)
    assert ended == [child]
    assert list(folders.iterdir()) == []


@pytest.mark.parametrize(("name", "removed"), [(f"{MODEL_FOLDER_PREFIX}x1", True), ("notes", False)])
def test_the_child_removes_no_folder_but_one_that_the_program_created(name: str, removed: bool, tmp_path: Path) -> None:
    file, folder = model_file(tmp_path / "m.gguf"), tmp_path / name
    folder.mkdir()
    (folder / "a note.md").write_text("Mine.")
    options = ModelServerOptions(str(file), 512, "key", "", 1 << 40, str(folder))
    command = own_command(RUN_MODEL_FLAG)
    ended = subprocess.run(command, input=options.line() + b"\n", capture_output=True, cwd=ROOT, timeout=LIMIT)

    assert b'"problem": ""' in ended.stdout, "the model was loaded"
    assert folder.exists() is not removed
