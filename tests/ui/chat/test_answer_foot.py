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
