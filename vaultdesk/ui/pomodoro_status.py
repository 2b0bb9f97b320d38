"""Pomodoro status: the timer in the status bar: what is left, a press to pause, a menu to stop; a word at its end."""

from PySide6.QtCore import QObject, QPoint, QTimer
from PySide6.QtWidgets import QApplication, QSystemTrayIcon

from vaultdesk.tools.builtin.pomodoro import FinishedSession, PomodoroLog, PomodoroState, PomodoroTimer
from vaultdesk.ui.bridge import follow
from vaultdesk.ui.facts import number
from vaultdesk.ui.main_window import MainWindow
from vaultdesk.ui.widgets.menu import Menu

SECOND = 1000
"""Milliseconds between two looks at the clock while it runs; nothing else of the window is touched by them."""

TOLD_FOR = 10_000
"""Milliseconds the system's own note of the end stays."""


class PomodoroStatus(QObject):
    """Follows the timer of one vault until it is closed."""

    def __init__(self, window: MainWindow, timer: PomodoroTimer, log: PomodoroLog) -> None:
        super().__init__(window)
        self._window, self._timer = window, timer
        self._item = window.status.timer
        self._beat = QTimer(self, interval=SECOND)
        self._beat.timeout.connect(lambda: self._show(timer.standing))
        self._tray: QSystemTrayIcon | None = None
        self._item.clicked.connect(self.open_menu)
        follow(timer.changes, lambda _standing: self._show(timer.standing), owner=self)
        follow(timer.finished, self._tell_end, owner=self)
        follow(log.problems, self._tell_problem, owner=self)
        window.commands.bind("pomodoro", self.turn)
        self._show(timer.standing)

    def close(self) -> None:
        """Say no more of this vault."""
        self._beat.stop()
        self._item.clicked.disconnect(self.open_menu)
        self._window.status.show_timer("")
        self.deleteLater()

    def turn(self) -> None:
        """Start a session, pause the one that runs, or go on with the paused one."""
        if self._timer.standing.phase == "running":
            self._timer.pause()
        else:
            self._timer.start()

    def menu(self) -> Menu:
        """Return what can be done with the timer."""
        menu = Menu(self.tr("Pomodoro"), self._item)
        running = self._timer.standing.phase == "running"
        menu.add(self.tr("Pause") if running else self.tr("Go on"), self.turn, icon_name="pause" if running else "play")
        menu.add(self.tr("Stop"), self._timer.stop, icon_name="stop")
        return menu

    def open_menu(self) -> None:
        """Show the menu above the item."""
        menu = self.menu()
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self._item.mapToGlobal(QPoint(0, -menu.sizeHint().height())))

    def _show(self, standing: PomodoroState) -> None:
        if standing.phase == "idle":
            self._beat.stop()
            self._window.status.show_timer("")
            return
        seconds = round(standing.seconds_left)
        left = f"{seconds // 60}:{seconds % 60:02}"
        paused = standing.phase == "paused"
        words = self.tr("{left} paused").format(left=left) if paused else left
        of = self.tr("Pomodoro of {n} minutes").format(n=number(standing.minutes))
        self._window.status.show_timer(words, paused=paused, detail=of)
        if paused:
            self._beat.stop()
        elif not self._beat.isActive():
            self._beat.start()

    def _tell_end(self, session: FinishedSession) -> None:
        words = self.tr("The pomodoro of {n} minutes is over.").format(n=number(session.minutes))
        self._window.notify(words, self.tr("Start Another"), lambda: self._timer.start(session.minutes))
        QApplication.alert(self._window)
        if self._window.isActiveWindow() or not QSystemTrayIcon.isSystemTrayAvailable():
            return
        if self._tray is None:
            self._tray = QSystemTrayIcon(self._window.windowIcon(), self)
            self._tray.messageClicked.connect(self._window.bring_to_front)
        self._tray.show()
        self._tray.showMessage(self.tr("Pomodoro"), words, self._window.windowIcon(), TOLD_FOR)
        QTimer.singleShot(TOLD_FOR, self._tray, self._tray.hide)

    def _tell_problem(self, problem: str) -> None:
        self._window.notify(self.tr("The pomodoro was not written down: {why}").format(why=problem))
