"""Desk application: what the system wants is told, and not done behind our back."""

import os
import subprocess
import sys

LIMIT = 40
"""Seconds for a program to start and end."""


def test_what_the_system_wants_is_told_and_not_done() -> None:
    script = """
from PySide6.QtCore import QEvent, QUrl
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QWidget
from vaultdesk.ui.desk_application import DeskApplication
application, told = DeskApplication([]), []
application.quit_asked.connect(lambda: told.append("quit"))
application.asked.connect(lambda asked: told.append(asked.link or asked.folder.name))
window = QWidget()
window.show()
application.sendEvent(application, QEvent(QEvent.Type.Quit))
application.sendEvent(application, QFileOpenEvent("/notes/Boiler.md"))
link = "vaultdesk://search?query=heat%20loss%25"
application.sendEvent(application, QFileOpenEvent(QUrl.fromEncoded(link.encode())))
print(told, window.isVisible())
"""
    ended = subprocess.run(
        [sys.executable, "-c", script], env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True, text=True, timeout=LIMIT, check=False,
    )  # fmt: skip

    assert ended.stdout.strip() == "['quit', 'Boiler.md', 'vaultdesk://search?query=heat%20loss%25'] True", ended.stderr
