"""Reading direction: whether a text is read from the right, as Arabic and Hebrew are. Knows no Qt."""

import unicodedata


def from_right(text: str) -> bool | None:
    """Whether the first letter of *text* that has a direction goes to the left; None where none has one."""
    if text.isascii():
        return False if any(map(str.isalpha, text)) else None
    for letter in text:
        strong = unicodedata.bidirectional(letter)
        if strong in ("L", "R", "AL"):
            return strong != "L"
    return None
