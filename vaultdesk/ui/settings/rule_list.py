"""Rows that read as sentences with parts that can be changed by a menu, and the list of one vault's rules with undo."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Generic, Literal, TypeVar

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from vaultdesk.core.phrases import finished
from vaultdesk.core.settings.settings_schema import PermissionRule, PrivacyRule
from vaultdesk.core.settings.settings_store import Settings
from vaultdesk.ui.settings.sheet import SettingsWriter, UndoBanner
from vaultdesk.ui.theme.painting import chevron, draw_upright_text, mirror_painting
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.widget_painter import CORNER_RADIUS
from vaultdesk.ui.widgets.buttons import LinkButton
from vaultdesk.ui.widgets.frames import Card, SeparatorLine
from vaultdesk.ui.widgets.glyphs import Glyph
from vaultdesk.ui.widgets.labels import PlainLabel, safe_label_text
from vaultdesk.ui.widgets.layouts import FlowLayout
from vaultdesk.ui.widgets.menu import Menu

LINK_PADDING, CHEVRON_GAP, CHEVRON_SIZE = 2, 4, 12
"""Design pixels: horizontal padding, gap before the chevron, and size of the chevron."""

SENTENCE_LINE_HEIGHT = 22
"""Line height of a sentence in design pixels."""

MenuOption = tuple[str, str]
"""A value, and its text in the sentence."""


class MenuLink(QToolButton):
    """Shows the text of the current value; the menu offers the others."""

    chosen = Signal(str)
    """The user chose another value."""

    def __init__(self, name: str, options: Sequence[MenuOption], value: str, parent: QWidget | None = None) -> None:
        """*name* is the accessible name."""
        super().__init__(parent)
        self._name = name
        self._options = tuple(options)
        self._value = value
        self._after = ""
        self.setProperty(CORNER_RADIUS, 4)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(f"{safe_label_text(name)}: {self.shown_text()}")
        self.clicked.connect(self.open)
        theme().changed.connect(self.update)

    def set_after(self, after: str) -> None:
        """Append *after*, a full stop or comma, which must not start a line."""
        self._after = after
        self.updateGeometry()
        self.update()

    def value(self) -> str:
        return self._value

    def shown_text(self) -> str:
        """Return the text in the sentence."""
        return next((safe_label_text(words) for value, words in self._options if value == self._value), self._value)

    def sentence(self) -> str:
        """Return the text in the sentence with its punctuation."""
        return self.shown_text() + self._after

    def open(self) -> Menu:
        """Open the menu below the text."""
        menu = Menu(self._name, self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for value, words in self._options:
            menu.add(words, partial(self._choose, value), checked=value == self._value)
        menu.popup(self.mapToGlobal(QPoint(0, self.height() + theme().px(4))))
        return menu

    def sizeHint(self) -> QSize:
        px = theme().px
        width = theme().metrics("strong").horizontalAdvance(self.shown_text()) + 1
        return QSize(
            width + 2 * px(LINK_PADDING) + px(CHEVRON_GAP) + px(CHEVRON_SIZE) + self._after_width(),
            px(SENTENCE_LINE_HEIGHT),
        )

    def paintEvent(self, _event: QPaintEvent) -> None:
        values, painter = theme(), QPainter(self)
        mirror_painting(painter, self.rect())
        role = "disabled" if not self.isEnabled() else "accent_hover" if self.underMouse() else "accent"
        side, left = values.px(CHEVRON_SIZE), values.px(LINK_PADDING)
        painter.setFont(values.font("strong"))
        painter.setPen(values.color(role))
        end = self.width() - self._after_width()
        right = end - side - left
        room = QRect(left, 0, right - values.px(CHEVRON_GAP) - left + 1, self.height())
        cut = painter.fontMetrics().elidedText(self.shown_text(), Qt.TextElideMode.ElideRight, room.width())
        draw_upright_text(painter, room, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), cut)
        chevron(painter, QRectF(right, (self.height() - side) / 2, side, side), values.color(role), "down")
        painter.fillRect(0, self.height() - 1, end, 1, values.color("control"))
        painter.setFont(values.font("interface"))
        painter.setPen(values.color("text"))
        tail = QRect(end + 1, 0, self._after_width(), self.height())
        draw_upright_text(painter, tail, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), self._after)

    def _after_width(self) -> int:
        return theme().metrics("interface").horizontalAdvance(self._after) + 2 if self._after else 0

    def _choose(self, value: str) -> None:
        if value != self._value:
            self.chosen.emit(value)


WORD_SPACING = 4
"""Design pixels between two words of a sentence."""


@dataclass(frozen=True, slots=True)
class StrongText:
    """Emphasized part of a sentence."""

    text: str


SentencePart = str | StrongText | MenuLink
"""A part of a sentence."""


class SentenceRow(QWidget):
    """Row with a sentence. Without changeable parts it is one label, otherwise each word is a separate widget."""

    def __init__(
        self,
        icon: str,
        pieces: Sequence[SentencePart],
        remark: str = "",
        links: Sequence[QWidget] = (),
        parent: QWidget | None = None,
    ) -> None:
        """*links* are the actions at the right."""
        super().__init__(parent)
        px = theme().px
        self._pieces = _with_joined_punctuation(pieces)
        self.setAccessibleName(self.text())
        row = QHBoxLayout(self)
        row.setContentsMargins(px(18), px(11), px(16), px(11))
        row.setSpacing(px(14))
        glyph = Glyph(icon, "text2")
        glyph.setFixedHeight(px(SENTENCE_LINE_HEIGHT))
        row.addWidget(glyph, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout()
        column.setSpacing(px(2))
        column.addWidget(self._words())
        if remark:
            column.addWidget(PlainLabel(remark, role="muted", font="small", wrap=True))
        row.addLayout(column, 1)
        for link in links:
            row.addWidget(link, 0, Qt.AlignmentFlag.AlignTop)

    def text(self) -> str:
        """Return the sentence for screen readers."""
        told = [piece.sentence() if isinstance(piece, MenuLink) else _text(piece) for piece in self._pieces]
        return " ".join(part for part in told if part)

    def _words(self) -> QWidget:
        if all(isinstance(piece, str) for piece in self._pieces):
            label = PlainLabel(self.text(), wrap=True)
            # The first line is level with the icon, with or without a second one.
            air = max(0, theme().px(SENTENCE_LINE_HEIGHT) - theme().metrics("interface").height()) // 2
            label.setContentsMargins(0, air, 0, air)
            return label
        host = QWidget()
        flow = FlowLayout(host, theme().px(WORD_SPACING))
        for piece in self._pieces:
            if isinstance(piece, MenuLink):
                flow.addWidget(piece)
                continue
            for word in _text(piece).split():
                label = PlainLabel(word, font="strong" if isinstance(piece, StrongText) else "interface")
                label.setFixedHeight(theme().px(SENTENCE_LINE_HEIGHT))
                flow.addWidget(label)
        return host


def _with_joined_punctuation(pieces: Sequence[SentencePart]) -> tuple[SentencePart, ...]:
    """Return *pieces* with each full stop and comma attached to the preceding word: none may start a line."""
    glued: list[SentencePart] = []
    for piece in pieces:
        before = glued[-1] if glued else None
        if not isinstance(piece, str) or piece not in (".", ",") or before is None:
            glued.append(piece)
        elif isinstance(before, MenuLink):
            before.set_after(_ending(before.sentence(), piece))
        else:
            text = _text(before)
            text += _ending(text, piece)
            glued[-1] = StrongText(text) if isinstance(before, StrongText) else text
    return tuple(glued)


def _ending(words: str, mark: str) -> str:
    """Return *mark* as written after *words*: the full stop depends on the script."""
    return finished(words)[-1] if mark == "." else mark


def _text(piece: str | StrongText) -> str:
    return piece.text if isinstance(piece, StrongText) else piece


R = TypeVar("R", PermissionRule, PrivacyRule)

RuleField = Literal["rules", "privacy"]
"""Which list in the settings."""


class StoredRules(Generic[R]):
    """Adds, replaces and removes rules; if the file has changed since, a rule is found by its value."""

    def __init__(self, writer: SettingsWriter, root: Path, field: RuleField, undo: UndoBanner) -> None:
        self._writer = writer
        self._root = root
        self._field: RuleField = field
        self._undo = undo

    def all(self) -> tuple[R, ...]:
        """Return the current rules."""
        return self._of(self._writer.store.settings)

    def add(self, rule: R) -> bool:
        """Add *rule*; return False if that cannot be saved."""
        return self.change(lambda rules: (*rules, rule))

    def replace(self, old: R, new: R) -> bool:
        return self.change(lambda rules: tuple(new if rule == old else rule for rule in rules))

    def remove(self, place: int, text: str) -> bool:
        """Remove the rule at *place*, show *text* and offer Undo."""
        rules = self.all()
        if not 0 <= place < len(rules):
            return False
        gone = rules[place]

        def without(now: Sequence[R]) -> tuple[R, ...]:
            here = place if place < len(now) and now[place] == gone else list(now).index(gone) if gone in now else -1
            return tuple(rule for number, rule in enumerate(now) if number != here)

        if not self.change(without):
            return False
        self._undo.offer(text, lambda: self.change(lambda now: (*now[:place], gone, *now[place:])))
        return True

    def change(self, change: Callable[[tuple[R, ...]], Sequence[R]]) -> bool:
        """Apply *change* to the list in the file; return False if that cannot be saved."""

        def changed(settings: Settings) -> Settings:
            return settings.with_vault(self._root, **{self._field: tuple(change(self._of(settings)))})

        return self._writer.save(changed)

    def _of(self, settings: Settings) -> tuple[R, ...]:
        rules: tuple[R, ...] = getattr(settings.vault_settings(self._root), self._field)
        return rules


@dataclass(frozen=True, slots=True)
class RuleRow:
    """One rule as shown."""

    icon: str
    text: str
    remark: str = ""
    broken: bool = False
    """Whether it is unreadable and can only be removed."""


class RuleList(Card):
    """Rows separated by lines; without rules a sentence describes the effect."""

    edit_requested = Signal(int)
    forget_requested = Signal(int)
    """Index of a rule to remove."""

    def __init__(self, empty: str, forget: str, parent: QWidget | None = None) -> None:
        """*forget* is the label of the remove button."""
        super().__init__(padding=0, parent=parent)
        self._empty = empty
        self._forget = forget
        self._rows: tuple[RuleRow, ...] | None = None
        self.buttons: list[LinkButton] = []
        """The remove buttons, in order."""
        self.edit_buttons: list[LinkButton] = []
        self.content.setSpacing(0)

    def show_rows(self, rows: Sequence[RuleRow]) -> None:
        """Show *rows*; the focus keeps its index."""
        if tuple(rows) == self._rows:
            return
        before = next((place for place, button in enumerate(self.buttons) if button.hasFocus()), None)
        self._rows = tuple(rows)
        while (item := self.content.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                # Removed from the tree immediately: a deleted row would be visible, and found, until the next event
                # loop iteration.
                widget.setParent(None)
                widget.deleteLater()
        self.buttons, self.edit_buttons = [], []
        for place, row in enumerate(rows):
            if place:
                self.content.addWidget(SeparatorLine())
            self.content.addWidget(self._made(place, row))
        if not rows:
            label = PlainLabel(self._empty, role="muted", wrap=True)
            px = theme().px
            label.setContentsMargins(px(18), px(11), px(16), px(11))
            self.content.addWidget(label)
        if before is not None and self.buttons:
            self.buttons[min(before, len(self.buttons) - 1)].setFocus()

    def texts(self) -> list[str]:
        """Return the shown sentences."""
        return [row.text for row in self._rows or ()]

    def _made(self, place: int, row: RuleRow) -> QWidget:
        links: list[LinkButton] = []
        if not row.broken:
            edit = LinkButton(self.tr("Edit…"))
            edit.setAccessibleName(self.tr("Edit: {0}").format(row.text))
            edit.clicked.connect(partial(self._edit, place))
            self.edit_buttons.append(edit)
            links.append(edit)
        forget = LinkButton(self.tr("Remove") if row.broken else self._forget)
        forget.setAccessibleName(f"{forget.text()}: {row.text}")
        forget.clicked.connect(partial(self._take, place))
        self.buttons.append(forget)
        return SentenceRow(row.icon, [row.text], row.remark, [*links, forget])

    def _edit(self, place: int, _checked: bool = False) -> None:
        self.edit_requested.emit(place)

    def _take(self, place: int, _checked: bool = False) -> None:
        self.forget_requested.emit(place)
