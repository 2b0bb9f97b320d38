"""Tests of diagnosis/window_checks.py."""

import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from tests.diagnosis.subjects import named
from vaultdesk.diagnosis.check import CheckResult
from vaultdesk.diagnosis.window_checks import (
    QUICK_ASK_COMMAND,
    DesktopFacts,
    QtTrial,
    ScreenFacts,
    facts_as_text,
    parse_facts,
    run_qt_trial,
    trial_checks,
    window_checks,
)

# Window checks: what Qt, the display and the desktop lack is said with its remedy; Qt is tried in its own process.

GOOD = DesktopFacts(
    "6.11.3", "xcb", (ScreenFacts(2880, 1800, 1.5),), tray=True, tray_messages=True, hotkey=True,
    hotkey_words="Works everywhere on this desktop.", languages=("en_GB",), speller=True,
)  # fmt: skip

linux_only = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="told otherwise elsewhere")


def no_bus(_names: Sequence[str]) -> None:
    return None


def empty_bus(names: Sequence[str]) -> Mapping[str, bool]:
    return dict.fromkeys(names, False)


def full_bus(names: Sequence[str]) -> Mapping[str, bool]:
    return dict.fromkeys(names, True)


def found(facts: DesktopFacts, bus: object = no_bus) -> dict[str, CheckResult]:
    return named(window_checks(facts, bus))  # type: ignore[arg-type] # one of the three above


def test_a_desktop_that_has_everything_lacks_nothing() -> None:
    checks = found(GOOD)
    assert {check.outcome for check in checks.values()} == {"ok"}
    assert checks["display"].finding == "A window can be shown: 2880 × 1800 at 150 %."


def test_no_tray_is_told_with_what_it_means() -> None:
    check = found(replace(GOOD, tray=False), full_bus)["tray"]
    assert (check.outcome, "closing the last window ends VaultDesk" in check.finding) == ("warning", True)
    assert "AppIndicator" in check.remedy


@linux_only
def test_messages_without_a_tray_need_a_server_on_the_bus() -> None:
    without = replace(GOOD, tray=False)
    assert found(without, full_bus)["notifications"].outcome == "ok"
    assert "notification server" in found(without, empty_bus)["notifications"].remedy
    assert "no session bus" in found(without, no_bus)["notifications"].finding


def test_keys_that_are_taken_are_told_as_the_window_tells_them() -> None:
    check = found(replace(GOOD, hotkey_problem="Another program has “Ctrl+Space” already."))["hotkey"]
    assert (check.outcome, check.finding, check.action) == (
        "warning", "Another program has “Ctrl+Space” already.", "desktop",
    )  # fmt: skip


@pytest.mark.parametrize("bus", [no_bus, empty_bus])
def test_wayland_without_its_portal_has_no_keys_but_a_command_to_bind(bus: object) -> None:
    check = found(replace(GOOD, platform="wayland"), bus)["hotkey"]
    assert (check.outcome, check.command) == ("warning", QUICK_ASK_COMMAND)
    assert found(replace(GOOD, platform="wayland"), full_bus)["hotkey"].outcome == "ok"


def test_an_input_method_without_its_plugin_is_named() -> None:
    check = found(replace(GOOD, input_wanted="fcitx", input_there=False))["input-method"]
    assert check.outcome == "warning"
    assert check.finding.startswith("The input method fcitx is configured")


@linux_only
@pytest.mark.parametrize(("speller", "package"), [(True, "hunspell-en-us"), (False, "libenchant-2-2")])
def test_words_that_cannot_be_checked_name_the_package(speller: bool, package: str) -> None:
    check = found(replace(GOOD, speller=speller, languages=()))["speller"]
    assert check.outcome == "warning"
    assert package in check.command


HERE = {"QT_QPA_PLATFORM": "offscreen"}
"""An environment in which a window can be shown without any display."""


def test_qt_is_really_tried_in_a_process_of_its_own() -> None:
    trial = run_qt_trial({**os.environ, "QT_QPA_PLATFORM": "offscreen"})
    assert isinstance(trial, DesktopFacts)
    assert trial.platform == "offscreen"
    assert trial.screens


def test_a_platform_that_is_not_there_is_told_by_its_last_words() -> None:
    trial = run_qt_trial({**os.environ, "QT_QPA_PLATFORM": "no-such"})
    assert isinstance(trial, str)
    assert trial


def test_where_only_the_display_is_missing_qt_is_said_to_start() -> None:
    asked: list[str] = []

    def trial(environment: Mapping[str, str]) -> QtTrial:
        asked.append(environment.get("QT_QPA_PLATFORM", ""))
        return GOOD

    checks = named(trial_checks({}, trial))
    if sys.platform.startswith("linux"):
        assert asked == ["offscreen"]
        assert (checks["qt"].outcome, checks["display"].outcome) == ("ok", "warning")
        assert "tray" not in checks


def test_a_library_that_is_missing_names_what_to_install() -> None:
    why = 'xcb-cursor0 or libxcb-cursor0 is needed to load the Qt xcb platform plugin: "xcb"'

    def trial(environment: Mapping[str, str]) -> QtTrial:
        return GOOD if environment.get("QT_QPA_PLATFORM") == "offscreen" and environment != HERE else why

    qt = named(trial_checks(HERE, lambda _environment: why))["qt"]
    assert (qt.outcome, qt.command) == ("failed", "sudo apt install libxcb-cursor0")
    assert why in named(trial_checks(HERE, trial))["qt"].finding


# Window facts: one process tells them another whole, and anything else is no fact.

FACTS = DesktopFacts("6.11.3", "xcb", (ScreenFacts(3840, 2160, 1.5),), tray=True, languages=("de_DE", "en_GB"))


def test_what_was_told_is_what_was_found() -> None:
    assert parse_facts(f"Qt: some warning of a theme\n{facts_as_text(FACTS)}\n") == FACTS


@pytest.mark.parametrize("said", ["", "\n", "Qt starts", "{}", '{"qt": 6, "platform": "xcb"}', '["xcb"]'])
def test_anything_else_is_no_fact(said: str) -> None:
    assert parse_facts(said) is None
