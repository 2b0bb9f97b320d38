"""CheckRow: all that was found stands there as plain text, and its buttons do what they say."""

from PySide6.QtGui import QGuiApplication

from vaultdesk.diagnosis.check import CheckTopic, limited_check, passed_check
from vaultdesk.ui.settings.check_row import CheckRow
from vaultdesk.ui.widgets.labels import PlainLabel

TRAY = CheckTopic("Tray", id="tray", group="window")


def texts(row: CheckRow) -> list[str]:
    return [label.text() for label in row.findChildren(PlainLabel)]


def test_what_works_is_one_line_without_buttons(qapp: object) -> None:
    row = CheckRow(passed_check(TRAY, "<b>There</b>."), (0, 0), can=frozenset())
    assert texts(row) == ["Tray", "<b>There</b>."]
    assert row.buttons == ()
    assert row.accessibleName() == "Tray. works. <b>There</b>"


def test_what_does_not_says_so_in_words_with_what_to_do(qapp: object) -> None:
    row = CheckRow(
        limited_check(TRAY, "None.", "Add one.", "add-tray --now", "desktop"), (0, 0), can=frozenset({"desktop"})
    )
    assert texts(row) == ["Tray", "worth knowing", "None.", "Add one.", "add-tray --now"]
    asked: list[str] = []
    row.act_asked.connect(asked.append)
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
    assert CheckRow(limited_check(TRAY, "None.", "Add one.", act="index"), (0, 0), can=frozenset()).buttons == ()


def test_narrow_it_stands_below_the_name(qapp: object) -> None:
    row = CheckRow(passed_check(TRAY, "There."), (0, 0), can=frozenset())
    name, finding = row.findChildren(PlainLabel)
    for wide, width in ((True, 600), (False, 300), (True, 600)):
        row.set_wide(wide)
        row.resize(width, 200)
        row.grab()
        below = finding.mapTo(row, finding.rect().topLeft()).y() >= name.mapTo(row, name.rect().bottomLeft()).y()
        assert below is not wide
