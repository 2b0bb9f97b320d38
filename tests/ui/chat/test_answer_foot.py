"""Tests of answer_foot.py."""

from PySide6.QtWidgets import QToolButton

from vaultdesk.ui.chat.answer_foot import AnswerFoot


def offered(foot: AnswerFoot) -> list[str]:
    return [button.accessibleName() for button in foot.findChildren(QToolButton) if not button.isHidden()]


def test_only_what_works_is_shown() -> None:
    foot = AnswerFoot("5.1 s", frozenset({"copy", "retry"}))
    foot.show()
    assert offered(foot) == ["Copy answer", "Ask again"]
    foot.set_actions(frozenset({"new-note"}))
    assert offered(foot) == ["Make it a new note"]


def test_a_press_names_the_action() -> None:
    foot = AnswerFoot("", frozenset({"insert"}))
    foot.show()
    pressed: list[str] = []
    foot.pressed.connect(pressed.append)
    next(button for button in foot.findChildren(QToolButton) if not button.isHidden()).click()
    assert pressed == ["insert"]


def test_the_way_back_is_offered_in_words_and_taken_away_again() -> None:
    foot = AnswerFoot("5.1 s", frozenset({"copy"}))
    foot.show()
    assert foot.undo_button.isHidden()
    pressed: list[bool] = []
    foot.undo_pressed.connect(lambda: pressed.append(True))
    foot.set_undo("Undo 4 changes")
    foot.undo_button.click()
    assert (foot.undo_button.text(), pressed) == ("Undo 4 changes", [True])
    foot.set_undo("")
    assert foot.undo_button.isHidden()


def test_in_a_narrow_chat_the_facts_give_way() -> None:
    foot = AnswerFoot("An assistant with a long name · 12,345 tokens · $0.002 · 14 s", frozenset({"copy", "retry"}))
    foot.set_undo("Undo 1,204 changes")
    assert foot.minimumSizeHint().width() <= 320
