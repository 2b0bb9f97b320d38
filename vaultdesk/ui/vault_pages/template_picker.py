"""Template picker: inserts a template of the vault into the open note."""

import asyncio
from datetime import datetime

from PySide6.QtCore import QObject

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.values import replace
from vaultdesk.ui.bridge import start
from vaultdesk.ui.editor.note_editor import update_editor_text
from vaultdesk.ui.notes.note_area import NoteArea
from vaultdesk.ui.notes.note_page import NotePage
from vaultdesk.ui.translation import translate_error
from vaultdesk.ui.widgets.lists.entry_list import PickerPopup
from vaultdesk.ui.widgets.lists.list_row import ListRow
from vaultdesk.ui.window.main_window import MainWindow
from vaultdesk.vault.frontmatter.frontmatter import read_frontmatter
from vaultdesk.vault.note_path import NotePath, printable
from vaultdesk.vault.obsidian.daily_notes import TemplateValues, daily_note_day, fill_template, merge_template
from vaultdesk.vault.obsidian.vault_config import read_vault_config
from vaultdesk.workspace import Workspace


class TemplatePicker(QObject):
    """Command that inserts a template of one vault. Exists as long as the vault is open."""

    def __init__(self, window: MainWindow, workspace: Workspace, key: str, area: NoteArea) -> None:
        """*key* identifies the vault in the window's state."""
        super().__init__(area)
        self._window, self._key, self._area = window, key, area
        self._vault, self._searcher = workspace.vault, workspace.searcher
        window.commands.bind("insert-template", lambda: start(self._choose(), self))

    async def insert(self, path: str, page: NotePage) -> bool:
        """Insert the template at *path* into the note of *page*. Return False, and show why, if that is impossible."""
        try:
            template = (await self._vault.read(NotePath.parse(path))).text
        except VaultDeskError as error:
            self._window.notify(translate_error(error))
            return False
        if page.text is None:
            return False
        settings = await asyncio.to_thread(read_vault_config, self._vault.root)
        day = daily_note_day(page.path, settings.daily)
        name = NotePath.parse(page.path).name
        text = fill_template(template, TemplateValues(name, datetime.now().astimezone(), settings.templates, day))
        if not page.editing:
            return await page.rewrite(lambda note: merge_template(note, text, "append"))
        return self._insert_at_cursor(page, text)

    def _insert_at_cursor(self, page: NotePage, text: str) -> bool:
        """Insert the template's text at the cursor, and merge its properties into the note's."""
        if page.editor.isReadOnly():
            return False
        frontmatter = read_frontmatter(text)
        start_of_body = 0 if frontmatter.problem else frontmatter.body_start
        note_text = page.editor.text()
        try:
            # Merged first, so that nothing is inserted if the note's properties cannot be read.
            merged = merge_template(note_text, text[:start_of_body], "append") if start_of_body else note_text
        except VaultDeskError as error:
            page.banner.show_message("rewrite", "warning", translate_error(error))
            return False
        page.editor.insert_at_cursor(text[start_of_body:].strip("\n"))
        if merged != note_text:
            update_editor_text(page.editor, merge_template(page.editor.text(), text[:start_of_body], "append"))
        page.editor.setFocus()
        return True

    async def _choose(self) -> None:
        page = self._area.current_page
        if page is None or page.text is None:
            self._window.notify(self.tr("First open the note that the template is for."))
            return
        settings = await asyncio.to_thread(read_vault_config, self._vault.root)
        folder = settings.templates.folder or self._window.state.templates.get(self._key, "")
        try:
            rows = await self._searcher.tree()
        except VaultDeskError as error:
            self._window.notify(translate_error(error))
            return
        paths = [row.path for row in rows]
        found = [path for path in paths if folder and path.startswith(f"{folder}/") and path != page.path]
        if found:
            self._offer(page, folder, found, paths, fixed=bool(settings.templates.folder))
            return
        text = (
            self.tr("There are no templates in “{folder}”.").format(folder=printable(folder))
            if folder
            else self.tr("No folder for templates is set.")
        )
        self._window.notify(text, self.tr("Choose a folder…"), lambda: self._choose_folder(page, paths))

    def _offer(self, page: NotePage, folder: str, found: list[str], paths: list[str], *, fixed: bool) -> None:
        entries = [ListRow(path, path[len(folder) + 1 :].removesuffix(".md"), icon="file") for path in found]
        links = [] if fixed else [(self.tr("Another folder…"), lambda: self._choose_folder(page, paths))]
        popup = PickerPopup(
            self.tr("Templates"),
            self.tr("Which template?"),
            lambda typed: [
                entry_row for entry_row in entries if typed.strip().casefold() in entry_row.title.casefold()
            ],
            links,
            anchor=page.breadcrumbs,
        )
        popup.chosen.connect(lambda path: start(self.insert(path, page), self))
        popup.open_at(None)

    def _choose_folder(self, page: NotePage, paths: list[str]) -> None:
        """Let the user choose the folder of templates; Obsidian's own settings are never written."""
        folders = sorted({path.rpartition("/")[0] for path in paths} - {""}, key=str.casefold)
        entries = [ListRow(folder, folder.replace("/", " › "), icon="folder") for folder in folders]
        popup = PickerPopup(
            self.tr("Folder for templates"),
            self.tr("In which folder are your templates?"),
            lambda typed: [
                entry_row for entry_row in entries if typed.strip().casefold() in entry_row.title.casefold()
            ],
            anchor=page.breadcrumbs,
        )
        popup.chosen.connect(self._save_folder)
        popup.open_at(self._window.state.templates.get(self._key))

    def _save_folder(self, folder: str) -> None:
        templates = {**self._window.state.templates, self._key: folder}
        self._window.state = replace(self._window.state, templates=templates)
        start(self._choose(), self)
