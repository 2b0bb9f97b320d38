"""Parser messages: first the texts, then the entries in the requested order, equal to those of a single read."""

import gc
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.index.scene import entry
from tests.support.vaults import write_vault
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
    return write_vault(tmp_path / "vault", NOTES)


@pytest.fixture(autouse=True)
def collector_enabled() -> Iterator[None]:
    """Enables the garbage collector again, which the parser disables because it has a process of its own.

    What was frozen remains frozen: unfreezing thousands of collected tests would slow every later collection.
    """
    yield
    gc.enable()


def _differences(root: Path, *paths: str, digest: str = "") -> list[FileDifference]:
    return [FileDifference(NotePath(path), (root / path).stat().st_size if (root / path).exists() else 9, digest)
            for path in paths]  # fmt: skip


def _entries(messages: list[ParserMessage]) -> list[IndexEntry]:
    texts = {path: text for message in messages if isinstance(message, TextBatch) for path, text in message.texts}
    entries: list[IndexEntry] = []
    for message in messages:
        if isinstance(message, NoteBatch):
            for parsed, head in message.unpacked():
                if head >= 0:
                    text = texts[parsed.path]
                    parsed = parsed._replace(head=text[:head].decode(), body=text[head:].decode())
                entries.append(parsed)
    return entries


@pytest.mark.parametrize("text_limit", [300_000_000, 40, 0])
@pytest.mark.parametrize("held_limit", [300_000_000, 20, 0])
def test_entries_are_in_the_requested_order_and_equal_those_of_a_single_read(
    root: Path, text_limit: int, held_limit: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parser_worker, "MAX_HELD_BYTES", held_limit)
    paths = ["B/Two.md", "One.md", "Board.canvas", "Ärger.md", "B/Three.md"]
    messages = list(parser_messages(str(root), _differences(root, *paths), text_limit))
    assert _entries(messages) == [entry(root, path) for path in paths]
    assert isinstance(messages[-1], ParserDone)


def test_all_texts_precede_the_first_entry(root: Path) -> None:
    messages = list(
        parser_messages(str(root), _differences(root, "B/Two.md", "One.md", "B/Three.md", "Board.canvas", "Ärger.md"))
    )
    assert [type(message) for message in messages] == [TextBatch, NoteBatch, ParserDone]
    assert isinstance(messages[0], TextBatch)
    assert dict(messages[0].texts) == {
        "One.md": b"one #tag",
        "B/Two.md": NOTES["B/Two.md"].encode(),  # type: ignore[union-attr] # a text
        "B/Three.md": b"three\nlines\n",
        "Ärger.md": "---\nä: ö\n---\nbody \ufffd é\n".encode(),
    }


def test_a_text_that_differs_from_its_stored_form_is_sent_again(root: Path) -> None:
    messages = list(parser_messages(str(root), _differences(root, "B/Two.md", "One.md", "B/Three.md", "Ärger.md")))
    offsets = {
        parsed.path: head
        for message in messages
        if isinstance(message, NoteBatch)
        for parsed, head in message.unpacked()
    }
    assert offsets == {"B/Two.md": -1, "One.md": 0, "B/Three.md": 0, "Ärger.md": -1}


@pytest.mark.parametrize("resolution", [3.0, -1e9], ids=["by its bytes", "by its times"])
def test_a_note_that_changes_during_parsing_is_sent_with_its_own_text(
    root: Path, resolution: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parser_worker, "MAX_HELD_BYTES", 0)
    monkeypatch.setattr(parser_worker, "COARSEST_FILE_TIME", resolution)
    messages = parser_messages(str(root), _differences(root, "One.md", "B/Two.md"))
    first = next(messages)
    write_vault(root, {"One.md": "another one"})
    assert _entries([first, *messages]) == [entry(root, "One.md"), entry(root, "B/Two.md")]


def test_batches_are_limited_in_size(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for constant in ("TEXT_BATCH_BYTES", "NOTE_BATCH_BYTES"):
        monkeypatch.setattr(parser_worker, constant, 1)
    messages = list(parser_messages(str(root), _differences(root, "B/Two.md", "One.md")))
    assert [type(message) for message in messages] == [TextBatch, TextBatch, NoteBatch, NoteBatch, ParserDone]


def test_all_notes_that_are_not_excluded_are_read_newest_first(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parser_worker, "LATEST_NOTES", 2)
    monkeypatch.setattr(parser_worker, "STATES_PER_BATCH", 3)
    for number, path in enumerate(["B/Three.md", "UTF16.md", "One.md", "Board.canvas", "Ärger.md"]):
        os.utime(root / path, ns=(1, 10**18 - 10**9 * number))
    write_vault(root, {"One.sync-conflict-20261120-101500-ABCDEFG.md": "one", ".trash/Old.md": "old"})
    messages = list(parser_messages(str(root), WholeVault(("B/Two",))))
    paths = {path for message in messages if isinstance(message, TextBatch) for path, _ in message.texts}
    assert paths == {"One.md", "B/Three.md", "Ärger.md"}
    assert [type(message) for message in messages] == [TextBatch, ScannedBatch, ScannedBatch, NoteBatch, ParserDone]
    assert {file for message in messages if isinstance(message, ScannedBatch) for file in message.files} == {
        (path, (root / path).stat().st_size, (root / path).stat().st_mtime_ns) for path in NOTES if path != "B/Two.md"
    }
    others = [path.text for names in VaultFiles(root).names(INDEXED_SUFFIXES) for path in names]
    others = [path for path in others if path in ("One.md", "Board.canvas", "Ärger.md")]
    assert _entries(messages) == [entry(root, path) for path in ("B/Three.md", *others)]


def test_the_texts_of_a_very_large_vault_are_limited_but_the_order_is_the_same(root: Path) -> None:
    for number, path in enumerate(["Ärger.md", "One.md", "B/Two.md", "B/Three.md", "Board.canvas", "UTF16.md"]):
        os.utime(root / path, ns=(1, 10**18 - 10**9 * number))
    messages = list(parser_messages(str(root), WholeVault(()), 20))
    paths = {path for message in messages if isinstance(message, TextBatch) for path, _ in message.texts}
    assert len(paths) < 4
    order = ("Ärger.md", "One.md", "B/Two.md", "B/Three.md", "Board.canvas")
    assert _entries(messages) == [entry(root, path) for path in order]


def test_a_missing_vault_gives_no_notes(tmp_path: Path) -> None:
    assert list(parser_messages(str(tmp_path / "gone"), WholeVault(()))) == [ParserDone()]


def test_a_note_with_the_known_digest_is_only_touched(root: Path) -> None:
    note = VaultFiles(root).read_text(NotePath("One.md"))
    (message, *_) = list(parser_messages(str(root), _differences(root, "One.md", digest=note.digest), 0))
    assert message == UnchangedBatch((("One.md", note.size, note.modified_ns),))


def test_notes_that_cannot_be_read_or_parsed_are_left_out(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*arguments: object) -> IndexEntry:
        raise RecursionError

    messages = list(parser_messages(str(root), _differences(root, "Gone.md", "No/Gone.md", "UTF16.md", "One.md")))
    assert [parsed.path for parsed in _entries(messages)] == ["One.md"]
    monkeypatch.setattr(entry_builder, "parse_entry", failing)
    assert _entries(list(parser_messages(str(root), _differences(root, "One.md")))) == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no FIFOs")
def test_a_fifo_in_place_of_a_note_does_not_block(root: Path) -> None:
    os.mkfifo(root / "Pipe.md")
    assert [
        parsed.path for parsed in _entries(list(parser_messages(str(root), _differences(root, "Pipe.md", "One.md"))))
    ] == ["One.md"]
