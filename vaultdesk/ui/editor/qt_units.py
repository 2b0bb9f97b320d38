"""Qt's units: characters as Qt counts them, of which an emoji has two, and as Python does."""


def units(text: str) -> int:
    """Return how many of Qt's characters *text* has."""
    return len(text) if text.isascii() else len(text) + sum(sign > "\uffff" for sign in text)


def points(text: str, count: int) -> int:
    """Return how many of Python's characters the first *count* of Qt's in *text* are."""
    if text.isascii():
        return min(count, len(text))
    return len(text.encode("utf-16-le", "surrogatepass")[: 2 * count].decode("utf-16-le", "ignore"))
