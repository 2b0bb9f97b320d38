"""Input field for an API key; stored keys are shown masked."""

import asyncio
from typing import Protocol

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from vaultdesk.core.credentials import DEFAULT_KEY_VARIABLES, ApiKey, Credentials
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.ui.bridge import start
from vaultdesk.ui.theme.icons import icon
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate, translate_error
from vaultdesk.ui.widgets.labels import PlainLabel
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
        self._keeping: asyncio.Task[VaultDeskError | None] | None = None
        self.field = TextField(self.tr("Key"), secret=True)
        self._sign = QAction(self.field.edit)
        self._sign.setEnabled(False)
        self.field.edit.addAction(self._sign, QLineEdit.ActionPosition.LeadingPosition)
        self._remark = PlainLabel(role="muted", font="small", wrap=True)
        self._remark.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().px(4))
        column.addWidget(self.field)
        column.addWidget(self._remark)
        self.setFocusProxy(self.field)
        self.field.edit.returnPressed.connect(self._enter)
        self.field.edit.editingFinished.connect(self._leave)
        self.field.changed.connect(lambda _text: self.field.set_problem(""))
        theme().changed.connect(self._apply_theme)
        self._apply_theme()

    def typed(self) -> str:
        """Return the typed key that is not saved yet."""
        return self.field.text().strip()

    def remark(self) -> str:
        """Return the line under the field; empty if there is none."""
        return self._remark.text() if self._remark.isVisibleTo(self) else ""

    def show_key(self, row: KeyOwner) -> None:
        """Show the state of the key of *row*; the keyring is queried in a thread."""
        start(self._look(row), self)

    def start_saving(self, row: KeyOwner) -> None:
        """Start saving the typed key in a thread; `save` waits for it.

        The task belongs to the window, not to the field: a typed key is saved even if the page is left immediately.
        """
        if self.typed() and row.origin and self._keeping is None:
            self._keeping = start(_store_key(self._credentials, row, self.typed()), self.window())

    async def save(self, row: KeyOwner) -> bool:
        """Save the typed key for the address of *row*, or show under the field why that failed. Empty input counts as
        success.
        """
        if not self.typed():
            return True
        if not row.origin:
            self.field.set_problem(self.tr("Enter the address first. A key is stored for one address only."))
            return False
        self.start_saving(row)
        assert self._keeping is not None, "something is typed and there is an address"
        problem = await asyncio.shield(self._keeping)
        self._keeping = None
        if problem is not None:
            self.field.set_problem(translate_error(problem))
            return False
        self.field.set_text("")
        await self._look(row)
        return True

    async def _look(self, row: KeyOwner) -> None:
        if not row.origin:
            self._show_remark(self._usual_hint(row), "")
            return
        found = await asyncio.to_thread(self._credentials.find, row.name, row.origin, row.api_key_env)
        if isinstance(found, ApiKey):
            self._show_remark(masked_key(found.secret), self._place_words(found, row))
            return
        self._show_remark(self._usual_hint(row), self._variable_words(row))
        if found.reason != "none":
            self.field.set_problem(f"{translate(found.text)} {translate(found.hint)}")

    def _show_remark(self, placeholder: str, remark: str) -> None:
        self.field.set_problem("")
        self.field.edit.setPlaceholderText(placeholder)
        self.field.edit.setAccessibleDescription(remark)
        self._remark.setText(remark)
        self._remark.setVisible(bool(remark))

    def _variable_words(self, row: KeyOwner) -> str:
        variable = row.api_key_env or DEFAULT_KEY_VARIABLES.get(row.origin, "")
        return self.tr("Or set {0} in the environment.").format(variable) if variable else ""

    def _place_words(self, key: ApiKey, row: KeyOwner) -> str:
        if key.source == "environment":
            variable = row.api_key_env or DEFAULT_KEY_VARIABLES.get(row.origin, "")
            return self.tr("Taken from the environment ({0}). It takes precedence over a key entered here.").format(
                variable
            )
        if key.source == "session":
            return self.tr("Stored until VaultDesk closes. Enter another key to replace it.")
        return self.tr("In this computer’s keyring. Enter another key to replace it.")

    def _usual_hint(self, row: KeyOwner) -> str:
        return self.tr("Paste your key") if row.wants_key else self.tr("If the server requires one")

    def _enter(self) -> None:
        # `editingFinished` follows immediately and must not emit again.
        self._is_saving = True
        self.entered.emit()

    def _leave(self) -> None:
        if not self._is_saving and self.typed():
            self.entered.emit()
        self._is_saving = False

    def _apply_theme(self) -> None:
        sign = icon("key", "muted", "muted", 14)
        # A disabled action would be drawn in the disabled colour; this one is only not clickable.
        sign.addPixmap(sign.pixmap(theme().px(14)), sign.Mode.Disabled)
        self._sign.setIcon(sign)


async def _store_key(credentials: Credentials, row: KeyOwner, secret: str) -> VaultDeskError | None:
    try:
        await asyncio.to_thread(credentials.set, row.name, row.origin, secret)
    except VaultDeskError as problem:
        return problem
    return None
