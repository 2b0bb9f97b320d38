"""Instance: one running program for each person and home; a second start hands its folder to the first and ends."""

import getpass
import hashlib
import json
import logging
import os
from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from vaultdesk.paths import HOME_VARIABLE

log = logging.getLogger(__name__)

CONNECT_WAIT = 500
"""Milliseconds to wait for a running program to answer its socket; a local one takes one or two."""

ANSWER_WAIT = 3_000
"""Milliseconds to wait for its word that it took the message; it may be busy drawing."""

LONGEST_MESSAGE = 64 * 1024
"""Bytes of a message that are read; a path has at most a few thousand."""

TAKEN = b"taken\n"


def instance_name(environment: Mapping[str, str] = os.environ) -> str:
    """Return the socket's name for this person and this home; a path in the person's own run folder where one is."""
    person = str(os.getuid()) if hasattr(os, "getuid") else getpass.getuser()
    home = environment.get(HOME_VARIABLE, "")
    home = str(Path(home).expanduser().absolute()) if home else ""
    digest = hashlib.sha256(f"{person}\n{home}".encode()).hexdigest()
    name = f"vaultdesk-{digest[:16]}"
    own = environment.get("XDG_RUNTIME_DIR", "")
    return str(Path(own) / name) if own and Path(own).is_dir() else name


class Instance(QObject):
    """The first one listens, the others hand over. Needs no running loop to hand over."""

    asked = Signal(object)
    """Another start of the program wants a folder (its Path) opened, or with None only the window raised."""

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._greet)

    def hand_over(self, folder: Path | None) -> bool:
        """Give *folder* to a running program; False where none answers."""
        socket = QLocalSocket()
        socket.connectToServer(self._name)
        if not socket.waitForConnected(CONNECT_WAIT):
            return False
        message = {"open": str(folder) if folder is not None else None}
        socket.write(json.dumps(message).encode() + b"\n")
        socket.waitForBytesWritten(CONNECT_WAIT)
        taken = socket.waitForReadyRead(ANSWER_WAIT) and bytes(socket.readAll().data()) == TAKEN
        socket.abort()
        return taken

    def listen(self) -> bool:
        """Become the one that others hand over to; False where the system refuses a socket."""
        if self._server.listen(self._name):
            return True
        if self._refused():
            # What a program that was killed left behind; a live one would have answered.
            QLocalServer.removeServer(self._name)
            if self._server.listen(self._name):
                return True
        log.info("No second start can be handed over: %s", self._server.errorString())
        return False

    def close(self) -> None:
        """Stop listening."""
        self._server.close()

    def _refused(self) -> bool:
        socket = QLocalSocket()
        socket.connectToServer(self._name)
        answered = socket.waitForConnected(CONNECT_WAIT)
        socket.abort()
        return not answered

    def _greet(self) -> None:
        while (socket := self._server.nextPendingConnection()) is not None:
            socket.readyRead.connect(lambda socket=socket: self._read(socket))
            socket.disconnected.connect(socket.deleteLater)
            if socket.bytesAvailable():
                self._read(socket)

    def _read(self, socket: QLocalSocket) -> None:
        if socket.bytesAvailable() > LONGEST_MESSAGE:
            socket.abort()
            return
        if not socket.canReadLine():
            return
        try:
            message = json.loads(bytes(socket.readLine().data()))
        except ValueError:
            message = None
        if not isinstance(message, dict) or not isinstance(message.get("open"), str | None):
            log.info("A message of another program was not understood")
            socket.abort()
            return
        socket.write(TAKEN)
        socket.flush()
        folder = message.get("open")
        self.asked.emit(Path(folder) if folder else None)
