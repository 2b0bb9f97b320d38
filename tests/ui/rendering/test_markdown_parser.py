"""Tests of ui/rendering/markdown_parser.py."""

import pytest

from vaultdesk.ui.rendering.markdown_parser import is_note_address, is_web_address, parse, parse_inline
from vaultdesk.ui.rendering.planner import plan_of
from vaultdesk.ui.rendering.render_plan import TextBlock, TextStyle


def runs(text: str, *, comments: bool = True) -> list[tuple[str, TextStyle, str]]:
    piece = plan_of(text, comments=comments)[0]
    assert isinstance(piece, TextBlock)
    return [(run.text, run.style, run.href) for run in piece.runs]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("[[Note]]", ("Note", TextStyle.LINK, "note:Note")),
        ("[[Note|words]]", ("words", TextStyle.LINK, "note:Note")),
        ("[[A/B c#Head|w]]", ("w", TextStyle.LINK, "note:A%2FB%20c%23Head")),
        ("[[Note#Head]]", ("Note › Head", TextStyle.LINK, "note:Note%23Head")),
        ("==marked==", ("marked", TextStyle.MARK, "")),
        ("$x+y$", ("$x+y$", TextStyle.CODE, "")),
        ("#tag/sub", ("#tag/sub", TextStyle.TAG, "")),
        ("[^1]", ("1", TextStyle.RAISED, "")),
        ("https://a.b/c_d", ("https://a.b/c_d", TextStyle.LINK, "https://a.b/c_d")),
        ("[w](My%20note.md)", ("w", TextStyle.LINK, "note:My%20note")),
        ("![[Other]]", ("Other", TextStyle.LINK, "note:Other")),
    ],
)
def test_obsidian_marks_become_looks(text: str, wanted: tuple[str, TextStyle, str]) -> None:
    assert runs(text) == [wanted]


@pytest.mark.parametrize("text", ["#1984", "a#b", "$5 and $6", "== x ==", "[[]]", "[[a\nb]]", "100 %% 5", "://x"])
def test_what_only_looks_alike_stays_text(text: str) -> None:
    assert all(look == TextStyle.PLAIN for _, look, _ in runs(text))


def test_the_end_of_a_sentence_is_no_part_of_an_address() -> None:
    assert runs("See https://a.b/c.")[1:] == [
        ("https://a.b/c", TextStyle.LINK, "https://a.b/c"),
        (".", TextStyle.PLAIN, ""),
    ]


def test_comments_hide_in_notes_but_never_in_answers() -> None:
    assert runs("a %%b%% c") == [("a  c", TextStyle.PLAIN, "")]
    assert runs("a %%b%% c", comments=False) == [("a %%b%% c", TextStyle.PLAIN, "")]


def test_marks_inside_marks_add_up() -> None:
    assert runs("==a **b**==") == [("a ", TextStyle.MARK, ""), ("b", TextStyle.MARK | TextStyle.STRONG, "")]


@pytest.mark.parametrize("address", ["http://a.b", "https://a.b/c", "mailto:a@b.c", "HTTPS://A.B"])
def test_web_and_mail_addresses_are_links(address: str) -> None:
    assert is_web_address(address)


@pytest.mark.parametrize(
    "address", ["javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "vaultdesk:x", "obsidian:open"]
)
def test_other_schemes_stay_text(address: str) -> None:
    assert not is_web_address(address)
    assert not is_note_address(address)
    children = parse(f"[words]({address})")[1].children or []
    assert all(token.type != "link_open" for token in children)
    assert any("words" in token.content for token in children)


@pytest.mark.parametrize(
    "text", ["[words](obsidian://new?file=x)", "<obsidian://open?vault=x>", "[words](vaultdesk://open?vault=x)"]
)
def test_what_a_program_would_do_is_a_link_in_a_note_and_never_in_an_answer(text: str) -> None:
    kinds = {comments: [token.type for token in parse(text, comments=comments)[1].children or []]
             for comments in (True, False)}  # fmt: skip
    assert kinds == {True: ["link_open", "text", "link_close"], False: ["text"]}


@pytest.mark.parametrize("comments", [True, False])
def test_html_that_may_hold_or_load_something_is_literal_text(comments: bool) -> None:
    text = (
        "<script>alert(1)</script> <img src=file:///x.png> <img src='data:x'> <img> <iframe> <iframe src=x.md> <div> "
        "<style> a < b > c <bx> <b"
    )
    children = parse(text, comments=comments)[1].children or []
    assert "".join(token.content for token in children) == text


def test_nothing_a_model_says_is_hidden_as_a_tag() -> None:
    children = parse("<b title='x'>y</b>", comments=False)[1].children or []
    assert "".join(token.content for token in children) == "<b title='x'>y</b>"


def test_a_title_is_read_as_one_line() -> None:
    assert [token.type for token in parse_inline("a `b`")] == ["text", "code_inline"]
