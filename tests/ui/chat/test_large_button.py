"""Tests of large_button.py."""

from vaultdesk.ui.chat.composer import Composer


def test_it_is_offered_once_a_question_is_long_and_leads_back() -> None:
    composer = Composer()
    composer.resize(400, 160)
    composer.show()
    composer.box.set_room(300)
    large, before = composer.large, composer.box.height()
    assert large.isHidden()
    composer.set_text("one\ntwo\nthree\nfour\nfive")
    assert not large.isHidden()
    large.click()
    assert composer.box.height() > 250
    assert large.accessibleName() == "Smaller box"
    composer.set_text("short")
    assert not large.isHidden(), "a large box can always be made small"
    large.click()
    assert (composer.box.height(), large.isHidden()) == (before, True)


def test_its_tooltip_shows_the_keys_that_are_bound() -> None:
    composer = Composer()
    composer.large.set_keys("Shift+Esc")
    assert "Shift+Esc" in composer.large.toolTip()
