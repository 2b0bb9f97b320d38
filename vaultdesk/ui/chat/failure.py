"""Failure: what is shown where an answer should have been: what happened, what to do, and the ways on."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.ui.core_words import in_words
from vaultdesk.ui.widgets.banner import Action, Banner


class FailureBanner(QWidget):
    """A sentence with Try Again and, where there is one, another model."""

    retry_requested = Signal()
    other_model_requested = Signal()

    def __init__(self, error: VaultDeskError, other_model: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        title = error.title.strip().rstrip(".")
        parts = (f"{title}.", error.hint.strip(), self.tr("Your question is kept."))
        sentence = " ".join(part for part in parts if part)
        actions: list[Action] = [(self.tr("Try Again"), self.retry_requested.emit)]
        if other_model:
            actions.append((self.tr("Ask {0} instead").format(in_words(other_model)), self.other_model_requested.emit))
        self.banner = Banner("danger", sentence, actions)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.banner)
