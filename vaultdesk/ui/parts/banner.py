"""Banner: one sentence about something that needs no decision, where it happened, with what can be done about it."""

from collections.abc import Callable, Sequence
from typing import Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from vaultdesk.ui.parts.buttons import IconButton, LinkButton
from vaultdesk.ui.parts.labels import PlainLabel
from vaultdesk.ui.theme.icons import pixmap
from vaultdesk.ui.theme.strokes import box
from vaultdesk.ui.theme.theme import theme

BannerKind = Literal["info", "success", "warning", "danger", "leaves"]
"""What a banner is about; `leaves` is the warning that something leaves this computer."""

Action = tuple[str, Callable[[], object]]
"""What can be done: the words on the link and what they do."""

LOOKS: dict[BannerKind, tuple[str, str, str]] = {
    "info": ("info", "accent", "accent_soft"),
    "success": ("check", "success", "success_tint"),
    "warning": ("warning", "warning", "warning_tint"),
    "danger": ("warning", "danger", "danger_tint"),
    "leaves": ("arrow-up-right", "warning", "warning_tint"),
}
"""Icon, its colour and the ground of each kind."""


class Banner(QWidget):
    """A tinted line with an icon, a sentence and links; several links stand below the sentence."""

    closed = Signal()
    """The cross was pressed."""

    def __init__(
        self,
        kind: BannerKind,
        text: str,
        actions: Sequence[Action] = (),
        *,
        closable: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._kind: BannerKind = kind
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        step = theme().step
        line = QHBoxLayout(self)
        line.setContentsMargins(step(12), step(6), step(12), step(6))
        line.setSpacing(step(10))
        self._icon = QLabel()
        self._icon.setFixedHeight(step(22))
        line.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        self._label = PlainLabel(text, wrap=True, selectable=False)
        self._label.setMinimumHeight(step(22))
        self._words = QVBoxLayout()
        self._words.setSpacing(step(2))
        self._words.addWidget(self._label)
        line.addLayout(self._words, 1)
        self._links = QWidget()
        links = QHBoxLayout(self._links)
        links.setContentsMargins(0, 0, 0, 0)
        links.setSpacing(step(10))
        self._beside = line
        if closable:
            cross = IconButton("close", self.tr("Close this message"), size=14, side=22)
            cross.clicked.connect(self.closed)
            cross.clicked.connect(self.hide)
            line.addWidget(cross, 0, Qt.AlignmentFlag.AlignTop)
        self.set_actions(actions)
        self._dress()
        theme().changed.connect(self._dress)

    def text(self) -> str:
        """Return the sentence shown."""
        return self._label.text()

    def set_text(self, text: str) -> None:
        """Show another sentence."""
        self._label.setText(text)
        self.setAccessibleName(self._label.text())

    def set_kind(self, kind: BannerKind) -> None:
        """Make it a banner of another kind."""
        self._kind = kind
        self._dress()

    def set_actions(self, actions: Sequence[Action]) -> None:
        """Offer other actions: one stands at the right, several below."""
        layout = self._links.layout()
        assert isinstance(layout, QHBoxLayout)
        while (item := layout.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.deleteLater()
        for words, do in actions:
            link = LinkButton(words)
            link.clicked.connect(lambda _checked=False, do=do: do())
            layout.addWidget(link)
        self._beside.removeWidget(self._links)
        self._words.removeWidget(self._links)
        if len(actions) > 1:
            layout.addStretch(1)
            self._words.addWidget(self._links)
        else:
            self._beside.insertWidget(2, self._links, 0, Qt.AlignmentFlag.AlignTop)
        self._links.setVisible(bool(actions))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the tinted ground; high contrast has no tints and gets a border."""
        look = theme()
        _, role, ground = LOOKS[self._kind]
        line = look.color(role) if look.tokens.high_contrast else None
        box(QPainter(self), self.rect(), look.step(6), look.color(ground), line)

    def _dress(self) -> None:
        name, role, _ = LOOKS[self._kind]
        side = theme().step(16)
        self._icon.setPixmap(pixmap(name, role, side, self.devicePixelRatioF()))
        self.setAccessibleName(self._label.text())
        self.update()
