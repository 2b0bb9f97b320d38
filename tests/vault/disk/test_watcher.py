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

# Lost events reported by watchdog are handled while listening; a replaced folder is recognized.


@pytest.mark.parametrize("name", WATCHDOG_LOGGERS)
def test_an_overflow_is_reported_and_other_warnings_are_not(name: str, caplog: pytest.LogCaptureFixture) -> None:
    reports: list[str] = []
    handler = LostEventsHandler(lambda: reports.append("lost"))
    logger = logging.getLogger(name)
    logger.warning("Inotify queue overflowed; filesystem events were lost")
    assert reports == []
    handler.listen()
    logger.warning("Inotify queue overflowed; filesystem events were lost")
    logger.warning("a thread ended")
    handler.close()
    logger.warning("Inotify queue overflowed; filesystem events were lost")
    assert reports == ["lost"]
    caplog.clear()


@pytest.mark.parametrize(
    ("flags", "lost"), [((0x100, 0x1), 1), ((0x2,), 1), ((0x4 | 0x100,), 1), ((0x100, 0x10000 | 0x200), 0), ((), 0)]
)
def test_lost_events_of_macos_are_reported_and_all_others_are_forwarded(flags: tuple[int, ...], lost: int) -> None:
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
    """Fake of the Windows functions that watch a folder: the first read reports an overflow, the next one waits."""

    def __init__(self) -> None:
        self.reads = 0
        self.cancelled = threading.Event()

    def __getattr__(self, name: str) -> object:
        function = {"ReadDirectoryChangesExW": self._read, "CancelIoEx": self._cancel}.get(name, lambda *_: 1)
        # Types are assigned to a ctypes function as attributes, which a method does not allow.
        setattr(self, name, type(name, (), {"__call__": lambda _self, *args: function(*args)})())
        return self.__dict__[name]

    def _read(self, *args: Any) -> int:
        self.reads += 1
        if self.reads > 1:
            assert self.cancelled.wait(30)
            raise type("Cancelled", (OSError,), {"winerror": 995})
        args[5]._obj.value = 0
        return 1

    def _cancel(self, *_args: object) -> int:
        self.cancelled.set()
        return 1


def test_an_overflow_of_the_windows_buffer_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs watchdog's reader for Windows on fakes of the system functions."""
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


def test_another_folder_at_the_same_path_has_another_identity(tmp_path: Path) -> None:
    folder = tmp_path / "vault"
    assert folder_identity(folder) is None
    folder.mkdir()
    first = folder_identity(folder)
    assert first == folder_identity(folder)
    folder.rename(tmp_path / "away")
    folder.mkdir()
    assert folder_identity(folder) not in (None, first)


# Events are collected until a pause, and a burst becomes one request for a full comparison.

A = NotePath("a.md")


class PublishedBatches:
    """The changes published by a batch."""

    def __init__(self) -> None:
        self.queue: asyncio.Queue[VaultChanged] = asyncio.Queue()
        self.batch = DiskEventBatch(self.queue.put_nowait)

    async def next(self) -> VaultChanged:
        return await asyncio.wait_for(self.queue.get(), 30)


@pytest.fixture
def batches() -> Iterator[PublishedBatches]:
    published = PublishedBatches()
    yield published
    published.batch.close()


async def test_one_save_is_one_change(batches: PublishedBatches) -> None:
    batches.batch.add(
        [DiskEvent("created", ".x.tmp"), DiskEvent("modified", ".x.tmp"), DiskEvent("moved", ".x.tmp", "a.md")]
    )
    assert await batches.next() == VaultChanged((FileChange("modified", A),))
    assert batches.queue.empty()


async def test_events_before_the_pause_are_published_together(batches: PublishedBatches) -> None:
    batches.batch.add([DiskEvent("created", "a.md")])
    batches.batch.add([DiskEvent("modified", "a.md"), DiskEvent("deleted", "b.md")])
    assert await batches.next() == VaultChanged((FileChange("created", A), FileChange("deleted", NotePath("b.md"))))


async def test_continuous_writing_is_still_published(batches: PublishedBatches) -> None:
    loop = asyncio.get_running_loop()

    def again() -> None:
        batches.batch.add([DiskEvent("modified", "a.md")])
        if batches.queue.empty():
            writing[0] = loop.call_later(BATCH_SILENCE / 4, again)

    writing = [loop.call_soon(again)]
    assert await batches.next() == VaultChanged((FileChange("modified", A),))
    writing[0].cancel()


async def test_a_burst_requests_a_full_comparison(batches: PublishedBatches) -> None:
    batches.batch.add(DiskEvent("created", f"{number}.md") for number in range(MAX_EVENTS * 3))
    changed = await batches.next()
    assert changed.rescan
    assert len(changed.changes) == MAX_EVENTS


async def test_lost_events_and_new_folders_request_a_full_comparison(batches: PublishedBatches) -> None:
    batches.batch.add([], rescan=True)
    assert await batches.next() == VaultChanged((), rescan=True)
    batches.batch.add([DiskEvent("created", "folder", folder=True)])
    assert await batches.next() == VaultChanged((), rescan=True)


async def test_changes_of_hidden_files_and_other_files_are_not_published(batches: PublishedBatches) -> None:
    batches.batch.add(
        [
            DiskEvent("modified", ".obsidian/workspace.json"),
            DiskEvent("created", ".git/objects/ab", folder=True),
            DiskEvent("modified", "picture.png"),
            DiskEvent("moved", ".a.tmp", ".b.tmp"),
            DiskEvent("created", "../x.md"),
        ]
    )
    batches.batch.add([DiskEvent("created", "a.md")])
    assert await batches.next() == VaultChanged((FileChange("created", A),))


async def test_nothing_is_published_after_closing(batches: PublishedBatches) -> None:
    batches.batch.add([DiskEvent("created", "a.md")])
    batches.batch.close()
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(batches.queue.get(), BATCH_SILENCE * 3)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("a.md", "b.md", [("moved", "b.md", "a.md")]),
        ("a.md", ".trash/a.md", [("deleted", "a.md", None)]),
        ("a.md", "a.txt", [("deleted", "a.md", None)]),
        ("a.md", "", [("deleted", "a.md", None)]),
        ("a.tmp", "a.md", [("modified", "a.md", None)]),
        (".a.swp", "a.swp", []),
    ],
)
def test_a_move_is_translated_to_changes_of_notes(
    old: str, new: str, expected: list[tuple[str, str, str | None]]
) -> None:
    found = [
        (change.kind, change.path.text, cast("NotePath", change.old_path).text if change.old_path else None)
        for change in changes_of(DiskEvent("moved", old, new))
    ]
    assert found == expected


# The real watcher on a real folder: changes by other programs are published.

WAIT = 5.0
"""Seconds until a change is published on a busy machine."""


class Listener:
    """Collects the changes published by the watcher."""

    def __init__(self) -> None:
        self.queue: asyncio.Queue[VaultChanged] = asyncio.Queue()
        self.received: list[FileChange] = []
        self.rescan = False

    async def until(self, *expected: FileChange) -> None:
        """Wait until the folded changes of all batches equal *expected*."""
        while set(fold_changes(self.received)) != set(expected):
            self._add(await asyncio.wait_for(self.queue.get(), WAIT))

    async def until_rescan(self) -> None:
        while not self.rescan:
            self._add(await asyncio.wait_for(self.queue.get(), WAIT))

    async def other_files(self) -> bool:
        """Wait for the next batch and return whether it reports only files that are no notes."""
        changed = await asyncio.wait_for(self.queue.get(), WAIT)
        return changed.other_files and not changed.changes and not changed.rescan

    async def nothing(self) -> None:
        with pytest.raises(TimeoutError):
            self._add(await asyncio.wait_for(self.queue.get(), BATCH_SILENCE * 4))

    def _add(self, changed: VaultChanged) -> None:
        self.received.extend(changed.changes)
        self.rescan = self.rescan or changed.rescan


@pytest.fixture
async def listener(root: Path) -> AsyncIterator[Listener]:
    for name in ("a.md", "old.md", "d/b.md"):
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text(name)
    listener_ = Listener()
    with ThreadPoolExecutor(1) as threads:
        async with Watcher(root, listener_.queue.put_nowait, threads) as watcher:
            assert not watcher.problem
            yield listener_


def at(name: str) -> NotePath:
    return NotePath(name)


async def test_a_new_note_is_published(root: Path, listener: Listener) -> None:
    (root / "new.md").write_text("x")
    await listener.until(FileChange("created", at("new.md")))


@wine_lacks("watching of the folders in a folder")
async def test_an_edit_in_a_folder_is_published(root: Path, listener: Listener) -> None:
    with (root / "d" / "b.md").open("a") as note:
        note.write("more")
    await listener.until(FileChange("modified", at("d/b.md")))


async def test_a_deleted_note_is_published(root: Path, listener: Listener) -> None:
    (root / "a.md").unlink()
    await listener.until(FileChange("deleted", at("a.md")))


@wine_lacks("watching of the folders in a folder")
async def test_a_renamed_note_is_published_as_moved(root: Path, listener: Listener) -> None:
    (root / "old.md").rename(root / "d" / "new.md")
    await listener.until(FileChange("moved", at("d/new.md"), at("old.md")))


async def test_an_atomic_save_is_a_modification(root: Path, listener: Listener) -> None:
    (root / ".a.tmp").write_text("new")
    (root / ".a.tmp").replace(root / "a.md")
    await listener.until(FileChange("modified", at("a.md")))


async def test_a_note_moved_out_of_the_vault_is_deleted_and_one_moved_in_is_created(
    root: Path, listener: Listener
) -> None:
    (root / "a.md").rename(root.parent / "away.md")
    (root.parent / "outside" / "secret.md").rename(root / "came.md")
    await listener.until(FileChange("deleted", at("a.md")), FileChange("created", at("came.md")))


async def test_a_new_folder_with_notes_requests_a_full_comparison(root: Path, listener: Listener) -> None:
    (root / "n" / "m").mkdir(parents=True)
    (root / "n" / "m" / "x.md").write_text("x")
    await listener.until_rescan()


async def test_a_removed_folder_reported_as_a_file_requests_a_full_comparison(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watcher_module, "REMOVALS_HIDE_FOLDERS", True)
    published: asyncio.Queue[VaultChanged] = asyncio.Queue()
    with ThreadPoolExecutor(1) as threads:
        watcher = Watcher(root, published.put_nowait, threads)
        async with watcher:
            # Event of Windows for a folder that was moved to the Recycle Bin.
            watcher._on_event(FileDeletedEvent(str(extended_path(root / "folder"))))
            changed = await asyncio.wait_for(published.get(), WAIT)
    assert changed.rescan
    assert not changed.changes


@wine_lacks("watching of the folders in a folder")
async def test_a_renamed_folder_requests_a_full_comparison_and_is_still_watched(root: Path, listener: Listener) -> None:
    (root / "d").rename(root / "e")
    await listener.until_rescan()
    listener.received.clear()
    (root / "e" / "b.md").write_text("changed")
    await listener.until(FileChange("modified", at("e/b.md")))


async def test_changes_in_hidden_folders_and_reads_are_not_published(root: Path, listener: Listener) -> None:
    (root / ".obsidian").mkdir()
    (root / ".obsidian" / "workspace.json").write_text("{}")
    (root / "a.md").read_text()
    await listener.nothing()


async def test_u13_creation_and_removal_of_other_files_are_published_and_modification_is_not(
    root: Path, listener: Listener
) -> None:
    picture = root / "picture.png"
    picture.write_bytes(b"x")
    assert await listener.other_files()
    picture.rename(root / "plan.png")
    assert await listener.other_files()
    (root / "plan.png").unlink()
    # Windows does not report that it was no folder, so a full comparison is requested there.
    assert await listener.other_files() is not watcher_module.REMOVALS_HIDE_FOLDERS
    (root / "kept.png").write_bytes(b"x")
    assert await listener.other_files()
    (root / "kept.png").write_bytes(b"y")
    await listener.nothing()


async def test_a_burst_as_of_a_version_control_system_requests_a_full_comparison(
    root: Path, listener: Listener
) -> None:
    for number in range(1_000):
        (root / f"n{number}.md").write_text("x")
    await listener.until_rescan()


@pytest.mark.skipif(sys.platform == "win32", reason="a watched folder cannot be removed there")
@pytest.mark.parametrize("removal", ["deleted", "renamed"])
async def test_a_removed_vault_folder_requests_a_full_comparison(root: Path, listener: Listener, removal: str) -> None:
    if removal == "deleted":
        shutil.rmtree(root)
    else:
        shutil.move(root, root.parent / "elsewhere")
    await listener.until_rescan()


@pytest.mark.skipif(sys.platform != "linux", reason="the queue of inotify")
async def test_events_lost_according_to_watchdog_request_a_full_comparison(listener: Listener) -> None:
    logging.getLogger("watchdog.observers.inotify_c").warning("Inotify queue overflowed; filesystem events were lost")
    await listener.until_rescan()


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EMFILE, errno.EACCES])
async def test_a_system_that_refuses_to_watch_is_a_problem_and_not_an_error(
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
