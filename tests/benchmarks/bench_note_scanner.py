"""Bench of listing, reading and parsing notes, in comparison with plain Python on the same text in the same run.

    python -m tests.benchmarks.bench_note_scanner [FOLDER]

Without a folder it generates 15,000 notes of about 4 kB. Ratios are comparable between machines, seconds are not.
"""

import argparse
import os
import random
import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from vaultdesk.vault.disk.vault_files import VaultFiles
from vaultdesk.vault.markdown.note import parse_note
from vaultdesk.vault.note_path import NotePath

NOTES = 15_000
"""Notes of the generated vault."""

ROUNDS = 3
"""Number of runs of each job; the best counts, because other programs only add time."""

NAIVE = re.compile(r"\[\[[^\]\n]*\]\]|(?:^|\s)#[\w/-]+|^#{1,6} .*$|\[[^\]\n]*\]\([^)\n]*\)", re.MULTILINE)
"""Naive pattern without code, comments and positions: the lower bound of a scan in Python."""


def main(arguments: Sequence[str]) -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path)
    folder = parser.parse_args(arguments).folder
    if folder is not None:
        report(folder)
        return 0
    with tempfile.TemporaryDirectory() as temporary:
        make_vault(Path(temporary))
        report(Path(temporary))
    return 0


def report(root: Path) -> None:
    """Measure the vault at *root*."""
    files = VaultFiles(root)
    states = list(files.walk())
    plain, ours = best(lambda: sum(1 for _ in scandir(root))), best(lambda: sum(1 for _ in files.walk()))
    print_comparison(f"walk {len(states)} notes", ours, "scandir + stat", plain)
    paths = [state.path for state in states]
    print_comparison(
        "read as text", best(lambda: read_all(files, paths)), "read_bytes", best(lambda: plain_read(root, paths))
    )
    texts = [(path, files.read_text(path).text) for path in paths[:4_000]]
    size = sum(len(text) for _, text in texts) / 1e6
    parsed = best(lambda: [parse_note(path, text) for path, text in texts])
    print_comparison(
        f"parse {len(texts)} notes, {size:.1f} MB",
        parsed,
        "naive findall",
        best(lambda: [NAIVE.findall(text) for _, text in texts]),
    )
    print_comparison("the same", parsed, "split into lines", best(lambda: [text.split("\n") for _, text in texts]))
    sys.stdout.write(f"{len(texts) / parsed:,.0f} notes/s, {size / parsed:.1f} MB/s" + "\n")


def best(job: Callable[[], object]) -> float:
    """Return the minimum processor time of *job* in seconds."""
    durations = []
    for _ in range(ROUNDS):
        started = time.process_time()
        job()
        durations.append(time.process_time() - started)
    return min(durations)


def print_comparison(name: str, ours: float, other_name: str, other: float) -> None:
    """Print one comparison."""
    sys.stdout.write(
        f"{name:<32} {ours * 1000:8.1f} ms   {other_name:<18} {other * 1000:8.1f} ms   ratio {ours / other:5.1f}" + "\n"
    )


def read_all(files: VaultFiles, paths: Sequence[NotePath]) -> None:
    """Read every note with the checks of the vault."""
    for path in paths:
        files.read_text(path)


def plain_read(root: Path, paths: Sequence[NotePath]) -> None:
    """Read every note without checks."""
    for path in paths:
        (root / path.text).read_bytes().decode()


def scandir(folder: Path | str) -> Iterator[os.stat_result]:
    """Walk with nothing but scandir and stat."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                yield from scandir(entry.path)
            elif entry.name.endswith(".md"):
                yield entry.stat(follow_symlinks=False)


def make_vault(root: Path) -> None:
    """Fill *root* with notes of about 4 kB in 150 folders, identical each time."""
    rng = random.Random(7)
    words = ["boiler", "pump", "heating", "valve", "pressure", "note", "meeting", "week", "garden", "water"]
    for number in range(NOTES):
        folder = root / f"Folder {number % 150}"
        folder.mkdir(exist_ok=True)
        head = f"---\ntags: [a{number % 90}, home]\ncreated: 2024-01-{number % 28 + 1:02}\n---\n# Note {number}\n\n"
        pieces = []
        for _ in range(24):
            text = " ".join(rng.choices(words, k=24))
            pieces.append(
                rng.choice(
                    [
                        f"{text} [[Note {rng.randrange(NOTES)}|see]]",
                        f"## {text[:30]}\n\n{text} #tag{rng.randrange(50)}",
                        f"- [ ] {text}\n- `code` and [link](a%20b.md)",
                        f"> [!note] {text}",
                        f"```py\n# {text}\n```",
                        text,
                    ]
                )
            )
        (folder / f"Note {number}.md").write_text(head + "\n\n".join(pieces) + "\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
