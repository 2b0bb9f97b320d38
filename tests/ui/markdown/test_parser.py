import pytest

from vaultdesk.ui.markdown.parser import is_note, is_web, parse, parse_inline


@pytest.mark.parametrize("address", ["http://a.b", "https://a.b/c", "mailto:a@b.c", "HTTPS://A.B"])
def test_web_and_mail_addresses_are_links(address: str) -> None:
    assert is_web(address)


@pytest.mark.parametrize(
    "address", ["javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "vaultdesk:x", "obsidian://open"]
)
def test_other_schemes_stay_text(address: str) -> None:
    assert not is_web(address)
    assert not is_note(address)
    children = parse(f"[words]({address})")[1].children or []
    assert all(token.type != "link_open" for token in children)
    assert any("words" in token.content for token in children)


def test_raw_html_is_literal_text() -> None:
    children = parse("<b>x</b> <script>alert(1)</script>")[1].children or []
    assert "".join(token.content for token in children) == "<b>x</b> <script>alert(1)</script>"


def test_a_title_is_read_as_one_line() -> None:
    assert [token.type for token in parse_inline("a `b`")] == ["text", "code_inline"]
