import pytest

from vaultdesk.ui.rendering.render_plan import BlockKind, Box, CodeBlock, Nesting, TextBlock, TextRun, TextStyle
from vaultdesk.ui.rendering.text_formats import StyleKind, TextFormats
from vaultdesk.ui.theme.theme import Theme

PARAGRAPH = TextBlock("paragraph", (TextRun("x"),))


@pytest.mark.parametrize("kind", ["note", "chat"])
def test_headings_are_larger_than_text_and_lines_are_higher_than_the_font(app_theme: Theme, kind: StyleKind) -> None:
    style = TextFormats(app_theme, kind)
    assert style.font("h2").pointSizeF() > style.body_font.pointSizeF()
    assert style.line_height("paragraph") > style.body_font.pointSizeF()


def test_an_unresolved_link_is_muted(app_theme: Theme) -> None:
    style = TextFormats(app_theme, "note")
    resolved, unresolved = style.text("paragraph", TextStyle.LINK), style.text("paragraph", TextStyle.LINK, link=False)
    assert resolved.foreground().color() == app_theme.color("accent")
    assert unresolved.foreground().color() == app_theme.color("muted")


def test_changing_a_returned_format_does_not_affect_later_ones(app_theme: Theme) -> None:
    style = TextFormats(app_theme, "note")
    style.text("paragraph", TextStyle.PLAIN).setAnchorHref("x")
    assert style.text("paragraph", TextStyle.PLAIN).anchorHref() == ""


def test_gaps_are_larger_where_boxes_open_and_close(app_theme: Theme) -> None:
    style = TextFormats(app_theme, "note")
    boxed = TextBlock("paragraph", (TextRun("x"),), Nesting((Box(0, "callout", "note"),)))
    plain = style.gap(PARAGRAPH, PARAGRAPH)
    assert style.gap(PARAGRAPH, boxed) > plain
    assert style.gap(boxed, PARAGRAPH) > plain
    assert style.gap(PARAGRAPH, CodeBlock("", "x", ((),))) > plain + style.code_head
    assert style.gap(None, PARAGRAPH) == 0


def test_a_leading_box_has_extra_space_in_a_note_but_not_in_an_answer(app_theme: Theme) -> None:
    boxed = TextBlock("paragraph", (TextRun("x"),), Nesting((Box(0, "embed", "link"),)))
    pad = TextFormats(app_theme, "note").pad(boxed.nesting.boxes[0])
    assert TextFormats(app_theme, "note").gap(None, boxed) > pad
    assert TextFormats(app_theme, "chat").gap(None, boxed) == pad


@pytest.mark.parametrize("kind", ["title", "h3"])
def test_the_gap_after_a_frame_does_not_depend_on_its_last_element(app_theme: Theme, kind: BlockKind) -> None:
    style = TextFormats(app_theme, "note")
    frame = Nesting((Box(0, "embed", "link"),))
    last = TextBlock("paragraph", (TextRun("x"),), frame)
    assert style.gap(TextBlock(kind, (TextRun("x"),), frame), PARAGRAPH) == style.gap(last, PARAGRAPH)


def test_a_box_in_a_frame_has_a_gap_to_the_title(app_theme: Theme) -> None:
    style = TextFormats(app_theme, "note")
    frame = Box(0, "embed", "link")
    title = TextBlock("title", (TextRun("x"),), Nesting((frame,)))
    callout = Box(1, "callout", "note")
    text_gap = style.gap(title, TextBlock("paragraph", (TextRun("x"),), Nesting((frame,))))
    assert style.gap(title, TextBlock("title", (TextRun("x"),), Nesting((frame, callout)))) > text_gap + style.pad(
        callout
    )
    assert (
        style.gap(title, CodeBlock("", "x", ((),), Nesting((frame,))))
        > text_gap + style.code_head + style.code_pad // 2
    )


def test_text_in_a_frame_has_equal_margins_at_both_sides(app_theme: Theme) -> None:
    style = TextFormats(app_theme, "note")
    nested = Nesting((Box(0, "embed", "link"), Box(1, "embed", "link")))
    assert style.right(nested) == style.left(nested)


def test_a_caution_callout_has_the_warning_role(app_theme: Theme) -> None:
    assert TextFormats(app_theme, "note").role(Box(0, "callout", "caution")) == "warning"
    assert TextFormats(app_theme, "note").role(Box(0, "callout", "anything")) == "accent"
