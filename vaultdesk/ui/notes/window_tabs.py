"""Tabs of a vault in its window: commands, menu, and the open tabs saved for the next start."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtWidgets import QMenu, QWidget

from vaultdesk.ui.notes.note_area import NoteArea
from vaultdesk.ui.notes.note_page import NotePage
from vaultdesk.ui.notes.tab_session import restore_tabs, tabs_to_save
from vaultdesk.ui.widgets.empty_state import NextStep
from vaultdesk.ui.widgets.menu import Menu, literal_menu_text
from vaultdesk.ui.window.actions import Actions
from vaultdesk.ui.window.main_window import MainWindow
from vaultdesk.ui.window.window_state import SavedTabs
from vaultdesk.vault.vault import Vault

TAB_COMMANDS = ("next-tab", "previous-tab", "reopen-tab", "split-right", "split-down", "other-side")

FileMenu = Callable[[str, QWidget], QMenu]
"""Returns the menu of actions for the file at a path."""


class WindowTabs(QObject):
    """Connects the tabs of one vault with the window."""

    def __init__(self, window: MainWindow, vault: Vault, key: str, area: NoteArea, parent: QObject) -> None:
        """*key* identifies the vault in the window's state."""
        super().__init__(parent)
        self._window, self._vault, self._key, self._area = window, vault, key, area
        # Nothing is saved until the tabs of the last session are restored.
        self._restoring = True
        self.file_menu: FileMenu | None = None
        """Entries added to a tab's menu."""
        commands, tabs = window.commands, area.commands
        commands.bind("next-tab", tabs.next_tab)
        commands.bind("previous-tab", tabs.previous_tab)
        commands.bind("reopen-tab", tabs.reopen)
        commands.bind("split-right", tabs.split_right)
        commands.bind("split-down", tabs.split_down)
        commands.bind("other-side", area.split_view.focus_other_side)
        area.menu_requested.connect(self._open_menu)
        area.tabs_changed.connect(self._update_commands)
        window.saving_state.connect(self.save_tabs)
        area.tabs_changed.connect(window.save_soon)
        area.page_made.connect(self._follow_page)
        commands["toggle-edit"].triggered.connect(window.save_soon)
        commands.keys_changed.connect(self.update_next_steps)
        self.update_next_steps()
        self._update_commands()

    async def restore(self) -> bool:
        """Open the tabs of the last session; return False if there are none."""
        kept = self._window.state.tabs.get(self._key, SavedTabs())
        try:
            return await restore_tabs(self._area, self._vault, kept)
        finally:
            self._restoring = False

    def save_tabs(self) -> None:
        """Save which tabs are open, for the next start."""
        if self._restoring:
            return
        others = {key: tabs for key, tabs in self._window.state.tabs.items() if key != self._key}
        self._window.state = replace(self._window.state, tabs={**others, self._key: tabs_to_save(self._area)})

    def close(self) -> None:
        """Save the tabs a last time and unbind the commands."""
        self.save_tabs()
        self._window.saving_state.disconnect(self.save_tabs)
        self._window.commands["toggle-edit"].triggered.disconnect(self._window.save_soon)
        self._window.commands.keys_changed.disconnect(self.update_next_steps)
        self._window.commands.unbind(*TAB_COMMANDS)

    def _follow_page(self, page: object) -> None:
        if isinstance(page, NotePage):
            page.crumbs.edit_toggled.connect(self._window.save_soon)

    def _update_commands(self) -> None:
        """Enable the commands that are possible now."""
        commands, group = self._window.commands, self._area.split_view.group
        for name in ("next-tab", "previous-tab"):
            commands[name].setEnabled(len(group.widgets) > 1)
        commands["other-side"].setEnabled(self._area.split_view.other is not None)
        commands["reopen-tab"].setEnabled(self._area.closed_tabs.last is not None)

    def update_next_steps(self) -> None:
        """Update the actions, with their shortcuts, that are offered while no note is open."""
        self._area.offer(self._steps)

    def _steps(self) -> Sequence[NextStep]:
        commands = self._window.commands
        closed = self._area.closed_tabs.last
        words = {
            "jump": self.tr("Open a note…"),
            "new-note": self.tr("New note"),
            "daily-note": self.tr("Today’s note"),
        }
        if closed is not None:
            name = closed.path.rpartition("/")[2].removesuffix(".md")
            words["reopen-tab"] = literal_menu_text(self.tr("Reopen {name}").format(name=_short(name)))
        return [
            NextStep(text, commands[name].trigger, kind="link", keys=commands.keys(name))
            for name, text in words.items()
            if name == "reopen-tab" or commands[name].isEnabled()
        ]

    def _open_menu(self, page: QWidget, at: QPoint) -> None:
        """Open the menu of the tab of *page*, with the actions for its file and for the tab."""
        path = getattr(page, "path", "")
        if self.file_menu is not None and isinstance(path, str) and path:
            menu = self.file_menu(path, self._area)
            menu.addSeparator()
        else:
            menu = Menu(self.tr("Tab"), self._area)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        extra = menu if isinstance(menu, Menu) else Menu(self.tr("Tab"), menu)
        self._fill(extra, page)
        if extra is not menu:
            for action in extra.actions():
                menu.addAction(action)
        menu.popup(at)

    def _fill(self, menu: Menu, page: QWidget) -> None:
        area, commands, do = self._area, self._window.commands, self._area.commands
        group = area.split_view.group_of(page)
        number, count = group.number_of(page), len(group.widgets)
        single = self.tr("There is no other tab.") if count < 2 else ""
        menu.add(self.tr("Close"), lambda: area.close_tab(page), icon_name="close", keys=commands.keys("close-tab"))
        menu.add(self.tr("Close the others"), lambda: do.close_others(page), disabled_reason=single)
        last = self.tr("There is none.") if number == count - 1 else ""
        menu.add(self.tr("Close those to the right"), lambda: do.close_to_the_right(page), disabled_reason=last)
        menu.add(self.tr("Pinned"), lambda: do.pin(page), checked=group.tabs.is_pinned(number))
        menu.addSeparator()
        if isinstance(page, NotePage):
            split = self._split_first(page, commands)
            menu.add(self.tr("Split to the right"), lambda: split("split-right"), keys=commands.keys("split-right"))
            menu.add(self.tr("Split downwards"), lambda: split("split-down"), keys=commands.keys("split-down"))
        if count > 1 or area.split_view.other is not None:
            menu.add(self.tr("Move to the other side"), lambda: do.move_to_other_side(page), icon_name="tab-right")

    def _split_first(self, page: NotePage, commands: Actions) -> Callable[[str], None]:
        def split(name: str) -> None:
            self._area.choose(page)
            commands[name].trigger()

        return split


def _short(name: str) -> str:
    return name if len(name) <= 24 else f"{name[:23]}…"
