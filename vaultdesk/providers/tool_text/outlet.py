"""Outlet: pieces on their way out, neighbours of one kind joined. Judges nothing."""

from vaultdesk.providers.tool_text.pieces import Piece, Spoken, Thought


class Outlet:
    """Collects what one feed makes certain."""

    def __init__(self) -> None:
        self._pieces: list[Piece] = []
        self._kind: type[Spoken] | type[Thought] = Spoken
        self._parts: list[str] = []

    def say(self, text: str) -> None:
        """Add text for the reader."""
        self._add(Spoken, text)

    def think(self, text: str) -> None:
        """Add text of a thought."""
        self._add(Thought, text)

    def put(self, piece: Piece) -> None:
        """Add a piece that stands alone."""
        self._close()
        self._pieces.append(piece)

    def take(self) -> list[Piece]:
        """Return what has been collected, and begin anew."""
        self._close()
        pieces, self._pieces = self._pieces, []
        return pieces

    def _add(self, kind: type[Spoken] | type[Thought], text: str) -> None:
        if not text:
            return
        if kind is not self._kind:
            self._close()
            self._kind = kind
        self._parts.append(text)

    def _close(self) -> None:
        if self._parts:
            self._pieces.append(self._kind("".join(self._parts)))
            self._parts = []
