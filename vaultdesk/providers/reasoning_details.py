"""Reasoning details: OpenRouter's pieces of thinking joined into what it wants back. Shows nothing (PROTOCOLS 3.4).

A signature signs the whole text of its block, so pieces sent back as they came are refused ("Invalid signature in
thinking block"). Encrypted blocks arrive whole and are never joined to another one.
"""

from collections.abc import Iterable

from pydantic import JsonValue

from vaultdesk.providers.loose_json import entries, fields, words

MAX_DETAILS = 500
"""Blocks we keep of one answer: a model thinks once or twice between calls; more is a server gone wild."""

MAX_CHARACTERS = 4_000_000
"""Characters of all blocks: over any model's thinking. Beyond it nothing is kept, for half of it would be refused."""

_GROWING = ("text", "summary")
"""Fields whose pieces are parts of one text."""


class ReasoningDetails:
    """Collects the `reasoning_details` of one answer."""

    def __init__(self) -> None:
        self._blocks: list[_Block] = []
        self._length = 0

    def add(self, pieces: JsonValue) -> None:
        """Take what one chunk brings: pieces of blocks, or whole ones."""
        for piece in _known(pieces):
            if self._has_room_for(piece):
                block = self._block_of(piece)
                if block is not None:
                    block.grow(piece)
                elif not (words(piece.get("data")) and any(block.whole == piece for block in self._blocks)):
                    self._blocks.append(_Block(piece))

    def keep(self, blocks: JsonValue) -> None:
        """Take the blocks of an answer that came in one piece, as they are."""
        self._blocks.extend(_Block(block) for block in _known(blocks) if self._has_room_for(block))

    @property
    def blocks(self) -> list[JsonValue]:
        """What goes back, in the order it came."""
        full = self._length > MAX_CHARACTERS or len(self._blocks) > MAX_DETAILS
        return [] if full else [block.whole for block in self._blocks]

    def _has_room_for(self, piece: dict[str, JsonValue]) -> bool:
        self._length += sum(len(value) for value in piece.values() if isinstance(value, str))
        return self._length <= MAX_CHARACTERS and len(self._blocks) <= MAX_DETAILS

    def _block_of(self, piece: dict[str, JsonValue]) -> "_Block | None":
        """Return the block *piece* goes on with: same type, index and id; without an index only the one before it."""
        if words(piece.get("data")) or not any(name in piece for name in (*_GROWING, "signature")):
            return None
        indexed = isinstance(piece.get("index"), int)
        for block in reversed(self._blocks if indexed else self._blocks[-1:]):
            if block.is_of(piece):
                # After its signature a block is closed: more text is the next one's.
                closed = block.signed and any(words(piece.get(name)) for name in _GROWING)
                return None if closed else block
        return None


class _Block:
    """One block, as far as it came."""

    def __init__(self, first: dict[str, JsonValue]) -> None:
        self._fields = dict(first)
        self._pieces = {name: [value] for name in _GROWING if isinstance(value := first.get(name), str)}

    @property
    def whole(self) -> dict[str, JsonValue]:
        return {**self._fields, **{name: "".join(pieces) for name, pieces in self._pieces.items()}}

    @property
    def signed(self) -> bool:
        return bool(words(self._fields.get("signature")))

    def is_of(self, piece: dict[str, JsonValue]) -> bool:
        own = self._fields
        ids = {words(own.get("id")), words(piece.get("id"))} - {""}
        same = own.get("type") == piece.get("type") and own.get("index") == piece.get("index")
        return same and len(ids) < 2 and not words(own.get("data"))

    def grow(self, piece: dict[str, JsonValue]) -> None:
        for name, value in piece.items():
            if name in _GROWING and isinstance(value, str):
                self._fields.setdefault(name, "")
                self._pieces.setdefault(name, []).append(value)
            elif self._fields.get(name) in (None, "") or (name == "signature" and value):
                self._fields[name] = value


def shown_text(pieces: JsonValue) -> str:
    """Return what of *pieces* people may read."""
    return "".join(words(piece.get(name)) for piece in _known(pieces) for name in _GROWING)


def _known(pieces: JsonValue) -> Iterable[dict[str, JsonValue]]:
    return (dict(fields(piece)) for piece in entries(pieces) if words(fields(piece).get("type")))
