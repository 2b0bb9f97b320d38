"""Tests of tools/blank_runs.py."""

import pytest

from vaultdesk.tools.blank_runs import MAX_BLANK_LINES, MAX_BLANKS, LineSpan, fold_blank_runs, is_blank_line, line_spans

BLANK = [
    "", "   ", "\t", "\u00a0", "\u202f \u2003", "\u200b", "\ufeff", "\u2800", "\u0301", " \u0301\u0301",
    "\u3164", "\u200d",
    "<U+200B>", " <U+200B><U+2800>",
]  # fmt: skip


@pytest.mark.parametrize("line", BLANK)
def test_t14_a_line_without_visible_characters_is_blank(line: str) -> None:
    assert is_blank_line(line)


@pytest.mark.parametrize("line", ["a", " .", "\u00a0-", "e\u0301", "数", "👩\u200d🚀", "|", "\\", "<U+200B> x"])
def test_a_line_with_visible_characters_is_not_blank(line: str) -> None:
    assert not is_blank_line(line)


def test_long_blank_runs_are_separate_spans_and_short_ones_are_not() -> None:
    lines = ["a", "", "", "b", *[""] * 9, "c"]

    assert list(line_spans(lines)) == [LineSpan(0, 4), LineSpan(4, 13, is_blank_run=True), LineSpan(13, 14)]
    assert list(line_spans([])) == []
    assert list(line_spans([""] * 5)) == [LineSpan(0, 5, is_blank_run=True)]


def folded_text(text: str) -> str:
    return fold_blank_runs(text, lambda count: f"[{count} lines]", lambda count: f"[{count} blanks]").text


@pytest.mark.parametrize("blank", BLANK)
def test_t14_three_thousand_blank_lines_are_folded_to_their_count(blank: str) -> None:
    folded = fold_blank_runs(f"start\n{(blank + chr(10)) * 3_000}payload", str, str)

    assert folded.text == "start\n3000\npayload"
    assert folded.numbers == (1, 2, 3002)
    assert (folded.folds, folded.is_changed) == (frozenset({1}), True)


def test_t14_a_long_run_of_blanks_in_a_line_is_replaced_by_a_mark() -> None:
    assert folded_text("start" + " " * 3_000 + "payload") == "start [3000 blanks] payload"
    assert folded_text(" " * 3_000 + "payload") == " [3000 blanks] payload"
    assert folded_text("start" + "\u00a0" * 3_000 + "payload") == "start [3000 blanks] payload"


def test_ordinary_text_is_unchanged() -> None:
    text = "# Title\n\n\nText\n" + " " * MAX_BLANKS + "deep\n" + "\n" * (MAX_BLANK_LINES - 1) + "end  \n"
    folded = fold_blank_runs(text, str, str)

    assert (folded.text, folded.is_changed, folded.folds) == (text, False, frozenset())
