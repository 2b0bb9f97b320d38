"""Offer: the one line that asks whether the assistant may use tools in this vault. Switches nothing itself."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from vaultdesk.ui.chat.flow_banner import FlowBanner


class ToolOffer(QWidget):
    """Stands between a question and its answer until the person chose; the question waits and is not lost."""

    accepted = Signal()
    declined = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.banner = FlowBanner(
            "info",
            self.tr("The assistant may not use tools in this vault yet."),
            (
                (self.tr("Let It Search and Ask Me Each Time"), self.accepted.emit),
                (self.tr("Answer Without Notes"), self.declined.emit),
            ),
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.banner)
