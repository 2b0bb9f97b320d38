"""Meters of the spending caps: a bar and a label for each cap."""

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from vaultdesk.agent.budget import NOTICE_SHARE, CapMeter
from vaultdesk.ui import bridge
from vaultdesk.ui.chat.vault_protocols import ChatVault
from vaultdesk.ui.formatting import dollars, format_number
from vaultdesk.ui.theme.painting import box
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.layouts import FlowLayout

BUDGET_BAR_WIDTH, BUDGET_BAR_HEIGHT = 48, 4
"""Size of one bar in design pixels."""


class BudgetBar(QWidget):
    """Bar for one spending cap. Nearly used up, it takes the warning color; a label beside it shows the amounts."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.share = 0.0
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme().changed.connect(self.update)

    def set_share(self, share: float) -> None:
        """Show how much is used up, from 0 to 1."""
        self.share = min(1.0, max(0.0, share))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(theme().px(BUDGET_BAR_WIDTH), theme().metrics("small").height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        values, painter = theme(), QPainter(self)
        bar_height = values.px(BUDGET_BAR_HEIGHT)
        track = QRectF(0, (self.height() - bar_height) / 2, self.width(), bar_height)
        outline = values.color("control") if values.tokens.high_contrast else None
        box(painter, track, bar_height / 2, values.color("hover"), outline)
        if self.share:
            role = "danger" if self.share >= 1 else "warning" if self.share >= NOTICE_SHARE else "muted"
            used = QRectF(track.x(), track.y(), max(bar_height, track.width() * self.share), bar_height)
            box(painter, used, bar_height / 2, values.color(role))


class BudgetMeters(QWidget):
    """A bar and a label for each cap that is set; hidden if none is set."""

    def __init__(self, vault: ChatVault, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._budget = vault.budget
        self._chat = self._agent = ""
        self._counted = True
        self._shown: tuple[CapMeter, ...] = ()
        self._flow = FlowLayout(self, theme().px(12))
        self.hide()
        bridge.follow(vault.budget.changes, lambda _: self.refresh(), owner=self)
        bridge.follow(vault.store.changes, lambda _: self.refresh(), owner=self)
        self.refresh()

    def show_for(self, conversation_id: str, agent: str, *, counted: bool = True) -> None:
        """Show the current caps of a conversation and the agent that answers in it.

        Without *counted* nothing is shown: the offline assistant is selected, to which no cap applies.
        """
        self._chat, self._agent, self._counted = conversation_id, agent, counted
        self.refresh()

    def refresh(self) -> None:
        """Update the meters to the current state of the caps."""
        meters = self._budget.state(self._chat, self._agent).meters if self._counted else ()
        if meters == self._shown:
            return
        self._shown = meters
        self._flow.clear()
        for meter in meters:
            self._flow.addWidget(self._new_meter(meter))
        self.setVisible(bool(meters))

    def texts(self) -> list[str]:
        """Return the texts of the labels."""
        return [self._meter_text(meter) for meter in self._shown]

    def _new_meter(self, meter: CapMeter) -> QWidget:
        px = theme().px
        text = self._meter_text(meter)
        host = QWidget()
        bar = BudgetBar(host)
        bar.set_share(meter.share)
        label = PlainLabel(text, role="text2" if meter.share >= NOTICE_SHARE else "muted", font="small", parent=host)
        bar.setFixedSize(bar.sizeHint())
        label.move(bar.width() + px(6), 0)
        host.setFixedSize(bar.width() + px(6) + label.sizeHint().width(), label.sizeHint().height())
        host.setToolTip(
            self.tr("A question that would exceed this limit is not sent. Change the limit in Settings, Limits.")
        )
        host.setAccessibleName(text)
        host.show()
        return host

    def _meter_text(self, meter: CapMeter) -> str:
        amounts = {
            "day": self.tr("{0} of {1} today"),
            "chat": self.tr("{0} of {1} in this chat"),
            "agent": self.tr("{0} of {1} by this agent today"),
        }
        if meter.unit == "tokens":
            used = format_number(int(meter.used))
            limit = self.tr("{0} tokens").format(format_number(int(meter.limit)))
        else:
            used, limit = dollars(meter.used), dollars(meter.limit)
        return amounts[meter.scope].format(used, limit)
