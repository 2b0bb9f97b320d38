"""Passages of notes that would be sent, which of them are ticked, and what they add up to; without Qt."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from vaultdesk.core.token_estimate import estimate_tokens

TickState = Literal["all", "some", "none"]
"""Whether all of some passages are ticked."""


@dataclass(frozen=True, slots=True)
class ShownPassage:
    """One passage as the list shows it."""

    id: str
    path: str
    """Its note; empty for a result of no single note."""
    text: str = field(repr=False)
    """Exactly what would be sent."""
    tokens: int
    heading: str = ""
    first_line: int = 0
    """Its lines in the note, from 1; 0 where not known."""
    last_line: int = 0
    is_whole_note: bool = False
    marks: tuple[tuple[int, int], ...] = ()
    """Ranges of `text` that match the words of the search, in order."""
    ticked: bool = True
    remark: str = ""
    """What is to be known of it besides, in the person's language: `sent there before`."""


@dataclass(frozen=True, slots=True)
class ShownWithheldNote:
    """A private note that is listed with a lock."""

    path: str
    reason: str
    """What makes it private, in the person's language."""


@dataclass(frozen=True, slots=True)
class NoteGroup:
    """The passages of one note, in the order they came."""

    path: str
    passages: tuple[ShownPassage, ...]


class PassageChoices:
    """Ticks over passages. A passage may also be shortened: then less is sent in its place."""

    def __init__(self, passages: Iterable[ShownPassage], withheld: Iterable[ShownWithheldNote] = ()) -> None:
        self.passages = tuple(passages)
        self.withheld = tuple(withheld)
        self.groups = _groups(self.passages)
        self._ticked = {passage.id for passage in self.passages if passage.ticked}
        self._shortened: dict[str, str] = {}

    def is_ticked(self, passage_id: str) -> bool:
        """Whether a passage may go."""
        return passage_id in self._ticked

    def tick(self, passages: Iterable[ShownPassage], ticked: bool) -> None:
        """Let *passages* go, or keep them here."""
        ids = {passage.id for passage in passages}
        self._ticked = self._ticked | ids if ticked else self._ticked - ids

    def tick_all(self, ticked: bool) -> None:
        """Let every passage go, or none."""
        self.tick(self.passages, ticked)

    def state(self, passages: Sequence[ShownPassage]) -> TickState:
        """Return whether all of *passages* are ticked."""
        number = sum(passage.id in self._ticked for passage in passages)
        return "none" if not number else "all" if number == len(passages) else "some"

    def take_ticks(self, other: "PassageChoices") -> None:
        """Leave unticked what was unticked in *other*: the same text of the same note."""
        left = {(passage.path, passage.text) for passage in other.passages if not other.is_ticked(passage.id)}
        self._ticked -= {passage.id for passage in self.passages if (passage.path, passage.text) in left}

    def shorten(self, passage: ShownPassage, text: str | None) -> None:
        """Send *text* in the place of *passage*; None sends it whole."""
        if text is None or text == passage.text:
            self._shortened.pop(passage.id, None)
        else:
            self._shortened[passage.id] = text

    def is_shortened(self, passage: ShownPassage) -> bool:
        """Whether less is sent in the place of *passage*."""
        return passage.id in self._shortened

    def text(self, passage: ShownPassage) -> str:
        """Return what is sent of *passage*, if it goes."""
        return self._shortened.get(passage.id, passage.text)

    def size(self, passage: ShownPassage) -> int:
        """Return about how many tokens of *passage* go, if it goes."""
        shortened = self._shortened.get(passage.id)
        return passage.tokens if shortened is None else estimate_tokens(len(shortened.encode("utf-8", "replace")))

    @property
    def shortened(self) -> dict[str, str]:
        """What is sent in the place of ticked passages, by their ids."""
        return {name: text for name, text in self._shortened.items() if name in self._ticked}

    @property
    def going(self) -> tuple[ShownPassage, ...]:
        """The passages that go, in the order shown."""
        return tuple(passage for passage in self.passages if passage.id in self._ticked)

    @property
    def notes(self) -> int:
        """How many notes something goes of."""
        return len({passage.path for passage in self.going})

    @property
    def tokens(self) -> int:
        """About how many tokens go."""
        return sum(map(self.size, self.going))


def _groups(passages: Sequence[ShownPassage]) -> tuple[NoteGroup, ...]:
    found: dict[str, list[ShownPassage]] = {}
    for passage in passages:
        # What is of no single note stands by itself.
        found.setdefault(passage.path or f"\0{passage.id}", []).append(passage)
    return tuple(NoteGroup(members[0].path, tuple(members)) for members in found.values())
