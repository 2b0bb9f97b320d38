"""Command palette: all commands of the window and the vault's quick commands, found by typing."""

from collections.abc import Callable, Sequence

import shiboken6
from msgspec import Struct
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from vaultdesk.agent.instructions.quick_commands import QuickCommand
from vaultdesk.core.values import replace
from vaultdesk.index.search.name_search import NameSpans, find_name_spans, find_scattered, find_word_spans
from vaultdesk.index.text_folding import fold_to_base
from vaultdesk.tools.text_sanitizer import sanitize_text
from vaultdesk.ui.chat.composer.completion import COMMAND_KEY
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.settings.shortcuts_sheet import group_titles
from vaultdesk.ui.translation import translator
from vaultdesk.ui.widgets.lists.list_row import ListRow
from vaultdesk.ui.widgets.lists.matched_text import best_matches
from vaultdesk.ui.widgets.lists.quick_open_popup import QuickOpenHint, QuickOpenPopup, QuickOpenTexts
from vaultdesk.ui.window.main_window import MainWindow

_tr = translator("CommandPalette")


class PalettePopup(QuickOpenPopup):
    """Emits the chosen command without running it."""

    chosen = Signal(str)
    """The key of a row."""
    keys_requested = Signal(str)
    """Request to change the shortcut of the row's command."""

    def __init__(self, window: QWidget, top: int) -> None:
        """It is centered in *window*, *top* pixels below its edge."""
        hints = (
            QuickOpenHint("↑↓", self.tr("choose"), essential=False), QuickOpenHint("Enter", self.tr("run")),
            QuickOpenHint("Tab", self.tr("change shortcut")), QuickOpenHint("Esc", self.tr("close")),
        )  # fmt: skip
        find = self.tr("Find a command")
        text = QuickOpenTexts(
            self.tr("Commands"), find, self.tr("Find a command…"), find, self.tr("No matches."), hints
        )
        super().__init__(window, top, text)
        self.field.tabbed.connect(self._change_keys)

    def activate(self, row: ListRow | None, modifiers: Qt.KeyboardModifier) -> None:
        """Close, and emit the chosen command."""
        if row is not None:
            self.close()
            self.chosen.emit(row.key)

    def _change_keys(self) -> None:
        row = self.list.current()
        if row is not None:
            self.keys_requested.emit(row.key)


MAX_ROWS = 200
"""Maximum number of rows: quick commands are notes, and their number is unlimited."""


class PaletteCommand(Struct, frozen=True):
    """A command in the palette."""

    key: str
    name: str
    group: str
    """Its category, as text."""
    icon: str
    keys: str = ""
    """Its shortcut in this system's notation."""
    about: str = ""
    """Additional tooltip and accessible text."""
    other_words: str = ""
    """Names in other programs, separated by spaces, by which it is also found."""


def other_words() -> dict[str, str]:
    """Return the alternative names of commands, by command name."""
    sidebar, network = _tr("sidebar panel"), _tr("graph network map")
    return {
        "graph": network,
        "local-graph": network,
        "links": _tr("backlinks outgoing incoming"),
        "delete-note": _tr("delete remove trash"),
        "left-pane": sidebar,
        "right-pane": sidebar,
        "settings": _tr("preferences options models"),
        "activity": _tr("history versions log"),
        "chats": _tr("history conversations"),
        "copy-chat": _tr("export"),
        "toggle-edit": _tr("preview source mode"),
        "theme": _tr("dark night colors"),
        "move-note": _tr("relocate"),
        "outline": _tr("headings contents"),
        "replace": _tr("substitute"),
        "search-vault": _tr("find"),
    }


def palette_rows(typed: str, commands: Sequence[PaletteCommand], recent: Sequence[str]) -> list[ListRow]:
    """Return the rows that match *typed*, the best first; without text all, the *recent* ones first."""
    if typed.strip():
        # The name has priority over the category: "note" first finds commands with it in their name.
        by_name = best_matches(typed, commands, lambda command: command.name, MAX_ROWS)
        by_both = best_matches(typed, commands, lambda command: f"{command.name} {command.group}", MAX_ROWS)
        found = dict.fromkeys([*by_name, *by_both])
        # Scattered matches are not highlighted, so such rows would appear without a visible reason.
        rows = [row for row in (_row(command, typed) for command in found) if row.title_marks or row.detail_marks]
        shown = {row.key for row in rows}
        others = ((command, _matching_other_word(command, typed)) for command in commands if command.key not in shown)
        rows += [_row_by_other_word(command, word) for command, word in others if word]
        return rows[:MAX_ROWS]
    by_key = {command.key: command for command in commands}
    recent_rows = [_row(by_key.pop(key)) for key in recent if key in by_key]
    other_rows = [_row(command) for command in by_key.values()][: MAX_ROWS - len(recent_rows)]
    if not recent_rows:
        return other_rows
    return [_heading("used", _tr("Recently used")), *recent_rows, _heading("all", _tr("All commands")), *other_rows]


def palette_count_text(rows: Sequence[ListRow], commands: Sequence[PaletteCommand]) -> str:
    """Return a text with the number of offered commands of all."""
    shown = sum(not row.heading for row in rows)
    return _tr("{some} of {total}").format(some=format_number(shown), total=format_number(len(commands)))


def _row(command: PaletteCommand, typed: str = "") -> ListRow:
    row = ListRow(
        command.key, command.name, command.group, icon=command.icon, keys=command.keys, description=command.about
    )
    return (
        replace(row, title_marks=_match_spans(command.name, typed), detail_marks=_match_spans(command.group, typed))
        if typed
        else row
    )


def _matching_other_word(command: PaletteCommand, typed: str) -> str:
    """Return the alternative name of a command that begins with the typed text; empty if none does."""
    query = fold_to_base(typed).strip()
    return next((word for word in command.other_words.split() if fold_to_base(word).startswith(query)), "")


def _row_by_other_word(command: PaletteCommand, word: str) -> ListRow:
    detail = _tr("also “{word}”").format(word=word)
    return replace(_row(command), detail=detail, detail_marks=_match_spans(detail, word))


def _heading(name: str, title: str) -> ListRow:
    return ListRow(f"heading {name}", title, heading=True, selectable=False)


def _match_spans(text: str, typed: str) -> NameSpans:
    """Return the ranges of the typed text in *text*."""
    words = tuple(fold_to_base(typed).split())
    found = find_name_spans(text, " ".join(words)) or find_word_spans(text, words)
    return found or find_scattered(text, "".join(words))


# (vaultdesk/ui/app/README.md, "Command palette") Disabled commands are not offered; the most recently used ones are
# first, also after a restart.

PALETTE_COMMAND = "palette"
"""The command that opens the palette, which is not offered in it."""

MAX_RECENT = 5
"""Number of recent commands shown first while nothing is typed."""


class CommandPalette(QObject):
    """Created and closed with the views of a vault."""

    def __init__(
        self,
        window: MainWindow,
        quick: Callable[[], Sequence[QuickCommand]],
        use: Callable[[QuickCommand], object],
    ) -> None:
        """*quick* returns the vault's commands; *use* runs the chosen one."""
        super().__init__(window)
        self._window = window
        self._quick = quick
        self._use = use
        self.popup: PalettePopup | None = None
        """The list, while it is open."""
        window.commands.bind(PALETTE_COMMAND, self.open)

    def close(self) -> None:
        """Close the list."""
        if self.popup is not None:
            self.popup.close()
        self.deleteLater()

    def open(self) -> None:
        """Open the list with the focus in its field; close it if it is open."""
        if self.popup is not None:
            self.popup.close()
            return
        popup = PalettePopup(self._window, self._window.popup_top())
        popup.close_with(self._window.commands[PALETTE_COMMAND].shortcuts())
        popup.typed.connect(self._offer)
        popup.chosen.connect(self._run)
        popup.keys_requested.connect(self._change_keys)
        popup.destroyed.connect(self._closed)
        self.popup = popup
        popup.open()

    def _closed(self) -> None:
        if self.popup is not None and not shiboken6.isValid(self.popup):
            self.popup = None

    def _offer(self, typed: str) -> None:
        if self.popup is not None:
            titles, alternative_names = group_titles(), other_words()
            offered = filter(_is_offered, self._window.commands)
            commands = [self._window_command(action, titles, alternative_names) for action in offered]
            commands += [self._vault_command(command) for command in self._quick()]
            rows = palette_rows(typed, commands, self._window.state.commands[:MAX_RECENT])
            self.popup.show_rows(typed, rows, palette_count_text(rows, commands) if typed.strip() else "")

    def _window_command(
        self, action: QAction, titles: dict[str, str], alternative_names: dict[str, str]
    ) -> PaletteCommand:
        name = action.objectName()
        row = self._window.commands.row(name)
        keys = self._window.commands.keys(name)
        return PaletteCommand(
            name, action.text(), titles[row.group], row.icon, keys, other_words=alternative_names.get(name, "")
        )

    def _vault_command(self, command: QuickCommand) -> PaletteCommand:
        about = sanitize_text(command.description) or self.tr(
            "A quick command of this vault. It is inserted into the question."
        )
        key = f"{COMMAND_KEY}{command.path}"
        return PaletteCommand(key, sanitize_text(command.name), self.tr("Quick command"), "bolt", about=about)

    def _change_keys(self, key: str) -> None:
        if key.startswith(COMMAND_KEY) or self.popup is None:
            return  # a quick command is a note, and has no shortcut
        self.popup.close()
        from vaultdesk.ui.app.vault_window.preferences import show_shortcuts  # large imports, not needed at the start

        show_shortcuts(self._window, key)

    def _run(self, key: str) -> None:
        self._remember(key)
        if not key.startswith(COMMAND_KEY):
            self._window.commands[key].trigger()
            return
        path = key.removeprefix(COMMAND_KEY)
        chosen = next((command for command in self._quick() if command.path == path), None)
        if chosen is None:
            self._window.notify(self.tr("This command no longer exists."))
        else:
            self._use(chosen)

    def _remember(self, key: str) -> None:
        state = self._window.state
        used = (key, *(other for other in state.commands if other != key))
        self._window.state = replace(state, commands=used[:MAX_RECENT])


def _is_offered(action: QAction) -> bool:
    return action.isEnabled() and action.objectName() != PALETTE_COMMAND
