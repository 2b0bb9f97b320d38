"""List of providers, with icon, location and connection state."""

from collections.abc import Sequence
from typing import Literal

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from vaultdesk.providers.catalog import Catalog
from vaultdesk.ui.settings.provider_entries import ProviderRow
from vaultdesk.ui.theme.icons import pixmap
from vaultdesk.ui.theme.painting import box, draw_upright_pixmap, draw_upright_text, mirror_painting
from vaultdesk.ui.theme.theme import NO_RING, theme
from vaultdesk.ui.widgets.frames import Card
from vaultdesk.ui.widgets.labels import as_tooltip, safe_label_text

PROVIDER_ROW_HEIGHT = 54
"""Height of a row in design pixels."""

ProviderState = Literal["untested", "no key", "works", "fails"]
"""State of a provider: unknown, without key, or the result of its last test."""

STATE_COLORS: dict[ProviderState, str] = {"untested": "muted", "no key": "muted", "works": "success", "fails": "danger"}
"""Colour of each state's dot, which the text beside it describes."""


class ProviderButton(QToolButton):
    """Selectable row."""

    def __init__(self, *, first: bool, parent: QWidget | None = None) -> None:
        """*first* draws no line above."""
        super().__init__(parent)
        self._first = first
        self._icon, self._title, self._where = "cloud", "", ""
        self._state: ProviderState = "untested"
        self.setCheckable(True)
        # One tab stop for the whole list, arrow keys inside it.
        self.setAutoExclusive(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        # A ring around a row of a card would overlap its neighbours: it is drawn inside (vaultdesk/ui/theme/README.md,
        # "States").
        self.setProperty(NO_RING, True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme().changed.connect(self.update)

    def show_row(self, row: ProviderRow, state: ProviderState, *, chosen: bool, models: int = 0) -> None:
        """Show *row* and its state; *models* is the number of its known models."""
        self._icon = "book" if row.offline else "chip" if row.local else "cloud"
        self._title = row.title
        self._state = "works" if row.offline else state
        if row.offline:
            self._where = self.tr("built in · quotes your notes")
        elif not row.ready:
            self._where = self.tr("no address yet")
        else:
            counted = self.tr("1 model") if models == 1 else self.tr("{0} models").format(models)
            words: dict[ProviderState, str] = {
                "untested": counted if models else self.tr("not tested"),
                "no key": self.tr("no key yet"),
                "works": self.tr("answers"),
                "fails": self.tr("the test failed"),
            }
            place = self.tr("on this computer") if row.local else row.host
            self._where = f"{place} · {words[state]}"
        self.setChecked(chosen)
        self.setAccessibleName(f"{self._title}, {self._where}")
        self.setToolTip(as_tooltip(f"{self._title}\n{self._where}"))
        self.update()

    def shown_text(self) -> str:
        """Return the text under the name."""
        return self._where

    def sizeHint(self) -> QSize:
        return QSize(theme().px(200), theme().px(PROVIDER_ROW_HEIGHT))

    def paintEvent(self, event: QPaintEvent) -> None:
        values, px = theme(), theme().px
        painter = QPainter(self)
        mirror_painting(painter, self.rect())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.isChecked() or self.underMouse():
            painter.fillRect(self.rect(), values.color("accent_tint" if self.isChecked() else "hover"))
        if not self._first:
            painter.fillRect(0, 0, self.width(), 1, values.color("border"))
        side = px(16)
        draw_upright_pixmap(
            painter, QPoint(px(14), (self.height() - side) // 2),
            pixmap(self._icon, "text2", side, self.devicePixelRatioF()),
        )  # fmt: skip
        dot = px(7)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(values.color(STATE_COLORS[self._state]))
        painter.drawEllipse(self.width() - px(16) - dot, (self.height() - dot) // 2, dot, dot)
        words = QRect(px(44), px(8), self.width() - px(72), self.height() - px(16))
        self._line(painter, words, self._title, ("strong", "text"), Qt.AlignmentFlag.AlignTop)
        # The state is shown in full; a long address is elided.
        place, dot_between, known = self._where.rpartition(" · ")
        rest = theme().metrics("small").horizontalAdvance(f"{dot_between}{known}") + 1 if place else 0
        cut = theme().metrics("small").elidedText(place, Qt.TextElideMode.ElideMiddle, words.width() - rest)
        self._line(painter, words, f"{cut}{dot_between}{known}", ("small", "muted"), Qt.AlignmentFlag.AlignBottom)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(values.color("accent"), 2))
            painter.drawRoundedRect(self.rect().adjusted(2, 2, -2, -2), px(5), px(5))
        elif self.isChecked() and values.tokens.high_contrast:
            box(painter, self.rect().adjusted(1, 1, -1, -1), px(4), None, values.color("accent"))

    def _line(self, painter: QPainter, rect: QRect, text: str, looks: tuple[str, str], at: Qt.AlignmentFlag) -> None:
        font, role = looks
        painter.setFont(theme().font("strong" if font == "strong" else "small"))
        painter.setPen(theme().color(role))
        cut = painter.fontMetrics().elidedText(safe_label_text(text, 400), Qt.TextElideMode.ElideMiddle, rect.width())
        draw_upright_text(painter, rect, int(Qt.AlignmentFlag.AlignLeft | at), cut)


class ProviderList(Card):
    """One tab stop; arrow keys inside."""

    chosen = Signal(str)
    """Name of the provider whose row was clicked."""

    def __init__(self, catalog: Catalog, parent: QWidget | None = None) -> None:
        super().__init__(padding=0, parent=parent)
        self.content.setSpacing(0)
        self._catalog = catalog
        self._current = ""
        self._rows: Sequence[ProviderRow] = ()
        self._states: dict[str, ProviderState] = {}
        self._buttons: dict[str, ProviderButton] = {}

    def show_rows(self, rows: Sequence[ProviderRow]) -> None:
        """Show *rows* in their order."""
        self._rows = tuple(rows)
        if list(self._buttons) != [row.name for row in rows]:
            self._fill()
        self.refresh()

    def refresh(self) -> None:
        """Update the states."""
        for row in self._rows:
            models = 0 if row.offline or not row.ready else len(self._catalog.cached_models(row.name))
            state = self._states.get(row.name, "untested")
            self._buttons[row.name].show_row(row, state, chosen=row.name == self._current, models=models)

    def current(self) -> str | None:
        """Return the name of the selected one; None if it no longer exists."""
        return self._current if self._current in self._buttons else None

    def set_current(self, name: str) -> None:
        """Select the row of *name*."""
        self._current = name
        for button_name, button in self._buttons.items():
            button.setChecked(button_name == name)

    def set_state(self, name: str, state: ProviderState, *, keep: bool = False) -> None:
        """Set the state of *name*; with *keep* only if it is unknown."""
        if not keep or name not in self._states:
            self._states[name] = state
        self.refresh()

    def button(self, name: str) -> ProviderButton:
        """Return the row of the provider *name*."""
        return self._buttons[name]

    def names(self) -> list[str]:
        """Return the providers in the list."""
        return list(self._buttons)

    def _fill(self) -> None:
        for button in self._buttons.values():
            # Removed from the tree immediately: deleted only by the event loop, it would be auto-exclusive with its
            # successors.
            button.setParent(None)
            button.deleteLater()
        self._buttons = {row.name: ProviderButton(first=not number) for number, row in enumerate(self._rows)}
        for name, button in self._buttons.items():
            button.clicked.connect(lambda _checked=False, name=name: self.chosen.emit(name))
            self.content.addWidget(button)
