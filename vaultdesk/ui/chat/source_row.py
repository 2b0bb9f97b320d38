"""Source row: the chips under an answer, one for each note it leans on. Opens nothing itself."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from vaultdesk.ui.chat.answer_sources import AnswerSource
from vaultdesk.ui.chat.tool_words import note_name
from vaultdesk.ui.parts.chips import SourceChip
from vaultdesk.ui.parts.flow import FlowLayout
from vaultdesk.ui.parts.labels import as_tooltip
from vaultdesk.ui.theme.theme import theme


class SourceRow(QWidget):
    """Numbered chips that wrap; a press opens the note at the heading."""

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
            flow.addWidget(chip)
            self._chips.append((source, chip))
        policy = self.sizePolicy()
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    @property
    def targets(self) -> tuple[str, ...]:
        """The notes as they are named, each once."""
        return tuple(dict.fromkeys(source.target for source, _ in self._chips))

    def show_freshness(self, target: str, words: str) -> None:
        """Say how fresh the note *target* is."""
        for source, chip in self._chips:
            if source.target == target:
                chip.setToolTip(as_tooltip(f"{_place(source)}\n{words}"))
                chip.setAccessibleDescription(words)


def _place(source: AnswerSource) -> str:
    return " › ".join(part for part in (source.target, source.heading) if part)
