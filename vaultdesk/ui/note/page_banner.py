"""PageBanner: the one message a note page shows over its text; the graver one stays. Decides nothing."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.banner import Banner, BannerKind

Action = tuple[str, Callable[[], object]]

_WEIGHT: dict[BannerKind, int] = {"info": 0, "success": 0, "warning": 1, "leaves": 1, "danger": 2}


class PageBanner(QWidget):
    """Holds at most one banner. `topic` says what it is about, so that only its own cause takes it away."""

    focus_freed = Signal()
    """The message goes and had the focus, which Qt would give to whatever comes next in the window."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._banner: Banner | None = None
        self._kind: BannerKind = "info"
        self.topic = ""
        self._column = QVBoxLayout(self)
        step = theme().step
        self._column.setContentsMargins(step(16), 0, step(16), step(8))
        self.hide()

    def tell(self, topic: str, kind: BannerKind, text: str, actions: Sequence[Action] = ()) -> None:
        """Show *text*, unless something graver about another topic is shown."""
        if self.topic not in ("", topic) and _WEIGHT[self._kind] > _WEIGHT[kind]:
            return
        self._drop()
        self.topic, self._kind = topic, kind
        self._banner = Banner(kind, text, actions, closable=kind == "info", parent=self)
        self._column.addWidget(self._banner)
        self.show()

    def clear(self, *topics: str) -> None:
        """Take the message away if it is about one of *topics*, or whatever it is about."""
        if not topics or self.topic in topics:
            self._drop()
            self.hide()

    def text(self) -> str:
        """What is shown."""
        return self._banner.text() if self._banner is not None else ""

    def _drop(self) -> None:
        if self._banner is not None:
            focused = QApplication.focusWidget()
            if focused is not None and self._banner.isAncestorOf(focused):
                self.focus_freed.emit()
            self._column.removeWidget(self._banner)
            self._banner.hide()
            self._banner.deleteLater()
        self._banner, self.topic = None, ""
