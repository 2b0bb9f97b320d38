"""List of rules as sentences, and the rules of one vault in the settings with undo."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Generic, Literal, TypeVar

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from vaultdesk.core.settings.settings_schema import PermissionRule, PrivacyRule
from vaultdesk.core.settings.settings_store import Settings
from vaultdesk.ui.settings.sentence_row import SentenceRow
from vaultdesk.ui.settings.sheet import SettingsWriter, UndoBanner
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import LinkButton
from vaultdesk.ui.widgets.frames import Card, SeparatorLine
from vaultdesk.ui.widgets.labels import PlainLabel

R = TypeVar("R", PermissionRule, PrivacyRule)

RuleField = Literal["rules", "privacy"]
"""Which list in the settings."""


class StoredRules(Generic[R]):
    """Adds, replaces and removes rules; if the file was changed meanwhile, a rule is found by its value."""

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
