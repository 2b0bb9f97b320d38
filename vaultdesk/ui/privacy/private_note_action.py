"""The action that makes notes private or ends that: in note menus, the command palette and the disclosures page."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from vaultdesk.core.errors import SettingsError
from vaultdesk.core.settings.settings_schema import PrivacyRule
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.privacy.privacy_rules import never_send_rule
from vaultdesk.privacy.rule_matcher import rule_text
from vaultdesk.ui.chat.tool_text import note_name
from vaultdesk.ui.privacy.ledger_text import counted_text
from vaultdesk.ui.translation import translate, translate_error
from vaultdesk.ui.widgets.menu import Menu
from vaultdesk.vault.note_path import NOTE_SUFFIX, same_name_key

RuleTuple = tuple[PrivacyRule, ...]

MAX_NAMED_RULES = 3
"""Maximum number of rules named in a menu entry."""


class PrivateNoteAction(QObject):
    """Changes the privacy rules of the vault at *root*. Paths of folders end with a slash."""

    told = Signal(str, str, object)
    """A sentence for a notice, with the text and function of its button; both may be empty."""
    rules_requested = Signal()
    """The page of privacy rules should be shown."""

    def __init__(
        self,
        store: SettingsStore,
        root: Path,
        rule_of: Callable[[str], PrivacyRule | None],
        parent: QObject,
    ) -> None:
        """*rule_of* returns the strictest rule that makes the note or folder at a path private."""
        super().__init__(parent)
        self._store = store
        self._root = root
        self._rule_of = rule_of

    def fill(self, menu: Menu, paths: Sequence[str]) -> None:
        """Add the privacy actions for the notes at *paths* to *menu*."""
        open_paths, own_paths, others = self._sorted(paths)
        if open_paths:
            menu.add(self.tr("Keep private"), lambda: self.keep(open_paths), icon_name="lock")
        elif own_paths:
            menu.add(self.tr("No longer private"), lambda: self.release(own_paths), icon_name="lock")
        if others and not (own_paths and not open_paths):
            words = self.tr("Private: {why}…").format(why=_reasons(others))
            menu.add(words, self.rules_requested.emit, icon_name="lock")

    def command_text(self, path: str) -> str:
        """Return what `toggle` does with the note at *path*, as the name of a command."""
        open_paths, own_paths, others = self._sorted([path])
        if others and not (open_paths or own_paths):
            return self.tr("Why the note is private")
        return self.tr("No longer keep the note private") if own_paths else self.tr("Keep the note private")

    def toggle(self, paths: Sequence[str]) -> None:
        """Make the notes at *paths* private; if all are by individual rules, remove these."""
        open_paths, own_paths, others = self._sorted(paths)
        if open_paths:
            self.keep(open_paths)
        elif own_paths:
            self.release(own_paths)
        elif others:
            words = self.tr("Private: {why}. That is changed in Private notes.").format(why=_reasons(others))
            self.told.emit(words, self.tr("Show"), self.rules_requested.emit)

    def keep(self, paths: Sequence[str]) -> None:
        """Make the notes at *paths* private."""
        known = self._rules()
        added = tuple(rule for rule in map(_own_rule, dict.fromkeys(paths)) if rule not in known)
        if not added:
            one = self.tr("{note} stays on this computer already.")
            self.told.emit(self._sentence(paths, one, self.tr("{n} notes stay on this computer already.")), "", None)
        elif self._change(lambda rules: (*rules, *added)):
            one = self.tr("{note} stays on this computer from now on.")
            many = self.tr("{n} notes stay on this computer from now on.")
            self.told.emit(self._sentence(paths, one, many), self.tr("Undo"), lambda: self._take_out(added))

    def release(self, paths: Sequence[str]) -> None:
        """Remove the individual rules of the notes at *paths*; other rules stay."""
        removed = tuple(rule for rule in self._rules() if any(_is_own(rule, path) for path in paths))
        if removed and self._change(lambda rules: tuple(rule for rule in rules if rule not in removed)):
            still = [rule for rule in map(self._rule_of, paths) if rule is not None]
            if still:
                one = self.tr("{note} is still private: {why}.")
                many = self.tr("Some of the {n} notes are still private: {why}.")
            else:
                one, many = self.tr("{note} is no longer private."), self.tr("{n} notes are no longer private.")
            words = self._sentence(paths, one, many, why=_reasons(still))
            self.told.emit(words, self.tr("Undo"), lambda: self._change(lambda rules: (*rules, *removed)))

    def _sorted(self, paths: Sequence[str]) -> tuple[list[str], list[str], list[PrivacyRule]]:
        """Return those of *paths* that can be made private, those that are by individual rules, and other rules."""
        open_paths, own_paths, others = list[str](), list[str](), list[PrivacyRule]()
        for path in paths:
            rule = self._rule_of(path)
            if rule is None:
                open_paths.append(path)
            elif _is_own(rule, path):
                own_paths.append(path)
            else:
                others.append(rule)
                if rule.answer == "ask":
                    open_paths.append(path)
        return open_paths, own_paths, others

    def _take_out(self, rules: RuleTuple) -> None:
        self._change(lambda known: tuple(one for one in known if one not in rules))

    def _sentence(self, paths: Sequence[str], one: str, many: str, **values: str) -> str:
        name = note_name(paths[0].rstrip("/"))
        return counted_text(len(paths), one, many, note=name, **values)

    def _rules(self) -> RuleTuple:
        return self._store.settings.vault_settings(self._root).privacy

    def _change(self, change: Callable[[RuleTuple], RuleTuple]) -> bool:
        try:
            self._store.change(lambda settings: settings.with_vault(self._root, privacy=change(self._rules())))
        except SettingsError as problem:
            self.told.emit(translate_error(problem), "", None)
            return False
        return True


def _own_rule(path: str) -> PrivacyRule:
    """Return the individual rule for the note, or the notes of the folder, at *path*."""
    return (
        PrivacyRule(kind="folder", value=path.rstrip("/"), answer="local")
        if path.endswith("/")
        else never_send_rule(path)
    )


def _is_own(rule: PrivacyRule, path: str) -> bool:
    """Whether *rule* is the individual rule of the note or folder at *path*."""
    key, value = same_name_key(path), same_name_key(rule.value.strip())
    if path.endswith("/"):
        return rule.kind == "folder" and value.strip("/") == key.strip("/")
    return rule.kind == "note" and value in (key, key.removesuffix(NOTE_SUFFIX))


def _reasons(rules: Sequence[PrivacyRule]) -> str:
    found = dict.fromkeys(translate(rule_text(rule)) for rule in rules)
    return ", ".join(list(found)[:MAX_NAMED_RULES])
