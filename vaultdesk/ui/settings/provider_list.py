"""List of providers with icon, location and connection state: configured ones, vendors without a key, and remote
ones."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct
from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from vaultdesk.core.errors import UsageError
from vaultdesk.core.settings.settings_schema import ProviderKind, ProviderSettings
from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.core.transmission import Destination
from vaultdesk.providers.catalog import Catalog
from vaultdesk.providers.provider_factory import provider_title
from vaultdesk.providers.provider_types import (
    PROVIDER_TYPES,
    ProviderType,
    model_destination,
    provider_destination,
    settings_address,
)
from vaultdesk.ui.theme.icons import pixmap
from vaultdesk.ui.theme.painting import box, draw_upright_pixmap, draw_upright_text, mirror_painting
from vaultdesk.ui.theme.theme import NO_RING, theme
from vaultdesk.ui.translation import translate
from vaultdesk.ui.widgets.frames import Card
from vaultdesk.ui.widgets.labels import as_tooltip, safe_label_text


class ProviderRow(Struct, frozen=True):
    """One provider in the list."""

    name: str
    title: str
    settings: ProviderSettings
    host: str
    """Display text; empty without a usable address."""
    origin: str
    """Origin to which its key is bound; empty without a usable address."""
    local: bool
    configured: bool = True
    """Whether it is in the settings; false for a vendor without a key."""

    @property
    def kind(self) -> ProviderType:
        """Properties of its provider type."""
        return PROVIDER_TYPES[self.settings.kind]

    @property
    def wants_key(self) -> bool:
        """Whether it requires a key: a self-hosted server may not."""
        return self.kind.requires_key

    @property
    def api_key_env(self) -> str:
        """Environment variable set by the user for its key."""
        return self.settings.api_key_env

    @property
    def offline(self) -> bool:
        """Whether it is the assistant without a model."""
        return self.settings.kind == "offline"

    @property
    def ready(self) -> bool:
        """Whether its address is usable."""
        return bool(self.origin) or not self.kind.has_address


def provider_rows(settings: Settings) -> list[ProviderRow]:
    """Return the configured providers, then vendors without a key, then the offline assistant."""
    known = {name: provider for name, provider in settings.providers.items() if provider.kind != "offline"}
    rows = [_row(name, provider, configured=True) for name, provider in known.items()]
    unconfigured = [kind.kind for kind in PROVIDER_TYPES.values() if kind.requires_key and kind.kind not in known]
    rows += [_row(kind, ProviderSettings(kind=kind), configured=False) for kind in unconfigured]
    rows.append(_row("offline", ProviderSettings(kind="offline"), configured=False))
    return rows


def new_provider(settings: Settings, kind: ProviderKind) -> tuple[str, ProviderSettings]:
    """Return a new provider of *kind* with a unique name, to be completed by the user."""
    base_name = "server" if kind == "openai-compatible" else kind
    names = {*settings.providers, "offline"}
    number = 1
    while (name := base_name if number == 1 else f"{base_name}-{number}") in names:
        number += 1
    title = "My server" if kind == "openai-compatible" else PROVIDER_TYPES[kind].title
    display_name = title if number == 1 else f"{title} {number}"
    # The first provider of a vendor has the vendor's name, which is not stored in the settings.
    return name, ProviderSettings(kind=kind, name="" if name == kind else str(display_name))


def _row(name: str, settings: ProviderSettings, *, configured: bool) -> ProviderRow:
    title, kind = translate(provider_title(name, settings)), PROVIDER_TYPES[settings.kind]
    try:
        destination = provider_destination(title, settings)
        origin = settings_address(settings).origin if kind.has_address else ""
    except UsageError:
        return ProviderRow(name, title, settings, "", "", False, configured)
    return ProviderRow(name, title, settings, destination.host, origin, destination.local, configured)


LOCAL_MODEL_DESTINATION = Destination("this computer", "", local=True)
"""Destination of a model from which no data leaves the computer."""

UNKNOWN_HOST = "elsewhere.invalid"
"""Replaces the host of a provider that is unknown or has no address yet: no rule names it."""


class RemoteProvider(Struct, frozen=True):
    """A provider that notes may be sent to."""

    title: str
    host: str


def remote_providers(settings: Settings) -> tuple[RemoteProvider, ...]:
    """Return the configured providers to which notes would leave this computer."""
    rows = [row for row in provider_rows(settings) if row.configured and not row.local and row.host]
    return tuple({row.host: RemoteProvider(row.title, row.host) for row in rows}.values())


class ModelLocations:
    """Destinations of models according to the current settings, for the reach page."""

    def __init__(self, store: SettingsStore) -> None:
        self._store = store

    def all(self) -> tuple[Destination, ...]:
        """Return this computer, and each provider to which notes would leave it."""
        remote = remote_providers(self._store.settings)
        return (
            LOCAL_MODEL_DESTINATION,
            *(Destination(provider.title, provider.host, local=False) for provider in remote),
        )

    def of(self, model: str) -> Destination:
        """Return the destination of *model*, `provider/name`; a remote one if unknown."""
        name = model.partition("/")[0]
        row = next((row for row in provider_rows(self._store.settings) if row.name == name), None)
        if row is None or not (row.host or row.local):
            return Destination(row.title if row is not None else name, UNKNOWN_HOST, local=False)
        found = model_destination(row.title, row.settings, model.partition("/")[2] or row.settings.model)
        return LOCAL_MODEL_DESTINATION if found.local else found


PROVIDER_ROW_HEIGHT = 54
"""Height of a row in design pixels."""

ProviderState = Literal["untested", "no key", "works", "fails"]
"""State of a provider: unknown, without key, or the result of its last test."""

STATE_COLORS: dict[ProviderState, str] = {"untested": "muted", "no key": "muted", "works": "success", "fails": "danger"}
"""Color of each state's dot, which the text beside it describes."""


class ProviderButton(QToolButton):
    """Selectable row."""

    def __init__(self, *, first: bool, parent: QWidget | None = None) -> None:
        """*first* draws no line above."""
        super().__init__(parent)
        self._first = first
        self._icon, self._title, self._details = "cloud", "", ""
        self._state: ProviderState = "untested"
        self.setCheckable(True)
        # One tab stop for the whole list, arrow keys inside it.
        self.setAutoExclusive(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        # A ring around a row of a card would overlap its neighbors: it is drawn inside (vaultdesk/ui/theme/README.md,
        # "States").
        self.setProperty(NO_RING, True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme().changed.connect(self.update)

    def show_row(self, row: ProviderRow, state: ProviderState, *, chosen: bool, models: int = 0) -> None:
        """Show *row* and its state; *models* is the number of its known models."""
        self._icon = "book" if row.offline else "chip" if row.local else "cloud"
        self._title = row.title
        self._state = "works" if row.offline else state
        if row.offline:
            self._details = self.tr("built in · quotes your notes")
        elif not row.ready:
            self._details = self.tr("no address yet")
        else:
            model_count = self.tr("1 model") if models == 1 else self.tr("{0} models").format(models)
            state_texts: dict[ProviderState, str] = {
                "untested": model_count if models else self.tr("not tested"),
                "no key": self.tr("no key yet"),
                "works": self.tr("answers"),
                "fails": self.tr("the test failed"),
            }
            location = self.tr("on this computer") if row.local else row.host
            self._details = f"{location} · {state_texts[state]}"
        self.setChecked(chosen)
        self.setAccessibleName(f"{self._title}, {self._details}")
        self.setToolTip(as_tooltip(f"{self._title}\n{self._details}"))
        self.updateGeometry()
        self.update()

    def shown_text(self) -> str:
        """Return the text under the name."""
        return self._details

    def sizeHint(self) -> QSize:
        """Return the size in which the text under the name is shown in full."""
        width = theme().metrics("small").horizontalAdvance(self._details) + 1 + theme().px(72)
        return QSize(width, theme().px(PROVIDER_ROW_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme().px(200), theme().px(PROVIDER_ROW_HEIGHT))

    def paintEvent(self, event: QPaintEvent) -> None:
        values, px = theme(), theme().px
        painter = QPainter(self)
        mirror_painting(painter, self.rect())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.isChecked() or self.underMouse():
            painter.fillRect(self.rect(), values.color("accent_tint" if self.isChecked() else "hover"))
        if not self._first:
            painter.fillRect(0, 0, self.width(), 1, values.color("border"))
        side = px(16)
        draw_upright_pixmap(
            painter, QPoint(px(14), (self.height() - side) // 2),
            pixmap(self._icon, "text2", side, self.devicePixelRatioF()),
        )  # fmt: skip
        dot = px(7)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(values.color(STATE_COLORS[self._state]))
        painter.drawEllipse(self.width() - px(16) - dot, (self.height() - dot) // 2, dot, dot)
        text_rect = QRect(px(44), px(8), self.width() - px(72), self.height() - px(16))
        self._draw_line(painter, text_rect, self._title, ("strong", "text"), Qt.AlignmentFlag.AlignTop)
        # The state is shown in full; a long address is elided.
        location, separator, state_text = self._details.rpartition(" · ")
        state_width = theme().metrics("small").horizontalAdvance(f"{separator}{state_text}") + 1 if location else 0
        location_text = (
            theme().metrics("small").elidedText(location, Qt.TextElideMode.ElideMiddle, text_rect.width() - state_width)
        )
        self._draw_line(
            painter,
            text_rect,
            f"{location_text}{separator}{state_text}",
            ("small", "muted"),
            Qt.AlignmentFlag.AlignBottom,
        )
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(values.color("accent"), 2))
            painter.drawRoundedRect(self.rect().adjusted(2, 2, -2, -2), px(5), px(5))
        elif self.isChecked() and values.tokens.high_contrast:
            box(painter, self.rect().adjusted(1, 1, -1, -1), px(4), None, values.color("accent"))

    def _draw_line(
        self, painter: QPainter, rect: QRect, text: str, font_and_role: tuple[str, str], alignment: Qt.AlignmentFlag
    ) -> None:
        font, role = font_and_role
        painter.setFont(theme().font("strong" if font == "strong" else "small"))
        painter.setPen(theme().color(role))
        elided = painter.fontMetrics().elidedText(
            safe_label_text(text, 400), Qt.TextElideMode.ElideMiddle, rect.width()
        )
        draw_upright_text(painter, rect, int(Qt.AlignmentFlag.AlignLeft | alignment), elided)


class ProviderList(Card):
    """One tab stop; arrow keys inside."""

    chosen = Signal(str)
    """Name of the provider whose row was clicked."""

    def __init__(self, catalog: Catalog, parent: QWidget | None = None) -> None:
        super().__init__(padding=0, parent=parent)
        self.content.setSpacing(0)
        self._catalog = catalog
        self._current = ""
        self._rows: Sequence[ProviderRow] = ()
        self._states: dict[str, ProviderState] = {}
        self._buttons: dict[str, ProviderButton] = {}

    def show_rows(self, rows: Sequence[ProviderRow]) -> None:
        """Show *rows* in their order."""
        self._rows = tuple(rows)
        if list(self._buttons) != [row.name for row in rows]:
            self._fill()
        self.refresh()

    def refresh(self) -> None:
        """Update the states."""
        for row in self._rows:
            models = 0 if row.offline or not row.ready else len(self._catalog.cached_models(row.name))
            state = self._states.get(row.name, "untested")
            self._buttons[row.name].show_row(row, state, chosen=row.name == self._current, models=models)

    def current(self) -> str | None:
        """Return the name of the selected one; None if it no longer exists."""
        return self._current if self._current in self._buttons else None

    def set_current(self, name: str) -> None:
        """Select the row of *name*."""
        self._current = name
        for button_name, button in self._buttons.items():
            button.setChecked(button_name == name)

    def set_state(self, name: str, state: ProviderState, *, only_if_unknown: bool = False) -> None:
        """Set the state of *name*; with *only_if_unknown* an existing state is kept."""
        if not only_if_unknown or name not in self._states:
            self._states[name] = state
        self.refresh()

    def button(self, name: str) -> ProviderButton:
        """Return the row of the provider *name*."""
        return self._buttons[name]

    def names(self) -> list[str]:
        """Return the providers in the list."""
        return list(self._buttons)

    def _fill(self) -> None:
        for button in self._buttons.values():
            # Removed from the tree immediately: deleted only by the event loop, it would be auto-exclusive with its
            # successors.
            button.setParent(None)
            button.deleteLater()
        self._buttons = {row.name: ProviderButton(first=not number) for number, row in enumerate(self._rows)}
        for name, button in self._buttons.items():
            button.clicked.connect(lambda _checked=False, name=name: self.chosen.emit(name))
            self.content.addWidget(button)
