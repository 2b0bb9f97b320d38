"""Context places: which file of the vault is meant by a link's target: a note by the rules of links, or an attachment.

Nothing is read but names; hidden folders and what lies outside the vault are never found (vault/note_path.py).
"""

from collections.abc import Iterator

from vaultdesk.core.errors import IndexFailed, VaultError
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.providers.http_connection import in_thread
from vaultdesk.vault.note_path import NOTE_SUFFIX, NotePath, same_name_key
from vaultdesk.vault.vault import Vault

MOST_WALKED = 200_000
"""Files looked at for an attachment that is named without its folder."""


class ContextPlaces:
    """Finds files of one vault by what links say."""

    def __init__(self, vault: Vault, searcher: Searcher) -> None:
        self._vault = vault
        self._searcher = searcher

    async def find(self, linkpath: str, source: str = "") -> NotePath | None:
        """Return the file that *linkpath* means in the note *source*; None where it leads nowhere."""
        try:
            found = await self._searcher.resolve(linkpath, source)
        except IndexFailed:
            found = None  # A path will do without it.
        if found is not None:
            return await self._there(found)
        for place in self._places(linkpath, source):
            there = await self._there(place)
            if there is not None:
                return there
        return await self._attachment(linkpath)

    def _places(self, linkpath: str, source: str) -> Iterator[str]:
        """Yield where it may be: as written, beside the note, in the folder for attachments (OBSIDIAN E.5)."""
        folder = source.rpartition("/")[0]
        beside = f"{folder}/" if folder else ""
        set_to = self._vault.settings.attachment_folder
        below = f"{beside}{set_to[2:]}/" if set_to.startswith("./") and len(set_to) > 2 else f"{set_to.strip('./')}/"
        for place in (linkpath, beside + linkpath, below.lstrip("/") + linkpath):
            yield place
            yield f"{place}{NOTE_SUFFIX}"

    async def _there(self, text: str) -> NotePath | None:
        try:
            return await self._vault.find(NotePath.parse(text))
        except VaultError:
            return None  # What may not be named is not there.

    async def _attachment(self, name: str) -> NotePath | None:
        """Return the file of that name in whichever folder, as Obsidian embeds pictures; the shortest path first."""
        try:
            wanted = NotePath.parse(name)
        except VaultError:
            return None
        if wanted.is_note or not wanted.suffix or "/" in name:
            return None
        key = same_name_key(name)

        def found() -> list[NotePath]:
            walk = self._vault.files.walk(suffixes=(wanted.suffix,))
            some = (state.path for _, state in zip(range(MOST_WALKED), walk, strict=False))
            return [path for path in some if same_name_key(path.file_name) == key]

        try:
            named = await in_thread(found)
        except VaultError:
            return None
        return min(named, key=lambda path: (path.text.count("/"), len(path.text), path.text), default=None)
