"""Qt trial: loads Qt and makes an application, in a process of its own: a missing library ends whoever asks."""

import sys

from PySide6.QtWidgets import QApplication

from vaultdesk.diagnosis.desktop_facts import facts_as_text
from vaultdesk.ui.window_facts import window_facts, with_speller


def try_qt() -> int:
    """Print what Qt found on one line, and return 0; where Qt does not start, this process does not come back."""
    application = QApplication([])
    application.processEvents()
    sys.stdout.buffer.write(facts_as_text(with_speller(window_facts())).encode("utf-8") + b"\n")
    sys.stdout.buffer.flush()
    return 0
