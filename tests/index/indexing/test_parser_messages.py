"""ParserWork: texts first, then the notes as they were asked for, the same as anybody else would read them."""

import gc
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.index.scene import entry, lay
from vaultdesk.index.indexing import entry_builder, parser_worker
from vaultdesk.index.indexing.parser_worker import (
    NoteBatch,
    ParserDone,
    ParserMessage,
    ScannedBatch,
    TextBatch,
    UnchangedBatch,
    WholeVault,
    parser_messages,
)
from vaultdesk.index.indexing.vault_scan import FileDifference
from vaultdesk.index.store.index_entry import IndexEntry
from vaultdesk.vault.disk.vault_files import VaultFiles
from vaultdesk.vault.note_path import INDEXED_SUFFIXES, NotePath

NOTES: dict[str, str | bytes] = {
    "B/Two.md": "---\ntags: [x]\n---\n# Two\n[[One]] e\u0301 😀",
    "One.md": "one #tag",
    "B/Three.md": "three\r\nlines\r\n",
    "Ärger.md": b"\xef\xbb\xbf---\n\xc3\xa4: \xc3\xb6\n---\nbody \x02 e\xcc\x81\r\n",
    "Board.canvas": '{"nodes": [{"type": "text", "text": "card #c"}]}',
    "UTF16.md": "x".encode("utf-16"),
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return lay(tmp_path / "vault", NOTES)


@pytest.fixture(autouse=True)
def sweeping() -> Iterator[None]:
    """The work switches the garbage collector off, for it has a process of its own.

    What it froze stays frozen: thawed, the thousands of collected tests would slow every later collection.
    """
    yield
    gc.enable()


def _wanted(root: Path, *paths: str, digest: str = "") -> list[FileDifference]:
    return [FileDifference(NotePath(path), (root / path).stat().st_size if (root / path).exists() else 9, digest)
            for path in paths]  # fmt: skip


def _whole(said: list[ParserMessage]) -> list[IndexEntry]:
    texts = {path: text for one in said if isinstance(one, TextBatch) for path, text in one.texts}
    found: list[IndexEntry] = []
    for one in said:
        if isinstance(one, NoteBatch):
            for made, head in one.unpacked():
                if head >= 0:
                    text = texts[made.path]
                    made = made._replace(head=text[:head].decode(), body=text[head:].decode())
                found.append(made)
    return found


@pytest.mark.parametrize("told", [300_000_000, 40, 0])
@pytest.mark.parametrize("held", [300_000_000, 20, 0])
def test_notes_come_in_their_order_and_say_what_a_single_look_finds(
    root: Path, told: int, held: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parser_worker, "MAX_HELD_BYTES", held)
    asked = ["B/Two.md", "One.md", "Board.canvas", "Ärger.md", "B/Three.md"]
    said = list(parser_messages(str(root), _wanted(root, *asked), told))
    assert _whole(said) == [entry(root, path) for path in asked]
    assert isinstance(said[-1], ParserDone)


def test_all_texts_come_before_the_first_note(root: Path) -> None:
    said = list(
        parser_messages(str(root), _wanted(root, "B/Two.md", "One.md", "B/Three.md", "Board.canvas", "Ärger.md"))
    )
    assert [type(one) for one in said] == [TextBatch, NoteBatch, ParserDone]
    assert isinstance(said[0], TextBatch)
    assert dict(said[0].texts) == {
        "One.md": b"one #tag",
        "B/Two.md": NOTES["B/Two.md"].encode(),  # type: ignore[union-attr] # a text
        "B/Three.md": b"three\nlines\n",
        "Ärger.md": "---\nä: ö\n---\nbody \ufffd é\n".encode(),
    }


def test_what_was_told_otherwise_than_it_is_kept_comes_again(root: Path) -> None:
    said = list(parser_messages(str(root), _wanted(root, "B/Two.md", "One.md", "B/Three.md", "Ärger.md")))
    told = {made.path: head for one in said if isinstance(one, NoteBatch) for made, head in one.unpacked()}
    assert told == {"B/Two.md": -1, "One.md": 0, "B/Three.md": 0, "Ärger.md": -1}


@pytest.mark.parametrize("coarsest", [3.0, -1e9], ids=["by its bytes", "by its times"])
def test_a_note_that_changes_in_between_comes_with_its_own_text(
    root: Path, coarsest: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parser_worker, "MAX_HELD_BYTES", 0)
    monkeypatch.setattr(parser_worker, "COARSEST_FILE_TIME", coarsest)
    said = parser_messages(str(root), _wanted(root, "One.md", "B/Two.md"))
    first = next(said)
    lay(root, {"One.md": "another one"})
    assert _whole([first, *said]) == [entry(root, "One.md"), entry(root, "B/Two.md")]


def test_pieces_stay_small(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for what in ("TEXT_BATCH_BYTES", "NOTE_BATCH_BYTES"):
        monkeypatch.setattr(parser_worker, what, 1)
    said = list(parser_messages(str(root), _wanted(root, "B/Two.md", "One.md")))
    assert [type(one) for one in said] == [TextBatch, TextBatch, NoteBatch, NoteBatch, ParserDone]


def test_all_of_a_vault_is_read_but_for_what_is_excluded_the_latest_first(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parser_worker, "LATEST_NOTES", 2)
    monkeypatch.setattr(parser_worker, "STATES_PER_BATCH", 3)
    for number, path in enumerate(["B/Three.md", "UTF16.md", "One.md", "Board.canvas", "Ärger.md"]):
        os.utime(root / path, ns=(1, 10**18 - number))
    lay(root, {"One.sync-conflict-20261120-101500-ABCDEFG.md": "one", ".trash/Old.md": "old"})
    said = list(parser_messages(str(root), WholeVault(("B/Two",))))
    told = {path for one in said if isinstance(one, TextBatch) for path, _ in one.texts}
    assert told == {"One.md", "B/Three.md", "Ärger.md"}
    assert [type(one) for one in said] == [TextBatch, ScannedBatch, ScannedBatch, NoteBatch, ParserDone]
    assert {file for one in said if isinstance(one, ScannedBatch) for file in one.files} == {
        (path, (root / path).stat().st_size, (root / path).stat().st_mtime_ns) for path in NOTES if path != "B/Two.md"
    }
    others = [path.text for some in VaultFiles(root).names(INDEXED_SUFFIXES) for path in some]
    others = [path for path in others if path in ("One.md", "Board.canvas", "Ärger.md")]
    assert _whole(said) == [entry(root, path) for path in ("B/Three.md", *others)]


def test_of_a_very_large_vault_not_all_texts_are_told_and_the_order_is_the_same(root: Path) -> None:
    for number, path in enumerate(["Ärger.md", "One.md", "B/Two.md", "B/Three.md", "Board.canvas", "UTF16.md"]):
        os.utime(root / path, ns=(1, 10**18 - number))
    said = list(parser_messages(str(root), WholeVault(()), 20))
    told = {path for one in said if isinstance(one, TextBatch) for path, _ in one.texts}
    assert len(told) < 4
    read = ("Ärger.md", "One.md", "B/Two.md", "B/Three.md", "Board.canvas")
    assert _whole(said) == [entry(root, path) for path in read]


def test_of_a_vault_that_went_away_nothing_is_told(tmp_path: Path) -> None:
    assert list(parser_messages(str(tmp_path / "gone"), WholeVault(()))) == [ParserDone()]


def test_what_was_known_is_only_touched(root: Path) -> None:
    known = VaultFiles(root).read_text(NotePath("One.md"))
    (said, *_) = list(parser_messages(str(root), _wanted(root, "One.md", digest=known.digest), 0))
    assert said == UnchangedBatch((("One.md", known.size, known.modified_ns),))


def test_what_cannot_be_read_or_understood_is_left_to_the_other_side(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def tripping(*given: object) -> IndexEntry:
        raise RecursionError

    said = list(parser_messages(str(root), _wanted(root, "Gone.md", "No/Gone.md", "UTF16.md", "One.md")))
    assert [made.path for made in _whole(said)] == ["One.md"]
    monkeypatch.setattr(entry_builder, "parse_entry", tripping)
    assert _whole(list(parser_messages(str(root), _wanted(root, "One.md")))) == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are none")
def test_a_pipe_in_place_of_a_note_stops_nothing(root: Path) -> None:
    os.mkfifo(root / "Pipe.md")
    assert [made.path for made in _whole(list(parser_messages(str(root), _wanted(root, "Pipe.md", "One.md"))))] == [
        "One.md"
    ]
