from pytestqt.qtbot import QtBot

from vaultdesk.ui.note.page_banner import PageBanner


def test_the_graver_message_stays(qtbot: QtBot) -> None:
    banner = PageBanner()
    qtbot.addWidget(banner)
    banner.tell("save", "danger", "Not saved")
    banner.tell("missing", "info", "No such note")
    assert banner.text() == "Not saved"
    banner.clear("missing")
    assert banner.text() == "Not saved"
    banner.clear("save")
    assert banner.text() == ""
    assert banner.isHidden()
    banner.tell("missing", "info", "No such note")
    banner.clear()
    assert banner.text() == ""
