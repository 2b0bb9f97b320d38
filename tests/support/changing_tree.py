"""Changing tree: a vault under version control that changes as a whole, and a program kept busy meanwhile."""

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
"""Seconds the loop is kept from everything else at a time, as by a window that lays out a long note."""

_BY_NUMBER = 1
"""The C library's P_PID."""

AT_ONCE = 500
"""Notes of one folder."""


def git(root: Path, *words: str) -> None:
    """Run git on the vault, with no settings but these."""
    fixed = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull, "HOME": str(root), "LC_ALL": "C"}
    own = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "init.defaultBranch=main", "-c", "gc.auto=0"]
    subprocess.run(["git", *own, *words], cwd=root, check=True, env={**os.environ, **fixed}, capture_output=True)


def two_branches(root: Path, notes: int) -> None:
    """Make a repository whose branches differ in every note: changed, gone, new, and in folders of other names."""
    root.mkdir()
    git(root, "init")
    for number in range(notes):
        file = root / f"Area {number // AT_ONCE}" / f"Note {number}.md"
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
    """Three threads that want the interpreter all the time."""
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
    """Keep the loop from everything else most of the time, until cancelled."""
    while True:
        until = time.perf_counter() + BURST
        while time.perf_counter() < until:
            pass
        await asyncio.sleep(0)


def hold_interpreter_while(command: Sequence[str]) -> None:
    """Run *command* and let no other thread run until it has ended: nobody reads what the kernel tells meanwhile."""
    with subprocess.Popen(command) as process:
        # As a PyDLL it keeps the interpreter's lock. Not to take the end away from Popen, it only looks (WNOWAIT).
        ctypes.PyDLL(None).waitid(_BY_NUMBER, process.pid, ctypes.create_string_buffer(256), os.WEXITED | os.WNOWAIT)
        assert process.wait() == 0


async def until_equal(root: Path, index: Index, indexer: Indexer, patience: float) -> dict[str, str]:
    """Wait until the index knows exactly the notes of the disk; return what still differs when patience ends."""
    with indexer.progress.subscribe() as states, indexer.events.subscribe() as commits, suppress(TimeoutError):
        async with asyncio.timeout(patience):
            while await asyncio.to_thread(unequal, root, index):
                await anext(commits)
                while indexer.state.phase == "scanning":
                    await anext(states)
    return unequal(root, index)


def unequal(root: Path, index: Index) -> dict[str, str]:
    """Notes that the index knows otherwise than the disk has them."""
    disk, known = digests(root), known_digests(index.file)
    return {path: f"{known.get(path, '')[:6]} for {disk.get(path, '')[:6]}" for path in disk.keys() | known.keys()
            if disk.get(path) != known.get(path)}  # fmt: skip


def without_repository(root: Path) -> None:
    """Remove what git keeps: it is no part of what is compared."""
    shutil.rmtree(root / ".git")
