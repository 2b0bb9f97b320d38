"""Tests of providers/gguf/gguf_header.py."""

import os
import struct
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.campaigns import examples
from tests.support.model_files import gguf_header, model_file
from vaultdesk.providers.gguf import gguf_header as module
from vaultdesk.providers.gguf.gguf_header import GgufHeader, InvalidGguf, read_header

WHOLE = gguf_header()
SMALL = GgufHeader(
    "llama",
    trained_context=2048,
    # 30 layers, 3 heads, keys and values of 64 numbers, 2 bytes each
    cache_bytes_per_token=30 * 3 * 2 * 64 * 2,
    parameter_count=135_000_000,
)


def test_a_header_says_window_memory_size_and_template(tmp_path: Path) -> None:
    header = read_header(model_file(tmp_path / "m.gguf"))

    assert header == SMALL
    assert header.cache_bytes(2048) == 47_185_920


def test_a_template_with_a_place_for_tools_takes_tools(tmp_path: Path) -> None:
    file = model_file(tmp_path / "m.gguf", tokenizer_chat_template="{%- if tools %}{{ tools }}{% endif %}")
    other = model_file(tmp_path / "o.gguf", tokenizer_chat_template="{{ toolset }}")

    assert (read_header(file).takes_tools, read_header(other).takes_tools) == (True, False)


@pytest.mark.parametrize(
    ("label", "count"),
    [("0.5B", 500_000_000), ("8x7B", 56_000_000_000), ("270M", 270_000_000), ("large", 0), ("", 0)],
)
def test_the_size_label_is_a_number_of_parameters(tmp_path: Path, label: str, count: int) -> None:
    assert read_header(model_file(tmp_path / "m.gguf", general_size_label=label)).parameter_count == count


def test_an_embedding_model_is_told_apart(tmp_path: Path) -> None:
    assert read_header(model_file(tmp_path / "m.gguf", general_architecture="nomic-bert")).embeds


def test_a_header_that_is_longer_than_the_first_read_is_read_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "FIRST_READ", 64)

    assert read_header(model_file(tmp_path / "m.gguf")) == SMALL


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    file = model_file(tmp_path / "m.gguf")
    read_header(file)
    model_file(file, general_size_label="1.5B")

    assert read_header(file).parameter_count == 1_500_000_000


@pytest.mark.parametrize("length", range(0, len(WHOLE), 7))
def test_a_cut_header_is_refused_at_every_place(tmp_path: Path, length: int) -> None:
    file = tmp_path / "m.gguf"
    file.write_bytes(WHOLE[:length])

    with pytest.raises(InvalidGguf):
        read_header(file)


@pytest.mark.parametrize(
    "content",
    [
        b"GGML" + WHOLE[4:],
        b"GGUF" + struct.pack("<IQQ", 3, 0, 1 << 60) + WHOLE[24:],
        b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + struct.pack("<Q", (1 << 64) - 1),
        b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + struct.pack("<Q", 1) + b"k" + struct.pack("<I", 99),
        b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + struct.pack("<Q", 1) + b"k" + struct.pack("<IIQ", 9, 8, 1 << 60),
        b"GGUF" + struct.pack("<IQQQ", 3, 0, 1, 1) + b"k" + struct.pack("<IIQQ", 9, 8, 1, (1 << 64) - 9),
        b"GGUF" + struct.pack("<IQQQ", 3, 0, 1, 1) + b"k" + struct.pack("<IIQ", 9, 9, 2),
        gguf_header({"general.name": "without an architecture"}),
    ],
    ids=["magic", "entries", "key", "type", "items", "string in an array", "array in an array", "architecture"],
)
def test_a_damaged_header_is_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "m.gguf"
    file.write_bytes(content)

    with pytest.raises(InvalidGguf):
        read_header(file)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no such files")
def test_what_is_no_regular_file_is_not_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "m.gguf")

    with pytest.raises(InvalidGguf):
        read_header(tmp_path / "m.gguf")


@examples(3000, thin=100)
@given(place=st.integers(4, len(WHOLE) - 1), byte=st.integers(0, 255), cut=st.integers(0, 40))
def test_whatever_a_byte_is_the_header_is_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, place: int, byte: int, cut: int
) -> None:
    damaged = bytearray(WHOLE[: len(WHOLE) - cut])
    damaged[min(place, len(damaged) - 1)] = byte
    file = tmp_path_factory.getbasetemp() / "damaged.gguf"
    file.write_bytes(bytes(damaged))
    module._cached_header.cache_clear()

    with suppress(InvalidGguf):
        assert read_header(file).architecture
