"""A change set in a terminal: all of it shown or counted, nothing hidden."""

from vaultdesk.cli.change_lines import DIFF_LINES, change_lines, groups
from vaultdesk.vault.diff.change_set import ChangeSet, NoteChange
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.staging import StagedNote, build_change_set

UNIT = "rename"


def note(path: str, old: str, new: str, old_path: str | None = None, unit: str = "", reason: str = "") -> StagedNote:
    was = NotePath(old_path or path) if old or old_path else None
    return StagedNote(NotePath(path), new, was, old, "digest" if was else "", unit=unit, reason=reason)


SET = build_change_set(
    [
        note("New.md", "Old\n", "Old\n", "Old.md", UNIT),
        note("Made.md", "", "first\nsecond\n"),
        note("Links.md", "see Old\n", "see New\n", unit=UNIT, reason="repairs 1 link to the new name"),
    ]
)


def test_a_rename_and_its_repairs_are_one_choice_with_every_diff_shown() -> None:
    assert [[change.path for change in members] for members in groups(SET)] == [["Old.md", "Links.md"], ["Made.md"]]
    assert change_lines(SET) == [
        "   1. rename Old.md to New.md",
        "      change Links.md (+1 −1; repairs 1 link to the new name)",
        "      @@ -1 +1 @@",
        "      -see Old",
        "      +see New",
        "   2. create Made.md (2 lines)",
        "      @@ -0,0 +1,2 @@",
        "      +first",
        "      +second",
    ]


def test_a_long_diff_is_cut_with_a_count_of_what_is_not_shown() -> None:
    new = "".join(f"line {number}\n" for number in range(800))
    lines = change_lines(build_change_set([note("Long.md", "", new)]))
    assert lines[-1] == "      … 741 more lines of this diff are not shown (+741 −0)"
    assert len(lines) == DIFF_LINES + 2


def test_text_far_to_the_right_or_very_long_is_told() -> None:
    far, long = f"see{' ' * 5000}evil", "x" * 1_000_000
    shown = "\n".join(change_lines(build_change_set([note("a.md", "", f"{far}\n{long}\n")])))
    assert "+see <5,000 blanks> evil" in shown
    assert "… <999,601 more characters>" in shown
    assert len(shown) < 2000


def test_hostile_text_stays_text() -> None:
    changes = build_change_set([note("a.md", "x\n", "\x1b[2Jpay\u202eevil\r\n<b>\n")])
    warned = ChangeSet((NoteChange("c1", "delete", "b\u202e.md", warnings=("odd \x1b[31m",)), *changes.changes))
    shown = "\n".join(change_lines(warned))
    assert "\x1b" not in shown
    assert "\u202e" not in shown
    assert "<U+001B>[2Jpay<U+202E>evil" in shown
    assert "delete b<U+202E>.md" in shown
    assert "! odd <U+001B>[31m" in shown
