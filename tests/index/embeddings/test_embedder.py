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

# Embedder: the text that is handed to one.


def test_a_question_is_from_no_note() -> None:
    assert EmbeddingText("what did I decide?") == EmbeddingText("what did I decide?", "", "", 0, 0)


# Model files: the model that comes along is whole, and anything less is told in a sentence.

SHIPPED = resource_path("models", "multilingual-e5-small")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder like the real one, with small files."""
    folder = tmp_path / "model"
    folder.mkdir()
    (folder / "model.onnx").write_bytes(b"graph")
    (folder / "tokenizer.json").write_bytes(b"{}")
    card = json.loads((SHIPPED / "card.json").read_text())
    card["files"]["model.onnx"]["sha256"] = "5f5ec6cae7c0dbd23a3d14d29b5ea7c1ab7c2f5dbf41a1b4f7bfa7ac5ab8f0c1"
    (folder / "card.json").write_text(json.dumps(card))
    return folder


def test_what_ships_is_whole_small_enough_and_comes_with_its_licence() -> None:
    files = model_files(SHIPPED)
    assert (files.name, files.max_tokens, files.dimensions) == ("multilingual-e5-small", 256, 384)
    assert len(files.part("model.onnx")) < 26_000_000
    assert files.part("tokenizer.json").startswith(b"{")
    assert files.version.startswith("multilingual-e5-small-")
    assert "MIT License" in (SHIPPED / "LICENSE").read_text()
    assert "intfloat/multilingual-e5-small" in (SHIPPED / "NOTICE").read_text()
    assert {file.name for file in SHIPPED.iterdir()} == set(files.digests) | {"card.json"}


def test_a_damaged_part_is_not_given_out(folder: Path) -> None:
    with pytest.raises(EmbeddingFailed, match="damaged") as caught:
        model_files(folder).part("model.onnx")
    assert caught.value.facts["absent"] is True


@pytest.mark.parametrize("name", ["card.json", "model.onnx", "tokenizer.json"])
def test_a_missing_file_is_told(folder: Path, name: str) -> None:
    (folder / name).unlink()
    with pytest.raises(EmbeddingFailed, match="missing"):
        model_files(folder)


@pytest.mark.parametrize(
    "card", ["", "[]", "{}", '{"name": "x", "longest": 1, "dimensions": 2, "files": {}}', "\ufeff"]
)
def test_a_card_that_says_nothing_is_told(folder: Path, card: str) -> None:
    (folder / "card.json").write_text(card)
    with pytest.raises(EmbeddingFailed, match="missing"):
        model_files(folder)


def test_a_part_that_vanished_meanwhile_is_told(folder: Path) -> None:
    files = model_files(folder)
    shutil.rmtree(folder)
    with pytest.raises(EmbeddingFailed, match="missing"):
        files.part("model.onnx")


def test_without_the_extra_it_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    real = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "onnxruntime" else real(name))
    with pytest.raises(EmbeddingFailed, match="not installed") as caught:
        model_files(SHIPPED)
    assert (caught.value.facts["absent"], "vaultdesk[semantic]" in caught.value.hint) == (True, True)


# Local model: the real one understands, stays on this computer, and can be absent without harm.

TEXTS = [EmbeddingText(text) for text in (
    "The heating was repaired in May.", "Somebody fixed the boiler in spring.", "A cake needs butter and eggs.",
    "long " * 2_000, "x", "", "Die Katze schläft. 猫が眠る。 🐈",
)]  # fmt: skip


async def test_what_means_the_same_lies_near_whatever_the_words() -> None:
    model = local_model(SHIPPED)
    vectors = await model.embed(TEXTS, "passage")
    alone = await model.embed(TEXTS[1:2], "passage")
    asked = await model.embed(TEXTS[1:2], "query")
    await model.aclose()
    assert (vectors.shape, vectors.dtype) == ((7, 384), numpy.float32)
    assert numpy.linalg.norm(vectors, axis=1) == pytest.approx(numpy.ones(7), abs=1e-3)
    assert vectors[0] @ vectors[1] > 0.5 > vectors[0] @ vectors[2] + 0.2
    # Its neighbours make no other vector of a text, and a question is embedded as such.
    assert alone[0] == pytest.approx(vectors[1], abs=1e-6)
    assert asked[0] != pytest.approx(vectors[1], abs=1e-2)


async def test_a_question_lies_nearest_to_its_answer_in_another_language() -> None:
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
    asked = await model.embed([EmbeddingText(text) for text in questions], "query")
    of_questions = await model.embed_tokens(questions, "query")
    of_answers = await model.embed_tokens(answers, "query")
    await model.aclose()
    assert (asked @ passages.T).argmax(axis=1).tolist() == [0, 1, 2, 3, 4]
    assert of_questions is not None
    assert of_answers is not None
    assert model.similarity_scale is not None
    nearness = numpy.array(
        [[model.similarity_scale.nearness(one.similarity(other)) for other in of_answers] for one in of_questions]
    )
    assert nearness.argmax(axis=1).tolist() == [0, 1, 2, 3, 4]
    assert nearness.diagonal().mean() > 0.4
    assert numpy.median(nearness[~numpy.eye(5, dtype=bool)]) < 0.1


async def test_it_can_be_asked_again_after_it_was_closed_and_leaves_no_thread() -> None:
    model = local_model(SHIPPED)
    first = await model.embed(TEXTS[:1], "passage")
    await model.aclose()
    again = await model.embed(TEXTS[:1], "passage")
    await model.aclose()
    assert first[0] == pytest.approx(again[0], abs=1e-6)
    left = [thread for thread in threading.enumerate() if thread.name.startswith("meaning")]
    for thread in left:
        thread.join(5)
    assert not [thread for thread in left if thread.is_alive()]


async def test_closing_ends_a_long_reading_after_the_text_it_is_at() -> None:
    model = local_model(SHIPPED)
    await model.embed(TEXTS[:1], "passage")
    reading = asyncio.ensure_future(model.embed([EmbeddingText("word " * 300)] * 2_000, "passage"))
    await asyncio.sleep(0)
    await model.aclose()
    with pytest.raises(EmbeddingFailed, match="closed"):
        await reading


def test_neither_a_hub_nor_a_network_is_reached_and_nothing_is_loaded_before_a_text_comes() -> None:
    code = """
import asyncio, socket, sys
from pathlib import Path

def refused(*args, **kwargs):
    raise AssertionError("a network was reached for")

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
    told = subprocess.run(
        [sys.executable, "-c", code, str(SHIPPED)], cwd=ROOT, capture_output=True, text=True, timeout=50, check=False
    )
    assert told.stdout.splitlines() == ["EARLY", "HUB", "SHAPE (1, 384)"], told.stderr


def test_the_runtime_makes_no_identifier_and_keeps_nothing_for_its_makers(tmp_path: Path) -> None:
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
    done = subprocess.run([sys.executable, "-c", code, str(SHIPPED)], cwd=ROOT, env=home, timeout=50, check=False)

    assert done.returncode == 0
    assert list(tmp_path.rglob("*")) == []


@pytest.mark.parametrize("part", ["model.onnx", "tokenizer.json"])
async def test_a_damaged_file_is_told_before_it_is_loaded(tmp_path: Path, part: str) -> None:
    folder = shutil.copytree(SHIPPED, tmp_path / "model")
    data = bytearray((folder / part).read_bytes())
    data[len(data) // 2] ^= 1
    (folder / part).write_bytes(data)
    model = local_model(folder)
    with pytest.raises(EmbeddingFailed, match="damaged") as caught:
        await model.embed(TEXTS[:1], "passage")
    await model.aclose()
    assert caught.value.facts["absent"] is True


async def test_a_graph_that_no_runtime_takes_is_told(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
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


async def test_a_model_that_fails_while_it_runs_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    class Failing:
        def vector(self, text: str) -> object:
            raise RuntimeError("out of memory")

    model = local_model(SHIPPED)
    monkeypatch.setattr(LocalModel, "_model", lambda self: Failing())
    with pytest.raises(EmbeddingFailed, match="does not run"):
        await model.embed(TEXTS[:1], "passage")
    await model.aclose()


# ServedModel: a server's vectors at the right places, each of length 1, and zeros for what was not sent.


@dataclass(frozen=True)
class Came:
    vectors: list[list[float]]
    refused: tuple[int, ...] = ()


class Gate:
    destination = Destination("Ollama", "localhost:11434", local=True)

    def __init__(self, *answers: Came) -> None:
        self._answers = list(answers)
        self.asked: list[EmbeddingText] = []
        self.closed = False

    async def vectors(self, texts: Sequence[EmbeddingText]) -> Came:
        self.asked += texts
        return self._answers.pop(0)

    async def aclose(self) -> None:
        self.closed = True


def texts(count: int) -> list[EmbeddingText]:
    return [EmbeddingText(f"text {nth}", f"{nth}.md") for nth in range(count)]


async def test_vectors_stand_at_their_places_and_are_of_length_one() -> None:
    model = ServedModel(Gate(Came([[3.0, 4.0], [0.0, 2.0]], refused=(1,))), "ollama/embed")
    rows = await model.embed(texts(3), "passage")
    assert rows.dtype == numpy.float32
    assert rows.tolist() == [[pytest.approx(0.6), pytest.approx(0.8)], [0.0, 0.0], [0.0, 1.0]]


async def test_where_all_is_refused_there_are_rows_all_the_same() -> None:
    model = ServedModel(Gate(Came([[1.0, 0.0, 0.0]]), Came([], refused=(0, 1))), "ollama/embed")
    assert (await model.embed(texts(1), "query")).shape == (1, 3)
    rows = await model.embed(texts(2), "passage")
    assert (rows.shape, rows.any()) == ((2, 3), False)


async def test_its_name_tells_the_host_and_it_closes_what_it_asks() -> None:
    gate = Gate()
    model = ServedModel(gate, "ollama/embed")
    assert (model.name, model.title, model.is_local) == ("ollama/embed@localhost:11434", "ollama/embed", True)
    await model.aclose()
    assert gate.closed
