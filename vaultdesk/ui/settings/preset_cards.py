"""Cards to choose one of four permission presets."""

from functools import partial

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QGridLayout, QSizePolicy, QWidget

from vaultdesk.core.settings.settings_schema import Preset
from vaultdesk.ui.theme.painting import box, mirror_painting
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.widget_painter import RADIUS
from vaultdesk.ui.widgets.labels import draw_wrapped_text, wrapped_height

PRESETS: tuple[Preset, ...] = ("read-only", "ask", "edit", "trusted")
"""From the most to the least restrictive."""

CARD_PADDING, RADIO_SIZE, RADIO_GAP = 14, 14, 10
"""Design pixels: padding around the text, size of the radio mark, and gap between mark and text."""

FOUR_COLUMNS = 900
"""Width in design pixels from which four cards are side by side; below it two."""


class PresetCard(QAbstractButton):
    """A title and a sentence; the radio mark shows whether it is selected."""

    def __init__(self, title: str, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = text
        self.setText(title)
        self.setAccessibleName(title)
        self.setAccessibleDescription(text)
        self.setCheckable(True)
        self.setProperty(RADIUS, 8)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        theme().changed.connect(self.update)

    def description(self) -> str:
        """Return the sentence."""
        return self._words

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        px = theme().px
        words = wrapped_height(self._words, "small", self._room(width).width())
        return px(CARD_PADDING) * 2 + self._title(width).height() + px(4) + words

    def sizeHint(self) -> QSize:
        width = theme().px(240)
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        width = theme().px(140)
        return QSize(width, self.heightForWidth(width))

    def paintEvent(self, _event: QPaintEvent) -> None:
        values, painter = theme(), QPainter(self)
        mirror_painting(painter, self.rect())
        px, on = values.px, self.isChecked()
        ground = "accent_soft" if on else "hover" if self.underMouse() else "surface"
        line = "accent" if on else "border"
        box(painter, self.rect(), px(8), values.color(ground), values.color(line))
        head = self._title(self.width())
        side = px(RADIO_SIZE)
        mark = QRectF(px(CARD_PADDING), px(CARD_PADDING) + (theme().metrics("strong").height() - side) / 2, side, side)
        box(
            painter,
            mark,
            side / 2,
            values.color("accent" if on else "surface"),
            None if on else values.color("outline"),
        )
        if on:
            inner = mark.adjusted(side * 0.3, side * 0.3, -side * 0.3, -side * 0.3)
            box(painter, inner, inner.width() / 2, values.color("on_accent"))
        top = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
        painter.setPen(values.color("text"))
        draw_wrapped_text(painter, head, top, self.text(), "strong")
        painter.setPen(values.color("text2"))
        draw_wrapped_text(painter, self._room(self.width()), top, self._words, "small")

    def _title(self, width: int) -> QRect:
        px = theme().px
        left = px(CARD_PADDING) + px(RADIO_SIZE) + px(RADIO_GAP)
        room = width - left - px(CARD_PADDING)
        return QRect(left, px(CARD_PADDING), room, wrapped_height(self.text(), "strong", room))

    def _room(self, width: int) -> QRect:
        px = theme().px
        left = px(CARD_PADDING) + px(RADIO_SIZE) + px(RADIO_GAP)
        top = px(CARD_PADDING) + self._title(width).height() + px(4)
        return QRect(left, top, width - left - px(CARD_PADDING), 10_000)


class PresetCards(QWidget):
    """One of four is selected; arrow keys move between them."""

    chosen = Signal(str)
    """The user chose a preset."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("How free assistants are here"))
        words: dict[Preset, tuple[str, str]] = {
            "read-only": (self.tr("Read only"), self.tr("Reading asks. Nothing is changed, whatever else is set.")),
            "ask": (self.tr("Ask"), self.tr("Everything is asked before it happens.")),
            "edit": (
                self.tr("Edit in scope"),
                self.tr("An agent with folders of its own changes notes in them unasked. Everything else asks."),
            ),
            "trusted": (
                self.tr("Trusted"),
                self.tr(
                    "Reading, creating, changing and renaming go unasked. Deleting, many at once and the network ask."
                ),
            ),
        }
        self._group = QButtonGroup(self)
        self.cards = tuple(PresetCard(*words[preset]) for preset in PRESETS)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(theme().px(8))
        for preset, card in zip(PRESETS, self.cards, strict=True):
            self._group.addButton(card)
            card.clicked.connect(partial(self._choose, preset))
        self._columns = 0
        self._arrange(2)

    def current(self) -> Preset:
        """Return the selected preset."""
        return next((preset for preset, card in zip(PRESETS, self.cards, strict=True) if card.isChecked()), "ask")

    def set_current(self, preset: Preset) -> None:
        """Select the card of *preset* without emitting `chosen`."""
        self.cards[PRESETS.index(preset)].setChecked(True)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the cards side by side if they fit."""
        super().resizeEvent(event)
        self._arrange(4 if event.size().width() >= theme().px(FOUR_COLUMNS) else 2)

    def _arrange(self, columns: int) -> None:
        if columns == self._columns:
            return
        self._columns = columns
        for number, card in enumerate(self.cards):
            self._grid.addWidget(card, number // columns, number % columns)
        for column in range(4):
            self._grid.setColumnStretch(column, 1 if column < columns else 0)

    def _choose(self, preset: Preset, _checked: bool = False) -> None:
        self.chosen.emit(preset)
