"""Block marking: blocks that a link may be made to although they have no id: the id is written when one is taken.

In the note that is edited it is typed into the field, in another one saved as a change that can be undone.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.index.text_folding import fold_to_base
from vaultdesk.ui import bridge
from vaultdesk.ui.widgets.labels import safe_label_text
from vaultdesk.vault.markdown.note_edit import (
    BlockWithoutId,
    EditRefused,
    add_block_id,
    blocks_without_id,
    new_block_id,
)
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.vault import Vault

MOST = 50
"""Blocks offered at a time: the next letter narrows them down."""


@dataclass(frozen=True, slots=True)
class NewId:
    """A block and the id it gets if a link to it is taken."""

    path: str
    block: BlockWithoutId
    id: str


class BlockMarking(QObject):
    """Knows one vault and the text of the note that is edited."""

    def __init__(
        self,
        vault: Vault,
        text: Callable[[], str],
        rewrite: Callable[[Callable[[str], str]], object],
        refuse: Callable[[str], object],
        parent: QObject,
    ) -> None:
        """*text* is the edited note's, *rewrite* changes it, raising what its change raises; *refuse* tells why not."""
        super().__init__(parent)
        self._vault = vault
        self._text = text
        self._rewrite = rewrite
        self._refuse = refuse

    async def find(self, path: str, typed: str, *, here: bool) -> Sequence[NewId]:
        """Return the blocks of the note at *path* that have no id and say *typed*. Raises `VaultError`."""
        if self._vault.read_only and not here:
            return ()
        text = self._text() if here else (await self._vault.read(NotePath.parse(path))).text
        wanted = fold_to_base(typed)
        # Not the one in which the link itself is being typed.
        others = (block for block in blocks_without_id(text) if not here or f"#^{typed}" not in block.ending)
        fitting = [block for block in others if wanted in fold_to_base(block.words)]
        return [NewId(path, block, new_block_id(text)) for block in fitting[:MOST]]

    def mark(self, new: NewId, *, here: bool) -> None:
        """Write the id; where that cannot be, it is told."""
        if not here:
            bridge.start(self._save(new), owner=self)
            return
        try:
            self._rewrite(lambda text: add_block_id(text, new.block, new.id))
        except EditRefused as problem:
            self._tell(new, str(problem))

    async def _save(self, new: NewId) -> None:
        path = NotePath.parse(new.path)
        try:
            note = await self._vault.read(path)
            await self._vault.write(path, add_block_id(note.text, new.block, new.id), note.digest)
        except (VaultDeskError, EditRefused) as problem:
            self._tell(new, str(problem))

    def _tell(self, new: NewId, why: str) -> None:
        words = self.tr("The block of “{note}” could not be given its id, ^{id}: {why}")
        self._refuse(words.format(note=safe_label_text(NotePath(new.path).name), id=new.id, why=why))
