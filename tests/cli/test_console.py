"""Tests of cli/console.py."""

import asyncio
import threading

import pytest

from vaultdesk.cli.console import escaped_line, escaped_text, print_notice, print_text, read_typed_line

# Output: hostile text in a terminal.


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
def test_control_characters_are_escaped(hostile: str, shown: str) -> None:
    assert escaped_text(hostile) == shown


def test_escaped_line_joins_lines_and_truncates() -> None:
    assert escaped_line("a\n\n  b\tc") == "a b c"
    assert escaped_line("x" * 50, 10) == "x" * 9 + "…"


def test_the_answer_is_written_to_stdout_and_notices_to_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    print_text("answer")
    print_notice("step\x1b[2J")
    printed = capsys.readouterr()
    assert printed.out == "answer\n"
    assert printed.err == "step<U+001B>[2J\n"


# Input: reading a line asynchronously.


async def test_a_typed_line_is_returned_without_its_line_ending(capsys: pytest.CaptureFixture[str]) -> None:
    assert await read_typed_line("? ", lambda: "yes\r\n") == "yes"
    assert capsys.readouterr().err == "? "


async def test_end_of_input_is_none_and_an_empty_line_is_empty() -> None:
    assert await read_typed_line("", lambda: "") is None
    assert await read_typed_line("", lambda: "\n") == ""


async def test_a_cancelled_read_does_not_block_the_event_loop() -> None:
    release = threading.Event()

    def read() -> str:
        release.wait(5)
        return "late\n"

    reading = asyncio.ensure_future(read_typed_line("", read))
    await asyncio.sleep(0)
    reading.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reading
    release.set()
