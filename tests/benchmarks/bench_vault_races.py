"""Bench of folder swap races: reads and writes that escape while a folder is swapped for a symbolic link.

python -m tests.benchmarks.bench_vault_races [--rounds 8000]
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from vaultdesk.core.errors import VaultError
from vaultdesk.vault.disk.vault_files import VaultFiles
from vaultdesk.vault.note_path import NotePath

SWAPPER = """
import os, sys
root, outside = sys.argv[1:]
folder, aside = os.path.join(root, "f"), os.path.join(root, "g")
print("ready", flush=True)
while True:
    os.rename(folder, aside)
    os.symlink(outside, folder)
    os.unlink(folder)
    os.rename(aside, folder)
"""


def main(arguments: Sequence[str]) -> int:
    """Print the counts; return 1 if a read or write of the vault escaped."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=8_000)
    rounds = parser.parse_args(arguments).rounds
    with tempfile.TemporaryDirectory() as temporary:
        root = Path(temporary).resolve() / "vault"
        outside = root.parent / "outside"
        for folder, text in ((root / "f", "inside"), (outside, "SECRET")):
            folder.mkdir(parents=True)
            (folder / "x.md").write_text(text)
        files = VaultFiles(root)
        command = [sys.executable, "-c", SWAPPER, str(root), str(outside)]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as child:
            try:
                assert child.stdout is not None
                child.stdout.readline()
                ours = count(rounds, lambda number: files.read_text(NotePath("f/x.md")).text)
                usual = count(rounds, lambda number: resolved_read(root, "f/x.md"))
                count(
                    rounds, lambda number: files.write(NotePath(f"f/n{number}.md"), "x", None, make_folders=False).text
                )
                written = len(list(outside.iterdir())) - 1
            finally:
                child.kill()
    sys.stdout.write(f"reads, ours:                     {dict(ours)}" + "\n")
    sys.stdout.write(f"reads, resolve + is_relative_to: {dict(usual)}" + "\n")
    sys.stdout.write(f"writes that escaped, ours: {written} of {rounds}" + "\n")
    return 1 if ours["SECRET"] or written else 0


def count(rounds: int, job: Callable[[int], str]) -> Counter[str]:
    """Count the results and errors of *job*."""
    results: Counter[str] = Counter()
    for number in range(rounds):
        try:
            results[job(number)] += 1
        except (VaultError, OSError) as error:
            results[type(error).__name__] += 1
    return results


def resolved_read(root: Path, name: str) -> str:
    """Read with the usual check of the resolved path."""
    path = root / name
    if not path.resolve().is_relative_to(root):
        raise PermissionError(os.strerror(1))
    return path.read_text()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
