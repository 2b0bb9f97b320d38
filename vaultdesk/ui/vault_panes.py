"""Vault panes: the three panes of one vault, made one after another so that the window answers in between.

The first of them is there already (early_file_list.py).
"""

import asyncio
from typing import NamedTuple

from vaultdesk.ui.approval.approver import WindowApprover
from vaultdesk.ui.browser.left_pane import LeftPane
from vaultdesk.ui.chat.chat_dock import ChatDock
from vaultdesk.ui.files.early_file_list import EarlyFileList, SavedTreeState
from vaultdesk.ui.main_window import MainWindow
from vaultdesk.ui.notes.note_area import NoteArea
from vaultdesk.ui.notes.related_panel import RelatedNotes
from vaultdesk.ui.notify.attention import Attention
from vaultdesk.workspace import Workspace


class VaultPanes(NamedTuple):
    """What `VaultViews` wires to each other; nothing of it is shown before."""

    browser: LeftPane
    notes: NoteArea
    chat: ChatDock
    attention: Attention
    """Follows the chats; whoever takes the panes becomes its parent."""
    kept: SavedTreeState
    """How the tree in the browser was left."""


async def make_panes(window: MainWindow, workspace: Workspace, first: EarlyFileList) -> VaultPanes:
    """Return the panes of *workspace* for *window*, beside the one that is *first*.

    All at once they would hold the window for a tenth of a second; what each asks of the index is under way meanwhile.
    """
    store, searcher, events = workspace.store, workspace.searcher, workspace.indexer.events
    notes = NoteArea(workspace.vault, searcher, events, RelatedNotes(searcher, workspace.related, workspace.meaning))
    await asyncio.sleep(0)
    attention = Attention(window, window)
    chat = ChatDock(
        workspace, lambda view: WindowApprover(window, view, lambda: store.settings.appearance.approval, attention)
    )
    await asyncio.sleep(0)
    return VaultPanes(first.browser, notes, chat, attention, first.kept)
