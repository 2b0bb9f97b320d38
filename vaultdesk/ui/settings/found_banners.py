"""Found banners: a quiet line for each server that runs on this computer and is no provider yet. Finds none itself."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from vaultdesk.providers.local_servers import FoundServer
from vaultdesk.ui.server_offer import server_offer_text
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.banner import Banner


class FoundBanners(QWidget):
    """One banner each, which can be closed."""

    added = Signal(object)
    """The `FoundServer` to add."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme().step(8))
        self.hide()

    def show_servers(self, servers: Sequence[FoundServer]) -> None:
        """Offer *servers*."""
        while (item := self._column.takeAt(0)) is not None:
            if (before := item.widget()) is not None:
                before.setParent(None)
                before.deleteLater()
        for server in servers:
            add = (self.tr("Add {0}").format(server.title), lambda server=server: self.added.emit(server))
            self._column.addWidget(Banner("info", server_offer_text(server), [add], closable=True))
        self.setVisible(bool(servers))

    def stops(self) -> list[QWidget]:
        """Return where Tab stops, in order."""
        return [stop for banner in self.banners() for stop in banner.stops]

    def banners(self) -> list[Banner]:
        """Return what is offered, in order."""
        return self.findChildren(Banner)
