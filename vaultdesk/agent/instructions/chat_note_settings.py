"""Instructions and values in the head of a chat note, used after the user accepted exactly these.

Acceptance is bound to the SHA-256 of the values (vaultdesk/agent/README.md, "Accepted text"): many notes of one user
have the same head, which is asked about once.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

from vaultdesk.chat.chatgpt_md import NoteSettings, read_note_settings
from vaultdesk.chat.conversation import Conversation
from vaultdesk.core.errors import VaultError
from vaultdesk.core.settings.settings_schema import NoteSettingsAnswer
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.providers.http_connection import run_in_thread
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.vault import Vault

MAX_ANSWERS = 500
"""Maximum number of stored answers, the newest: one for each different head."""

NoteSettingsStatus = Literal["new", "accepted", "declined"]
"""Not answered; used; not used."""


@dataclass(frozen=True, slots=True)
class ChatNoteSettings:
    """The settings in the head of one note, and the user's answer."""

    path: str
    settings: NoteSettings
    status: NoteSettingsStatus


class ChatNoteSettingsCatalog:
    """The settings in heads of chat notes of one vault; read each time, so that an edit takes effect immediately."""

    def __init__(self, vault: Vault, store: SettingsStore, note_of: Callable[[Conversation], str]) -> None:
        """*note_of* returns the path of a conversation's note; empty if it has none."""
        self._vault = vault
        self._store = store
        self._note_of = note_of

    async def of(self, conversation: Conversation) -> ChatNoteSettings | None:
        """Return the settings in the head of the note of *conversation*; None if there are none."""
        path = self._note_of(conversation)
        if not path:
            return None
        try:
            note = await self._vault.read(NotePath.parse(path))
        except VaultError:
            return None  # The note was deleted; the chat itself reports that.
        settings = await run_in_thread(lambda: read_note_settings(note.text))
        return None if settings.is_empty else ChatNoteSettings(path, settings, self._status(settings))

    async def accepted(self, conversation: Conversation) -> ChatNoteSettings | None:
        """Return the current settings if the user accepted them."""
        found = await self.of(conversation)
        return found if found is not None and found.status == "accepted" else None

    def answer(self, settings: NoteSettings, *, accept: bool) -> None:
        """Record whether *settings*, as shown to the user, are used wherever they occur. Raises `SettingsError`."""
        answered = datetime.now(UTC).replace(microsecond=0)
        new = NoteSettingsAnswer(digest=settings.digest, accepted=accept, answered=answered)
        root = self._vault.root
        kept = [one for one in self._store.settings.vault_settings(root).chat_notes if one.digest != settings.digest]
        answers = (*kept[-MAX_ANSWERS + 1 :], new)
        self._store.change(lambda tree: tree.with_vault(root, chat_notes=answers))

    def _status(self, settings: NoteSettings) -> NoteSettingsStatus:
        answers = self._store.settings.vault_settings(self._vault.root).chat_notes
        found = next((one for one in answers if one.digest == settings.digest), None)
        if found is None:
            return "new"
        return "accepted" if found.accepted else "declined"
