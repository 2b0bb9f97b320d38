"""Tests of ui/chat/composer/model_menu.py."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from tests.support.growth import check_linear
from tests.support.qt_loop import on_qt_loop
from tests.ui.chat.chat_env import open_chat, streamed_text
from tests.ui.chat.models import GEMMA, MODELS, OFFLINE, SONNET, TINY, many
from vaultdesk.chat.conversation import ChatChoices
from vaultdesk.core.platform.paths import resource_path
from vaultdesk.ui.chat.composer.model_menu import (
    AnswerSettings,
    AnswerSettingsForm,
    ModelButton,
    ModelPopup,
    answer_settings,
    model_entries,
    with_answer_settings,
)
from vaultdesk.ui.translation import install_language
from vaultdesk.ui.widgets.buttons import PlainButton
from vaultdesk.ui.widgets.lists.entry_list import EntryList
from vaultdesk.ui.widgets.lists.list_row import MAX_TEXT_CHARACTERS, ListRow
from vaultdesk.workspace import ModelChoice

# Answer settings: temperature, length and rounds are set in the model popup and stored with the chat.


def test_u19_fields_below_their_minimum_are_automatic() -> None:
    form = AnswerSettingsForm()
    assert form.settings() == AnswerSettings()
    assert (form.temperature.text(), form.length.text(), form.rounds.text()) == (
        "Automatic",
        "Automatic",
        "As in Settings",
    )
    emitted: list[AnswerSettings] = []
    form.changed.connect(emitted.append)
    form.temperature.setValue(0.0)
    form.length.stepUp()
    form.rounds.setValue(3)
    assert emitted == [
        AnswerSettings(0.0), AnswerSettings(0.0, 515), AnswerSettings(0.0, 515, 3),
    ]  # fmt: skip
    form.temperature.stepDown()
    assert emitted[-1] == AnswerSettings(None, 515, 3)


def test_showing_settings_emits_nothing() -> None:
    form = AnswerSettingsForm()
    emitted: list[AnswerSettings] = []
    form.changed.connect(emitted.append)
    form.show_settings(AnswerSettings(1.25, 4_000, 9))
    assert form.settings() == AnswerSettings(1.25, 4_000, 9)
    assert emitted == []


def test_other_choices_of_the_chat_are_preserved() -> None:
    choices = ChatChoices("a/b", "House", "plus", "P.md")
    changed = with_answer_settings(choices, AnswerSettings(0.5, 300, 2))
    assert changed == ChatChoices("a/b", "House", "plus", "P.md", 0.5, 300, 2)
    assert answer_settings(changed) == AnswerSettings(0.5, 300, 2)


@on_qt_loop
async def test_u19_settings_of_the_popup_apply_to_the_shown_chat(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [streamed_text("Yes.")]) as env:
        env.dock.composer.model.chosen.emit("other/one")
        first = env.dock.conversations[0]
        popup = env.dock.composer.model.open()
        assert popup.answers.isVisibleTo(popup)
        popup.answers.temperature.setValue(0.3)
        popup.answers.rounds.setValue(2)
        popup.close()
        assert (first.conversation.choices.temperature, first.conversation.choices.rounds) == (0.3, 2)
        await env.ask("Really?")

        env.dock.new_chat()
        popup = env.dock.composer.model.open()
        assert popup.answers.settings() == AnswerSettings()
        popup.close()
        env.dock.show_conversation(first)
        popup = env.dock.composer.model.open()
        assert popup.answers.settings() == AnswerSettings(0.3, None, 2)


@on_qt_loop
async def test_offline_assistant_has_no_answer_settings(tmp_path: Path) -> None:
    async with open_chat(tmp_path, []) as env:
        popup = env.dock.composer.model.open()
        assert not popup.answers.isVisibleTo(popup)


# Model entries: models grouped by provider and filtered by the query.


def entries_text(entries: list[ListRow]) -> str:
    lines = [entry.title if entry.heading else f"  {entry.title}: {entry.text}" for entry in entries]
    return "\n".join(lines)


def test_models_are_grouped_by_provider_with_their_capabilities() -> None:
    assert entries_text(model_entries(MODELS)) == "\n".join(
        (
            "Anthropic",
            "  sonnet: tools · sees pictures · thinks · 200k",
            "Ollama",
            "  gemma3:4b: text-based tools · 128k · on this computer",
            "  tiny: no tools · on this computer",
            "Built in",
            "  Offline assistant: tools · on this computer",
        )
    )


def test_every_query_word_must_match_name_or_capabilities() -> None:
    assert [entry.key for entry in model_entries(MODELS, "OLLAMA gem") if entry.key] == [GEMMA.label]
    assert [entry.key for entry in model_entries(MODELS, "text-based") if entry.key] == [GEMMA.label]
    assert [entry.key for entry in model_entries(MODELS, "pictures thinks") if entry.key] == [SONNET.label]
    assert model_entries(MODELS, "nobody is called that") == []


def test_models_of_one_provider_are_grouped_regardless_of_their_order() -> None:
    titles = [entry.title for entry in model_entries((OFFLINE, GEMMA, SONNET, TINY))]
    assert titles == ["Ollama", "gemma3:4b", "tiny", "Anthropic", "sonnet", "Built in", "Offline assistant"]


def test_models_without_native_tools_are_marked_with_the_reason() -> None:
    entries = {entry.title: (bool(entry.mark), entry.description) for entry in model_entries(MODELS)}
    assert entries["gemma3:4b"] == (True, GEMMA.reason)
    assert entries["tiny"] == (True, TINY.reason)
    assert entries["sonnet"] == (False, SONNET.reason)
    assert entries["Ollama"] == (False, "")


def test_built_in_model_is_named_in_the_interface_language(qapp: QApplication) -> None:
    try:
        install_language(qapp, "de", [resource_path("translations")])
        assert [entry.title for entry in model_entries((OFFLINE,))] == ["Eingebaut", "Offline-Assistent"]
        assert [entry.key for entry in model_entries(MODELS, "offline-assi") if entry.key] == [OFFLINE.label]
    finally:
        install_language(qapp, "en", [])


# Model rows: text, tooltip and accessible text; hostile names are escaped.

Role = Qt.ItemDataRole


def test_model_without_native_tools_states_why_in_tooltip_and_accessible_description() -> None:
    view = list_of(*MODELS, chosen=GEMMA.label, current=GEMMA.label)
    index = view.currentIndex()
    assert index.data() == "gemma3:4b"
    assert index.data(Role.AccessibleTextRole) == "gemma3:4b, selected, text-based tools · 128k · on this computer"
    assert index.data(Role.AccessibleDescriptionRole) == GEMMA.reason
    assert GEMMA.reason in index.data(Role.ToolTipRole)


def test_provider_heading_cannot_be_selected() -> None:
    rows = list_of(*MODELS).row_model
    selectable = [bool(rows.flags(rows.index(row)) & Qt.ItemFlag.ItemIsSelectable) for row in range(rows.rowCount())]
    assert selectable == [False, True, False, True, True, False, True]


def test_hostile_name_is_escaped_and_truncated() -> None:
    view = list_of(ModelChoice("x/" + "a\u202e" + "b" * 5_000, "t", False, "X"))
    text = view.currentIndex().data()
    assert "\u202e" not in text
    assert len(text) <= MAX_TEXT_CHARACTERS + 10


def test_every_kind_of_row_can_be_painted() -> None:
    assert not list_of(*MODELS, chosen=GEMMA.label, current=GEMMA.label).grab().isNull()


# Model list: it steps between models, skips the headings, and paints visible rows only.


def list_of(*models: ModelChoice, chosen: str = "", current: str = "") -> EntryList:
    view = EntryList("Models", takes_keyboard=False, style=ModelPopup.list_style)
    view.resize(400, 300)
    view.show_entries(model_entries(models), chosen, current)
    view.show()
    return view


def current(view: EntryList) -> str:
    entry = view.current()
    return entry.key if entry is not None else ""


def test_stepping_moves_between_models_and_stops_at_the_ends() -> None:
    view = list_of(*MODELS)
    visited = [current(view)]
    for by in (1, 1, 1, 1, -2, -9, 99):
        view.step(by)
        visited.append(current(view))
    assert visited == [model.label for model in (SONNET, GEMMA, TINY, OFFLINE, OFFLINE, GEMMA, SONNET, OFFLINE)]


def test_list_starts_at_the_requested_model() -> None:
    assert current(list_of(*MODELS, current=GEMMA.label)) == GEMMA.label
    assert current(list_of(*MODELS, current="gone/model")) == SONNET.label
    assert current(list_of()) == ""


def test_choosing_emits_the_current_model() -> None:
    view = list_of(*MODELS, current=TINY.label)
    emitted: list[str] = []
    view.chosen.connect(lambda key, _new_tab: emitted.append(key))
    view.choose_current()
    assert emitted == [TINY.label]


def test_empty_list_can_be_stepped_and_chosen() -> None:
    view = list_of()
    view.step(1)
    view.choose_current()
    assert view.count() == 0


def test_models_are_shown_in_linear_time() -> None:
    view = list_of()

    def show(models: Sequence[ModelChoice]) -> None:
        view.show_entries(model_entries(models), "", models[-9].label)
        view.grab()
        assert current(view) == models[-9].label

    check_linear(show, many, 800)


# Model popup: filter, arrow keys, Enter and Esc; it shows the reason for the tool mode of each model.


class Scene:
    """A popup over a button at the bottom of a window."""

    def __init__(self, *models: ModelChoice, chosen: str = SONNET.label, size: tuple[int, int] = (900, 700)) -> None:
        self.window = QWidget()
        self.window.resize(*size)
        self.button = PlainButton("Model")
        column = QVBoxLayout(self.window)
        column.addStretch(1)
        column.addWidget(self.button)
        self.window.show()
        # The slots do not reference the scene: destroying the popup must not release its own window.
        emitted = self.emitted = list[str]()
        self.popup = ModelPopup(self.button)
        self.popup.chosen.connect(lambda label: emitted.append(f"model {label}"))
        self.popup.effort_chosen.connect(lambda effort: emitted.append(f"effort {effort}"))
        self.popup.settings_requested.connect(lambda: emitted.append("settings"))
        self.popup.show_models(models, chosen, "")
        self.popup.open_at(chosen)

    def press(self, *keys: Qt.Key) -> None:
        for key in keys:
            QTest.keyClick(self.popup.search, key)

    def current(self) -> str:
        return current(self.popup.list)


def test_popup_starts_at_the_current_model_with_focus_in_the_search_field() -> None:
    scene = Scene(*MODELS)
    assert scene.current() == SONNET.label
    assert scene.popup.focusWidget() is scene.popup.search


def test_typing_arrows_and_enter_choose_and_close() -> None:
    scene = Scene(*MODELS)
    QTest.keyClicks(scene.popup.search, "ollama")
    assert scene.current() == GEMMA.label
    scene.press(Qt.Key.Key_Down, Qt.Key.Key_Return)
    assert scene.emitted == [f"model {TINY.label}"]
    assert not scene.popup.isVisible()


def test_escape_clears_the_field_and_then_closes_without_a_choice() -> None:
    scene = Scene(*MODELS)
    QTest.keyClicks(scene.popup.search, "gem")
    scene.press(Qt.Key.Key_Escape)
    assert scene.popup.isVisible()
    assert scene.current() == SONNET.label
    scene.press(Qt.Key.Key_Escape)
    assert (scene.popup.isVisible(), scene.emitted) == (False, [])


def test_query_without_matches_leaves_nothing_to_choose_and_says_so() -> None:
    scene = Scene(*MODELS)
    QTest.keyClicks(scene.popup.search, "zzz")
    assert scene.popup.detail.text() == "No model matches."
    scene.press(Qt.Key.Key_Return)
    assert (scene.popup.isVisible(), scene.emitted) == (True, [])


def test_reason_and_price_of_the_current_model_are_shown_and_accessible() -> None:
    scene = Scene(*MODELS)
    assert scene.popup.detail.text() == f"{SONNET.reason} $3 in, $15 out per million tokens."
    scene.press(Qt.Key.Key_Down)
    assert scene.popup.detail.text() == GEMMA.reason
    assert scene.popup.search.accessibleDescription() == (
        f"gemma3:4b, text-based tools · 128k · on this computer. {GEMMA.reason}".strip(".")
    )


def test_page_down_moves_further_than_one_row() -> None:
    models = many(100)
    scene = Scene(*models, chosen=models[0].label)
    scene.press(Qt.Key.Key_PageDown)
    assert scene.current() in [model.label for model in models[3:40]]
    scene.press(Qt.Key.Key_PageUp)
    assert scene.current() == models[0].label


def test_updated_list_keeps_the_current_model() -> None:
    scene = Scene(*MODELS)
    scene.press(Qt.Key.Key_Down)
    scene.popup.show_models((OFFLINE, *many(30), GEMMA), SONNET.label, "")
    assert scene.current() == GEMMA.label


@pytest.mark.parametrize(("model", "offered"), [(SONNET, True), (TINY, True), (OFFLINE, False), (GEMMA, False)])
def test_effort_is_offered_unless_the_model_is_known_not_to_reason(model: ModelChoice, offered: bool) -> None:
    scene = Scene(*MODELS, chosen=model.label)
    assert scene.popup.effort.isVisible() is offered


def test_effort_is_chosen_without_closing() -> None:
    scene = Scene(*MODELS)
    scene.popup.effort.changed.emit(4)
    assert (scene.emitted, scene.popup.isVisible()) == (["effort high"], True)
    scene.popup.show_models(MODELS, SONNET.label, "low")
    assert scene.popup.effort.current() == 2


def test_link_opens_the_settings() -> None:
    scene = Scene(*MODELS)
    scene.popup.links[0].click()
    assert (scene.emitted, scene.popup.isVisible()) == (["settings"], False)


@pytest.mark.parametrize("size", [(900, 700), (360, 320)])
def test_popup_is_above_its_button_and_inside_the_window(size: tuple[int, int]) -> None:
    scene = Scene(*MODELS, *many(200), size=size)
    window = scene.window.geometry()
    popup = scene.popup.geometry()
    assert window.left() <= popup.left()
    assert popup.right() <= window.right()
    assert popup.bottom() < scene.button.mapToGlobal(QPoint(0, 0)).y()
    assert popup.width() <= window.width()


def test_every_focusable_widget_has_a_name() -> None:
    scene = Scene(*MODELS)
    unnamed = [
        widget
        for widget in scene.popup.findChildren(QWidget)
        if widget.isVisible()
        and widget.focusPolicy() != Qt.FocusPolicy.NoFocus
        and not (widget.accessibleName() or getattr(widget, "text", str)())
    ]
    assert unnamed == []


# Model button: it shows the model, and the tool mode unless that is native.


def test_button_shows_the_model_and_offers_the_others() -> None:
    button = ModelButton()
    emitted: list[str] = []
    button.chosen.connect(emitted.append)
    button.opened.connect(lambda: emitted.append("opened"))
    button.set_choices(MODELS, SONNET.label)
    assert (button.shown_text(), button.remark(), button.accessibleName()) == ("sonnet", "", "Model: sonnet")
    popup = button.open()
    popup.list.step(1)
    popup.list.choose_current()
    assert emitted == ["opened", GEMMA.label]


def test_text_based_tools_are_marked_on_the_button_with_the_reason() -> None:
    button = ModelButton()
    button.set_choices(MODELS, GEMMA.label)
    assert (button.shown_text(), button.remark()) == ("gemma3:4b", "text-based tools")
    assert button.accessibleName() == "Model: gemma3:4b, text-based tools"
    assert button.accessibleDescription() == GEMMA.reason
    assert GEMMA.reason in button.toolTip()
    button.set_choices(MODELS, TINY.label)
    assert button.remark() == "no tools"


def test_unavailable_model_is_still_named() -> None:
    button = ModelButton()
    button.set_choices(MODELS, "gone/model")
    assert (button.shown_text(), button.remark(), button.accessibleDescription()) == ("gone/model", "", "")


def test_open_popup_shows_updated_models() -> None:
    button = ModelButton()
    button.set_choices(MODELS[:2], SONNET.label)
    popup = button.open()
    assert popup.list.count() == 2
    button.set_choices(MODELS, SONNET.label)
    assert popup.list.count() == 4
    popup.close()
    button.set_choices(MODELS, GEMMA.label)


def test_model_set_by_the_agent_is_marked() -> None:
    button = ModelButton()
    button.set_choices(MODELS, GEMMA.label, agent="Librarian")
    assert button.remark().startswith("agent’s · ")
    assert button.accessibleDescription().startswith("Librarian uses this model.")
    button.set_choices(MODELS, SONNET.label)
    assert button.remark() == ""
