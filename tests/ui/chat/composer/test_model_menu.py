"""Tests of ui/chat/composer/model_menu.py."""

import time
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from tests.support.qt_loop import on_qt_loop
from tests.ui.chat.chat_desk import open_chat, says
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

# Answer settings: a chat's temperature, length and rounds are set in the model's pop-up and kept with the chat.


def test_u19_below_the_least_value_each_field_is_automatic() -> None:
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


def test_what_is_shown_is_told_to_nobody() -> None:
    form = AnswerSettingsForm()
    emitted: list[AnswerSettings] = []
    form.changed.connect(emitted.append)
    form.show_settings(AnswerSettings(1.25, 4_000, 9))
    assert form.settings() == AnswerSettings(1.25, 4_000, 9)
    assert emitted == []


def test_the_other_choices_of_a_chat_stay() -> None:
    choices = ChatChoices("a/b", "House", "plus", "P.md")
    changed = with_answer_settings(choices, AnswerSettings(0.5, 300, 2))
    assert changed == ChatChoices("a/b", "House", "plus", "P.md", 0.5, 300, 2)
    assert answer_settings(changed) == AnswerSettings(0.5, 300, 2)


@on_qt_loop
async def test_u19_what_is_set_in_the_pop_up_holds_for_the_shown_chat_and_its_next_question(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [says("Yes.")]) as desk:
        desk.dock.composer.model.chosen.emit("other/one")
        first = desk.dock.conversations[0]
        popup = desk.dock.composer.model.open()
        assert popup.answers.isVisibleTo(popup)
        popup.answers.temperature.setValue(0.3)
        popup.answers.rounds.setValue(2)
        popup.close()
        assert (first.conversation.choices.temperature, first.conversation.choices.rounds) == (0.3, 2)
        await desk.ask("Really?")

        desk.dock.new_chat()
        popup = desk.dock.composer.model.open()
        assert popup.answers.settings() == AnswerSettings()
        popup.close()
        desk.dock.show_conversation(first)
        popup = desk.dock.composer.model.open()
        assert popup.answers.settings() == AnswerSettings(0.3, None, 2)


@on_qt_loop
async def test_the_offline_assistant_has_none_of_it(tmp_path: Path) -> None:
    async with open_chat(tmp_path, []) as desk:
        popup = desk.dock.composer.model.open()
        assert not popup.answers.isVisibleTo(popup)


# Model entries: models under their providers, kept to the words that are typed.


def picture(entries: list[ListRow]) -> str:
    lines = [one.title if one.heading else f"  {one.title}: {one.text}" for one in entries]
    return "\n".join(lines)


def test_models_stand_under_their_providers_with_what_they_can_do() -> None:
    assert picture(model_entries(MODELS)) == "\n".join(
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


def test_each_typed_word_has_to_stand_in_the_name_or_the_abilities() -> None:
    assert [one.key for one in model_entries(MODELS, "OLLAMA gem") if one.key] == [GEMMA.label]
    assert [one.key for one in model_entries(MODELS, "text-based") if one.key] == [GEMMA.label]
    assert [one.key for one in model_entries(MODELS, "pictures thinks") if one.key] == [SONNET.label]
    assert model_entries(MODELS, "nobody is called that") == []


def test_models_of_one_provider_stand_together_wherever_they_came() -> None:
    titles = [one.title for one in model_entries((OFFLINE, GEMMA, SONNET, TINY))]
    assert titles == ["Ollama", "gemma3:4b", "tiny", "Anthropic", "sonnet", "Built in", "Offline assistant"]


def test_a_downgrade_is_told_with_its_reason() -> None:
    entries = {one.title: (bool(one.mark), one.description) for one in model_entries(MODELS)}
    assert entries["gemma3:4b"] == (True, GEMMA.reason)
    assert entries["tiny"] == (True, TINY.reason)
    assert entries["sonnet"] == (False, SONNET.reason)
    assert entries["Ollama"] == (False, "")


def test_what_is_built_in_is_called_in_the_window_s_language(qapp: QApplication) -> None:
    try:
        install_language(qapp, "de", [resource_path("translations")])
        assert [one.title for one in model_entries((OFFLINE,))] == ["Eingebaut", "Offline-Assistent"]
        assert [one.key for one in model_entries(MODELS, "offline-assi") if one.key] == [OFFLINE.label]
    finally:
        install_language(qapp, "en", [])


# Model rows: what eye, pointer and voice are told of a row, and that hostile names are drawn as letters only.

Role = Qt.ItemDataRole


def test_a_downgraded_model_says_why_in_tooltip_and_to_a_reader() -> None:
    view = list_of(*MODELS, chosen=GEMMA.label, current=GEMMA.label)
    index = view.currentIndex()
    assert index.data() == "gemma3:4b"
    assert index.data(Role.AccessibleTextRole) == "gemma3:4b, selected, text-based tools · 128k · on this computer"
    assert index.data(Role.AccessibleDescriptionRole) == GEMMA.reason
    assert GEMMA.reason in index.data(Role.ToolTipRole)


def test_the_name_of_a_provider_cannot_be_chosen() -> None:
    rows = list_of(*MODELS).row_model
    can = [bool(rows.flags(rows.index(row)) & Qt.ItemFlag.ItemIsSelectable) for row in range(rows.rowCount())]
    assert can == [False, True, False, True, True, False, True]


def test_a_name_that_turns_or_never_ends_is_made_visible_and_cut() -> None:
    view = list_of(ModelChoice("x/" + "a\u202e" + "b" * 5_000, "t", False, "X"))
    text = view.currentIndex().data()
    assert "\u202e" not in text
    assert len(text) <= MAX_TEXT_CHARACTERS + 10


def test_every_kind_of_row_can_be_drawn() -> None:
    assert not list_of(*MODELS, chosen=GEMMA.label, current=GEMMA.label).grab().isNull()


# Model list: goes from model to model, past the names of providers, and draws only what is in sight.

ENOUGH = 0.25
"""Processor seconds for 500 models from values to pixels: well over what it takes, and under what feels slow."""


def list_of(*models: ModelChoice, chosen: str = "", current: str = "") -> EntryList:
    view = EntryList("Models", takes_keyboard=False, style=ModelPopup.list_style)
    view.resize(400, 300)
    view.show_entries(model_entries(models), chosen, current)
    view.show()
    return view


def current(view: EntryList) -> str:
    entry = view.current()
    return entry.key if entry is not None else ""


def test_steps_go_from_model_to_model_and_stop_at_the_ends() -> None:
    view = list_of(*MODELS)
    walked = [current(view)]
    for by in (1, 1, 1, 1, -2, -9, 99):
        view.step(by)
        walked.append(current(view))
    assert walked == [one.label for one in (SONNET, GEMMA, TINY, OFFLINE, OFFLINE, GEMMA, SONNET, OFFLINE)]


def test_it_begins_at_the_one_asked_for() -> None:
    assert current(list_of(*MODELS, current=GEMMA.label)) == GEMMA.label
    assert current(list_of(*MODELS, current="gone/model")) == SONNET.label
    assert current(list_of()) == ""


def test_the_current_one_is_told_when_chosen() -> None:
    view = list_of(*MODELS, current=TINY.label)
    emitted: list[str] = []
    view.chosen.connect(lambda key, _new_tab: emitted.append(key))
    view.choose_current()
    assert emitted == [TINY.label]


def test_an_empty_list_can_be_stepped_and_chosen_without_harm() -> None:
    view = list_of()
    view.step(1)
    view.choose_current()
    assert view.count() == 0


def test_five_hundred_models_are_there_at_once() -> None:
    models = many(500)
    view = list_of()

    def seconds() -> float:
        began = time.thread_time()  # other threads of the test run are not counted
        view.show_entries(model_entries(models), "", models[400].label)
        view.grab()
        return time.thread_time() - began

    assert min(seconds() for _ in range(3)) < ENOUGH
    assert current(view) == models[400].label


# Model popup: type to filter, arrows, Enter, Esc; says of each model why it is given tools as it is.


class Scene:
    """A pop-up over a button at the bottom of a window."""

    def __init__(self, *models: ModelChoice, chosen: str = SONNET.label, size: tuple[int, int] = (900, 700)) -> None:
        self.window = QWidget()
        self.window.resize(*size)
        self.button = PlainButton("Model")
        column = QVBoxLayout(self.window)
        column.addStretch(1)
        column.addWidget(self.button)
        self.window.show()
        # Not the scene itself: what the pop-up's end lets go of must not be its own window.
        emitted = self.told = list[str]()
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


def test_it_begins_at_the_model_that_is_asked_with_the_keyboard_in_the_field() -> None:
    scene = Scene(*MODELS)
    assert scene.current() == SONNET.label
    assert scene.popup.focusWidget() is scene.popup.search


def test_typing_arrows_and_enter_choose_and_close() -> None:
    scene = Scene(*MODELS)
    QTest.keyClicks(scene.popup.search, "ollama")
    assert scene.current() == GEMMA.label
    scene.press(Qt.Key.Key_Down, Qt.Key.Key_Return)
    assert scene.told == [f"model {TINY.label}"]
    assert not scene.popup.isVisible()


def test_escape_empties_the_field_and_then_closes_without_a_choice() -> None:
    scene = Scene(*MODELS)
    QTest.keyClicks(scene.popup.search, "gem")
    scene.press(Qt.Key.Key_Escape)
    assert scene.popup.isVisible()
    assert scene.current() == SONNET.label
    scene.press(Qt.Key.Key_Escape)
    assert (scene.popup.isVisible(), scene.told) == (False, [])


def test_words_nobody_has_leave_nothing_to_choose_and_say_so() -> None:
    scene = Scene(*MODELS)
    QTest.keyClicks(scene.popup.search, "zzz")
    assert scene.popup.detail.text() == "No model matches."
    scene.press(Qt.Key.Key_Return)
    assert (scene.popup.isVisible(), scene.told) == (True, [])


def test_why_and_price_of_the_current_model_are_said_to_eye_and_voice() -> None:
    scene = Scene(*MODELS)
    assert scene.popup.detail.text() == f"{SONNET.reason} $3 in, $15 out per million tokens."
    scene.press(Qt.Key.Key_Down)
    assert scene.popup.detail.text() == GEMMA.reason
    assert scene.popup.search.accessibleDescription() == (
        f"gemma3:4b, text-based tools · 128k · on this computer. {GEMMA.reason}".strip(".")
    )


def test_a_page_down_goes_further_than_a_line() -> None:
    models = many(100)
    scene = Scene(*models, chosen=models[0].label)
    scene.press(Qt.Key.Key_PageDown)
    assert scene.current() in [one.label for one in models[3:40]]
    scene.press(Qt.Key.Key_PageUp)
    assert scene.current() == models[0].label


def test_a_list_that_comes_while_it_is_open_leaves_the_current_one_alone() -> None:
    scene = Scene(*MODELS)
    scene.press(Qt.Key.Key_Down)
    scene.popup.show_models((OFFLINE, *many(30), GEMMA), SONNET.label, "")
    assert scene.current() == GEMMA.label


@pytest.mark.parametrize(("model", "offered"), [(SONNET, True), (TINY, True), (OFFLINE, False), (GEMMA, False)])
def test_thinking_is_offered_unless_the_model_is_known_not_to_think(model: ModelChoice, offered: bool) -> None:
    scene = Scene(*MODELS, chosen=model.label)
    assert scene.popup.effort.isVisible() is offered


def test_thinking_is_chosen_without_closing() -> None:
    scene = Scene(*MODELS)
    scene.popup.effort.changed.emit(4)
    assert (scene.told, scene.popup.isVisible()) == (["effort high"], True)
    scene.popup.show_models(MODELS, SONNET.label, "low")
    assert scene.popup.effort.current() == 2


def test_set_up_leads_to_the_settings() -> None:
    scene = Scene(*MODELS)
    scene.popup.links[0].click()
    assert (scene.told, scene.popup.isVisible()) == (["settings"], False)


@pytest.mark.parametrize("size", [(900, 700), (360, 320)])
def test_it_stands_above_its_button_and_inside_the_window(size: tuple[int, int]) -> None:
    scene = Scene(*MODELS, *many(200), size=size)
    window = scene.window.geometry()
    popup = scene.popup.geometry()
    assert window.left() <= popup.left()
    assert popup.right() <= window.right()
    assert popup.bottom() < scene.button.mapToGlobal(QPoint(0, 0)).y()
    assert popup.width() <= window.width()


def test_every_part_that_takes_the_keyboard_has_a_name() -> None:
    scene = Scene(*MODELS)
    nameless = [
        widget
        for widget in scene.popup.findChildren(QWidget)
        if widget.isVisible()
        and widget.focusPolicy() != Qt.FocusPolicy.NoFocus
        and not (widget.accessibleName() or getattr(widget, "text", str)())
    ]
    assert nameless == []


# Model button: says who is asked, and how it is given tools where that is not by its own means.


def test_it_says_who_is_asked_and_offers_the_others() -> None:
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


def test_a_downgrade_is_marked_with_words_and_its_reason_told() -> None:
    button = ModelButton()
    button.set_choices(MODELS, GEMMA.label)
    assert (button.shown_text(), button.remark()) == ("gemma3:4b", "text-based tools")
    assert button.accessibleName() == "Model: gemma3:4b, text-based tools"
    assert button.accessibleDescription() == GEMMA.reason
    assert GEMMA.reason in button.toolTip()
    button.set_choices(MODELS, TINY.label)
    assert button.remark() == "no tools"


def test_a_model_that_is_not_offered_any_more_is_still_named() -> None:
    button = ModelButton()
    button.set_choices(MODELS, "gone/model")
    assert (button.shown_text(), button.remark(), button.accessibleDescription()) == ("gone/model", "", "")


def test_what_becomes_known_while_it_is_open_is_shown_there() -> None:
    button = ModelButton()
    button.set_choices(MODELS[:2], SONNET.label)
    popup = button.open()
    assert popup.list.count() == 2
    button.set_choices(MODELS, SONNET.label)
    assert popup.list.count() == 4
    popup.close()
    button.set_choices(MODELS, GEMMA.label)


def test_a_model_the_agent_asks_of_its_own_accord_is_marked_and_told() -> None:
    button = ModelButton()
    button.set_choices(MODELS, GEMMA.label, agent="Librarian")
    assert button.remark().startswith("agent’s · ")
    assert button.accessibleDescription().startswith("Librarian uses this model.")
    button.set_choices(MODELS, SONNET.label)
    assert button.remark() == ""
