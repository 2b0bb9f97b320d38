"""Qt text, block and table formats of rendered Markdown, created once from the theme."""

from typing import Literal, TypeAlias

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QTextBlockFormat, QTextCharFormat

from vaultdesk.ui.rendering.render_plan import Box, CodeBlock, Nesting, Piece, Table, TextBlock, TextStyle
from vaultdesk.ui.theme import Theme
from vaultdesk.ui.theme.theme_values import pixel_size

StyleKind: TypeAlias = Literal["note", "chat"]

_LINES = {"note": 1.6, "chat": 1.55}
"""Line height relative to the font size (vaultdesk/ui/theme/README.md, "Type")."""

_HEADINGS = {
    "note": {"h1": ("h1", 1.25), "h2": ("h2", 1.4), "h3": ("h3", 1.4)},
    "chat": {"h1": ("h3", 1.4), "h2": ("h3", 1.4), "h3": ("chat_strong", 1.5)},
}
_ABOVE = {"h1": 28, "h2": 24, "h3": 20, "h4": 16, "h5": 12, "h6": 12, "title": 4, "rule": 16, "footnote": 4}
"""Space above a piece if it differs from a paragraph's, in design pixels."""

_CALLOUT_ROLES = {
    **dict.fromkeys(("warning", "caution", "attention"), "warning"),
    **dict.fromkeys(("danger", "error", "bug", "failure", "fail", "missing"), "danger"),
    "success": "success",
}
_CODE_ROLES = {
    TextStyle.WORD: "code_word",
    TextStyle.NUMBER: "warning",
    TextStyle.STRING: "success",
    TextStyle.REMARK: "muted",
}


class TextFormats:
    """Fonts, colours and distances of one kind of text in one theme. Create a new one when the theme changes."""

    def __init__(self, theme: Theme, kind: StyleKind) -> None:
        self.kind: StyleKind = kind
        self.theme = theme
        self.px = theme.px
        self.indent = theme.px(24)
        self.box_pad = theme.px(12)
        self.box_left = theme.px(16)
        self.code_pad = theme.px(12)
        self.code_head = theme.px(26)
        self.table_foot = theme.px(4) + 1
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
        """Return the colour of a token."""
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
            found = self._formats[key] = self._text(kind, style, link)
        return QTextCharFormat(found)

    def _text(self, kind: str, look: TextStyle, link: bool) -> QTextCharFormat:
        made = QTextCharFormat()
        font = self.font(kind)
        if look & TextStyle.CODE:
            size = font.pointSizeF() if font.pixelSize() < 0 else 0.0
            pixels = font.pixelSize()
            font = self.theme.font("note_fixed")
            if size:
                font.setPointSizeF(size * 0.92)
            else:
                font.setPixelSize(max(1, round(pixels * 0.92)))
            made.setBackground(self.color("sunken"))
        if look & TextStyle.STRONG:
            font.setWeight(QFont.Weight.DemiBold)
        font.setItalic(bool(look & TextStyle.EMPHASIS))
        font.setStrikeOut(bool(look & TextStyle.STRIKE))
        made.setFont(font)
        made.setForeground(self.color(self._role(kind, look, link)))
        if look & TextStyle.MARK:
            made.setBackground(self.color("mark"))
        if look & TextStyle.RAISED:
            made.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignSuperScript)
        if look & TextStyle.LINK and not link:
            made.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DashUnderline)
            made.setUnderlineColor(self.color("outline"))
        return made

    def _role(self, kind: str, look: TextStyle, link: bool) -> str:
        for part, role in _CODE_ROLES.items():
            if look & part:
                return role
        if look & TextStyle.LINK:
            return "accent" if link else "muted"
        if look & (TextStyle.TAG | TextStyle.RAISED) or kind == "title":
            return "accent"
        return "muted" if look & TextStyle.MUTED or kind in ("footnote", "head") else "text"

    def block(self, piece: TextBlock, before: Piece | None) -> QTextBlockFormat:
        """Return the format of the block that shows *piece* after *before*."""
        made = QTextBlockFormat()
        begin, end = self.left(piece.place) + (self.px(22) if piece.kind == "title" else 0), self.right(piece.place)
        if piece.right_to_left:
            # The rule of a quote may be at either side; no text overlaps it.
            begin, end = end + len(piece.place.boxes) * self.box_left, begin
        made.setLeftMargin(begin)
        made.setRightMargin(end)
        made.setTopMargin(0 if piece.continued else self.gap(before, piece))
        if piece.kind == "math":
            made.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            made.setLineHeight(self.px(4), QTextBlockFormat.LineHeightTypes.LineDistanceHeight.value)
        elif any(run.image for run in piece.runs):
            # A line with an image is as high as the image; the spacing between lines of text is the same as elsewhere.
            between = self.line_height(piece.kind) - QFontMetricsF(self.font(piece.kind)).height()
            made.setLineHeight(max(between, 0.0), QTextBlockFormat.LineHeightTypes.LineDistanceHeight.value)
        elif piece.kind == "rule":
            made.setLineHeight(self.px(8), QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        else:
            made.setLineHeight(self.line_height(piece.kind), QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        if piece.kind[0] == "h":
            made.setHeadingLevel(int(piece.kind[1]))
        return made

    def code_block(self, piece: CodeBlock, before: Piece | None, *, first: bool) -> QTextBlockFormat:
        """Return the format of one line of code."""
        made = QTextBlockFormat()
        made.setLeftMargin(self.left(piece.place) + self.code_pad)
        made.setRightMargin(self.right(piece.place) + self.code_pad)
        if first:
            made.setTopMargin(self.gap(before, piece))
        made.setLineHeight(self.line_height("code"), QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        return made

    def left(self, place: Nesting) -> float:
        """Return the left edge of text in *place*."""
        return place.depth * self.indent + len(place.boxes) * self.box_left

    def right(self, place: Nesting) -> float:
        """Return the right margin of text in *place*."""
        return sum(map(self.right_padding, place.boxes))

    def right_padding(self, box: Box) -> int:
        """Return the space at the right between the edge of *box* and its content: in a frame the same as at the
        left.
        """
        return self.box_left if box.kind == "embed" else self.box_pad if box.kind == "callout" else 0

    def role(self, box: Box) -> str:
        """Return the token of the rule and the title of *box*."""
        return _CALLOUT_ROLES.get(box.callout, "accent")

    def title_role(self, piece: TextBlock) -> str:
        """Return the token of the title *piece*."""
        return self.role(piece.place.boxes[-1]) if piece.place.boxes else "accent"

    def pad(self, box: Box) -> int:
        """Return the space between the edge of *box* and its text, above and below."""
        return self.box_pad if box.kind != "quote" else self.px(2)

    def gap(self, before: Piece | None, piece: Piece) -> float:
        """Return the space above *piece*, from the last line before it; independent of what follows, so that a stream
        may grow.
        """
        opened = [box for box in piece.place.boxes if before is None or box not in before.place.boxes]
        inside = sum(self.pad(box) for box in opened)
        if isinstance(piece, CodeBlock):
            inside += self.code_pad // 2 + self.code_head
        if before is None:
            # The title of a note is directly above its text; a background needs space from it.
            return inside + (self.px(8) if inside and self.kind == "note" else 0)
        inside += sum(self.pad(box) for box in before.place.boxes if box not in piece.place.boxes)
        if isinstance(before, CodeBlock):
            inside += self.code_pad // 2
        return inside + self._between(before, piece)

    def _between(self, before: Piece, piece: Piece) -> float:
        kind = piece.kind if isinstance(piece, TextBlock) else ""
        came_from = before.kind if isinstance(before, TextBlock) else ""
        grounded = isinstance(piece, Table | CodeBlock) or isinstance(before, Table | CodeBlock)
        within = piece.place.boxes[: len(before.place.boxes)] == before.place.boxes
        if came_from == "title" and within:
            return self.px(10 if grounded or piece.place.boxes != before.place.boxes else 4)
        if came_from[:1] == "h" and within:
            return self.px(8)
        if kind == "paragraph" and piece.place.depth and before.place.depth and before.place.boxes == piece.place.boxes:
            return self.item_gap
        if isinstance(before, Table) and isinstance(piece, Table) and not piece.headed:
            return 0
        extra = self.px(4) if grounded or piece.place.boxes != before.place.boxes else 0
        return max(self.paragraph_gap + extra, self.px(_ABOVE[kind]) if kind in _ABOVE else 0)
