"""Group form: a form that keeps what is chosen in its table of the settings; folders and notes stay in the vault."""

from collections.abc import Mapping, Sequence

from pydantic import BaseModel, JsonValue
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from vaultdesk.core.errors import VaultError
from vaultdesk.core.settings.settings_store import Settings
from vaultdesk.ui.settings.change import Keeper
from vaultdesk.ui.settings.form import SettingsForm
from vaultdesk.ui.widgets.form_controls import Choice
from vaultdesk.vault.note_path import NOTE_SUFFIX, NotePath


class GroupForm(SettingsForm):
    """Rows for some fields of one table, as `chat` or `web`."""

    def __init__(
        self,
        keeper: Keeper,
        group: str,
        names: tuple[str, ...],
        words: Mapping[str, str] | None = None,
        choices: Mapping[str, Sequence[Choice]] | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """*words* and *choices* are those of `SettingsForm`."""
        self._keeper = keeper
        self._group = group
        super().__init__(self._table(keeper.store.settings), names, self._keep, words, choices, parent)

    def refresh(self, settings: Settings) -> None:
        """Show what holds now."""
        self.show_values(self._table(settings))

    def _table(self, settings: Settings) -> BaseModel:
        table = getattr(settings, self._group)
        assert isinstance(table, BaseModel), "the settings are a tree of tables"
        return table

    def _keep(self, name: str, value: JsonValue) -> str:
        if isinstance(value, str) and (wrong := wrong_place(name, value)):
            return wrong

        def changed(settings: Settings) -> Settings:
            table = self._table(settings).model_copy(update={name: value})
            return settings.model_copy(update={self._group: table})

        if not self._keeper.keep(changed):
            self.refresh(self._keeper.store.settings)
        return ""


def wrong_place(name: str, text: str) -> str:
    """Return why *text* is no folder, or no note, of a vault, where the field *name* wants one; empty where it is."""
    folder, note = name == "folder" or name.endswith("_folder"), name == "note"
    if not (folder or note):
        return ""
    if not text:
        return _tr("Name a folder of the vault.") if folder else _tr("Name a note of the vault.")
    if note and not text.endswith(NOTE_SUFFIX):
        return _tr("A note’s name ends in .md.")
    try:
        NotePath.parse(text)
    except VaultError:
        return _tr("This is not a folder inside a vault.") if folder else _tr("This is not a note inside a vault.")
    return ""


def _tr(text: str) -> str:
    return QCoreApplication.translate("GroupForm", text)
