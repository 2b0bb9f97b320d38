"""Qt trial: loads Qt and makes an application, in a process of its own: a missing library ends whoever asks."""

from PySide6.QtWidgets import QApplication


def try_qt() -> int:
    """Return 0 where Qt starts; where it does not, this process does not come back."""
    application = QApplication([])
    application.processEvents()
    return 0
