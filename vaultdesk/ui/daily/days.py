"""Days: which note belongs to a day in one vault, what a new one says, and which days have notes. Writes nothing."""

import asyncio
from collections.abc import Collection
from datetime import date, datetime

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.vault.note_path import NOTE_SUFFIX, NotePath
from vaultdesk.vault.obsidian.daily_notes import daily_note_path
from vaultdesk.vault.obsidian.moment import parse_moment_day
from vaultdesk.vault.obsidian.templates import TemplateValues, fill_template
from vaultdesk.vault.obsidian.vault_config import DailyNoteSettings, VaultConfig, read_vault_config
from vaultdesk.vault.vault import Vault


def day_of(path: str, settings: DailyNoteSettings) -> date | None:
    """Return the day whose note is at *path*; None where it is no daily note."""
    before = f"{settings.folder}/" if settings.folder else ""
    if not path.startswith(before) or not path.lower().endswith(NOTE_SUFFIX):
        return None
    return parse_moment_day(settings.format, path[len(before) : -len(NOTE_SUFFIX)])


class Days:
    """Asks the vault and the index of it. The vault's settings are read anew: they may be changed in Obsidian."""

    def __init__(self, vault: Vault, searcher: Searcher) -> None:
        self._vault, self._searcher = vault, searcher

    async def settings(self) -> VaultConfig:
        """Return the vault's settings as they are now."""
        return await asyncio.to_thread(read_vault_config, self._vault.root)

    async def find(self, day: date) -> tuple[NotePath, bool]:
        """Return where the note of *day* is, or would be, and whether it is there. Raises `OutsideVault`."""
        wanted = daily_note_path(day, (await self.settings()).daily)
        found = await self._vault.find(wanted)
        return found or wanted, found is not None

    async def text_of_new(self, day: date, path: NotePath) -> tuple[str, bool]:
        """Return what a new note of *day* at *path* says; False where its template is missing or cannot be read."""
        settings = await self.settings()
        template = settings.daily.template
        if not template:
            return "", True
        name = template if template.lower().endswith(NOTE_SUFFIX) else f"{template}{NOTE_SUFFIX}"
        try:
            source = await self._vault.find(NotePath.parse(name))
            if source is None:
                return "", False
            text = (await self._vault.read(source)).text
        except VaultDeskError:
            return "", False
        now = datetime.now().astimezone()
        return fill_template(text, TemplateValues(path.name, now, settings.templates, day)), True

    async def with_notes(self, days: Collection[date]) -> set[date]:
        """Return those of *days* that have a note."""
        settings = (await self.settings()).daily

        def there() -> set[date]:
            return {day for day in days if self._has_note(day, settings)}

        return await asyncio.to_thread(there)

    async def beside(self, day: date, way: int) -> str | None:
        """Return the daily note before (-1) or after (1) *day* that is there; None where none is. May raise."""
        settings = (await self.settings()).daily
        days = [(found, row.path) for row in await self._searcher.tree() if (found := day_of(row.path, settings))]
        beyond = [(found, path) for found, path in days if (found < day if way < 0 else found > day)]
        if not beyond:
            return None
        return (max(beyond) if way < 0 else min(beyond))[1]

    def _has_note(self, day: date, settings: DailyNoteSettings) -> bool:
        try:
            return self._vault.files.find(daily_note_path(day, settings)) is not None
        except VaultDeskError:
            return False
