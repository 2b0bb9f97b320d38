"""Kept rules: a list of rules in the settings of one vault, changed one at a time, and each change taken back."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Generic, Literal, TypeVar

from vaultdesk.core.settings.settings_schema import PermissionRule, PrivacyRule
from vaultdesk.core.settings.settings_store import Settings
from vaultdesk.ui.settings.change import Keeper
from vaultdesk.ui.settings.undo_banner import UndoBanner

R = TypeVar("R", PermissionRule, PrivacyRule)

Field = Literal["rules", "privacy"]
"""Which list."""


class KeptRules(Generic[R]):
    """Adds, replaces and removes; what was meant is found again by its value where the file was changed meanwhile."""

    def __init__(self, keeper: Keeper, root: Path, field: Field, undo: UndoBanner) -> None:
        self._keeper = keeper
        self._root = root
        self._field: Field = field
        self._undo = undo

    def all(self) -> tuple[R, ...]:
        """Return what holds now."""
        return self._of(self._keeper.store.settings)

    def add(self, rule: R) -> bool:
        """Add *rule*; False where it could not be kept."""
        return self.change(lambda rules: (*rules, rule))

    def replace(self, old: R, new: R) -> bool:
        """Put *new* in the place of *old*."""
        return self.change(lambda rules: tuple(new if rule == old else rule for rule in rules))

    def remove(self, place: int, words: str) -> bool:
        """Remove the rule at *place*, say *words* and offer the way back."""
        rules = self.all()
        if not 0 <= place < len(rules):
            return False
        gone = rules[place]

        def without(now: Sequence[R]) -> tuple[R, ...]:
            here = place if place < len(now) and now[place] == gone else list(now).index(gone) if gone in now else -1
            return tuple(rule for number, rule in enumerate(now) if number != here)

        if not self.change(without):
            return False
        self._undo.say(words, lambda: self.change(lambda now: (*now[:place], gone, *now[place:])))
        return True

    def change(self, change: Callable[[tuple[R, ...]], Sequence[R]]) -> bool:
        """Apply *change* to the list as the file has it; False where it could not be kept."""

        def changed(settings: Settings) -> Settings:
            return settings.with_vault(self._root, **{self._field: tuple(change(self._of(settings)))})

        return self._keeper.keep(changed)

    def _of(self, settings: Settings) -> tuple[R, ...]:
        rules: tuple[R, ...] = getattr(settings.vault_settings(self._root), self._field)
        return rules
