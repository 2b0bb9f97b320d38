"""Tests of diagnosis/window_checks.py."""

import os
import sys
from collections.abc import Mapping, Sequence

import pytest

from tests.diagnosis.subjects import by_id
from vaultdesk.core.values import replace
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

# Window checks: what Qt, the display and the desktop lack is reported with a remedy; Qt starts in a separate process.

GOOD = DesktopFacts(
    "6.11.3", "xcb", (ScreenFacts(2880, 1800, 1.5),), tray=True, tray_messages=True, hotkey=True,
    hotkey_words="Works everywhere on this desktop.", languages=("en_GB",), speller=True,
)  # fmt: skip

linux_only = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the wording differs on other systems")


def no_bus(_names: Sequence[str]) -> None:
    return None


def empty_bus(names: Sequence[str]) -> Mapping[str, bool]:
    return dict.fromkeys(names, False)


def full_bus(names: Sequence[str]) -> Mapping[str, bool]:
    return dict.fromkeys(names, True)


def checks_of(facts: DesktopFacts, bus: object = no_bus) -> dict[str, CheckResult]:
    return by_id(window_checks(facts, bus))  # type: ignore[arg-type] # one of the three above


def test_a_complete_desktop_passes_all_checks() -> None:
    checks = checks_of(GOOD)
    assert {check.outcome for check in checks.values()} == {"ok"}
    assert checks["display"].finding == "A window can be shown: 2880 × 1800 at 150 %."


def test_a_missing_tray_is_a_warning_with_its_consequence() -> None:
    check = checks_of(replace(GOOD, tray=False), full_bus)["tray"]
    assert (check.outcome, "closing the last window ends VaultDesk" in check.finding) == ("warning", True)
    assert "AppIndicator" in check.remedy


@linux_only
def test_notifications_without_a_tray_need_a_notification_server() -> None:
    without_tray = replace(GOOD, tray=False)
    assert checks_of(without_tray, full_bus)["notifications"].outcome == "ok"
    assert "notification server" in checks_of(without_tray, empty_bus)["notifications"].remedy
    assert "no session bus" in checks_of(without_tray, no_bus)["notifications"].finding


def test_a_hotkey_in_use_is_reported_with_the_text_of_the_window() -> None:
    check = checks_of(replace(GOOD, hotkey_problem="Another program has “Ctrl+Space” already."))["hotkey"]
    assert (check.outcome, check.finding, check.action) == (
        "warning", "Another program has “Ctrl+Space” already.", "desktop",
    )  # fmt: skip


@pytest.mark.parametrize("bus", [no_bus, empty_bus])
def test_wayland_without_the_hotkey_portal_is_a_warning_with_a_command_to_bind(bus: object) -> None:
    check = checks_of(replace(GOOD, platform="wayland"), bus)["hotkey"]
    assert (check.outcome, check.command) == ("warning", QUICK_ASK_COMMAND)
    assert checks_of(replace(GOOD, platform="wayland"), full_bus)["hotkey"].outcome == "ok"


def test_an_input_method_without_its_plugin_is_a_warning() -> None:
    check = checks_of(replace(GOOD, input_wanted="fcitx", input_there=False))["input-method"]
    assert check.outcome == "warning"
    assert check.finding.startswith("The input method fcitx is configured")


@linux_only
@pytest.mark.parametrize(("speller", "package"), [(True, "hunspell-en-us"), (False, "libenchant-2-2")])
def test_a_missing_spell_checker_is_a_warning_with_its_package(speller: bool, package: str) -> None:
    check = checks_of(replace(GOOD, speller=speller, languages=()))["speller"]
    assert check.outcome == "warning"
    assert package in check.command


OFFSCREEN = {"QT_QPA_PLATFORM": "offscreen"}
"""An environment in which a window can be shown without any display."""


def test_the_qt_trial_runs_in_a_separate_process() -> None:
    trial = run_qt_trial({**os.environ, "QT_QPA_PLATFORM": "offscreen"})
    assert isinstance(trial, DesktopFacts)
    assert trial.platform == "offscreen"
    assert trial.screens


def test_the_trial_of_an_unknown_platform_returns_its_error_output() -> None:
    trial = run_qt_trial({**os.environ, "QT_QPA_PLATFORM": "no-such"})
    assert isinstance(trial, str)
    assert trial


def test_qt_passes_its_check_where_only_the_display_is_missing() -> None:
    platforms: list[str] = []

    def trial(environment: Mapping[str, str]) -> QtTrial:
        platforms.append(environment.get("QT_QPA_PLATFORM", ""))
        return GOOD

    checks = by_id(trial_checks({}, trial))
    if sys.platform.startswith("linux"):
        assert platforms == ["offscreen"]
        assert (checks["qt"].outcome, checks["display"].outcome) == ("ok", "warning")
        assert "tray" not in checks


def test_a_missing_library_is_a_failure_with_the_install_command() -> None:
    problem = 'xcb-cursor0 or libxcb-cursor0 is needed to load the Qt xcb platform plugin: "xcb"'

    def trial(environment: Mapping[str, str]) -> QtTrial:
        return GOOD if environment.get("QT_QPA_PLATFORM") == "offscreen" and environment != OFFSCREEN else problem

    qt = by_id(trial_checks(OFFSCREEN, lambda _environment: problem))["qt"]
    assert (qt.outcome, qt.command) == ("failed", "sudo apt install libxcb-cursor0")
    assert problem in by_id(trial_checks(OFFSCREEN, trial))["qt"].finding


# Window facts are passed from one process to another as text.

FACTS = DesktopFacts("6.11.3", "xcb", (ScreenFacts(3840, 2160, 1.5),), tray=True, languages=("de_DE", "en_GB"))


def test_facts_are_parsed_from_the_output_they_were_written_to() -> None:
    assert parse_facts(f"Qt: some warning of a theme\n{facts_as_text(FACTS)}\n") == FACTS


@pytest.mark.parametrize("output", ["", "\n", "Qt starts", "{}", '{"qt": 6, "platform": "xcb"}', '["xcb"]'])
def test_other_output_contains_no_facts(output: str) -> None:
    assert parse_facts(output) is None
