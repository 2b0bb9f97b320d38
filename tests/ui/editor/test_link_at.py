import pytest

from vaultdesk.ui.editor.link_at import LinkAt, line_of, link_at

LINE = "a [[Boiler#Result|it]] b [words](Heat%20loss.md#x) c [web](https://a.b) d https://e.f g"


@pytest.mark.parametrize(
    ("at", "wanted"),
    [
        ("[[Boiler", LinkAt("Boiler#Result", web=False)),
        ("|it", LinkAt("Boiler#Result", web=False)),
        ("words", LinkAt("Heat loss.md#x", web=False)),
        ("Heat", LinkAt("Heat loss.md#x", web=False)),
        ("web", LinkAt("https://a.b", web=True)),
        ("https://e.f", LinkAt("https://e.f", web=True)),
        (" b ", None),
    ],
)
def test_the_link_under_the_cursor_is_told(at: str, wanted: LinkAt | None) -> None:
    assert link_at(LINE, LINE.index(at) + 1) == wanted


def test_a_place_in_the_same_note_is_a_link() -> None:
    assert link_at("[[#Result]]", 4) == LinkAt("#Result", web=False)


def test_the_line_of_a_heading_or_a_block_is_found() -> None:
    text = "# One\n## Result\n# Two\n## Result\nwords ^id\n```\n# Code\n```\n"
    places = ("Result", "Two#Result", "^id", "Code", "Gone")
    assert [line_of(text, place) for place in places] == [1, 3, 4, None, None]
