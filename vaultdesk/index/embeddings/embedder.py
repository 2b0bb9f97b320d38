"""Embedders, which turn texts into vectors: the bundled local model and models of a server."""

import asyncio
import hashlib
import importlib.util
import json
import logging
import os
import threading
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol, TypeVar, cast
from weakref import WeakValueDictionary

from msgspec import Struct, field

from vaultdesk.core.errors import EmbeddingFailed
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.transmission import Destination
from vaultdesk.core.worker_thread import WorkerThread, lower_thread_priority

if TYPE_CHECKING:  # numpy takes 75 ms to import, so it is imported only where vectors are computed.
    import numpy
    from numpy.typing import NDArray
    from tokenizers import Encoding, Tokenizer

    Vectors = NDArray[numpy.float32]
    """One row per text, each of length 1; a row of zeros is a text that was refused."""

T = TypeVar("T")

log = logging.getLogger(__name__)

EmbeddingPurpose = Literal["passage", "query"]
"""Some models embed queries and passages differently."""


class EmbeddingText(Struct, frozen=True):
    """A text to embed and the note it is from; a query has no note."""

    text: str
    path: str = ""
    heading: str = ""
    first_line: int = 0
    last_line: int = 0
    may_leave_computer: bool = False
    """For a query: whether it may be sent to a server. For a passage the privacy rules of its note decide."""


class SimilarityScale(Struct, frozen=True):
    """How to interpret `TokenVectors.similarity` of one model, measured on questions and sentences of notes."""

    unrelated: float
    """Typical similarity of a question and an unrelated sentence."""
    answering: float
    """Similarity reached by one in ten sentences that answer the question."""

    def nearness(self, similarity: float) -> float:
        """Return *similarity* on a scale where 0 means unrelated and 1 means a clear answer."""
        return max(0.0, (similarity - self.unrelated) / (self.answering - self.unrelated))


class TokenVectors(Struct, frozen=True):
    """The vectors of the tokens of one text, all of length 1."""

    tokens: "Vectors"
    """One row per token of the text, without those of the model's prefix and marks."""
    is_word: "NDArray[numpy.bool_]"
    """Whether a token is a part of a word or number."""

    def similarity(self, other: "TokenVectors") -> float:
        """Return how well *other* contains this text: the mean, over the tokens of its words, of the best cosine."""
        words = self.tokens[self.is_word]
        return float((words @ other.tokens.T).max(axis=1).mean()) if words.size and other.tokens.size else 0.0


class Embedder(Protocol):
    """Turns texts into vectors. Vectors of different `name`s cannot be compared."""

    @property
    def name(self) -> str:
        """The model with its version, stable across restarts."""

    @property
    def title(self) -> str:
        """Display name of the model."""

    @property
    def is_local(self) -> bool:
        """Whether texts stay on this computer."""

    @property
    def batch_size(self) -> int:
        """Recommended number of texts per call."""

    @property
    def similarity_scale(self) -> SimilarityScale | None:
        """The scale of the similarities of its tokens; None if it was not measured."""

    async def embed(self, texts: Sequence[EmbeddingText], purpose: EmbeddingPurpose) -> "Vectors":
        """Return one vector of length 1 for each text, in their order.

        If texts leave this computer, a privacy rule may refuse single ones, and queries that may not leave it are
        refused: those get a row of zeros. Passages are not tried again before the rules or their note change
        (`EmbeddingIndex.privacy_rules_changed`). Raises `VaultDeskError` if the model cannot be reached now; the hint
        says what to do. `EmbeddingFailed` with `absent` means that a retry will not help.
        """

    async def embed_tokens(self, texts: Sequence[str], purpose: EmbeddingPurpose) -> "list[TokenVectors] | None":
        """Return the vectors of the tokens of each text, before any passages that wait; None if the model has none.

        Raises as `embed` does.
        """

    async def aclose(self) -> None:
        """Unload the model. A later `embed` loads it again."""


REQUIRED_PACKAGES = ("numpy", "onnxruntime", "tokenizers")
"""Packages installed by the extra `semantic`."""

ModelPart = Literal["model.onnx", "tokenizer.json"]

BUNDLED_MODEL = ("models", "multilingual-e5-small")
"""Path of the bundled model below the program's own files."""


class ModelFiles(Struct, frozen=True):
    """A folder with a model, its tokenizer and its card."""

    folder: Path
    name: str
    max_tokens: int
    """Maximum number of tokens the model reads of a text."""
    dimensions: int
    digests: dict[str, str]
    """SHA-256 of each file, by file name."""
    prefixes: Mapping[EmbeddingPurpose, str] = field(default_factory=dict[EmbeddingPurpose, str])
    """Prefix that the model was trained with, by the text's purpose."""
    similarity_scale: SimilarityScale | None = None
    has_tokens: bool = False
    """Whether the model also gives the vectors of tokens."""
    vectors: str = ""
    """The version of its vectors if they are those of an earlier file; otherwise empty."""

    @property
    def version(self) -> str:
        """Version string; it differs whenever the same text would get a different vector."""
        vectors_version = self.vectors or self.digests["model.onnx"][:12]
        return "-".join((self.name, vectors_version, self.digests["tokenizer.json"][:8]))

    def part(self, name: ModelPart) -> bytes:
        """Return the content of the file. Raises `EmbeddingFailed` if it does not match the digest on the card."""
        try:
            data = (self.folder / name).read_bytes()
        except OSError as error:
            raise _missing(self.folder / name, error.strerror or str(error)) from error
        if hashlib.sha256(data).hexdigest() != self.digests[name]:
            raise EmbeddingFailed(
                Phrase("The model for search by meaning is damaged"), hint=Phrase("Reinstall VaultDesk."),
                file=self.folder / name, absent=True,
            )  # fmt: skip
        return data


def model_files(folder: Path) -> ModelFiles:
    """Return the model in *folder* according to its card. Raises `EmbeddingFailed` if the model or its runtime is
    missing.
    """
    missing = [name for name in REQUIRED_PACKAGES if importlib.util.find_spec(name) is None]
    if missing:
        raise EmbeddingFailed(
            Phrase("Search by meaning is not installed"),
            hint=Phrase('Install it with: pip install "vaultdesk[semantic]".'),
            lacking=missing, absent=True,
        )  # fmt: skip
    file = folder / "card.json"
    try:
        card = json.loads(file.read_text(encoding="utf-8"))
        digests = {name: str(entry["sha256"]) for name, entry in card["files"].items()}
        prefixes: dict[EmbeddingPurpose, str] = dict(card.get("prefixes", {}))
        scale = SimilarityScale(**card["similarities"]) if "similarities" in card else None
        files = ModelFiles(
            folder, str(card["name"]), int(card["longest"]), int(card["dimensions"]), digests, prefixes, scale,
            has_tokens=bool(card.get("tokens")), vectors=str(card.get("vectors", "")),
        )  # fmt: skip
        present = [(folder / name).is_file() for name in ("model.onnx", "tokenizer.json") if digests[name]]
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise _missing(file, str(error)) from error
    if not all(present):
        raise _missing(folder / "model.onnx", "no such file")
    return files


def _missing(file: Path, reason: str) -> EmbeddingFailed:
    return EmbeddingFailed(
        Phrase("The model for search by meaning is missing"),
        hint=Phrase("Reinstall VaultDesk."),
        file=file,
        why=reason,
        absent=True,
    )


# One text per call: with its padding, a batch of eight is slower and takes three times the memory, and the scale of a
# dynamically quantised model would make a text's vector depend on the other texts of the batch.

LOCAL_BATCH_SIZE = 16
"""Texts between two checks whether embedding has to wait: about half a second of work."""

ONNX_LOG_LEVEL = 3
"""Log level of onnxruntime: errors only. It warns about graphics cards that are not present."""


class _Session(Protocol):
    """The part of onnxruntime's session that is used here."""

    def run(self, outputs: list[str], inputs: dict[str, "NDArray[numpy.int64]"]) -> list["Vectors"]:
        """Return for each output one array per text."""


class _LoadedModel:
    """The model in memory. Thread-safe; several threads may run it at the same time."""

    def __init__(self, files: ModelFiles) -> None:
        # One core, and no threads of the tokenizer, because this runs in the background while the user works.
        os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
        # Set before the import: onnxruntime's wheels send telemetry, and calls after the import are too late to keep
        # them from creating an identifier and storing events to be sent (onnxruntime, Privacy.md, 1DS telemetry).
        os.environ["ORT_DISABLE_TELEMETRY"] = "1"
        import onnxruntime  # takes 0.1 s and 25 MB, so it is imported only where texts are embedded
        import tokenizers

        onnxruntime.disable_telemetry_events()
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = ONNX_LOG_LEVEL
        # Weights stored with 4 bits are unpacked once, while the model is loaded.
        options.add_session_config_entry("session.disable_quant_qdq", "1")
        self._tokenizer: Tokenizer = tokenizers.Tokenizer.from_buffer(files.part("tokenizer.json"))
        self._tokenizer.enable_truncation(files.max_tokens)
        self._session = cast(
            "_Session",
            onnxruntime.InferenceSession(files.part("model.onnx"), options, providers=["CPUExecutionProvider"]),
        )

    def vector(self, text: str) -> "NDArray[numpy.float32]":
        return self._run(self._encode(text), ["vector"])[0]

    def token_vectors(self, text: str, prefix: str) -> TokenVectors:
        import numpy  # already loaded by onnxruntime

        encoded = self._encode(prefix + text)
        text_tokens = [nth for nth, (_, end) in enumerate(encoded.offsets) if end > len(prefix)]
        is_word = [any(map(str.isalnum, encoded.tokens[nth])) for nth in text_tokens]
        tokens = self._run(encoded, ["tokens"])[0]
        return TokenVectors(tokens[text_tokens], numpy.array(is_word, dtype=numpy.bool_))

    def _encode(self, text: str) -> "Encoding":
        # encode_batch releases the interpreter lock, encode does not.
        return self._tokenizer.encode_batch([text])[0]

    def _run(self, encoded: "Encoding", outputs: list[str]) -> list["Vectors"]:
        import numpy  # already loaded by onnxruntime

        ids = numpy.array([encoded.ids], dtype=numpy.int64)
        results = self._session.run(outputs, {"input_ids": ids, "attention_mask": numpy.ones_like(ids)})
        return [result[0] for result in results]


_loaded_models: MutableMapping[tuple[Path, str], _LoadedModel] = WeakValueDictionary()
"""The models in memory, by folder and version: vaults that are open at the same time share one."""

_loading = threading.Lock()


class LocalModel:
    """The model in one folder (see `local_model`). Loaded with the first text, unloaded by `aclose`. Vaults open at
    the same time share it.
    """

    is_local = True
    batch_size = LOCAL_BATCH_SIZE

    def __init__(self, files: ModelFiles) -> None:
        self.name = files.version
        self.title = files.name
        self.similarity_scale = files.similarity_scale
        self._files = files
        self._loaded: _LoadedModel | None = None
        self._stopping = threading.Event()
        # A query does not wait for queued passages, and does not run at their low priority.
        self._passages: WorkerThread | None = None
        self._questions: WorkerThread | None = None

    async def embed(self, texts: Sequence[EmbeddingText], purpose: EmbeddingPurpose) -> "Vectors":
        """Return one vector for each text. Raises `EmbeddingFailed`."""
        self._stopping.clear()
        if purpose == "passage":
            self._passages = self._passages or WorkerThread("meaning-model", lower_thread_priority)
            thread = self._passages
        else:
            thread = self._question_thread()
        prefix = self._files.prefixes.get(purpose, "")
        return await thread.run(self._vectors, [prefix + text.text for text in texts])

    async def embed_tokens(self, texts: Sequence[str], purpose: EmbeddingPurpose) -> "list[TokenVectors] | None":
        """Return the vectors of the tokens of each text. Raises `EmbeddingFailed`."""
        if not self._files.has_tokens:
            return None
        self._stopping.clear()
        prefix = self._files.prefixes.get(purpose, "")
        return await self._question_thread().run(
            self._run_each, texts, lambda model, text: model.token_vectors(text, prefix)
        )

    async def aclose(self) -> None:
        """Free the memory, unless another vault uses the model. A running call ends after its current text."""
        self._stopping.set()
        threads, self._passages, self._questions = (self._passages, self._questions), None, None
        for thread in threads:
            if thread is not None:
                await thread.aclose()
        self._loaded = None

    def _question_thread(self) -> WorkerThread:
        self._questions = self._questions or WorkerThread("meaning-question")
        return self._questions

    def _vectors(self, texts: Sequence[str]) -> "Vectors":
        import numpy  # see above: imported only where texts are embedded

        rows = self._run_each(texts, _LoadedModel.vector)
        return numpy.array(rows, dtype=numpy.float32).reshape(len(texts), self._files.dimensions)

    def _run_each(self, texts: Sequence[str], run: Callable[[_LoadedModel, str], T]) -> list[T]:
        """Return the result of *run* for each text. Raises `EmbeddingFailed`."""
        model = self._model()
        results: list[T] = []
        try:
            for text in texts:
                if self._stopping.is_set():
                    raise EmbeddingFailed(Phrase("The model was closed"))
                results.append(run(model, text))
        except EmbeddingFailed:
            raise
        except Exception as error:  # onnxruntime's errors share no class; the full-text search is not affected
            raise EmbeddingFailed(
                Phrase("The model for search by meaning does not run on this computer"),
                hint=Phrase("Search by words still works."),
                why=str(error),
            ) from error
        return results

    def _model(self) -> _LoadedModel:
        key = (self._files.folder, self._files.version)
        with _loading:
            self._loaded = self._loaded or _loaded_models.get(key)
            if self._loaded is None:
                try:
                    self._loaded = _loaded_models[key] = _LoadedModel(self._files)
                except EmbeddingFailed:
                    raise
                except Exception as error:  # a broken installation can raise anything; only semantic search is lost
                    log.warning("the model for search by meaning cannot be loaded: %s", error)
                    raise EmbeddingFailed(
                        Phrase("The model for search by meaning cannot be loaded"),
                        hint=Phrase("Reinstall VaultDesk."), why=str(error), absent=True,
                    ) from error  # fmt: skip
            return self._loaded


def local_model(folder: Path) -> LocalModel:
    """Return the model in *folder*, not loaded yet. Raises `EmbeddingFailed` if the model or its runtime is missing."""
    return LocalModel(model_files(folder))


SERVED_BATCH_SIZE = 32
"""Texts in one request: some 10,000 tokens, which small models accept and no server refuses."""


class VectorGateResult(Protocol):
    """Result of a `VectorGate`."""

    @property
    def vectors(self) -> list[list[float]]:
        """One vector for each text that was sent."""

    @property
    def refused(self) -> tuple[int, ...]:
        """The indices of the texts that were refused."""


class VectorGate(Protocol):
    """Sends the texts that the egress policy permits."""

    @property
    def destination(self) -> Destination:
        """The destination, as far as it is known now."""

    async def vectors(self, texts: Sequence[EmbeddingText]) -> VectorGateResult:
        """Send the permitted texts. Raises `VaultDeskError`."""

    async def aclose(self) -> None:
        """Close connections."""


class ServedModel:
    """One model of one server, by its label `provider/model`."""

    similarity_scale = None

    def __init__(self, gate: VectorGate, label: str) -> None:
        self._gate = gate
        self._label = label
        self._dimensions = 1

    @property
    def name(self) -> str:
        """The label and the address: the same name on another server is another model."""
        return f"{self._label}@{self._gate.destination.host}"

    @property
    def title(self) -> str:
        """The label, without the location."""
        return self._label

    @property
    def is_local(self) -> bool:
        return self._gate.destination.local

    @property
    def batch_size(self) -> int:
        return SERVED_BATCH_SIZE

    async def embed(self, texts: Sequence[EmbeddingText], purpose: EmbeddingPurpose) -> "Vectors":
        """Return one vector of length 1 per text; a row of zeros for a text that was refused.

        *purpose* is not sent: the servers' models embed queries and passages alike. Raises `VaultDeskError`.
        """
        result = await self._gate.vectors(texts)
        if result.vectors:
            self._dimensions = len(result.vectors[0])
        return await asyncio.to_thread(_rows, result.vectors, frozenset(result.refused), len(texts), self._dimensions)

    async def embed_tokens(self, texts: Sequence[str], purpose: EmbeddingPurpose) -> "list[TokenVectors] | None":
        """Return None: servers do not send the vectors of tokens."""
        return None

    async def aclose(self) -> None:
        await self._gate.aclose()


def _rows(vectors: list[list[float]], refused: frozenset[int], count: int, length: int) -> "Vectors":
    """Return *vectors* as rows of length 1 at the indices that were not *refused*."""
    import numpy  # in a thread, and only after a server has answered

    rows = numpy.zeros((count, length), dtype=numpy.float32)
    accepted = [index for index in range(count) if index not in refused]
    if vectors:
        raw = numpy.asarray(vectors, dtype=numpy.float32)
        lengths = numpy.linalg.norm(raw, axis=1, keepdims=True)
        rows[accepted] = raw / numpy.where(lengths > 0, lengths, 1)
    return rows
