"""Tests of ui/qt_probe.py."""

import os
import subprocess
import sys

import pytest

from tests.support.spelling import SmallSpeller
from vaultdesk.__main__ import TRY_QT
from vaultdesk.core.platform.paths import own_command
from vaultdesk.diagnosis.window_checks import parse_facts
from vaultdesk.ui.hotkey.hotkeys import Hotkeys, NoHotkeyBackend
from vaultdesk.ui.qt_probe import window_facts, with_speller

# Window facts: what Qt says here, and what is asked for that it lacks.


class Taken(NoHotkeyBackend):
    """A system on which another program has every combination."""

    def register(self, _keys: object) -> str:
        return "Another program has it."


def test_qt_tells_of_itself_and_of_the_screens(qapp: object) -> None:
    facts = window_facts(environment={})
    assert facts.qt.startswith("6.")
    assert facts.screens
    assert facts.screens[0].width > 0
    if facts.platform == "offscreen":
        assert (facts.tray, facts.hotkey) == (False, False)
        assert facts.hotkey_words == "System-wide shortcuts are not available here."


def test_keys_that_could_not_be_had_are_told(qapp: object) -> None:
    keys = Hotkeys(Taken())
    keys.set_keys("Ctrl+Alt+Space")
    assert window_facts(keys, {}).hotkey_problem == "Another program has it."


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="an input method is named by a variable of Linux")
@pytest.mark.parametrize(
    ("wanted", "there", "asked"), [("ibus", True, "ibus"), ("fcitx", False, "fcitx"), ("xim", True, ""), ("", True, "")]
)
def test_the_input_method_of_the_environment_is_held_beside_the_plugins(
    wanted: str, there: bool, asked: str, qapp: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vaultdesk.ui.qt_probe.QGuiApplication.platformName", lambda: "xcb")
    monkeypatch.setattr("vaultdesk.ui.qt_probe.system_backend", NoHotkeyBackend)
    facts = window_facts(environment={"QT_IM_MODULE": wanted})
    assert facts.input_wanted == asked
    assert facts.input_there is there or not asked


def test_words_are_looked_for_apart(qapp: object) -> None:
    facts = window_facts(environment={})
    speller = SmallSpeller()
    assert with_speller(facts, lambda: speller).languages == speller.languages()
    assert (with_speller(facts, lambda: None).speller, facts.languages) == (False, ())


# Qt trial: the program can be asked whether Qt starts here, and what it finds.


def test_a_process_of_its_own_says_that_qt_starts_and_what_it_found() -> None:
    received = subprocess.run(
        own_command(TRY_QT), env={**os.environ, "QT_QPA_PLATFORM": "offscreen"}, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert received.returncode == 0
    facts = parse_facts(received.stdout)
    assert facts is not None
    assert facts.platform == "offscreen"


def test_a_platform_that_is_not_there_ends_that_process_alone() -> None:
    received = subprocess.run(
        own_command(TRY_QT), env={**os.environ, "QT_QPA_PLATFORM": "no-such"}, capture_output=True, check=False
    )
    assert received.returncode != 0
