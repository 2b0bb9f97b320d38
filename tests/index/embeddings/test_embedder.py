"""Tests of index/embeddings/embedder.py."""

import asyncio
import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from weakref import WeakValueDictionary

import numpy
import pytest

from tests.architecture.source import ROOT
from vaultdesk.core.errors import EmbeddingFailed
from vaultdesk.core.platform.paths import resource_path
from vaultdesk.core.transmission import Destination
from vaultdesk.index.embeddings.embedder import (
    EmbeddingText,
    LocalModel,
    ServedModel,
    local_model,
    model_files,
)

# The text that is given to an embedder.


def test_an_embedding_text_without_a_note_is_a_question() -> None:
    assert EmbeddingText("what did I decide?") == EmbeddingText("what did I decide?", "", "", 0, 0)


# Model files: the shipped model is complete; missing and damaged files are reported.

SHIPPED = resource_path("models", "multilingual-e5-small")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder like the shipped one, with small files."""
    folder = tmp_path / "model"
    folder.mkdir()
    (folder / "model.onnx").write_bytes(b"graph")
    (folder / "tokenizer.json").write_bytes(b"{}")
    card = json.loads((SHIPPED / "card.json").read_text())
    card["files"]["model.onnx"]["sha256"] = "5f5ec6cae7c0dbd23a3d14d29b5ea7c1ab7c2f5dbf41a1b4f7bfa7ac5ab8f0c1"
    (folder / "card.json").write_text(json.dumps(card))
    return folder


def test_the_shipped_model_is_complete_and_small_and_includes_its_licence() -> None:
    files = model_files(SHIPPED)
    assert (files.name, files.max_tokens, files.dimensions) == ("multilingual-e5-small", 256, 384)
    assert len(files.part("model.onnx")) < 26_000_000
    assert files.part("tokenizer.json").startswith(b"{")
    assert files.version.startswith("multilingual-e5-small-")
    assert "MIT License" in (SHIPPED / "LICENSE").read_text()
    assert "intfloat/multilingual-e5-small" in (SHIPPED / "NOTICE").read_text()
    assert {file.name for file in SHIPPED.iterdir()} == set(files.digests) | {"card.json"}


def test_a_damaged_file_is_not_returned(folder: Path) -> None:
    with pytest.raises(EmbeddingFailed, match="damaged") as caught:
        model_files(folder).part("model.onnx")
    assert caught.value.facts["absent"] is True


@pytest.mark.parametrize("name", ["card.json", "model.onnx", "tokenizer.json"])
def test_a_missing_file_is_reported(folder: Path, name: str) -> None:
    (folder / name).unlink()
    with pytest.raises(EmbeddingFailed, match="missing"):
        model_files(folder)


@pytest.mark.parametrize(
    "card", ["", "[]", "{}", '{"name": "x", "longest": 1, "dimensions": 2, "files": {}}', "\ufeff"]
)
def test_an_invalid_card_is_reported(folder: Path, card: str) -> None:
    (folder / "card.json").write_text(card)
    with pytest.raises(EmbeddingFailed, match="missing"):
        model_files(folder)


def test_a_file_deleted_after_the_check_is_reported(folder: Path) -> None:
    files = model_files(folder)
    shutil.rmtree(folder)
    with pytest.raises(EmbeddingFailed, match="missing"):
        files.part("model.onnx")


def test_without_the_extra_the_hint_explains_its_installation(monkeypatch: pytest.MonkeyPatch) -> None:
    real = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "onnxruntime" else real(name))
    with pytest.raises(EmbeddingFailed, match="not installed") as caught:
        model_files(SHIPPED)
    assert (caught.value.facts["absent"], "vaultdesk[semantic]" in caught.value.hint) == (True, True)


# The local model: it ranks by meaning, opens no network connection, and its absence is reported.

TEXTS = [EmbeddingText(text) for text in (
    "The heating was repaired in May.", "Somebody fixed the boiler in spring.", "A cake needs butter and eggs.",
    "long " * 2_000, "x", "", "Die Katze schläft. 猫が眠る。 🐈",
)]  # fmt: skip


async def test_texts_with_the_same_meaning_have_similar_vectors() -> None:
    model = local_model(SHIPPED)
    vectors = await model.embed(TEXTS, "passage")
    alone = await model.embed(TEXTS[1:2], "passage")
    query = await model.embed(TEXTS[1:2], "query")
    await model.aclose()
    assert (vectors.shape, vectors.dtype) == ((7, 384), numpy.float32)
    assert numpy.linalg.norm(vectors, axis=1) == pytest.approx(numpy.ones(7), abs=1e-3)
    assert vectors[0] @ vectors[1] > 0.5 > vectors[0] @ vectors[2] + 0.2
    # A vector does not depend on the other texts of the batch, and a query is embedded differently from a passage.
    assert alone[0] == pytest.approx(vectors[1], abs=1e-6)
    assert query[0] != pytest.approx(vectors[1], abs=1e-2)


async def test_a_question_is_most_similar_to_its_answer_in_another_language() -> None:
    answers = (
        "Le contrat d'entretien de la chaudière coûte 138 € par an.", "El camión de la mudanza viene el sábado.",
        "Geschnitten wird der Kirschbaum gleich nach der Ernte.", "卧室空调的滤网每个月要洗一次。",
        "The conference slides must be handed in by September.",
    )  # fmt: skip
    questions = (
        "What does maintenance of the boiler cost?", "Wann kommt der Umzugswagen?", "When is the cherry tree pruned?",
        "How often is the filter of the air conditioner washed?", "¿Hasta cuándo hay que entregar las diapositivas?",
    )  # fmt: skip
    model = local_model(SHIPPED)
    passages = await model.embed([EmbeddingText(text) for text in answers], "passage")
    queries = await model.embed([EmbeddingText(text) for text in questions], "query")
    question_tokens = await model.embed_tokens(questions, "query")
    answer_tokens = await model.embed_tokens(answers, "query")
    await model.aclose()
    assert (queries @ passages.T).argmax(axis=1).tolist() == [0, 1, 2, 3, 4]
    assert question_tokens is not None
    assert answer_tokens is not None
    assert model.similarity_scale is not None
    nearness = numpy.array(
        [
            [model.similarity_scale.nearness(question.similarity(answer)) for answer in answer_tokens]
            for question in question_tokens
        ]
    )
    assert nearness.argmax(axis=1).tolist() == [0, 1, 2, 3, 4]
    assert nearness.diagonal().mean() > 0.4
    assert numpy.median(nearness[~numpy.eye(5, dtype=bool)]) < 0.1


@pytest.fixture
def loaded_models(monkeypatch: pytest.MonkeyPatch) -> WeakValueDictionary[tuple[Path, str], object]:
    """The models in memory, which are not kept as in other tests."""
    models = WeakValueDictionary[tuple[Path, str], object]()
    monkeypatch.setattr("vaultdesk.index.embeddings.embedder._loaded_models", models)
    return models


async def test_open_vaults_share_one_model_until_the_last_is_closed(
    loaded_models: WeakValueDictionary[tuple[Path, str], object],
) -> None:
    first, second = local_model(SHIPPED), local_model(SHIPPED)
    one, other = await asyncio.gather(first.embed(TEXTS[:1], "passage"), second.embed(TEXTS[:1], "query"))
    assert one.shape == other.shape == (1, 384)
    assert len(loaded_models) == 1
    await first.aclose()
    assert (await second.embed(TEXTS[:1], "passage"))[0] == pytest.approx(one[0], abs=1e-6)
    await second.aclose()
    assert len(loaded_models) == 0


@pytest.mark.usefixtures("loaded_models")
async def test_a_closed_model_can_be_used_again_and_leaves_no_thread() -> None:
    model = local_model(SHIPPED)
    first = await model.embed(TEXTS[:1], "passage")
    await model.aclose()
    second = await model.embed(TEXTS[:1], "passage")
    await model.aclose()
    assert first[0] == pytest.approx(second[0], abs=1e-6)
    threads = [thread for thread in threading.enumerate() if thread.name.startswith("meaning")]
    for thread in threads:
        thread.join(5)
    assert not [thread for thread in threads if thread.is_alive()]


async def test_closing_stops_embedding_after_the_current_text() -> None:
    model = local_model(SHIPPED)
    await model.embed(TEXTS[:1], "passage")
    embedding = asyncio.ensure_future(model.embed([EmbeddingText("word " * 300)] * 2_000, "passage"))
    await asyncio.sleep(0)
    await model.aclose()
    with pytest.raises(EmbeddingFailed, match="closed"):
        await embedding


def test_no_network_is_used_and_nothing_is_imported_before_the_first_text() -> None:
    code = """
import asyncio, socket, sys
from pathlib import Path

def refused(*args, **kwargs):
    raise AssertionError("a network connection was opened")

from vaultdesk.index.embeddings.embedder import EmbeddingText
from vaultdesk.index.embeddings.embedder import local_model
model = local_model(Path(sys.argv[1]))
early = [name for name in ("numpy", "onnxruntime", "tokenizers") if name in sys.modules]

async def main():
    loop = asyncio.get_running_loop()
    socket.socket.connect = socket.create_connection = socket.getaddrinfo = refused
    vectors = await model.embed([EmbeddingText("hello")], "passage")
    await model.aclose()
    print("EARLY", *early)
    hub = ("huggingface_hub", "hf_xet", "requests", "httpx")
    print("HUB", *sorted(name for name in sys.modules if name.split(".")[0] in hub))
    print("SHAPE", vectors.shape)

asyncio.run(main())
"""
    result = subprocess.run(
        [sys.executable, "-c", code, str(SHIPPED)], cwd=ROOT, capture_output=True, text=True, timeout=50, check=False
    )
    assert result.stdout.splitlines() == ["EARLY", "HUB", "SHAPE (1, 384)"], result.stderr


def test_the_runtime_creates_no_identifier_and_no_file(tmp_path: Path) -> None:
    code = """
import asyncio, sys
from pathlib import Path
from vaultdesk.index.embeddings.embedder import EmbeddingText
from vaultdesk.index.embeddings.embedder import local_model

async def main():
    model = local_model(Path(sys.argv[1]))
    await model.embed([EmbeddingText("hello")], "passage")
    await model.aclose()

asyncio.run(main())
"""
    home = {"HOME": str(tmp_path), "TMPDIR": str(tmp_path), "PATH": os.environ["PATH"]}
    process = subprocess.run([sys.executable, "-c", code, str(SHIPPED)], cwd=ROOT, env=home, timeout=50, check=False)

    assert process.returncode == 0
    assert list(tmp_path.rglob("*")) == []


@pytest.mark.parametrize("part", ["model.onnx", "tokenizer.json"])
async def test_a_damaged_file_is_reported_before_it_is_loaded(tmp_path: Path, part: str) -> None:
    folder = shutil.copytree(SHIPPED, tmp_path / "model")
    data = bytearray((folder / part).read_bytes())
    data[len(data) // 2] ^= 1
    (folder / part).write_bytes(data)
    model = local_model(folder)
    with pytest.raises(EmbeddingFailed, match="damaged") as caught:
        await model.embed(TEXTS[:1], "passage")
    await model.aclose()
    assert caught.value.facts["absent"] is True


async def test_a_model_that_cannot_be_loaded_is_reported(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    folder = shutil.copytree(SHIPPED, tmp_path / "model")
    (folder / "model.onnx").write_bytes(b"no graph")
    card = json.loads((folder / "card.json").read_text())
    card["files"]["model.onnx"]["sha256"] = hashlib.sha256(b"no graph").hexdigest()
    (folder / "card.json").write_text(json.dumps(card))
    model = local_model(folder)
    with pytest.raises(EmbeddingFailed, match="cannot be loaded"):
        await model.embed(TEXTS[:1], "passage")
    await model.aclose()
    assert "cannot be loaded" in caplog.text
    caplog.clear()


async def test_a_model_that_fails_at_run_time_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    class Failing:
        def vector(self, text: str) -> object:
            raise RuntimeError("out of memory")

    model = local_model(SHIPPED)
    monkeypatch.setattr(LocalModel, "_model", lambda self: Failing())
    with pytest.raises(EmbeddingFailed, match="does not run"):
        await model.embed(TEXTS[:1], "passage")
    await model.aclose()


# The served model: vectors are normalized, in the order of their texts, and zero for texts that were not sent.


@dataclass(frozen=True)
class FakeResponse:
    vectors: list[list[float]]
    refused: tuple[int, ...] = ()


class FakeGate:
    destination = Destination("Ollama", "localhost:11434", local=True)

    def __init__(self, *responses: FakeResponse) -> None:
        self._responses = list(responses)
        self.requested: list[EmbeddingText] = []
        self.closed = False

    async def vectors(self, texts: Sequence[EmbeddingText]) -> FakeResponse:
        self.requested += texts
        return self._responses.pop(0)

    async def aclose(self) -> None:
        self.closed = True


def texts(count: int) -> list[EmbeddingText]:
    return [EmbeddingText(f"text {number}", f"{number}.md") for number in range(count)]


async def test_vectors_are_in_the_order_of_their_texts_and_normalized() -> None:
    model = ServedModel(FakeGate(FakeResponse([[3.0, 4.0], [0.0, 2.0]], refused=(1,))), "ollama/embed")
    rows = await model.embed(texts(3), "passage")
    assert rows.dtype == numpy.float32
    assert rows.tolist() == [[pytest.approx(0.6), pytest.approx(0.8)], [0.0, 0.0], [0.0, 1.0]]


async def test_if_all_texts_are_refused_zero_vectors_are_returned() -> None:
    model = ServedModel(FakeGate(FakeResponse([[1.0, 0.0, 0.0]]), FakeResponse([], refused=(0, 1))), "ollama/embed")
    assert (await model.embed(texts(1), "query")).shape == (1, 3)
    rows = await model.embed(texts(2), "passage")
    assert (rows.shape, rows.any()) == ((2, 3), False)


async def test_the_name_contains_the_host_and_closing_closes_the_gate() -> None:
    gate = FakeGate()
    model = ServedModel(gate, "ollama/embed")
    assert (model.name, model.title, model.is_local) == ("ollama/embed@localhost:11434", "ollama/embed", True)
    await model.aclose()
    assert gate.closed
