"""Settings page of the providers: adding, editing, testing and removing them."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QVBoxLayout, QWidget

from vaultdesk.core.credentials import ApiKey, Credentials, MissingKey
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.settings.settings_schema import ProviderKind, ProviderSettings
from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.providers.catalog import OFFLINE_LABEL, Catalog
from vaultdesk.providers.gguf.model_files import model_display_name
from vaultdesk.providers.local_servers import LocalServer
from vaultdesk.providers.provider_types import PROVIDER_TYPES
from vaultdesk.ui.bridge import follow, start
from vaultdesk.ui.server_offer import accept_server, new_servers, server_offer_text
from vaultdesk.ui.settings.capability_card import CapabilityCheckCard
from vaultdesk.ui.settings.provider_entries import ProviderRow, new_provider, provider_rows
from vaultdesk.ui.settings.provider_form import OfflineForm, ProviderForm
from vaultdesk.ui.settings.provider_list import ProviderList
from vaultdesk.ui.settings.sheet import SettingsWriter, Sheet
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate, translate_error
from vaultdesk.ui.widgets.accessibility import focus_later, set_tab_order
from vaultdesk.ui.widgets.banner import Action, Banner
from vaultdesk.ui.widgets.buttons import PlainButton
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.menu import Menu


class FoundServerBanners(QWidget):
    """One banner for each server found, which can be closed."""

    added = Signal(object)
    """The `FoundServer` to add."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme().px(8))
        self.hide()

    def show_servers(self, servers: Sequence[LocalServer]) -> None:
        """Offer *servers*."""
        while (item := self._column.takeAt(0)) is not None:
            if (before := item.widget()) is not None:
                before.setParent(None)
                before.deleteLater()
        for server in servers:
            add = (self.tr("Add {0}").format(server.title), lambda server=server: self.added.emit(server))
            self._column.addWidget(Banner("info", server_offer_text(server), [add], closable=True))
        self.setVisible(bool(servers))

    def stops(self) -> list[QWidget]:
        """Return the widgets in tab order."""
        return [stop for banner in self.banners() for stop in banner.stops]

    def banners(self) -> list[Banner]:
        """Return the banners in order."""
        return self.findChildren(Banner)


@dataclass(frozen=True, slots=True)
class RemovedProvider:
    """A removed provider with what is needed to restore it."""

    name: str
    settings: ProviderSettings
    default_model: str = ""
    """Its model that was the default, if it was."""

    def without(self, settings: Settings) -> Settings:
        """Return *settings* without it; if it was the default, the offline assistant is used instead."""
        return _asking(settings.with_provider(self.name, None), OFFLINE_LABEL if self.default_model else "")

    def restored_in(self, settings: Settings) -> Settings:
        """Return *settings* with it, and with its model as the default unless another was chosen since."""
        model = self.default_model if settings.chat.model == OFFLINE_LABEL else ""
        return _asking(settings.with_provider(self.name, self.settings), model)


class RemovalBanner(Banner):
    """Reports what was removed, with Undo, and with an action to delete its stored key, if any."""

    undone = Signal(str)
    """Name of the restored provider."""

    def __init__(self, writer: SettingsWriter, credentials: Credentials, parent: QWidget | None = None) -> None:
        super().__init__("info", "", closable=True, parent=parent)
        self._writer = writer
        self._credentials = credentials
        self.hide()

    def remove(self, row: ProviderRow) -> None:
        """Remove the provider of *row* and offer Undo."""
        settings = self._writer.store.settings
        default_model = settings.chat.model if settings.chat.model.startswith(f"{row.name}/") else ""
        removed = RemovedProvider(row.name, row.settings, default_model)
        if not self._writer.save(removed.without):
            return
        text = self.tr("{0} was removed.").format(row.title)
        if default_model:
            text += " " + self.tr("Chats ask the offline assistant now.")
        self._say(text, removed)
        start(self._tell_key(row, text, removed), self)

    def _say(self, text: str, removed: RemovedProvider, *, key: bool = False) -> None:
        actions: list[Action] = [(self.tr("Undo"), lambda: self._undo(removed))]
        if key:
            text += " " + self.tr("Its key is still kept.")
            actions.append((self.tr("Forget the Key Too"), lambda: start(self._forget(removed.name), self)))
        had_keyboard = any(link.hasFocus() for link in self.links)
        self.set_text(text)
        self.set_actions(actions)
        self.show()
        if had_keyboard:
            self.links[0].setFocus()

    async def _tell_key(self, row: ProviderRow, text: str, removed: RemovedProvider) -> None:
        if row.origin:
            found = await asyncio.to_thread(self._credentials.find, row.name, row.origin, "")
            if isinstance(found, ApiKey) and found.source != "environment":
                self._say(text, removed, key=True)

    def _undo(self, removed: RemovedProvider) -> None:
        if self._writer.save(removed.restored_in):
            self.undone.emit(removed.name)
            self.hide()

    async def _forget(self, name: str) -> None:
        try:
            await asyncio.to_thread(self._credentials.forget, name)
        except VaultDeskError as problem:
            self._writer.show_problem(translate_error(problem))
            return
        self.set_text(self.tr("The provider and its key are gone."))
        self.set_actions(())


def _asking(settings: Settings, model: str) -> Settings:
    if not model:
        return settings
    return settings.model_copy(update={"chat": settings.chat.model_copy(update={"model": model})})


LIST_WIDTH = 320
"""Width in design pixels of the list of providers."""

SIDE_BY_SIDE = 740
"""Width of the page in pixels from which list and form are side by side; below, the form is under the list."""


class ProviderSheet(Sheet):
    """Providers page: the list at the left, the form of the selected provider at the right."""

    def __init__(
        self, store: SettingsStore, credentials: Credentials, catalog: Catalog, parent: QWidget | None = None
    ) -> None:
        text = self.tr("Where questions may be answered. Keys are never written into a settings file.")
        super().__init__(self.tr("Providers"), text, wide=True, parent=parent)
        self._place = PlainLabel(role="muted", wrap=True)
        self._place.hide()
        self.add_remark(self._place)
        self._writer = SettingsWriter(store, self.problem)
        self._credentials = credentials
        self._catalog = catalog
        self._found: Sequence[LocalServer] = ()
        self.form: ProviderForm | OfflineForm | None = None
        self.found_servers = FoundServerBanners()
        self.removal = RemovalBanner(self._writer, credentials)
        self.capabilities = CapabilityCheckCard(catalog)
        self.list = ProviderList(catalog)
        self.add_button = PlainButton(self.tr("Add Provider…"), icon_name="plus")
        self._left, self._right = QWidget(), QVBoxLayout()
        self._panes = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._build_layout()
        self.found_servers.added.connect(self._begin_adding)
        self.list.chosen.connect(self.choose)
        self.removal.undone.connect(self._restore)
        self.add_button.clicked.connect(self.open_kinds)
        self.refresh(store.settings)
        start(self._look_for_keys(), self)
        start(self._look_for_servers(), self)
        follow(catalog.changes, lambda _: self._renew(), owner=self)

    def refresh(self, settings: Settings) -> None:
        """Update the list of providers."""
        self.list.show_rows(provider_rows(settings))
        self.found_servers.show_servers(new_servers(self._found, settings))
        if self.list.current() is None:
            self.choose(settings.chat.model.partition("/")[0])
        elif self.form is not None:
            self.form.show_default_model()
            self._order_tab()

    def choose(self, name: str) -> None:
        """Show the provider *name* at the right, or the first one if it does not exist."""
        rows = {row.name: row for row in provider_rows(self._writer.store.settings)}
        row = rows.get(name) or next(iter(rows.values()))
        if self.form is not None:
            self._right.removeWidget(self.form)
            self.form.hide()
            self.form.deleteLater()
        if row.offline:
            self.form = OfflineForm(row.title, self._writer, self._catalog)
        else:
            self.form = self._provider_form(row)
        self._right.insertWidget(0, self.form)
        self._show_abilities()
        self.list.set_current(row.name)
        self._order_tab()

    def open_kinds(self) -> Menu:
        """Open the menu of provider types."""
        menu = Menu(self.tr("Add Provider"), self.add_button)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for kind in PROVIDER_TYPES.values():
            if kind.kind != "offline":
                icon = "chip" if kind.local else "globe" if kind.kind == "openai-compatible" else "cloud"
                menu.add(translate(kind.title), partial(self.add, kind.kind), icon_name=icon)
        menu.open_under(self.add_button)
        return menu

    def add(self, kind: ProviderKind) -> None:
        """Add a provider of *kind*, to be completed by the user."""
        name, fresh = new_provider(self._writer.store.settings, kind)
        if self._writer.save(lambda settings: settings.with_provider(name, fresh)):
            self.refresh(self._writer.store.settings)
            self.choose(name)
            if isinstance(self.form, ProviderForm):
                focus_later(self.form.first_field)

    def key_storage_text(self) -> str:
        """Return the sentence about where keys are stored; empty until it is known."""
        return self._place.text()

    def stacked(self) -> bool:
        """Return whether the form is under the list."""
        return self._panes.direction() == QBoxLayout.Direction.TopToBottom

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the form beside the list, or under it if it does not fit."""
        super().resizeEvent(event)
        px = theme().px
        narrow = event.size().width() < px(SIDE_BY_SIDE)
        way = QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
        if way != self._panes.direction():
            self._panes.setDirection(way)
        self._left.setMinimumWidth(0 if narrow else px(LIST_WIDTH))
        self._left.setMaximumWidth(px(SIDE_BY_SIDE) if narrow else px(LIST_WIDTH))

    def _build_layout(self) -> None:
        px = theme().px
        left = QVBoxLayout(self._left)
        left.setContentsMargins(0, 0, 0, 0)
        left.setSpacing(px(12))
        left.addWidget(self.list)
        left.addWidget(self.add_button)
        left.addStretch(1)
        self._right.setSpacing(px(16))
        self._right.addWidget(self.capabilities)
        self._right.addStretch(1)
        self._panes.setSpacing(px(20))
        self._panes.addWidget(self._left)
        self._panes.addLayout(self._right, 1)
        self.content.setSpacing(px(12))
        self.content.addWidget(self.found_servers)
        self.content.addWidget(self.removal)
        self.content.addLayout(self._panes)

    def _provider_form(self, row: ProviderRow) -> ProviderForm:
        form = ProviderForm(row, self._writer, self._credentials, self._catalog)
        form.tested.connect(self._note_test)
        form.model_changed.connect(self._show_abilities)
        form.remove_requested.connect(self.remove)
        return form

    def _show_abilities(self) -> None:
        form = self.form
        if isinstance(form, ProviderForm):
            # A provider that needs no model has its own name here.
            self.capabilities.show_model(form.label(), model_display_name(form.model) or form.title)
        else:
            self.capabilities.show_model("")

    def _order_tab(self) -> None:
        """Set the tab order to the reading order after widgets were recreated."""
        rows = [self.list.button(name) for name in self.list.names()]
        before = (*self.problem.stops, *self.found_servers.stops(), *self.removal.stops, *rows, self.add_button)
        if self.form is not None:
            # The form was created last and is last in Qt's order: what precedes it is moved before it, and the card
            # after it.
            first, last = self.form.tab_ends
            set_tab_order((*before, first))
            set_tab_order((last, self.capabilities.check))

    def remove(self, name: str) -> None:
        """Remove the provider *name*; a banner offers Undo."""
        row = next(row for row in provider_rows(self._writer.store.settings) if row.name == name)
        # A provider just removed is not offered again while the page is open.
        self._found = new_servers(self._found, self._writer.store.settings)
        self.removal.remove(row)
        self.refresh(self._writer.store.settings)
        self.choose(name)
        # The menu's button was deleted: the focus moves to Undo.
        if self.removal.links and self.removal.isVisible():
            self.removal.links[0].setFocus()

    def _restore(self, name: str) -> None:
        self.refresh(self._writer.store.settings)
        self.choose(name)
        focus_later(self.list.button(name))

    def _note_test(self, name: str, ok: bool) -> None:
        self.list.set_state(name, "works" if ok else "fails")

    def _begin_adding(self, server: LocalServer) -> None:
        start(self._add_found(server), self)

    async def _add_found(self, server: LocalServer) -> None:
        try:
            label = await accept_server(self._writer.store, self._catalog, server)
        except VaultDeskError as problem:
            self._writer.show_problem(translate_error(problem))
            return
        self.refresh(self._writer.store.settings)
        self.choose(label.partition("/")[0])

    async def _look_for_servers(self) -> None:
        self._found = await self._catalog.discover_servers()
        self.found_servers.show_servers(new_servers(self._found, self._writer.store.settings))
        self._order_tab()

    def _renew(self) -> None:
        self.list.refresh()
        self.capabilities.refresh()
        if isinstance(self.form, ProviderForm):
            self.form.show_status()

    async def _look_for_keys(self) -> None:
        """Show where keys are stored and which vendors have none; querying a keyring may be slow."""
        # Not through `self`: if a thread held the last reference to the page, it would destroy the widget outside the
        # GUI thread.
        credentials = self._credentials
        destination = await asyncio.to_thread(lambda: credentials.key_destination)
        self._place.setText(translate(destination.text))
        self._place.show()
        for row in provider_rows(self._writer.store.settings):
            if row.wants_key and row.origin:
                found = await asyncio.to_thread(self._credentials.find, row.name, row.origin, row.settings.api_key_env)
                if isinstance(found, MissingKey) and found.reason == "none":
                    self.list.set_state(row.name, "no key", keep=True)
