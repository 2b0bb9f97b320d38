"""Excerpt: a piece of a note shows nothing of a comment, however it was cut, and knows where it stands."""

import time

import pytest

from vaultdesk.chat.attached_text import wrap_attached
from vaultdesk.privacy.excerpt import Place, is_whole, place_of, uncommented
from vaultdesk.vault.markdown.markdown_scanner import COMMENT_PLACEHOLDER, without_comments

NOTE = """# A

Visible words here %%the secret divorce lawyer is Ms Karg%% and more text.

%%
block secret
%%
End of it.
"""


@pytest.mark.parametrize(
    ("piece", "shown"),
    [
        ("Visible words here", "Visible words here"),
        ("...secret divorce lawyer is Ms Karg%% and more...", f"...{COMMENT_PLACEHOLDER} and more..."),
        ("words here %%the secret", f"words here {COMMENT_PLACEHOLDER}"),
        ("the secret divorce", COMMENT_PLACEHOLDER),
        ("divorce", COMMENT_PLACEHOLDER),
        ("the  secret\ndivorce lawyer", COMMENT_PLACEHOLDER),
        ("words here %%the secret divorce lawyer is Ms Karg%% and", f"words here {COMMENT_PLACEHOLDER} and"),
        ("Somebody wrote: secret divorce lawyer is it", f"Somebody wrote:{COMMENT_PLACEHOLDER}it"),
        (without_comments(NOTE), without_comments(NOTE)),
        ("… block secret … [cut: 1,234 more characters]", f"… {COMMENT_PLACEHOLDER} … [cut: 1,234 more characters]"),
    ],
)
def test_nothing_of_a_comment_is_shown(piece: str, shown: str) -> None:
    assert uncommented(piece, NOTE) == shown


def test_the_common_way_of_stripping_pairs_of_marks_shows_them() -> None:
    piece = "...secret divorce lawyer is Ms Karg%% and more..."
    assert "divorce" in without_comments(piece)


def test_what_stands_outside_too_may_be_read() -> None:
    assert uncommented("heat pump", "A heat pump. %%no heat pump%%") == "heat pump"


def test_a_note_that_cannot_be_read_loses_the_comments_a_piece_shows_whole() -> None:
    assert uncommented("a %%b%% c", None) == f"a {COMMENT_PLACEHOLDER} c"


def test_a_piece_knows_its_lines() -> None:
    assert place_of("block secret", NOTE) == Place(6, 6)
    assert place_of("...text.\n\n%% kept back", NOTE) == Place(3, 5)
    assert place_of("block secret %% End", NOTE) == Place(6, 8)
    assert place_of("not there", NOTE) is None
    assert place_of("...", NOTE) is None


def test_a_whole_note_is_known_with_and_without_properties_and_comments() -> None:
    note = "---\na: 1\n---\nBody %%x%%\n"
    assert all(
        is_whole(piece, note) for piece in (note, "Body %%x%%", without_comments(note), f"Body {COMMENT_PLACEHOLDER}\n")
    )
    assert not is_whole("Body", note)


def test_hostile_pieces_take_no_time() -> None:
    began = time.process_time()
    uncommented("x" * 60_000, "y" * 200_000 + "%%a" + "x" * 12 + "%%" + "z " * 50_000)
    uncommented("x " * 30_000, "y" * 200_000 + "%%a%%" + "x" * 50_000)
    uncommented(" " * 60_000 + "...", "%%" * 100_000)
    assert time.process_time() - began < 3


def test_a_piece_between_tags_is_judged_by_what_stands_between_them() -> None:
    shown = without_comments(NOTE)
    # What may be read of it is left as it is, though it shares words with what is hidden.
    assert uncommented(wrap_attached(shown, note="A.md"), NOTE) == wrap_attached(shown, note="A.md")
    assert uncommented(wrap_attached(NOTE.strip(), note="A.md"), NOTE) == wrap_attached(shown.strip(), note="A.md")
    assert is_whole(wrap_attached(shown.rstrip(), note="A.md"), NOTE)
    assert place_of(wrap_attached("End of it.", note="A.md"), NOTE) == Place(8, 8)
    assert "divorce" not in uncommented(wrap_attached("the secret divorce lawyer", note="A.md"), NOTE)
