"""Tests of question_queue.py."""

from vaultdesk.agent.question import Question
from vaultdesk.chat.messages import ContextItem
from vaultdesk.ui.chat.question_queue import MAX_SHOWN_QUESTIONS, QuestionQueue
from vaultdesk.ui.widgets.buttons import LinkButton


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
    for link in queue.cards[1].findChildren(LinkButton):
        link.click()
    assert told == [("edit", 1), ("remove", 1), ("send", 1)]


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
