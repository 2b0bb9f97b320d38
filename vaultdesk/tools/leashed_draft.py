"""Leashed draft: a draft that takes nothing outside the folders of whoever plans on it, whether or not it is there.

It also knows which notes of the disk each call looked into: what a call tells of them is a read (telling.py).
"""

from vaultdesk.tools.leash import Leash
from vaultdesk.tools.tool import ToolFailure
from vaultdesk.tools.visible import short
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.staging import StagingArea
from vaultdesk.vault.vault import Vault


class LeashedDraft(StagingArea):
    """Refuses a new place out of bounds before it looks: what is there must not be told apart from what is not."""

    def __init__(self, vault: Vault, leash: Leash) -> None:
        super().__init__(vault)
        self._leash = leash
        self._looked: dict[str, dict[str, None]] = {}

    @property
    def looked(self) -> dict[str, tuple[str, ...]]:
        """The notes each call read, by the call's id, where they are on the disk; also of a plan that failed."""
        return {call_id: tuple(paths) for call_id, paths in self._looked.items()}

    async def read(self, path: NotePath) -> str:
        """Return the text *path* would have, and remember for whom it was read."""
        staged = self._staged(path)
        known = path if staged is None else staged.old_path
        if known is not None:  # What an earlier call of the answer makes is nobody's but the model's own.
            self._looked.setdefault(self.call, {})[known.text] = None
        return await super().read(path)

    async def create(self, path: NotePath, text: str) -> None:
        """Stage a new note; raises `ToolFailure` outside the leash."""
        self._check(path)
        await super().create(path, text)

    async def move(self, path: NotePath, new_path: NotePath) -> None:
        """Stage another place for a note; raises `ToolFailure` where that is outside the leash."""
        self._check(new_path)
        await super().move(path, new_path)

    def _check(self, path: NotePath) -> None:
        if not self._leash.reaches(path.text):
            where = f"“{short(path.text, 120)}” is outside {self._leash.place}."
            raise ToolFailure("PERMISSION_DENIED", where)
