"""Model popup: who answers, chosen by keyboard or pointer: a field, the models with what they can do, and thinking."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from vaultdesk.providers.provider import Effort
from vaultdesk.ui.chat.chat_vault import NamedModel
from vaultdesk.ui.chat.model_entries import ModelEntry, is_built_in, model_entries
from vaultdesk.ui.chat.model_list import ModelList
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import LinkButton, SegmentedControl
from vaultdesk.ui.widgets.frames import PopupFrame, SeparatorLine
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.text_fields import SearchField
from vaultdesk.ui.widgets.wrapped_text import lines_height

WIDTH, LIST_HEIGHT = 440, 372
"""Pixels of LOOK's drawings: the pop-up, and its list at most."""

EFFORTS: tuple[Effort, ...] = ("", "off", "low", "medium", "high")
"""What can be chosen for thinking, in the order of the switch."""


class ModelPopup(PopupFrame):
    """Opens over a button; closes when something is chosen, at Esc, and at a press elsewhere."""

    chosen = Signal(str)
    effort_chosen = Signal(str)
    settings_requested = Signal()

    def __init__(self, over: QWidget) -> None:
        super().__init__(over, WIDTH)
        self.setAccessibleName(self.tr("Choose a model"))
        self._models: Sequence[NamedModel] = ()
        self._chosen = ""
        self.search = SearchField(self.tr("Find a model"), self.tr("Find a model"))
        self.list = ModelList()
        self.detail = PlainLabel("", role="muted", font="small", wrap=True)
        names = (self.tr("Automatic"), self.tr("Off"), self.tr("Low"), self.tr("Medium"), self.tr("High"))
        self.effort = SegmentedControl(names, self.tr("Thinking"))
        self.settings = LinkButton(self.tr("Set Up Models…"), small=True)
        self._thinking = QWidget()
        self._lay_out()
        self._connect()

    def show_models(self, models: Sequence[NamedModel], chosen: str, effort: Effort) -> None:
        """Offer *models*, the one labelled *chosen* being asked now; may be called again while open."""
        self._models, self._chosen = tuple(models), chosen
        self.effort.set_current(EFFORTS.index(effort))
        asked = next((model for model in models if model.label == chosen), None)
        # Only where it may do something: a model that is known not to think is not asked to.
        self._thinking.setVisible(asked is None or (asked.thinks is not False and not is_built_in(asked)))
        entry = self.list.current() if self.isVisible() else None
        self._show_entries(entry.model.label if entry is not None and entry.model is not None else chosen)
        if self.isVisible():
            self._place()

    def open_over(self, button: QWidget) -> None:
        """Open above *button*, the keyboard in the field."""
        self._over = button
        self._place()
        self.show()
        self.search.setFocus()
        # Only now is it known how many rows are in sight.
        self._show_entries(self._chosen)

    def page(self, way: int) -> None:
        """Go through the list by pages."""
        self.list.step(way * self.list.rows_in_sight())

    def _lay_out(self) -> None:
        step = theme().step
        # Three lines whatever is said: nothing moves while one goes through the list.
        self.detail.setFixedHeight(lines_height("small", 3) + step(2))
        self.detail.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        thinking = QHBoxLayout(self._thinking)
        thinking.setContentsMargins(0, 0, 0, 0)
        thinking.setSpacing(step(12))
        thinking.addWidget(PlainLabel(self.tr("Thinking"), role="text2", font="small"), 1)
        thinking.addWidget(self.effort)
        foot = QVBoxLayout()
        foot.setContentsMargins(step(10), 0, step(10), step(4))
        foot.setSpacing(step(8))
        for widget in (self.detail, self._thinking):
            foot.addWidget(widget)
        foot.addWidget(self.settings, 0, Qt.AlignmentFlag.AlignLeft)
        column = QVBoxLayout(self)
        column.setContentsMargins(step(8), step(8), step(8), step(8))
        column.setSpacing(step(8))
        column.addWidget(self.search)
        column.addWidget(self.list, 1)
        column.addWidget(SeparatorLine())
        column.addLayout(foot)

    def _connect(self) -> None:
        self.search.textChanged.connect(self._filter)
        self.search.stepped.connect(self.list.step)
        self.search.returnPressed.connect(self.list.choose_current)
        self.search.escaped.connect(self.close)
        self.list.chosen.connect(self._choose)
        self.list.current_changed.connect(self._tell)
        self.effort.changed.connect(lambda place: self.effort_chosen.emit(EFFORTS[place]))
        self.settings.clicked.connect(self._set_up)

    def _filter(self, wanted: str) -> None:
        self._show_entries("" if wanted else self._chosen)

    def _show_entries(self, current: str) -> None:
        self.list.show_entries(model_entries(self._models, self.search.text()), self._chosen, current)
        self._tell()

    def _tell(self) -> None:
        entry = self.list.current()
        self.detail.setText(self._told(entry))
        # A reader's voice follows the field: what it points at is said with it.
        name = self.list.model().data(self.list.currentIndex(), Qt.ItemDataRole.AccessibleTextRole)
        self.search.setAccessibleDescription(f"{name or ''}. {self.detail.text()}".strip(" ."))

    def _told(self, entry: ModelEntry | None) -> str:
        if entry is None or entry.model is None:
            return self.tr("No model is called that.")
        return " ".join(part for part in (entry.why, f"{entry.model.price}." if entry.model.price else "") if part)

    def _choose(self, label: str) -> None:
        self.close()
        self.chosen.emit(label)

    def _set_up(self) -> None:
        self.close()
        self.settings_requested.emit()

    def _place(self) -> None:
        step = theme().step
        self.place(self.list, min(step(LIST_HEIGHT), max(step(44), self.list.wanted_height())), upwards=True)
