"""One running program per user and home: lock, requests passed on by a second start, and requests of the system."""

import json
import logging
import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QCryptographicHash, QDeadlineTimer, QDir, QEvent, QLockFile, QObject, Signal
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication

from vaultdesk.core.platform.launch_request import LaunchRequest, is_app_link
from vaultdesk.core.platform.paths import app_home

if TYPE_CHECKING:
    from PySide6.QtNetwork import QLocalServer, QLocalSocket


# The first instance is detected by a lock, which is cheap: QtNetwork is loaded only after the first window is shown.

log = logging.getLogger(__name__)

CONNECT_TIMEOUT = 500
"""Milliseconds to wait for a connection to a running program; a local one takes one or two."""

ACKNOWLEDGE_TIMEOUT = 10_000
"""Milliseconds to wait for its acknowledgement: it may be starting itself, on a busy computer."""

START_TIMEOUT = 5_000
"""Milliseconds within which a program that holds the lock should listen; after that a second program starts too."""

LOCK_RETRY_INTERVAL = 50
"""Milliseconds between two connection attempts in this time."""

MAX_MESSAGE_BYTES = 64 * 1024
"""Maximum number of bytes of a message; a path has at most a few thousand."""

MAX_QUESTION_CHARACTERS = 8_000
"""Maximum number of characters of a question that is passed on: six bytes each if escaped, besides the path."""

ACKNOWLEDGEMENT = b"taken\n"


def instance_name(environment: Mapping[str, str] = os.environ) -> str:
    """Return the socket's name for this user and this home; a path in the user's runtime folder if there is one."""
    if hasattr(os, "getuid"):
        user = str(os.getuid())
    else:
        from getpass import getuser  # only needed here

        user = getuser()
    # A portable copy has separate data, so it is a separate program.
    home = str(app_home(environment) or "")
    # Qt's hash: Python's loads OpenSSL, which the first window does not wait for.
    digest = QCryptographicHash.hash(f"{user}\n{home}".encode(), QCryptographicHash.Algorithm.Sha256)
    name = f"vaultdesk-{digest.data().hex()[:16]}"
    runtime_folder = environment.get("XDG_RUNTIME_DIR", "")
    return str(Path(runtime_folder) / name) if runtime_folder and Path(runtime_folder).is_dir() else name


ACTIVATION = ("XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID")
"""Variables in which a desktop passes an activation token to a started program (Wayland, X11)."""


class StartRequest(NamedTuple):
    """The request of a program start."""

    folder: Path | None = None
    """The vault to open, or a note whose vault is opened; None restores the last session."""
    quick_ask: bool = False
    question: str = ""
    """The initial text of quick ask."""
    token: str = ""
    """The activation token that the desktop gave the second start."""
    link: str = ""
    """A link to follow, not parsed yet."""
    hidden: bool = False
    """Show nothing: an automatic start at login found the program running."""

    @classmethod
    def of(cls, request: LaunchRequest, token: str) -> "StartRequest":
        """Return the request for a running program from a start with *request*."""
        question = request.question
        return cls(request.folder, question is not None, question or "", token, request.link, request.hidden)


def activation_token(environment: Mapping[str, str] = os.environ) -> str:
    """Return the activation token of this start, or an empty text."""
    return next((environment[name] for name in ACTIVATION if environment.get(name)), "")


def allow_foreground(process: int) -> None:
    """Allow *process* to raise its window. Windows permits this only to a program the user has just started, such as
    this one.
    """
    if sys.platform == "win32":
        import ctypes

        ctypes.windll.user32.AllowSetForegroundWindow(process)


class SingleInstance(QObject):
    """The first instance listens, the others pass their requests on, which needs no running loop."""

    request_received = Signal(object)
    """Another start of the program sent a `StartRequest`."""

    def __init__(
        self, name: str, parent: QObject | None = None, *, allow_foreground: Callable[[int], object] = allow_foreground
    ) -> None:
        """*allow_foreground* is called with the running program's process id before it is sent a request."""
        super().__init__(parent)
        self._name = name
        self._allow_foreground = allow_foreground
        self._server: QLocalServer | None = None
        self._lock = QLockFile(QDir(QDir.tempPath()).absoluteFilePath(f"{name}.lock"))
        self._lock.setStaleLockTime(0)  # Held for days; the lock of a crashed program is recognized by its process id.

    def forward_to_running(self, request: StartRequest) -> bool:
        """Send *request* to the program that is already running; return False if this is the first one or none
        answers.
        """
        deadline = QDeadlineTimer(START_TIMEOUT)
        wait = 0
        while not self._lock.tryLock(wait):
            if self.send_request(request):
                return True
            if deadline.hasExpired() or self._lock.error() is not QLockFile.LockError.LockFailedError:
                return False
            wait = LOCK_RETRY_INTERVAL  # It is starting itself and does not listen yet.
        return False

    def send_request(self, request: StartRequest) -> bool:
        """Send *request* to a running program; return False if none answers."""
        from PySide6.QtNetwork import QLocalSocket

        socket = QLocalSocket()
        socket.connectToServer(self._name)
        if not socket.waitForConnected(CONNECT_TIMEOUT):
            return False
        process, *_ = self._lock.getLockInfo()
        self._allow_foreground(process)
        socket.write(json.dumps(_message(request)).encode() + b"\n")
        socket.waitForBytesWritten(CONNECT_TIMEOUT)
        acknowledged = (
            socket.waitForReadyRead(ACKNOWLEDGE_TIMEOUT) and bytes(socket.readAll().data()) == ACKNOWLEDGEMENT
        )
        socket.abort()
        return acknowledged

    def listen(self) -> bool:
        """Start listening for requests of other instances; return False if the system refuses a socket."""
        from PySide6.QtNetwork import QLocalServer

        self._lock.tryLock(0)
        self._server = server = QLocalServer(self)
        server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        server.newConnection.connect(self._accept_connections)
        if server.listen(self._name):
            return True
        if self._is_stale():
            # Left behind by a killed program; a running one would have answered.
            QLocalServer.removeServer(self._name)
            if server.listen(self._name):
                return True
        log.info("No second start can be handed over: %s", server.errorString())
        return False

    def close(self) -> None:
        if self._server is not None:
            self._server.close()
        self._lock.unlock()

    def _is_stale(self) -> bool:
        """Return whether no program listens on the existing socket."""
        from PySide6.QtNetwork import QLocalSocket

        socket = QLocalSocket()
        socket.connectToServer(self._name)
        answered = socket.waitForConnected(CONNECT_TIMEOUT)
        socket.abort()
        return not answered

    def _accept_connections(self) -> None:
        while self._server is not None and (socket := self._server.nextPendingConnection()) is not None:
            socket.readyRead.connect(lambda socket=socket: self._read(socket))
            socket.disconnected.connect(socket.deleteLater)
            if socket.bytesAvailable():
                self._read(socket)

    def _read(self, socket: "QLocalSocket") -> None:
        if socket.bytesAvailable() > MAX_MESSAGE_BYTES:
            socket.abort()
            return
        if not socket.canReadLine():
            return
        try:
            request = _parse_request(json.loads(bytes(socket.readLine().data())))
        except (ValueError, RecursionError):
            log.info("A message of another program was not understood")
            socket.abort()
            return
        socket.write(ACKNOWLEDGEMENT)
        socket.flush()
        self.request_received.emit(request)


def _message(request: StartRequest) -> dict[str, str | bool | None]:
    return {
        "open": str(request.folder) if request.folder is not None else None,
        "quick_ask": request.quick_ask,
        "question": request.question[:MAX_QUESTION_CHARACTERS],
        "token": request.token,
        "link": request.link,
        "hidden": request.hidden,
    }


def _parse_request(message: object) -> StartRequest:
    """Return the request in *message*; an older program sends fewer fields. Raises `ValueError` for an invalid one."""
    if not isinstance(message, dict):
        raise ValueError("no object")
    folder, quick_ask = message.get("open"), message.get("quick_ask", False)
    question, token, link = (message.get(name, "") for name in ("question", "token", "link"))
    hidden = message.get("hidden", False)
    valid_flags = isinstance(quick_ask, bool) and isinstance(hidden, bool)
    is_valid = valid_flags and isinstance(folder, str | None) and isinstance(token, str)
    if not is_valid or not isinstance(question, str) or not isinstance(link, str):
        raise ValueError("a field is of another kind")
    return StartRequest(Path(folder) if folder else None, quick_ask, question, token, link, hidden)


class VaultDeskApplication(QApplication):
    """Emits signals for requests of the system instead of handling them by default."""

    quit_requested = Signal()
    """The system, or the menu of the dock, requests the end of the program."""
    request_received = Signal(object)
    """A `StartRequest`: a file, a folder or a link was opened, dropped on the program's icon or clicked (macOS)."""

    def event(self, event: QEvent) -> bool:
        """Intercept events that would close the windows before their notes are saved."""
        if event.type() == QEvent.Type.Quit:
            event.ignore()
            self.quit_requested.emit()
            return True
        if isinstance(event, QFileOpenEvent) and self._request_open(event):
            return True
        return super().event(event)

    def _request_open(self, event: QFileOpenEvent) -> bool:
        """Emit `request_received` for the file or link of *event*; return False if it has neither."""
        link = bytes(event.url().toEncoded().data()).decode("ascii", "replace")
        if is_app_link(link):
            self.request_received.emit(StartRequest(link=link))
        elif event.file():
            self.request_received.emit(StartRequest(Path(event.file())))
        else:
            return False
        return True
