"""Comments: found where a reader hides them, never in code, in linear time."""

import time

import pytest

from vaultdesk.vault.comments import MARK, Comment, comments_in, without_comments


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("no mark", "no mark"),
        ("a %%b%% c", f"a {MARK} c"),
        ("%%a%% b %%c%%", f"{MARK} b {MARK}"),
        ("%%\nsecret\n%%\nafter", f"{MARK}\n\n\nafter"),
        ("x\n%% never ends\nat all", f"x\n{MARK}\n"),
        ("100%% sure", "100%% sure"),
        ("`%%x%%` %%y%%", f"`%%x%%` {MARK}"),
        ("``a ` %%x%%`` %%y%%", f"``a ` %%x%%`` {MARK}"),
        ("```\n%%x%%\n```\n%%y%%", f"```\n%%x%%\n```\n{MARK}"),
        ("~~~\n%%x%%\n~~~\n%%y%%", f"~~~\n%%x%%\n~~~\n{MARK}"),
        ("a\n\n    %%code%%\n\n%%z%%", f"a\n\n    %%code%%\n\n{MARK}"),
        ("> quoted %%a\n> b%% c", f"> quoted {MARK}\n c"),
        ("---\na: '%%x%%'\n---\n%%y%% z", f"---\na: '%%x%%'\n---\n{MARK} z"),
        ("%%%% empty", "%%%% empty"),
        ("a\r\n%%b\r\nc%% d", f"a\r\n{MARK}\n d"),
    ],
)
def test_comments_are_taken_out_and_lines_keep_their_numbers(text: str, shown: str) -> None:
    assert without_comments(text) == shown
    assert without_comments(text).count("\n") == text.count("\n")


@pytest.mark.parametrize(
    "text",
    [
        "see http://x.example/a%%b and %%SECRET%% z",
        "[[a%%b]] and %%SECRET%% z",
        "$a %% b$ and %%SECRET%% z",
        '<a title="%%">b</a> and %%SECRET%% z',
        "[t](a%%b.md) and %%SECRET%% z",
    ],
)
def test_a_mark_that_one_reader_overlooks_shows_no_comment_of_another(text: str) -> None:
    assert "SECRET" not in without_comments(text)
    naive = "".join(text.split("%%")[::2])
    assert "SECRET" in naive, "the common way is off by one"


def test_taking_out_twice_is_taking_out_once() -> None:
    text = "a %%b%% c\n%%\nd\n%%\n"
    assert without_comments(without_comments(text)) == without_comments(text)


def test_each_comment_tells_where_it_stands() -> None:
    text = "ab %%c%% d"
    assert comments_in(text) == (Comment(3, 8),)
    assert text[3:8] == "%%c%%"
    assert comments_in("---\nx: 1\n---\n%%c%%", 13) == (Comment(13, 18),)


@pytest.mark.parametrize(
    "bait",
    ["%%", "%", "`%%", "[%%", "%%\n", "http://%%", "$%%", "<!--%%", "~~~\n%%", "> %%\n", "\\%%", "%%`", "[[%%]]"],
)
def test_no_bait_takes_long(bait: str) -> None:
    text = bait * (500_000 // len(bait))
    began = time.process_time()
    without_comments(text)
    assert time.process_time() - began < 5
