"""Card rows: what each row of a card list says, and what can be done with it. Values; nothing is drawn here."""

from dataclasses import dataclass, field
from typing import Literal

from vaultdesk.ui.parts.shown_text import shown
from vaultdesk.ui.theme.theme_values import FontName

RowKind = Literal["row", "gap", "banner"]
"""`row`: a row of a card. `gap`: the air between two cards. `banner`: a sentence on a tinted ground between cards."""

LONGEST = 400
"""Characters of one piece of text in a row; no row is wide enough for more."""


def one_line(text: str) -> str:
    """Return hostile *text* for one line of a row."""
    return shown(text, LONGEST).replace("\n", " ").replace("\t", " ")


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a row's main text."""

    text: str
    font: FontName = "interface"
    role: str = "text"
    struck: bool = False
    """Drawn through: it holds no more."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A piece of text in a column at the right."""

    text: str
    width: int
    """Of its column, in pixels of LOOK's drawings."""
    role: str = "muted"
    font: FontName = "small"
    icon: str = ""
    icon_role: str = "muted"
    right: bool = True
    """Whether the text stands at the column's right edge."""
    wide: int = 0
    """Of its column where the row has room to spare; 0 for no more than `width`."""
    least: int = 0
    """Width of the row below which the column is left out and told in the tooltip."""
    known: tuple[str, ...] = ()
    """What the program says in the column: it is wide enough for the longest of them in any language."""


@dataclass(frozen=True, slots=True)
class RowAction:
    """What can be done with a row: a link or a button in it, or an entry of its menu only."""

    id: str
    words: str
    icon: str = ""
    boxed: bool = False
    """Drawn as a button and not as a link."""
    in_menu: bool = False
    """Not drawn: in the row's menu only."""


MENU = RowAction("menu", "", "more")
"""Drawn in a row whose actions are in its menu only: a press opens that."""


@dataclass(frozen=True, slots=True)
class CardRow:
    """One row."""

    id: str
    """Stays the same when the list is made anew: by it the cursor and what is open are found again."""
    spans: tuple[Span, ...] = ()
    kind: RowKind = "row"
    height: int = 36
    """In pixels of LOOK's drawings."""
    time: str = ""
    icon: str = ""
    icon_role: str = "muted"
    indent: int = 0
    cells: tuple[Cell, ...] = ()
    actions: tuple[RowAction, ...] = ()
    actions_width: int = 0
    """Room kept for what can be done, so that columns stand below each other."""
    is_open: bool | None = None
    """Whether what is below it is shown; None where there is nothing."""
    ruled: bool = True
    """Whether a line parts it from the row above."""
    ground: str = ""
    """The colour under it, where it is not the card's."""
    detail: str = ""
    """What the tooltip says besides."""
    subject: object = field(default=None, compare=False, repr=False)
    """What it is about, for whoever made it."""

    @property
    def text(self) -> str:
        """The whole row in words, for a screen reader."""
        said = (self.time, "".join(span.text for span in self.spans), *(cell.text for cell in self.cells), self.detail)
        return one_line(", ".join(part.strip() for part in said if part.strip()))


def gap(name: str, height: int = 18) -> CardRow:
    """Return the air below a card."""
    return CardRow(f"gap {name}", kind="gap", height=height)
