"""Shown text: hostile text made fit for a label: no runaway lines, no characters that turn or hide others."""

import re

LONGEST_LINE = 2_000
"""Characters in a line before it is broken: laying out one endless line can stop a window (THREATS 0.4)."""

LONGEST_TEXT = 20_000
"""Characters a label shows at most; more belongs into a view that scrolls."""

_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\U000e0000-\U000e007f]"
)
"""Control, zero-width, direction and tag characters: what can hide or turn the text around it (THREATS 2.3)."""


def shown(text: str, longest: int = LONGEST_TEXT) -> str:
    """Return *text* cut to *longest*, with long lines broken and invisible characters made visible."""
    if len(text) > longest:
        text = text[: longest - 1] + "…"
    if text.isascii() and text.isprintable() and len(text) <= LONGEST_LINE:
        return text
    text = text.replace("\r\n", "\n")
    text = _UNSEEN.sub(lambda found: f"U+{ord(found.group()):04X}", text)
    if max(map(len, text.split("\n"))) <= LONGEST_LINE:
        return text
    return "\n".join(
        "\n".join(line[start : start + LONGEST_LINE] for start in range(0, len(line), LONGEST_LINE)) or ""
        for line in text.split("\n")
    )
