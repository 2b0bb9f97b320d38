"""Contents of canvas cards: beginnings of notes, images and laid-out texts."""

import re
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from PySide6.QtCore import QObject, QRectF, Qt, QTimer
from PySide6.QtGui import QAbstractTextDocumentLayout, QImage, QPainter, QPalette

from vaultdesk.core.errors import NoteUnreadable, VaultError
from vaultdesk.ui.canvas.canvas_file import CanvasCard, CanvasFile
from vaultdesk.ui.rendering.decorations import Decorations
from vaultdesk.ui.rendering.drawing_process import drawing_processes
from vaultdesk.ui.rendering.planner import is_picture, plan_of
from vaultdesk.ui.rendering.render_plan import comparable_letters
from vaultdesk.ui.rendering.rendered_document import RenderedDocument
from vaultdesk.ui.rendering.text_document_writer import Pictures
from vaultdesk.ui.rendering.text_formats import TextFormats
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate
from vaultdesk.vault.disk.vault_files import VaultFiles
from vaultdesk.vault.markdown.note import parse_note
from vaultdesk.vault.note_path import NOTE_SUFFIX, NotePath

MAX_CACHED_TEXTS = 160
"""Number of laid-out texts cached: more than fit legibly on a screen."""

TEXTS_PER_PAINT = 6
"""Number of texts laid out for one paint event: about ten milliseconds."""

MAX_SHOWN_TEXT = 6_000
"""Maximum number of characters laid out for a card, about four pages; the rest is cut off at its edge anyway."""


class CardTexts(QObject):
    """Lays out Markdown for cards. `later` is called when postponed texts can be laid out."""

    def __init__(self, parent: QObject, later: Callable[[], object], pictures: Pictures | None = None) -> None:
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

    def document(self, place: int, text: str, width: float) -> RenderedDocument | None:
        """Return *text* of the card at index *place*, laid out with *width*; None if it was postponed."""
        key = (place, text, round(width))
        found = self._documents.get(key)
        if found is not None:
            self._documents.move_to_end(key)
            return found
        if self._remaining <= 0:
            self._pause.start()
            return None
        self._remaining -= 1
        made = RenderedDocument(TextFormats(theme(), "chat"), self, pictures=self._pictures)
        made.setDefaultFont(made.style.body_font)
        made.setTextWidth(max(20.0, width))
        made.show_plan(plan_of(text[:MAX_SHOWN_TEXT]))
        # A formula that is rendered later changes the display.
        made.contentsChanged.connect(self._pause.start)
        self._documents[key] = made
        if len(self._documents) > MAX_CACHED_TEXTS:
            self._documents.popitem(last=False)[1].deleteLater()
        return made

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


@dataclass(frozen=True, slots=True)
class CardContent:
    """Content of one card's file."""

    text: str = ""
    """Beginning of a note, without properties."""
    picture: bytes = b""
    """Data of an image that still has to be rendered."""
    image: QImage | None = None
    missing: bool = False


def read_contents(files: VaultFiles, board: CanvasFile) -> Iterator[dict[int, CardContent]]:
    """Yield the file contents for the cards of *board* in batches. Blocks on the disk: call `next` in a thread."""
    notes, pictures = MAX_NOTES, MAX_IMAGES
    found: dict[int, CardContent] = {}
    for place in _file_cards(board):
        name = board.cards[place].text
        if is_picture(name):
            pictures -= 1
            if pictures < 0:
                continue
        else:
            notes -= 1
            if notes < 0:
                continue
        found[place] = _content(files, board.cards[place])
        if len(found) >= CARDS_PER_BATCH:
            yield found
            found = {}
    yield found


def _file_cards(board: CanvasFile) -> Iterable[int]:
    return (place for place in board.reading_order() if board.cards[place].kind == "file" and board.cards[place].text)


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
        wanted = comparable_letters(part)
        for found in re.finditer(r"^#{1,6}[ \t]+(.*)$", body, re.MULTILINE):
            if comparable_letters(found[1]) == wanted:
                start = found.end()  # The card's title already shows the heading.
                break
    return body[start:].lstrip("\n")[:MAX_SHOWN_TEXT]
