"""Quick ask: the small window over other programs: find a note, ask, note something down; the answer goes on unseen."""

from collections.abc import Callable

import shiboken6
from PySide6.QtCore import QObject

from vaultdesk.ui.quick_ask.session import Session
from vaultdesk.ui.quick_ask.steps import QuickSteps
from vaultdesk.ui.quick_ask.window import QuickWindow
from vaultdesk.ui.vault_views import VaultViews


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
