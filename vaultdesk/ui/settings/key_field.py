"""Input field for an API key; stored keys are shown masked."""

import asyncio
from typing import Protocol

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLineEdit, QWidget

from vaultdesk.core.credentials import DEFAULT_KEY_VARIABLES, ApiKey, Credentials
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.ui.bridge import start
from vaultdesk.ui.theme.icons import icon
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate, translate_error
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.layouts import column_layout
from vaultdesk.ui.widgets.text_fields import TextField

MASK_DOTS = "•" * 16
"""Mask of a key, independent of its length, which would reveal information."""

MIN_REVEALING_LENGTH = 20
"""Minimum length of a key whose last four characters may be shown: enough stay hidden."""


def masked_key(secret: str) -> str:
    """Return dots, and the last four characters of a long key, by which the user can recognize it."""
    return MASK_DOTS + (secret[-4:] if len(secret) >= MIN_REVEALING_LENGTH else "")


class KeyOwner(Protocol):
    """Owner of a key: a provider or a search engine."""

    @property
    def name(self) -> str:
        """Name under which it is stored."""
        ...

    @property
    def origin(self) -> str:
        """Origin to which it is bound; empty if there is no usable address."""
        ...

    @property
    def wants_key(self) -> bool:
        """Whether the owner requires a key."""
        ...

    @property
    def api_key_env(self) -> str:
        """Environment variable set by the user; empty for the default one."""
        ...


class KeyField(QWidget):
    """Password field above a muted line; both show where the key of the current address is stored."""

    entered = Signal()
    """A key was typed and the field left, or Enter pressed in it."""

    def __init__(self, credentials: Credentials, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._credentials = credentials
        self._is_saving = False
        self._saving: asyncio.Task[VaultDeskError | None] | None = None
        self.field = TextField(self.tr("Key"), secret=True)
        self._icon_action = QAction(self.field.edit)
        self._icon_action.setEnabled(False)
        self.field.edit.addAction(self._icon_action, QLineEdit.ActionPosition.LeadingPosition)
        self._remark = PlainLabel(role="muted", font="small", wrap=True)
        self._remark.hide()
        column = column_layout(self, 4)
        column.addWidget(self.field)
        column.addWidget(self._remark)
        self.setFocusProxy(self.field)
        self.field.edit.returnPressed.connect(self._enter_pressed)
        self.field.edit.editingFinished.connect(self._field_left)
        self.field.changed.connect(lambda _text: self.field.set_problem(""))
        theme().changed.connect(self._apply_theme)
        self._apply_theme()

    def typed(self) -> str:
        """Return the typed key that is not saved yet."""
        return self.field.text().strip()

    def remark(self) -> str:
        """Return the line under the field; empty if there is none."""
        return self._remark.text() if self._remark.isVisibleTo(self) else ""

    def show_key(self, owner: KeyOwner) -> None:
        """Show the state of the key of *owner*; the keyring is queried in a thread."""
        start(self._show_stored_key(owner), self)

    def start_saving(self, owner: KeyOwner) -> None:
        """Start saving the typed key in a thread; `save` waits for it.

        The task belongs to the window, not to the field: a typed key is saved even if the page is left immediately.
        """
        if self.typed() and owner.origin and self._saving is None:
            self._saving = start(_store_key(self._credentials, owner, self.typed()), self.window())

    async def save(self, owner: KeyOwner) -> bool:
        """Save the typed key for the address of *owner*, or show under the field why that failed. Empty input counts as
        success.
        """
        if not self.typed():
            return True
        if not owner.origin:
            self.field.set_problem(self.tr("Enter the address first. A key is stored for one address only."))
            return False
        self.start_saving(owner)
        assert self._saving is not None, "something is typed and there is an address"
        error = await asyncio.shield(self._saving)
        self._saving = None
        if error is not None:
            self.field.set_problem(translate_error(error))
            return False
        self.field.set_text("")
        await self._show_stored_key(owner)
        return True

    async def _show_stored_key(self, owner: KeyOwner) -> None:
        if not owner.origin:
            self._show_remark(self._placeholder(owner), "")
            return
        found = await asyncio.to_thread(self._credentials.find, owner.name, owner.origin, owner.api_key_env)
        if isinstance(found, ApiKey):
            self._show_remark(masked_key(found.secret), self._location_text(found, owner))
            return
        self._show_remark(self._placeholder(owner), self._variable_text(owner))
        if found.reason != "none":
            self.field.set_problem(f"{translate(found.text)} {translate(found.hint)}")

    def _show_remark(self, placeholder: str, remark: str) -> None:
        self.field.set_problem("")
        self.field.edit.setPlaceholderText(placeholder)
        self.field.edit.setAccessibleDescription(remark)
        self._remark.setText(remark)
        self._remark.setVisible(bool(remark))

    def _variable_text(self, owner: KeyOwner) -> str:
        variable = owner.api_key_env or DEFAULT_KEY_VARIABLES.get(owner.origin, "")
        return self.tr("Or set {0} in the environment.").format(variable) if variable else ""

    def _location_text(self, key: ApiKey, owner: KeyOwner) -> str:
        if key.source == "environment":
            variable = owner.api_key_env or DEFAULT_KEY_VARIABLES.get(owner.origin, "")
            return self.tr("Taken from the environment ({0}). It takes precedence over a key entered here.").format(
                variable
            )
        if key.source == "session":
            return self.tr("Stored until VaultDesk closes. Enter another key to replace it.")
        return self.tr("In this computer’s keyring. Enter another key to replace it.")

    def _placeholder(self, owner: KeyOwner) -> str:
        return self.tr("Paste your key") if owner.wants_key else self.tr("If the server requires one")

    def _enter_pressed(self) -> None:
        # `editingFinished` follows immediately and must not emit again.
        self._is_saving = True
        self.entered.emit()

    def _field_left(self) -> None:
        if not self._is_saving and self.typed():
            self.entered.emit()
        self._is_saving = False

    def _apply_theme(self) -> None:
        key_icon = icon("key", "muted", "muted", 14)
        # A disabled action would be drawn in the disabled color; this one is only not clickable.
        key_icon.addPixmap(key_icon.pixmap(theme().px(14)), key_icon.Mode.Disabled)
        self._icon_action.setIcon(key_icon)


async def _store_key(credentials: Credentials, owner: KeyOwner, secret: str) -> VaultDeskError | None:
    try:
        await asyncio.to_thread(credentials.set, owner.name, owner.origin, secret)
    except VaultDeskError as error:
        return error
    return None
