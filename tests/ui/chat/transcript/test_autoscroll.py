"""Tests of ui/chat/transcript/autoscroll.py."""

from PySide6.QtWidgets import QApplication, QScrollArea, QWidget

from vaultdesk.ui.chat.transcript.autoscroll import Autoscroll, LatestButton

# Latest button.


def test_it_has_a_name_and_room_for_its_word() -> None:
    host = QWidget()
    button = LatestButton(host)
    assert button.accessibleName() == "Go to the latest message"
    assert button.sizeHint().width() > button.fontMetrics().horizontalAdvance("Latest")
    assert button.isHidden()
    button.resize(button.sizeHint())
    assert not button.grab().isNull()


# Tail.


def growing() -> tuple[QScrollArea, QWidget, Autoscroll]:
    area, content = QScrollArea(), QWidget()
    content.setFixedSize(80, 1_000)
    area.setWidget(content)
    area.resize(100, 200)
    area.show()
    autoscroll = Autoscroll(area)
    autoscroll.go_to_end()
    return area, content, autoscroll


def test_the_end_is_followed_until_the_reader_leaves_it_and_again_when_they_return() -> None:
    area, content, autoscroll = growing()
    bar = area.verticalScrollBar()
    content.setFixedHeight(1_500)
    QApplication.sendPostedEvents()
    assert autoscroll.at_end
    bar.setValue(300)
    content.setFixedHeight(2_000)
    QApplication.sendPostedEvents()
    assert (bar.value(), autoscroll.latest.isVisible()) == (300, True)
    bar.setValue(bar.maximum())
    content.setFixedHeight(2_500)
    QApplication.sendPostedEvents()
    assert (autoscroll.at_end, autoscroll.latest.isVisible()) == (True, False)


def test_what_the_reader_opens_does_not_run_away() -> None:
    area, content, autoscroll = growing()
    place = area.verticalScrollBar().value()
    autoscroll.stop_following()
    content.setFixedHeight(1_500)
    QApplication.sendPostedEvents()
    assert area.verticalScrollBar().value() == place


def test_a_smaller_pane_still_shows_the_end() -> None:
    area, _content, autoscroll = growing()
    area.resize(100, 120)
    QApplication.sendPostedEvents()
    assert autoscroll.at_end
