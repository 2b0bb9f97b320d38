"""Killed scan: a process that builds an index, killed at a moment of its first scan, and another that goes on with it.

Run as `python -m tests.support.killed_scan VAULT FILE`, it is that process: it says when it begins and when it is done.
"""

import asyncio
import os
import random
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from tests.support.index_content import Content, content, difference

PATIENCE = 10.0
"""Seconds a process may outlive the one that started it."""


@dataclass
class Kill:
    """What came of one."""

    after: float
    """Which part of a whole first scan had passed."""
    left: int
    """Bytes of index that were left."""
    trouble: str
    """What is wrong after the next start; empty where nothing is."""


def kills(root: Path, folder: Path, fresh: Content, rounds: int, seed: int) -> Iterator[Kill]:
    """Kill the first scan of *root* so many times, each time into a new index in *folder*, and have it finished."""
    chance = random.Random(seed)
    whole = min(_whole_scan(root, folder / "timed" / f"{number}.sqlite") for number in range(2))
    for number in range(rounds):
        file, share = folder / str(number) / "index.sqlite", chance.random()
        with _scanning(root, file) as (process, said):
            assert said.readline() == b"begun\n"
            with suppress(subprocess.TimeoutExpired):
                process.wait(whole * share)
            children = dict(_children(process.pid))
            process.kill()
        orphans = [pid for pid, descriptor in children.items() if not _ends(descriptor)]
        left = sum(one.stat().st_size for one in file.parent.glob("index.sqlite*"))
        _whole_scan(root, file)
        trouble = f"{len(orphans)} processes outlived it" if orphans else difference(fresh, content(file))
        yield Kill(share, left, trouble)


def _whole_scan(root: Path, file: Path) -> float:
    """Build the index, or go on with it, to its end; return the seconds it took."""
    with _scanning(root, file) as (process, said):
        assert said.readline() == b"begun\n"
        start = time.perf_counter()
        assert said.readline() == b"ready\n"
        took = time.perf_counter() - start
        assert process.wait(PATIENCE) == 0
    return took


@contextmanager
def _scanning(root: Path, file: Path) -> "Iterator[tuple[subprocess.Popen[bytes], IO[bytes]]]":
    line = [sys.executable, "-m", "tests.support.killed_scan", str(root), str(file)]
    with subprocess.Popen(line, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        try:
            yield process, process.stdout
        finally:
            process.kill()


def _children(pid: int) -> Iterator[tuple[int, int]]:
    """Each process below *pid*, with a descriptor that tells of its end."""
    for listed in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):
            for child in map(int, listed.read_text().split()):
                with suppress(OSError):
                    yield child, os.pidfd_open(child)
                    yield from _children(child)


def _ends(descriptor: int) -> bool:
    try:
        return bool(select.select([descriptor], [], [], PATIENCE)[0])
    finally:
        os.close(descriptor)


async def _scan(root: Path, file: Path) -> None:
    from vaultdesk.index import Index, Indexer
    from vaultdesk.vault.vault import Vault

    async with Vault(root, watch=False) as vault:
        print("begun", flush=True)
        async with Indexer(vault, Index(file)) as indexer:
            state = await indexer.settled()
            print(state.phase, flush=True)


if __name__ == "__main__":
    asyncio.run(_scan(Path(sys.argv[1]), Path(sys.argv[2])))
