"""Undo banner: says what was done and leads back once."""

from pytestqt.qtbot import QtBot

from vaultdesk.ui.settings.undo_banner import UndoBanner


def test_it_says_what_was_done_and_undo_takes_it_back_and_the_banner_away(qtbot: QtBot) -> None:
    banner = UndoBanner()
    qtbot.addWidget(banner)
    assert banner.isHidden()
    done: list[str] = []
    banner.say("Forgotten: a rule.", lambda: done.append("first"))
    banner.say("Forgotten: another.", lambda: done.append("second"))
    assert (banner.text(), banner.isHidden()) == ("Forgotten: another.", False)
    banner.links[0].click()
    assert (done, banner.isHidden()) == (["second"], True)
