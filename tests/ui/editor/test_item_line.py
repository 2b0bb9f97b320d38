import pytest

from vaultdesk.ui.editor.item_line import item_line, toggled


@pytest.mark.parametrize(
    ("line", "following"),
    [
        ("- a", "- "),
        ("  * a", "  * "),
        ("9. a", "10. "),
        ("3) a", "4) "),
        ("- [x] a", "- [ ] "),
        ("> a", "> "),
        ("> - [ ] a", "> - [ ] "),
        ("> > 1. a", "> > 2. "),
        ("words", ""),
    ],
)
def test_a_line_says_what_the_next_one_begins_with(line: str, following: str) -> None:
    assert item_line(line).following().written == following


@pytest.mark.parametrize(
    ("line", "ended"), [("\t- ", "- "), ("    - ", "- "), ("- ", ""), ("1. ", ""), ("> ", ""), ("> - ", "> ")]
)
def test_enter_on_an_empty_item_takes_one_step_back(line: str, ended: str) -> None:
    assert item_line(line).ended().written == ended


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("- [ ] a", "- [x] a"),
        ("- [x] a", "- [ ] a"),
        ("- [/] a", "- [ ] a"),
        ("1. a", "1. [ ] a"),
        ("\ta", "\t- [ ] a"),
        ("> a", "> - [ ] a"),
    ],
)
def test_a_task_is_done_and_undone_and_any_line_may_become_one(line: str, after: str) -> None:
    assert toggled(line) == after


def test_a_list_indented_by_blanks_goes_on_with_blanks() -> None:
    assert item_line("    - a").shifted(1).indent == " " * 8
    assert item_line("\t- a").shifted(1).indent == "\t\t"
    assert item_line("- a").shifted(-1).indent == ""
