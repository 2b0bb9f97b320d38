"""Model popup: type to filter, arrows, Enter, Esc; says of each model why it is given tools as it is."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget

from tests.ui.chat.models import GEMMA, MODELS, OFFLINE, SONNET, TINY, many
from vaultdesk.ui.chat.model_popup import ModelPopup
from vaultdesk.ui.widgets.buttons import PlainButton
from vaultdesk.workspace import ModelChoice


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
        told = self.told = list[str]()
        self.popup = ModelPopup(self.button)
        self.popup.chosen.connect(lambda label: told.append(f"model {label}"))
        self.popup.effort_chosen.connect(lambda effort: told.append(f"effort {effort}"))
        self.popup.settings_requested.connect(lambda: told.append("settings"))
        self.popup.show_models(models, chosen, "")
        self.popup.open_over(self.button)

    def press(self, *keys: Qt.Key) -> None:
        for key in keys:
            QTest.keyClick(self.popup.search, key)

    def current(self) -> object:
        entry = self.popup.list.current()
        return entry.model if entry is not None else None


def test_it_begins_at_the_model_that_is_asked_with_the_keyboard_in_the_field() -> None:
    scene = Scene(*MODELS)
    assert scene.current() is SONNET
    assert scene.popup.focusWidget() is scene.popup.search


def test_typing_arrows_and_enter_choose_and_close() -> None:
    scene = Scene(*MODELS)
    QTest.keyClicks(scene.popup.search, "ollama")
    assert scene.current() is GEMMA
    scene.press(Qt.Key.Key_Down, Qt.Key.Key_Return)
    assert scene.told == [f"model {TINY.label}"]
    assert not scene.popup.isVisible()


def test_escape_empties_the_field_and_then_closes_without_a_choice() -> None:
    scene = Scene(*MODELS)
    QTest.keyClicks(scene.popup.search, "gem")
    scene.press(Qt.Key.Key_Escape)
    assert scene.popup.isVisible()
    assert scene.current() is SONNET
    scene.press(Qt.Key.Key_Escape)
    assert (scene.popup.isVisible(), scene.told) == (False, [])


def test_words_nobody_has_leave_nothing_to_choose_and_say_so() -> None:
    scene = Scene(*MODELS)
    QTest.keyClicks(scene.popup.search, "zzz")
    assert scene.popup.detail.text() == "No model is called that."
    scene.press(Qt.Key.Key_Return)
    assert (scene.popup.isVisible(), scene.told) == (True, [])


def test_why_and_price_of_the_current_model_are_said_to_eye_and_voice() -> None:
    scene = Scene(*MODELS)
    assert scene.popup.detail.text() == f"{SONNET.why} $3 in, $15 out a million tokens."
    scene.press(Qt.Key.Key_Down)
    assert scene.popup.detail.text() == GEMMA.why
    assert scene.popup.search.accessibleDescription() == (
        f"gemma3:4b, tools by text · 128k · on this computer. {GEMMA.why}".strip(".")
    )


def test_a_page_down_goes_further_than_a_line() -> None:
    models = many(100)
    scene = Scene(*models, chosen=models[0].label)
    scene.press(Qt.Key.Key_PageDown)
    assert scene.current() in models[3:40]
    scene.press(Qt.Key.Key_PageUp)
    assert scene.current() is models[0]


def test_a_list_that_comes_while_it_is_open_leaves_the_current_one_alone() -> None:
    scene = Scene(*MODELS)
    scene.press(Qt.Key.Key_Down)
    scene.popup.show_models((OFFLINE, *many(30), GEMMA), SONNET.label, "")
    assert scene.current() is GEMMA


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
    scene.popup.settings.click()
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
