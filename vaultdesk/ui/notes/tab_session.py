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


def tabs_to_save(pages: NoteArea) -> SavedTabs:
    """Return the open tabs of *pages*; lists that stand among the notes are left out."""
    sides = tuple(side for group in pages.sides.groups if (side := _side_of(group)).tabs)
    first = pages.sides.groups[0]
    current = len(sides) - 1 if pages.sides.group is not first and len(sides) > 1 else 0
    return SavedTabs(sides, current, pages.sides.down, pages.sides.share())


async def restore_tabs(pages: NoteArea, vault: Vault, kept: SavedTabs) -> bool:
    """Put *kept* back into *pages*, which have no tabs yet; notes that are gone are left out. False where none is."""
    wanted = {tab.path for side in kept.sides for tab in side.tabs}
    there = await asyncio.to_thread(_there, vault, wanted)
    sides = [side._replace(tabs=tuple(tab for tab in side.tabs if tab.path in there)) for side in kept.sides]
    chosen = [_chosen(old, new) for old, new in zip(kept.sides, sides, strict=True)]
    filled = [(side, number) for side, number in zip(sides, chosen, strict=True) if side.tabs]
    if not filled or pages.widgets:
        return False
    groups = [pages.sides.group]
    if len(filled) > 1:
        groups.append(pages.sides.split(down=kept.down))
        pages.sides.set_share(kept.share)
    for group, (side, _) in zip(groups, filled, strict=True):
        with group.tabs.filling():
            for tab in side.tabs:
                waiting = LazyTab(tab)
                group.add(waiting, "")
                pages.name_tab(waiting, tab.path)
        for number, tab in enumerate(side.tabs):
            group.tabs.mark(number, unsaved=False, pinned=tab.pinned)
    current = min(kept.current, len(groups) - 1)
    # The side in use comes last: what is shown there is what is told.
    for place in sorted(range(len(groups)), key=lambda place: place == current):
        page = groups[place].page_at(filled[place][1])
        if page is not None:
            pages.choose(page)
    return True


def _there(vault: Vault, paths: set[str]) -> set[str]:
    return {path for path in paths if _is_there(vault, path)}


def _is_there(vault: Vault, path: str) -> bool:
    try:
        vault.files.state(NotePath.parse(path))
    except VaultDeskError:
        return False  # Gone, or a path no note can have: the state was edited by hand.
    return True


def _chosen(old: SavedTabGroup, new: SavedTabGroup) -> int:
    """Return the number of the tab that was shown, or of its neighbour where it is gone."""
    before = old.tabs[: old.current]
    return max(0, min(sum(tab in new.tabs for tab in before), len(new.tabs) - 1))


def _side_of(group: TabGroup) -> SavedTabGroup:
    kept = [(widget, _tab_of(widget, group.tabs.is_pinned(place))) for place, widget in enumerate(group.widgets)]
    tabs = tuple(tab for _, tab in kept if tab is not None)
    shown = group.shown
    until = next((place for place, (widget, _) in enumerate(kept) if widget is shown), 0)
    return SavedTabGroup(tabs, min(sum(tab is not None for _, tab in kept[:until]), max(0, len(tabs) - 1)))


def _tab_of(widget: QWidget, pinned: bool) -> SavedTab | None:
    match widget:
        case NotePage() if widget.path:
            return SavedTab(widget.path, max(0, widget.reader.scrolled()), widget.editing, pinned)
        case LazyTab():
            return widget.kept._replace(pinned=pinned)
        case _:
            # Whatever else has a path shows a file: a picture, a canvas.
            path = getattr(widget, "path", "")
            return SavedTab(path, pinned=pinned) if isinstance(path, str) and path else None
