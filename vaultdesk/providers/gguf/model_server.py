"""Child process that runs one model file: `xllamacpp` with its HTTP interface on a private socket.

It is told in one line of JSON on its standard input what to run, answers with one line on its standard output, and ends
when its input closes: so it cannot outlive the program that started it.
"""

import json
import os
import sys
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, BinaryIO, Literal

from vaultdesk.core.platform.limited_process import limit_this_process

if TYPE_CHECKING:
    import xllamacpp

RUN_MODEL_FLAG = "--run-model"
"""Flag with which the program starts itself as this child."""

CPU_BATCH = 64
"""Tokens of a prompt that are read at a time on a processor. Between two batches the engine looks whether the question
was stopped: half a second on a slow processor, where larger batches are hardly faster (116 tokens a second instead of
108 with a model of 135 million parameters)."""

GPU_BATCH = 512
"""The same on macOS, where the engine computes on the graphics processor and large batches are much faster."""

ERRORS_ONLY = 1
"""The engine's level of messages: they go to the error output, whose end says why a model cannot be loaded."""


@dataclass(frozen=True, slots=True)
class ModelOrder:
    """What the child is to run."""

    model: str
    """Path of the file."""
    context: int
    """Tokens of the window."""
    key: str
    """What every request must carry."""
    socket: str
    """Path of the Unix socket to listen on; empty for a port of the loopback address, which the system chooses."""
    memory: int
    """Bytes of address space the child may take."""

    def line(self) -> bytes:
        """Return it as one line, without its end."""
        return json.dumps(asdict(self)).encode()


@dataclass(frozen=True, slots=True)
class ModelReport:
    """What the child answers, once."""

    address: str = ""
    """Where it listens, as a URL; empty where the model is not loaded."""
    problem: Literal["", "engine", "model"] = ""
    """Why it is not: the engine cannot be imported, or it does not take the file."""

    @classmethod
    def of(cls, line: bytes) -> "ModelReport":
        """Return what *line* says. Raises `ValueError` where it is no report."""
        try:
            return cls(**json.loads(line))
        except TypeError as error:
            raise ValueError("no report") from error


def run_model() -> int:
    """Serve one model until the standard input closes. Return the exit code."""
    order = ModelOrder(**json.loads(sys.stdin.buffer.readline()))
    with _own_output() as output:
        limit_this_process(order.memory)
        try:
            import xllamacpp
        except ImportError as error:
            sys.stderr.write(f"{error}\n")
            _report(output, ModelReport(problem="engine"))
            return 1
        try:
            server = xllamacpp.Server(_parameters(xllamacpp.CommonParams(), order))
        except (RuntimeError, MemoryError) as error:
            sys.stderr.write(f"{error}\n")
            _report(output, ModelReport(problem="model"))
            return 1
        _report(output, ModelReport(address=server.listening_address))
        sys.stdin.buffer.read()
    # At once: the engine's own end waits for the answer that it is computing.
    os._exit(0)


def _parameters(parameters: "xllamacpp.CommonParams", order: ModelOrder) -> "xllamacpp.CommonParams":
    batch = GPU_BATCH if sys.platform == "darwin" else CPU_BATCH
    threads = max(1, (os.cpu_count() or 2) // 2)  # two to a core, which one thread uses up
    parameters.model.path = order.model
    parameters.n_ctx, parameters.n_parallel = order.context, 1
    parameters.n_batch = parameters.n_ubatch = batch
    parameters.cpuparams.n_threads = parameters.cpuparams_batch.n_threads = threads
    parameters.cache_ram_mib = 0  # the last prompt stays in the window; a second store would double the memory
    parameters.warmup = False
    parameters.verbosity = ERRORS_ONLY
    parameters.api_keys = [order.key]
    parameters.port = 0
    if order.socket:
        parameters.hostnames = [order.socket]
    parameters.offline = True  # it never fetches a model
    parameters.ui = parameters.endpoint_slots = parameters.endpoint_props = parameters.endpoint_metrics = False
    return parameters


def _own_output() -> BinaryIO:
    """Return the standard output for reports alone: what the engine prints goes to the error output."""
    own = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return own


def _report(output: BinaryIO, report: ModelReport) -> None:
    output.write(json.dumps(asdict(report)).encode() + b"\n")
    output.flush()
