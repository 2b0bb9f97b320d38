"""Words: what a person can read on a widget, for the tests of the window."""

from PySide6.QtWidgets import QLabel, QWidget


def words_of(widget: QWidget) -> str:
    """Return every text of *widget*'s labels that is not hidden inside it."""
    return "\n".join(label.text() for label in widget.findChildren(QLabel) if label.isVisibleTo(widget))
