"""Changing tree: a vault in a Git repository that switches branches while the process is busy."""

import asyncio
import ctypes
import os
import shutil
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.support.index_content import digests, known_digests
from vaultdesk.index import Indexer
from vaultdesk.index.store.index_file import Index

BUSY_THREADS = 3

BURST = 0.02
"""Seconds for which the event loop is blocked at a time, as when a window lays out a long note."""

_P_PID = 1
"""P_PID of the C library."""

FOLDER_SIZE = 500
"""Number of notes in one folder."""


def git(root: Path, *words: str) -> None:
    """Run git on the vault without the global and system configuration."""
    config = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull, "HOME": str(root), "LC_ALL": "C"}
    options = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "init.defaultBranch=main", "-c", "gc.auto=0"]
    subprocess.run(["git", *options, *words], cwd=root, check=True, env={**os.environ, **config}, capture_output=True)


def two_branches(root: Path, notes: int) -> None:
    """Create a repository with two branches in which every note is changed, deleted, new or in a renamed folder."""
    root.mkdir()
    git(root, "init")
    for number in range(notes):
        file = root / f"Area {number // FOLDER_SIZE}" / f"Note {number}.md"
        file.parent.mkdir(exist_ok=True)
        file.write_text(f"# Note {number}\nAs it was. [[Note {number + 1}]] #old")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "one")
    git(root, "checkout", "-q", "-b", "other")
    for folder in sorted(root.glob("Area *")):
        if int(folder.name.split()[1]) % 2:
            folder = folder.rename(root / f"Moved {folder.name}")
        for file in sorted(folder.iterdir()):
            kind = int(file.stem.split()[1]) % 10
            if kind == 0:
                file.unlink()
            elif kind == 1:
                file.rename(file.with_name(f"New {file.name}"))
            else:
                file.write_text(f"{file.read_text()}\nAnd as it is. #new")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "two")
    git(root, "checkout", "-q", "main")


@contextmanager
def busy_threads() -> Iterator[None]:
    """Keep three threads competing for the interpreter lock."""
    shutdown = threading.Event()

    def spin() -> None:
        count = 0
        while not shutdown.is_set():
            for _ in range(10_000):
                count += 1

    threads = [threading.Thread(target=spin) for _ in range(BUSY_THREADS)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        shutdown.set()
        for thread in threads:
            thread.join()


async def busy_loop() -> None:
    """Block the event loop most of the time, until cancelled."""
    while True:
        until = time.perf_counter() + BURST
        while time.perf_counter() < until:
            pass
        await asyncio.sleep(0)


def hold_interpreter_while(command: Sequence[str]) -> None:
    """Run *command* while holding the interpreter lock, so that no file system event is read until it has ended."""
    with subprocess.Popen(command) as process:
        # A PyDLL call holds the interpreter lock. WNOWAIT leaves the exit status to Popen.
        ctypes.PyDLL(None).waitid(_P_PID, process.pid, ctypes.create_string_buffer(256), os.WEXITED | os.WNOWAIT)
        assert process.wait() == 0


async def until_equal(root: Path, index: Index, indexer: Indexer, patience: float) -> dict[str, str]:
    """Wait until the index matches the notes on disk; return the differences left after *patience* seconds."""
    with indexer.progress.subscribe() as states, indexer.events.subscribe() as commits, suppress(TimeoutError):
        async with asyncio.timeout(patience):
            while await asyncio.to_thread(unequal, root, index):
                await anext(commits)
                while indexer.state.phase == "scanning":
                    await anext(states)
    return unequal(root, index)


def unequal(root: Path, index: Index) -> dict[str, str]:
    """Return the notes whose digest in the index differs from the one on disk."""
    disk, known = digests(root), known_digests(index.file)
    return {path: f"{known.get(path, '')[:6]} for {disk.get(path, '')[:6]}" for path in disk.keys() | known.keys()
            if disk.get(path) != known.get(path)}  # fmt: skip


def without_repository(root: Path) -> None:
    """Remove the repository data, which is not part of the comparison."""
    shutil.rmtree(root / ".git")
