"""The notes of the welcome vault about the program name the parts of its window as the window does."""

import re
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest

from vaultdesk.core.platform.paths import resource_path

NOTES = (resource_path("welcome-vault", "Welcome.md"), *sorted(resource_path("welcome-vault", "Guide").glob("*.md")))

OTHER_TERMS = {"private chat"}
"""Bold phrases that name nothing of the window."""

_BOLD = re.compile(r"\*\*(.+?)\*\*")
_SHORTCUT = re.compile(r"(?:Ctrl|Alt|Shift)\+.+|F\d+")


@cache
def window_texts() -> frozenset[str]:
    """Return the texts of the program, which every file of translations contains, as they are compared."""
    messages = ElementTree.parse(resource_path("translations", "vaultdesk_de.ts")).iter("message")
    return frozenset(
        _compared(message.findtext("source", ""))
        for message in messages
        if (translation := message.find("translation")) is not None
        and translation.get("type") not in ("vanished", "obsolete")
    )


def _compared(text: str) -> str:
    """Return *text* without its accelerator, ellipsis and case."""
    return re.sub(r"&(?!&)", "", text).rstrip("…").casefold()


def unknown_names(text: str, known: Collection[str]) -> Iterator[str]:
    """Yield the bold phrases of *text* that are neither shortcuts nor, part by part, among *known*."""
    for phrase in _BOLD.findall(text):
        if not (
            _SHORTCUT.fullmatch(phrase)
            or phrase in OTHER_TERMS
            or all(_compared(part) in known for part in phrase.split(", "))
        ):
            yield phrase


@pytest.mark.parametrize("note", NOTES, ids=lambda note: str(note.stem))
def test_bold_names_of_the_guide_are_texts_of_the_window(note: Path) -> None:
    assert list(unknown_names(note.read_text(encoding="utf-8"), window_texts())) == []


def test_a_bold_name_that_the_window_does_not_use_is_found() -> None:
    known = {"settings", "search", "keep private"}
    text = "**Settings, Search**, **Keep private…**, **Ctrl+P**, **private chat**, **Settings, Find**, **Keep it**"

    assert list(unknown_names(text, known)) == ["Settings, Find", "Keep it"]
