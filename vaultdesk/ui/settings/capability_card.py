"""Capabilities of a model, known or found by a test request."""

import asyncio
from dataclasses import dataclass

import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtGui import QHideEvent, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.providers.capabilities import CapabilityCard, ToolMode
from vaultdesk.providers.catalog import Catalog
from vaultdesk.providers.known_models import ModelStatus
from vaultdesk.providers.provider import ModelInfo
from vaultdesk.ui.bridge import start
from vaultdesk.ui.dates import short_day
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate, translate_error, translator
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.ui.widgets.buttons import LinkButton
from vaultdesk.ui.widgets.frames import Card, SeparatorLine
from vaultdesk.ui.widgets.glyphs import Glyph
from vaultdesk.ui.widgets.labels import ElidedLabel, PlainLabel

_tr = translator("CapabilityCheckCard")


@dataclass(frozen=True, slots=True)
class CapabilityFact:
    """One line of the card."""

    name: str
    known: bool | None
    """Whether the model has the capability; None if unknown."""
    text: str


def capability_facts(status: ModelStatus) -> tuple[CapabilityFact, ...]:
    """Return the lines for a model, always the same ones in the same order."""
    info = status.info or ModelInfo("")
    card = status.card or CapabilityCard()
    images = info.images if card.images is None else card.images
    context = info.usable_context or card.context
    size = _tr("{0} tokens").format(format_number(context)) if context else _tr("not known")
    return (
        _tools(status, card),
        CapabilityFact(_tr("Context"), True if context else None, size),
        _fact(_tr("Pictures"), images, _tr("sees them")),
        _fact(_tr("Thinking"), info.reasoning, _tr("yes")),
        _fact(_tr("JSON"), card.json_answers, _tr("answers with nothing else")),
        _fact(_tr("Long texts"), card.recalls, _tr("keeps their beginning")),
    )


def _tools(status: ModelStatus, card: CapabilityCard) -> CapabilityFact:
    way = status.tool_mode.mode
    told = status.info is not None and status.info.tools is not None
    if way == "native" and card.native is None and not told:
        return CapabilityFact(_tr("Tools"), None, _tr("not known"))
    return CapabilityFact(_tr("Tools"), way != "none", _tool_words(way, card.parallel))


def _tool_words(way: ToolMode, parallel: bool | None) -> str:
    if way == "none":
        return _tr("none")
    text = _tr("by its own means") if way == "native" else _tr("by text")
    return _tr("{0}, several at once").format(text) if parallel else text


def _fact(name: str, known: bool | None, text: str) -> CapabilityFact:
    return CapabilityFact(name, known, _tr("not known") if known is None else text if known else _tr("no"))


NAME_WIDTH = 84
"""Width in design pixels of the names of the facts."""

TWO_COLUMNS = 500
"""Width of the card in pixels from which two columns of facts fit."""

CAPABILITY_SIGNS: dict[bool | None, tuple[str, str]] = {
    True: ("check", "success"),
    False: ("close", "muted"),
    None: ("minus", "muted"),
}
"""Icon and colour for present, missing and unknown capabilities, which the text beside it describes."""


class CapabilityCheckCard(Card):
    """Facts in two columns below a head, whose link starts or stops a test."""

    def __init__(self, catalog: Catalog, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._catalog = catalog
        self._label = self._called = ""
        self._trial: asyncio.Task[None] | None = None
        px = theme().px
        self._title = ElidedLabel(font="heading")
        self._when = PlainLabel(role="muted", font="small")
        self.check = LinkButton(self.tr("Check What It Can Do"), small=True)
        self.check.clicked.connect(self._press)
        self._progress = Banner("info", "")
        self._price = PlainLabel(role="muted", font="small", wrap=True)
        self._facts = QWidget()
        self._shown: tuple[CapabilityFact, ...] = ()
        self._columns = 2
        self._rule = SeparatorLine()
        head = QHBoxLayout()
        head.setSpacing(px(12))
        head.addWidget(self._title, 1)
        head.addWidget(self._when)
        head.addWidget(self.check)
        self._grid = QVBoxLayout(self._facts)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self.content.setSpacing(px(12))
        self.content.addLayout(head)
        for widget in (self._progress, self._facts, self._rule, self._price):
            self.content.addWidget(widget)
        self._progress.hide()
        self.hide()

    def show_model(self, label: str, called: str = "") -> None:
        """Show the model *label*, or hide if empty. *called* is its display name."""
        if label != self._label:
            self._stop()
            self._progress.hide()
        self._label = label
        self._called = called or label.partition("/")[2]
        self.setVisible(bool(label))
        if label:
            self._title.set_text(self.tr("What {0} can do").format(self._called))
            self.refresh()

    def refresh(self) -> None:
        """Update to what is known now."""
        if not self._label:
            return
        try:
            status = self._catalog.model_status(self._label)
        except VaultDeskError:
            self.hide()  # The provider's form shows what is wrong.
            return
        self._fill(capability_facts(status))
        self._tell(status)

    def running(self) -> bool:
        """Return whether a test is running."""
        return self._trial is not None and not self._trial.done()

    def shown_text(self) -> str:
        """Return the text of the test result; empty if there was no test."""
        return self._progress.text() if self._progress.isVisibleTo(self) else ""

    def _tell(self, status: ModelStatus) -> None:
        probed = status.card.probed if status.card is not None else None
        text = ""
        if probed is not None:
            day = probed.astimezone().date()
            on = short_day(day)
            text = self.tr("tried on {0}").format(on)
        self._when.setText(text)
        if not self.running():
            self.check.setText(self.tr("Check Again") if probed is not None else self.tr("Check What It Can Do"))
            self.check.setToolTip(self.tr("Asks the model a few short questions. No note is sent."))
        price = translate(status.price.text) if status.price is not None else ""
        self._price.setText(price)
        for widget in (self._rule, self._price):
            widget.setVisible(bool(price))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Use one column of facts if two would be cut off."""
        super().resizeEvent(event)
        columns = 2 if event.size().width() >= theme().px(TWO_COLUMNS) else 1
        if columns != self._columns:
            self._columns = columns
            self._fill(self._shown)

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop a test when hidden: each request may cost money."""
        super().hideEvent(event)
        if self.running() and not event.spontaneous():
            self._break_off()

    def _fill(self, facts: tuple[CapabilityFact, ...]) -> None:
        self._shown = facts
        old = self._grid.takeAt(0)
        if old is not None and (before := old.widget()) is not None:
            before.setParent(None)
            before.deleteLater()
        host = QWidget()
        px = theme().px
        grid = QGridLayout(host)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(px(8))
        grid.setVerticalSpacing(px(8))
        for number, fact in enumerate(facts):
            row, column = divmod(number, self._columns)
            sign = Glyph(*CAPABILITY_SIGNS[fact.known], 14)
            name = PlainLabel(fact.name)
            name.setMinimumWidth(px(NAME_WIDTH))
            words = ElidedLabel(fact.text, role="muted", font="small")
            for place, widget in enumerate((sign, name, words)):
                grid.addWidget(widget, row, column * 3 + place, Qt.AlignmentFlag.AlignVCenter)
            grid.setColumnStretch(column * 3 + 2, 1)
        self._grid.addWidget(host)
        host.show()  # Immediately: the card would jump if shown by a later event.

    def _press(self) -> None:
        if self.running():
            self._break_off()
        else:
            self._trial = start(self._try(self._label), self)
            self.check.setText(self.tr("Stop"))
            self.check.setToolTip("")

    def _break_off(self) -> None:
        self._stop()
        self._show("info", self.tr("Stopped. What was known before still holds."))
        self.refresh()

    def _stop(self) -> None:
        if self._trial is not None:
            self._trial.cancel()
            self._trial = None

    async def _try(self, label: str) -> None:
        self._show("info", self.tr("Asking {0}…").format(self._called))
        try:
            card = await self._catalog.probe(label, lambda words: self._show("info", translate(words)))
        except VaultDeskError as problem:
            self._show("danger", translate_error(problem))
        else:
            done = self.tr("Tried out.") if card.native is not None or card.refused else self.tr("It told little.")
            why = self._catalog.model_status(label).tool_mode.reason
            self._show("success", f"{done} {translate(why)}")
        finally:
            if shiboken6.isValid(self) and label == self._label:
                self._trial = None
                self.refresh()

    def _show(self, kind: str, text: str) -> None:
        self._progress.set_kind("danger" if kind == "danger" else "success" if kind == "success" else "info")
        self._progress.set_text(text)
        self._progress.show()
