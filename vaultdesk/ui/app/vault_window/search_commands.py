"""Commands of searching in a vault's window: quick switcher, recent and saved searches, renaming of tags."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.tools.builtin.bulk_tool import BulkUpdate
from vaultdesk.tools.builtin.read_tools import MAX_FILES
from vaultdesk.tools.runtime.approvals import (
    ApprovalDecision,
    ApprovalRequest,
    Approver,
    FirstUseAnswer,
    FirstUseRequest,
)
from vaultdesk.tools.runtime.tool_results import explanation_of
from vaultdesk.tools.tool import ToolResult
from vaultdesk.ui import bridge
from vaultdesk.ui.browser.browsing_history import BrowsingHistory
from vaultdesk.ui.browser.left_pane import LeftPane
from vaultdesk.ui.browser.quick_switcher import QuickSwitcher
from vaultdesk.ui.browser.search_pane import SearchPane
from vaultdesk.ui.browser.tags_pane import TagsPane
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.notes.link_navigation import linked_note_path
from vaultdesk.ui.notes.note_area import NoteArea
from vaultdesk.ui.review.window_approver import WindowApprover
from vaultdesk.ui.translation import translate, translate_error
from vaultdesk.ui.widgets.form_dialog import FormDialog
from vaultdesk.ui.widgets.text_fields import TextField
from vaultdesk.ui.window.main_window import MainWindow
from vaultdesk.vault.markdown.tag_edit import tag_name
from vaultdesk.workspace import Workspace

MAX_NAME_LENGTH = 200
"""Maximum number of characters of a name."""


def _no_problem(_name: str) -> str:
    return ""


class RenameDialog(FormDialog):
    """Open it with `bridge.ask`; `name` contains the field."""

    def __init__(
        self, title: str, text: str, name: str, parent: QWidget, problem_of: Callable[[str], str] = _no_problem
    ) -> None:
        """*text* describes what is renamed; *problem_of* returns why a name is invalid, or an empty text."""
        super().__init__(title, text, "", parent, width=420)
        self.done_button.setText(self.tr("Rename"))
        self._old_name, self._problem_of = name, problem_of
        self.name = TextField(self.tr("Name"), name)
        self.name.edit.setMaxLength(MAX_NAME_LENGTH)
        self.content.addWidget(self.name)
        self.name.changed.connect(lambda _text: self._check())
        self.name.submitted.connect(self._accept_valid)
        self.done_button.clicked.connect(self._accept_valid)
        self._check()
        self.name.edit.selectAll()
        self.name.setFocus()

    def _check(self) -> None:
        name = self.name.text().strip()
        problem = self._problem_of(name) if name else ""
        self.name.set_problem(problem)
        self.done_button.setEnabled(bool(name) and not problem and name != self._old_name)

    def _accept_valid(self) -> None:
        if self.done_button.isEnabled():
            self.accept()


class TagRenamer(QObject):
    """Uses the tool for changes of many notes, which asks once and lists each of them."""

    def __init__(
        self, window: MainWindow, workspace: Workspace, pane: TagsPane, notes: NoteArea, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._window, self._workspace = window, workspace
        self._pane = pane
        self._notes = notes
        self._recorder = _RefusalRecorder(WindowApprover(window, None, lambda: "dialog"))
        self._busy = False
        self._pane.rename_requested.connect(lambda tag, count: bridge.start(self.rename(tag, count), owner=self))

    async def rename(self, tag: str, count: int) -> None:
        """Ask for the new name of *tag*, which *count* notes have, and rename it."""
        if self._busy:
            return
        self._busy = True
        try:
            if count > MAX_FILES:
                text = self.tr("{n} notes have this tag, but at most {most} can be changed at once.")
                self._window.notify(text.format(n=format_number(count), most=format_number(MAX_FILES)))
            elif (name := await self._ask_name(tag, count)) and await self._notes.save_now():
                self._show_result(tag, name, await self._rename_tag(tag, name))
        except VaultDeskError as error:
            self._window.notify(translate_error(error))
        finally:
            self._busy = False

    async def _ask_name(self, tag: str, count: int) -> str:
        """Return the new name; empty if cancelled."""
        if count == 1:
            text = self.tr("1 note has this tag or a nested tag. You see the change before it is made.")
        else:
            text = self.tr("{n} notes have this tag or a nested tag. You see every change before it is made.")
        title = self.tr("Rename the tag #{tag}").format(tag=tag[:60])
        dialog = RenameDialog(title, text.format(n=format_number(count)), tag, self._window, _problem_of)
        try:
            return tag_name(dialog.name.text()) if await bridge.ask(dialog) else ""
        finally:
            dialog.deleteLater()

    async def _rename_tag(self, tag: str, name: str) -> ToolResult:
        change = {"kind": "rename_tag", "tag": tag, "new_tag": name}
        arguments = json.dumps({"filter": {"tag": tag}, "change": change})
        self._recorder.refused = False
        return await self._workspace.call(BulkUpdate.name, arguments, self._recorder)

    def _show_result(self, tag: str, name: str, result: ToolResult) -> None:
        data = result.data if isinstance(result.data, Mapping) else {}
        changed = data.get("updated")
        if not result.success:
            if result.error is not None and not self._recorder.refused:  # A refusal by the user needs no message.
                self._window.notify(translate(explanation_of(result.error.code, result.error.explanation)))
        elif isinstance(changed, int) and changed:
            if changed == 1:
                text = self.tr("Renamed #{tag} to #{name} in 1 note.")
            else:
                text = self.tr("Renamed #{tag} to #{name} in {n} notes.")
            message = text.format(tag=tag[:60], name=name[:60], n=format_number(changed))
            self._window.notify(message, self.tr("Undo"), partial(self._window.commands["undo-change"].trigger))
        else:
            self._window.notify(self.tr("No note was changed."))


class _RefusalRecorder:
    """Asks, and records the answer."""

    def __init__(self, approver: Approver) -> None:
        self._approver = approver
        self.refused = False

    async def ask(self, request: ApprovalRequest) -> ApprovalDecision:
        decision = await self._approver.ask(request)
        self.refused = not decision.approved
        return decision

    async def ask_first_use(self, request: FirstUseRequest) -> FirstUseAnswer:
        return await self._approver.ask_first_use(request)


def _problem_of(name: str) -> str:
    try:
        tag_name(name)
    except VaultDeskError as error:
        return translate_error(error)
    return ""


MAX_RECENT_SEARCHES = 10
"""Number of recent searches stored for each vault."""


class RecentSearches(QObject):
    """Connects the search of one vault with the window."""

    def __init__(self, window: MainWindow, vault: str, pane: SearchPane, parent: QObject) -> None:
        """*vault* is the key of the vault in the window's state."""
        super().__init__(parent)
        self._window, self._vault, self._pane = window, vault, pane
        pane.settled.connect(self._add)
        pane.show_recent(window.state.searches.get(vault, ()))

    def _add(self, query: str) -> None:
        state = self._window.state
        earlier = (search for search in state.searches.get(self._vault, ()) if search != query)
        searches = (query, *earlier)[:MAX_RECENT_SEARCHES]
        self._window.state = replace(state, searches={**state.searches, self._vault: searches})
        self._pane.show_recent(searches)


class SavedSearches(QObject):
    """Connects the search pane with the saved searches."""

    def __init__(self, window: MainWindow, pane: SearchPane, history: BrowsingHistory) -> None:
        super().__init__(history)
        self._window, self._pane, self._history = window, pane, history
        pane.field.save_requested.connect(self._toggle)
        pane.field.textChanged.connect(lambda _text: self._show_star())
        pane.hints.save_requested.connect(lambda query: history.save(query))
        pane.hints.remove_requested.connect(self._remove)
        pane.hints.rename_requested.connect(lambda query: bridge.start(self._rename(query), owner=self))
        history.changed.connect(self._show)
        self._show()

    def save(self) -> None:
        """Save the current search; without one, show the search field."""
        query = self._query()
        if not query:
            self._window.show_pane("files")
            self._window.commands["search-vault"].trigger()
            self._window.notify(self.tr("Enter a search first, then save it."))
            return
        if not self._history.is_saved(query):
            self._history.save(query)
        text = self.tr("Search saved. It is listed below the empty search field.")
        self._window.notify(text, self.tr("Rename…"), lambda: bridge.start(self._rename(query), owner=self))

    def _query(self) -> str:
        return " ".join(self._pane.field.text().split())

    def _toggle(self) -> None:
        if self._history.is_saved(self._query()):
            self._remove(self._query())
        else:
            self.save()

    def _remove(self, query: str) -> None:
        saved = next((search for search in self._history.saved if search.query == query), None)
        if saved is None:
            return
        self._history.remove(query)
        text = self.tr("Removed the saved search “{name}”.").format(name=saved.name[:60])
        self._window.notify(text, self.tr("Undo"), lambda: self._history.save(saved.query, saved.name))

    async def _rename(self, query: str) -> None:
        saved = next((search for search in self._history.saved if search.query == query), None)
        if saved is None:
            return
        text = self.tr("Query: {query}").format(query=query[:200])
        dialog = RenameDialog(self.tr("Rename the saved search"), text, saved.name, self._window)
        try:
            if await bridge.ask(dialog):
                self._history.save(query, dialog.name.text())
        finally:
            dialog.deleteLater()

    def _show(self) -> None:
        self._pane.hints.show_saved([(search.name, search.query) for search in self._history.saved])
        self._show_star()

    def _show_star(self) -> None:
        query = self._query()
        self._pane.field.show_saved(self._history.is_saved(query) if query else None)


SEARCH_COMMANDS = ("jump", "search-vault", "files", "tags", "links", "outline", "save-search")
"""Commands that are unbound with the vault."""


class SearchCommands(QObject):
    """Created and closed with the views of a vault."""

    def __init__(
        self, window: MainWindow, workspace: Workspace, browser: LeftPane, notes: NoteArea, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._window, self._workspace = window, workspace
        self._browser = browser
        self._notes = notes
        self.history = BrowsingHistory(workspace.search_history, self)
        self.switcher = QuickSwitcher(window, workspace, browser, notes, self.history, self.search)
        self.saved_searches = SavedSearches(window, browser.search_pane, self.history)
        self.tag_renamer = TagRenamer(window, workspace, browser.tags_pane, notes, self)
        self._bind()
        browser.links_pane.related = workspace.related
        browser.links_pane.create_requested.connect(self._create)
        browser.tags_pane.state_changed.connect(self.history.save_tags)
        browser.passages_shown.connect(window.panes.set_reading)
        bridge.start(self._restore(), owner=self)

    async def close(self) -> None:
        """Unbind the commands; wait until pending data is written."""
        if self.switcher.popup is not None:
            self.switcher.popup.close()
        self._window.commands.unbind(*SEARCH_COMMANDS)
        self._window.panes.set_reading(False)
        await self.history.settle()

    def search(self, query: str | None = None) -> None:
        """Show the search of all notes, with *query* in its field if given."""
        self._window.show_pane("files")
        self._browser.show_search(query)

    def _bind(self) -> None:
        commands, browser = self._window.commands, self._browser
        commands.bind("search-vault", self.search)
        for name, show in (("files", browser.show_files), ("tags", browser.show_tags), ("links", browser.show_links)):
            commands.bind(name, partial(self._show_pane, show))
        commands.bind("save-search", self.saved_searches.save)
        commands.bind("outline", self._outline)

    def _show_pane(self, show: Callable[[], None]) -> None:
        self._window.show_pane("files")
        show()

    def _outline(self) -> None:
        page = self._notes.current_page
        if page is not None and page.path:
            self._window.show_pane("note")
            page.related_panel.open_outline()
        else:
            self._window.notify(self.tr("Open a note to see its headings."))

    def _create(self, target: str) -> None:
        self._window.show_pane("note")
        path = linked_note_path(target, self._notes.current_path or "", self._workspace.vault.settings)
        bridge.start(self._notes.create_note(path), owner=self)

    async def _restore(self) -> None:
        await self.history.load()
        self._browser.tags_pane.restore(list(self.history.open_tags), self.history.tag_order)
