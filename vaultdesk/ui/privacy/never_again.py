"""Never again: the rule that keeps one note on this computer, set and taken back from wherever a note is listed."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from vaultdesk.core.errors import SettingsError
from vaultdesk.core.settings.settings_schema import PrivacyRule
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.privacy.privacy_rules import never_send_rule
from vaultdesk.ui.chat.tool_text import note_name

Rules = tuple[PrivacyRule, ...]


class NeverAgain(QObject):
    """Changes the privacy rules of the vault at *root*."""

    told = Signal(str, str, object)
    """A sentence, and the words and the deed of the way back; both may be empty."""

    def __init__(self, store: SettingsStore, root: Path, parent: QObject) -> None:
        super().__init__(parent)
        self._store = store
        self._root = root

    def close(self, path: str) -> None:
        """Keep the note at *path* here from now on."""
        rule = never_send_rule(path)
        name = note_name(path)
        if rule in self._rules():
            self.told.emit(self.tr("{note} stays on this computer already.").format(note=name), "", None)
        elif self._change(lambda rules: (*rules, rule)):
            told = self.tr("{note} stays on this computer from now on.").format(note=name)
            self.told.emit(told, self.tr("Undo"), lambda: self._open(rule))

    def _open(self, rule: PrivacyRule) -> None:
        self._change(lambda rules: tuple(one for one in rules if one != rule))

    def _rules(self) -> Rules:
        return self._store.settings.vault_settings(self._root).privacy

    def _change(self, change: Callable[[Rules], Rules]) -> bool:
        try:
            self._store.change(lambda settings: settings.with_vault(self._root, privacy=change(self._rules())))
        except SettingsError as problem:
            self.told.emit(str(problem), "", None)
            return False
        return True
