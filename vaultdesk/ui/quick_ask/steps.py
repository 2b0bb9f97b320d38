"""Steps: what follows on what in quick ask: typing finds, Enter asks, the answer comes below. Draws nothing."""

from collections.abc import Callable

import shiboken6
from PySide6.QtCore import QObject, Signal

from vaultdesk.ui.chat.exchange import Exchange
from vaultdesk.ui.chat.transcript.exchange_view import ExchangeView
from vaultdesk.ui.quick_ask.session import Session
from vaultdesk.ui.quick_ask.window import QuickWindow


class QuickSteps(QObject):
    """Joins the window to whichever session it stands over."""

    hidden = Signal()
    """The window is to go out of sight."""

    def __init__(self, window: QuickWindow) -> None:
        super().__init__(window)
        self.window = window
        self._session: Session | None = None
        self._connect()

    @property
    def session(self) -> Session | None:
        """Of the vault that was used last; None while none is open."""
        session = self._session
        if session is not None and not (shiboken6.isValid(session) and shiboken6.isValid(session.views)):
            self._session = session = None
        return session

    @session.setter
    def session(self, session: Session | None) -> None:
        """Stand over another vault."""
        self._session = session

    def do(self, what: Callable[[Session], object]) -> None:
        """Do *what* where a vault is open."""
        if self.session is not None:
            what(self.session)

    def typed(self) -> None:
        """Find notes for what is typed and was not asked yet."""
        session = self.session
        if session is None:
            return
        text, last = self.window.field.text, session.talk.last
        asked = session.talk.held is not None or (last is not None and text == last.question)
        session.finding.look("" if asked else text)
        self.renew()

    def found(self, _text: str, hits: object) -> None:
        """Show the notes that were found."""
        session, window = self.session, self.window
        if session is None:
            return
        assert isinstance(hits, list)
        had = window.notes.rows.hasFocus()
        window.notes.show_hits(hits, session.is_private)
        if had and not hits:
            window.field.setFocus()
        below = session.talk.exchanges or session.talk.held is not None
        window.show_parts(*([window.notes] if hits else []), *([window.answer] if below else []))
        self.renew()

    def ask(self) -> None:
        """Ask what is typed."""
        session, field = self.session, self.window.field
        if session is None or not field.text:
            return
        last = session.talk.last
        if last is not None and field.text == last.question and last.error is None:
            return  # Pressed once more: it is being answered, or was; "Ask again" stands below.
        queued = session.talk.running or session.talk.held is not None
        session.talk.ask(field.text)
        field.selectAll()
        if queued:
            self.window.foot.notify(self.tr("Asked next, when this answer is done."))
        self.renew()

    def _press(self) -> None:
        if self.window.send.stops:
            self.do(lambda session: session.talk.stop())
        else:
            self.ask()

    def _type(self, letter: str) -> None:
        field = self.window.field
        field.setFocus()
        field.textCursor().insertText(letter)

    def added(self, exchange: Exchange) -> None:
        """Show a question that was asked, and what comes back."""
        self.window.answer.set_offer(wanted=False)
        if self.session is not None:
            self.window.answer.add_exchange(exchange, self.session.talk.exchanges)
        self.show_answer()

    def held_changed(self) -> None:
        """Offer tools where a question waits for that."""
        held = self.session is not None and self.session.talk.held is not None
        self.window.answer.set_offer(wanted=held)
        if held or (self.session is not None and self.session.talk.exchanges):
            self.show_answer()
        else:
            self.typed()

    def show_answer(self) -> None:
        """Show the answer in the place of the notes."""
        session, window = self.session, self.window
        if session is None:
            return
        window.answer.set_offer(wanted=session.talk.held is not None)
        session.finding.look("")
        window.notes.show_hits([], session.is_private)
        window.show_parts(window.answer)
        self.renew()

    def _follow(self, view: ExchangeView) -> None:
        self.do(lambda session: session.follow(view))

    def start_anew(self) -> None:
        """Begin another chat with an empty field; what runs goes on."""
        session, window = self.session, self.window
        if session is not None:
            session.talk.start_anew()
            window.answer.set_offer(wanted=False)
            window.show_parts()
            window.field.show_text("")
            window.field.setFocus()
            self.renew()

    def note(self) -> None:
        """Put the answer, or what is typed, into today’s note."""
        session = self.session
        text = self._to_note()
        if session is not None and text:
            session.note(text)

    def _to_note(self) -> str:
        """Return the answer where there is one and nothing else is typed, else what is typed."""
        session = self.session
        last = session.talk.last if session is not None else None
        typed = self.window.field.text
        if last is not None and last.over and last.text and typed in ("", last.question):
            return last.text
        return typed

    def renew(self) -> None:
        """Bring Send and the foot up to what can be done now."""
        session, window = self.session, self.window
        if session is None:
            return
        talk, text = session.talk, window.field.text
        last = talk.last
        asked = last is not None and text == last.question
        window.send.set_stops((talk.running or talk.held is not None) and (asked or not text or talk.held is not None))
        window.send.set_sendable(bool(text) and not (asked and last is not None and last.error is None))
        window.foot.set_keys(
            can_ask=bool(text) and not asked and talk.held is None,
            has_notes=not window.notes.isHidden(),
            has_answer=last is not None or talk.held is not None,
        )
        answered = last is not None and last.over and bool(last.text) and self._to_note() == last.text
        window.foot.set_note_target(answered=answered)
        window.foot.note.setEnabled(bool(self._to_note()) and not (asked and talk.running))
        workspace = session.views.workspace
        window.foot.set_models(workspace.models(), talk.model, workspace.store.settings.chat.effort)

    def _connect(self) -> None:
        window, field, foot = self.window, self.window.field, self.window.foot
        field.textChanged.connect(self.typed)
        field.entered.connect(self.ask)
        field.opened.connect(lambda: self.do(lambda session: session.open_chat(field.text)))
        field.noted.connect(self.note)
        field.escaped.connect(self.hidden)
        field.renewed.connect(self.start_anew)
        field.stepped_down.connect(lambda: window.notes.enter() if not window.notes.isHidden() else None)
        field.paged.connect(window.answer.view.travel.page)
        field.paste_refused.connect(
            lambda: foot.notify(self.tr("That is too long to paste here. Save it as a note and ask about the note."))
        )
        window.send.clicked.connect(self._press)
        window.notes.left.connect(field.setFocus)
        window.notes.escaped.connect(self.hidden)
        window.notes.typed.connect(self._type)
        window.notes.chosen.connect(lambda hit: self.do(lambda session: session.open_note(hit)))
        window.answer.built.connect(self._follow)
        window.answer.view.keyboard_freed.connect(field.setFocus)
        window.answer.tools_chosen.connect(lambda allowed: self.do(lambda session: session.use_tools(allowed)))
        foot.note_requested.connect(self.note)
        foot.anew_requested.connect(self.start_anew)
        foot.model.chosen.connect(lambda label: self.do(lambda session: session.choose_model(label)))
        foot.model.effort_chosen.connect(
            lambda effort: self.do(lambda session: session.views.chat.models.choose_effort(effort))
        )
        foot.model.settings_requested.connect(lambda: self.do(Session.open_settings))
        foot.model.opened.connect(lambda: self.do(lambda session: session.views.chat.models.renew_lists()))
