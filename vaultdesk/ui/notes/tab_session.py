"""Open tabs as values for the next start, and tabs restored from them."""

import asyncio

from PySide6.QtWidgets import QWidget

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.ui.notes.note_area import NoteArea
from vaultdesk.ui.notes.note_page import NotePage
from vaultdesk.ui.notes.split_view import LazyTab, TabGroup
from vaultdesk.ui.window.window_state import SavedTab, SavedTabGroup, SavedTabs
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.vault import Vault


def tabs_to_save(area: NoteArea) -> SavedTabs:
    """Return the open tabs of *area*, without list pages."""
    sides = tuple(side for group in area.split_view.groups if (side := _side_of(group)).tabs)
    first = area.split_view.groups[0]
    current = len(sides) - 1 if area.split_view.group is not first and len(sides) > 1 else 0
    return SavedTabs(sides, current, area.split_view.down, area.split_view.share())


async def restore_tabs(area: NoteArea, vault: Vault, saved: SavedTabs) -> bool:
    """Restore *saved* in *area*, which has no tabs yet, except deleted notes. Return False if none is left."""
    wanted = {tab.path for side in saved.sides for tab in side.tabs}
    existing = await asyncio.to_thread(_existing_paths, vault, wanted)
    sides = [side._replace(tabs=tuple(tab for tab in side.tabs if tab.path in existing)) for side in saved.sides]
    shown_tabs = [_shown_tab(old, new) for old, new in zip(saved.sides, sides, strict=True)]
    filled = [(side, number) for side, number in zip(sides, shown_tabs, strict=True) if side.tabs]
    if not filled or area.widgets:
        return False
    groups = [area.split_view.group]
    if len(filled) > 1:
        groups.append(area.split_view.split(down=saved.down))
        area.split_view.set_share(saved.share)
    for group, (side, _) in zip(groups, filled, strict=True):
        with group.tabs.filling():
            for tab in side.tabs:
                lazy_tab = LazyTab(tab)
                group.add(lazy_tab, "")
                area.name_tab(lazy_tab, tab.path)
        for number, tab in enumerate(side.tabs):
            group.tabs.mark(number, unsaved=False, pinned=tab.pinned)
    current = min(saved.current, len(groups) - 1)
    # The active side last: what it shows is reported.
    for place in sorted(range(len(groups)), key=lambda place: place == current):
        page = groups[place].page_at(filled[place][1])
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
    """Return the index of the tab that was shown, or of its neighbour if it is gone."""
    before = old.tabs[: old.current]
    return max(0, min(sum(tab in new.tabs for tab in before), len(new.tabs) - 1))


def _side_of(group: TabGroup) -> SavedTabGroup:
    saved = [(widget, _tab_of(widget, group.tabs.is_pinned(place))) for place, widget in enumerate(group.widgets)]
    tabs = tuple(tab for _, tab in saved if tab is not None)
    shown = group.shown
    until = next((place for place, (widget, _) in enumerate(saved) if widget is shown), 0)
    return SavedTabGroup(tabs, min(sum(tab is not None for _, tab in saved[:until]), max(0, len(tabs) - 1)))


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
