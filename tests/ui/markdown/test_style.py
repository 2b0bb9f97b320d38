import pytest

from vaultdesk.ui.markdown.plan import Block, Box, Code, Look, Place, Run
from vaultdesk.ui.markdown.style import Style, StyleKind
from vaultdesk.ui.theme.theme import Theme

PARAGRAPH = Block("paragraph", (Run("x"),))


@pytest.mark.parametrize("kind", ["note", "chat"])
def test_headings_are_larger_than_text_and_lines_fit_their_letters(dressed: Theme, kind: StyleKind) -> None:
    style = Style(dressed, kind)
    assert style.font("h2").pointSizeF() > style.body_font.pointSizeF()
    assert style.line_height("paragraph") > style.body_font.pointSizeF()


def test_an_unresolved_link_looks_different(dressed: Theme) -> None:
    style = Style(dressed, "note")
    good, lost = style.text("paragraph", Look.LINK), style.text("paragraph", Look.LINK, link=False)
    assert good.foreground().color() == dressed.color("accent")
    assert lost.foreground().color() == dressed.color("muted")


def test_formats_handed_out_can_be_changed_without_harm(dressed: Theme) -> None:
    style = Style(dressed, "note")
    style.text("paragraph", Look.PLAIN).setAnchorHref("x")
    assert style.text("paragraph", Look.PLAIN).anchorHref() == ""


def test_space_grows_where_boxes_open_and_close(dressed: Theme) -> None:
    style = Style(dressed, "note")
    boxed = Block("paragraph", (Run("x"),), Place((Box(0, "callout", "note"),)))
    plain = style.gap(PARAGRAPH, PARAGRAPH)
    assert style.gap(PARAGRAPH, boxed) > plain
    assert style.gap(boxed, PARAGRAPH) > plain
    assert style.gap(PARAGRAPH, Code("", "x", ((),))) > plain + style.code_head
    assert style.gap(None, PARAGRAPH) == 0


def test_a_warning_is_in_the_colour_of_warnings(dressed: Theme) -> None:
    assert Style(dressed, "note").role(Box(0, "callout", "caution")) == "warning"
    assert Style(dressed, "note").role(Box(0, "callout", "anything")) == "accent"
