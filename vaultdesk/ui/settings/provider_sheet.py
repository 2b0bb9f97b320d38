"""Settings page of the providers: adding, editing, testing and removing them, with the capabilities of their models."""

import asyncio
from collections.abc import Sequence
from functools import partial

import shiboken6
from msgspec import Struct
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QGridLayout, QVBoxLayout, QWidget

from vaultdesk.core.credentials import ApiKey, Credentials, MissingKey
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.settings.settings_schema import ProviderKind, ProviderSettings
from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.providers.capabilities import CapabilityCard, ToolMode
from vaultdesk.providers.catalog import OFFLINE_LABEL, Catalog
from vaultdesk.providers.gguf.model_files import model_display_name
from vaultdesk.providers.known_models import ModelStatus
from vaultdesk.providers.local_servers import LocalServer
from vaultdesk.providers.provider import ModelInfo
from vaultdesk.providers.provider_types import PROVIDER_TYPES
from vaultdesk.ui.bridge import follow, start
from vaultdesk.ui.dates import short_day
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.server_offer import accept_server, new_servers, server_offer_text
from vaultdesk.ui.settings.provider_form import OfflineForm, ProviderForm
from vaultdesk.ui.settings.provider_list import ProviderList, ProviderRow, new_provider, provider_rows
from vaultdesk.ui.settings.sheet import SettingsWriter, Sheet
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate, translate_error, translator
from vaultdesk.ui.widgets.accessibility import focus_later, set_tab_order
from vaultdesk.ui.widgets.banner import Action, Banner
from vaultdesk.ui.widgets.buttons import LinkButton, PlainButton
from vaultdesk.ui.widgets.frames import Card, SeparatorLine
from vaultdesk.ui.widgets.glyphs import Glyph
from vaultdesk.ui.widgets.labels import ElidedLabel, PlainLabel
from vaultdesk.ui.widgets.layouts import clear_layout, column_layout, row_layout
from vaultdesk.ui.widgets.menu import Menu

_tr = translator("CapabilityCheckCard")


class CapabilityFact(Struct, frozen=True):
    """One line of the card."""

    name: str
    known: bool | None
    """Whether the model has the capability; None if unknown."""
    text: str


def capability_facts(status: ModelStatus) -> tuple[CapabilityFact, ...]:
    """Return the lines for a model, always the same ones in the same order."""
    info = status.info or ModelInfo("")
    card = status.card or CapabilityCard()
    images = info.images if card.images is None else card.images
    context = info.usable_context or card.context
    size = _tr("{0} tokens").format(format_number(context)) if context else _tr("not known")
    return (
        _tool_fact(status, card),
        CapabilityFact(_tr("Context"), True if context else None, size),
        _fact(_tr("Pictures"), images, _tr("supported")),
        _fact(_tr("Thinking"), info.reasoning, _tr("yes")),
        _fact(_tr("JSON"), card.json_answers, _tr("can answer in JSON only")),
        _fact(_tr("Long texts"), card.recalls, _tr("remembers their beginning")),
    )


def _tool_fact(status: ModelStatus, card: CapabilityCard) -> CapabilityFact:
    mode = status.tool_mode.mode
    is_listed = status.info is not None and status.info.tools is not None
    if mode == "native" and card.native is None and not is_listed:
        return CapabilityFact(_tr("Tools"), None, _tr("not known"))
    return CapabilityFact(_tr("Tools"), mode != "none", _tool_mode_text(mode, card.parallel))


def _tool_mode_text(mode: ToolMode, parallel: bool | None) -> str:
    if mode == "none":
        return _tr("none")
    text = _tr("native") if mode == "native" else _tr("text-based")
    return _tr("{0}, several at once").format(text) if parallel else text


def _fact(name: str, known: bool | None, text: str) -> CapabilityFact:
    return CapabilityFact(name, known, _tr("not known") if known is None else text if known else _tr("no"))


NAME_WIDTH = 84
"""Width in design pixels of the names of the facts."""

TWO_COLUMNS = 500
"""Width of the card in pixels from which two columns of facts fit."""

CAPABILITY_SIGNS: dict[bool | None, tuple[str, str]] = {
    True: ("check", "success"),
    False: ("close", "muted"),
    None: ("minus", "muted"),
}
"""Icon and color for present, missing and unknown capabilities, which the text beside it describes."""


class CapabilityCheckCard(Card):
    """Facts in two columns below a header, whose link starts or stops a test."""

    def __init__(self, catalog: Catalog, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._catalog = catalog
        self._label = self._display_name = ""
        self._test_task: asyncio.Task[None] | None = None
        px = theme().px
        self._title = ElidedLabel(font="heading")
        self._test_date = PlainLabel(role="muted", font="small")
        self.check = LinkButton(self.tr("Check What It Can Do"), small=True)
        self.check.clicked.connect(self._start_or_stop)
        self._progress = Banner("info", "")
        self._price = PlainLabel(role="muted", font="small", wrap=True)
        self._facts = QWidget()
        self._shown: tuple[CapabilityFact, ...] = ()
        self._columns = 2
        self._price_line = SeparatorLine()
        header = row_layout(spacing=12)
        header.addWidget(self._title, 1)
        header.addWidget(self._test_date)
        header.addWidget(self.check)
        self._grid = QVBoxLayout(self._facts)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self.content.setSpacing(px(12))
        self.content.addLayout(header)
        for widget in (self._progress, self._facts, self._price_line, self._price):
            self.content.addWidget(widget)
        self._progress.hide()
        self.hide()

    def show_model(self, label: str, display_name: str = "") -> None:
        """Show the model *label*, or hide if empty."""
        if label != self._label:
            self._stop()
            self._progress.hide()
        self._label = label
        self._display_name = display_name or label.partition("/")[2]
        self.setVisible(bool(label))
        if label:
            self._title.set_text(self.tr("What {0} can do").format(self._display_name))
            self.refresh()

    def refresh(self) -> None:
        """Update to what is known now."""
        if not self._label:
            return
        try:
            status = self._catalog.model_status(self._label)
        except VaultDeskError:
            self.hide()  # The provider's form shows what is wrong.
            return
        self._fill(capability_facts(status))
        self._show_status(status)

    def running(self) -> bool:
        """Return whether a test is running."""
        return self._test_task is not None and not self._test_task.done()

    def shown_text(self) -> str:
        """Return the text of the test result; empty if there was no test."""
        return self._progress.text() if self._progress.isVisibleTo(self) else ""

    def _show_status(self, status: ModelStatus) -> None:
        probed = status.card.probed if status.card is not None else None
        text = ""
        if probed is not None:
            day = probed.astimezone().date()
            test_day = short_day(day)
            text = self.tr("tested on {0}").format(test_day)
        self._test_date.setText(text)
        if not self.running():
            self.check.setText(self.tr("Check Again") if probed is not None else self.tr("Check What It Can Do"))
            self.check.setToolTip(self.tr("Asks the model a few short questions. No note is sent."))
        price = translate(status.price.text) if status.price is not None else ""
        self._price.setText(price)
        for widget in (self._price_line, self._price):
            widget.setVisible(bool(price))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Use one column of facts if two would be cut off."""
        super().resizeEvent(event)
        columns = 2 if event.size().width() >= theme().px(TWO_COLUMNS) else 1
        if columns != self._columns:
            self._columns = columns
            self._fill(self._shown)

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop a test when hidden: each request may cost money."""
        super().hideEvent(event)
        if self.running() and not event.spontaneous():
            self._cancel_test()

    def _fill(self, facts: tuple[CapabilityFact, ...]) -> None:
        self._shown = facts
        clear_layout(self._grid)
        host = QWidget()
        px = theme().px
        grid = QGridLayout(host)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(px(8))
        grid.setVerticalSpacing(px(8))
        for number, fact in enumerate(facts):
            row, column = divmod(number, self._columns)
            glyph = Glyph(*CAPABILITY_SIGNS[fact.known], 14)
            name = PlainLabel(fact.name)
            name.setMinimumWidth(px(NAME_WIDTH))
            text = ElidedLabel(fact.text, role="muted", font="small")
            for offset, widget in enumerate((glyph, name, text)):
                grid.addWidget(widget, row, column * 3 + offset, Qt.AlignmentFlag.AlignVCenter)
            grid.setColumnStretch(column * 3 + 2, 1)
        self._grid.addWidget(host)
        host.show()  # Immediately: the card would jump if shown by a later event.

    def _start_or_stop(self) -> None:
        if self.running():
            self._cancel_test()
        else:
            self._test_task = start(self._run_test(self._label), self)
            self.check.setText(self.tr("Stop"))
            self.check.setToolTip("")

    def _cancel_test(self) -> None:
        self._stop()
        self._show("info", self.tr("Stopped. The earlier results remain."))
        self.refresh()

    def _stop(self) -> None:
        if self._test_task is not None:
            self._test_task.cancel()
            self._test_task = None

    async def _run_test(self, label: str) -> None:
        self._show("info", self.tr("Asking {0}…").format(self._display_name))
        try:
            card = await self._catalog.probe(label, lambda message: self._show("info", translate(message)))
        except VaultDeskError as error:
            self._show("danger", translate_error(error))
        else:
            finished = (
                self.tr("Check finished.")
                if card.native is not None or card.refused
                else self.tr("Check finished with few results.")
            )
            why = self._catalog.model_status(label).tool_mode.reason
            self._show("success", f"{finished} {translate(why)}")
        finally:
            if shiboken6.isValid(self) and label == self._label:
                self._test_task = None
                self.refresh()

    def _show(self, kind: str, text: str) -> None:
        self._progress.set_kind("danger" if kind == "danger" else "success" if kind == "success" else "info")
        self._progress.set_text(text)
        self._progress.show()


class FoundServerBanners(QWidget):
    """One banner for each server found, which can be closed."""

    added = Signal(object)
    """The `FoundServer` to add."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = column_layout(self, 8)
        self.hide()

    def show_servers(self, servers: Sequence[LocalServer]) -> None:
        """Offer *servers*."""
        clear_layout(self._column)
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


class RemovedProvider(Struct, frozen=True):
    """A removed provider with what is needed to restore it."""

    name: str
    settings: ProviderSettings
    default_model: str = ""
    """Its model that was the default, if it was."""

    def without(self, settings: Settings) -> Settings:
        """Return *settings* without it; if it was the default, the offline assistant is used instead."""
        return _with_default_model(settings.with_provider(self.name, None), OFFLINE_LABEL if self.default_model else "")

    def restored_in(self, settings: Settings) -> Settings:
        """Return *settings* with it, and with its model as the default unless another was chosen since."""
        model = self.default_model if settings.chat.model == OFFLINE_LABEL else ""
        return _with_default_model(settings.with_provider(self.name, self.settings), model)


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
            text += " " + self.tr("Chats use the offline assistant now.")
        self._show_removed(text, removed)
        start(self._offer_key_removal(row, text, removed), self)

    def _show_removed(self, text: str, removed: RemovedProvider, *, key: bool = False) -> None:
        actions: list[Action] = [(self.tr("Undo"), lambda: self._undo(removed))]
        if key:
            text += " " + self.tr("Its key is still stored.")
            actions.append((self.tr("Delete the Key Too"), lambda: start(self._forget(removed.name), self)))
        had_focus = any(link.hasFocus() for link in self.links)
        self.set_text(text)
        self.set_actions(actions)
        self.show()
        if had_focus:
            self.links[0].setFocus()

    async def _offer_key_removal(self, row: ProviderRow, text: str, removed: RemovedProvider) -> None:
        if row.origin:
            found = await asyncio.to_thread(self._credentials.find, row.name, row.origin, "")
            if isinstance(found, ApiKey) and found.source != "environment":
                self._show_removed(text, removed, key=True)

    def _undo(self, removed: RemovedProvider) -> None:
        if self._writer.save(removed.restored_in):
            self.undone.emit(removed.name)
            self.hide()

    async def _forget(self, name: str) -> None:
        try:
            await asyncio.to_thread(self._credentials.forget, name)
        except VaultDeskError as error:
            self._writer.show_problem(translate_error(error))
            return
        self.set_text(self.tr("The provider and its key are gone."))
        self.set_actions(())


def _with_default_model(settings: Settings, model: str) -> Settings:
    if not model:
        return settings
    return settings.model_copy(update={"chat": settings.chat.model_copy(update={"model": model})})


MIN_LIST_WIDTH, MAX_LIST_WIDTH = 320, 380
"""Limits in design pixels for the width of the list of providers, which depends on its texts."""

SIDE_BY_SIDE_WIDTH = 740
"""Width of the page in pixels from which list and form are side by side; below, the form is under the list."""


class ProviderSheet(Sheet):
    """Providers page: the list at the left, the form of the selected provider at the right."""

    def __init__(
        self, store: SettingsStore, credentials: Credentials, catalog: Catalog, parent: QWidget | None = None
    ) -> None:
        text = self.tr("The services and models that can answer questions. Keys are never written to a settings file.")
        super().__init__(self.tr("Providers"), text, wide=True, parent=parent)
        self.key_location = PlainLabel(role="muted", wrap=True)
        self.key_location.hide()
        self.add_remark(self.key_location)
        self._writer = SettingsWriter(store, self.problem)
        self._credentials = credentials
        self._catalog = catalog
        self._servers: Sequence[LocalServer] = ()
        self.form: ProviderForm | OfflineForm | None = None
        self.found_servers = FoundServerBanners()
        self.removal = RemovalBanner(self._writer, credentials)
        self.capabilities = CapabilityCheckCard(catalog)
        self.list = ProviderList(catalog)
        self.add_button = PlainButton(self.tr("Add Provider…"), icon_name="plus")
        self._left, self._right = QWidget(), QVBoxLayout()
        self.panes = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._build_layout()
        self.found_servers.added.connect(self._begin_adding)
        self.list.chosen.connect(self.choose)
        self.removal.undone.connect(self._restore)
        self.add_button.clicked.connect(self.open_kinds)
        self.refresh(store.settings)
        start(self._look_for_keys(), self)
        start(self._look_for_servers(), self)
        follow(catalog.changes, lambda _: self._refresh_models(), owner=self)

    def refresh(self, settings: Settings) -> None:
        """Update the list of providers."""
        self.list.show_rows(provider_rows(settings))
        self.found_servers.show_servers(new_servers(self._servers, settings))
        if self.list.current() is None:
            self.choose(settings.chat.model.partition("/")[0])
        elif self.form is not None:
            self.form.show_default_model()
            self._update_tab_order()

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
        self._show_capabilities()
        self.list.set_current(row.name)
        self._update_tab_order()

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
        name, provider = new_provider(self._writer.store.settings, kind)
        if self._writer.save(lambda settings: settings.with_provider(name, provider)):
            self.refresh(self._writer.store.settings)
            self.choose(name)
            if isinstance(self.form, ProviderForm):
                focus_later(self.form.first_field)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the form beside the list, or under it if it does not fit."""
        super().resizeEvent(event)
        px = theme().px
        narrow = event.size().width() < px(SIDE_BY_SIDE_WIDTH)
        direction = QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
        if direction != self.panes.direction():
            self.panes.setDirection(direction)
        self._left.setMinimumWidth(0 if narrow else px(MIN_LIST_WIDTH))
        self._left.setMaximumWidth(px(SIDE_BY_SIDE_WIDTH if narrow else MAX_LIST_WIDTH))

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
        self.panes.setSpacing(px(20))
        self.panes.addWidget(self._left)
        self.panes.addLayout(self._right, 1)
        self.content.setSpacing(px(12))
        self.content.addWidget(self.found_servers)
        self.content.addWidget(self.removal)
        self.content.addLayout(self.panes)

    def _provider_form(self, row: ProviderRow) -> ProviderForm:
        form = ProviderForm(row, self._writer, self._credentials, self._catalog)
        form.tested.connect(self._show_test_result)
        form.model_changed.connect(self._show_capabilities)
        form.remove_requested.connect(self.remove)
        return form

    def _show_capabilities(self) -> None:
        form = self.form
        if isinstance(form, ProviderForm):
            # A provider that needs no model has its own name here.
            self.capabilities.show_model(form.label(), model_display_name(form.model) or form.title)
        else:
            self.capabilities.show_model("")

    def _update_tab_order(self) -> None:
        """Set the tab order to the reading order after widgets were recreated."""
        rows = [self.list.button(name) for name in self.list.names()]
        preceding = (*self.problem.stops, *self.found_servers.stops(), *self.removal.stops, *rows, self.add_button)
        if self.form is not None:
            # The form was created last and is last in Qt's order: what precedes it is moved before it, and the card
            # after it.
            first, last = self.form.tab_ends
            set_tab_order((*preceding, first))
            set_tab_order((last, self.capabilities.check))

    def remove(self, name: str) -> None:
        """Remove the provider *name*; a banner offers Undo."""
        row = next(row for row in provider_rows(self._writer.store.settings) if row.name == name)
        # A provider just removed is not offered again while the page is open.
        self._servers = new_servers(self._servers, self._writer.store.settings)
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

    def _show_test_result(self, name: str, ok: bool) -> None:
        self.list.set_state(name, "works" if ok else "fails")

    def _begin_adding(self, server: LocalServer) -> None:
        start(self._add_found(server), self)

    async def _add_found(self, server: LocalServer) -> None:
        try:
            label = await accept_server(self._writer.store, self._catalog, server)
        except VaultDeskError as error:
            self._writer.show_problem(translate_error(error))
            return
        self.refresh(self._writer.store.settings)
        self.choose(label.partition("/")[0])

    async def _look_for_servers(self) -> None:
        self._servers = await self._catalog.discover_servers()
        self.found_servers.show_servers(new_servers(self._servers, self._writer.store.settings))
        self._update_tab_order()

    def _refresh_models(self) -> None:
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
        self.key_location.setText(translate(destination.text))
        self.key_location.show()
        for row in provider_rows(self._writer.store.settings):
            if row.wants_key and row.origin:
                found = await asyncio.to_thread(self._credentials.find, row.name, row.origin, row.settings.api_key_env)
                if isinstance(found, MissingKey) and found.reason == "none":
                    self.list.set_state(row.name, "no key", only_if_unknown=True)
