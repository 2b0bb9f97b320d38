import pytest

from vaultdesk.vault.html_tags import INLINE_TAG


@pytest.mark.parametrize(
    "text", ["<b>", "</b>", "<br/>", "<br />", '<a name="x">', "<SPAN class=y>", "<strong>", "<sup>", "</button>"]
)
def test_a_tag_within_a_line_is_one(text: str) -> None:
    assert INLINE_TAG.fullmatch(text)


@pytest.mark.parametrize(
    "text", ["<bx>", "<b", "< b>", "<b\n>", "<img src=x>", "<script>", "<a<b>", "<int>", "<!-- b -->", "<a/b>", "b>"]
)
def test_anything_else_is_none(text: str) -> None:
    assert not INLINE_TAG.match(text)
