"""Text that must not be in a committed file: local paths, package indexes, markers of unfinished work."""

import re
from collections.abc import Iterator
from pathlib import Path

from tests.architecture.source import ROOT, Violation

FOLDERS = ("vaultdesk", "tests", "packaging", "resources", ".ci")
MAX_TEXT_BYTES = 2_000_000
"""Bytes; larger files are data and are not checked."""

PLACEHOLDER_NAMES = ("me", "you", "user", "users", "ann", "alice", "bob", "someone", "runner")
"""Placeholder names in examples such as /home/me/Notes."""

_HOME = re.compile(rf"(?:/home/|/Users/|[A-Z]:\\\\?Users\\\\?)(?!(?:{'|'.join(PLACEHOLDER_NAMES)})\b)[A-Za-z]\w*[/\\]")
_INDEX = re.compile(r"--(?:extra-)?index-url|--find-links|--trusted-host|^\s*-[if]\s+\S+:", re.MULTILINE)
_TODO = re.compile(r"\b(?:TO" r"DO|FIX" r"ME|XX" r"X)\b")


def texts() -> Iterator[tuple[str, str]]:
    """Yield each committed text file, relative to the root of the checkout."""
    files = [file for folder in FOLDERS for file in (ROOT / folder).rglob("*")]
    files += [file for file in ROOT.iterdir() if file.name not in (".git", ".coverage")]
    for file in sorted(files):
        if not file.is_file() or "__pycache__" in file.parts or file.stat().st_size > MAX_TEXT_BYTES:
            continue
        data = file.read_bytes()
        if b"\0" not in data:
            yield file.relative_to(ROOT).as_posix(), data.decode("utf-8", "replace")


def machine_paths(file: str, text: str, checkout: Path = ROOT) -> Iterator[Violation]:
    """Paths that exist on one computer only."""
    for found in _HOME.finditer(text):
        yield _violation_at(file, text, found.start(), f"a path of another computer: {found[0]}")
    if len(checkout.parts) > 2:  # a checkout at /app would match an ordinary word
        for found in re.finditer(rf"{re.escape(str(checkout))}(?![\w-])", text):
            yield _violation_at(file, text, found.start(), "the path of this checkout")


def package_indexes(file: str, text: str) -> Iterator[Violation]:
    """Package indexes are configured by the user who installs the packages."""
    if not file.startswith(("packaging/", ".ci/", "pyproject")) or not file.endswith(
        (".lock", ".txt", "run", ".toml", ".cfg")
    ):
        return
    for found in _INDEX.finditer(text):
        yield _violation_at(file, text, found.start(), f"names a package index: {found[0].strip()}")


def todo_markers(file: str, text: str) -> Iterator[Violation]:
    """Files of the program contain no markers of unfinished work."""
    if not file.startswith(("vaultdesk/", "packaging/")):
        return
    for found in _TODO.finditer(text):
        yield _violation_at(file, text, found.start(), f"a loose end: {found[0]}")


def _violation_at(file: str, text: str, position: int, message: str) -> Violation:
    return Violation(file, text.count("\n", 0, position) + 1, message)
