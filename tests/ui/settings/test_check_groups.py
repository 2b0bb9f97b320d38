"""CheckGroups: in the order they are read whatever comes first; what is well can be left out."""

from vaultdesk.diagnosis.check import CheckTopic, limited_check, passed_check
from vaultdesk.ui.settings.check_groups import CheckGroups

FIRST, SECOND, THIRD = (CheckTopic(name, id=name, group="folders") for name in ("First", "Second", "Third"))
VAULT = CheckTopic("Vault", id="vault", group="vault")


def groups(width: int = 700) -> CheckGroups:
    made = CheckGroups()
    made.resize(width, 600)
    made.show()
    made.add((5, 0), passed_check(VAULT, "Well."), frozenset())
    made.add((2, 0), limited_check(THIRD, "No.", "Mend it."), frozenset())
    made.add((1, 0), passed_check(FIRST, "Yes."), frozenset())
    made.add((1, 1), passed_check(SECOND, "Yes."), frozenset())
    return made


def seen(made: CheckGroups) -> list[str]:
    """The names of the rows in sight, from top to bottom."""
    made.grab()
    rows = [row for row in made.rows if row.isVisible()]
    return [row.check.name for row in sorted(rows, key=lambda row: row.mapTo(made, row.rect().topLeft()).y())]


def test_rows_stand_in_the_order_of_the_probes(qapp: object) -> None:
    made = groups()
    assert seen(made) == ["First", "Second", "Third", "Vault"]
    assert [check.name for check in made.checks()] == ["First", "Second", "Third", "Vault"]
    assert [row.first for row in made.rows] == [True, False, False, True]


def test_only_what_needs_a_look_can_be_shown(qapp: object) -> None:
    made = groups()
    made.show_only_open(True)
    assert seen(made) == ["Third"]
    assert [check.name for check in made.checks()] == ["First", "Second", "Third", "Vault"]
    made.show_only_open(False)
    assert seen(made) == ["First", "Second", "Third", "Vault"]


def test_all_rows_are_made_narrow_and_those_that_come_later_too(qapp: object) -> None:
    made = groups()
    wide = made.rows[0].sizeHint().width()
    made.set_wide(False)
    made.add((6, 0), passed_check(VAULT, "Later."), frozenset())
    assert all(row.sizeHint().width() < wide for row in made.rows)


def test_cleared_nothing_is_left(qapp: object) -> None:
    made = groups()
    made.clear()
    assert (seen(made), made.checks()) == ([], [])
    made.add((1, 0), passed_check(FIRST, "Yes."), frozenset())
    assert seen(made) == ["First"]


def test_what_a_button_asks_for_is_passed_on(qapp: object) -> None:
    made = CheckGroups()
    asked: list[str] = []
    made.act_asked.connect(asked.append)
    made.add((1, 0), limited_check(FIRST, "No.", "Mend it.", act="web"), frozenset({"web"}))
    made.rows[0].buttons[0].click()
    assert asked == ["web"]
