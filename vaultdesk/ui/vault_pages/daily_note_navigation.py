"""Daily notes: finding, creating and opening those of today, of neighboring days and of a day in the calendar."""

import asyncio
import secrets
from collections.abc import Collection
from datetime import date, datetime

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from vaultdesk.core.errors import NoteConflict, VaultDeskError
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.ui.bridge import start
from vaultdesk.ui.dates import day_heading
from vaultdesk.ui.notes.note_area import NoteArea
from vaultdesk.ui.notes.note_page import NotePage
from vaultdesk.ui.translation import translate_error
from vaultdesk.ui.widgets.calendar_popup import CalendarPopup
from vaultdesk.ui.window.main_window import MainWindow
from vaultdesk.vault.note_path import NOTE_SUFFIX, NotePath
from vaultdesk.vault.obsidian.daily_notes import TemplateValues, daily_note_day, daily_note_paths, fill_template
from vaultdesk.vault.obsidian.vault_config import DailyNoteSettings, VaultConfig, read_vault_config
from vaultdesk.vault.transactions.file_edits import Origin
from vaultdesk.vault.vault import Vault
from vaultdesk.workspace import Workspace


class DailyNoteFinder:
    """Finds daily notes in the vault and its index.

    The vault's settings are read for each call, because they may be changed in Obsidian.
    """

    def __init__(self, vault: Vault, searcher: Searcher) -> None:
        self._vault, self._searcher = vault, searcher

    async def settings(self) -> VaultConfig:
        """Return the vault's current settings."""
        return await asyncio.to_thread(read_vault_config, self._vault.root)

    async def find(self, day: date) -> tuple[NotePath, bool]:
        """Return the path of the daily note of *day*, and whether it exists. Raises `OutsideVault`."""
        paths = daily_note_paths(day, (await self.settings()).daily)
        for path in paths:
            found = await self._vault.find(path)
            if found is not None:
                return found, True
        return paths[0], False

    async def text_of_new(self, day: date, path: NotePath) -> tuple[str, bool]:
        """Return the text of a new note of *day* at *path*; False if its template is missing or cannot be read."""
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

        def find_days() -> set[date]:
            return {day for day in days if self._has_note(day, settings)}

        return await asyncio.to_thread(find_days)

    async def neighbor(self, day: date, direction: int) -> str | None:
        """Return the existing daily note before (-1) or after (1) *day*; None if there is none.

        Raises `IndexFailed`.
        """
        settings = (await self.settings()).daily
        days = [
            (note_day, row.path)
            for row in await self._searcher.tree()
            if (note_day := daily_note_day(row.path, settings))
        ]
        candidates = [
            (note_day, path) for note_day, path in days if (note_day < day if direction < 0 else note_day > day)
        ]
        if not candidates:
            return None
        return (max(candidates) if direction < 0 else min(candidates))[1]

    def _has_note(self, day: date, settings: DailyNoteSettings) -> bool:
        try:
            return any(self._vault.files.find(path) is not None for path in daily_note_paths(day, settings))
        except VaultDeskError:
            return False


class DailyNoteNavigation(QObject):
    """Opens the daily notes of one vault. Exists as long as the vault is open."""

    def __init__(self, window: MainWindow, workspace: Workspace, area: NoteArea) -> None:
        super().__init__(area)
        self._window, self._vault, self._area = window, workspace.vault, area
        self.days = DailyNoteFinder(workspace.vault, workspace.searcher)
        area.page_made.connect(self._connect_page)
        commands = window.commands
        commands.bind("daily-note", lambda: start(self.open_day(today()), self))
        commands.bind("previous-daily", lambda: start(self._open_adjacent(-1), self))
        commands.bind("next-daily", lambda: start(self._open_adjacent(1), self))

    async def open_day(self, day: date) -> None:
        """Show the note of *day*, created from the vault's template if it does not exist."""
        self._window.show_pane("note")
        try:
            path, exists = await self.days.find(day)
            if not exists:
                text, template_was_read = await self.days.text_of_new(day, path)
                title = self.tr("Daily note of {day}").format(day=day.isoformat())
                try:
                    await self._vault.write(path, text, None, Origin(f"daily:{secrets.token_hex(8)}", title))
                except NoteConflict:
                    exists = True  # Created by another program just now.
                if not template_was_read:
                    self._window.notify(
                        self.tr("The template for daily notes cannot be read, so the note starts empty.")
                    )
        except VaultDeskError as error:
            self._window.notify(translate_error(error))
            return
        page = await self._area.show_note(path.text)
        if not exists and page.path == path.text and not page.editing:
            page.toggle_edit()

    def choose_day(self, over: QWidget, path: str) -> CalendarPopup:
        """Open the calendar at *over*, at the date of the note at *path*."""
        popup = CalendarPopup(over, daily_note_day(path, self._vault.settings.daily))
        popup.month_shown.connect(lambda days: start(self._mark(popup, days), popup))
        popup.day_chosen.connect(lambda day: start(self.open_day(date.fromisoformat(day)), self))
        popup.open()
        return popup

    def _connect_page(self, page: NotePage) -> None:
        page.path_changed.connect(
            lambda path: page.breadcrumbs.show_calendar(daily_note_day(path, self._vault.settings.daily) is not None)
        )
        page.breadcrumbs.calendar_requested.connect(lambda button: self.choose_day(button, page.path))

    async def _open_adjacent(self, direction: int) -> None:
        settings = (await self.days.settings()).daily
        current_day = daily_note_day(self._area.current_path or "", settings) or today()
        try:
            path = await self.days.neighbor(current_day, direction)
        except VaultDeskError as error:
            self._window.notify(translate_error(error))
            return
        if path is None:
            template = self.tr("There is no daily note before {day}.")
            text = template if direction < 0 else self.tr("There is no daily note after {day}.")
            self._window.notify(text.format(day=day_heading(current_day, today())))
            return
        self._window.show_pane("note")
        self._area.open(path)

    async def _mark(self, popup: CalendarPopup, days: list[date]) -> None:
        popup.mark(await self.days.with_notes(days))


def today() -> date:
    """Return the local date."""
    return datetime.now().astimezone().date()
