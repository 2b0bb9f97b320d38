"""Choice of a model with the answer settings of the chat: button, popup, list model and delegate."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import shiboken6
from PySide6.QtCore import (
    QAbstractListModel,
    QCoreApplication,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QPainter, QPalette
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QGridLayout,
    QHBoxLayout,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from vaultdesk.chat.conversation import ChatChoices
from vaultdesk.core.answer_limits import MAX_ANSWER_LENGTH, MAX_ROUNDS, MAX_TEMPERATURE, MIN_ANSWER_LENGTH
from vaultdesk.providers.gguf.model_files import model_display_name
from vaultdesk.providers.provider import Effort
from vaultdesk.ui.chat.vault_protocols import NamedModel
from vaultdesk.ui.formatting import capabilities_text, tool_mode_text
from vaultdesk.ui.theme.icons import pixmap
from vaultdesk.ui.theme.painting import box, draw_upright_pixmap, draw_upright_text, mirrored_row, tick
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.theme_values import FontName
from vaultdesk.ui.translation import translate
from vaultdesk.ui.widgets.buttons import LinkButton, SegmentedControl
from vaultdesk.ui.widgets.form_controls import DecimalField, NumberField
from vaultdesk.ui.widgets.frames import PopupFrame, SeparatorLine
from vaultdesk.ui.widgets.labels import PlainLabel, as_tooltip, lines_height, safe_label_text
from vaultdesk.ui.widgets.menu import ChoiceButton
from vaultdesk.ui.widgets.text_fields import SearchField

TEMPERATURE_STEP = 0.1
LENGTH_STEP = 500
"""Tokens added by one press of an arrow."""


@dataclass(frozen=True, slots=True)
class AnswerSettings:
    """Answer settings of one chat; None uses the model's or the global setting."""

    temperature: float | None = None
    max_tokens: int | None = None
    rounds: int | None = None


def answer_settings(choices: ChatChoices) -> AnswerSettings:
    return AnswerSettings(choices.temperature, choices.max_tokens, choices.rounds)


def with_answer_settings(choices: ChatChoices, settings: AnswerSettings) -> ChatChoices:
    return replace(choices, temperature=settings.temperature, max_tokens=settings.max_tokens, rounds=settings.rounds)


class AnswerSettingsForm(QWidget):
    """Three rows; one step below the minimum of a field selects the model's or the global setting."""

    changed = Signal(object)
    """The changed `AnswerSettings`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.temperature = DecimalField(self.tr("Temperature in this chat"), (-TEMPERATURE_STEP, MAX_TEMPERATURE))
        self.temperature.setDecimals(2)
        self.temperature.setSingleStep(TEMPERATURE_STEP)
        self.temperature.setSpecialValueText(self.tr("Automatic"))
        self.length = NumberField(
            self.tr("Longest answer in this chat, in tokens"), MIN_ANSWER_LENGTH - 1, MAX_ANSWER_LENGTH
        )
        self.length.setSingleStep(LENGTH_STEP)
        self.length.setSpecialValueText(self.tr("Automatic"))
        self.rounds = NumberField(self.tr("Rounds of tools for a question in this chat"), 0, MAX_ROUNDS)
        self.rounds.setSpecialValueText(self.tr("As in Settings"))
        rows: tuple[tuple[str, QAbstractSpinBox], ...] = (
            (self.tr("Temperature"), self.temperature),
            (self.tr("Longest answer, in tokens"), self.length),
            (self.tr("Rounds of tools"), self.rounds),
        )
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(theme().px(12))
        grid.setVerticalSpacing(theme().px(6))
        grid.setColumnStretch(0, 1)
        grid.addWidget(PlainLabel(self.tr("For this chat"), role="muted", font="caption"), 0, 0, 1, 2)
        for row, (title, field) in enumerate(rows, start=1):
            grid.addWidget(PlainLabel(title, role="text2", font="small"), row, 0, Qt.AlignmentFlag.AlignVCenter)
            grid.addWidget(field, row, 1)
        self._showing = False
        self.show_settings(AnswerSettings())
        for number in (self.length, self.rounds):
            number.valueChanged.connect(lambda _value: self._tell())
        self.temperature.valueChanged.connect(lambda _value: self._tell())

    def settings(self) -> AnswerSettings:
        temperature, length, rounds = round(self.temperature.value(), 2), self.length.value(), self.rounds.value()
        return AnswerSettings(
            temperature if temperature >= 0 else None,
            length if length >= MIN_ANSWER_LENGTH else None,
            rounds or None,
        )

    def show_settings(self, settings: AnswerSettings) -> None:
        """Show *settings* without emitting `changed`."""
        self._showing = True
        self.temperature.setValue(-TEMPERATURE_STEP if settings.temperature is None else settings.temperature)
        self.length.setValue(MIN_ANSWER_LENGTH - 1 if settings.max_tokens is None else settings.max_tokens)
        self.rounds.setValue(settings.rounds or 0)
        self._showing = False

    def _tell(self) -> None:
        if not self._showing:
            self.changed.emit(self.settings())


BUILT_IN_PREFIX = "offline/"
"""Prefix of the label of the assistant without a model."""


@dataclass(frozen=True, slots=True)
class ModelEntry:
    """Row of the list: a model, or a provider's name above its models."""

    title: str
    words: str = ""
    """Short description of its abilities."""
    model: NamedModel | None = None
    """None for a provider's name."""

    @property
    def why(self) -> str:
        """Why it uses its tool mode; empty for a provider."""
        return translate(self.model.reason) if self.model is not None else ""

    @property
    def downgraded(self) -> bool:
        """Whether it uses tools other than through native tool calling."""
        return self.model is not None and self.model.tool_mode != "native"


def is_built_in(model: NamedModel) -> bool:
    """Return whether *model* is the assistant without a model."""
    return model.label.startswith(BUILT_IN_PREFIX)


def model_ability_text(model: NamedModel) -> str:
    """Return the abilities of *model* in one line."""
    return capabilities_text(
        model.tool_mode, sees=model.images, thinks=model.reasoning, context=model.context, local=model.local
    )


def model_name(model: NamedModel) -> str:
    """Return the name of *model* for use beside its provider's name."""
    name = model_display_name(model.label.partition("/")[2])
    return translate(model.title) if is_built_in(model) else name or model.title


def model_entries(models: Sequence[NamedModel], wanted: str = "") -> list[ModelEntry]:
    """Return rows for the *models* whose name or abilities contain every word of *wanted*."""
    words = wanted.casefold().split()
    groups: dict[str, list[ModelEntry]] = {}
    for model in models:
        entry = ModelEntry(model_name(model), model_ability_text(model), model)
        said = f"{model.label} {model.title} {entry.title} {entry.words}".casefold()
        if all(word in said for word in words):
            groups.setdefault(_heading(model), []).append(entry)
    # The built-in assistant is always available and comes last: users look for another model.
    ordered = sorted(groups.items(), key=lambda group: group[0] == _built_in())
    return [line for heading, lines in ordered for line in (ModelEntry(heading), *lines)]


def _heading(model: NamedModel) -> str:
    if is_built_in(model):
        return _built_in()
    return translate(model.provider)


def _built_in() -> str:
    return QCoreApplication.translate("ModelMenu", "Built in")


MODEL_ROW_HEIGHT, HEADING_ROW_HEIGHT = 44, 28
"""Heights in design pixels: a two-line row, and a provider heading."""

ROW_EDGE, TICK_WIDTH, TICK_GAP = 10, 16, 8
"""Layout of a row from the left: padding, tick column, gap."""

MAX_MODEL_NAME = 200
"""Maximum number of characters of a name that are drawn."""

Index = QModelIndex | QPersistentModelIndex
State = QStyle.StateFlag


class ModelRows(QAbstractListModel):
    """List model of the entries, one of them ticked."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.entries: tuple[ModelEntry, ...] = ()
        self._chosen = ""

    def set_entries(self, entries: Sequence[ModelEntry], chosen: str) -> None:
        """Replace the entries; the one labelled *chosen* is ticked."""
        self.beginResetModel()
        self.entries, self._chosen = tuple(entries), chosen
        self.endResetModel()

    def entry(self, row: int) -> ModelEntry | None:
        return self.entries[row] if 0 <= row < len(self.entries) else None

    def is_chosen(self, entry: ModelEntry) -> bool:
        return entry.model is not None and entry.model.label == self._chosen

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        return 0 if parent.isValid() else len(self.entries)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Make models selectable and provider headings not."""
        entry = self.entry(index.row())
        if entry is None or entry.model is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the row's display text, tooltip or accessible text."""
        entry = self.entry(index.row())
        if entry is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return safe_label_text(entry.title, MAX_MODEL_NAME)
            case Qt.ItemDataRole.AccessibleTextRole:
                state = self.tr("chosen") if self.is_chosen(entry) else ""
                return ", ".join(
                    part for part in (safe_label_text(entry.title, MAX_MODEL_NAME), state, entry.words) if part
                )
            case Qt.ItemDataRole.AccessibleDescriptionRole if entry.model is not None:
                return safe_label_text(entry.why)
            case Qt.ItemDataRole.ToolTipRole if entry.model is not None:
                return as_tooltip("\n".join(part for part in (entry.title, entry.why) if part))
            case _:
                return None


class ModelRowDelegate(QStyledItemDelegate):
    """Draws a two-line row or a provider heading."""

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        rows = index.model()
        entry = rows.entry(index.row()) if isinstance(rows, ModelRows) else None
        heading = entry is not None and entry.model is None
        return QSize(theme().px(200), theme().px(HEADING_ROW_HEIGHT if heading else MODEL_ROW_HEIGHT))

    @mirrored_row
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        rows = index.model()
        entry = rows.entry(index.row()) if isinstance(rows, ModelRows) else None
        if entry is None or not isinstance(rows, ModelRows):
            return
        look, rect = theme(), QRect(option.rect)
        words = rect.adjusted(look.px(ROW_EDGE), 0, -look.px(ROW_EDGE), 0)
        if entry.model is None:
            words.setBottom(words.bottom() - look.px(4))
            _line(painter, words, entry.title, ("caption", "muted"), Qt.AlignmentFlag.AlignBottom)
            return
        state = option.state
        if state & State.State_Selected:
            line = look.color("accent") if look.tokens.high_contrast else None
            box(painter, rect, look.px(5), look.color("accent_tint"), line)
        elif state & State.State_MouseOver:
            box(painter, rect, look.px(5), look.color("hover"))
        slot = look.px(TICK_WIDTH)
        if rows.is_chosen(entry):
            tick(painter, QRectF(words.x(), rect.y() + (rect.height() - slot) / 2, slot, slot), look.color("accent"))
        words.adjust(slot + look.px(TICK_GAP), look.px(5), 0, -look.px(5))
        if entry.downgraded:
            side = look.px(14)
            picture = pixmap("info", "muted", side, painter.device().devicePixelRatioF())
            draw_upright_pixmap(painter, QPoint(words.right() - side, rect.y() + (rect.height() - side) // 2), picture)
            words.setRight(words.right() - side - look.px(TICK_GAP))
        strong: FontName = "strong" if rows.is_chosen(entry) else "interface"
        _line(painter, words, entry.title, (strong, "text"), Qt.AlignmentFlag.AlignTop)
        _line(painter, words, entry.words, ("small", "muted"), Qt.AlignmentFlag.AlignBottom)


def _line(painter: QPainter, rect: QRect, text: str, looks: tuple[FontName, str], at: Qt.AlignmentFlag) -> None:
    font, role = looks
    painter.setFont(theme().font(font))
    painter.setPen(theme().color(role))
    clean = safe_label_text(text, MAX_MODEL_NAME).replace("\n", " ")
    cut = painter.fontMetrics().elidedText(clean, Qt.TextElideMode.ElideMiddle, rect.width())
    draw_upright_text(painter, rect, int(Qt.AlignmentFlag.AlignLeft | at), cut)


class ModelList(QListView):
    """Shows the entries with a current row and optionally a ticked one."""

    chosen = Signal(str)
    """Label of the model whose row was clicked."""
    current_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = ModelRows(self)
        self.setModel(self._rows)
        self.setItemDelegate(ModelRowDelegate(self))
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setMouseTracking(True)
        # The field above keeps the focus and moves the current row.
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setAccessibleName(self.tr("Models"))
        self.viewport().setAutoFillBackground(False)
        # Its scroll bar has the background of the popup.
        self.viewport().setBackgroundRole(QPalette.ColorRole.Button)
        self.clicked.connect(lambda index: self._current_entry_changed(self._rows.entry(index.row())))
        self.selectionModel().currentChanged.connect(lambda *_: self.current_changed.emit())
        theme().changed.connect(self.viewport().update)

    def show_entries(self, entries: Sequence[ModelEntry], chosen: str, current: str = "") -> None:
        """Show *entries* with *chosen* ticked; make *current* or the first the current row."""
        self._rows.set_entries(entries, chosen)
        row = self._row_of(current)
        self._go_to(self._first() if row is None else row)

    def count(self) -> int:
        """Return the number of listed models."""
        return sum(entry.model is not None for entry in self._rows.entries)

    def wanted_height(self) -> int:
        """Return the total height of all rows."""
        models = self.count()
        return models * theme().px(MODEL_ROW_HEIGHT) + (len(self._rows.entries) - models) * theme().px(
            HEADING_ROW_HEIGHT
        )

    def current(self) -> ModelEntry | None:
        return self._rows.entry(self.currentIndex().row())

    def choose_current(self) -> None:
        """Emit `chosen` for the current entry."""
        self._current_entry_changed(self.current())

    def step(self, by: int) -> None:
        """Move the current row by *by* models; stops at the ends."""
        places = [row for row, entry in enumerate(self._rows.entries) if entry.model is not None]
        if places:
            here = self.currentIndex().row()
            at = places.index(here) if here in places else 0
            self._go_to(places[max(0, min(len(places) - 1, at + by))])

    def visible_row_count(self) -> int:
        """Return how many rows fit, for a step by page."""
        return max(1, self.viewport().height() // theme().px(MODEL_ROW_HEIGHT))

    def _go_to(self, row: int) -> None:
        index = self._rows.index(row)
        self.setCurrentIndex(index)
        above = self._rows.entry(row - 1)
        if above is not None and above.model is None:
            self.scrollTo(self._rows.index(row - 1))  # Keep the provider heading above the first model visible.
        self.scrollTo(index)

    def _row_of(self, label: str) -> int | None:
        entries = self._rows.entries
        return next((row for row, one in enumerate(entries) if one.model and one.model.label == label), None)

    def _first(self) -> int:
        return next((row for row, one in enumerate(self._rows.entries) if one.model is not None), -1)

    def _current_entry_changed(self, entry: ModelEntry | None) -> None:
        if entry is not None and entry.model is not None:
            self.chosen.emit(entry.model.label)


POPUP_WIDTH, LIST_HEIGHT = 440, 372
"""Width of the popup and maximum height of its list, in design pixels."""

EFFORTS: tuple[Effort, ...] = ("", "off", "low", "medium", "high")
"""Reasoning efforts in the order of the switch."""


class ModelPopup(PopupFrame):
    """Popup above a button; closes on a choice, on Esc, and on a click outside."""

    chosen = Signal(str)
    effort_chosen = Signal(str)
    answers_changed = Signal(object)
    """`AnswerSettings` of the shown chat were changed."""
    settings_requested = Signal()

    def __init__(self, over: QWidget) -> None:
        super().__init__(over, POPUP_WIDTH)
        self.setAccessibleName(self.tr("Choose a model"))
        self._models: Sequence[NamedModel] = ()
        self._chosen = ""
        self.search = SearchField(self.tr("Find a model"), self.tr("Find a model"))
        self.list = ModelList()
        self.detail = PlainLabel("", role="muted", font="small", wrap=True)
        names = (self.tr("Automatic"), self.tr("Off"), self.tr("Low"), self.tr("Medium"), self.tr("High"))
        self.effort = SegmentedControl(names, self.tr("Thinking"))
        self.answers = AnswerSettingsForm()
        self.settings = LinkButton(self.tr("Set Up Models…"), small=True)
        self._thinking = QWidget()
        self._build_layout()
        self._connect()

    def show_models(
        self, models: Sequence[NamedModel], chosen: str, effort: Effort, answers: AnswerSettings | None = None
    ) -> None:
        """Offer *models* with the current one, *chosen*, ticked; may be called again while open.

        *answers* are the chat's answer settings; None if the model is chosen for one question only.
        """
        self._models, self._chosen = tuple(models), chosen
        if answers is not None:
            self.answers.show_settings(answers)
        self.effort.set_current(EFFORTS.index(effort))
        current = next((model for model in models if model.label == chosen), None)
        # Shown only if it may have an effect: hidden for a model known not to reason.
        self._thinking.setVisible(current is None or (current.reasoning is not False and not is_built_in(current)))
        self.answers.setVisible(answers is not None and (current is None or not is_built_in(current)))
        entry = self.list.current() if self.isVisible() else None
        self._show_entries(entry.model.label if entry is not None and entry.model is not None else chosen)
        if self.isVisible():
            self._move_to_anchor()

    def open_over(self, button: QWidget) -> None:
        """Open above *button* with the focus in the field."""
        self._over = button
        self._move_to_anchor()
        self.show()
        self.search.setFocus()
        # Only now is the number of visible rows known.
        self._show_entries(self._chosen)

    def page(self, way: int) -> None:
        """Move through the list by pages."""
        self.list.step(way * self.list.visible_row_count())

    def _build_layout(self) -> None:
        px = theme().px
        # Always three lines: nothing moves while the current row changes.
        self.detail.setFixedHeight(lines_height("small", 3) + px(2))
        self.detail.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        thinking = QHBoxLayout(self._thinking)
        thinking.setContentsMargins(0, 0, 0, 0)
        thinking.setSpacing(px(12))
        thinking.addWidget(PlainLabel(self.tr("Thinking"), role="text2", font="small"), 1)
        thinking.addWidget(self.effort)
        foot = QVBoxLayout()
        foot.setContentsMargins(px(10), 0, px(10), px(4))
        foot.setSpacing(px(8))
        for widget in (self.detail, self._thinking, self.answers):
            foot.addWidget(widget)
        foot.addWidget(self.settings, 0, Qt.AlignmentFlag.AlignLeft)
        column = QVBoxLayout(self)
        column.setContentsMargins(px(8), px(8), px(8), px(8))
        column.setSpacing(px(8))
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
        self.list.current_changed.connect(self._current_entry_changed)
        self.effort.changed.connect(lambda place: self.effort_chosen.emit(EFFORTS[place]))
        self.answers.changed.connect(self.answers_changed)
        self.settings.clicked.connect(self._set_up)

    def _filter(self, wanted: str) -> None:
        self._show_entries("" if wanted else self._chosen)

    def _show_entries(self, current: str) -> None:
        self.list.show_entries(model_entries(self._models, self.search.text()), self._chosen, current)
        self._current_entry_changed()

    def _current_entry_changed(self) -> None:
        entry = self.list.current()
        self.detail.setText(self._entry_details(entry))
        # A screen reader follows the field, so the current row is part of the field's description.
        name = self.list.model().data(self.list.currentIndex(), Qt.ItemDataRole.AccessibleTextRole)
        self.search.setAccessibleDescription(f"{name or ''}. {self.detail.text()}".strip(" ."))

    def _entry_details(self, entry: ModelEntry | None) -> str:
        if entry is None or entry.model is None:
            return self.tr("No model is called that.")
        price = f"{translate(entry.model.price)}." if entry.model.price else ""
        return " ".join(part for part in (entry.why, price) if part)

    def _choose(self, label: str) -> None:
        self.close()
        self.chosen.emit(label)

    def _set_up(self) -> None:
        self.close()
        self.settings_requested.emit()

    def _move_to_anchor(self) -> None:
        px = theme().px
        self.place(self.list, min(px(LIST_HEIGHT), max(px(44), self.list.wanted_height())), upwards=True)


class ModelButton(ChoiceButton):
    """Shows the model's name; opens upwards."""

    chosen = Signal(str)
    effort_chosen = Signal(str)
    answers_changed = Signal(object)
    """`AnswerSettings` of the shown chat were changed."""
    settings_requested = Signal()
    opened = Signal()
    """The popup is being opened; model lists may be refreshed."""

    def __init__(self) -> None:
        self._choices: Sequence[NamedModel] = ()
        self._current = ""
        self._effort: Effort = ""
        self._answers: AnswerSettings | None = None
        self._popup: ModelPopup | None = None
        super().__init__("", "", font="small", role="text2")
        self._name = self.tr("Model")
        self.set_opens_upwards(True)
        self.clicked.connect(self.open)

    def set_choices(
        self,
        choices: Sequence[NamedModel],
        current: str,
        effort: Effort = "",
        whose: str = "",
        answers: AnswerSettings | None = None,
    ) -> None:
        """Offer *choices* with *current* as the model in use and *effort* as its reasoning effort.

        *whose* names the agent that sets this model; empty if the user chose it. *answers* are the chat's answer
        settings.
        """
        self._choices, self._current, self._effort, self._answers = tuple(choices), current, effort, answers
        chosen = next((choice for choice in choices if choice.label == current), None)
        self.set_icon_name("chip" if chosen is None or chosen.local else "cloud")
        if chosen is None:
            self.set_shown_text(current or self.tr("Choose a model"))
            self.setToolTip("")
            self.setAccessibleDescription("")
        else:
            remarks = (
                self.tr("agent’s") if whose else "",
                "" if chosen.tool_mode == "native" else tool_mode_text(chosen.tool_mode),
            )
            self.set_shown_text(model_name(chosen), " · ".join(remark for remark in remarks if remark))
            why = self.tr("{0} asks this model. Choose another one here for this chat.").format(whose) if whose else ""
            reason = translate(chosen.reason)
            lines = (translate(chosen.title), model_ability_text(chosen), why, reason)
            self.setToolTip(as_tooltip("\n".join(line for line in lines if line)))
            self.setAccessibleDescription(" ".join(line for line in (why, reason) if line))
        if self._popup is not None and shiboken6.isValid(self._popup):
            self._popup.show_models(self._choices, self._current, self._effort, self._answers)

    def open(self) -> ModelPopup:
        """Open the popup above the button."""
        return self.open_over(self)

    def open_over(self, place: QWidget) -> ModelPopup:
        """Open the popup above *place*: the button itself may be hidden."""
        popup = self._popup = ModelPopup(place)
        popup.chosen.connect(self.chosen)
        popup.effort_chosen.connect(self.effort_chosen)
        popup.answers_changed.connect(self.answers_changed)
        popup.settings_requested.connect(self.settings_requested)
        popup.show_models(self._choices, self._current, self._effort, self._answers)
        popup.open_over(place)
        self.opened.emit()
        return popup
