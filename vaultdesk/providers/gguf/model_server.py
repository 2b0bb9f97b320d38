"""Child process that runs one model file: `xllamacpp` with its HTTP server on a private socket.

It reads its options as one line of JSON from standard input, writes one line with its address to standard output, and
ends when its input is closed, so that it cannot outlive the program that started it.
"""

import json
import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Literal

from msgspec import Struct
from msgspec.structs import asdict

from vaultdesk.core.platform.limited_process import limit_this_process

if TYPE_CHECKING:
    import xllamacpp

RUN_MODEL_FLAG = "--run-model"
"""Argument with which the program starts itself as this child process."""

MODEL_FOLDER_PREFIX = "vaultdesk-model-"
"""Beginning of the name of each folder that the program creates for a child process."""

CPU_BATCHES: Sequence[tuple[int, int]] = ((1 << 30, 64), (3 << 30, 32), (1 << 62, 16))
"""Size of a model file up to which so many tokens of a prompt are processed at a time on a CPU. Between two batches the
engine checks whether the request was cancelled: about half a second with 64 tokens and 135 million parameters on a slow
processor. 32 tokens were a third slower there, 2,048 not noticeably faster."""

GPU_BATCH = 512
"""The same on macOS, where the engine uses the GPU and large batches are much faster."""

ERRORS_ONLY = 1
"""Log level of the engine. Its errors go to standard error, which contains the reason if a model cannot be loaded."""


class ModelServerOptions(Struct, frozen=True):
    """Options of the child process."""

    model: str
    """Path of the file."""
    context: int
    """Tokens of the window."""
    key: str
    """API key required with every request."""
    socket: str
    """Path of the Unix socket to listen on; empty for a loopback port chosen by the system."""
    memory: int
    """Maximum bytes of address space."""
    folder: str
    """Private folder with the socket, removed at the end."""

    @classmethod
    def of(cls, line: bytes) -> "ModelServerOptions":
        """Parse *line*, which `line` returned."""
        return cls(**json.loads(line))

    def line(self) -> bytes:
        """Return the options as one line of JSON, without a line end."""
        return json.dumps(asdict(self)).encode()


class ModelReport(Struct, frozen=True):
    """The result of loading, written once by the child."""

    address: str = ""
    """URL it listens on; empty if the model was not loaded."""
    problem: Literal["", "engine", "model"] = ""
    """Why it was not loaded: the engine cannot be imported, or it cannot load the file."""

    @classmethod
    def of(cls, line: bytes) -> "ModelReport":
        """Parse *line*. Raises `ValueError` if it is not a report."""
        try:
            return cls(**json.loads(line))
        except TypeError as error:
            raise ValueError("no report") from error

    def line(self) -> bytes:
        """Return the report as one line of JSON, without a line end."""
        return json.dumps(asdict(self)).encode()


def run_model() -> int:
    """Serve one model until standard input is closed. Return the exit code."""
    options = ModelServerOptions.of(sys.stdin.buffer.readline())
    with _own_output() as output:
        limit_this_process(options.memory)
        server = serve_model(options, sys.stdin.buffer, output)
    if server is None:
        return 1
    # Not `return`: the engine's shutdown waits until the answer in progress is complete.
    os._exit(0)


def serve_model(options: ModelServerOptions, source: BinaryIO, output: BinaryIO) -> "xllamacpp.Server | None":
    """Load a model and serve it until *source* is closed; write one `ModelReport` as a line of JSON to *output*.

    Returns the engine, which serves as long as it is referenced, or None if the model was not loaded; the reason is
    written to standard error. After serving, the folder in *options* is removed.
    """
    server = None
    try:
        server = _load_model(options)
        report = ModelReport(address=server.listening_address)
    except ImportError as error:
        sys.stderr.write(f"{error}\n")
        report = ModelReport(problem="engine")
    except (RuntimeError, MemoryError) as error:
        sys.stderr.write(f"{error}\n")
        report = ModelReport(problem="model")
    output.write(report.line() + b"\n")
    output.flush()
    if server is not None:
        source.read()
        _remove_folder(Path(options.folder))
    return server


def _load_model(options: ModelServerOptions) -> "xllamacpp.Server":
    """Raises `ImportError` without the engine, and `RuntimeError` or `MemoryError` if it cannot load the model."""
    import xllamacpp

    return xllamacpp.Server(_parameters(xllamacpp.CommonParams(), options))


def prompt_batch(size: int, platform: str = sys.platform) -> int:
    """Return how many tokens of a prompt are processed at a time with a model file of *size* bytes on *platform*."""
    return GPU_BATCH if platform == "darwin" else next(batch for limit, batch in CPU_BATCHES if size <= limit)


def _remove_folder(folder: Path) -> None:
    """Remove *folder* unless its name shows that the program did not create it.

    The program removes it as well, but it may have been killed.
    """
    if folder.name.startswith(MODEL_FOLDER_PREFIX):
        os.chdir(folder.parent)  # Windows removes no folder that is in use
        shutil.rmtree(folder, ignore_errors=True)


def _parameters(parameters: "xllamacpp.CommonParams", options: ModelServerOptions) -> "xllamacpp.CommonParams":
    threads = max(1, (os.cpu_count() or 2) // 2)  # physical cores, assuming two logical ones each
    parameters.model.path = options.model
    parameters.n_ctx, parameters.n_parallel = options.context, 1
    parameters.n_batch = parameters.n_ubatch = prompt_batch(Path(options.model).stat().st_size)
    parameters.cpuparams.n_threads = parameters.cpuparams_batch.n_threads = threads
    parameters.cache_ram_mib = 0  # the last prompt stays in the KV cache; a second cache would double the memory
    parameters.warmup = False
    parameters.verbosity = ERRORS_ONLY
    parameters.api_keys = [options.key]
    parameters.port = 0
    if options.socket:
        parameters.hostnames = [options.socket]
    parameters.offline = True  # no downloads
    parameters.ui = parameters.endpoint_slots = parameters.endpoint_props = parameters.endpoint_metrics = False
    return parameters


def _own_output() -> BinaryIO:
    """Return a stream to standard output, and redirect everything the engine prints to standard error."""
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return output
