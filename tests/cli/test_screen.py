"""Screen: hostile text in a terminal."""

import pytest

from vaultdesk.cli.screen import one_line, plain, remark, say


@pytest.mark.parametrize(
    ("hostile", "shown"),
    [
        ("\x1b]0;owned\x07", "<U+001B>]0;owned<U+0007>"),
        ("a\rb", "a<U+000D>b"),
        ("abc\u202edcb", "abc<U+202E>dcb"),
        ("\x9b31m", "<U+009B>31m"),
        ("hi\U000e0041", "hi<U+E0041>"),
        ("pay\u200bpal\ufeff", "pay<U+200B>pal<U+FEFF>"),
        ("tab\tand\nline, ü, 漢", "tab\tand\nline, ü, 漢"),
    ],
)
def test_controls_are_shown_and_never_obeyed(hostile: str, shown: str) -> None:
    assert plain(hostile) == shown


def test_one_line_folds_and_cuts() -> None:
    assert one_line("a\n\n  b\tc") == "a b c"
    assert one_line("x" * 50, 10) == "x" * 9 + "…"


def test_the_answer_goes_to_stdout_and_remarks_to_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    say("answer")
    remark("step\x1b[2J")
    printed = capsys.readouterr()
    assert printed.out == "answer\n"
    assert printed.err == "step<U+001B>[2J\n"
