"""Notes of a vault in its window: commands, menu of the tabs, and the tabs saved and restored at the next start."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtWidgets import QMenu, QWidget

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.values import replace
from vaultdesk.ui.bridge import start
from vaultdesk.ui.notes.note_area import NoteArea
from vaultdesk.ui.notes.note_page import NotePage
from vaultdesk.ui.notes.split_view import LazyTab, TabGroup
from vaultdesk.ui.widgets.accessibility import announce
from vaultdesk.ui.widgets.empty_state import NextStep
from vaultdesk.ui.widgets.menu import Menu, literal_menu_text
from vaultdesk.ui.window.actions import Actions
from vaultdesk.ui.window.main_window import MainWindow
from vaultdesk.ui.window.window_state import SavedTab, SavedTabGroup, SavedTabs
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.vault import Vault

FileMenu = Callable[[str, QWidget], QMenu]
"""Returns the menu of actions for the file at a path."""


class WindowTabs(QObject):
    """Connects the notes of one vault and their tabs with the window."""

    tag_requested = Signal(str)
    """A tag (with `#`) was clicked in the properties of a note."""

    def __init__(self, window: MainWindow, vault: Vault, key: str, area: NoteArea, parent: QObject) -> None:
        """*key* identifies the vault in the window's state."""
        super().__init__(parent)
        self._window, self._vault, self._key, self._area = window, vault, key, area
        # Nothing is saved until the tabs of the last session are restored.
        self._restoring = True
        self.file_menu: FileMenu | None = None
        """Entries added to a tab's menu."""
        self._bind_area()
        self._bind_page()
        commands = window.commands
        area.new_note_requested.connect(self.new_note)
        area.jump_requested.connect(lambda: commands["jump"].trigger())
        area.all_saved.connect(lambda: window.problems.clear("unsaved"))
        area.history_changed.connect(self._history_changed)
        area.menu_requested.connect(self._open_menu)
        area.tabs_changed.connect(self._update_commands)
        window.saving_state.connect(self.save_tabs)
        area.tabs_changed.connect(window.save_soon)
        area.page_made.connect(self._follow_page)
        commands["toggle-edit"].triggered.connect(window.save_soon)
        commands.keys_changed.connect(self.update_next_steps)
        self.update_next_steps()
        self._update_commands()
        self._history_changed(False, False)

    def new_note(self) -> None:
        """Create a note and show it."""
        self._window.show_pane("note")
        start(self._area.create_note(), self)

    async def restore(self) -> bool:
        """Open the tabs of the last session; return False if there are none."""
        saved = self._window.state.tabs.get(self._key, SavedTabs())
        try:
            return await restore_tabs(self._area, self._vault, saved)
        finally:
            self._restoring = False

    def save_tabs(self) -> None:
        """Save which tabs are open, for the next start."""
        if self._restoring:
            return
        others = {key: tabs for key, tabs in self._window.state.tabs.items() if key != self._key}
        self._window.state = replace(self._window.state, tabs={**others, self._key: tabs_to_save(self._area)})

    def close(self) -> None:
        """Save the tabs a last time."""
        self.save_tabs()
        self._window.saving_state.disconnect(self.save_tabs)
        self._window.commands["toggle-edit"].triggered.disconnect(self._window.save_soon)
        self._window.commands.keys_changed.disconnect(self.update_next_steps)

    def _bind_area(self) -> None:
        """Bind the commands of the tabs."""
        area, tabs, bind = self._area, self._area.commands, self._window.commands.bind
        bind("new-note", self.new_note)
        bind("close-tab", area.close_current)
        bind("toggle-edit", area.toggle_edit)
        bind("back", area.back)
        bind("forward", area.forward)
        bind("next-tab", tabs.next_tab)
        bind("previous-tab", tabs.previous_tab)
        bind("reopen-tab", tabs.reopen)
        bind("split-right", tabs.split_right)
        bind("split-down", tabs.split_down)
        bind("other-side", area.split_view.focus_other_side)
        bind("save", lambda: start(self._save(), self))
        bind("outline", self._show_outline)

    def _bind_page(self) -> None:
        """Bind the commands of the shown note."""
        handlers: dict[str, Callable[[NotePage], object]] = {
            "find": lambda page: page.editor_controller.finding.begin(),
            "find-next": lambda page: page.editor_controller.finding.step(1),
            "find-previous": lambda page: page.editor_controller.finding.step(-1),
            "replace": self._replace,
            "follow-link": lambda page: page.editing and page.editor.follow_link(),
            "add-property": self._add_property,
        }
        for name, handler in handlers.items():
            self._window.commands.bind(name, partial(self._on_page, handler))

    def _on_page(self, handler: Callable[[NotePage], object]) -> None:
        page = self._area.current_page
        if page is not None and page.text is not None:
            handler(page)

    def _replace(self, page: NotePage) -> None:
        if not page.editing:
            page.toggle_edit()
        page.editor_controller.finding.begin(replace=True)

    def _add_property(self, page: NotePage) -> None:
        if page.editing:
            page.toggle_edit()
        page.reader.head.add()
        page.reader.verticalScrollBar().setValue(0)

    def _show_outline(self) -> None:
        page = self._area.current_page
        if page is not None and page.path:
            self._window.show_pane("note")
            page.related_panel.open_outline()
        else:
            self._window.notify(self.tr("Open a note to see its headings."))

    async def _save(self) -> None:
        """Save everything and confirm it, because nothing else would show it."""
        page = self._area.current_page
        if await self._area.save_now() and page is not None:
            text = self.tr("Saved")
            page.breadcrumbs.confirm(text)
            announce(page, text)

    def _follow_page(self, page: NotePage) -> None:
        page.breadcrumbs.edit_toggled.connect(self._window.save_soon)
        header = page.reader.head
        header.set_folded(self._window.state.properties_folded)
        header.folded_changed.connect(self._fold_properties)
        header.link_requested.connect(lambda target: self.tag_requested.emit(target) if target[:1] == "#" else None)

    def _fold_properties(self, folded: bool) -> None:
        self._window.state = replace(self._window.state, properties_folded=folded)
        for page in self._area.pages:
            page.reader.head.set_folded(folded)

    def _history_changed(self, back: bool, forward: bool) -> None:
        self._window.commands.enable("back", back)
        self._window.commands.enable("forward", forward)

    def _update_commands(self) -> None:
        """Enable the commands that are possible now."""
        commands, group = self._window.commands, self._area.split_view.group
        for name in ("next-tab", "previous-tab"):
            commands.enable(name, len(group.widgets) > 1)
        commands.enable("other-side", self._area.split_view.other is not None)
        commands.enable("reopen-tab", self._area.closed_tabs.last is not None)

    def update_next_steps(self) -> None:
        """Update the actions, with their shortcuts, that are offered while no note is open."""
        self._area.offer(self._steps)

    def _steps(self) -> Sequence[NextStep]:
        commands = self._window.commands
        closed = self._area.closed_tabs.last
        labels = {
            "jump": self.tr("Open a note…"),
            "new-note": self.tr("New note"),
            "daily-note": self.tr("Today’s note"),
        }
        if closed is not None:
            name = closed.path.rpartition("/")[2].removesuffix(".md")
            labels["reopen-tab"] = literal_menu_text(self.tr("Reopen {name}").format(name=_short(name)))
        if not self._area.has_notes:
            del labels["jump"]
        return [
            NextStep(text, commands[name].trigger, kind="link", keys=commands.keys(name))
            for name, text in labels.items()
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
        area, commands, tab_commands = self._area, self._window.commands, self._area.commands
        group = area.split_view.group_of(page)
        number, count = group.number_of(page), len(group.widgets)
        single = self.tr("There are no other tabs.") if count < 2 else ""
        menu.add(self.tr("Close"), lambda: area.close_tab(page), icon_name="close", keys=commands.keys("close-tab"))
        menu.add(self.tr("Close other tabs"), lambda: tab_commands.close_others(page), disabled_reason=single)
        last = self.tr("There are no tabs to the right.") if number == count - 1 else ""
        menu.add(
            self.tr("Close tabs to the right"), lambda: tab_commands.close_to_the_right(page), disabled_reason=last
        )
        menu.add(self.tr("Pinned"), lambda: tab_commands.pin(page), checked=group.tabs.is_pinned(number))
        menu.addSeparator()
        if isinstance(page, NotePage):
            split = self._split_first(page, commands)
            menu.add(self.tr("Split to the right"), lambda: split("split-right"), keys=commands.keys("split-right"))
            menu.add(self.tr("Split downwards"), lambda: split("split-down"), keys=commands.keys("split-down"))
        if count > 1 or area.split_view.other is not None:
            menu.add(
                self.tr("Move to the other side"), lambda: tab_commands.move_to_other_side(page), icon_name="tab-right"
            )

    def _split_first(self, page: NotePage, commands: Actions) -> Callable[[str], None]:
        def split(name: str) -> None:
            self._area.choose(page)
            commands[name].trigger()

        return split


def _short(name: str) -> str:
    return name if len(name) <= 24 else f"{name[:23]}…"


def tabs_to_save(area: NoteArea) -> SavedTabs:
    """Return the open tabs of *area*, without list pages."""
    sides = tuple(side for group in area.split_view.groups if (side := _side_of(group)).tabs)
    first = area.split_view.groups[0]
    current = len(sides) - 1 if area.split_view.group is not first and len(sides) > 1 else 0
    return SavedTabs(sides, current, area.split_view.down, area.split_view.share())


async def restore_tabs(area: NoteArea, vault: Vault, saved: SavedTabs) -> bool:
    """Restore *saved* in *area*, which has no tabs yet, except deleted notes. Return False if none is left."""
    paths = {tab.path for side in saved.sides for tab in side.tabs}
    existing = await asyncio.to_thread(_existing_paths, vault, paths)
    sides = [side._replace(tabs=tuple(tab for tab in side.tabs if tab.path in existing)) for side in saved.sides]
    shown_tabs = [_shown_tab(old, new) for old, new in zip(saved.sides, sides, strict=True)]
    shown_sides = [(side, number) for side, number in zip(sides, shown_tabs, strict=True) if side.tabs]
    if not shown_sides or area.widgets:
        return False
    groups = [area.split_view.group]
    if len(shown_sides) > 1:
        groups.append(area.split_view.split(down=saved.down))
        area.split_view.set_share(saved.share)
    for group, (side, _) in zip(groups, shown_sides, strict=True):
        with group.tabs.filling():
            for tab in side.tabs:
                lazy_tab = LazyTab(tab)
                group.add(lazy_tab, "")
                area.name_tab(lazy_tab, tab.path)
        for number, tab in enumerate(side.tabs):
            group.tabs.mark(number, unsaved=False, pinned=tab.pinned)
    current = min(saved.current, len(groups) - 1)
    # The active side last: what it shows is reported.
    for index in sorted(range(len(groups)), key=lambda index: index == current):
        page = groups[index].page_at(shown_sides[index][1])
        if page is not None:
            area.choose(page)
    return True


def _existing_paths(vault: Vault, paths: set[str]) -> set[str]:
    return {path for path in paths if _exists(vault, path)}


def _exists(vault: Vault, path: str) -> bool:
    try:
        vault.files.state(NotePath.parse(path))
    except VaultDeskError:
        return False  # Deleted, or not a valid note path: the state was edited by hand.
    return True


def _shown_tab(old: SavedTabGroup, new: SavedTabGroup) -> int:
    """Return the index of the tab that was shown, or of its neighbor if it is gone."""
    before = old.tabs[: old.current]
    return max(0, min(sum(tab in new.tabs for tab in before), len(new.tabs) - 1))


def _side_of(group: TabGroup) -> SavedTabGroup:
    saved_tabs = [(widget, _tab_of(widget, group.tabs.is_pinned(index))) for index, widget in enumerate(group.widgets)]
    tabs = tuple(tab for _, tab in saved_tabs if tab is not None)
    shown = group.shown
    shown_index = next((index for index, (widget, _) in enumerate(saved_tabs) if widget is shown), 0)
    return SavedTabGroup(tabs, min(sum(tab is not None for _, tab in saved_tabs[:shown_index]), max(0, len(tabs) - 1)))


def _tab_of(widget: QWidget, pinned: bool) -> SavedTab | None:
    match widget:
        case NotePage() if widget.path:
            return SavedTab(widget.path, max(0, widget.reader.scrolled()), widget.editing, pinned)
        case LazyTab():
            return widget.saved._replace(pinned=pinned)
        case _:
            # Other widgets with a path show a file: an image, a canvas.
            path = getattr(widget, "path", "")
            return SavedTab(path, pinned=pinned) if isinstance(path, str) and path else None
