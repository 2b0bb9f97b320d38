import time

import pytest

from vaultdesk.ui.editor.emphasis_spans import emphasis


def said(line: str) -> set[tuple[str, str]]:
    return {(line[span.start : span.end], span.kind) for span in emphasis(line, 0) if span.kind != "mark"}


def test_each_sign_means_what_it_means_in_obsidian() -> None:
    line = "**bold** __bold__ *slanted* _slanted_ ***both*** ~~struck~~ ==marked=="
    assert said(line) == {
        ("bold", "bold"),
        ("slanted", "italic"),
        ("both", "bold"),
        ("both", "italic"),
        ("struck", "strike"),
        ("marked", "highlight"),
    }


@pytest.mark.parametrize("line", ["a * b * c", "snake_case_name", "2 ** 3 ** 4", "a == b == c", "**", "* *"])
def test_signs_among_blanks_or_inside_words_mean_nothing(line: str) -> None:
    assert said(line) == set()


def test_emphasis_may_stand_in_emphasis() -> None:
    assert said("**bold *and slanted* words**") == {("bold *and slanted* words", "bold"), ("and slanted", "italic")}


@pytest.mark.parametrize("line", ["**a " * 500, "==a " * 500, "*a " * 600, "~~a " * 500])
def test_signs_that_never_close_cost_little(line: str) -> None:
    began = time.process_time()
    list(emphasis(line, 0))
    assert time.process_time() - began < 0.5
