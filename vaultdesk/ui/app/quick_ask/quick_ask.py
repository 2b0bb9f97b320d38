"""Quick ask: typing searches, Enter asks, the answer appears below."""

from collections.abc import Callable

import shiboken6
from PySide6.QtCore import QObject, Signal

from vaultdesk.ui.app.quick_ask.quick_session import QuickSession
from vaultdesk.ui.app.quick_ask.quick_window import QuickWindow
from vaultdesk.ui.app.vault_window.vault_views import VaultViews
from vaultdesk.ui.chat.exchange import Exchange
from vaultdesk.ui.chat.transcript.exchange_view import ExchangeView


class QuickAskController(QObject):
    """Connects the window to the session of the current vault."""

    hide_requested = Signal()
    """The window should be hidden."""

    def __init__(self, window: QuickWindow) -> None:
        super().__init__(window)
        self.window = window
        self._session: QuickSession | None = None
        self._connect()

    @property
    def session(self) -> QuickSession | None:
        """The session of the last used vault; None if none is open."""
        session = self._session
        if session is not None and not (shiboken6.isValid(session) and shiboken6.isValid(session.views)):
            self._session = session = None
        return session

    @session.setter
    def session(self, session: QuickSession | None) -> None:
        """Set the session of another vault."""
        self._session = session

    def with_session(self, use: Callable[[QuickSession], object]) -> None:
        """Call *use* with the session if a vault is open."""
        if self.session is not None:
            use(self.session)

    def search_as_typed(self) -> None:
        """Find notes for the text that was typed but not asked."""
        session = self.session
        if session is None:
            return
        text, last = self.window.field.text, session.conversation.last
        was_submitted = last is not None and text == last.question
        session.search.search("" if was_submitted else text)
        self.refresh()

    def show_found(self, _text: str, hits: object) -> None:
        """Show the found notes."""
        session, window = self.session, self.window
        if session is None:
            return
        assert isinstance(hits, list)
        had_focus = window.notes.rows.hasFocus()
        window.notes.show_hits(hits, session.is_private)
        if had_focus and not hits:
            window.field.setFocus()
        exchanges = session.conversation.exchanges
        window.show_parts(*([window.notes] if hits else []), *([window.answer] if exchanges else []))
        self.refresh()

    def ask(self) -> None:
        """Ask the typed question."""
        session, field = self.session, self.window.field
        if session is None or not field.text:
            return
        last = session.conversation.last
        if last is not None and field.text == last.question and last.error is None:
            return  # Pressed again: it is being answered, or was; "Ask again" is shown below.
        queued = session.conversation.running
        session.conversation.ask(field.text)
        field.selectAll()
        if queued:
            self.window.footer.notify(self.tr("It will be sent when this answer is finished."))
        self.refresh()

    def _send_or_stop(self) -> None:
        if self.window.send.stops:
            self.with_session(lambda session: session.conversation.stop())
        else:
            self.ask()

    def _insert_typed(self, character: str) -> None:
        field = self.window.field
        field.setFocus()
        field.textCursor().insertText(character)

    def show_exchange(self, exchange: Exchange) -> None:
        """Show a question and its answer."""
        if self.session is not None:
            self.window.answer.add_exchange(exchange, self.session.conversation.exchanges)
        self.show_answer()

    def show_answer(self) -> None:
        """Show the answer in place of the notes."""
        session, window = self.session, self.window
        if session is None:
            return
        session.search.search("")
        window.notes.show_hits([], session.is_private)
        window.show_parts(window.answer)
        self.refresh()

    def _follow(self, view: ExchangeView) -> None:
        self.with_session(lambda session: session.follow(view))

    def start_new_chat(self) -> None:
        """Start another chat with an empty field; a running answer continues."""
        session, window = self.session, self.window
        if session is not None:
            session.conversation.start_new_chat()
            window.show_parts()
            window.field.show_text("")
            window.field.setFocus()
            self.refresh()

    def set_private(self, private: bool) -> None:
        """Continue in a new chat, which is not stored if *private*; the typed text is preserved."""
        session, window = self.session, self.window
        if session is not None:
            last = session.conversation.last
            typed = window.field.text
            session.conversation.start_new_chat(private=private)
            window.show_parts()
            window.field.show_text("" if last is not None and typed == last.question else typed)
            window.field.setFocus()
            self.search_as_typed()

    def save_to_daily_note(self) -> None:
        """Append the answer, or the typed text, to today’s note."""
        session = self.session
        text = self._text_for_note()
        if session is not None and text:
            session.save_to_daily_note(text)

    def _text_for_note(self) -> str:
        """Return the answer if there is one and no other text was typed, else the typed text."""
        session = self.session
        last = session.conversation.last if session is not None else None
        typed = self.window.field.text
        if last is not None and last.is_finished and last.text and typed in ("", last.question):
            return last.text
        return typed

    def refresh(self) -> None:
        """Update the Send button and the footer."""
        session, window = self.session, self.window
        if session is None:
            return
        conversation, text = session.conversation, window.field.text
        last = conversation.last
        was_submitted = last is not None and text == last.question
        window.send.set_stops(conversation.running and (was_submitted or not text))
        window.send.set_sendable(bool(text) and not (was_submitted and last is not None and last.error is None))
        window.footer.set_keys(
            can_ask=bool(text) and not was_submitted,
            has_notes=not window.notes.isHidden(),
            has_answer=last is not None,
        )
        answered = last is not None and last.is_finished and bool(last.text) and self._text_for_note() == last.text
        window.footer.set_note_target(answered=answered)
        window.footer.note.setEnabled(bool(self._text_for_note()) and not (was_submitted and conversation.running))
        workspace = session.views.workspace
        session.check_links(text)
        window.footer.set_private(conversation.private)
        effort = workspace.store.settings.chat.effort
        window.footer.set_models(workspace.models(), conversation.model, effort, conversation.answers)

    def _connect(self) -> None:
        window, field, footer = self.window, self.window.field, self.window.footer
        field.textChanged.connect(self.search_as_typed)
        field.entered.connect(self.ask)
        field.opened.connect(lambda: self.with_session(lambda session: session.open_chat(field.text)))
        field.note_requested.connect(self.save_to_daily_note)
        field.escaped.connect(self.hide_requested)
        field.new_chat_requested.connect(self.start_new_chat)
        field.moved_down.connect(lambda: window.notes.enter() if not window.notes.isHidden() else None)
        field.paged.connect(window.answer.view.navigation.page)
        field.paste_refused.connect(
            lambda: footer.notify(
                self.tr("The text is too long to paste here. Save it as a note and ask about the note.")
            )
        )
        window.send.clicked.connect(self._send_or_stop)
        window.notes.left.connect(field.setFocus)
        window.notes.escaped.connect(self.hide_requested)
        window.notes.typed.connect(self._insert_typed)
        window.notes.chosen.connect(lambda hit: self.with_session(lambda session: session.open_note(hit)))
        window.answer.built.connect(self._follow)
        window.answer.view.focus_released.connect(field.setFocus)
        footer.note_requested.connect(self.save_to_daily_note)
        footer.new_chat_requested.connect(self.start_new_chat)
        footer.private_toggled.connect(self.set_private)
        footer.model.chosen.connect(lambda label: self.with_session(lambda session: session.choose_model(label)))
        footer.model.effort_chosen.connect(
            lambda effort: self.with_session(lambda session: session.views.chat.models.choose_effort(effort))
        )
        footer.model.answers_changed.connect(
            lambda answers: self.with_session(lambda session: session.conversation.set_answers(answers))
        )
        footer.model.settings_requested.connect(lambda: self.with_session(QuickSession.open_settings))
        footer.model.opened.connect(
            lambda: self.with_session(lambda session: session.views.chat.models.refresh_lists())
        )


class QuickAsk(QObject):
    """One window for the whole program, for the last used vault. Created on first use."""

    def __init__(
        self,
        views: Callable[[], VaultViews | None],
        show_main_window: Callable[[], None],
        opening: Callable[[], str] = str,
    ) -> None:
        """*views* returns those of the last used vault, or None; *show_main_window* raises the main window.

        *opening* returns the name of the vault being opened, empty if there is none.
        """
        super().__init__()
        self._views = views
        self._opening = opening
        self._show_main_window = show_main_window
        self._controller: QuickAskController | None = None

    @property
    def window(self) -> QuickWindow:
        """The window, created on first access: in advance if it is likely to be used."""
        return self.controller.window

    @property
    def controller(self) -> QuickAskController:
        """The connection between the window and the vault."""
        if self._controller is None:
            window = QuickWindow()
            self._controller = QuickAskController(window)
            self._controller.hide_requested.connect(self.hide)
            window.focus_lost.connect(self._focus_lost)
            window.window_requested.connect(self._activate_main_window)
        return self._controller

    @property
    def visible(self) -> bool:
        return self._controller is not None and self._controller.window.isVisible()

    def show_for(self, question: str = "") -> None:
        """Show the window with the focus in the field; a *question* is asked immediately."""
        controller, window = self.controller, self.window
        self._attach()
        session = controller.session
        if session is None:
            window.show_closed(self._opening())
        elif question.strip() or (session.conversation.exchanges and not session.conversation.is_visible):
            controller.start_new_chat()
        elif session.conversation.is_visible:
            controller.show_answer()
        else:
            controller.search_as_typed()
        window.field.selectAll()
        window.show_front()
        if session is not None and question.strip():
            window.field.show_text(question.strip())
            controller.ask()

    def vault_changed(self) -> None:
        """Use a vault that was opened while the window reported that there is none."""
        if self.visible and self.controller.session is None:
            self.show_for(self.window.field.text)

    def hide(self) -> None:
        """Hide the window; a running answer continues."""
        if self._controller is not None:
            self.window.footer.end_notice()
            self.window.hide()
            self._controller.with_session(QuickSession.window_hidden)

    def toggle(self) -> None:
        """Show the window, or hide it if it has the focus."""
        if self.visible and self.window.isActiveWindow():
            self.hide()
        else:
            self.show_for()

    def close(self) -> None:
        """Close the window at the end of the program."""
        controller, self._controller = self._controller, None
        if controller is not None and shiboken6.isValid(controller):
            controller.session = None
            controller.window.hide()
            controller.window.deleteLater()

    def _attach(self) -> None:
        """Use the last used vault."""
        controller, views = self.controller, self._views()
        if views is None or not shiboken6.isValid(views):
            controller.session = None
            return
        if controller.session is not None and controller.session.views is views:
            return
        found = next((child for child in views.findChildren(QuickSession) if shiboken6.isValid(child)), None)
        controller.session = session = found or self._create_session(views)
        self.window.answer.show_exchanges(session.conversation.exchanges)
        self.window.field.show_text("")

    def _create_session(self, views: VaultViews) -> QuickSession:
        controller = self.controller
        session = QuickSession(views, controller.window.answer, lambda: self.visible, self._show_main_window)
        conversation, answer = session.conversation, controller.window.answer

        def if_current(slot: Callable[..., object]) -> Callable[..., None]:
            # A vault that is no longer the last used one continues its answer in the background.
            def call(*arguments: object) -> None:
                if controller is self._controller and controller.session is session:
                    slot(*arguments)

            return call

        conversation.exchange_added.connect(if_current(controller.show_exchange))
        conversation.exchange_changed.connect(if_current(answer.view.exchange_changed))
        conversation.replaced.connect(if_current(lambda: answer.show_exchanges(conversation.exchanges)))
        conversation.running_changed.connect(if_current(lambda _running: controller.refresh()))
        session.search.found.connect(if_current(controller.show_found))
        session.approver.waiting_changed.connect(if_current(self._waiting_changed))
        session.notice.connect(if_current(controller.window.footer.notify))
        session.withheld_found.connect(if_current(controller.window.footer.show_withheld))
        session.hide_requested.connect(if_current(self._hide_for_window))
        views.chat.model_changed.connect(if_current(lambda _words: controller.refresh()))
        return session

    def _waiting_changed(self, waiting: bool) -> None:
        if waiting:
            self.controller.show_answer()

    def _focus_lost(self) -> None:
        session = self.controller.session
        if session is None or not session.approver.waiting:
            self.hide()

    def _hide_for_window(self) -> None:
        self.hide()
        self.controller.with_session(
            lambda session: session.approver.hand_over_to_window()
        )  # The main window may become active only now.

    def _activate_main_window(self) -> None:
        self.hide()
        self._show_main_window()
