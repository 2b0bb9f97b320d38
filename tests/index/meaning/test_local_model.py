"""Local model: the real one understands, stays on this computer, and can be absent without harm."""

import asyncio
import hashlib
import json
import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import numpy
import pytest

from tests.architecture.source import ROOT
from tests.index.meaning.test_model_files import SHIPPED
from vaultdesk.core.errors import MeaningFailed
from vaultdesk.index.meaning.embedder import EmbeddingText
from vaultdesk.index.meaning.local_model import LocalModel, local_model

TEXTS = [EmbeddingText(text) for text in (
    "The heating was repaired in May.", "Somebody fixed the boiler in spring.", "A cake needs butter and eggs.",
    "long " * 2_000, "x", "", "Die Katze schläft. 猫が眠る。 🐈",
)]  # fmt: skip


async def test_what_means_the_same_lies_near_whatever_the_words() -> None:
    model = local_model(SHIPPED)
    vectors = await model.embed(TEXTS, "passage")
    alone = await model.embed(TEXTS[1:2], "query")
    await model.aclose()
    assert (vectors.shape, vectors.dtype) == ((7, 384), numpy.float32)
    assert numpy.linalg.norm(vectors, axis=1) == pytest.approx(numpy.ones(7), abs=1e-3)
    assert vectors[0] @ vectors[1] > 0.5 > vectors[0] @ vectors[2] + 0.2
    # Neither its neighbours nor what it is for make another vector of a text.
    assert alone[0] == pytest.approx(vectors[1], abs=1e-6)


async def test_it_can_be_asked_again_after_it_was_closed_and_leaves_no_thread() -> None:
    model = local_model(SHIPPED)
    first = await model.embed(TEXTS[:1], "passage")
    await model.aclose()
    again = await model.embed(TEXTS[:1], "query")
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
    with pytest.raises(MeaningFailed, match="closed"):
        await reading


def test_neither_a_hub_nor_a_network_is_reached_and_nothing_is_loaded_before_a_text_comes() -> None:
    code = """
import asyncio, socket, sys
from pathlib import Path

def refused(*args, **kwargs):
    raise AssertionError("a network was reached for")

from vaultdesk.index.meaning.embedder import EmbeddingText
from vaultdesk.index.meaning.local_model import local_model
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
from vaultdesk.index.meaning.embedder import EmbeddingText
from vaultdesk.index.meaning.local_model import local_model

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
    with pytest.raises(MeaningFailed, match="damaged") as caught:
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
    with pytest.raises(MeaningFailed, match="cannot be loaded"):
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
    with pytest.raises(MeaningFailed, match="does not run"):
        await model.embed(TEXTS[:1], "passage")
    await model.aclose()
