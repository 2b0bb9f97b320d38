"""Spelling: a small spell checker for two languages, and the words underlined in a text field."""

import threading

from PySide6.QtGui import QTextCharFormat
from PySide6.QtWidgets import QPlainTextEdit

WORDS = {
    "en_GB": ["the", "old", "boiler", "leaks", "don't", "house", "is", "near", "not", "cheap", "we", "receive", "this"],
    "de_DE": ["die", "alte", "Heizung", "ist", "nicht", "bzw."],
}
MEANT = {"recieve": ["receive", "relieve"], "boilr": ["boiler"], "dont't": ["don't"], "Heizng": ["Heizung"]}


class SmallSpeller:
    """Knows a few words; records the words checked and the threads used."""

    def __init__(self, *languages: str) -> None:
        self._languages = languages or tuple(WORDS)
        self.checked: list[tuple[str, str]] = []
        self.threads: set[int] = set()

    def languages(self) -> tuple[str, ...]:
        return self._languages

    def knows(self, word: str, language: str) -> bool:
        self.checked.append((word, language))
        self.threads.add(threading.get_ident())
        words = WORDS[language]
        return word in words or word.lower() in words

    def suggestions(self, word: str, language: str, limit: int) -> list[str]:
        self.threads.add(threading.get_ident())
        return [
            suggestion for suggestion in MEANT.get(word, []) if suggestion in WORDS[language] or language == "en_GB"
        ][:limit]


def underlined(editor: QPlainTextEdit) -> list[str]:
    """Return the words of *editor* with a wavy line under them, in order."""
    words = []
    block = editor.document().begin()
    while block.isValid():
        line = block.text().encode("utf-16-le")
        words += [
            line[2 * span.start : 2 * (span.start + span.length)].decode("utf-16-le")
            for span in block.layout().formats()
            if span.format.underlineStyle() is QTextCharFormat.UnderlineStyle.WaveUnderline
        ]
        block = block.next()
    return words
