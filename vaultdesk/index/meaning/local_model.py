"""Local model: the embedder that comes along, run in this process, in threads of its own. Reaches no network.

One text at a time: with its padding, a batch of eight is slower and takes three times the memory, and the scale of a
dynamically quantised model would make a text's vector depend on the texts beside it.
"""

import logging
import os
import threading
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

from vaultdesk.core.errors import MeaningFailed
from vaultdesk.index.meaning.embedder import EmbeddingText, Purpose
from vaultdesk.index.meaning.model_files import ModelFiles, model_files
from vaultdesk.index.meaning.work_thread import WorkThread
from vaultdesk.index.priority import give_way

if TYPE_CHECKING:  # 75 ms to import, and only where a text is really embedded.
    import numpy
    from numpy.typing import NDArray
    from tokenizers import Tokenizer

    from vaultdesk.index.meaning.embedder import Vectors

log = logging.getLogger(__name__)

AT_ONCE = 16
"""Texts between two looks at whether reading is to wait: about half a second of work."""

QUIET = 3
"""onnxruntime's own log: errors only. It warns of graphic cards that are not there."""


class _Session(Protocol):
    """As much of onnxruntime's session as is used here."""

    def run(self, outputs: list[str], inputs: dict[str, "NDArray[numpy.int64]"]) -> list["Vectors"]:
        """Run the graph."""


class _Loaded:
    """The model in memory; any thread may run it, several at once."""

    def __init__(self, files: ModelFiles) -> None:
        # One core, and none for the tokenizer's own threads: whatever runs here runs beside somebody who works.
        os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
        # Before the import: onnxruntime's wheels report to their makers, and what is called afterwards is too late to
        # keep them from making an identifier and keeping events to be sent (onnxruntime, Privacy.md, 1DS telemetry).
        os.environ["ORT_DISABLE_TELEMETRY"] = "1"
        import onnxruntime  # 0.1 s and 25 MB: only who embeds pays for it
        import tokenizers

        onnxruntime.disable_telemetry_events()
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = QUIET
        self._tokenizer: Tokenizer = tokenizers.Tokenizer.from_buffer(files.part("tokenizer.json"))
        self._tokenizer.enable_truncation(files.longest)
        self._session = cast(
            "_Session",
            onnxruntime.InferenceSession(files.part("model.onnx"), options, providers=["CPUExecutionProvider"]),
        )

    def vector(self, text: str) -> "NDArray[numpy.float32]":
        """Return the vector of one text."""
        import numpy  # it is loaded by onnxruntime already

        # encode_batch lets go of the interpreter lock, which encode does not.
        ids = numpy.array([self._tokenizer.encode_batch([text])[0].ids], dtype=numpy.int64)
        given = {"input_ids": ids, "attention_mask": numpy.ones_like(ids)}
        return cast("NDArray[numpy.float32]", self._session.run(["vector"], given)[0][0])


class LocalModel:
    """The model in one folder: `local_model(folder)`. Loaded at the first text, gone again after `aclose`."""

    on_this_computer = True
    at_once = AT_ONCE

    def __init__(self, files: ModelFiles) -> None:
        self.name = files.version
        self.title = files.name
        self._files = files
        self._loaded: _Loaded | None = None
        self._loading = threading.Lock()
        self._stopping = threading.Event()
        # A question does not wait for the passages before it, nor at their low priority.
        self._passages: WorkThread | None = None
        self._questions: WorkThread | None = None

    async def embed(self, texts: Sequence[EmbeddingText], purpose: Purpose) -> "Vectors":
        """Return one vector for each text. Raises `MeaningFailed`."""
        self._stopping.clear()
        if purpose == "passage":
            self._passages = self._passages or WorkThread("meaning-model", give_way)
            thread = self._passages
        else:
            self._questions = self._questions or WorkThread("meaning-question")
            thread = self._questions
        return await thread.do(partial(self._vectors, [one.text for one in texts]))

    async def aclose(self) -> None:
        """Free the memory. What is being embedded ends after the text it is at."""
        self._stopping.set()
        threads, self._passages, self._questions = (self._passages, self._questions), None, None
        for thread in threads:
            if thread is not None:
                await thread.aclose()
        self._loaded = None

    def _vectors(self, texts: Sequence[str]) -> "Vectors":
        import numpy  # see above: only who embeds pays for it

        model = self._model()
        vectors = numpy.zeros((len(texts), self._files.dimensions), dtype=numpy.float32)
        try:
            for row, text in enumerate(texts):
                if self._stopping.is_set():
                    raise MeaningFailed("The model was closed")
                vectors[row] = model.vector(text)
        except MeaningFailed:
            raise
        except Exception as error:  # whatever onnxruntime raises, it shares no class: the search by words goes on
            raise MeaningFailed(
                "The model for search by meaning does not run here", hint="Searching by words goes on.", why=str(error)
            ) from error
        return vectors

    def _model(self) -> _Loaded:
        with self._loading:
            if self._loaded is None:
                try:
                    self._loaded = _Loaded(self._files)
                except MeaningFailed:
                    raise
                except Exception as error:  # a broken installation fails in any way; only this search is lost by it
                    log.warning("the model for search by meaning cannot be loaded: %s", error)
                    raise MeaningFailed(
                        "The model for search by meaning cannot be loaded",
                        hint="Install VaultDesk again.", why=str(error), absent=True,
                    ) from error  # fmt: skip
            return self._loaded


def local_model(folder: Path) -> LocalModel:
    """Return the model in *folder*, not loaded yet. Raises `MeaningFailed` where it, or what runs it, is not here."""
    return LocalModel(model_files(folder))
