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

# Check words: every group, outcome and button has its words, and one sentence tells of all.

TRAY = CheckTopic("Tray", id="tray", group="window")
FINE, LACKING = passed_check(TRAY, "There."), limited_check(TRAY, "No tray.", "Add one.")
BROKEN = failed_check(TRAY, "Gone.", "Mend it.")


def test_everything_has_words_of_its_own() -> None:
    assert len({group_title(group) for group in CHECK_GROUPS}) == len(CHECK_GROUPS)
    assert len({outcome_text(outcome) for outcome in get_args(CheckOutcome)}) == len(OUTCOME_SIGNS)
    assert [bool(remedy_text(act)) for act in get_args(CheckRemedy)] == [bool(act) for act in get_args(CheckRemedy)]


def test_whoever_listens_hears_name_outcome_finding_and_remedy() -> None:
    assert spoken_check(LACKING) == "Tray. worth knowing. No tray. Add one"
    assert spoken_check(FINE) == "Tray. works. There"


def test_every_topic_is_called_as_on_the_command_line() -> None:
    rooms = (program_checks, window_checks, vault_checks, program_checks, provider_checks)
    topics = [one for available in rooms for one in vars(available).values() if isinstance(one, CheckTopic)]
    topics += program_checks.FOLDERS.values()
    assert len(topics) > 25
    for topic in topics:
        nameless = CheckResult("", "ok", "", id=topic.id)
        assert check_title(nameless) == topic.name
    assert check_title(CheckResult("My server", "ok", "", id="provider.mine")) == "My server"


@pytest.mark.parametrize(
    ("checks", "outcome", "words"),
    [
        ([FINE, FINE], "ok", "No problems found. Works: 2."),
        ([FINE, LACKING], "warning", "No failures. Worth knowing: 1. Works: 1."),
        ([FINE, LACKING, BROKEN], "failed", "Does not work: 1. Worth knowing: 1. Works: 1."),
    ],
)
def test_one_sentence_tells_of_all(checks: list[CheckResult], outcome: str, words: str) -> None:
    assert checks_summary(checks) == (outcome, words)


# CheckRow: all that was found stands there as plain text, and its buttons do what they say.

CHECK_ROW_TRAY = CheckTopic("Tray", id="tray", group="window")


def texts(row: CheckRow) -> list[str]:
    return [label.text() for label in row.findChildren(PlainLabel)]


def test_what_works_is_one_line_without_buttons(qapp: object) -> None:
    row = CheckRow(passed_check(CHECK_ROW_TRAY, "<b>There</b>."), (0, 0), supported=frozenset())
    assert texts(row) == ["Tray", "<b>There</b>."]
    assert row.buttons == ()
    assert row.accessibleName() == "Tray. works. <b>There</b>"


def test_what_does_not_says_so_in_words_with_what_to_do(qapp: object) -> None:
    row = CheckRow(
        limited_check(CHECK_ROW_TRAY, "None.", "Add one.", "add-tray --now", "desktop"),
        (0, 0),
        supported=frozenset({"desktop"}),
    )
    assert texts(row) == ["Tray", "worth knowing", "None.", "Add one.", "add-tray --now"]
    asked: list[str] = []
    row.remedy_requested.connect(asked.append)
    show, copy = row.buttons
    show.click()
    assert asked == ["desktop"]
    copy.click()
    assert QGuiApplication.clipboard().text() == "add-tray --now"
    assert [button.accessibleName() for button in row.buttons] == [
        "Show the Desktop Settings: Tray",
        "Copy the Command: Tray",
    ]


def test_what_the_window_cannot_do_now_has_no_button(qapp: object) -> None:
    assert (
        CheckRow(
            limited_check(CHECK_ROW_TRAY, "None.", "Add one.", action="index"), (0, 0), supported=frozenset()
        ).buttons
        == ()
    )


def test_narrow_it_stands_below_the_name(qapp: object) -> None:
    row = CheckRow(passed_check(CHECK_ROW_TRAY, "There."), (0, 0), supported=frozenset())
    name, finding = row.findChildren(PlainLabel)
    for wide, width in ((True, 600), (False, 300), (True, 600)):
        row.set_wide(wide)
        row.resize(width, 200)
        row.grab()
        below = finding.mapTo(row, finding.rect().topLeft()).y() >= name.mapTo(row, name.rect().bottomLeft()).y()
        assert below is not wide


# CheckGroups: in the order they are read whatever comes first; what is well can be left out.

FIRST, SECOND, THIRD = (CheckTopic(name, id=name, group="folders") for name in ("First", "Second", "Third"))
VAULT = CheckTopic("Vault", id="vault", group="vault")


def groups(width: int = 700) -> CheckGroups:
    created = CheckGroups()
    created.resize(width, 600)
    created.show()
    created.add((5, 0), passed_check(VAULT, "Well."), frozenset())
    created.add((2, 0), limited_check(THIRD, "No.", "Mend it."), frozenset())
    created.add((1, 0), passed_check(FIRST, "Yes."), frozenset())
    created.add((1, 1), passed_check(SECOND, "Yes."), frozenset())
    return created


def seen(made: CheckGroups) -> list[str]:
    """The names of the rows in sight, from top to bottom."""
    made.grab()
    rows = [row for row in made.rows if row.isVisible()]
    return [row.check.name for row in sorted(rows, key=lambda row: row.mapTo(made, row.rect().topLeft()).y())]


def test_rows_stand_in_the_order_of_the_probes(qapp: object) -> None:
    created = groups()
    assert seen(created) == ["First", "Second", "Third", "Vault"]
    assert [check.name for check in created.checks()] == ["First", "Second", "Third", "Vault"]
    assert [row.first for row in created.rows] == [True, False, False, True]


def test_only_what_needs_a_look_can_be_shown(qapp: object) -> None:
    created = groups()
    created.show_only_problems(True)
    assert seen(created) == ["Third"]
    assert [check.name for check in created.checks()] == ["First", "Second", "Third", "Vault"]
    created.show_only_problems(False)
    assert seen(created) == ["First", "Second", "Third", "Vault"]


def test_all_rows_are_made_narrow_and_those_that_come_later_too(qapp: object) -> None:
    created = groups()
    wide = created.rows[0].sizeHint().width()
    created.set_wide(False)
    created.add((6, 0), passed_check(VAULT, "Later."), frozenset())
    assert all(row.sizeHint().width() < wide for row in created.rows)


def test_cleared_nothing_is_left(qapp: object) -> None:
    created = groups()
    created.clear()
    assert (seen(created), created.checks()) == ([], [])
    created.add((1, 0), passed_check(FIRST, "Yes."), frozenset())
    assert seen(created) == ["First"]


def test_what_a_button_asks_for_is_passed_on(qapp: object) -> None:
    created = CheckGroups()
    asked: list[str] = []
    created.remedy_requested.connect(asked.append)
    created.add((1, 0), limited_check(FIRST, "No.", "Mend it.", action="web"), frozenset({"web"}))
    created.rows[0].buttons[0].click()
    assert asked == ["web"]
