"""Quick ask: typing searches, Enter asks, the answer appears below."""

from collections.abc import Callable

import shiboken6
from PySide6.QtCore import QObject, Signal

from vaultdesk.ui.app.quick_ask.quick_session import Session
from vaultdesk.ui.app.quick_ask.quick_window import QuickWindow
from vaultdesk.ui.app.vault_window.vault_views import VaultViews
from vaultdesk.ui.chat.exchange import Exchange
from vaultdesk.ui.chat.transcript.exchange_view import ExchangeView


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


class QuickAsk(QObject):
    """One window for the whole program, over whichever vault was used last. Built when it is first needed."""

    def __init__(self, views: Callable[[], VaultViews | None], bring_up: Callable[[], None]) -> None:
        """*views* are those of the vault used last, or None; *bring_up* raises the main window."""
        super().__init__()
        self._views = views
        self._bring_up = bring_up
        self._steps: QuickSteps | None = None

    @property
    def window(self) -> QuickWindow:
        """The window, made at the first question for it: in advance where it is likely to be wanted."""
        return self.steps.window

    @property
    def steps(self) -> QuickSteps:
        """What joins the window to the vault."""
        if self._steps is None:
            window = QuickWindow()
            self._steps = QuickSteps(window)
            self._steps.hidden.connect(self.hide)
            window.focus_lost.connect(self._focus_lost)
            window.window_wanted.connect(self._bring_up_main)
        return self._steps

    @property
    def visible(self) -> bool:
        """Whether it is on the screen."""
        return self._steps is not None and self._steps.window.isVisible()

    def show_for(self, question: str = "") -> None:
        """Come up with the keyboard in the field; a *question* is asked at once."""
        steps, window = self.steps, self.window
        self._join()
        session = steps.session
        if session is None:
            window.show_parts(window.closed)
        elif question.strip() or (session.talk.exchanges and not session.talk.in_sight):
            steps.start_anew()
        elif session.talk.in_sight:
            steps.show_answer()
        else:
            steps.typed()
        window.field.selectAll()
        window.come_up()
        if session is not None and question.strip():
            window.field.show_text(question.strip())
            steps.ask()

    def hide(self) -> None:
        """Go out of sight; what is being answered is answered."""
        if self._steps is not None:
            self.window.foot.end_notice()
            self.window.hide()
            self._steps.do(Session.out_of_sight)

    def toggle(self) -> None:
        """Come up, or where it has the keyboard already, go."""
        if self.visible and self.window.isActiveWindow():
            self.hide()
        else:
            self.show_for()

    def close(self) -> None:
        """End; for the end of the program."""
        steps, self._steps = self._steps, None
        if steps is not None and shiboken6.isValid(steps):
            steps.session = None
            steps.window.hide()
            steps.window.deleteLater()

    def _join(self) -> None:
        """Take up the vault that was used last."""
        steps, views = self.steps, self._views()
        if views is None or not shiboken6.isValid(views):
            steps.session = None
            return
        if steps.session is not None and steps.session.views is views:
            return
        found = next((one for one in views.findChildren(Session) if shiboken6.isValid(one)), None)
        steps.session = session = found or self._made(views)
        self.window.answer.show_exchanges(session.talk.exchanges)
        self.window.field.show_text("")

    def _made(self, views: VaultViews) -> Session:
        steps = self.steps
        session = Session(views, steps.window.answer, lambda: self.visible, self._bring_up)
        talk, answer = session.talk, steps.window.answer

        def mine(do: Callable[..., object]) -> Callable[..., None]:
            # A vault that is not the last one any more goes on answering, out of sight.
            def done(*what: object) -> None:
                if steps is self._steps and steps.session is session:
                    do(*what)

            return done

        talk.exchange_added.connect(mine(steps.added))
        talk.exchange_changed.connect(mine(answer.view.exchange_changed))
        talk.shown_anew.connect(mine(lambda: answer.show_exchanges(talk.exchanges)))
        talk.running_changed.connect(mine(lambda _running: steps.renew()))
        talk.held_changed.connect(mine(steps.held_changed))
        session.finding.found.connect(mine(steps.found))
        session.approver.waiting_changed.connect(mine(self._waiting_changed))
        session.told.connect(mine(steps.window.foot.notify))
        session.left.connect(mine(self._leave))
        views.chat.model_changed.connect(mine(lambda _words: steps.renew()))
        return session

    def _waiting_changed(self, waiting: bool) -> None:
        if waiting:
            self.steps.show_answer()

    def _focus_lost(self) -> None:
        session = self.steps.session
        if session is None or not session.approver.waiting:
            self.hide()

    def _leave(self) -> None:
        self.hide()
        self.steps.do(lambda session: session.approver.hand_over())  # The main window may come up only now.

    def _bring_up_main(self) -> None:
        self.hide()
        self._bring_up()
