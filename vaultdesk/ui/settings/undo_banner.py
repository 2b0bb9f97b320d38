"""Undo banner: a word about what was just taken away on a settings page, with the way back. Knows no setting."""

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from vaultdesk.ui.widgets.banner import Banner


class UndoBanner(Banner):
    """Stays until it is closed, until Undo, or until something else was done."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("info", "", closable=True, parent=parent)
        self.hide()

    def say(self, words: str, undo: Callable[[], object]) -> None:
        """Say what was done; *undo* takes it back."""

        def back() -> None:
            self.hide()
            undo()

        self.set_text(words)
        self.set_actions([(self.tr("Undo"), back)])
        self.show()
