"""Words: what stands in no committed file: paths of one computer, package indexes, loose ends."""

import re
from collections.abc import Iterator
from pathlib import Path

from tests.architecture.source import ROOT, Violation

FOLDERS = ("vaultdesk", "tests", "packaging", "resources", ".ci")
LARGEST = 2_000_000
"""Bytes; a larger file is data, not words."""

NOBODYS = ("me", "you", "user", "users", "ann", "alice", "bob", "someone", "runner")
"""Names that stand for anybody in an example such as /home/me/Notes."""

_HOME = re.compile(rf"(?:/home/|/Users/|[A-Z]:\\\\?Users\\\\?)(?!(?:{'|'.join(NOBODYS)})\b)[A-Za-z]\w*[/\\]")
_INDEX = re.compile(r"--(?:extra-)?index-url|--find-links|--trusted-host|^\s*-[if]\s+\S+:", re.MULTILINE)
_LOOSE = re.compile(r"\b(?:TO" r"DO|FIX" r"ME|XX" r"X)\b")


def texts() -> Iterator[tuple[str, str]]:
    """Every committed text with its name from the checkout's root."""
    files = [file for folder in FOLDERS for file in (ROOT / folder).rglob("*")]
    files += [file for file in ROOT.iterdir() if file.name not in (".git", ".coverage")]
    for file in sorted(files):
        if not file.is_file() or "__pycache__" in file.parts or file.stat().st_size > LARGEST:
            continue
        data = file.read_bytes()
        if b"\0" not in data:
            yield file.relative_to(ROOT).as_posix(), data.decode("utf-8", "replace")


def machine_paths(file: str, text: str, checkout: Path = ROOT) -> Iterator[Violation]:
    """A path that is true on one computer only."""
    for found in _HOME.finditer(text):
        yield _at(file, text, found.start(), f"a path of somebody's computer: {found[0]}")
    if len(checkout.parts) > 2:  # a checkout at /app would make an ordinary word of it
        for found in re.finditer(rf"{re.escape(str(checkout))}(?![\w-])", text):
            yield _at(file, text, found.start(), "the path of this very checkout")


def package_indexes(file: str, text: str) -> Iterator[Violation]:
    """Where packages come from is the business of whoever installs them."""
    if not file.startswith(("packaging/", ".ci/", "pyproject")) or not file.endswith(
        (".lock", ".txt", "run", ".toml", ".cfg")
    ):
        return
    for found in _INDEX.finditer(text):
        yield _at(file, text, found.start(), f"names a package index: {found[0].strip()}")


def loose_ends(file: str, text: str) -> Iterator[Violation]:
    """What is left for later stands in no file of the program."""
    if not file.startswith(("vaultdesk/", "packaging/")):
        return
    for found in _LOOSE.finditer(text):
        yield _at(file, text, found.start(), f"a loose end: {found[0]}")


def _at(file: str, text: str, place: int, what: str) -> Violation:
    return Violation(file, text.count("\n", 0, place) + 1, what)
