"""Highlighter: light colours in the editor: headings, links, code, properties. Line by line, never the meaning."""

import re

from PySide6.QtCore import QObject
from PySide6.QtGui import QFont, QSyntaxHighlighter, QTextCharFormat

from vaultdesk.ui.theme.theme import theme

LARGEST_COLOURED = 1_000_000
"""Characters up to which a note is coloured; above, colouring the whole file is felt when it opens (QT 3)."""

LONGEST_COLOURED_LINE = 4_000
"""Characters of one line that are looked at."""

_CODE, _HEAD = 1, 2
"""Between lines: inside a fenced block of code, inside the properties."""

_LINK = re.compile(r"!?\[\[[^\[\]\n]{1,300}\]\]|\[[^\[\]\n]{1,300}\]\([^()\n]{1,600}\)|https?://[^\s<>\"']{1,600}")
_INLINE_CODE = re.compile(r"`[^`\n]{1,300}`")
_TAG = re.compile(r"(?<!\S)#[\w/-]*[^\W\d][\w/-]*")
_SIGN = re.compile(r"[ \t]*(?:[-*+]|\d{1,9}[.)]|>)[ \t](?:\[.\][ \t])?")


class Highlighter(QSyntaxHighlighter):
    """Colours one document at a time."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.dress()

    def dress(self) -> None:
        """Take the theme's colours."""
        self._muted = _format("muted")
        self._link = _format("accent")
        self._code = _format("code_word")
        self._heading = QTextCharFormat()
        self._heading.setFontWeight(QFont.Weight.DemiBold)
        if self.document() is not None:
            self.rehighlight()

    def highlightBlock(self, text: str) -> None:
        """Colour one line."""
        state = max(0, self.previousBlockState())
        first = self.currentBlock().blockNumber() == 0
        line = text[:LONGEST_COLOURED_LINE]
        bare = line.strip()
        if (first and line.rstrip() == "---") or state == _HEAD:
            self.setFormat(0, len(line), self._muted)
            self.setCurrentBlockState(0 if bare == "---" and not first else _HEAD)
            return
        fence = bare.startswith(("```", "~~~"))
        if state == _CODE or fence:
            self.setFormat(0, len(line), self._code)
            self.setCurrentBlockState(0 if fence == (state == _CODE) else _CODE)
            return
        self.setCurrentBlockState(0)
        if re.match(r"#{1,6}[ \t]", line):
            self.setFormat(0, len(line), self._heading)
        elif found := _SIGN.match(line):
            self.setFormat(0, found.end(), self._muted)
        for pattern, made in ((_TAG, self._link), (_LINK, self._link), (_INLINE_CODE, self._code)):
            for found in pattern.finditer(line):
                self.setFormat(found.start(), found.end() - found.start(), made)


def _format(role: str) -> QTextCharFormat:
    made = QTextCharFormat()
    made.setForeground(theme().color(role))
    return made
