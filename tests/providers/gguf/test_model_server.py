"""Tests of providers/gguf/model_server.py within this process, with a scripted engine.

The process around it is tested in test_model_file_provider.py.
"""

import http.client
import io
import json
import os
import socket
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, NamedTuple

import pytest

from tests.support.engine import xllamacpp
from tests.support.model_files import model_file
from vaultdesk.core.values import replace
from vaultdesk.providers.gguf.model_server import (
    GPU_BATCH,
    MODEL_FOLDER_PREFIX,
    ModelReport,
    ModelServerOptions,
    prompt_batch,
    serve_model,
)

TIMEOUT = 30


@pytest.fixture(autouse=True)
def engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "xllamacpp", xllamacpp)


@pytest.fixture(autouse=True)
def working_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Restore the working folder, which is changed when the folder of the model is removed."""
    monkeypatch.chdir(tmp_path)


def options_of(file: Path, folder: Path) -> ModelServerOptions:
    return ModelServerOptions(str(file), 512, "secret", "", 1 << 40, str(folder))


class Serving(NamedTuple):
    """A model that is served in a thread."""

    report: ModelReport
    result: Future[object]
    """The engine, after the input was closed."""
    program_input: BinaryIO


@contextmanager
def served(options: ModelServerOptions) -> Iterator[Serving]:
    """Serve a model until the input is closed, at the latest at the end of the block."""
    (input_end, program_input), (program_output, output_end) = os.pipe(), os.pipe()
    with (
        ThreadPoolExecutor(1) as executor,
        os.fdopen(input_end, "rb") as source, os.fdopen(output_end, "wb") as output,
        os.fdopen(program_output, "rb") as reports, os.fdopen(program_input, "wb") as closing_input,
    ):  # fmt: skip
        result = executor.submit(serve_model, options, source, output)
        yield Serving(ModelReport.of(reports.readline()), result, closing_input)


def answer(address: str, key: str) -> tuple[int, str]:
    """Return status and body of the answer to a question with the API key *key*."""
    connection = http.client.HTTPConnection(address.removeprefix("http://"), timeout=TIMEOUT)
    body = json.dumps({"messages": [{"role": "user", "content": "What about the boiler?"}]})
    connection.request("POST", "/v1/chat/completions", body, {"Authorization": f"Bearer {key}"})
    response = connection.getresponse()
    text = response.read().decode()
    connection.close()
    return response.status, text


def test_a_model_is_served_with_its_key_until_the_input_is_closed(tmp_path: Path) -> None:
    folder = tmp_path / f"{MODEL_FOLDER_PREFIX}x1"
    folder.mkdir()
    (folder / "engine.sock").write_bytes(b"")
    with served(options_of(model_file(tmp_path / "m.gguf"), folder)) as serving:
        status, text = answer(serving.report.address, "secret")
        facts = json.loads(json.loads(text.splitlines()[0].removeprefix("data: "))["choices"][0]["delta"]["content"])
        refused = answer(serving.report.address, "another key")
        assert (folder.exists(), serving.result.done()) == (True, False)

        serving.program_input.close()
        engine_served = serving.result.result(TIMEOUT)

    batch = prompt_batch(1)
    assert (status, facts) == (
        200,
        {
            "process": os.getpid(), "context": 512, "offline": True, "socket": "127.0.0.1", "batches": [batch, batch],
            "answers at a time": 1, "pages": [False] * 4,
        },
    )  # fmt: skip
    assert refused == (401, '{"error": {"message": "Invalid API Key", "code": 401}}')
    assert (serving.report.problem, isinstance(engine_served, xllamacpp.Server), folder.exists()) == ("", True, False)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows uses a port of the loopback address")
def test_a_model_is_served_on_a_unix_socket_if_the_options_name_one(tmp_path: Path) -> None:
    # The path of a socket is limited to about 100 bytes, which the folder of a test may exceed.
    folder = Path(tempfile.mkdtemp(prefix=MODEL_FOLDER_PREFIX))
    options = replace(options_of(model_file(tmp_path / "m.gguf"), folder), socket=str(folder / "engine.sock"))

    with served(options) as serving, socket.socket(socket.AF_UNIX) as connection:
        connection.connect(options.socket)
        connection.sendall(b"POST /v1/chat/completions HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}")
        status = connection.makefile("rb").readline()

    assert (serving.report.address, status) == (f"unix://{options.socket}", b"HTTP/1.1 401 Unauthorized\r\n")
    assert not folder.exists()


def test_a_folder_that_the_program_did_not_create_is_not_removed(tmp_path: Path) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "a note.md").write_text("Mine.")

    with served(options_of(model_file(tmp_path / "m.gguf"), folder)):
        pass

    assert (folder / "a note.md").read_text() == "Mine."


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("too-large", "insufficient memory (attempted to allocate 9.00 MB)"),
        ("unknown-kind", "error loading model: unknown model architecture: 'new'"),
    ],
)
def test_a_model_that_cannot_be_loaded_is_reported_without_waiting_for_the_end_of_the_input(
    name: str, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, folder = model_file(tmp_path / "m.gguf", general_name=name), tmp_path / f"{MODEL_FOLDER_PREFIX}x1"
    folder.mkdir()
    source, output = io.BytesIO(b"not read"), io.BytesIO()

    assert serve_model(options_of(file, folder), source, output) is None

    assert output.getvalue() == b'{"address": "", "problem": "model"}\n'
    assert (source.tell(), folder.exists()) == (0, True)
    lines = capsys.readouterr().err.splitlines()
    assert lines[0].endswith(reason)
    assert lines[1:] == ["Failed to init server, please check the input params."]


def test_an_engine_that_cannot_be_imported_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "xllamacpp", None)
    output = io.BytesIO()

    assert serve_model(options_of(model_file(tmp_path / "m.gguf"), tmp_path), io.BytesIO(), output) is None

    assert output.getvalue() == b'{"address": "", "problem": "engine"}\n'
    assert "xllamacpp" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("size", "platform", "tokens"),
    [
        (1, "linux", 64), (1 << 30, "linux", 64), ((1 << 30) + 1, "win32", 32), (3 << 30, "linux", 32),
        ((3 << 30) + 1, "linux", 16), (1, "darwin", GPU_BATCH), (40 << 30, "darwin", GPU_BATCH),
    ],
)  # fmt: skip
def test_larger_models_process_fewer_tokens_at_a_time_on_a_cpu(size: int, platform: str, tokens: int) -> None:
    assert prompt_batch(size, platform) == tokens


def test_options_and_report_are_lines_of_json() -> None:
    options = ModelServerOptions("/m \n.gguf", 512, "key", "/t/engine.sock", 1 << 40, "/t")
    report = ModelReport(address="http://127.0.0.1:5")

    assert (ModelServerOptions.of(options.line()), ModelReport.of(report.line())) == (options, report)
    assert b"\n" not in options.line() + report.line()


@pytest.mark.parametrize("line", [b"", b"null", b"[1]", b"no json", b'{"other": 1}'])
def test_a_line_that_is_not_a_report_is_refused(line: bytes) -> None:
    with pytest.raises(ValueError, match=r"no report|Expecting value"):
        ModelReport.of(line)
