"""BulkIntake: very many notes end in the index as they would one by one, whatever becomes of the process on the way."""

import os
import random
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from tests.index.random_vault import random_vault
from tests.index.scene import at_work, lay
from vaultdesk.index import bulk_intake
from vaultdesk.index.bulk_intake import BulkIntake, is_worth_it
from vaultdesk.index.events import NotesIndexed
from vaultdesk.index.index import Index
from vaultdesk.index.parser_wire import Everything
from vaultdesk.index.scan import Difference
from vaultdesk.index.upkeep import Upkeep
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.vault import Vault

TABLES = ("note", "text", "tag", "link", "heading", "alias", "property", "inline")
BY_CHANCE = {"id", "note", "revision", "indexed_at"}


def _notes(count: int) -> dict[str, str | bytes]:
    rich = (
        "---\naliases: [n{0}]\nstate: {0}\n---\n# Head {0}\n#t{0} [[{1}]] e\u0301 field\n\nkey:: {0}\n"
        + "word{0} " * 400
    )
    notes: dict[str, str | bytes] = {
        f"F{number % 7}/{number:04}.md": rich.format(number, number // 2) for number in range(count)
    }
    board = '{"nodes": [{"type": "text", "text": "card [[0001]] #c"}]}'
    return {**notes, "Board.canvas": board, "B.base": "views: [{name: V}]", "Bad.md": b"\xff\xfe\0", "Empty.md": ""}


def _wanted(root: Path) -> list[Difference]:
    files = sorted(file for file in root.rglob("*") if file.is_file())
    return [Difference(NotePath(file.relative_to(root).as_posix()), file.stat().st_size, "") for file in files]


def _rows(file: Path) -> dict[str, list[tuple[object, ...]]]:
    """Every row of an index, by path and not by number."""
    with closing(sqlite3.connect(file)) as connection:
        found: dict[str, list[tuple[object, ...]]] = {}
        for table in TABLES:
            names = [row[1] for row in connection.execute(f"PRAGMA table_info({table})") if row[1] not in BY_CHANCE]
            key = "id" if table in ("note", "text") else "note"
            listed = ", ".join(f"rows.{name}" for name in names)
            sql = f"SELECT home.path, {listed} FROM {table} AS rows JOIN note AS home ON home.id = rows.{key}"
            found[table] = sorted(connection.execute(sql), key=repr)
        connection.execute("INSERT INTO fts(fts, rank) VALUES ('integrity-check', 1)")
        return found


def _taken_in(root: Path, file: Path) -> tuple[list[NotesIndexed], tuple[Difference, ...]]:
    index = Index(file)
    with BulkIntake(index, root, _wanted(root), threading.Event()) as bulk:
        steps = list(bulk.steps())
    assert index.early.texts() == {}
    index.close()
    return steps, bulk.left


def _one_by_one(root: Path, file: Path) -> None:
    index = Index(file)
    Upkeep(Vault(root, watch=False), index).read(_wanted(root))
    index.close()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return lay(tmp_path / "vault", _notes(500))


def test_the_index_is_the_same_as_one_by_one(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bulk_intake, "FIRST_BATCH", 10_000)
    steps, left = _taken_in(root, tmp_path / "bulk.sqlite")
    _one_by_one(root, tmp_path / "single.sqlite")
    assert len(steps) > 2
    assert [one.path.text for one in left] == ["Bad.md"]
    bulk, single = _rows(tmp_path / "bulk.sqlite"), _rows(tmp_path / "single.sqlite")
    single["note"] = [row for row in single["note"] if row[0] != "Bad.md"]
    single["text"] = [row for row in single["text"] if row[0] != "Bad.md"]
    assert bulk == single


def test_asked_for_everything_it_takes_in_the_same(root: Path, tmp_path: Path) -> None:
    index = Index(tmp_path / "bulk.sqlite")
    wanted = _wanted(root)
    with BulkIntake(index, root, Everything(()), threading.Event()) as bulk:
        told = {path for step in bulk.steps() for path in step.paths}
    assert told == {one.path.text for one in wanted} - {"Bad.md"}
    assert bulk.left == ()
    Upkeep(Vault(root, watch=False), index).read([one for one in wanted if one.path.text == "Bad.md"])
    index.close()
    _one_by_one(root, tmp_path / "single.sqlite")
    assert _rows(tmp_path / "bulk.sqlite") == _rows(tmp_path / "single.sqlite")


def test_texts_are_found_before_their_commit_and_dropped_with_it(root: Path, tmp_path: Path) -> None:
    index = Index(tmp_path / "index.sqlite")
    waiting: list[int] = []
    bulk = BulkIntake(index, root, _wanted(root), threading.Event())
    real = bulk._take
    wanted: dict[str, bytes] = {}

    def counting(message: object) -> None:
        real(message)  # type: ignore[arg-type] # passed on
        waiting.append(len(index.early.texts()))

    bulk._take = counting  # type: ignore[method-assign,assignment] # only looked at
    with bulk:
        steps = list(bulk.steps())
        committed = {path for step in steps for path in step.paths}
        wanted |= index.early.texts()
    assert max(waiting) == 501
    assert not wanted.keys() & committed
    assert index.early.texts() == {}
    index.close()


async def test_a_process_killed_in_the_middle_costs_nothing(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(bulk_intake, "FIRST_BATCH", 20_000)
    monkeypatch.setattr(bulk_intake, "LARGEST_BATCH", 20_000)
    monkeypatch.setattr("vaultdesk.index.parser_process.QUEUED", 1)
    real = BulkIntake._commit
    killed: list[int] = []

    def killing(self: BulkIntake) -> NotesIndexed:
        if not killed:
            killed.append(self._process.pid)
            assert self._process._child is not None
            self._process._child.kill()
        return real(self)

    monkeypatch.setattr(BulkIntake, "_commit", killing)
    async with at_work(root, tmp_path / "index.sqlite") as scene:
        assert scene.indexer.state.phase == "ready"
        assert (await scene.searcher.counts()).unread == 0
        assert [hit.path for hit in await scene.searcher.search("word333 ")] == ["F4/0333.md"]
        assert scene.index.early.texts() == {}
    assert killed
    _one_by_one(root, tmp_path / "single.sqlite")
    assert _rows(tmp_path / "index.sqlite") == _rows(tmp_path / "single.sqlite")
    caplog.clear()


def test_a_stop_keeps_what_was_understood_and_the_next_scan_reads_only_the_rest(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bulk_intake, "FIRST_BATCH", 20_000)
    monkeypatch.setattr(bulk_intake, "LARGEST_BATCH", 20_000)
    index = Index(tmp_path / "index.sqlite")
    upkeep = Upkeep(Vault(root, watch=False), index)
    plan = upkeep.compare()
    index.sight(plan.sightings, plan.removed)
    steps = upkeep.bring_in(plan.different)
    first = next(steps)
    upkeep.stop()
    more = [path for step in steps for path in step.paths]
    done = {*first.paths, *more}
    assert 0 < len(done) < 504
    assert {path for path, known in index.stored().items() if known.digest} == done
    later = Upkeep(Vault(root, watch=False), index)
    again = later.compare()
    later.rest()
    assert {one.path.text for one in again.different} == set(index.stored()) - done
    upkeep.rest()
    index.close()


def test_reading_again_touches_what_is_the_same(root: Path, tmp_path: Path) -> None:
    index = Index(tmp_path / "index.sqlite")
    upkeep = Upkeep(Vault(root, watch=False), index)
    list(upkeep.bring_in(upkeep.compare().different))
    with index.reading() as connection:
        before = dict(connection.execute("SELECT path, indexed_at FROM note"))
    for file in root.rglob("*.md"):
        os.utime(file, ns=(1, 7_000_000_000))
    list(upkeep.bring_in(upkeep.compare().different))
    with index.reading() as connection:
        after = dict(connection.execute("SELECT path, indexed_at FROM note WHERE problem = ''"))
    assert all(before[path] == when for path, when in after.items())
    assert {known.mtime_ns for path, known in index.stored().items() if path.endswith(".md")} == {7_000_000_000}
    index.close()


def test_only_much_work_is_worth_a_process() -> None:
    few = [Difference(NotePath(f"{number}.md"), 100, "") for number in range(399)]
    assert not is_worth_it(few)
    assert is_worth_it([*few, few[0]])
    assert is_worth_it([Difference(NotePath("A.md"), 5_000_000, "")])


def test_a_random_vault_is_taken_in_the_same(tmp_path: Path) -> None:
    root = lay(tmp_path / "vault", random_vault(random.Random(4), 300))
    _taken_in(root, tmp_path / "bulk.sqlite")
    _one_by_one(root, tmp_path / "single.sqlite")
    assert _rows(tmp_path / "bulk.sqlite") == _rows(tmp_path / "single.sqlite")
