"""Index freshness: whatever happens to the files of a vault while the program is busy, the index finally matches them.

VAULTDESK_CHECKOUT_NOTES sets the number of notes changed by a checkout; `python -m tests.benchmarks fresh` uses 20,000.
"""

import asyncio
import math
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.index.scene import Scene, at_work
from tests.support.campaigns import campaign_count
from tests.support.changing_tree import (
    busy_loop,
    busy_threads,
    git,
    hold_interpreter_while,
    two_branches,
    unequal,
    until_equal,
)
from tests.support.vaults import write_vault
from vaultdesk.index.indexing.indexer import ChangeScheduler
from vaultdesk.vault.note_path import NotePath

pytestmark = [
    pytest.mark.timeout(300),
    # watchdog 7.1 warns in its own thread when folders are made in new folders; an error would end the thread.
    pytest.mark.filterwarnings("ignore:Callback with id:RuntimeWarning"),
]

NOTES = int(os.environ.get("VAULTDESK_CHECKOUT_NOTES", campaign_count(1_500, 120)))

PATIENCE = 120.0
"""Seconds until the index has to match the files, also on a busy machine."""

WRITES = """
import pathlib, sys
for number in range(int(sys.argv[2])):
    pathlib.Path(sys.argv[1], f"{number}.md").write_text(f"note {number}")
"""


def scheduler_without_comparison() -> ChangeScheduler:
    """Return a scheduler without the periodic comparison, which would find every lost change."""
    return ChangeScheduler(interval=math.inf)


async def _assert_equal(scene: Scene) -> None:
    assert await until_equal(scene.root, scene.index, scene.indexer, PATIENCE) == {}
    await scene.indexer.rescan()
    assert unequal(scene.root, scene.index) == {}


@pytest.mark.skipif(not shutil.which("git"), reason="needs git")
async def test_a_checkout_of_every_note_is_indexed_while_the_process_is_busy(tmp_path: Path) -> None:
    root = tmp_path / "vault"
    two_branches(root, NOTES)
    async with at_work(
        root, tmp_path / "data" / "index.sqlite", watch=True, patience=300, scheduler=scheduler_without_comparison()
    ) as scene:
        assert unequal(root, scene.index) == {}
        busy = asyncio.ensure_future(busy_loop())
        with busy_threads():
            for branch in ("other", "main"):
                await asyncio.to_thread(git, root, "checkout", "-q", branch)
                assert await until_equal(root, scene.index, scene.indexer, PATIENCE) == {}
        busy.cancel()


@pytest.mark.skipif(sys.platform != "linux", reason="the queue of inotify")
async def test_an_overflow_of_the_event_queue_loses_no_note(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    root = write_vault(tmp_path / "vault", {"A.md": "a"})
    async with at_work(
        root, tmp_path / "data" / "index.sqlite", watch=True, patience=300, scheduler=scheduler_without_comparison()
    ) as scene:
        hold_interpreter_while([sys.executable, "-c", WRITES, str(root), "9000"])
        await _assert_equal(scene)
    assert "overflow" in caplog.text  # Otherwise the burst was too small.
    caplog.clear()


async def test_a_thousand_notes_in_new_folders_are_found(tmp_path: Path) -> None:
    root = write_vault(tmp_path / "vault", {"A.md": "a"})
    many = {f"New {number % 20}/Deep {number % 50}/Note {number}.md": f"number {number}" for number in range(1000)}
    async with at_work(
        root, tmp_path / "data" / "index.sqlite", watch=True, patience=300, scheduler=scheduler_without_comparison()
    ) as scene:
        await asyncio.to_thread(write_vault, root, many)
        await _assert_equal(scene)
        write_vault(root, {"New 7/Deep 7/Note 7.md": "edited where nothing was a moment ago"})
        await _assert_equal(scene)


def _moved_out_and_in(root: Path) -> None:
    (root / "Folder").rename(root.parent / "outside")
    (root.parent / "outside").rename(root / "Back")


def _swapped_for_a_link(root: Path) -> None:
    shutil.move(root / "Folder", root.parent / "outside")
    (root / "Folder").symlink_to(root.parent / "outside")


def _atomic_saves(root: Path) -> None:
    for number in range(50):
        temporary = root / "Folder" / f".One.md.{number}~"
        temporary.write_text(f"saved {number}")
        temporary.replace(root / "Folder" / "One.md")


def _saved_by_an_editor(root: Path) -> None:
    note = root / "Folder" / "One.md"
    note.rename(note.with_name("One.md~"))
    note.write_text("written again, the old one kept beside it")


def _synced(root: Path) -> None:
    for name in (".syncthing.One.md.tmp", ".~lock.One.md#", "One.md.part", "~$One.md"):
        (root / "Folder" / name).write_text("half of it")
    (root / "Folder" / ".syncthing.One.md.tmp").replace(root / "Folder" / "One.md")
    (root / "Folder" / "One.md.part").replace(root / "Folder" / "Three.md")


def _case_changed(root: Path) -> None:
    (root / "Folder" / "One.md").rename(root / "Folder" / "ONE.md")
    (root / "Folder").rename(root / "between")
    (root / "between").rename(root / "FOLDER")


def _note_becomes_folder(root: Path) -> None:
    (root / "Folder" / "One.md").unlink()
    write_vault(root, {"Folder/One.md/Inside.md": "a folder of the note's name"})


def _swapped_with_another(root: Path) -> None:
    (root / "Folder" / "One.md").rename(root / "Folder" / "x.md")
    (root / "Folder" / "Two.md").rename(root / "Folder" / "One.md")
    (root / "Folder" / "x.md").rename(root / "Folder" / "Two.md")


EXTERNAL_CHANGES: list[Callable[[Path], None]] = [
    _moved_out_and_in, _swapped_for_a_link, _atomic_saves, _saved_by_an_editor, _synced, _case_changed,
    _note_becomes_folder, _swapped_with_another,
]  # fmt: skip


@pytest.mark.skipif(sys.platform == "win32", reason="links and names as Linux has them")
@pytest.mark.parametrize(
    "external_change", EXTERNAL_CHANGES, ids=lambda external_change: external_change.__name__.strip("_")
)
async def test_changes_of_other_programs_to_folders_and_notes_are_indexed(
    tmp_path: Path, external_change: Callable[[Path], None]
) -> None:
    root = write_vault(tmp_path / "vault", {"Folder/One.md": "one", "Folder/Two.md": "two", "Top.md": "top"})
    async with at_work(
        root, tmp_path / "data" / "index.sqlite", watch=True, patience=300, scheduler=scheduler_without_comparison()
    ) as scene:
        external_change(root)
        await _assert_equal(scene)
        write_vault(root, {"Top.md": "still watched"})
        await _assert_equal(scene)


@pytest.mark.skipif(sys.platform == "win32", reason="a watched folder cannot be moved there")
async def test_a_vault_that_disappears_and_returns_keeps_its_index_and_is_watched_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    root, away = write_vault(tmp_path / "vault", {"Folder/One.md": "one", "Top.md": "top"}), tmp_path / "away"
    async with at_work(
        root, tmp_path / "data" / "index.sqlite", watch=True, patience=300, scheduler=scheduler_without_comparison()
    ) as scene:
        with scene.indexer.progress.subscribe() as states:
            root.rename(away)
            while (await anext(states)).phase != "failed":
                pass
            assert len(await scene.searcher.tree()) == 2
            write_vault(away, {"Folder/Two.md": "made while it was away"})
            away.rename(root)
            await _assert_equal(scene)
        write_vault(root, {"Folder/One.md": "edited afterwards"})
        await _assert_equal(scene)

        shutil.copytree(root, away)
        shutil.rmtree(root)
        away.rename(root)  # Another folder with the same name, as after a disk was replaced.
        await _assert_equal(scene)
        write_vault(root, {"Folder/Two.md": "edited in the other folder"})
        await _assert_equal(scene)
    caplog.clear()


async def test_a_note_of_equal_size_and_time_is_read_when_an_event_reports_it(tmp_path: Path) -> None:
    root = write_vault(tmp_path / "vault", {"A.md": "tea"})
    before = (root / "A.md").stat()
    async with at_work(
        root, tmp_path / "data" / "index.sqlite", watch=True, patience=300, scheduler=scheduler_without_comparison()
    ) as scene:
        write_vault(root, {"A.md": "ate"})
        os.utime(root / "A.md", ns=(before.st_atime_ns, before.st_mtime_ns))
        assert await until_equal(root, scene.index, scene.indexer, PATIENCE) == {}
        assert [hit.path for hit in await scene.searcher.search("ate")] == [NotePath("A.md").text]
