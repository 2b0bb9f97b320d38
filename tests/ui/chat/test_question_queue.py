"""Tests of question_queue.py."""

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QAbstractButton, QApplication
from pytestqt.qtbot import QtBot

from vaultdesk.agent.question import Question
from vaultdesk.chat.messages import ContextItem
from vaultdesk.core.platform.paths import resource_path
from vaultdesk.ui.chat.question_queue import MAX_SHOWN_QUESTIONS, QuestionQueue
from vaultdesk.ui.translation import install_language
from vaultdesk.ui.widgets.labels import ElidedLabel


@pytest.fixture
def application(qapp: QApplication) -> Iterator[QApplication]:
    yield qapp
    install_language(qapp, "en", [])


def test_an_empty_queue_takes_no_room() -> None:
    queue = QuestionQueue()
    queue.show_queue([Question(text) for text in ["a"]], running=True)
    assert not queue.isHidden()
    queue.show_queue([Question(text) for text in []])
    assert queue.isHidden()


def test_each_card_says_which_it_is() -> None:
    queue = QuestionQueue()
    told: list[tuple[str, int]] = []
    queue.edit_requested.connect(lambda place: told.append(("edit", place)))
    queue.remove_requested.connect(lambda place: told.append(("remove", place)))
    queue.send_requested.connect(lambda place: told.append(("send", place)))
    queue.show_queue([Question(text) for text in ["a", "b"]], running=True)
    for button in queue.cards[1].findChildren(QAbstractButton):
        button.click()
    assert told == [("edit", 1), ("remove", 1), ("send", 1)]


@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "zh_CN"])
@pytest.mark.parametrize("running", [True, False])
def test_why_a_question_waits_is_whole_in_a_narrow_dock(
    application: QApplication, language: str, running: bool, qtbot: QtBot
) -> None:
    install_language(application, language, [resource_path("translations")])
    queue = QuestionQueue()
    qtbot.addWidget(queue)
    queue.show_queue([Question("Why?")], running=running)
    queue.resize(320, 80)
    queue.show()
    reason = queue.cards[0].findChildren(ElidedLabel)[1]
    assert reason.sizeHint().width() <= reason.width(), reason.text()


def test_a_long_queue_is_counted() -> None:
    queue = QuestionQueue()
    queue.show_queue([Question(text) for text in [str(number) for number in range(10)]])
    assert [card.text for card in queue.cards] == ["0", "1", "2"]
    assert queue.rest.text() == f"and {10 - MAX_SHOWN_QUESTIONS} more"


def test_what_lies_beside_a_queued_question_is_told_by_its_name() -> None:
    queue = QuestionQueue()
    item = ContextItem(kind="tag", target="heating")
    queue.show_queue([Question("", (item,)), Question("And now?", (item,))])
    assert [card.text for card in queue.cards] == ["[#heating]", "And now? [#heating]"]
