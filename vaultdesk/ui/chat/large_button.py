"""Large button: makes the question box as large as there is room, and small again."""

from vaultdesk.ui.chat.question_box import QuestionBox
from vaultdesk.ui.widgets.buttons import IconButton

WORTH_ROOM = 4
"""Lines of a question from which a larger box is offered."""


class LargeButton(IconButton):
    """Out of sight until a question is long enough to want room; the keys do it at any time."""

    def __init__(self, box: QuestionBox) -> None:
        super().__init__("expand", "", side=28)
        self._box = box
        self._keys = ""
        self.hide()
        self.clicked.connect(self.toggle)
        box.expanded_changed.connect(lambda _expanded: self._renew())
        box.document().documentLayout().documentSizeChanged.connect(lambda _size: self._renew())
        self._renew()

    def set_keys(self, keys: str) -> None:
        """Show the keys that do the same."""
        self._keys = keys
        self._renew()

    def toggle(self) -> None:
        """Make the box large, or as high as its text again."""
        self._box.set_expanded(not self._box.expanded)
        self._box.setFocus()

    def _renew(self) -> None:
        expanded = self._box.expanded
        self.set_icon("collapse" if expanded else "expand")
        self.set_name(self.tr("Smaller box") if expanded else self.tr("Larger box"), self._keys)
        self.setHidden(not expanded and self._box.document().size().height() < WORTH_ROOM)
