"""Text lengths in UTF-16 code units, in which Qt counts positions, and in Python characters."""


def utf16_length(text: str) -> int:
    """Return the length of *text* in UTF-16 code units."""
    return len(text) if text.isascii() else len(text) + sum(sign > "\uffff" for sign in text)


def python_length(text: str, units: int) -> int:
    """Return how many Python characters the first *units* UTF-16 code units of *text* are."""
    if text.isascii():
        return min(units, len(text))
    return len(text.encode("utf-16-le", "surrogatepass")[: 2 * units].decode("utf-16-le", "ignore"))
