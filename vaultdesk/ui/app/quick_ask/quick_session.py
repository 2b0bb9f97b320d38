"""Quick ask connected to one open vault: conversation, search, approvals, and the daily note."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from typing import cast

from PySide6.QtCore import QObject, Signal

from vaultdesk.agent.question import Question
from vaultdesk.chat.messages import new_id
from vaultdesk.core.errors import NoteNotFound, NoteNotWritten, VaultDeskError, VaultError
from vaultdesk.core.phrases import Phrase
from vaultdesk.index.index_results import Hit
from vaultdesk.ui import bridge
from vaultdesk.ui.app.quick_ask.found_notes import QuickSearch
from vaultdesk.ui.app.quick_ask.quick_conversation import CardHost, ProgramVisibility, QuickApprover, QuickConversation
from vaultdesk.ui.app.vault_window.vault_views import VaultViews
from vaultdesk.ui.chat.composer.context_tray import LinkedNotesCheck, linked_notes_text
from vaultdesk.ui.chat.exchange import Exchange
from vaultdesk.ui.chat.transcript.exchange_view import ExchangeView, SourceFreshness
from vaultdesk.ui.notes.reading_view import open_web
from vaultdesk.ui.translation import translate_error
from vaultdesk.ui.widgets.labels import safe_label_text
from vaultdesk.ui.window.main_window import MainWindow
from vaultdesk.vault.markdown.note_edit import append_note_text
from vaultdesk.vault.note_path import NOTE_SUFFIX, NotePath
from vaultdesk.vault.obsidian.daily_notes import TemplateValues, daily_note_paths, fill_template
from vaultdesk.vault.transactions.file_edits import Create, EditOutcome, FileEdit, Origin, Rewrite
from vaultdesk.vault.vault import Vault

MAX_ATTEMPTS = 3
"""Number of attempts if another program writes the same note at the same moment."""


@dataclass(frozen=True, slots=True)
class DailyNoteAddition:
    """The added text, and how to undo it."""

    path: str
    group: str
    """The group of the change in the journal."""
    created: bool


async def add_to_today(vault: Vault, text: str, title: str, now: datetime) -> DailyNoteAddition:
    """Append *text* to today's note, created from the vault's template if missing.

    *title* is its title in the journal. Raises `VaultError` and `JournalFailed`.
    """
    origin = Origin(new_id("quick"), title)
    for left in reversed(range(MAX_ATTEMPTS)):
        edit = await _edit(vault, text, now)
        (outcome,) = await vault.apply((edit,), origin)
        if outcome.result in ("done", "unconfirmed"):
            return DailyNoteAddition(edit.path.text, origin.group, isinstance(edit, Create))
        if outcome.result != "conflict" or not left:
            raise _not_written(outcome)
    raise AssertionError("the last try returns or raises")


async def _edit(vault: Vault, text: str, now: datetime) -> FileEdit:
    day = now.date()
    paths = daily_note_paths(day, vault.settings.daily)
    for place in paths:
        path = await vault.find(place)
        if path is not None:
            note = await vault.read(path)
            return Rewrite(path, append_note_text(note.text, text, {}), note.digest)
    wanted = await vault.for_writing(paths[0])
    return Create(wanted, append_note_text(await _template(vault, wanted, now, day), f"{text}\n", {}))


async def _template(vault: Vault, note: NotePath, now: datetime, day: date) -> str:
    """Return the initial text of a new note of *day*; empty if the vault has no template, or a missing one."""
    named = vault.settings.daily.template
    if not named:
        return ""
    try:
        path = await vault.find(NotePath.parse(named if named.endswith(NOTE_SUFFIX) else f"{named}{NOTE_SUFFIX}"))
        if path is None:
            return ""
        template = (await vault.read(path)).text
    except NoteNotFound:
        return ""
    return fill_template(template, TemplateValues(note.name, now, vault.settings.templates, day))


def _not_written(outcome: EditOutcome) -> VaultError:
    return NoteNotWritten(outcome.problem or Phrase("Today’s note could not be written."), path=outcome.edit.path.text)


LONGEST_TITLE = 60
"""Maximum number of characters of the added text in the list of changes."""


class QuickSession(QObject):
    """Created when quick ask is first shown for a vault; ends with the vault's views."""

    notice = Signal(str, str, object)
    """A notice, the text of its undo action, and the action; the last two may be empty."""
    hide_requested = Signal()
    """The main window takes over."""
    withheld_found = Signal(object)
    """The `ReachText` for linked notes in the typed question that a rule withholds from the model."""

    def __init__(
        self, views: VaultViews, place: CardHost, is_shown: Callable[[], bool], show_main_window: Callable[[], None]
    ) -> None:
        """*place* shows cards, *is_shown* returns whether quick ask is visible, *show_main_window* raises the
        window.
        """
        super().__init__(views)
        self.views = views
        self._is_shown = is_shown
        self._show_main_window = show_main_window
        self.conversation = QuickConversation(views.chat, views.workspace, self)
        self.search = QuickSearch(views.workspace, self)
        self._links = LinkedNotesCheck(views.workspace.context_attacher, self)
        self._links.found.connect(lambda linked: self.withheld_found.emit(linked_notes_text(linked)))
        self._typed = ""
        bridge.follow(views.workspace.privacy.changes, lambda _: self.check_links(self._typed), owner=self)
        self._freshness = SourceFreshness(views.workspace.searcher, self)
        window = self._main
        visibility = ProgramVisibility(is_shown, window.isVisible, views.attention)
        self.approver = QuickApprover(views.chat.approver, place, visibility, self)
        self.conversation.approver = self.approver
        views.activity.disclosure_review.reviewer.elsewhere = self.approver.review
        window.appeared.connect(self.window_hidden)

    def window_hidden(self) -> None:
        """Move pending questions to the main window if it is visible and quick ask is not."""
        if not self._is_shown() and self._main.isVisible():
            self.approver.hand_over_to_window()

    def check_links(self, typed: str) -> None:
        """Determine which notes linked in *typed* are withheld from the selected model by a rule."""
        self._typed = typed
        try:
            destination = self.views.workspace.model_destination(self.conversation.model)
        except VaultDeskError:
            return  # There is no model; the window reports it.
        self._links.check(typed, destination)

    def is_private(self, path: str) -> bool:
        """Return whether a note is private."""
        return self.views.workspace.privacy.strictest_rule(path) is not None

    def follow(self, view: ExchangeView) -> None:
        """Connect the actions of an answer."""
        exchange = view.exchange
        self._freshness.follow(view)
        self.views.undo.follow(view)
        view.source_opened.connect(self._open_source)
        view.link_opened.connect(open_web)
        view.retry_requested.connect(lambda: self.conversation.retry(exchange))
        view.other_model_requested.connect(lambda: self._retry_elsewhere(exchange))

    def open_note(self, hit: Hit) -> None:
        """Open a found note in the main window, at the passage."""
        self._show_main()
        first = next(iter(hit.marks), None)
        self.views.open_note(hit.path, passage=hit.snippet[slice(*first)] if first is not None else None)

    def open_chat(self, typed: str) -> None:
        """Continue in the main window: in this chat, or with *typed* in its composer."""
        controller = self.conversation.conversation
        self._show_main()
        self._main.commands["focus-chat"].trigger()
        chat = self.views.chat
        if controller is not None and controller.exchanges:
            chat.show_conversation(controller)
            chat.composer.field.setFocus()
        elif typed:
            chat.new_chat()
            chat.composer.set_question(Question(typed).merged_after(chat.composer.question))

    def open_settings(self) -> None:
        """Show the settings of models."""
        self._show_main()
        self._main.commands["settings"].trigger()

    def choose_model(self, label: str) -> None:
        """Select the model *label*."""
        try:
            self.conversation.choose_model(label)
        except VaultDeskError as problem:
            self.notice.emit(translate_error(problem), "", None)

    def save_to_daily_note(self, text: str) -> None:
        """Append *text* to today's note."""
        bridge.start(self._note(text), owner=self)

    @property
    def _main(self) -> MainWindow:
        return cast("MainWindow", self.views.notes.window())

    def _show_main(self) -> None:
        self.hide_requested.emit()
        self._show_main_window()

    def _open_source(self, note: str, place: str, words: str) -> None:
        self._show_main()
        self.views.chat.source_opened.emit(note, place, words)

    def _retry_elsewhere(self, exchange: Exchange) -> None:
        try:
            self.conversation.retry_elsewhere(exchange)
        except VaultDeskError as problem:
            self.notice.emit(translate_error(problem), "", None)

    async def _note(self, text: str) -> None:
        title = self.tr("Noted: {0}").format(safe_label_text(" ".join(text.split()), LONGEST_TITLE))
        try:
            # Unsaved text of the editor belongs before it.
            await self.views.save()
            noted = await add_to_today(self.views.workspace.vault, text, title, datetime.now().astimezone())
        except VaultDeskError as problem:
            self.notice.emit(translate_error(problem), "", None)
            return
        name = noted.path.rpartition("/")[2].removesuffix(".md")
        words = self.tr("Today’s note “{0}” was made with it.") if noted.created else self.tr("Added to “{0}”.")
        self.notice.emit(
            words.format(safe_label_text(name, LONGEST_TITLE)), self.tr("Undo"), lambda: self._start_undo(noted)
        )

    def _start_undo(self, noted: DailyNoteAddition) -> None:
        bridge.start(self._undo(noted), owner=self)

    async def _undo(self, noted: DailyNoteAddition) -> None:
        try:
            outcome = await self.views.workspace.undo(noted.group)
        except VaultDeskError as problem:
            self.notice.emit(translate_error(problem), "", None)
            return
        changed = self.tr("The note changed since, so it stays as it is.")
        text = self.tr("Taken back.") if outcome.done else outcome.problem or changed
        self.notice.emit(text, "", None)
