"""Spelling: a small honest speller of two languages, and what of a text field is underlined as wrong."""

import threading

from PySide6.QtGui import QTextCharFormat
from PySide6.QtWidgets import QPlainTextEdit

WORDS = {
    "en_GB": ["the", "old", "boiler", "leaks", "don't", "house", "is", "near", "not", "cheap", "we", "receive", "this"],
    "de_DE": ["die", "alte", "Heizung", "ist", "nicht", "bzw."],
}
MEANT = {"recieve": ["receive", "relieve"], "boilr": ["boiler"], "dont't": ["don't"], "Heizng": ["Heizung"]}


class SmallSpeller:
    """Knows a few words; remembers what it was asked, and on which threads."""

    def __init__(self, *languages: str) -> None:
        self._languages = languages or tuple(WORDS)
        self.asked: list[tuple[str, str]] = []
        self.threads: set[int] = set()

    def languages(self) -> tuple[str, ...]:
        return self._languages

    def knows(self, word: str, language: str) -> bool:
        self.asked.append((word, language))
        self.threads.add(threading.get_ident())
        words = WORDS[language]
        return word in words or word.lower() in words

    def suggestions(self, word: str, language: str, limit: int) -> list[str]:
        self.threads.add(threading.get_ident())
        return [one for one in MEANT.get(word, []) if one in WORDS[language] or language == "en_GB"][:limit]


def underlined(editor: QPlainTextEdit) -> list[str]:
    """Return the words of *editor* with a wavy line under them, in order."""
    found = []
    block = editor.document().begin()
    while block.isValid():
        line = block.text().encode("utf-16-le")
        found += [
            line[2 * one.start : 2 * (one.start + one.length)].decode("utf-16-le")
            for one in block.layout().formats()
            if one.format.underlineStyle() is QTextCharFormat.UnderlineStyle.WaveUnderline
        ]
        block = block.next()
    return found
