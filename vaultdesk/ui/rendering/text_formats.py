"""Qt text, block and table formats of rendered Markdown, created once from the theme."""

from collections.abc import Iterator
from typing import Literal, TypeAlias

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QTextBlock, QTextBlockFormat, QTextCharFormat, QTextFormat

from vaultdesk.ui.rendering.render_plan import Box, CodeBlock, Nesting, RenderElement, Table, TextBlock, TextStyle
from vaultdesk.ui.theme import Theme
from vaultdesk.ui.theme.theme_values import pixel_size

StyleKind: TypeAlias = Literal["note", "chat"]

_LINES = {"note": 1.6, "chat": 1.55}
"""Line height relative to the font size (vaultdesk/ui/theme/README.md, "Type")."""

_HEADINGS = {
    "note": {"h1": ("h1", 1.25), "h2": ("h2", 1.4), "h3": ("h3", 1.4)},
    "chat": {"h1": ("h3", 1.4), "h2": ("h3", 1.4), "h3": ("chat_strong", 1.5)},
}
_SPACE_ABOVE = {"h1": 28, "h2": 24, "h3": 20, "h4": 16, "h5": 12, "h6": 12, "title": 4, "rule": 16, "footnote": 4}
"""Space above a element if it differs from a paragraph's, in design pixels."""

_CALLOUT_ROLES = {
    **dict.fromkeys(("warning", "caution", "attention"), "warning"),
    **dict.fromkeys(("danger", "error", "bug", "failure", "fail", "missing"), "danger"),
    "success": "success",
}
_CODE_ROLES = {
    TextStyle.KEYWORD: "code_word",
    TextStyle.NUMBER: "warning",
    TextStyle.STRING: "success",
    TextStyle.COMMENT: "muted",
}


class TextFormats:
    """Fonts, colors and distances of one kind of text in one theme. Create a new one when the theme changes."""

    def __init__(self, theme: Theme, kind: StyleKind) -> None:
        self.kind: StyleKind = kind
        self.theme = theme
        self.px = theme.px
        self.indent = theme.px(24)
        self.box_pad = theme.px(12)
        self.box_left = theme.px(16)
        self.code_pad = theme.px(12)
        self.code_head = theme.px(26)
        self.table_bottom = theme.px(4) + 1
        self.paragraph_gap = theme.px(12 if kind == "note" else 8)
        self.item_gap = theme.px(3)
        self._formats: dict[tuple[str, TextStyle, bool], QTextCharFormat] = {}
        self._heights: dict[str, float] = {}

    @property
    def body_font(self) -> QFont:
        """The font of a paragraph."""
        return self.theme.font(self.kind)

    @property
    def column(self) -> int:
        """The width of about 73 characters, the optimal line length."""
        return round(QFontMetricsF(self.body_font).averageCharWidth() * 73)

    def color(self, role: str) -> QColor:
        """Return the color of a token."""
        return self.theme.color(role)

    def font(self, kind: str) -> QFont:
        """Return the font of a block of *kind*."""
        if kind == "code":
            return self.theme.font("note_fixed")
        if kind in ("head", "title"):
            font = self.theme.font("small_strong") if kind == "head" else self.body_font
            font.setWeight(QFont.Weight.DemiBold if kind == "title" else font.weight())
            return font
        if kind in ("h1", "h2", "h3"):
            name = _HEADINGS[self.kind][kind][0]
            return self.theme.font(name)  # type: ignore[arg-type]  # the table above holds font names only
        font = self.body_font
        if kind in ("h4", "h5", "h6"):
            font.setWeight(QFont.Weight.DemiBold)
        elif kind == "footnote":
            return self.theme.font("small")
        return font

    def line_height(self, kind: str) -> float:
        """Return the line height of a block of *kind* in pixels."""
        found = self._heights.get(kind)
        if found is None:
            share = _HEADINGS[self.kind].get(kind, ("", _LINES[self.kind]))[1]
            font = self.font(kind)
            metrics = QFontMetricsF(font)
            # The font size in pixels: the font's height already includes some line spacing.
            found = self._heights[kind] = max(round(share * pixel_size(font)), round(metrics.height()))
        return found

    def text(self, kind: str, style: TextStyle, *, link: bool = True) -> QTextCharFormat:
        """Return the format of a run in a block of *kind*; `link` is false if its target does not exist."""
        key = (kind, style, link)
        found = self._formats.get(key)
        if found is None:
            found = self._formats[key] = self._char_format(kind, style, link)
        return QTextCharFormat(found)

    def _char_format(self, kind: str, style: TextStyle, link: bool) -> QTextCharFormat:
        char_format = QTextCharFormat()
        font = self.font(kind)
        if style & TextStyle.CODE:
            size = font.pointSizeF() if font.pixelSize() < 0 else 0.0
            pixels = font.pixelSize()
            font = self.theme.font("note_fixed")
            if size:
                font.setPointSizeF(size * 0.92)
            else:
                font.setPixelSize(max(1, round(pixels * 0.92)))
            char_format.setBackground(self.color("sunken"))
        if style & TextStyle.STRONG:
            font.setWeight(QFont.Weight.DemiBold)
        font.setItalic(bool(style & TextStyle.EMPHASIS))
        font.setStrikeOut(bool(style & TextStyle.STRIKE))
        char_format.setFont(font)
        char_format.setForeground(self.color(self._role(kind, style, link)))
        if style & TextStyle.MARK:
            char_format.setBackground(self.color("mark"))
        if style & TextStyle.SUPERSCRIPT:
            char_format.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignSuperScript)
        if style & TextStyle.LINK and not link:
            char_format.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DashUnderline)
            char_format.setUnderlineColor(self.color("outline"))
        return char_format

    def _role(self, kind: str, style: TextStyle, link: bool) -> str:
        for flag, role in _CODE_ROLES.items():
            if style & flag:
                return role
        if style & TextStyle.LINK:
            return "accent" if link else "muted"
        if style & (TextStyle.TAG | TextStyle.SUPERSCRIPT) or kind == "title":
            return "accent"
        return "muted" if style & TextStyle.MUTED or kind in ("footnote", "head") else "text"

    def block(self, element: TextBlock, before: RenderElement | None) -> QTextBlockFormat:
        """Return the format of the block that shows *element* after *before*."""
        block_format = QTextBlockFormat()
        begin, end = (
            self.left(element.nesting) + (self.px(22) if element.kind == "title" else 0),
            self.right(element.nesting),
        )
        if element.right_to_left:
            # The rule of a quote may be at either side; no text overlaps it.
            begin, end = end + len(element.nesting.boxes) * self.box_left, begin
        block_format.setLeftMargin(begin)
        block_format.setRightMargin(end)
        block_format.setTopMargin(0 if element.continued else self.gap(before, element))
        if element.kind == "math":
            block_format.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            block_format.setLineHeight(self.px(4), QTextBlockFormat.LineHeightTypes.LineDistanceHeight.value)
        elif any(run.image for run in element.runs):
            # A line with an image is as high as the image; the spacing between lines of text is the same as elsewhere.
            spacing = self.line_height(element.kind) - QFontMetricsF(self.font(element.kind)).height()
            block_format.setLineHeight(max(spacing, 0.0), QTextBlockFormat.LineHeightTypes.LineDistanceHeight.value)
        elif element.kind == "rule":
            block_format.setLineHeight(self.px(8), QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        else:
            block_format.setLineHeight(
                self.line_height(element.kind), QTextBlockFormat.LineHeightTypes.FixedHeight.value
            )
        if element.kind[0] == "h":
            block_format.setHeadingLevel(int(element.kind[1]))
        return block_format

    def code_block(self, element: CodeBlock, before: RenderElement | None, *, first: bool) -> QTextBlockFormat:
        """Return the format of one line of code."""
        block_format = QTextBlockFormat()
        block_format.setLeftMargin(self.left(element.nesting) + self.code_pad)
        block_format.setRightMargin(self.right(element.nesting) + self.code_pad)
        if first:
            block_format.setTopMargin(self.gap(before, element))
        block_format.setLineHeight(self.line_height("code"), QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        return block_format

    def left(self, nesting: Nesting) -> float:
        """Return the left edge of text in *nesting*."""
        return nesting.depth * self.indent + len(nesting.boxes) * self.box_left

    def right(self, nesting: Nesting) -> float:
        """Return the right margin of text in *nesting*."""
        return sum(map(self.right_padding, nesting.boxes))

    def right_padding(self, box: Box) -> int:
        """Return the space at the right between the edge of *box* and its content: in a frame the same as at the
        left.
        """
        return self.box_left if box.kind == "embed" else self.box_pad if box.kind == "callout" else 0

    def role(self, box: Box) -> str:
        """Return the token of the rule and the title of *box*."""
        return _CALLOUT_ROLES.get(box.callout, "accent")

    def title_role(self, element: TextBlock) -> str:
        """Return the token of the title *element*."""
        return self.role(element.nesting.boxes[-1]) if element.nesting.boxes else "accent"

    def pad(self, box: Box) -> int:
        """Return the space between the edge of *box* and its text, above and below."""
        return self.box_pad if box.kind != "quote" else self.px(2)

    def gap(self, before: RenderElement | None, element: RenderElement) -> float:
        """Return the space above *element*, from the last line before it; independent of what follows, so that a stream
        may grow.
        """
        opened_boxes = [box for box in element.nesting.boxes if before is None or box not in before.nesting.boxes]
        padding = sum(self.pad(box) for box in opened_boxes)
        if isinstance(element, CodeBlock):
            padding += self.code_pad // 2 + self.code_head
        if before is None:
            # The title of a note is directly above its text; a background needs space from it.
            return padding + (self.px(8) if padding and self.kind == "note" else 0)
        padding += sum(self.pad(box) for box in before.nesting.boxes if box not in element.nesting.boxes)
        if isinstance(before, CodeBlock):
            padding += self.code_pad // 2
        return padding + self._gap_between(before, element)

    def _gap_between(self, before: RenderElement, element: RenderElement) -> float:
        kind = element.kind if isinstance(element, TextBlock) else ""
        kind_before = before.kind if isinstance(before, TextBlock) else ""
        has_background = isinstance(element, Table | CodeBlock) or isinstance(before, Table | CodeBlock)
        in_same_boxes = element.nesting.boxes[: len(before.nesting.boxes)] == before.nesting.boxes
        if kind_before == "title" and in_same_boxes:
            return self.px(10 if has_background or element.nesting.boxes != before.nesting.boxes else 4)
        if kind_before[:1] == "h" and in_same_boxes:
            return self.px(8)
        both_items = bool(element.nesting.depth and before.nesting.depth)
        if kind == "paragraph" and both_items and before.nesting.boxes == element.nesting.boxes:
            return self.item_gap
        if isinstance(before, Table) and isinstance(element, Table) and not element.has_header:
            return 0
        extra = self.px(4) if has_background or element.nesting.boxes != before.nesting.boxes else 0
        return max(self.paragraph_gap + extra, self.px(_SPACE_ABOVE[kind]) if kind in _SPACE_ABOVE else 0)


FREE_PROPERTY = QTextFormat.Property.UserProperty.value + 1
"""The first of the properties of formats that this package defines."""


def fragments(block: QTextBlock) -> Iterator[tuple[str, int, QTextCharFormat]]:
    """Yield text, position and format of each fragment of *block*."""
    iterator = block.begin()
    while not iterator.atEnd():
        fragment = iterator.fragment()
        yield fragment.text(), fragment.position(), fragment.charFormat()
        iterator += 1
