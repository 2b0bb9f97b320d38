"""BulkIntake: very many notes taken into the index from a parser process, batch by batch. Starts no thread.

Every step is a commit; what a stop or a kill finds uncommitted is read again by the next scan.
"""

import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self, assert_never

from vaultdesk.index import store
from vaultdesk.index.entry import Entry, Sighting
from vaultdesk.index.events import NotesIndexed
from vaultdesk.index.index import Index
from vaultdesk.index.parser_process import ParserProcess
from vaultdesk.index.parser_wire import Done, Everything, Message, Notes, Same, Seen, Texts, Wanted
from vaultdesk.index.scan import Difference

WORTH_NOTES, WORTH_BYTES = 400, 4_000_000
"""From how much work on a process of its own, which takes 0.15 s to start, is worth it."""

FIRST_BATCH, LARGEST_BATCH = 250_000, 6_000_000
"""Bytes committed together: little at first, so that something is found soon, then twice as much each time. FTS5 writes
each batch down as one sorted part: the larger, the fewer to merge, and the more memory; the largest takes 0.2 s."""


def is_worth_it(wanted: Sequence[Difference]) -> bool:
    """Whether *wanted* is so much that a process of its own reads it sooner."""
    return len(wanted) >= WORTH_NOTES or sum(one.size for one in wanted) >= WORTH_BYTES


class BulkIntake:
    """`with BulkIntake(...) as bulk`: takes in *wanted*, as far as its process gets; `left` is what is to be read yet.

    The process begins at once, and letters are found in what it has read, whenever the `steps` are done. Where it is
    asked for everything, it finds out by itself what that is, and nobody here knows what is left of it.
    """

    def __init__(self, index: Index, root: Path, wanted: Wanted, stopping: threading.Event) -> None:
        self._index = index
        self._root = root
        self._stopping = stopping
        self._wanted = wanted
        self._left = {} if isinstance(wanted, Everything) else {one.path.text: one for one in wanted}
        self._process = ParserProcess()
        self._texts: dict[str, bytes] = {}
        """What the process has said of notes it has not understood yet; the index finds letters in the same texts."""
        self._notes: list[Notes] = []
        self._touched: list[Sighting] = []
        self._gathered = 0
        self._batch = FIRST_BATCH

    def __enter__(self) -> Self:
        self._process.__enter__()
        self._process.ask(self._root, self._wanted, self._hear)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.close()
        self._index.early.clear()

    @property
    def left(self) -> tuple[Difference, ...]:
        """What of *wanted* is not in the index yet; nothing where everything is."""
        return tuple(self._left.values())

    def stop(self) -> None:
        """Have the running step end. Any thread may ask for it."""
        self._process.kill()

    def steps(self) -> Iterator[NotesIndexed]:
        """Do the work; yield after each commit."""
        for message in self._process.messages():
            self._take(message)
            if self._gathered >= self._batch and not self._stopping.is_set():
                yield self._commit()
        if self._notes or self._touched:
            yield self._commit()

    def _hear(self, texts: Texts) -> None:
        """Have letters found in these; in the process's own thread, before the notes they are of are taken in."""
        put = dict(texts.texts)
        self._texts.update(put)
        self._index.early.put(put)

    def _take(self, message: Message) -> None:
        match message:
            case Notes():
                self._notes.append(message)
                self._gathered += message.weight
            case Same(files):
                self._touched += [Sighting(*file) for file in files]
            case Seen(files):
                with self._index.writing() as connection:
                    store.tell_states(connection, [Sighting(*file) for file in files])
            case Texts() | Done():
                pass
            case _:
                assert_never(message)

    def _commit(self) -> NotesIndexed:
        paths = [seen.path for seen in self._touched]
        with self._index.writing() as connection:
            store.touch(connection, self._touched)
            numbers = [number for piece in self._pieces(paths) for number in store.write_rows(connection, *piece)]
            store.tell_words(connection, numbers)
        self._index.early.drop(paths)
        for path in paths:
            self._left.pop(path, None)
        self._notes, self._touched, self._gathered = [], [], 0
        self._batch = min(self._batch * 2, LARGEST_BATCH)
        return NotesIndexed(tuple(paths))

    def _pieces(self, paths: list[str]) -> Iterator[tuple[list[Entry], store.Written]]:
        """Yield what was gathered, a few notes at a time with the texts that came before them, and add their *paths*.

        All of them unpacked at once would be so many objects that Python's look for garbage stopped the window.
        """
        for notes in self._notes:
            entries: list[Entry] = []
            written: dict[str, tuple[bytes, bytes]] = {}
            for entry, head in notes.unpacked():
                entries.append(entry)
                text = self._texts.pop(entry.path, b"")
                if head >= 0:
                    written[entry.path] = (text[:head], text[head:])
            paths += [entry.path for entry in entries]
            yield entries, written
