"""Soundness: when the file is sealed, when it passes for proven, and what another hand on it does to that."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.index.scene import entry, filled, lay
from vaultdesk.core.errors import IndexFailed
from vaultdesk.index import database
from vaultdesk.index.index import Index
from vaultdesk.index.seal import read_seal


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """An index that was closed well."""
    made = tmp_path / "index.sqlite"
    filled(made, tmp_path / "vault", {"A.md": "one", "B.md": "two"}).close()
    return made


def _write(index: Index, root: Path, text: str) -> None:
    lay(root, {"A.md": text})
    index.apply([entry(root, "A.md")])


def test_a_file_closed_well_is_sealed_and_found_whole(file: Path) -> None:
    assert read_seal(file) is not None
    index = Index(file)
    index.open()
    assert not index.soundness.proven
    assert index.soundness.check_seal() == "whole"
    assert index.soundness.proven
    index.close()
    assert read_seal(file) is not None


def test_the_first_commit_breaks_the_seal_and_closing_makes_another(file: Path, tmp_path: Path) -> None:
    before = read_seal(file)
    index = Index(file)
    _write(index, tmp_path / "vault", "three")
    assert read_seal(file) is None
    assert index.soundness.check_seal() == "whole"  # The commit is in the log; the file is still what was sealed.
    index.close()
    assert read_seal(file) not in (None, before)


def test_a_file_that_was_never_checked_is_checked_when_it_is_closed(file: Path, tmp_path: Path) -> None:
    index = Index(file)
    _write(index, tmp_path / "vault", "three")
    index.close()
    assert read_seal(file) is not None


def test_a_file_that_is_not_what_was_sealed_is_not_sealed_again(file: Path, tmp_path: Path) -> None:
    with file.open("r+b") as opened:
        opened.seek(file.stat().st_size - 10)
        opened.write(b"damaged")
    index = Index(file)
    _write(index, tmp_path / "vault", "three")
    assert index.soundness.check_seal() == "broken"
    index.close()
    assert read_seal(file) is None


def test_an_unsealed_file_is_not_proven_and_not_sealed(file: Path, tmp_path: Path) -> None:
    file.with_name("index.sqlite-seal").unlink()
    index = Index(file)
    _write(index, tmp_path / "vault", "three")
    assert index.soundness.check_seal() == "unsealed"
    assert not index.soundness.proven
    index.close()
    assert read_seal(file) is None


def test_a_seal_beside_a_log_is_broken_when_the_file_is_opened(file: Path) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("UPDATE note SET title = 'Other'")
        assert file.with_name("index.sqlite-wal").stat().st_size
        index = Index(file)
        index.open()
        assert read_seal(file) is None
        assert index.soundness.check_seal() == "unsealed"
        index.close()
    assert read_seal(file) is None


def test_a_hand_on_the_open_file_ends_its_proof_and_our_own_writing_does_not(file: Path, tmp_path: Path) -> None:
    index = Index(file)
    index.open()
    index.soundness.check_seal()
    _write(index, tmp_path / "vault", "three")
    index.open()
    assert index.soundness.proven
    data = file.read_bytes()
    file.write_bytes(data)
    index.open()
    assert not index.soundness.proven
    index.close()
    assert read_seal(file) is None


def test_another_program_that_writes_as_it_should_does_not_end_the_proof(file: Path, tmp_path: Path) -> None:
    index = Index(file)
    index.open()
    index.soundness.check_seal()
    other = Index(file)
    _write(other, tmp_path / "vault", "three")
    index.open()
    assert index.soundness.proven
    other.close()
    index.close()


def test_a_log_that_sqlite_pours_into_the_file_is_no_other_hand(file: Path, tmp_path: Path) -> None:
    index = Index(file)
    index.open()
    index.soundness.check_seal()
    before = file.read_bytes()
    for number in range(3):
        _write(index, tmp_path / "vault", " ".join(f"word{number}x{word}" for word in range(300_000)))
    assert file.read_bytes() != before
    index.open()
    assert index.soundness.proven
    index.close()
    assert read_seal(file) is not None


def test_a_file_cut_short_while_open_is_damage(file: Path) -> None:
    index = Index(file)
    index.open()
    with file.open("r+b") as opened:
        opened.truncate(4096)
    with pytest.raises(IndexFailed) as caught:
        index.stored()
    assert database.is_damage(caught.value)
    index.close()
