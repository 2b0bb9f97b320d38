"""Privacy standing: how private a note is for one destination, as the runner asks it. Decides nothing itself.

The rules are the privacy room's, a floor above; it hands them down as these functions.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Literal

from vaultdesk.core.destination import Destination

Standing = Literal["open", "ask", "closed"]
"""`open`: as permissions say. `ask`: the person is asked each time, whatever a rule allows. `closed`: for this
destination the note is not there."""


def _open(_path: str, _destination: Destination) -> Standing:
    return "open"


def _never(_path: str, _destination: Destination) -> bool:
    return False


def _as_private(_path: str, _text: str, _new_path: str, _new_text: str) -> bool:
    return False


def _unchanged(_path: str, text: str, _destination: Destination) -> str:
    return text


@dataclass(frozen=True, slots=True)
class NotePrivacy:
    """What the privacy rules say of notes."""

    standing: Callable[[str, Destination], Standing] = _open
    """Of the note at a path, from what is known of it: fast enough for every note of a search. A note that is not known
    yet counts as closed."""
    exact: Callable[[str, Destination], Awaitable[Standing]] | None = None
    """The same from the file as it is now, for notes that are named."""
    shown: Callable[[str, str, Destination], str] = _unchanged
    """Return the text of the note at a path as a destination may read it: private comments are taken out."""
    closes_by_path: Callable[[str, Destination], bool] = _never
    """Whether the path alone closes a note, whatever it says: for a place where none is yet."""
    loosens: Callable[[str, str, str, str], bool] = _as_private
    """Whether the note at a path and with a text is less private for anybody at another path, with another text."""
    repeats: Callable[[str, Destination], Awaitable[bool]] | None = None
    """Whether a text, on its way to a destination, repeats words of a note or a comment that may not go there."""

    async def of_named(self, path: str, destination: Destination) -> Standing:
        """Return how private a named note is, by what the file says now where that can be asked."""
        return self.standing(path, destination) if self.exact is None else await self.exact(path, destination)


OPEN = NotePrivacy()
"""No note is private."""
