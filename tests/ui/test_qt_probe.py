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

# Window facts: what Qt reports, and what is requested but missing.


class TakenBackend(NoHotkeyBackend):
    """A system on which another program has every shortcut."""

    def register(self, _keys: object) -> str:
        return "Another program has it."


def test_the_facts_include_qt_and_the_screens(qapp: object) -> None:
    facts = window_facts(environment={})
    assert facts.qt.startswith("6.")
    assert facts.screens
    assert facts.screens[0].width > 0
    if facts.platform == "offscreen":
        assert (facts.tray, facts.hotkey) == (False, False)
        assert facts.hotkey_words == "System-wide shortcuts are not available here."


def test_a_failed_shortcut_is_in_the_facts(qapp: object) -> None:
    keys = Hotkeys(TakenBackend())
    keys.set_keys("Ctrl+Alt+Space")
    assert window_facts(keys, {}).hotkey_problem == "Another program has it."


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="an input method is named by a variable of Linux")
@pytest.mark.parametrize(
    ("requested", "available", "expected"),
    [("ibus", True, "ibus"), ("fcitx", False, "fcitx"), ("xim", True, ""), ("", True, "")],
)
def test_the_input_method_of_the_environment_is_compared_with_the_plugins(
    requested: str, available: bool, expected: str, qapp: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vaultdesk.ui.qt_probe.QGuiApplication.platformName", lambda: "xcb")
    monkeypatch.setattr("vaultdesk.ui.qt_probe.system_backend", NoHotkeyBackend)
    facts = window_facts(environment={"QT_IM_MODULE": requested})
    assert facts.input_wanted == expected
    assert facts.input_there is available or not expected


def test_the_speller_is_probed_separately(qapp: object) -> None:
    facts = window_facts(environment={})
    speller = SmallSpeller()
    assert with_speller(facts, lambda: speller).languages == speller.languages()
    assert (with_speller(facts, lambda: None).speller, facts.languages) == (False, ())


# Qt probe: a process that reports whether Qt starts here and what it finds.


def test_a_separate_process_reports_that_qt_starts_and_its_facts() -> None:
    result = subprocess.run(
        own_command(TRY_QT), env={**os.environ, "QT_QPA_PLATFORM": "offscreen"}, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert result.returncode == 0
    facts = parse_facts(result.stdout)
    assert facts is not None
    assert facts.platform == "offscreen"


def test_a_missing_platform_ends_only_the_separate_process() -> None:
    result = subprocess.run(
        own_command(TRY_QT), env={**os.environ, "QT_QPA_PLATFORM": "no-such"}, capture_output=True, check=False
    )
    assert result.returncode != 0
