"""Context piece: one text or picture that stands beside a question, with its source, and many of them within limits.

Values only: what there is to lay beside a question is looked up in context_reader.py.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from vaultdesk.chat.attached_text import empty_attached_tag, truncate_with_notice, wrap_attached
from vaultdesk.chat.messages import ImagePart, Source, TextPart

PIECE_LIMIT = 60_000
"""Characters of one piece: as much as a tool's result has."""

MESSAGE_LIMIT = 200_000
"""Characters of all that stands beside one question: some 50,000 tokens."""

LEAST_ROOM = 500
"""Characters under which a piece is left out: its beginning alone would say nothing."""

MOST_PICTURES = 10
"""Pictures of notes beside one question."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One thing beside a question."""

    text: str = ""
    path: str = ""
    """Whose text it is, for the privacy rules and the ledger."""
    kind: str = "note"
    """What it is, for the model: note, file, selection, page."""
    name: str = ""
    """How the model is told of it."""
    part: str = ""
    """Which part of the note: a heading or `^id`; empty for all of it."""
    heading: str = ""
    first_line: int = 0
    last_line: int = 0
    picture: ImagePart | None = None
    problem: str = ""
    """Why there is nothing, in a sentence for people and models."""
    remark: str = ""
    """What the person should know of it, though it is there."""

    @property
    def source(self) -> Source:
        """Where it is from. The person laid it there."""
        return Source(
            path=self.path,
            heading=self.heading,
            characters=len(self.text),
            first_line=self.first_line,
            last_line=self.last_line,
            allowed="person",
        )

    def within(self, room: int) -> TextPart | ImagePart | None:
        """Return it as a part of a message, its text within about *room* characters; None for a mere remark."""
        if self.picture is not None:
            return self.picture
        if self.problem:
            # Where it is known which note is meant, its privacy holds for what is said of it, too.
            sources = (self.source,) if self.path else ()
            return TextPart(text=empty_attached_tag(link=self.name, problem=self.problem), sources=sources)
        if not self.path:
            return None
        if len(self.text) > room and room < LEAST_ROOM:
            return TextPart(
                text=empty_attached_tag(left=self.name, problem="There was no room for it."), sources=(self.source,)
            )
        lines = f"{self.first_line}-{self.last_line}" if self.part and self.first_line else ""
        text = wrap_attached(
            truncate_with_notice(self.text, room), **{self.kind: self.name}, part=self.part, lines=lines
        )
        return TextPart(text=text, sources=(self.source,))


@dataclass(frozen=True, slots=True)
class Laid:
    """All that stands beside one question."""

    parts: tuple[TextPart | ImagePart, ...] = ()
    notices: tuple[str, ...] = ()
    """What the person should know: links that lead nowhere, what was cut."""


def lay(pieces: Iterable[Piece]) -> Laid:
    """Return *pieces* as parts of a message, none twice, together within the limits."""
    known: set[tuple[str, str, str]] = set()
    parts: list[TextPart | ImagePart] = []
    notices: list[str] = []
    room, cut, pictures = MESSAGE_LIMIT, list[str](), 0
    for piece in pieces:
        mine = (piece.path or piece.name, piece.part, piece.kind)
        whole = (mine[0], "", piece.kind)
        if piece.kind != "selection" and (mine in known or (whole in known and not piece.problem)):
            continue
        known.add(mine)
        if piece.picture is not None:
            pictures += 1
            if pictures > MOST_PICTURES:
                cut.append(piece.name)
                continue
        fits = min(PIECE_LIMIT, room)
        part = piece.within(fits)
        parts += [] if part is None else [part]
        notices += [word for word in (piece.problem, piece.remark) if word]
        if len(piece.text) > fits:
            cut.append(piece.name)
        room -= min(len(piece.text), fits)
    if cut:
        names = ", ".join(dict.fromkeys(cut))
        notices.append(f"Too long to go with the question as a whole: {names}. The model is told.")
    return Laid(tuple(parts), tuple(dict.fromkeys(notices)))
