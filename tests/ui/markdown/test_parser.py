import pytest

from vaultdesk.ui.markdown.parser import is_note, is_web, parse, parse_inline


@pytest.mark.parametrize("address", ["http://a.b", "https://a.b/c", "mailto:a@b.c", "HTTPS://A.B"])
def test_web_and_mail_addresses_are_links(address: str) -> None:
    assert is_web(address)


@pytest.mark.parametrize(
    "address", ["javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "vaultdesk:x", "obsidian:open"]
)
def test_other_schemes_stay_text(address: str) -> None:
    assert not is_web(address)
    assert not is_note(address)
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
