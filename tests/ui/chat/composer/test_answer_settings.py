"""Answer settings: a chat's temperature, length and rounds are set in the model's pop-up and kept with the chat."""

from pathlib import Path

from tests.support.qt_loop import on_qt_loop
from tests.ui.chat.chat_desk import open_chat, says
from vaultdesk.chat.conversation import ChatChoices
from vaultdesk.ui.chat.composer.answer_settings import (
    AnswerSettings,
    AnswerSettingsForm,
    answer_settings,
    with_answer_settings,
)


def test_u19_below_the_least_value_each_field_is_automatic() -> None:
    form = AnswerSettingsForm()
    assert form.settings() == AnswerSettings()
    assert (form.temperature.text(), form.length.text(), form.rounds.text()) == (
        "Automatic",
        "Automatic",
        "As in Settings",
    )
    told: list[AnswerSettings] = []
    form.changed.connect(told.append)
    form.temperature.setValue(0.0)
    form.length.stepUp()
    form.rounds.setValue(3)
    assert told == [
        AnswerSettings(0.0), AnswerSettings(0.0, 515), AnswerSettings(0.0, 515, 3),
    ]  # fmt: skip
    form.temperature.stepDown()
    assert told[-1] == AnswerSettings(None, 515, 3)


def test_what_is_shown_is_told_to_nobody() -> None:
    form = AnswerSettingsForm()
    told: list[AnswerSettings] = []
    form.changed.connect(told.append)
    form.show_settings(AnswerSettings(1.25, 4_000, 9))
    assert form.settings() == AnswerSettings(1.25, 4_000, 9)
    assert told == []


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
