"""Keys sheet: every command with its keys, found by name or keys, changed and put back (UX, behaviour 3)."""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QKeySequence, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.ui.settings.change import Keeper
from vaultdesk.ui.settings.key_capture import KeyCapture
from vaultdesk.ui.settings.key_choices import (
    Chosen,
    command_text,
    keys_of,
    refusal,
    restored,
    shown_keys,
    taken_by,
    with_key,
)
from vaultdesk.ui.settings.sheet import Sheet
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import LinkButton, PlainButton
from vaultdesk.ui.widgets.frames import Card
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.lists.entry_list import EntryList, ListEntry
from vaultdesk.ui.widgets.lists.fuzzy_match import best_matches
from vaultdesk.ui.widgets.text_fields import SearchField
from vaultdesk.ui.window.actions import ACTIONS, Action

LIST_HEIGHT = 300
"""Least pixels of LOOK's drawings: the list scrolls by itself, so that what changes a row stays in sight."""


class KeysSheet(Sheet):
    """A list of commands; Enter on one waits for its new keys."""

    def __init__(self, store: SettingsStore, parent: QWidget | None = None) -> None:
        super().__init__(
            self.tr("Keyboard"), self.tr("Every command with its keys. Type a name, or press keys in the field."),
            parent=parent,
        )  # fmt: skip
        self._store = store
        self._keeper = Keeper(store, self.problem)
        self._asked: tuple[str, str] | None = None
        """A command and the keys it would take from another, until that is answered."""
        self.search = SearchField(self.tr("Find a command"), self.tr("A command’s name, or its keys"))
        self.list = EntryList(self.tr("Commands and their keys"), takes_keyboard=True)
        self.capture = KeyCapture(self.tr("New keys"))
        self.change = PlainButton(self.tr("Change Keys"))
        self.restore = LinkButton(self.tr("Restore"))
        self.restore_all = LinkButton(self.tr("Restore all"))
        self.said = PlainLabel(role="muted", font="small", wrap=True)
        self.give = LinkButton(self.tr("Take them"))
        self._lay_out()
        self.search.textChanged.connect(lambda _text: self._fill())
        self.list.chosen.connect(lambda _key: self._begin())
        self.list.current_changed.connect(self._renew_foot)
        self.change.clicked.connect(self._begin)
        self.capture.captured.connect(self._take)
        self.capture.given_up.connect(self._end)
        self.restore.clicked.connect(self._restore)
        self.restore_all.clicked.connect(lambda: self._keep({}))
        self.give.clicked.connect(self._give)
        self._end()
        self._fill()

    def refresh(self, settings: Settings) -> None:
        """Show what holds now."""
        self._fill()

    def words(self) -> str:
        """Return all that stands on the page, for the search: of the list too, which holds no labels."""
        return "\n".join([super().words(), *(command_text(row.id) for row in ACTIONS)])

    def show_command(self, name: str) -> None:
        """Go to the command *name*, ready for other keys."""
        self.search.clear()
        self.list.go_to(name)
        self._begin()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the list all the height there is."""
        super().resizeEvent(event)
        page = self.widget()
        layout = page.layout() if page is not None else None
        if layout is not None:
            others = layout.totalHeightForWidth(self.viewport().width()) - self.list.height()
            self.list.setFixedHeight(max(theme().step(LIST_HEIGHT), self.viewport().height() - others))

    @property
    def _chosen(self) -> Chosen:
        return self._store.settings.keys

    def _lay_out(self) -> None:
        step = theme().step
        self.content.addWidget(self.search)
        card = Card(padding=0)
        self.list.setFixedHeight(step(LIST_HEIGHT))
        card.content.addWidget(self.list)
        self.content.addWidget(card)
        row = QHBoxLayout()
        row.setSpacing(step(12))
        for widget in (self.change, self.capture, self.restore):
            row.addWidget(widget)
        row.addStretch(1)
        row.addWidget(self.restore_all)
        self.content.addLayout(row)
        said = QHBoxLayout()
        said.setSpacing(step(12))
        said.addWidget(self.said, 1)
        said.addWidget(self.give, 0, Qt.AlignmentFlag.AlignTop)
        self.content.addLayout(said)

    def _fill(self) -> None:
        current = self.list.current()
        rows = [self._entry(row) for row in ACTIONS]
        typed = self.search.text().strip()
        if typed:
            fit = {entry.key: None for entry in rows if typed.casefold() in entry.right.casefold()}
            fit |= {entry.key: None for entry in best_matches(typed, rows, lambda entry: entry.title, len(rows))}
            by_key = {entry.key: entry for entry in rows}
            shown: Sequence[ListEntry] = [by_key[key] for key in fit]
        else:
            shown = grouped(rows)
        self.list.show_entries(shown, None, current.key if current is not None else None)
        self._renew_foot()

    def _entry(self, row: Action) -> ListEntry:
        changed = self.tr("changed") if row.id in self._chosen else ""
        keys = shown_keys(keys_of(row.id, self._chosen))
        right = f"{changed}   {keys}" if changed and keys else keys or changed
        return ListEntry(row.id, command_text(row.id), icon=row.icon, right=right)

    def _renew_foot(self) -> None:
        current = self.list.current()
        self.change.setEnabled(current is not None)
        self.restore.setVisible(current is not None and current.key in self._chosen)
        self.restore_all.setVisible(bool(self._chosen))

    def _begin(self) -> None:
        current = self.list.current()
        if current is None:
            return
        self.change.hide()
        self.capture.clear()
        self.capture.show()
        self.capture.setFocus()
        self._say(self.tr("Press the new keys of “{0}”. Backspace: none. Esc: as they were.").format(current.title))

    def _end(self) -> None:
        held = self.capture.hasFocus()
        self.capture.hide()
        self.change.show()
        self.give.hide()
        if self._asked is None:
            self._say("")
        if held:
            self.list.setFocus()

    def _take(self, key: str) -> None:
        current = self.list.current()
        if current is None:
            return
        self.capture.show_keys(key)
        if wrong := refusal(key):
            self._say(wrong)
            return
        other = taken_by(current.key, key, self._chosen) if key else None
        if other is None:
            self._keep(with_key(current.key, key, self._chosen))
            self._end()
            return
        self._asked = (current.key, key)
        keys = QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)
        self._say(self.tr("{0} is “{1}” now, which would have no keys.").format(keys, command_text(other)))
        self.give.show()
        self.give.setFocus()

    def _give(self) -> None:
        asked, self._asked = self._asked, None
        if asked is not None:
            self._keep(with_key(*asked, self._chosen))
        self._end()
        self.list.setFocus()

    def _restore(self) -> None:
        current = self.list.current()
        if current is not None:
            self._keep(restored(current.key, self._chosen))

    def _keep(self, keys: dict[str, tuple[str, ...]]) -> None:
        self._keeper.keep(lambda settings: settings.model_copy(update={"keys": keys}))
        self._fill()

    def _say(self, words: str) -> None:
        self.said.setText(words)


def grouped(rows: Sequence[ListEntry]) -> list[ListEntry]:
    """Return *rows* with the names of their groups over them."""
    titles = group_titles()
    entries: list[ListEntry] = []
    group = ""
    for row, entry in zip(ACTIONS, rows, strict=True):
        if row.group != group:
            group = row.group
            entries.append(ListEntry("", titles[group], heading=True))
        entries.append(entry)
    return entries


def group_titles() -> dict[str, str]:
    """Return what the groups of commands are called."""
    return {
        "note": _tr("Note"),
        "vault": _tr("Vault"),
        "find": _tr("Find"),
        "chat": _tr("Chat"),
        "privacy": _tr("Privacy"),
        "tools": _tr("Tools"),
        "window": _tr("Window"),
    }


def _tr(text: str) -> str:
    return QCoreApplication.translate("KeysSheet", text)
