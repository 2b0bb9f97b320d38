"""KeptText: text of notes as the index keeps it: composed, without the two signs that mark what was found."""

import unicodedata
from collections.abc import Callable

OPEN, CLOSE = "\x02", "\x03"
"""Around what was found, where a passage is made (passage.py). No kept text has them."""


def kept(text: str) -> str:
    """Return *text* as the index keeps it."""
    if not text.isascii():
        # Half characters are in no note, but a property may say one by its number.
        text = unicodedata.normalize("NFC", text.encode("utf-8", "replace").decode("utf-8"))
    text = text.replace("\0", " ")
    if OPEN in text or CLOSE in text:
        return text.replace(OPEN, "\ufffd").replace(CLOSE, "\ufffd")
    return text


def keeping(text: str, head: int = 0) -> Callable[[str], str]:
    """Return what makes a piece of *text* what the index keeps of it: nothing, where all of it is so already.

    A piece of composed text is composed. Only what is written as an escape, in the first *head* characters, can differ.
    """
    if OPEN in text or CLOSE in text or "\0" in text or text.find("\\", 0, head) >= 0:
        return kept
    return str if text.isascii() or unicodedata.is_normalized("NFC", text) else kept
