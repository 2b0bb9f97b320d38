import pytest

from vaultdesk.ui.rendering.render_plan import BlockKind, Box, CodeBlock, Nesting, TextBlock, TextRun, TextStyle
from vaultdesk.ui.rendering.text_formats import StyleKind, TextFormats
from vaultdesk.ui.theme.theme import Theme

PARAGRAPH = TextBlock("paragraph", (TextRun("x"),))


@pytest.mark.parametrize("kind", ["note", "chat"])
def test_headings_are_larger_than_text_and_lines_fit_their_letters(dressed: Theme, kind: StyleKind) -> None:
    style = TextFormats(dressed, kind)
    assert style.font("h2").pointSizeF() > style.body_font.pointSizeF()
    assert style.line_height("paragraph") > style.body_font.pointSizeF()


def test_an_unresolved_link_looks_different(dressed: Theme) -> None:
    style = TextFormats(dressed, "note")
    good, lost = style.text("paragraph", TextStyle.LINK), style.text("paragraph", TextStyle.LINK, link=False)
    assert good.foreground().color() == dressed.color("accent")
    assert lost.foreground().color() == dressed.color("muted")


def test_formats_handed_out_can_be_changed_without_harm(dressed: Theme) -> None:
    style = TextFormats(dressed, "note")
    style.text("paragraph", TextStyle.PLAIN).setAnchorHref("x")
    assert style.text("paragraph", TextStyle.PLAIN).anchorHref() == ""


def test_space_grows_where_boxes_open_and_close(dressed: Theme) -> None:
    style = TextFormats(dressed, "note")
    boxed = TextBlock("paragraph", (TextRun("x"),), Nesting((Box(0, "callout", "note"),)))
    plain = style.gap(PARAGRAPH, PARAGRAPH)
    assert style.gap(PARAGRAPH, boxed) > plain
    assert style.gap(boxed, PARAGRAPH) > plain
    assert style.gap(PARAGRAPH, CodeBlock("", "x", ((),))) > plain + style.code_head
    assert style.gap(None, PARAGRAPH) == 0


def test_the_first_ground_of_a_note_stands_off_its_title_and_of_an_answer_begins_it(dressed: Theme) -> None:
    boxed = TextBlock("paragraph", (TextRun("x"),), Nesting((Box(0, "embed", "link"),)))
    pad = TextFormats(dressed, "note").pad(boxed.nesting.boxes[0])
    assert TextFormats(dressed, "note").gap(None, boxed) > pad
    assert TextFormats(dressed, "chat").gap(None, boxed) == pad


@pytest.mark.parametrize("kind", ["title", "h3"])
def test_what_follows_a_frame_stands_off_it_whatever_ends_the_frame(dressed: Theme, kind: BlockKind) -> None:
    style = TextFormats(dressed, "note")
    frame = Nesting((Box(0, "embed", "link"),))
    last = TextBlock("paragraph", (TextRun("x"),), frame)
    assert style.gap(TextBlock(kind, (TextRun("x"),), frame), PARAGRAPH) == style.gap(last, PARAGRAPH)


def test_a_ground_in_a_frame_stands_off_its_title(dressed: Theme) -> None:
    style = TextFormats(dressed, "note")
    frame = Box(0, "embed", "link")
    title = TextBlock("title", (TextRun("x"),), Nesting((frame,)))
    callout = Box(1, "callout", "note")
    text = style.gap(title, TextBlock("paragraph", (TextRun("x"),), Nesting((frame,))))
    assert style.gap(title, TextBlock("title", (TextRun("x"),), Nesting((frame, callout)))) > text + style.pad(callout)
    assert style.gap(title, CodeBlock("", "x", ((),), Nesting((frame,)))) > text + style.code_head + style.code_pad // 2


def test_text_in_a_frame_is_as_far_from_its_right_as_from_its_left(dressed: Theme) -> None:
    style = TextFormats(dressed, "note")
    nested = Nesting((Box(0, "embed", "link"), Box(1, "embed", "link")))
    assert style.right(nested) == style.left(nested)


def test_a_warning_is_in_the_colour_of_warnings(dressed: Theme) -> None:
    assert TextFormats(dressed, "note").role(Box(0, "callout", "caution")) == "warning"
    assert TextFormats(dressed, "note").role(Box(0, "callout", "anything")) == "accent"
