"""Emphasis spans: what is bold, slanted, struck out or marked in a line whose links and code are blanked out."""

import re
from collections.abc import Iterator

from vaultdesk.ui.editor.span import Span

_INNER = r"(?=[^\s])(.{1,400}?)(?<=[^\s])"
# Bounded, as every opening without an end looks so far ahead.

_PATTERNS = (
    ("***", re.compile(rf"\*\*\*{_INNER}\*\*\*"), ("bold", "italic")),
    ("**", re.compile(rf"(?<!\*)\*\*(?!\*){_INNER}\*\*"), ("bold",)),
    ("__", re.compile(rf"(?<!\w)__{_INNER}__(?!\w)"), ("bold",)),
    ("*", re.compile(r"(?<!\*)\*(?![*\s])((?:[^*]|\*\*){1,400}?)(?<![\s*])\*(?!\*)"), ("italic",)),
    ("_", re.compile(r"(?<!\w)_(?![_\s])([^_]{1,400}?)(?<!\s)_(?!\w)"), ("italic",)),
    ("~~", re.compile(rf"~~{_INNER}~~"), ("strike",)),
    ("==", re.compile(rf"(?<!=)==(?!=){_INNER}==(?!=)"), ("highlight",)),
)


def emphasis(line: str, start: int) -> Iterator[Span]:
    """Yield what is emphasised in *line* from *start* on, and the signs that do it."""
    for sign, pattern, kinds in _PATTERNS:
        if sign not in line:
            continue
        signs = len(sign)
        for found in pattern.finditer(line, start):
            begin, end = found.span()
            for kind in kinds:
                yield Span(begin + signs, end - signs, kind)
            yield Span(begin, begin + signs, "mark")
            yield Span(end - signs, end, "mark")
