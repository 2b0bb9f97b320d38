"""WaitingTab: stands behind a tab whose note was open the last time, until the tab is shown. Reads nothing."""

from PySide6.QtWidgets import QWidget

from vaultdesk.ui.kept_tabs import KeptTab


class WaitingTab(QWidget):
    """What is known of the tab: enough to make its page when it is wanted."""

    def __init__(self, kept: KeptTab, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.kept = kept

    @property
    def path(self) -> str:
        """Where the note is."""
        return self.kept.path
