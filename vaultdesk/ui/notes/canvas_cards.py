"""Canvas file parsed into cards and arrows within limits, and the contents of the cards: beginnings of notes, images
and laid-out texts."""

import colorsys
import json
import re
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from math import isfinite
from typing import Literal, TypeAlias

from msgspec import Struct
from PySide6.QtCore import QObject, QRectF, Qt, QTimer
from PySide6.QtGui import QAbstractTextDocumentLayout, QImage, QPainter, QPalette

from vaultdesk.core.errors import NoteUnreadable, VaultError
from vaultdesk.ui.rendering.decorations import Decorations
from vaultdesk.ui.rendering.drawing_process import drawing_processes
from vaultdesk.ui.rendering.planner import is_picture, plan_of
from vaultdesk.ui.rendering.render_plan import comparable_letters
from vaultdesk.ui.rendering.rendered_document import RenderedDocument
from vaultdesk.ui.rendering.text_document_writer import PictureLookup
from vaultdesk.ui.rendering.text_formats import TextFormats
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate
from vaultdesk.vault.disk.vault_files import VaultFiles
from vaultdesk.vault.frontmatter.frontmatter import JsonValue
from vaultdesk.vault.markdown.note import parse_note
from vaultdesk.vault.note_path import NOTE_SUFFIX, NotePath

MAX_CARDS, MAX_ARROWS = 5_000, 10_000
"""Maximum numbers of cards and arrows drawn."""

MAX_CARD_TEXT = 20_000
"""Maximum number of characters of one card's text that are laid out."""

MAX_COORDINATE, MAX_CARD_SIDE = 1_000_000.0, 20_000.0
"""Limits in pixels of a card's distance from the center, and of its sides; larger values are clamped."""

CardKind = Literal["text", "file", "link", "group"]
Side = Literal["top", "right", "bottom", "left"]

_Node: TypeAlias = Mapping[str, JsonValue]

COLOR_ROLES = {"1": "danger", "2": "orange", "3": "warning", "4": "success", "5": "accent", "6": "code_word"}
"""Obsidian's six colors as the closest theme tokens; orange is a blend of two."""

_HUES = (("danger", 0.0), ("orange", 28.0), ("warning", 48.0), ("success", 130.0), ("accent", 190.0),
         ("code_word", 280.0), ("danger", 360.0))  # fmt: skip


class CanvasCard(Struct, frozen=True):
    """One card, in the coordinates of the file."""

    kind: CardKind
    x: float
    y: float
    width: float
    height: float
    text: str
    """Markdown, a file's path, an address, or a group's name."""
    subpath: str = ""
    """Heading or block of the file, with its `#`."""
    role: str = ""
    """Theme token of its color; empty if it has none."""

    @property
    def center(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2


class CanvasArrow(Struct, frozen=True):
    """A line between two cards, by their indexes."""

    start: int
    end: int
    start_side: Side
    end_side: Side
    label: str = ""
    role: str = ""
    start_arrow: bool = False
    end_arrow: bool = True


class CanvasFile(Struct, frozen=True):
    """The parsed canvas; the cards in the file's order, from back to front."""

    cards: tuple[CanvasCard, ...] = ()
    arrows: tuple[CanvasArrow, ...] = ()
    left_out: int = 0
    """Number of cards above the limit."""
    broken: bool = False
    """Whether the file is not a valid canvas."""

    def reading_order(self) -> list[int]:
        """Return the cards in reading order: rows before columns, and groups before their contents."""
        indexes = range(len(self.cards))
        return sorted(indexes, key=lambda index: (self.cards[index].y // 100, self.cards[index].x, index))


def parse_canvas(text: str) -> CanvasFile:
    """Parse the canvas *text*. Raises nothing; an empty file is an empty canvas."""
    if not text.strip("\ufeff \t\r\n"):
        return CanvasFile()
    try:
        canvas = json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        return CanvasFile(broken=True)
    nodes = canvas.get("nodes", []) if isinstance(canvas, dict) else None
    if not isinstance(nodes, list):
        return CanvasFile(broken=True)
    cards: list[CanvasCard] = []
    indexes: dict[str, int] = {}
    valid_nodes = [node for node in nodes if isinstance(node, dict)]
    for node in valid_nodes[:MAX_CARDS]:
        indexes.setdefault(str(node.get("id", "")), len(cards))
        cards.append(_card(node))
    edges = canvas.get("edges", [])
    arrows = [
        arrow for edge in (edges[:MAX_ARROWS] if isinstance(edges, list) else ())
        if isinstance(edge, dict) and (arrow := _arrow(edge, cards, indexes)) is not None
    ]  # fmt: skip
    return CanvasFile(tuple(cards), tuple(arrows), len(valid_nodes) - len(cards))


def _card(node: _Node) -> CanvasCard:
    kinds: dict[str, tuple[CardKind, str]] = {
        "file": ("file", "file"), "link": ("link", "url"), "group": ("group", "label"),
    }  # fmt: skip
    kind, key = kinds.get(_text(node, "type"), ("text", "text"))
    x, y = (min(MAX_COORDINATE, max(-MAX_COORDINATE, _number(node, name))) for name in ("x", "y"))
    width, height = (min(MAX_CARD_SIDE, max(20.0, _number(node, name))) for name in ("width", "height"))
    text = _text(node, key)[:MAX_CARD_TEXT]
    return CanvasCard(kind, x, y, width, height, text, _text(node, "subpath")[:500], role_of(_text(node, "color")))


def _arrow(edge: _Node, cards: list[CanvasCard], indexes: Mapping[str, int]) -> CanvasArrow | None:
    start, end = indexes.get(_text(edge, "fromNode")), indexes.get(_text(edge, "toNode"))
    if start is None or end is None:
        return None
    first, last = cards[start], cards[end]
    return CanvasArrow(
        start, end, _side(_text(edge, "fromSide"), first, last), _side(_text(edge, "toSide"), last, first),
        _text(edge, "label")[:500], role_of(_text(edge, "color")),
        _text(edge, "fromEnd") == "arrow", _text(edge, "toEnd") != "none",
    )  # fmt: skip


def _side(side: str, card: CanvasCard, other: CanvasCard) -> Side:
    """Return the side at which an arrow begins: as in the file, else the one facing the other card."""
    sides: tuple[Side, ...] = ("top", "right", "bottom", "left")
    if side in sides:
        return sides[sides.index(side)]
    dx, dy = other.center[0] - card.center[0], other.center[1] - card.center[1]
    if abs(dx) >= abs(dy):
        return "right" if dx >= 0 else "left"
    return "bottom" if dy >= 0 else "top"


def role_of(color: str) -> str:
    """Return the token for Obsidian's *color*, or the closest one to a custom color; empty for none."""
    if color in COLOR_ROLES:
        return COLOR_ROLES[color]
    digits = color.removeprefix("#")
    if not color.startswith("#") or len(digits) != 6:
        return ""
    try:
        red, green, blue = (int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4))
    except ValueError:
        return ""
    hue, _, saturation = colorsys.rgb_to_hls(red, green, blue)
    if saturation < 0.12:
        return "outline"
    return min(_HUES, key=lambda hue_of_role: abs(hue_of_role[1] - hue * 360))[0]


def _text(node: _Node, key: str) -> str:
    value = node.get(key)
    return value if isinstance(value, str) else ""


def _number(node: _Node, key: str) -> float:
    value = node.get(key)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return 0.0
    if isinstance(value, int):
        return float(min(10**12, max(-(10**12), value)))
    return value if isfinite(value) else 0.0


MAX_CACHED_TEXTS = 160
"""Number of laid-out texts cached: more than fit legibly on a screen."""

TEXTS_PER_PAINT = 6
"""Number of texts laid out for one paint event: about ten milliseconds."""

MAX_SHOWN_TEXT = 6_000
"""Maximum number of characters laid out for a card, about four pages; the rest is cut off at its edge anyway."""


class CardTexts(QObject):
    """Lays out Markdown for cards. `later` is called when postponed texts can be laid out."""

    def __init__(self, parent: QObject, later: Callable[[], object], pictures: PictureLookup | None = None) -> None:
        super().__init__(parent)
        self._pictures = pictures
        self._documents: OrderedDict[tuple[int, str, int], RenderedDocument] = OrderedDict()
        self._remaining = TEXTS_PER_PAINT
        self._pause = QTimer(self, singleShot=True, interval=0)
        self._pause.timeout.connect(later)
        theme().changed.connect(self.forget)

    def begin(self) -> None:
        """Start a paint event, in which some more texts may be laid out."""
        self._remaining = TEXTS_PER_PAINT

    def forget(self) -> None:
        """Lay out everything again."""
        for document in self._documents.values():
            document.deleteLater()
        self._documents.clear()

    def document(self, index: int, text: str, width: float) -> RenderedDocument | None:
        """Return *text* of the card at index *index*, laid out with *width*; None if it was postponed."""
        key = (index, text, round(width))
        found = self._documents.get(key)
        if found is not None:
            self._documents.move_to_end(key)
            return found
        if self._remaining <= 0:
            self._pause.start()
            return None
        self._remaining -= 1
        document = RenderedDocument(TextFormats(theme(), "chat"), self, pictures=self._pictures)
        document.setDefaultFont(document.style.body_font)
        document.setTextWidth(max(20.0, width))
        document.show_plan(plan_of(text[:MAX_SHOWN_TEXT]))
        # A formula that is rendered later changes the display.
        document.contentsChanged.connect(self._pause.start)
        self._documents[key] = document
        if len(self._documents) > MAX_CACHED_TEXTS:
            self._documents.popitem(last=False)[1].deleteLater()
        return document

    def draw(self, painter: QPainter, document: RenderedDocument, area: QRectF) -> None:
        """Draw *document* at the top left of *area*, clipped to it."""
        painter.save()
        painter.setClipRect(area, Qt.ClipOperation.IntersectClip)
        painter.translate(area.topLeft())
        decorations = Decorations(document)
        decorations.paint(painter, decorations.visible(0, area.height()), area.width())
        context = QAbstractTextDocumentLayout.PaintContext()
        context.clip = QRectF(0, 0, area.width(), area.height())
        palette = QPalette()
        palette.setColor(QPalette.ColorRole.Text, theme().color("text"))
        context.palette = palette
        document.documentLayout().draw(painter, context)
        painter.restore()


MAX_NOTES, MAX_IMAGES = 600, 60
"""Maximum number of files of one canvas that are read; the others show their name."""

IMAGE_SIDE = 900
"""Length in pixels of the longer side of cached images: a card is rarely larger."""

MAX_IMAGE_BYTES = 20_000_000
"""Maximum number of bytes of an image file."""

CARDS_PER_BATCH = 12
"""Number of cards whose files are read before they are shown."""


class CardContent(Struct, frozen=True):
    """Content of one card's file."""

    text: str = ""
    """Beginning of a note, without properties."""
    picture: bytes = b""
    """Data of an image that still has to be rendered."""
    image: QImage | None = None
    missing: bool = False


def read_contents(files: VaultFiles, canvas: CanvasFile) -> Iterator[dict[int, CardContent]]:
    """Yield the file contents for the cards of *canvas* in batches. Blocks on the disk: call `next` in a thread."""
    notes, pictures = MAX_NOTES, MAX_IMAGES
    found: dict[int, CardContent] = {}
    for index in _file_cards(canvas):
        name = canvas.cards[index].text
        if is_picture(name):
            pictures -= 1
            if pictures < 0:
                continue
        else:
            notes -= 1
            if notes < 0:
                continue
        found[index] = _content(files, canvas.cards[index])
        if len(found) >= CARDS_PER_BATCH:
            yield found
            found = {}
    yield found


def _file_cards(canvas: CanvasFile) -> Iterable[int]:
    return (
        index for index in canvas.reading_order() if canvas.cards[index].kind == "file" and canvas.cards[index].text
    )


def _content(files: VaultFiles, card: CanvasCard) -> CardContent:
    name = card.text
    try:
        path = NotePath.parse(name)
        if is_picture(name):
            return CardContent(picture=files.read(path, MAX_IMAGE_BYTES).data)
        if not name.lower().endswith(NOTE_SUFFIX):
            return CardContent(missing=files.find(path) is None)
        return CardContent(from_part(parse_note(path, files.read_text(path).text).body, card.subpath))
    except VaultError:
        return CardContent(missing=True)


async def drawn_content(data: bytes) -> CardContent:
    """Return the content for the image file *data*: the image, or a message why it is not shown."""
    try:
        return CardContent(image=(await drawing_processes().picture(data, IMAGE_SIDE)).image)
    except NoteUnreadable as error:
        return CardContent(translate(error.title))


def from_part(body: str, subpath: str) -> str:
    """Return *body* from the heading or block *subpath* on, if it exists."""
    part = subpath.rpartition("#")[2].strip()
    start = 0
    if part.startswith("^"):
        found = re.search(rf"[ \t\n]\^{re.escape(part[1:])}[ \t]*$", body, re.MULTILINE)
        start = max(0, body.rfind("\n\n", 0, found.start())) if found else 0
    elif part:
        letters = comparable_letters(part)
        for found in re.finditer(r"^#{1,6}[ \t]+(.*)$", body, re.MULTILINE):
            if comparable_letters(found[1]) == letters:
                start = found.end()  # The card's title already shows the heading.
                break
    return body[start:].lstrip("\n")[:MAX_SHOWN_TEXT]
