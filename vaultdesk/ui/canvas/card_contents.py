"""CardContents: what the files of a canvas's cards say: beginnings of notes, pictures, what is gone. For a thread."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from PySide6.QtGui import QImage

from vaultdesk.core.errors import VaultError
from vaultdesk.ui.canvas.board_file import BoardCard, BoardFile
from vaultdesk.ui.canvas.card_texts import LONGEST_SHOWN
from vaultdesk.ui.rendering.planner import is_picture
from vaultdesk.ui.rendering.render_plan import comparable_letters
from vaultdesk.ui.widgets.image_data import decode_image
from vaultdesk.vault.disk.vault_files import VaultFiles
from vaultdesk.vault.markdown.note import parse_note
from vaultdesk.vault.note_path import NOTE_SUFFIX, NotePath

MOST_NOTES, MOST_PICTURES = 600, 60
"""Files of one canvas that are read; the others show their name."""

PICTURE_SIDE = 900
"""Pixels of the longer side pictures are kept with: a card is rarely larger."""

PICTURE_BYTES = 20_000_000
"""Bytes of a picture file that are read."""

AT_ONCE = 12
"""Cards whose files are read before they are shown."""


@dataclass(frozen=True, slots=True)
class CardContent:
    """What is in the file of one card."""

    text: str = ""
    """The beginning of a note, its properties left out."""
    image: QImage | None = None
    missing: bool = False


def read_contents(files: VaultFiles, board: BoardFile) -> Iterator[dict[int, CardContent]]:
    """Yield what the cards of *board* show of files, some at a time. Reads from the disk: call `next` in a thread."""
    notes, pictures = MOST_NOTES, MOST_PICTURES
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
        if len(found) >= AT_ONCE:
            yield found
            found = {}
    yield found


def _file_cards(board: BoardFile) -> Iterable[int]:
    return (place for place in board.reading_order() if board.cards[place].kind == "file" and board.cards[place].text)


def _content(files: VaultFiles, card: BoardCard) -> CardContent:
    name = card.text
    try:
        path = NotePath.parse(name)
        if is_picture(name):
            image = decode_image(files.read(path, PICTURE_BYTES).data)
            return CardContent(image=_small(image) if image is not None else None)
        if not name.lower().endswith(NOTE_SUFFIX):
            return CardContent(missing=files.find(path) is None)
        return CardContent(from_part(parse_note(path, files.read_text(path).text).body, card.subpath))
    except VaultError:
        return CardContent(missing=True)


def from_part(body: str, subpath: str) -> str:
    """Return what is shown of *body*: from the heading or block *subpath* on, where there is one."""
    part = subpath.rpartition("#")[2].strip()
    start = 0
    if part.startswith("^"):
        found = re.search(rf"[ \t\n]\^{re.escape(part[1:])}[ \t]*$", body, re.MULTILINE)
        start = max(0, body.rfind("\n\n", 0, found.start())) if found else 0
    elif part:
        wanted = comparable_letters(part)
        for found in re.finditer(r"^#{1,6}[ \t]+(.*)$", body, re.MULTILINE):
            if comparable_letters(found[1]) == wanted:
                start = found.end()  # the card's title says the heading already
                break
    return body[start:].lstrip("\n")[:LONGEST_SHOWN]


def _small(image: QImage) -> QImage:
    if max(image.width(), image.height()) <= PICTURE_SIDE:
        return image
    wide = image.width() >= image.height()
    return image.scaledToWidth(PICTURE_SIDE) if wide else image.scaledToHeight(PICTURE_SIDE)
