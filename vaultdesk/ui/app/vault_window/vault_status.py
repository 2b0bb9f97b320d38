"""Status of an open vault: status bar with index, egress, usage, model and their menus, pomodoro timer, write lock."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial

from PySide6.QtCore import QEvent, QFileSystemWatcher, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QSystemTrayIcon, QWidget

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.phrases import Sentences
from vaultdesk.index.index_results import NoteSummary
from vaultdesk.privacy.account import Account
from vaultdesk.tools.builtin.pomodoro import FinishedSession, PomodoroLog, PomodoroState, PomodoroTimer
from vaultdesk.ui import bridge
from vaultdesk.ui.bridge import follow, start
from vaultdesk.ui.chat.chat_dock import ChatDock
from vaultdesk.ui.formatting import JUST_NOW, format_number, index_short_text, index_text, plural_text
from vaultdesk.ui.notes.note_area import NoteArea
from vaultdesk.ui.privacy.account_popup import AccountPopup
from vaultdesk.ui.privacy.ledger_text import egress_line, local_text, money_text
from vaultdesk.ui.translation import translate, translate_error
from vaultdesk.ui.widgets.banner import Action
from vaultdesk.ui.widgets.menu import Menu
from vaultdesk.ui.window.main_window import MainWindow, ProblemBanners
from vaultdesk.ui.window.status_bar import StatusBar
from vaultdesk.vault.vault import Vault
from vaultdesk.workspace import Workspace

SECOND = 1000
"""Milliseconds between two updates while the timer runs; they affect no other part of the window."""

MESSAGE_DURATION = 10_000
"""Milliseconds for which the system's notification of the end is shown."""


class PomodoroStatus(QObject):
    """Shows the timer of one vault until it is closed."""

    def __init__(self, window: MainWindow, timer: PomodoroTimer, log: PomodoroLog) -> None:
        super().__init__(window)
        self._window, self._timer = window, timer
        self._item = window.status.timer
        self._tick_timer = QTimer(self, interval=SECOND)
        self._tick_timer.timeout.connect(lambda: self._show(timer.state))
        self._tray: QSystemTrayIcon | None = None
        self._item.clicked.connect(self.open_menu)
        follow(timer.changes, lambda _state: self._show(timer.state), owner=self)
        follow(timer.finished, self._show_end, owner=self)
        follow(log.problems, self._show_problem, owner=self)
        window.commands.bind("pomodoro", self.toggle)
        self._show(timer.state)

    def close(self) -> None:
        """Stop showing this vault."""
        self._tick_timer.stop()
        self._item.clicked.disconnect(self.open_menu)
        self._window.status.show_timer("")
        self.deleteLater()

    def toggle(self) -> None:
        """Start a session, pause the running one, or continue the paused one."""
        if self._timer.state.phase == "running":
            self._timer.pause()
        else:
            self._timer.start()

    def menu(self) -> Menu:
        """Return the actions of the timer."""
        menu = Menu(self.tr("Pomodoro"), self._item)
        running = self._timer.state.phase == "running"
        menu.add(
            self.tr("Pause") if running else self.tr("Resume"), self.toggle, icon_name="pause" if running else "play"
        )
        menu.add(self.tr("Stop"), self._timer.stop, icon_name="stop")
        return menu

    def open_menu(self) -> None:
        menu = self.menu()
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self._item.mapToGlobal(QPoint(0, -menu.sizeHint().height())))

    def _show(self, state: PomodoroState) -> None:
        if state.phase == "idle":
            self._tick_timer.stop()
            self._window.status.show_timer("")
            return
        seconds = round(state.seconds_left)
        left = f"{seconds // 60}:{seconds % 60:02}"
        paused = state.phase == "paused"
        text = self.tr("{left} paused").format(left=left) if paused else left
        detail = self.tr("Pomodoro of {n} minutes").format(n=format_number(state.minutes))
        self._window.status.show_timer(text, paused=paused, detail=detail)
        if paused:
            self._tick_timer.stop()
        elif not self._tick_timer.isActive():
            self._tick_timer.start()

    def _show_end(self, session: FinishedSession) -> None:
        text = self.tr("The {n}-minute pomodoro is finished.").format(n=format_number(session.minutes))
        self._window.notify(text, self.tr("Start Another"), lambda: self._timer.start(session.minutes))
        QApplication.alert(self._window)
        if self._window.isActiveWindow() or not QSystemTrayIcon.isSystemTrayAvailable():
            return
        if self._tray is None:
            self._tray = QSystemTrayIcon(self._window.windowIcon(), self)
            self._tray.messageClicked.connect(self._window.bring_to_front)
        self._tray.show()
        self._tray.showMessage(self.tr("Pomodoro"), text, self._window.windowIcon(), MESSAGE_DURATION)
        QTimer.singleShot(MESSAGE_DURATION, self._tray, self._tray.hide)

    def _show_problem(self, problem: str) -> None:
        self._window.notify(self.tr("The pomodoro could not be logged: {why}").format(why=problem))


class AccountWatch(QObject):
    """Updates an account after events that only the window notices: a request by another process, and a new day."""

    def __init__(self, account: Account, bar: StatusBar) -> None:
        super().__init__(bar)
        self._account = account
        self._bar = bar
        self._files = QFileSystemWatcher(self)
        self._files.fileChanged.connect(self._stamp_changed)
        start(self._watch(), owner=self)
        # Timers stop while the computer sleeps. One of these events occurs before the user can read the line.
        bar.installEventFilter(self)
        application = QGuiApplication.instance()
        assert isinstance(application, QGuiApplication)
        application.applicationStateChanged.connect(self._check_clock)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Check for a new day when the bar is painted or hovered."""
        if event.type() in (QEvent.Type.Paint, QEvent.Type.Enter):
            self._account.check_clock()
        return super().eventFilter(watched, event)

    def close(self) -> None:
        self._bar.removeEventFilter(self)
        self.deleteLater()

    async def _watch(self) -> None:
        stamp = await self._account.make_stamp()
        if stamp is not None:
            self._files.addPath(str(stamp))

    def _check_clock(self, _state: Qt.ApplicationState) -> None:
        self._account.check_clock()

    def _stamp_changed(self, path: str) -> None:
        self._account.ledgers_changed()
        if path not in self._files.files():
            start(self._watch(), owner=self)  # It was removed or replaced.


class VaultStatus(QObject):
    """Follows the feeds of one vault until it is deleted."""

    note_opened = Signal(str)
    disclosures_requested = Signal(str, str)
    """Request to list what left: of the `chat`, `today` or `month`, and the id of the chat or an empty text."""

    def __init__(self, bar: StatusBar, problems: ProblemBanners, workspace: Workspace, chat: ChatDock) -> None:
        super().__init__(bar)
        self._bar = bar
        self._problems = problems
        self._workspace = workspace
        self._chat = chat
        self._refresh_timer = QTimer(self)
        self._refresh_timer.setSingleShot(True)
        self._refresh_timer.timeout.connect(self._show_index)
        self._reading = False
        self._read_again = False
        self._account_watch = AccountWatch(workspace.account, bar)
        chat.conversation_changed.connect(lambda _id: self.refresh_egress())
        chat.model_changed.connect(lambda _words: self._show_model())
        if workspace.vault.watch_problem:
            problems.show_problem("watching", "warning", translate(workspace.vault.watch_problem))
        if workspace.has_newer_data:
            text = self.tr(
                "A newer version of VaultDesk has stored records of this vault. They are not changed. "
                "This version stores its own, so changes made and texts sent with the newer version are "
                "not listed here."
            )
            problems.show_problem("records", "warning", text)
        bar.disclosures_requested.connect(self.open_account)
        follow(workspace.indexer.progress, lambda _state: self._show_index(), owner=self)
        follow(workspace.account.changes, lambda _nothing: self.refresh_egress(), owner=self)
        follow(workspace.budget.changes, lambda _nothing: self.refresh_egress(), owner=self)
        self._show_index()
        self._show_model()
        self.refresh_egress()

    def refresh_egress(self) -> None:
        """Show what has left this computer today and in the current conversation."""
        if self._reading:
            self._read_again = True
        else:
            self._reading = True
            bridge.start(self._show_account(), owner=self)

    def open_account(self) -> AccountPopup:
        """Open the account of what left, with the chat selected."""
        chat = self._chat
        popup = AccountPopup(self._bar.egress, self._workspace.account, lambda: chat.conversation_id)
        popup.note_opened.connect(self.note_opened)
        popup.list_requested.connect(
            lambda span: self.disclosures_requested.emit(span, chat.conversation_id if span == "chat" else "")
        )
        bridge.start(popup.open_with("chat"), owner=popup)
        return popup

    def close(self) -> None:
        """Stop following, and remove the texts about this vault."""
        for topic in ("index", "watching", "records"):
            self._problems.clear(topic)
        self._account_watch.close()
        self._bar.disclosures_requested.disconnect(self.open_account)
        self._bar.hide_egress()
        self._bar.show_usage("")
        self.deleteLater()

    def _show_index(self) -> None:
        state = self._workspace.indexer.state
        self._bar.show_index(*index_text(state, datetime.now(UTC)), index_short_text(state))
        if state.phase == "failed":
            rebuild = (self.tr("Rebuild it"), lambda: bridge.start(self._workspace.indexer.rebuild(), owner=self))
            self._problems.show_problem("index", "danger", translate(state.error), [rebuild])
        else:
            self._problems.clear("index")
        if state.phase == "ready":
            # Once more, when "just now" has passed.
            self._refresh_timer.start((JUST_NOW + 1) * 1000)

    def _show_model(self) -> None:
        model = self._chat.models.shown
        text = translate(model.title) if model is not None else self._chat.composer.model.shown_text()
        self._bar.show_model(text, local=model is not None and model.local)

    async def _show_account(self) -> None:
        try:
            self._read_again = True
            while self._read_again:
                self._read_again = False
                await self._show_today()
        finally:
            self._reading = False

    async def _show_today(self) -> None:
        try:
            today = await self._workspace.account.today(self._chat.conversation_id)
        except VaultDeskError as error:
            self._bar.show_egress(translate(error.title), translate(error.hint))
            return
        line = egress_line(today)
        if line.anything_left:
            self._bar.show_egress(line.text, line.detail, line.remark, receiver=line.receiver)
        else:
            self._bar.show_no_egress(line.text, self.tr("Nothing sent today"))
        await self._workspace.budget.load()
        self._bar.show_usage(money_text(self._workspace.budget.state().today.dollars) or local_text(today.vault.local))


READ_ONLY_PROBLEM = "read-only"
"""Topic of the message below the toolbar."""


class WriteLockNotice(QObject):
    """Reports the state of the write lock of one vault. A write tries to acquire it again by itself."""

    changes_requested = Signal()
    """The list of changes should be shown, with the recovery results."""

    def __init__(self, window: MainWindow, vault: Vault, notes: NoteArea, parent: QObject) -> None:
        super().__init__(parent)
        self._window = window
        self._vault = vault
        self._notes = notes
        self._shown = ""
        follow(vault.changes, lambda _changes: self._refresh(), self)
        start(self._claim(), self)

    def close(self) -> None:
        """Stop reporting."""
        self._window.problems.clear(READ_ONLY_PROBLEM)

    async def _claim(self) -> None:
        try:
            await self._vault.claim_write_access()
        except VaultDeskError as problem:
            self._window.problems.show_problem(
                READ_ONLY_PROBLEM, "danger", translate_error(problem), [self._retry_action()]
            )
            return
        self._refresh()
        sentences = [result.sentence for result in self._vault.recovered if result.sentence]
        if sentences:
            rest = len(sentences) - 1
            further = plural_text(
                rest, self.tr("1 more change was interrupted."), self.tr("{n} more changes were interrupted.")
            )
            text = Sentences(translate(sentences[0]), further if rest else "")
            self._window.notify(text, self.tr("Show"), self.changes_requested.emit)

    def _retry_action(self) -> Action:
        return self.tr("Try again"), lambda: start(self._claim(), self)

    def _refresh(self) -> None:
        """Update the message if the state changed."""
        reason = self._vault.read_only
        if reason == self._shown:
            return
        self._shown = reason
        if reason:
            self._window.problems.show_problem(READ_ONLY_PROBLEM, "warning", translate(reason), [self._retry_action()])
        else:
            self._window.problems.clear(READ_ONLY_PROBLEM)
        for page in self._notes.pages:
            if page.editing or not reason:
                page.editor.setReadOnly(not page.saving.may_write(translate(reason)))


MAX_MENU_ROWS = 20
"""Notes listed in a menu before the rest is counted; more does not fit on a small screen."""


class StatusMenus(QObject):
    """Opens the menus of one vault's status bar."""

    activity_requested = Signal()
    index_page_requested = Signal()

    def __init__(
        self, bar: StatusBar, workspace: Workspace, chat: ChatDock, open_note: Callable[[str], object]
    ) -> None:
        super().__init__(bar)
        self._bar = bar
        self._workspace = workspace
        self._chat = chat
        self._open_note = open_note
        bar.index_requested.connect(self._open_index_menu)
        bar.model_requested.connect(self._open_model_menu)

    def close(self) -> None:
        """Disconnect from the status bar."""
        self._bar.index_requested.disconnect(self._open_index_menu)
        self._bar.model_requested.disconnect(self._open_model_menu)
        self.deleteLater()

    def index_menu(self, rows: Sequence[NoteSummary]) -> Menu:
        """Return the menu with the index commands and the notes that could not be read."""
        menu = self._menu(self.tr("Search index"))
        indexer = self._workspace.indexer
        menu.add(
            self.tr("Compare with the folder now"),
            lambda: bridge.start(indexer.rescan(), owner=self),
            icon_name="refresh",
        )
        menu.add(self.tr("Rebuild the index"), lambda: bridge.start(indexer.rebuild(), owner=self), icon_name="undo")
        unread = [row for row in rows if row.problem]
        if unread:
            menu.addSeparator()
            menu.add_heading(self.tr("Could not be read"))
        for row in unread[:MAX_MENU_ROWS]:
            menu.add(f"{row.path} · {translate(row.problem)}", partial(self._open_note, row.path), icon_name="warning")
        self._add_rest_count(menu, len(unread))
        menu.addSeparator()
        menu.add(self.tr("More about the index"), self.index_page_requested.emit, icon_name="info")
        menu.add(self.tr("Activity"), self.activity_requested.emit, icon_name="clock")
        return menu

    def _open_index_menu(self) -> None:
        bridge.start(self._load_index_menu(), owner=self)

    def _open_model_menu(self) -> None:
        self._chat.composer.model.open_over(self._bar.model)

    async def _load_index_menu(self) -> None:
        self._open(self.index_menu(await self._workspace.searcher.tree()), self._bar.index)

    def _menu(self, name: str) -> Menu:
        menu = Menu(name, self._bar)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.add_heading(name)
        return menu

    def _add_rest_count(self, menu: Menu, total: int) -> None:
        if total > MAX_MENU_ROWS:
            menu.add_heading(self.tr("and {0} more").format(format_number(total - MAX_MENU_ROWS)))

    def _open(self, menu: Menu, item: QWidget) -> None:
        menu.popup(item.mapToGlobal(QPoint(0, -menu.sizeHint().height())))
