"""Tests of ui/settings/diagnosis_sheet.py."""

from typing import get_args

import pytest
from PySide6.QtGui import QGuiApplication

from vaultdesk.diagnosis import program_checks, provider_checks, vault_checks, window_checks
from vaultdesk.diagnosis.check import (
    CHECK_GROUPS,
    CheckOutcome,
    CheckRemedy,
    CheckResult,
    CheckTopic,
    failed_check,
    limited_check,
    passed_check,
)
from vaultdesk.ui.settings.diagnosis_sheet import (
    OUTCOME_SIGNS,
    CheckGroups,
    CheckRow,
    check_title,
    checks_summary,
    group_title,
    outcome_text,
    remedy_text,
    spoken_check,
)
from vaultdesk.ui.widgets.labels import PlainLabel

# Texts: every group, outcome and remedy has a text, and all checks have a summary.

TRAY = CheckTopic("Tray", id="tray", group="window")
PASSED, LIMITED = passed_check(TRAY, "There."), limited_check(TRAY, "No tray.", "Add one.")
FAILED = failed_check(TRAY, "Gone.", "Mend it.")


def test_every_group_outcome_and_remedy_has_a_text() -> None:
    assert len({group_title(group) for group in CHECK_GROUPS}) == len(CHECK_GROUPS)
    assert len({outcome_text(outcome) for outcome in get_args(CheckOutcome)}) == len(OUTCOME_SIGNS)
    assert [bool(remedy_text(remedy)) for remedy in get_args(CheckRemedy)] == [
        bool(remedy) for remedy in get_args(CheckRemedy)
    ]


def test_the_accessible_text_has_name_outcome_finding_and_remedy() -> None:
    assert spoken_check(LIMITED) == "Tray. worth knowing. No tray. Add one"
    assert spoken_check(PASSED) == "Tray. works. There"


def test_check_titles_equal_those_of_the_command_line() -> None:
    modules = (program_checks, window_checks, vault_checks, program_checks, provider_checks)
    topics = [value for module in modules for value in vars(module).values() if isinstance(value, CheckTopic)]
    topics += program_checks.FOLDERS.values()
    assert len(topics) > 25
    for topic in topics:
        unnamed = CheckResult("", "ok", "", id=topic.id)
        assert check_title(unnamed) == topic.name
    assert check_title(CheckResult("My server", "ok", "", id="provider.mine")) == "My server"


@pytest.mark.parametrize(
    ("checks", "outcome", "summary"),
    [
        ([PASSED, PASSED], "ok", "No problems found. Works: 2."),
        ([PASSED, LIMITED], "warning", "No failures. Worth knowing: 1. Works: 1."),
        ([PASSED, LIMITED, FAILED], "failed", "Does not work: 1. Worth knowing: 1. Works: 1."),
    ],
)
def test_the_summary_counts_the_outcomes(checks: list[CheckResult], outcome: str, summary: str) -> None:
    assert checks_summary(checks) == (outcome, summary)


# CheckRow: shows the result as plain text, with buttons for its remedies.

CHECK_ROW_TRAY = CheckTopic("Tray", id="tray", group="window")


def texts(row: CheckRow) -> list[str]:
    return [label.text() for label in row.findChildren(PlainLabel)]


def test_a_passed_check_is_one_line_without_buttons(qapp: object) -> None:
    row = CheckRow(passed_check(CHECK_ROW_TRAY, "<b>There</b>."), (0, 0), supported=frozenset())
    assert texts(row) == ["Tray", "<b>There</b>."]
    assert row.buttons == ()
    assert row.accessibleName() == "Tray. works. <b>There</b>"


def test_a_limited_check_shows_its_outcome_remedy_and_buttons(qapp: object) -> None:
    row = CheckRow(
        limited_check(CHECK_ROW_TRAY, "None.", "Add one.", "add-tray --now", "desktop"),
        (0, 0),
        supported=frozenset({"desktop"}),
    )
    assert texts(row) == ["Tray", "worth knowing", "None.", "Add one.", "add-tray --now"]
    requested: list[str] = []
    row.remedy_requested.connect(requested.append)
    show, copy = row.buttons
    show.click()
    assert requested == ["desktop"]
    copy.click()
    assert QGuiApplication.clipboard().text() == "add-tray --now"
    assert [button.accessibleName() for button in row.buttons] == [
        "Show the Desktop Settings: Tray",
        "Copy the Command: Tray",
    ]


def test_an_unsupported_remedy_has_no_button(qapp: object) -> None:
    assert (
        CheckRow(
            limited_check(CHECK_ROW_TRAY, "None.", "Add one.", action="index"), (0, 0), supported=frozenset()
        ).buttons
        == ()
    )


def test_the_finding_is_below_the_name_in_a_narrow_row(qapp: object) -> None:
    row = CheckRow(passed_check(CHECK_ROW_TRAY, "There."), (0, 0), supported=frozenset())
    name, finding = row.findChildren(PlainLabel)
    for wide, width in ((True, 600), (False, 300), (True, 600)):
        row.set_wide(wide)
        row.resize(width, 200)
        row.grab()
        below = finding.mapTo(row, finding.rect().topLeft()).y() >= name.mapTo(row, name.rect().bottomLeft()).y()
        assert below is not wide


# CheckGroups: sorted by probe whatever the order of the results; passed checks can be hidden.

FIRST, SECOND, THIRD = (CheckTopic(name, id=name, group="folders") for name in ("First", "Second", "Third"))
VAULT = CheckTopic("Vault", id="vault", group="vault")


def create_groups(width: int = 700) -> CheckGroups:
    created = CheckGroups()
    created.resize(width, 600)
    created.show()
    created.add((5, 0), passed_check(VAULT, "Well."), frozenset())
    created.add((2, 0), limited_check(THIRD, "No.", "Mend it."), frozenset())
    created.add((1, 0), passed_check(FIRST, "Yes."), frozenset())
    created.add((1, 1), passed_check(SECOND, "Yes."), frozenset())
    return created


def visible_names(groups: CheckGroups) -> list[str]:
    """Return the names of the visible rows, from top to bottom."""
    groups.grab()
    rows = [row for row in groups.rows if row.isVisible()]
    return [row.check.name for row in sorted(rows, key=lambda row: row.mapTo(groups, row.rect().topLeft()).y())]


def test_rows_are_in_the_order_of_the_probes(qapp: object) -> None:
    created = create_groups()
    assert visible_names(created) == ["First", "Second", "Third", "Vault"]
    assert [check.name for check in created.checks()] == ["First", "Second", "Third", "Vault"]
    assert [row.first for row in created.rows] == [True, False, False, True]


def test_passed_checks_can_be_hidden(qapp: object) -> None:
    created = create_groups()
    created.show_only_problems(True)
    assert visible_names(created) == ["Third"]
    assert [check.name for check in created.checks()] == ["First", "Second", "Third", "Vault"]
    created.show_only_problems(False)
    assert visible_names(created) == ["First", "Second", "Third", "Vault"]


def test_the_narrow_layout_applies_to_existing_and_later_rows(qapp: object) -> None:
    created = create_groups()
    wide = created.rows[0].sizeHint().width()
    created.set_wide(False)
    created.add((6, 0), passed_check(VAULT, "Later."), frozenset())
    assert all(row.sizeHint().width() < wide for row in created.rows)


def test_clear_removes_all_rows(qapp: object) -> None:
    created = create_groups()
    created.clear()
    assert (visible_names(created), created.checks()) == ([], [])
    created.add((1, 0), passed_check(FIRST, "Yes."), frozenset())
    assert visible_names(created) == ["First"]


def test_remedy_requests_of_rows_are_forwarded(qapp: object) -> None:
    created = CheckGroups()
    requested: list[str] = []
    created.remedy_requested.connect(requested.append)
    created.add((1, 0), limited_check(FIRST, "No.", "Mend it.", action="web"), frozenset({"web"}))
    created.rows[0].buttons[0].click()
    assert requested == ["web"]
