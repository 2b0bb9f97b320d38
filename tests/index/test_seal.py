"""Seal: a file is known again bit by bit; without a seal, or with a log beside it, nothing is said."""

import os
from pathlib import Path

import pytest

from vaultdesk.index.seal import break_seal, glance, has_log, put_seal, read_seal, seal_of


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = tmp_path / "index.sqlite"
    made.write_bytes(bytes(range(256)) * 10_000)
    put_seal(made)
    return made


def _seal(file: Path) -> object:
    with file.open("rb") as opened:
        return seal_of(opened.fileno())


def test_a_sealed_file_is_whole_and_one_bit_makes_another_seal(file: Path) -> None:
    assert glance(file) == "whole"
    assert _seal(file) == read_seal(file)
    with file.open("r+b") as opened:
        opened.seek(1_500_000)
        opened.write(b"\x00")
    assert glance(file) == "whole"  # A glance looks at head and size alone.
    assert _seal(file) != read_seal(file)


@pytest.mark.parametrize("size", [0, 99, 2_559_999, 2_560_001])
def test_another_size_is_seen_at_a_glance(file: Path, size: int) -> None:
    os.truncate(file, size)
    assert glance(file) == "broken"


def test_another_head_is_seen_at_a_glance(file: Path) -> None:
    with file.open("r+b") as opened:
        opened.write(b"x")
    assert glance(file) == "broken"


def test_a_broken_seal_says_nothing_and_breaking_it_twice_is_fine(file: Path) -> None:
    break_seal(file)
    break_seal(file)
    assert read_seal(file) is None
    assert glance(file) == "unsealed"


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"size": "x", "head": 1, "whole": 1}', '{"size": null}'])
def test_a_seal_that_cannot_be_read_is_none(file: Path, text: str) -> None:
    file.with_name("index.sqlite-seal").write_text(text)
    assert read_seal(file) is None
    assert glance(file) == "unsealed"


def test_a_log_that_would_be_taken_in_makes_the_seal_say_nothing(file: Path) -> None:
    file.with_name("index.sqlite-wal").touch()
    assert not has_log(file)
    file.with_name("index.sqlite-wal").write_bytes(b"x")
    assert has_log(file)
    assert glance(file) == "unsealed"


def test_a_folder_in_the_seals_place_is_left_alone(file: Path) -> None:
    break_seal(file)
    place = file.with_name("index.sqlite-seal")
    place.mkdir()
    break_seal(file)
    put_seal(file)
    assert place.is_dir()
    assert glance(file) == "unsealed"
