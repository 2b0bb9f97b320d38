"""Words: the visible text of a widget, for tests of the window."""

from PySide6.QtWidgets import QLabel, QWidget


def words_of(widget: QWidget) -> str:
    """Return the texts of all visible labels in *widget*."""
    return "\n".join(label.text() for label in widget.findChildren(QLabel) if label.isVisibleTo(widget))
