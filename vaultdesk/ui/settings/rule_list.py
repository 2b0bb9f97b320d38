"""Sentences with parts that can be changed by a menu; base classes of the lists and dialogs of a vault's rules."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Generic, Literal, TypeVar

from msgspec import Struct
from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QToolButton, QWidget

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.phrases import joined_words, with_full_stop
from vaultdesk.core.settings.settings_schema import PermissionRule, PrivacyRule
from vaultdesk.core.settings.settings_store import Settings
from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.ui import bridge
from vaultdesk.ui.settings.sheet import SettingsWriter, UndoBanner
from vaultdesk.ui.theme.painting import chevron, draw_upright_text, mirror_painting
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.widget_painter import CORNER_RADIUS
from vaultdesk.ui.translation import translate_error, translator
from vaultdesk.ui.widgets.buttons import LinkButton, PlainButton
from vaultdesk.ui.widgets.form_controls import field_label
from vaultdesk.ui.widgets.form_dialog import FormDialog, folders_of_notes
from vaultdesk.ui.widgets.frames import Card, SeparatorLine
from vaultdesk.ui.widgets.glyphs import Glyph
from vaultdesk.ui.widgets.labels import PlainLabel, safe_label_text
from vaultdesk.ui.widgets.layouts import FlowLayout, clear_layout, column_layout, row_layout
from vaultdesk.ui.widgets.menu import Menu
from vaultdesk.workspace import Workspace

_tr = translator("RuleDialog")

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
        self._punctuation = ""
        self.setProperty(CORNER_RADIUS, 4)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(f"{safe_label_text(name)}: {self.shown_text()}")
        self.clicked.connect(self.open)
        theme().changed.connect(self.update)

    def set_punctuation(self, punctuation: str) -> None:
        """Append *punctuation*, a full stop or comma, which must not start a line."""
        self._punctuation = punctuation
        self.updateGeometry()
        self.update()

    def value(self) -> str:
        return self._value

    def shown_text(self) -> str:
        """Return the text in the sentence."""
        return next((safe_label_text(text) for value, text in self._options if value == self._value), self._value)

    def sentence(self) -> str:
        """Return the text in the sentence with its punctuation."""
        return self.shown_text() + self._punctuation

    def open(self) -> Menu:
        """Open the menu below the text."""
        menu = Menu(self._name, self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for value, text in self._options:
            menu.add(text, partial(self._choose, value), checked=value == self._value)
        menu.popup(self.mapToGlobal(QPoint(0, self.height() + theme().px(4))))
        return menu

    def sizeHint(self) -> QSize:
        px = theme().px
        width = theme().metrics("strong").horizontalAdvance(self.shown_text()) + 1
        return QSize(
            width + 2 * px(LINK_PADDING) + px(CHEVRON_GAP) + px(CHEVRON_SIZE) + self._punctuation_width(),
            px(SENTENCE_LINE_HEIGHT),
        )

    def paintEvent(self, _event: QPaintEvent) -> None:
        values, painter = theme(), QPainter(self)
        mirror_painting(painter, self.rect())
        role = "disabled" if not self.isEnabled() else "accent_hover" if self.underMouse() else "accent"
        side, left = values.px(CHEVRON_SIZE), values.px(LINK_PADDING)
        painter.setFont(values.font("strong"))
        painter.setPen(values.color(role))
        end = self.width() - self._punctuation_width()
        right = end - side - left
        text_rect = QRect(left, 0, right - values.px(CHEVRON_GAP) - left + 1, self.height())
        text = painter.fontMetrics().elidedText(self.shown_text(), Qt.TextElideMode.ElideRight, text_rect.width())
        draw_upright_text(painter, text_rect, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), text)
        chevron(painter, QRectF(right, (self.height() - side) / 2, side, side), values.color(role), "down")
        painter.fillRect(0, self.height() - 1, end, 1, values.color("control"))
        painter.setFont(values.font("interface"))
        painter.setPen(values.color("text"))
        punctuation_rect = QRect(end + 1, 0, self._punctuation_width(), self.height())
        draw_upright_text(
            painter,
            punctuation_rect,
            int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft),
            self._punctuation,
        )

    def _punctuation_width(self) -> int:
        return theme().metrics("interface").horizontalAdvance(self._punctuation) + 2 if self._punctuation else 0

    def _choose(self, value: str) -> None:
        if value != self._value:
            self.chosen.emit(value)


WORD_SPACING = 4
"""Design pixels between two words of a sentence."""


class StrongText(Struct, frozen=True):
    """Emphasized part of a sentence."""

    text: str


SentencePart = str | StrongText | MenuLink
"""A part of a sentence."""


class SentenceRow(QWidget):
    """Row with a sentence. Without changeable parts it is one label, otherwise each word is a separate widget."""

    def __init__(
        self,
        icon: str,
        parts: Sequence[SentencePart],
        remark: str = "",
        links: Sequence[QWidget] = (),
        parent: QWidget | None = None,
    ) -> None:
        """*links* are the actions at the right."""
        super().__init__(parent)
        px = theme().px
        self._parts = _with_joined_punctuation(parts)
        self.setAccessibleName(self.text())
        row = row_layout(self, 14, margins=(18, 11, 16, 11))
        glyph = Glyph(icon, "text2")
        glyph.setFixedHeight(px(SENTENCE_LINE_HEIGHT))
        row.addWidget(glyph, 0, Qt.AlignmentFlag.AlignTop)
        column = column_layout(spacing=2)
        column.addWidget(self._create_text())
        if remark:
            column.addWidget(PlainLabel(remark, role="muted", font="small", wrap=True))
        row.addLayout(column, 1)
        for link in links:
            row.addWidget(link, 0, Qt.AlignmentFlag.AlignTop)

    def text(self) -> str:
        """Return the sentence for screen readers."""
        texts = [part.sentence() if isinstance(part, MenuLink) else _text(part) for part in self._parts]
        return joined_words(*texts)

    def _create_text(self) -> QWidget:
        if all(isinstance(part, str) for part in self._parts):
            label = PlainLabel(self.text(), wrap=True)
            # The first line is level with the icon, with or without a second one.
            margin = max(0, theme().px(SENTENCE_LINE_HEIGHT) - theme().metrics("interface").height()) // 2
            label.setContentsMargins(0, margin, 0, margin)
            return label
        host = QWidget()
        flow = FlowLayout(host, theme().px(WORD_SPACING))
        for part in self._parts:
            if isinstance(part, MenuLink):
                flow.addWidget(part)
                continue
            for word in _text(part).split():
                label = PlainLabel(word, font="strong" if isinstance(part, StrongText) else "interface")
                label.setFixedHeight(theme().px(SENTENCE_LINE_HEIGHT))
                flow.addWidget(label)
        return host


def _with_joined_punctuation(parts: Sequence[SentencePart]) -> tuple[SentencePart, ...]:
    """Return *parts* with each full stop and comma attached to the preceding word: none may start a line."""
    joined: list[SentencePart] = []
    for part in parts:
        previous = joined[-1] if joined else None
        if not isinstance(part, str) or part not in (".", ",") or previous is None:
            joined.append(part)
        elif isinstance(previous, MenuLink):
            previous.set_punctuation(_ending(previous.sentence(), part))
        else:
            text = _text(previous)
            text += _ending(text, part)
            joined[-1] = StrongText(text) if isinstance(previous, StrongText) else text
    return tuple(joined)


def _ending(text: str, mark: str) -> str:
    """Return *mark* as written after *text*: the full stop depends on the script."""
    return with_full_stop(text)[-1] if mark == "." else mark


def _text(part: str | StrongText) -> str:
    return part.text if isinstance(part, StrongText) else part


R = TypeVar("R", PermissionRule, PrivacyRule)

MAX_RULE_VALUE = 120
"""Maximum number of characters of a name or value in a sentence."""


def raw_rule_text(rule: PermissionRule | PrivacyRule) -> str:
    """Return an unreadable rule as written in the settings file."""
    fields = rule.model_dump(exclude_unset=True)
    return ", ".join(
        f"{sanitize_line(str(name), 40)} = {sanitize_line(str(value), MAX_RULE_VALUE)}"
        for name, value in fields.items()
    )


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
        return self._rules_in(self._writer.store.settings)

    def add(self, rule: R) -> bool:
        """Add *rule*; return False if that cannot be saved."""
        return self.change(lambda rules: (*rules, rule))

    def replace(self, old: R, new: R) -> bool:
        return self.change(lambda rules: tuple(new if rule == old else rule for rule in rules))

    def remove(self, index: int, text: str) -> bool:
        """Remove the rule at *index*, show *text* and offer Undo."""
        rules = self.all()
        if not 0 <= index < len(rules):
            return False
        removed = rules[index]

        def without(current: Sequence[R]) -> tuple[R, ...]:
            if index < len(current) and current[index] == removed:
                current_index = index
            else:
                current_index = list(current).index(removed) if removed in current else -1
            return tuple(rule for number, rule in enumerate(current) if number != current_index)

        if not self.change(without):
            return False
        self._undo.offer(text, lambda: self.change(lambda current: (*current[:index], removed, *current[index:])))
        return True

    def change(self, change: Callable[[tuple[R, ...]], Sequence[R]]) -> bool:
        """Apply *change* to the list in the file; return False if that cannot be saved."""

        def changed(settings: Settings) -> Settings:
            return settings.with_vault(self._root, **{self._field: tuple(change(self._rules_in(settings)))})

        return self._writer.save(changed)

    def _rules_in(self, settings: Settings) -> tuple[R, ...]:
        rules: tuple[R, ...] = getattr(settings.vault_settings(self._root), self._field)
        return rules


class RuleRow(Struct, frozen=True):
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

    def __init__(self, empty: str, parent: QWidget | None = None) -> None:
        """*empty* is the sentence shown without rules."""
        super().__init__(padding=0, parent=parent)
        self._empty = empty
        self._rows: tuple[RuleRow, ...] | None = None
        self.buttons: list[LinkButton] = []
        """The remove buttons, in order."""
        self.edit_buttons: list[LinkButton] = []
        self.content.setSpacing(0)

    def show_rows(self, rows: Sequence[RuleRow]) -> None:
        """Show *rows*; the focus keeps its index."""
        if tuple(rows) == self._rows:
            return
        focused = next((index for index, button in enumerate(self.buttons) if button.hasFocus()), None)
        self._rows = tuple(rows)
        clear_layout(self.content)
        self.buttons, self.edit_buttons = [], []
        for index, row in enumerate(rows):
            if index:
                self.content.addWidget(SeparatorLine())
            self.content.addWidget(self._create_row(index, row))
        if not rows:
            label = PlainLabel(self._empty, role="muted", wrap=True)
            px = theme().px
            label.setContentsMargins(px(18), px(11), px(16), px(11))
            self.content.addWidget(label)
        if focused is not None and self.buttons:
            self.buttons[min(focused, len(self.buttons) - 1)].setFocus()

    def texts(self) -> list[str]:
        """Return the shown sentences."""
        return [row.text for row in self._rows or ()]

    def _create_row(self, index: int, row: RuleRow) -> QWidget:
        links: list[LinkButton] = []
        if not row.broken:
            edit = LinkButton(self.tr("Edit…"))
            edit.setAccessibleName(self.tr("Edit: {0}").format(row.text))
            edit.clicked.connect(partial(self._edit, index))
            self.edit_buttons.append(edit)
            links.append(edit)
        forget = LinkButton(self.tr("Remove"))
        forget.setAccessibleName(f"{forget.text()}: {row.text}")
        forget.clicked.connect(partial(self._request_removal, index))
        self.buttons.append(forget)
        return SentenceRow(row.icon, [row.text], row.remark, [*links, forget])

    def _edit(self, index: int, _checked: bool = False) -> None:
        self.edit_requested.emit(index)

    def _request_removal(self, index: int, _checked: bool = False) -> None:
        self.forget_requested.emit(index)


class RuleDialog(FormDialog, Generic[R]):
    """Base of the dialogs that create or change one rule: fields, and below them the rule as a sentence."""

    def __init__(self, explanation: str, parent: QWidget, *, is_new: bool) -> None:
        title = _tr("Add a rule") if is_new else _tr("Edit the rule")
        super().__init__(title, explanation, _tr("Add Rule") if is_new else _tr("Save"), parent)
        self._sentence = PlainLabel(font="strong", wrap=True)
        self._remark = PlainLabel(role="muted", font="small", wrap=True)
        self.done_button.setDefault(True)

    def rule(self) -> R:
        """Return the rule as currently selected."""
        raise NotImplementedError

    def add_fields(self, fields: Sequence[tuple[str, QWidget]]) -> list[PlainLabel]:
        """Lay out the titled *fields* above the sentence and return the labels."""
        px = theme().px
        grid = QGridLayout()
        grid.setHorizontalSpacing(px(16))
        grid.setVerticalSpacing(px(12))
        grid.setColumnStretch(1, 1)
        labels = [field_label(title) for title, _ in fields]
        for row, (label, (_, field)) in enumerate(zip(labels, fields, strict=True)):
            label.setBuddy(field)
            grid.addWidget(label, row, 0)
            grid.addWidget(field, row, 1)
        self.content.addLayout(grid)
        card = Card(background="sunken")
        card.content.setSpacing(px(4))
        card.content.addWidget(self._sentence)
        card.content.addWidget(self._remark)
        self.content.addWidget(card)
        return labels


class RuleEditor(QWidget, Generic[R]):
    """Base of the lists of one vault's rules, with the buttons to add, edit and remove rules."""

    changed = Signal()
    """The user changed the rules."""

    def __init__(self, workspace: Workspace, writer: SettingsWriter, field: RuleField, empty: str) -> None:
        """*empty* is the sentence shown without rules."""
        super().__init__()
        self.workspace = workspace
        self.writer = writer
        self.undo = UndoBanner()
        self.rules: StoredRules[R] = StoredRules(writer, workspace.vault.root, field, self.undo)
        self.list = RuleList(empty)
        self.add = PlainButton(self.tr("Add Rule…"), icon_name="plus")
        self.column = column_layout(self, 8)
        self.column.addWidget(self.undo)
        self.column.addWidget(self.list)
        self.column.addWidget(self.add, 0, Qt.AlignmentFlag.AlignLeft)
        self.add.clicked.connect(lambda: bridge.start(self.edit(None), owner=self))
        self.list.edit_requested.connect(lambda index: bridge.start(self.edit(index), owner=self))
        self.list.forget_requested.connect(self._remove)

    def create_row(self, rule: R, index: int) -> RuleRow:
        """Return the row of *rule*, which is at *index*."""
        raise NotImplementedError

    def create_dialog(self, rule: R | None, folders: Sequence[str]) -> RuleDialog[R]:
        """Return the dialog for *rule*, None for a new one; *folders* are those of the vault."""
        raise NotImplementedError

    def show_rules(self) -> None:
        """Show the current rules."""
        self.list.show_rows([self.create_row(rule, index) for index, rule in enumerate(self.rules.all())])

    async def edit(self, index: int | None) -> None:
        """Open the dialog for the rule at *index*, or for a new one."""
        rules = self.rules.all()
        old = rules[index] if index is not None and index < len(rules) else None
        try:
            folders = folders_of_notes(row.path for row in await self.workspace.searcher.tree())
        except VaultDeskError as error:
            folders = ()  # The folder can be typed nonetheless.
            self.writer.show_problem(translate_error(error))
        dialog = self.create_dialog(old, folders)
        if await bridge.is_accepted(dialog):
            if old is None:
                self.rules.add(dialog.rule())
            else:
                self.rules.replace(old, dialog.rule())
            self._show_changed()

    def unreadable_row(self, rule: R, text: str, problem: VaultDeskError | None) -> RuleRow:
        """Return the row of an unreadable *rule*: *text*, and the *problem* of the settings file or the raw entry."""
        raw_text = self.tr("In the settings file: {0}").format(raw_rule_text(rule))
        return RuleRow("warning", text, translate_error(problem) if problem is not None else raw_text, broken=True)

    def _remove(self, index: int) -> None:
        rules = self.rules.all()
        if index < len(rules):
            self.rules.remove(index, self.tr("Removed: {0}").format(self.create_row(rules[index], index).text))
        self._show_changed()
        # The focused button may have been deleted.
        if not self.list.buttons:
            self.add.setFocus()

    def _show_changed(self) -> None:
        self.show_rules()
        self.changed.emit()
