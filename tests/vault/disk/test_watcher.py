"""Tests of vault/disk/watcher.py."""

import asyncio
import ctypes
import errno
import importlib
import logging
import os
import shutil
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, cast

import pytest
from watchdog.events import FileDeletedEvent, FileSystemEventHandler
from watchdog.observers.api import BaseObserver

from tests.support.wine import wine_lacks
from vaultdesk.vault.disk import watcher as watcher_module
from vaultdesk.vault.disk.folder import extended_path
from vaultdesk.vault.disk.watcher import (
    BATCH_SILENCE,
    MAX_BATCH_DELAY,
    MAX_EVENTS,
    WATCHDOG_LOGGERS,
    DiskEvent,
    DiskEventBatch,
    LostEventsHandler,
    Watcher,
    changes_of,
    folder_identity,
    lossless_emitter,
    overflow_emitter,
)
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.vault_changes import FileChange, VaultChanged, fold_changes

# Lost events: what watchdog says it lost is heard while somebody listens; a folder is told from its successor.


@pytest.mark.parametrize("name", WATCHDOG_LOGGERS)
def test_an_overflow_is_heard_and_nothing_else(name: str, caplog: pytest.LogCaptureFixture) -> None:
    told: list[str] = []
    ears = LostEventsHandler(lambda: told.append("lost"))
    logger = logging.getLogger(name)
    logger.warning("Inotify queue overflowed; filesystem events were lost")
    assert told == []
    ears.listen()
    logger.warning("Inotify queue overflowed; filesystem events were lost")
    logger.warning("a thread ended")
    ears.close()
    logger.warning("Inotify queue overflowed; filesystem events were lost")
    assert told == ["lost"]
    caplog.clear()


@pytest.mark.parametrize(
    ("flags", "lost"), [((0x100, 0x1), 1), ((0x2,), 1), ((0x4 | 0x100,), 1), ((0x100, 0x10000 | 0x200), 0), ((), 0)]
)
def test_lost_events_of_macos_are_reported_and_all_others_are_passed_on(flags: tuple[int, ...], lost: int) -> None:
    passed: list[tuple[int, ...]] = []
    reports: list[str] = []

    class FSEventsEmitter:
        def events_callback(self, paths: object, inodes: object, flags: tuple[int, ...], ids: object) -> None:
            passed.append(flags)

    emitter = lossless_emitter(FSEventsEmitter, lambda: reports.append("lost"))()
    emitter.events_callback([b"/vault/a.md"] * len(flags), [1] * len(flags), flags, [1] * len(flags))

    assert passed == [flags]
    assert len(reports) == lost


class Kernel32:
    """Windows' functions for watching a folder: the first look finds that the buffer overflowed, the next one waits."""

    def __init__(self) -> None:
        self.looks = 0
        self.cancelled = threading.Event()

    def __getattr__(self, name: str) -> object:
        does = {"ReadDirectoryChangesExW": self._read, "CancelIoEx": self._cancel}.get(name, lambda *_: 1)
        # A function of ctypes takes its types; a method does not.
        setattr(self, name, type(name, (), {"__call__": lambda _self, *given: does(*given)})())
        return self.__dict__[name]

    def _read(self, *given: Any) -> int:
        self.looks += 1
        if self.looks > 1:
            assert self.cancelled.wait(30)
            raise type("Cancelled", (OSError,), {"winerror": 995})
        given[5]._obj.value = 0
        return 1

    def _cancel(self, *_given: object) -> int:
        self.cancelled.set()
        return 1


def test_an_overflow_of_windows_buffer_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """watchdog's own reader for Windows runs here over functions that stand for Windows' own."""
    kernel = Kernel32()
    monkeypatch.setattr(ctypes, "WinDLL", lambda _name: kernel, raising=False)
    for name in ("winapi", "read_directory_changes"):
        monkeypatch.delitem(sys.modules, f"watchdog.observers.{name}", raising=False)
    winapi = importlib.import_module("watchdog.observers.winapi")
    changes = importlib.import_module("watchdog.observers.read_directory_changes")
    lost = threading.Event()

    kind = overflow_emitter(changes.WindowsApiEmitter, winapi.DirectoryChangeReader, lost.set)
    observer = BaseObserver(kind)
    observer.schedule(FileSystemEventHandler(), str(tmp_path), recursive=True)
    observer.start()
    try:
        assert lost.wait(30)
    finally:
        observer.stop()
        observer.join()
    for name in ("winapi", "read_directory_changes"):
        monkeypatch.delitem(sys.modules, f"watchdog.observers.{name}")


def test_another_folder_at_the_same_place_is_another(tmp_path: Path) -> None:
    place = tmp_path / "vault"
    assert folder_identity(place) is None
    place.mkdir()
    first = folder_identity(place)
    assert first == folder_identity(place)
    place.rename(tmp_path / "away")
    place.mkdir()
    assert folder_identity(place) not in (None, first)


# Events wait for silence, and a burst becomes one call to compare everything.

A = NotePath("a.md")


class Told:
    """What a batch published, and a way to wait for the next."""

    def __init__(self) -> None:
        self.queue: asyncio.Queue[VaultChanged] = asyncio.Queue()
        self.batch = DiskEventBatch(self.queue.put_nowait)

    async def next(self) -> VaultChanged:
        return await asyncio.wait_for(self.queue.get(), 5)


@pytest.fixture
def told() -> Iterator[Told]:
    one = Told()
    yield one
    one.batch.close()


async def test_one_save_is_one_change(told: Told) -> None:
    told.batch.add(
        [DiskEvent("created", ".x.tmp"), DiskEvent("modified", ".x.tmp"), DiskEvent("moved", ".x.tmp", "a.md")]
    )
    assert await told.next() == VaultChanged((FileChange("modified", A),))
    assert told.queue.empty()


async def test_what_comes_before_the_silence_is_told_together(told: Told) -> None:
    told.batch.add([DiskEvent("created", "a.md")])
    told.batch.add([DiskEvent("modified", "a.md"), DiskEvent("deleted", "b.md")])
    assert await told.next() == VaultChanged((FileChange("created", A), FileChange("deleted", NotePath("b.md"))))


async def test_writing_without_end_is_told_all_the_same(told: Told) -> None:
    loop = asyncio.get_running_loop()
    start = loop.time()

    def again() -> None:
        told.batch.add([DiskEvent("modified", "a.md")])
        if loop.time() - start < MAX_BATCH_DELAY + 2:
            loop.call_later(BATCH_SILENCE / 4, again)

    again()
    assert await told.next() == VaultChanged((FileChange("modified", A),))
    assert loop.time() - start < MAX_BATCH_DELAY + 1


async def test_a_burst_asks_for_a_comparison_of_everything(told: Told) -> None:
    told.batch.add(DiskEvent("created", f"{number}.md") for number in range(MAX_EVENTS * 3))
    changed = await told.next()
    assert changed.rescan
    assert len(changed.changes) == MAX_EVENTS


async def test_lost_events_and_folders_ask_for_it_too(told: Told) -> None:
    told.batch.add([], rescan=True)
    assert await told.next() == VaultChanged((), rescan=True)
    told.batch.add([DiskEvent("created", "folder", folder=True)])
    assert await told.next() == VaultChanged((), rescan=True)


async def test_what_is_hidden_or_no_note_wakes_nobody(told: Told) -> None:
    told.batch.add(
        [
            DiskEvent("modified", ".obsidian/workspace.json"),
            DiskEvent("created", ".git/objects/ab", folder=True),
            DiskEvent("modified", "picture.png"),
            DiskEvent("moved", ".a.tmp", ".b.tmp"),
            DiskEvent("created", "../x.md"),
        ]
    )
    told.batch.add([DiskEvent("created", "a.md")])
    assert await told.next() == VaultChanged((FileChange("created", A),))


async def test_nothing_is_told_after_closing(told: Told) -> None:
    told.batch.add([DiskEvent("created", "a.md")])
    told.batch.close()
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(told.queue.get(), BATCH_SILENCE * 3)


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        ("a.md", "b.md", [("moved", "b.md", "a.md")]),
        ("a.md", ".trash/a.md", [("deleted", "a.md", None)]),
        ("a.md", "a.txt", [("deleted", "a.md", None)]),
        ("a.md", "", [("deleted", "a.md", None)]),
        ("a.tmp", "a.md", [("modified", "a.md", None)]),
        (".a.swp", "a.swp", []),
    ],
)
def test_a_move_is_what_it_means_for_notes(old: str, new: str, wanted: list[tuple[str, str, str | None]]) -> None:
    found = [
        (one.kind, one.path.text, cast("NotePath", one.old_path).text if one.old_path else None)
        for one in changes_of(DiskEvent("moved", old, new))
    ]
    assert found == wanted


# The real watcher on a real folder: what other programs do is told.

WAIT = 5.0
"""Seconds a change may take to be told on a busy machine."""


class Listener:
    """What the watcher told."""

    def __init__(self) -> None:
        self.queue: asyncio.Queue[VaultChanged] = asyncio.Queue()
        self.heard: list[FileChange] = []
        self.rescan = False

    async def until(self, *wanted: FileChange) -> None:
        """Wait until everything heard comes to *wanted*, whatever the batches."""
        while set(fold_changes(self.heard)) != set(wanted):
            self._take(await asyncio.wait_for(self.queue.get(), WAIT))

    async def until_rescan(self) -> None:
        while not self.rescan:
            self._take(await asyncio.wait_for(self.queue.get(), WAIT))

    async def other_files(self) -> bool:
        """Wait for the next batch and return whether it tells of files that are no notes, and of nothing else."""
        changed = await asyncio.wait_for(self.queue.get(), WAIT)
        return changed.other_files and not changed.changes and not changed.rescan

    async def nothing(self) -> None:
        with pytest.raises(TimeoutError):
            self._take(await asyncio.wait_for(self.queue.get(), BATCH_SILENCE * 4))

    def _take(self, changed: VaultChanged) -> None:
        self.heard.extend(changed.changes)
        self.rescan = self.rescan or changed.rescan


@pytest.fixture
async def listener(root: Path) -> AsyncIterator[Listener]:
    for name in ("a.md", "old.md", "d/b.md"):
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text(name)
    one = Listener()
    with ThreadPoolExecutor(1) as threads:
        async with Watcher(root, one.queue.put_nowait, threads) as watcher:
            assert not watcher.problem
            yield one


def at(name: str) -> NotePath:
    return NotePath(name)


async def test_a_new_note_is_told(root: Path, listener: Listener) -> None:
    (root / "new.md").write_text("x")
    await listener.until(FileChange("created", at("new.md")))


@wine_lacks("watching of the folders in a folder")
async def test_an_edit_in_a_folder_is_told(root: Path, listener: Listener) -> None:
    with (root / "d" / "b.md").open("a") as note:
        note.write("more")
    await listener.until(FileChange("modified", at("d/b.md")))


async def test_a_deleted_note_is_told(root: Path, listener: Listener) -> None:
    (root / "a.md").unlink()
    await listener.until(FileChange("deleted", at("a.md")))


@wine_lacks("watching of the folders in a folder")
async def test_a_renamed_note_is_told_as_moved(root: Path, listener: Listener) -> None:
    (root / "old.md").rename(root / "d" / "new.md")
    await listener.until(FileChange("moved", at("d/new.md"), at("old.md")))


async def test_an_atomic_save_is_an_edit(root: Path, listener: Listener) -> None:
    (root / ".a.tmp").write_text("new")
    (root / ".a.tmp").replace(root / "a.md")
    await listener.until(FileChange("modified", at("a.md")))


async def test_a_note_moved_out_of_the_vault_is_deleted_and_one_moved_in_is_new(root: Path, listener: Listener) -> None:
    (root / "a.md").rename(root.parent / "away.md")
    (root.parent / "outside" / "secret.md").rename(root / "came.md")
    await listener.until(FileChange("deleted", at("a.md")), FileChange("created", at("came.md")))


async def test_a_new_folder_with_notes_asks_for_a_comparison(root: Path, listener: Listener) -> None:
    (root / "n" / "m").mkdir(parents=True)
    (root / "n" / "m" / "x.md").write_text("x")
    await listener.until_rescan()


async def test_a_removed_folder_that_is_told_as_a_file_asks_for_a_comparison(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watcher_module, "REMOVALS_HIDE_FOLDERS", True)
    told: asyncio.Queue[VaultChanged] = asyncio.Queue()
    with ThreadPoolExecutor(1) as threads:
        watcher = Watcher(root, told.put_nowait, threads)
        async with watcher:
            # As Windows tells of a folder that was moved to the Recycle Bin.
            watcher._on_event(FileDeletedEvent(str(extended_path(root / "folder"))))
            changed = await asyncio.wait_for(told.get(), WAIT)
    assert changed.rescan
    assert not changed.changes


@wine_lacks("watching of the folders in a folder")
async def test_a_renamed_folder_asks_for_a_comparison_and_is_still_watched(root: Path, listener: Listener) -> None:
    (root / "d").rename(root / "e")
    await listener.until_rescan()
    listener.heard.clear()
    (root / "e" / "b.md").write_text("changed")
    await listener.until(FileChange("modified", at("e/b.md")))


async def test_hidden_folders_and_reading_wake_nobody(root: Path, listener: Listener) -> None:
    (root / ".obsidian").mkdir()
    (root / ".obsidian" / "workspace.json").write_text("{}")
    (root / "a.md").read_text()
    await listener.nothing()


async def test_u13_files_that_are_no_notes_are_told_to_come_and_go_and_not_to_change(
    root: Path, listener: Listener
) -> None:
    picture = root / "picture.png"
    picture.write_bytes(b"x")
    assert await listener.other_files()
    picture.rename(root / "plan.png")
    assert await listener.other_files()
    (root / "plan.png").unlink()
    # Windows does not say that it was no folder, so all is compared there.
    assert await listener.other_files() is not watcher_module.REMOVALS_HIDE_FOLDERS
    (root / "kept.png").write_bytes(b"x")
    assert await listener.other_files()
    (root / "kept.png").write_bytes(b"y")
    await listener.nothing()


async def test_a_burst_as_of_a_version_control_system_asks_for_a_comparison(root: Path, listener: Listener) -> None:
    for number in range(1_000):
        (root / f"n{number}.md").write_text("x")
    await listener.until_rescan()


@pytest.mark.skipif(sys.platform == "win32", reason="a watched folder cannot be removed there")
@pytest.mark.parametrize("how", ["deleted", "renamed"])
async def test_a_vault_that_goes_away_asks_for_a_comparison(root: Path, listener: Listener, how: str) -> None:
    if how == "deleted":
        shutil.rmtree(root)
    else:
        shutil.move(root, root.parent / "elsewhere")
    await listener.until_rescan()


@pytest.mark.skipif(sys.platform != "linux", reason="the queue of inotify")
async def test_events_that_watchdog_says_it_lost_ask_for_a_comparison(listener: Listener) -> None:
    logging.getLogger("watchdog.observers.inotify_c").warning("Inotify queue overflowed; filesystem events were lost")
    await listener.until_rescan()


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EMFILE, errno.EACCES])
async def test_a_system_that_refuses_to_watch_is_a_problem_and_no_error(
    root: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, number: int
) -> None:
    def refuse(*args: object, **kwargs: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(BaseObserver, "start", refuse)
    before = set(threading.enumerate())
    with ThreadPoolExecutor(1) as threads:
        async with Watcher(root, lambda changed: None, threads) as watcher:
            assert "may be missed" in watcher.problem
    assert set(threading.enumerate()) <= before
    assert [record.getMessage() for record in caplog.records if record.name.startswith("vaultdesk")]
    caplog.clear()
