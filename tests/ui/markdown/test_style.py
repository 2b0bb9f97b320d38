import pytest

from vaultdesk.ui.markdown.plan import Block, BlockKind, Box, Code, Look, Place, Run
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


def test_the_first_ground_of_a_note_stands_off_its_title_and_of_an_answer_begins_it(dressed: Theme) -> None:
    boxed = Block("paragraph", (Run("x"),), Place((Box(0, "embed", "link"),)))
    pad = Style(dressed, "note").pad(boxed.place.boxes[0])
    assert Style(dressed, "note").gap(None, boxed) > pad
    assert Style(dressed, "chat").gap(None, boxed) == pad


@pytest.mark.parametrize("kind", ["title", "h3"])
def test_what_follows_a_frame_stands_off_it_whatever_ends_the_frame(dressed: Theme, kind: BlockKind) -> None:
    style = Style(dressed, "note")
    frame = Place((Box(0, "embed", "link"),))
    last = Block("paragraph", (Run("x"),), frame)
    assert style.gap(Block(kind, (Run("x"),), frame), PARAGRAPH) == style.gap(last, PARAGRAPH)


def test_a_ground_in_a_frame_stands_off_its_title(dressed: Theme) -> None:
    style = Style(dressed, "note")
    frame = Box(0, "embed", "link")
    title = Block("title", (Run("x"),), Place((frame,)))
    callout = Box(1, "callout", "note")
    text = style.gap(title, Block("paragraph", (Run("x"),), Place((frame,))))
    assert style.gap(title, Block("title", (Run("x"),), Place((frame, callout)))) > text + style.pad(callout)
    assert style.gap(title, Code("", "x", ((),), Place((frame,)))) > text + style.code_head + style.code_pad // 2


def test_text_in_a_frame_is_as_far_from_its_right_as_from_its_left(dressed: Theme) -> None:
    style = Style(dressed, "note")
    nested = Place((Box(0, "embed", "link"), Box(1, "embed", "link")))
    assert style.right(nested) == style.left(nested)


def test_a_warning_is_in_the_colour_of_warnings(dressed: Theme) -> None:
    assert Style(dressed, "note").role(Box(0, "callout", "caution")) == "warning"
    assert Style(dressed, "note").role(Box(0, "callout", "anything")) == "accent"
