"""Growing text: a text as it streams, as a value. Growing it copies nothing, however long it has become."""


class GrowingText:
    """What it says never changes; `grown` returns the longer text and shares what both begin with."""

    __slots__ = ("_count", "_length", "_pieces")

    def __init__(self, text: str = "") -> None:
        self._pieces = [text] if text else []
        self._count = len(self._pieces)
        self._length = len(text)

    def grown(self, piece: str) -> "GrowingText":
        """Return this text with *piece* at its end."""
        # The list is shared, and each text looks at its own beginning of it. Only the longest may add to it, and an
        # empty one begins a new one.
        longest = self._count and len(self._pieces) == self._count
        pieces = self._pieces if longest else self._pieces[: self._count]
        pieces.append(piece)
        longer = GrowingText()
        longer._pieces, longer._count, longer._length = pieces, len(pieces), self._length + len(piece)
        return longer

    def since(self, earlier: "GrowingText") -> str:
        """Return what was added to *earlier*, which is a beginning of this text."""
        if earlier._pieces is self._pieces:
            return "".join(self._pieces[earlier._count : self._count])
        return str(self)[len(earlier) :]

    def __str__(self) -> str:
        return "".join(self._pieces[: self._count])

    def __len__(self) -> int:
        return self._length

    def __repr__(self) -> str:
        return f"GrowingText({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GrowingText) and len(self) == len(other) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))
