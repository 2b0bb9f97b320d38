"""Source row: the chips under an answer, one for each note it leans on. Opens nothing itself."""

from collections.abc import Sequence

from PySide6.QtCore import QMimeData, QPoint, Qt, Signal
from PySide6.QtGui import QDrag, QGuiApplication
from PySide6.QtWidgets import QWidget

from vaultdesk.ui.chat.answer_sources import AnswerSource
from vaultdesk.ui.chat.tool_words import note_name
from vaultdesk.ui.drop import OWN_SOURCE
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.chips import SourceChip
from vaultdesk.ui.widgets.labels import as_tooltip
from vaultdesk.ui.widgets.layouts import FlowLayout
from vaultdesk.ui.widgets.menu import Menu
from vaultdesk.vault.note_path import NOTE_SUFFIX


class SourceRow(QWidget):
    """Numbered chips that wrap; a press opens the note at the heading, a drag takes a link to it along."""

    opened = Signal(str, str)

    def __init__(self, sources: Sequence[AnswerSource], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        flow = FlowLayout(self, theme().step(6))
        self._chips: list[tuple[AnswerSource, SourceChip]] = []
        for source in sources:
            note = note_name(source.target)
            # A note's first heading is often its name; said once is enough.
            chip = SourceChip(source.number, note, source.heading if source.heading != note else "")
            chip.setToolTip(as_tooltip(_place(source)))
            chip.clicked.connect(lambda _checked=False, source=source: self.opened.emit(source.target, source.heading))
            chip.pulled.connect(lambda chip=chip, source=source: _drag(chip, source))
            chip.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
            chip.customContextMenuRequested.connect(
                lambda at, chip=chip, source=source: self.open_menu(chip, source, at)
            )
            flow.addWidget(chip)
            self._chips.append((source, chip))
        policy = self.sizePolicy()
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    @property
    def targets(self) -> tuple[str, ...]:
        """The notes as they are named, each once."""
        return tuple(dict.fromkeys(source.target for source, _ in self._chips))

    def open_menu(self, chip: QWidget, source: AnswerSource, at: QPoint) -> Menu:
        """Offer to open a source or to take a link to it along."""
        menu = Menu(_place(source), self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.add(self.tr("Open"), lambda: self.opened.emit(source.target, source.heading), icon_name="file")
        link = link_to(source)
        menu.add(self.tr("Copy link"), lambda: QGuiApplication.clipboard().setText(link), icon_name="link")
        menu.popup(chip.mapToGlobal(at))
        return menu

    def show_freshness(self, target: str, words: str) -> None:
        """Say how fresh the note *target* is."""
        for source, chip in self._chips:
            if source.target == target:
                chip.setToolTip(as_tooltip(f"{_place(source)}\n{words}"))
                chip.setAccessibleDescription(words)


def taken_along(source: AnswerSource) -> QMimeData:
    """Return what is dragged: a link for a text; for a question the note itself."""
    data = QMimeData()
    link = link_to(source)
    data.setText(link)
    data.setData(OWN_SOURCE, link[2:-2].encode())
    return data


def link_to(source: AnswerSource) -> str:
    """Return `[[Note#Heading]]`, as a note says it."""
    note = source.target.removesuffix(NOTE_SUFFIX)
    return f"[[{note}#{source.heading}]]" if source.heading else f"[[{note}]]"


def _drag(chip: SourceChip, source: AnswerSource) -> None:
    drag = QDrag(chip.window())  # The chip may go while it is dragged, as when the answer is asked for again.
    drag.setMimeData(taken_along(source))
    drag.setPixmap(chip.grab())
    drag.exec(Qt.DropAction.CopyAction)


def _place(source: AnswerSource) -> str:
    return " › ".join(part for part in (source.target, source.heading) if part)
