"""Index damage: reproducible kinds of damage, each with its own seed, to a closed, crashed or open index file."""

import os
import random
import shutil
import socket
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import pytest

PAGE = 4096

When = Literal["sealed", "crashed", "open"]
"""Whether the file was closed cleanly, left by a crashed program, or is open when it is damaged."""


@dataclass(frozen=True)
class Damage:
    """One kind of damage: the function that causes it, and the state of the file."""

    name: str
    when: When
    do: Callable[[Path, random.Random], object]

    def to(self, file: Path) -> None:
        """Damage *file*, identically each time for the same file."""
        self.do(file, random.Random(self.name))


def every_kind() -> list[Damage]:
    """Return all kinds in a fixed order."""
    kinds = [*_bytes("sealed"), *_bytes("crashed"), *_pages("sealed"), *_pages("crashed"), *_places(), *_sides(),
             *_layouts(), *_rows(), *_in_use()]  # fmt: skip
    assert len({kind.name for kind in kinds}) == len(kinds)
    return kinds


def _write(file: Path, at: int, data: bytes) -> None:
    with file.open("r+b") as opened:
        opened.seek(at)
        opened.write(data)


def _bytes(when: When) -> Iterator[Damage]:
    """Yield changes of arbitrary bytes."""
    for share in (0, 3, 11, 25, 40, 50, 62, 75, 88, 97):
        yield Damage(f"{when}: cut at {share}%", when, lambda file, _, share=share: os.truncate(
            file, file.stat().st_size * share // 100))  # fmt: skip
    for less in (1, 511, PAGE, 3 * PAGE):
        yield Damage(f"{when}: {less} bytes short", when, lambda file, _, less=less: os.truncate(
            file, file.stat().st_size - less))  # fmt: skip
    for bits in (1, 2, 3, 5, 8, 13, 21, 34, 55, 1000):
        yield Damage(f"{when}: {bits} bits flipped", when, lambda file, chance, bits=bits: _flip(file, chance, bits))
    head = {"signature": (0, 16), "page size": (16, 2), "format": (18, 2), "reserved": (20, 1), "changes": (24, 4),
            "pages": (28, 4), "freelist": (32, 8), "cookie": (40, 4), "encoding": (56, 4), "version": (60, 4),
            "application": (68, 4), "all of it": (0, 100), "first page": (0, PAGE)}  # fmt: skip
    for name, (at, length) in head.items():
        yield Damage(f"{when}: head, {name}", when, lambda file, chance, at=at, length=length: _write(
            file, at, chance.randbytes(length)))  # fmt: skip
    yield Damage(f"{when}: a byte too many in the middle", when, lambda file, _: file.write_bytes(
        file.read_bytes()[:5000] + b"x" + file.read_bytes()[5000:]))  # fmt: skip
    yield Damage(f"{when}: twice behind itself", when, lambda file, _: file.write_bytes(file.read_bytes() * 2))
    yield Damage(f"{when}: rubbish behind it", when, lambda file, chance: file.write_bytes(
        file.read_bytes() + chance.randbytes(PAGE)))  # fmt: skip
    yield Damage(f"{when}: nothing but zeros", when, lambda file, _: file.write_bytes(bytes(file.stat().st_size)))


def _flip(file: Path, chance: random.Random, bits: int) -> None:
    data = bytearray(file.read_bytes())
    for _ in range(bits):
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    file.write_bytes(data)


TREES = ("note", "sqlite_autoindex_note_1", "note_revision", "text", "fts_data", "fts_idx", "fts_docsize", "tag",
         "tag_key", "link", "link_key", "heading", "alias", "property")  # fmt: skip


def _pages(when: When) -> Iterator[Damage]:
    """Yield lost, overwritten or exchanged pages."""
    for tree in TREES:
        yield Damage(f"{when}: a page of {tree} zeroed", when, lambda file, chance, tree=tree: _write(
            file, chance.choice(_pages_of(file, tree)) * PAGE, bytes(PAGE)))  # fmt: skip
    for tree in ("text", "fts_data", "link"):
        yield Damage(f"{when}: a page of {tree} overwritten", when, lambda file, chance, tree=tree: _write(
            file, chance.choice(_pages_of(file, tree)) * PAGE, chance.randbytes(PAGE)))  # fmt: skip
    for first, second in (("text", "text"), ("fts_data", "fts_data"), ("note", "text"), ("link", "heading")):
        yield Damage(f"{when}: pages of {first} and {second} exchanged", when, lambda file, chance, of=(first, second):
                     _exchange(file, _two(chance, *(_pages_of(file, tree) for tree in of))))  # fmt: skip


def _pages_of(file: Path, tree: str) -> list[int]:
    with closing(sqlite3.connect(f"file:{file}?mode=ro&immutable=1", uri=True)) as db:
        try:
            db.execute("CREATE VIRTUAL TABLE temp.pages USING dbstat(main)")
        except sqlite3.OperationalError as error:
            if "no such module" not in str(error):
                raise
            pytest.skip("the SQLite of this Python has no dbstat")
        return [row[0] - 1 for row in db.execute("SELECT pageno FROM temp.pages WHERE name = ? ORDER BY 1", (tree,))]


def _two(chance: random.Random, first: list[int], second: list[int]) -> list[int]:
    return chance.sample(first, 2) if first == second else [chance.choice(first), chance.choice(second)]


def _exchange(file: Path, pages: Sequence[int]) -> None:
    data = file.read_bytes()
    first, second = pages
    _write(file, first * PAGE, data[second * PAGE : second * PAGE + PAGE])
    _write(file, second * PAGE, data[first * PAGE : first * PAGE + PAGE])


def _places() -> Iterator[Damage]:
    """Yield other objects in place of the file."""

    def put(name: str, do: Callable[[Path], object], when: When = "sealed") -> Damage:
        def replace(file: Path, _: random.Random) -> None:
            file.unlink()
            do(file)

        return Damage(f"{when}: in its place {name}", when, replace)

    yield put("nothing", lambda file: None)
    yield put("nothing", lambda file: None, "crashed")
    yield put("an empty file", lambda file: file.touch())
    yield put("an empty file", lambda file: file.touch(), "crashed")
    yield put("a text", lambda file: file.write_text("Dear diary"))
    yield put("an empty folder", lambda file: file.mkdir())
    yield put("somebody's folder", lambda file: (file.mkdir(), (file / "kept.txt").write_text("kept")))
    if hasattr(os, "mkfifo"):
        yield put("a pipe", lambda file: os.mkfifo(file))
    if hasattr(socket, "AF_UNIX"):
        yield put("a socket", _socket)
    yield put("a link to nowhere", lambda file: file.symlink_to(file.parent / "nowhere"))
    yield put("a link to a note", lambda file: file.symlink_to(_some_note(file)))
    yield put("a link to a note", lambda file: file.symlink_to(_some_note(file)), "crashed")
    yield put("a link to a device", lambda file: file.symlink_to("/dev/zero"))
    yield put("another program's database", _foreign)
    yield put("another program's database", _foreign, "crashed")
    yield put("its own seal", lambda file: shutil.copy(file.with_name(file.name + "-seal"), file))


def _socket(file: Path) -> None:
    with socket.socket(socket.AF_UNIX) as endpoint:
        here = Path.cwd()
        os.chdir(file.parent)  # The path of a socket has a short maximum length.
        endpoint.bind(file.name)
        os.chdir(here)


def _some_note(file: Path) -> Path:
    return min((file.parent.parent / "vault").rglob("*.md"))


def _foreign(file: Path) -> None:
    with closing(sqlite3.connect(file)) as db, db:
        db.executescript("CREATE TABLE note (id INTEGER PRIMARY KEY, path TEXT); INSERT INTO note VALUES (1, 'x');")


def _sides() -> Iterator[Damage]:
    """Yield damage to the files next to the index."""
    whens: tuple[When, When] = ("sealed", "crashed")
    for when in whens:
        for tail in ("-wal", "-shm", "-journal", "-seal"):
            yield Damage(f"{when}: {tail} is rubbish", when, lambda file, chance, tail=tail: _beside(
                file, tail).write_bytes(chance.randbytes(3 * PAGE)))  # fmt: skip
            yield Damage(f"{when}: {tail} is a folder", when, lambda file, _, tail=tail: _folder(_beside(file, tail)))
            yield Damage(f"{when}: {tail} is a link to a note", when, lambda file, _, tail=tail: _beside(
                file, tail).symlink_to(_some_note(file)))  # fmt: skip
        yield Damage(f"{when}: the log of an older file", when, _older_log)
        yield Damage(f"{when}: the seal is another's", when, lambda file, _: _beside(file, "-seal").write_text(
            '{"size": 4096, "head": 1, "whole": 2}'))  # fmt: skip
    yield Damage("crashed: the log is missing", "crashed", lambda file, _: _beside(file, "-wal"))
    yield Damage("crashed: the log is cut", "crashed", lambda file, _: os.truncate(
        file.with_name(file.name + "-wal"), 3 * PAGE))  # fmt: skip
    yield Damage("crashed: the log has flipped bits", "crashed", lambda file, chance: _flip(
        file.with_name(file.name + "-wal"), chance, 40))  # fmt: skip
    yield Damage("sealed: the seal is missing", "sealed", lambda file, _: _beside(file, "-seal"))


def _beside(file: Path, tail: str) -> Path:
    """Return the path of the file with suffix *tail*, which is deleted."""
    place = file.with_name(file.name + tail)
    place.unlink(missing_ok=True)
    return place


def _folder(place: Path) -> None:
    place.mkdir()
    (place / "kept.txt").write_text("kept")


def _older_log(file: Path, _: random.Random) -> None:
    """Write a valid write-ahead log whose commits contradict the notes."""
    copy = file.with_name("copy.sqlite")
    shutil.copy(file, copy)
    with closing(sqlite3.connect(copy, isolation_level=None)) as db:
        db.execute("PRAGMA wal_autocheckpoint = 0")
        db.execute("UPDATE link SET line = line + 1000")
        shutil.copy(f"{copy}-wal", f"{file}-wal")
    copy.unlink()


def _sql(name: str, script: str, when: When = "crashed") -> Damage:
    def run(file: Path, _: random.Random) -> None:
        with closing(sqlite3.connect(file, isolation_level=None)) as db:
            db.executescript(script)

    return Damage(f"{when}: {name}", when, run)


def _layouts() -> Iterator[Damage]:
    """Yield missing and unexpected tables, indexes and versions."""
    for table in ("note", "text", "fts", "tag", "link", "heading", "alias", "property", "inline"):
        yield _sql(f"no table {table}", f"DROP TABLE {table}")
    for index in ("note_revision", "tag_key", "link_key", "passage_key"):
        yield _sql(f"no index {index}", f"DROP INDEX {index}")
    yield _sql("a trigger too many", "CREATE TRIGGER t AFTER INSERT ON note BEGIN DELETE FROM text; END")
    yield _sql("a table too many", "CREATE TABLE mine (x)")
    yield _sql("another version", "PRAGMA user_version = 2")
    yield _sql("a coming version", "PRAGMA user_version = 99")
    yield _sql("another application", "PRAGMA application_id = 7")
    yield _sql("a column too many", "ALTER TABLE note ADD COLUMN mine")
    yield _sql("another version", "PRAGMA user_version = 1", "sealed")
    yield _sql("no index link_key", "DROP INDEX link_key", "sealed")
    yield _sql("no longer with a log", "PRAGMA journal_mode = delete", "sealed")


_SOME = "(SELECT id FROM text ORDER BY id LIMIT 1 OFFSET 3)"


def _rows() -> Iterator[Damage]:
    """Yield rows that contradict the notes."""
    wrong = {
        "a note without its text": f"DELETE FROM text WHERE id = {_SOME}",
        "a text without its note": "DELETE FROM note WHERE id = (SELECT id FROM text LIMIT 1)",
        "a text that is another": f"UPDATE text SET body = body || ' zebra' WHERE id = {_SOME}",
        "a text with one other letter": f"UPDATE text SET body = replace(body, '.', ',') WHERE id = {_SOME}",
        "a text of bytes": f"UPDATE text SET body = CAST(body AS BLOB) WHERE id = {_SOME}",
        "a text that is no Unicode": f"UPDATE text SET body = CAST(x'ff00fe' AS TEXT) WHERE id = {_SOME}",
        "words that are missing": "DELETE FROM fts_data WHERE id > 10",
        "words of a note that is none": "INSERT INTO fts(rowid, names, headings, properties, body)"
        " VALUES (99999, 'zebra', '', '', '')",
        "words twice": f"INSERT INTO fts(rowid, names, headings, properties, body)"
        f" SELECT id, names, headings, properties, body FROM text WHERE id = {_SOME}",
        "no words at all": "INSERT INTO fts(fts) VALUES ('delete-all')",
        "lengths that are missing": "DELETE FROM fts_docsize WHERE id % 2 = 0",
        "no links": "DELETE FROM link",
        "a link's other line": "UPDATE link SET line = line + 1 WHERE note = (SELECT min(note) FROM link)",
        "a link too many": "INSERT INTO link SELECT note, 999, key, target, subpath, line, embed FROM link LIMIT 1",
        "a link of a note that is none": "INSERT INTO link"
        " SELECT 99999, nth, key, target, subpath, line, embed FROM link LIMIT 1",
        "no tags": "DELETE FROM tag",
        "a tag that is another": "UPDATE tag SET tag = 'zebra' WHERE note = (SELECT min(note) FROM tag)",
        "no headings": "DELETE FROM heading",
        "a heading's other level": "UPDATE heading SET level = 6 WHERE note = (SELECT min(note) FROM heading)",
        "aliases that are others": "UPDATE alias SET alias = 'zebra'",
        "a property that is no JSON": "UPDATE property SET value = '{' WHERE note = (SELECT min(note) FROM property)",
        "no properties": "DELETE FROM property",
        "fields too many": f"INSERT INTO inline VALUES ({_SOME}, 7, 'zebra', '1')",
        "a note's other title": f"UPDATE note SET title = 'Zebra' WHERE id = {_SOME}",
        "a note's other path": f"UPDATE note SET path = 'Zebra.md' WHERE id = {_SOME}",
        "a path that leads out": f"UPDATE note SET path = '../../etc/passwd.md' WHERE id = {_SOME}",
        "a path of bytes": f"UPDATE note SET path = x'00ff' WHERE id = {_SOME}",
        "a note's other digest": f"UPDATE note SET digest = 'ab' WHERE id = {_SOME}",
        "a note's other size": f"UPDATE note SET size = size + 1 WHERE id = {_SOME}",
        "a size that is no number": f"UPDATE note SET size = 'large' WHERE id = {_SOME}",
        "a time that no calendar has": "UPDATE note SET indexed_at = 1e300",
        "a time that is no number": "UPDATE note SET indexed_at = 'late'",
        "a revision of text": f"UPDATE note SET revision = 'new' WHERE id = {_SOME}",
        "a note hidden": f"UPDATE note SET excluded = 1 WHERE id = {_SOME}",
        "a note with a problem": f"UPDATE note SET problem = 'It is too large.' WHERE id = {_SOME}",
        "a note's other word count": f"UPDATE note SET words = 7 WHERE id = {_SOME}",
        "a note too many": "INSERT INTO note (path, path_key, name_key, name, title, size, mtime_ns, digest)"
        " VALUES ('Zebra.md', 'zebra.md', 'zebra', 'Zebra', 'Zebra', 1, 1, 'ab')",
        "half of the notes": "DELETE FROM note WHERE id % 2 = 0",
        "no notes": "DELETE FROM note",
        "no rows at all": "DELETE FROM note; DELETE FROM text; DELETE FROM tag; DELETE FROM link",
        "passages of a note that was never cut": "INSERT INTO passage VALUES (1, 0, x'00', '', 1, 1, 0, 5)",
        "a passage that ends before it begins": "INSERT INTO cut VALUES (1, 'ab');"
        " INSERT INTO passage VALUES (1, 0, x'00', '', 1, 1, 9, 5)",
        "a vector of no model": "INSERT INTO vector VALUES (99, x'00', x'0000')",
        "lists of other words": "INSERT INTO frequent_word VALUES ('zebra', 3)",
    }
    for name, script in wrong.items():
        yield _sql(name, script)
    for name in ("a text with one other letter", "a link's other line", "no words at all", "a note's other digest"):
        yield _sql(name, wrong[name], "sealed")


def _in_use() -> Iterator[Damage]:
    """Yield damage to an open file."""
    when: When = "open"
    yield Damage("open: deleted", when, lambda file, _: file.unlink())
    yield Damage("open: deleted with all beside it", when, lambda file, _: [
        entry.unlink() for entry in file.parent.glob(f"{file.name}*")])  # fmt: skip
    yield Damage("open: replaced by nothing", when, lambda file, _: (file.unlink(), file.touch()))
    yield Damage("open: replaced by another's", when, lambda file, _: (file.unlink(), _foreign(file)))
    yield Damage("open: replaced by itself", when, lambda file, _: (
        shutil.copy(file, f"{file}2"), Path(f"{file}2").replace(file)))  # fmt: skip
    yield Damage("open: renamed", when, lambda file, _: file.rename(f"{file}2"))
    for share in (0, 10, 50, 90):
        yield Damage(f"open: cut at {share}%", when, lambda file, _, share=share: os.truncate(
            file, file.stat().st_size * share // 100))  # fmt: skip
    yield Damage("open: zeros written over it", when, lambda file, _: _write(file, 0, bytes(file.stat().st_size)))
    yield Damage("open: rubbish written over it", when, lambda file, chance: _write(
        file, 0, chance.randbytes(file.stat().st_size)))  # fmt: skip
    for tree in ("text", "fts_data", "link", "note"):
        yield Damage(f"open: a page of {tree} zeroed", when, lambda file, chance, tree=tree: _write(
            file, chance.choice(_pages_of(file, tree)) * PAGE, bytes(PAGE)))  # fmt: skip
    for bits in (200, 2000):
        yield Damage(f"open: {bits} bits flipped", when, lambda file, chance, bits=bits: _flip(file, chance, bits))
    yield Damage("open: the log deleted", when, lambda file, _: _beside(file, "-wal"))
    yield Damage("open: what it shares deleted", when, lambda file, _: _beside(file, "-shm"))
