"""Killed scan: kills a process during the first scan of an index, and lets another process complete the index.

Run as `python -m tests.support.killed_scan VAULT FILE`, it is that process and reports the start and end of the scan.
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
"""Seconds within which child processes must end after their parent."""


@dataclass
class Kill:
    """Result of one kill."""

    after: float
    """Fraction of a complete first scan that had passed."""
    left: int
    """Size of the remaining index in bytes."""
    trouble: str
    """Error after the next start; empty if there is none."""


def kills(root: Path, folder: Path, fresh: Content, rounds: int, seed: int) -> Iterator[Kill]:
    """Kill the first scan of *root* *rounds* times, each into a new index in *folder*, and complete it."""
    rng = random.Random(seed)
    full_duration = min(_full_scan(root, folder / "timed" / f"{number}.sqlite") for number in range(2))
    for number in range(rounds):
        file, share = folder / str(number) / "index.sqlite", rng.random()
        with _scanning(root, file) as (process, output):
            assert output.readline() == b"begun\n"
            with suppress(subprocess.TimeoutExpired):
                process.wait(full_duration * share)
            children = dict(_children(process.pid))
            process.kill()
        orphans = [pid for pid, descriptor in children.items() if not _ends(descriptor)]
        remaining_bytes = sum(part.stat().st_size for part in file.parent.glob("index.sqlite*"))
        _full_scan(root, file)
        trouble = f"{len(orphans)} processes outlived it" if orphans else difference(fresh, content(file))
        yield Kill(share, remaining_bytes, trouble)


def _full_scan(root: Path, file: Path) -> float:
    """Build or complete the index; return the seconds it took."""
    with _scanning(root, file) as (process, output):
        assert output.readline() == b"begun\n"
        start = time.perf_counter()
        assert output.readline() == b"ready\n"
        duration = time.perf_counter() - start
        assert process.wait(PATIENCE) == 0
    return duration


@contextmanager
def _scanning(root: Path, file: Path) -> "Iterator[tuple[subprocess.Popen[bytes], IO[bytes]]]":
    command = [sys.executable, "-m", "tests.support.killed_scan", str(root), str(file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        try:
            yield process, process.stdout
        finally:
            process.kill()


def _children(pid: int) -> Iterator[tuple[int, int]]:
    """Yield each descendant process of *pid* with a process file descriptor."""
    for children_file in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):
            for child in map(int, children_file.read_text().split()):
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
