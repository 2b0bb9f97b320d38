"""Handler of vaultdesk:// URLs: opens notes, searches and proposes notes.

It sends nothing, and writes nothing without a click by the user.
"""

import asyncio
from typing import TYPE_CHECKING, assert_never

from PySide6.QtCore import QObject, QUrl, Slot

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.ui import bridge
from vaultdesk.ui.translation import translate_error

if TYPE_CHECKING:
    from vaultdesk.core.platform.deep_link import AskLink, DeepLink, DraftLink, OpenLink
    from vaultdesk.ui.app.path_opener import PathOpener
    from vaultdesk.ui.app.vault_window.vault_views import VaultViews
    from vaultdesk.ui.app.vault_window.vault_window import VaultWindow, WindowRegistry

MAX_PENDING_LINKS = 5
"""Maximum number of links followed at the same time, against a page that opens many."""

MAX_SHOWN_NAME = 60
"""Maximum number of characters of a name in a notice."""


class UrlHandler(QObject):
    """Follows links, in the window of their vault."""

    def __init__(self, registry: "WindowRegistry", path_opener: "PathOpener", started: asyncio.Event) -> None:
        """*started* is set when the first vault was opened, or another page is shown instead."""
        super().__init__()
        self._registry = registry
        self._path_opener = path_opener
        self._started = started
        self._pending = 0
        self._drafting = False

    def follow(self, link: str) -> None:
        """Follow *link*; errors are shown in the active window."""
        if self._pending >= MAX_PENDING_LINKS:
            self._registry.front.window.notify(self.tr("Too many links were opened at once. This one was ignored."))
            return
        self._pending += 1
        bridge.start(self._follow(link), owner=self)

    @Slot(QUrl)
    def open_url(self, link: QUrl) -> None:
        """Follow *link*, clicked in this program."""
        self.follow(link.toString(QUrl.ComponentFormattingOption.FullyEncoded))

    async def _follow(self, text: str) -> None:
        from vaultdesk.core.platform.deep_link import read_link  # rarely needed

        try:
            await self._started.wait()
            link = read_link(text)
            vault_window = await self._window_for(link.vault)
            if vault_window is None or vault_window.views is None:
                return  # The window shows the reason.
            await self._perform(link, vault_window, vault_window.views)
        except VaultDeskError as error:
            self._registry.front.window.notify(translate_error(error))
        finally:
            self._pending -= 1

    async def _window_for(self, vault: str) -> "VaultWindow | None":
        front = self._registry.front
        if not vault:
            if front.views is None:
                front.window.notify(self.tr("Open a vault first: the link does not name one."))
            return front
        from vaultdesk.core.platform.deep_link import linked_vault  # rarely needed
        from vaultdesk.core.settings.settings_schema import opened_vaults  # likewise

        known = opened_vaults(front.services.store.settings.vaults)
        return await self._path_opener.window_for(await asyncio.to_thread(linked_vault, vault, known))

    async def _perform(self, link: "DeepLink", vault_window: "VaultWindow", views: "VaultViews") -> None:
        from vaultdesk.core.platform.deep_link import AskLink, DraftLink, OpenLink, SearchLink  # rarely needed

        match link:
            case OpenLink():
                await self._open(link, vault_window, views)
            case SearchLink():
                vault_window.window.show_pane("files")
                views.browser.show_search(link.query)
            case DraftLink():
                await self._draft(link, vault_window, views)
            case AskLink():
                self._ask(link, vault_window, views)
            case _:
                assert_never(link)

    async def _open(self, link: "OpenLink", vault_window: "VaultWindow", views: "VaultViews") -> None:
        if not link.file:
            return
        path = await self._resolve_file(link.file, views)
        if path is None:
            from vaultdesk.tools.text_sanitizer import (
                sanitize_line,  # imports all the tools, which the start does not wait for
            )

            text = self.tr("There is no note “{0}” in this vault.")
            vault_window.window.notify(text.format(sanitize_line(link.file, MAX_SHOWN_NAME)))
            return
        vault_window.window.show_pane("note")
        views.notes.open(path, subpath=link.heading)

    async def _resolve_file(self, file: str, views: "VaultViews") -> str | None:
        """Return the path of the note that a link names as *file*: the exact path, else resolved as a link in a
        note.
        """
        from vaultdesk.vault.note_path import NOTE_SUFFIX, NotePath

        find = views.workspace.vault.files.find
        for name in (file, f"{file}{NOTE_SUFFIX}"):
            path = NotePath.parse(name)
            found = await asyncio.to_thread(find, path) if path.is_indexed else None
            if found is not None:
                return found.text
        return await views.workspace.searcher.resolve(file)

    async def _draft(self, link: "DraftLink", vault_window: "VaultWindow", views: "VaultViews") -> None:
        from vaultdesk.tools.text_sanitizer import sanitize_text
        from vaultdesk.ui.app.proposed_note_dialog import ProposedNoteDialog
        from vaultdesk.vault.note_path import NotePath

        if self._drafting:
            vault_window.window.notify(self.tr("Another link is already proposing a note. This one was ignored."))
            return

        async def create(path: str, text: str) -> None:
            await views.workspace.vault.create(NotePath.parse(path), text)

        self._drafting = True
        name = link.file or self.tr("Untitled")
        dialog = ProposedNoteDialog(
            sanitize_text(views.workspace.vault.name), name, link.content, create, vault_window.window
        )
        try:
            if await bridge.ask(dialog) == ProposedNoteDialog.DialogCode.Accepted and vault_window.views is views:
                views.open_note(dialog.path_with_suffix)
        finally:
            self._drafting = False
            dialog.deleteLater()

    def _ask(self, link: "AskLink", vault_window: "VaultWindow", views: "VaultViews") -> None:
        window, chat = vault_window.window, views.chat
        window.show_pane("chat")
        chat.open_conversations.show_empty()
        field = chat.composer.field

        def fill_in() -> None:
            chat.composer.set_text(link.question)
            # A user who is typing must not send it with the next Enter.
            window.setFocus()

        if chat.composer.question.is_empty:
            fill_in()
            text = self.tr("A link filled in this question. Read it before you send it.")
            window.notify(text, self.tr("Go to the question"), field.setFocus)
        else:
            from vaultdesk.tools.text_sanitizer import sanitize_line

            text = self.tr("A link proposes the question “{0}”").format(sanitize_line(link.question, MAX_SHOWN_NAME))
            window.notify(text, self.tr("Replace the current question"), fill_in)
