"""Daily wiring: today's note and those before and after it, and the calendar over a daily note."""

import secrets
from datetime import date, datetime

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from vaultdesk.core.errors import NoteConflict, VaultDeskError
from vaultdesk.ui.bridge import start
from vaultdesk.ui.daily.days import Days, day_of
from vaultdesk.ui.dates import day_heading
from vaultdesk.ui.notes.note_area import NoteArea
from vaultdesk.ui.notes.note_page import NotePage
from vaultdesk.ui.widgets.calendar_popup import CalendarPopup
from vaultdesk.ui.window.main_window import MainWindow
from vaultdesk.vault.transactions.file_edits import Origin
from vaultdesk.workspace import Workspace

DAILY_COMMANDS = ("daily-note", "previous-daily", "next-daily")


class DailyWiring(QObject):
    """Joins the daily notes of one vault with the window, for as long as the vault is open."""

    def __init__(self, window: MainWindow, workspace: Workspace, area: NoteArea) -> None:
        super().__init__(area)
        self._window, self._vault, self._area = window, workspace.vault, area
        self.days = Days(workspace.vault, workspace.searcher)
        area.page_made.connect(self._join)
        commands = window.commands
        commands.bind("daily-note", lambda: start(self.open_day(today()), self))
        commands.bind("previous-daily", lambda: start(self._open_beside(-1), self))
        commands.bind("next-daily", lambda: start(self._open_beside(1), self))

    def close(self) -> None:
        """Take the commands away."""
        self._window.commands.unbind(*DAILY_COMMANDS)

    async def open_day(self, day: date) -> None:
        """Show the note of *day*; made by the vault's own template where there is none yet."""
        self._window.show_pane("note")
        try:
            path, there = await self.days.find(day)
            if not there:
                text, whole = await self.days.text_of_new(day, path)
                title = self.tr("Daily note of {day}").format(day=day.isoformat())
                try:
                    await self._vault.write(path, text, None, Origin(f"daily:{secrets.token_hex(8)}", title))
                except NoteConflict:
                    there = True  # Made elsewhere just now.
                if not whole:
                    self._window.notify(self.tr("The template for daily notes cannot be read; the note begins empty."))
        except VaultDeskError as error:
            self._window.notify(str(error))
            return
        page = await self._area.show_note(path.text)
        if not there and page.path == path.text and not page.editing:
            page.toggle_edit()

    def choose_day(self, over: QWidget, path: str) -> CalendarPopup:
        """Open the calendar at *over*, at the day of the note at *path*."""
        popup = CalendarPopup(over, day_of(path, self._vault.settings.daily))
        popup.month_shown.connect(lambda days: start(self._mark(popup, days), popup))
        popup.day_chosen.connect(lambda day: start(self.open_day(date.fromisoformat(day)), self))
        popup.open()
        return popup

    def _join(self, page: NotePage) -> None:
        page.path_changed.connect(
            lambda path: page.crumbs.show_calendar(day_of(path, self._vault.settings.daily) is not None)
        )
        page.crumbs.calendar_requested.connect(lambda button: self.choose_day(button, page.path))

    async def _open_beside(self, way: int) -> None:
        settings = (await self.days.settings()).daily
        here = day_of(self._area.current_path or "", settings) or today()
        try:
            path = await self.days.beside(here, way)
        except VaultDeskError as error:
            self._window.notify(str(error))
            return
        if path is None:
            before = self.tr("There is no daily note before {day}.")
            words = before if way < 0 else self.tr("There is no daily note after {day}.")
            self._window.notify(words.format(day=day_heading(here, today())))
            return
        self._window.show_pane("note")
        self._area.open(path)

    async def _mark(self, popup: CalendarPopup, days: list[date]) -> None:
        popup.mark(await self.days.with_notes(days))


def today() -> date:
    """Return the day it is here."""
    return datetime.now().astimezone().date()
