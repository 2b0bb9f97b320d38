"""Private notes in the window: badges in the tree and over open notes, and the action that makes notes private or
ends that."""

import asyncio
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from vaultdesk.core.errors import OutsideVault, SettingsError, VaultDeskError
from vaultdesk.core.settings.settings_schema import PrivacyRule
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.privacy.privacy_rules import never_send_rule
from vaultdesk.privacy.rule_matcher import rule_text
from vaultdesk.ui.bridge import follow, start
from vaultdesk.ui.browser.left_pane import LeftPane
from vaultdesk.ui.chat.tool_text import note_name
from vaultdesk.ui.formatting import plural_text
from vaultdesk.ui.notes.note_area import NoteArea
from vaultdesk.ui.notes.note_page import NotePage
from vaultdesk.ui.privacy.ledger_text import lock_text
from vaultdesk.ui.translation import translate, translate_error, translator
from vaultdesk.ui.widgets.menu import Menu
from vaultdesk.vault.disk.vault_listing import conflict_copies_of, conflict_original
from vaultdesk.vault.note_path import NOTE_SUFFIX, NotePath, printable, same_name_key
from vaultdesk.workspace import Workspace

_tr = translator("NoteBadges")

PrivacyRuleLookup = Callable[[str], PrivacyRule | None]
"""Returns the strictest rule that makes the note at a path private; a folder's path ends with a slash."""


class PrivacyBadges:
    """Determined from data in memory; nothing waits."""

    def __init__(self, rule_of: PrivacyRuleLookup) -> None:
        self._rule_of = rule_of

    def lock(self, path: str, *, folder: bool) -> str:
        """Return why the note or folder at *path* is private; empty if it is not."""
        rule = self._rule_of(f"{path}/" if folder else path)
        return lock_text(rule) if rule is not None else ""

    def conflict(self, path: str) -> str:
        """Return of which note the one at *path* is a conflict copy, judged by its name; empty if it is not."""
        original = conflict_copy_origin(path)
        if not original:
            return ""
        template = _tr(
            "Conflict copy of “{name}”: two computers changed it, and a sync program could not merge the changes."
        )
        return template.format(name=printable(NotePath(original).name))


@lru_cache(maxsize=4096)
def conflict_copy_origin(path: str) -> str:
    """Return the path of the note of which *path*, judged by its name, is a conflict copy; empty for any other."""
    try:
        original = conflict_original(NotePath(path))
    except OutsideVault:
        return ""
    return original.text if original is not None else ""


class NoteBadges(QObject):
    """Follows the rules and the vault until it is destroyed."""

    def __init__(self, workspace: Workspace, browser: LeftPane, notes: NoteArea, parent: QObject) -> None:
        super().__init__(parent)
        self._vault = workspace.vault
        self._browser = browser
        self._notes = notes
        self.badges = PrivacyBadges(workspace.privacy.shown_rule)
        notes.current_changed.connect(lambda _path: self._current_changed())
        follow(workspace.privacy.changes, lambda _nothing: self._rules_changed(), self)
        follow(workspace.vault.changes, lambda _changes: self._check_all_pages(), self)
        self._rules_changed()

    def _rules_changed(self) -> None:
        self._browser.show_badges(self.badges)
        for page in self._notes.pages:
            self._show_lock(page)

    def _current_changed(self) -> None:
        page = self._notes.current_page
        if page is not None and page.path:
            self._show_lock(page)
            start(self._check_page(page), page)

    def _check_all_pages(self) -> None:
        for page in self._notes.pages:
            if page.path:
                start(self._check_page(page), page)

    def _show_lock(self, page: NotePage) -> None:
        page.breadcrumbs.show_lock(self.badges.lock(page.path, folder=False) if page.path else "")

    async def _check_page(self, page: NotePage) -> None:
        """Show on *page* if there is both its note and a conflict copy of it."""
        path = page.path
        try:
            counterpart, message = await self._conflict_counterpart(NotePath(path))
        except VaultDeskError:
            return  # The page itself reports problems of its note or the disk.
        if page.path != path:
            return
        if not counterpart:
            page.banner.clear("conflict")
            return
        open_other = (self.tr("Open the other one"), lambda: self._notes.open(counterpart, new_tab=True))
        page.banner.show_message("conflict", "warning", message, [open_other])

    async def _conflict_counterpart(self, path: NotePath) -> tuple[str, str]:
        """Return the note of which *path* is a conflict copy, or its copy, and the message; empty for neither."""
        original = conflict_copy_origin(path.text)
        if original:
            template = self.tr("“{copy}” is a conflict copy of “{name}”. Merge the two, then delete the copy.")
            return original, template.format(copy=printable(path.name), name=printable(NotePath(original).name))
        names = await asyncio.to_thread(self._vault.files.operations.names_in, path.parts[:-1], path)
        copies = conflict_copies_of(path, names)
        if not copies:
            return "", ""
        template = self.tr("“{name}” has a conflict copy, “{copy}”: two computers changed it. Merge the two.")
        return copies[0].text, template.format(name=printable(path.name), copy=printable(copies[0].name))


RuleTuple = tuple[PrivacyRule, ...]

MAX_NAMED_RULES = 3
"""Maximum number of rules named in a menu entry."""


class PrivateNoteAction(QObject):
    """Changes the privacy rules of the vault at *root*. Paths of folders end with a slash."""

    message_requested = Signal(str, str, object)
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
        open_paths, own_paths, others = self._by_state(paths)
        if open_paths:
            menu.add(self.tr("Keep private"), lambda: self.make_private(open_paths), icon_name="lock")
        elif own_paths:
            menu.add(self.tr("No longer private"), lambda: self.end_privacy(own_paths), icon_name="lock")
        if others and not (own_paths and not open_paths):
            text = self.tr("Private: {why}…").format(why=_reasons(others))
            menu.add(text, self.rules_requested.emit, icon_name="lock")

    def command_text(self, path: str) -> str:
        """Return the command name for the effect of `toggle` on the note at *path*."""
        open_paths, own_paths, others = self._by_state([path])
        if others and not (open_paths or own_paths):
            return self.tr("Why the note is private")
        return self.tr("No longer keep the note private") if own_paths else self.tr("Keep the note private")

    def toggle(self, paths: Sequence[str]) -> None:
        """Make the notes at *paths* private; if all are by individual rules, remove these."""
        open_paths, own_paths, others = self._by_state(paths)
        if open_paths:
            self.make_private(open_paths)
        elif own_paths:
            self.end_privacy(own_paths)
        elif others:
            message = self.tr("Private: {why}. Change this in Private notes.").format(why=_reasons(others))
            self.message_requested.emit(message, self.tr("Show"), self.rules_requested.emit)

    def make_private(self, paths: Sequence[str]) -> None:
        """Make the notes at *paths* private."""
        current = self._rules()
        added = tuple(rule for rule in map(_individual_rule, dict.fromkeys(paths)) if rule not in current)
        if not added:
            singular = self.tr("{note} is already private.")
            self.message_requested.emit(
                self._message(paths, singular, self.tr("{n} notes are already private.")), "", None
            )
        elif self._change(lambda rules: (*rules, *added)):
            singular = self.tr("{note} is now private.")
            plural = self.tr("{n} notes are now private.")
            self.message_requested.emit(
                self._message(paths, singular, plural), self.tr("Undo"), lambda: self._remove_rules(added)
            )

    def end_privacy(self, paths: Sequence[str]) -> None:
        """Remove the individual rules of the notes at *paths*; other rules stay."""
        removed = tuple(rule for rule in self._rules() if any(_is_individual_rule(rule, path) for path in paths))
        if removed and self._change(lambda rules: tuple(rule for rule in rules if rule not in removed)):
            remaining = [rule for rule in map(self._rule_of, paths) if rule is not None]
            if remaining:
                singular = self.tr("{note} is still private: {why}.")
                plural = self.tr("Some of the {n} notes are still private: {why}.")
            else:
                singular, plural = self.tr("{note} is no longer private."), self.tr("{n} notes are no longer private.")
            message = self._message(paths, singular, plural, why=_reasons(remaining))
            self.message_requested.emit(
                message, self.tr("Undo"), lambda: self._change(lambda rules: (*rules, *removed))
            )

    def _by_state(self, paths: Sequence[str]) -> tuple[list[str], list[str], list[PrivacyRule]]:
        """Return those of *paths* that can be made private, those that are by individual rules, and other rules."""
        open_paths, own_paths, others = list[str](), list[str](), list[PrivacyRule]()
        for path in paths:
            rule = self._rule_of(path)
            if rule is None:
                open_paths.append(path)
            elif _is_individual_rule(rule, path):
                own_paths.append(path)
            else:
                others.append(rule)
                if rule.answer == "ask":
                    open_paths.append(path)
        return open_paths, own_paths, others

    def _remove_rules(self, rules: RuleTuple) -> None:
        self._change(lambda current: tuple(rule for rule in current if rule not in rules))

    def _message(self, paths: Sequence[str], singular: str, plural: str, **values: str) -> str:
        name = note_name(paths[0].rstrip("/"))
        return plural_text(len(paths), singular, plural, note=name, **values)

    def _rules(self) -> RuleTuple:
        return self._store.settings.vault_settings(self._root).privacy

    def _change(self, change: Callable[[RuleTuple], RuleTuple]) -> bool:
        try:
            self._store.change(lambda settings: settings.with_vault(self._root, privacy=change(self._rules())))
        except SettingsError as problem:
            self.message_requested.emit(translate_error(problem), "", None)
            return False
        return True


def _individual_rule(path: str) -> PrivacyRule:
    """Return the individual rule for the note, or the notes of the folder, at *path*."""
    return (
        PrivacyRule(kind="folder", value=path.rstrip("/"), answer="local")
        if path.endswith("/")
        else never_send_rule(path)
    )


def _is_individual_rule(rule: PrivacyRule, path: str) -> bool:
    """Whether *rule* is the individual rule of the note or folder at *path*."""
    key, value = same_name_key(path), same_name_key(rule.value.strip())
    if path.endswith("/"):
        return rule.kind == "folder" and value.strip("/") == key.strip("/")
    return rule.kind == "note" and value in (key, key.removesuffix(NOTE_SUFFIX))


def _reasons(rules: Sequence[PrivacyRule]) -> str:
    reasons = dict.fromkeys(translate(rule_text(rule)) for rule in rules)
    return ", ".join(list(reasons)[:MAX_NAMED_RULES])
