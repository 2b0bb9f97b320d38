"""KeptText: text of notes as the index keeps it: composed, without the two signs that mark what was found."""

import unicodedata
from collections.abc import Callable

OPEN, CLOSE = "\x02", "\x03"
"""Around what was found, where a passage is made (passage.py). No kept text has them."""

OPEN_BYTE, CLOSE_BYTE = OPEN.encode(), CLOSE.encode()


def kept(text: str) -> str:
    """Return *text* as the index keeps it."""
    if not text.isascii():
        # Half characters are in no note, but a property may say one by its number.
        text = unicodedata.normalize("NFC", text.encode("utf-8", "replace").decode("utf-8"))
    text = text.replace("\0", " ")
    if OPEN in text or CLOSE in text:
        return text.replace(OPEN, "\ufffd").replace(CLOSE, "\ufffd")
    return text


def is_kept(text: str, data: bytes) -> bool:
    """Whether the index keeps *text*, which is *data* as UTF-8 but perhaps for line ends, as it is."""
    # Bytes are looked through at memory speed. Text beyond Latin is not: half of each letter passes for a sign.
    if OPEN_BYTE in data or CLOSE_BYTE in data or b"\0" in data:
        return False
    return text.isascii() or unicodedata.is_normalized("NFC", text)


def keeping(text: str, head: int = 0, is_plain: bool | None = None) -> Callable[[str], str]:
    """Return what makes a piece of *text* what the index keeps of it: nothing, where all of it is so already.

    A piece of composed text is composed. Only what is written as an escape, in the first *head* characters, can differ.
    *is_plain* is what `is_kept` says of *text*, where somebody has asked already.
    """
    if is_plain is None:
        is_plain = is_kept(text, text.encode("utf-8", "replace"))
    return str if is_plain and text.find("\\", 0, head) < 0 else kept
