"""Passage text: what a model is given of a passage, and the key its vector is kept under. Cuts no note.

Left out are comments, the queries of plugins, addresses and the signs of Markdown: they say nothing about what the
passage means, or are nobody's business. No pattern looks at a stretch of text more than a few times.
"""

import hashlib
import re
from collections.abc import Sequence

from vaultdesk.index.chunks import CONTEXT
from vaultdesk.vault.markdown.markdown_scanner import comments_in

MOST = 4_000
"""Characters of a passage a model is given: far more than the 256 to 512 tokens that small ones read."""

KEY_BYTES = 16
"""Of a passage's key: enough that two texts never share one by accident."""

Span = tuple[int, int]

_QUERY = re.compile(
    r"^[ \t>]*(?P<fence>`{3,}|~{3,})[ \t]*(?:dataview|dataviewjs|tasks|query|base)\b[^\n]*$",
    re.IGNORECASE | re.MULTILINE,
)
_MEANT: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"!\[\[[^\[\]\n]*\]\]"), " "),  # an embedded picture or note
    (re.compile(r"\[\[(?:[^\[\]|\n]*\|)?([^\[\]|\n]*)\]\]"), r"\1"),  # [[note|shown]]
    (re.compile(r"\]\([^()\s]*\)"), "]"),  # [shown](address)
    (re.compile(r"\b[a-z]{3,6}://[^\s<>()\[\]]+", re.IGNORECASE), " "),
    (re.compile(r"[!-~]{80,}"), " "),  # a picture as letters, a key
    (re.compile(r"[-=|*_#>`~+:]{3,}"), " "),  # rules, fences, a table's lines
    (re.compile(r"\.{3,}"), "..."),
    (re.compile(r"[ \t]{2,}"), " "),
    (re.compile(r"\n[ \n]+"), "\n"),
)
"""What is put in place of what, in this order."""


def hidden_spans(text: str, body_start: int) -> list[Span]:
    """Return what of the note *text* no model is given, in order."""
    spans = [(found.start, found.end) for found in comments_in(text, body_start)]
    if "```" in text or "~~~" in text:
        place = body_start
        while (opened := _QUERY.search(text, place)) is not None:
            end = _fence_end(text, opened.end(), opened["fence"])
            spans.append((opened.start(), end))
            place = end
    return sorted(spans)


def given_text(text: str, span: Span, hidden: Sequence[Span]) -> str:
    """Return what a model is given of *text* in *span*; empty where nothing is left to be understood."""
    start, end = span
    pieces = []
    for hidden_start, hidden_end in hidden:
        if hidden_end > start and hidden_start < end:
            pieces.append(text[start : max(start, hidden_start)])
            start = min(end, hidden_end)
    piece = " ".join([*pieces, text[start:end]])[: 4 * MOST]
    for pattern, instead in _MEANT:
        piece = pattern.sub(instead, piece)
    return piece.strip()[:MOST]


def in_context(title: str, heading: str, given: str) -> str:
    """Return *given* after the note's *title* and the headings it stands under."""
    return f"{CONTEXT.join(filter(None, (title, heading)))}\n{given}"


def key_of(text: str) -> bytes:
    """Return the key of what a model is given."""
    return hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=KEY_BYTES).digest()


def _fence_end(text: str, place: int, fence: str) -> int:
    """Return where the fenced block ends whose first line ends at *place*."""
    closing = re.compile(rf"\n[ \t>]*{re.escape(fence)}+[ \t]*(?=\n|\Z)").search(text, place)
    return closing.end() if closing else len(text)
