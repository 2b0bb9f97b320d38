"""Problems: the sentences under the toolbar about what went wrong and needs no decision (UX 22)."""

from collections.abc import Sequence

from PySide6.QtWidgets import QVBoxLayout, QWidget

from vaultdesk.ui.widgets.banner import Action, Banner, BannerKind


class Problems(QWidget):
    """At most one banner about each thing; the newer one takes the place of the last."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._banners: dict[str, Banner] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(1)
        self.hide()

    def show_problem(self, about: str, kind: BannerKind, text: str, actions: Sequence[Action] = ()) -> Banner:
        """Say *text* about something until it is mended or closed."""
        self.clear(about)
        banner = Banner(kind, text, actions, closable=True)
        banner.closed.connect(lambda: self.clear(about))
        self._banners[about] = banner
        self._column.addWidget(banner)
        self.show()
        return banner

    def clear(self, about: str) -> None:
        """Take away what is said *about* something."""
        banner = self._banners.pop(about, None)
        if banner is not None:
            self._column.removeWidget(banner)
            banner.hide()
            banner.deleteLater()
        self.setVisible(bool(self._banners))

    def clear_all(self) -> None:
        """Take away everything: another vault is opened."""
        for about in tuple(self._banners):
            self.clear(about)

    def texts(self) -> dict[str, str]:
        """Return what is said, by what it is about."""
        return {about: banner.text() for about, banner in self._banners.items()}
