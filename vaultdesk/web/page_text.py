"""Text of an HTML page as a reader sees it, with headings, lists and link targets.

Runs in a separate process (page_process.py), because the parser is written in C and the input is untrusted. Invisible
text is left out, because it often contains instructions for a model; style sheets are not evaluated.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct, field

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

MAX_LINKS = 40
"""Maximum number of links of a result: enough to continue from a page, not its whole menu."""

MIN_MAIN_LENGTH = 200
"""Minimum number of characters of a page's `main` or `article` element to be used as the whole text."""

SKIPPED = frozenset(
    {"script", "style", "noscript", "template", "svg", "math", "iframe", "object", "canvas", "audio", "video", "head",
     "button", "select", "input", "textarea", "nav", "footer", "aside", "dialog", "link", "meta", "img", "_comment"}
)  # fmt: skip

BLOCKS = frozenset(
    {"p", "div", "section", "article", "main", "header", "ul", "ol", "dl", "table", "blockquote", "figure", "pre",
     "address", "details", "fieldset", "form", "hr", "figcaption", "body", "tbody", "thead"}
)  # fmt: skip
LINES = frozenset({"li", "tr", "dt", "dd", "summary", "caption", "br", "option"})
HEADINGS = {f"h{level}": "#" * level + " " for level in range(1, 7)}

HIDDEN_STYLE = re.compile(
    r"(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?:\.0*)?\s*(?:;|$|!)|font-size\s*:\s*0)",
    re.IGNORECASE,
)

INVISIBLE_CHARACTERS = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"))
"""Characters for line breaks and writing direction, frequent in pages. Left out, because a sequence of them can encode
text.
"""


class PageText(Struct, frozen=True):
    """The extracted text."""

    title: str
    text: str
    links: tuple[tuple[str, str], ...] = ()
    """The text of each link, and its address as written."""
    hidden_text: bool = False
    """Whether there was text that is invisible to a reader."""


def read_html(html: str) -> PageText:
    """Return the readable text of *html*. May take long for a malicious page."""
    from selectolax.lexbor import LexborHTMLParser

    tree = LexborHTMLParser(html)
    head = tree.css_first("title")
    title = _clean(head.text(deep=True)) if head is not None else ""
    body = tree.body
    if body is None:
        return PageText(title, "")
    builder = _build_text(body)
    for name in ("main", "[role=main]", "article"):
        candidates = [_build_text(node) for node in tree.css(name)]
        best = max(candidates, key=lambda candidate: len(candidate.text()), default=None)
        if best is not None and len(best.text()) >= MIN_MAIN_LENGTH:
            best.hidden_text = builder.hidden_text
            builder = best
            break
    links = tuple(builder.links[:MAX_LINKS])
    return PageText(title or builder.first_heading, builder.text(), links, builder.hidden_text)


class _TextBuilder(Struct):
    """Builds the text line by line."""

    links: list[tuple[str, str]] = field(default_factory=list)
    hidden_text: bool = False
    first_heading: str = ""
    _lines: list[str] = field(default_factory=list)
    _line: list[str] = field(default_factory=list)
    _preformatted_depth: int = 0

    def add_text(self, text: str) -> None:
        if self._preformatted_depth:
            first, *rest = text.translate(INVISIBLE_CHARACTERS).split("\n")
            self._line.append(first)
            for line in rest:
                self.end_line()
                self._line.append(line)
        else:
            self._line.append(re.sub(r"\s+", " ", text.translate(INVISIBLE_CHARACTERS)))

    def end_line(self) -> None:
        joined = "".join(self._line)
        line = joined.rstrip() if self._preformatted_depth else re.sub(r" {2,}", " ", joined).strip()
        self._line = []
        if line or self._preformatted_depth:
            self._lines.append(line)

    def end_block(self) -> None:
        self.end_line()
        if self._lines and self._lines[-1]:
            self._lines.append("")

    def nest_preformatted(self, step: int) -> None:
        """Enter (1) or leave (-1) an element whose white space is kept."""
        self._preformatted_depth += step

    def text(self) -> str:
        self.end_line()
        return "\n".join(self._lines).strip("\n")


def _build_text(root: "LexborNode") -> _TextBuilder:
    """Build the text below *root*. Uses an explicit stack, because the nesting depth of a page is unlimited."""
    builder = _TextBuilder()
    pending: list[tuple[LexborNode, bool]] = [(root, False)]
    while pending:
        node, is_end = pending.pop()
        tag = node.tag or ""
        if is_end:
            _leave_node(builder, node, tag)
            continue
        if tag == "-text":
            builder.add_text(node.text_content or "")
            continue
        if tag in SKIPPED:
            continue
        if node is not root and _is_hidden(node):
            builder.hidden_text = True
            continue
        _enter_node(builder, tag)
        pending.append((node, True))
        pending += [(child, False) for child in reversed(list(_children(node)))]
    return builder


def _enter_node(builder: _TextBuilder, tag: str) -> None:
    if tag in BLOCKS or tag in HEADINGS:
        builder.end_block()
    elif tag in LINES:
        builder.end_line()
    if tag in HEADINGS:
        builder.add_text(HEADINGS[tag])
    elif tag == "li":
        builder.add_text("- ")
    elif tag in ("td", "th"):
        builder.add_text(" ")
    elif tag == "pre":
        builder.nest_preformatted(1)


def _leave_node(builder: _TextBuilder, node: "LexborNode", tag: str) -> None:
    if tag == "a":
        href = (node.attributes.get("href") or "").strip()
        link_text = _clean(node.text(deep=True))
        if href and link_text and not href.startswith("#") and len(builder.links) < MAX_LINKS:
            builder.links.append((link_text[:200], href[:2_048]))
    elif tag in ("td", "th"):
        builder.add_text(" |")
    elif tag in HEADINGS:
        builder.first_heading = builder.first_heading or _clean(node.text(deep=True))[:300]
    if tag == "pre":
        builder.end_line()
        builder.nest_preformatted(-1)
    if tag in BLOCKS or tag in HEADINGS:
        builder.end_block()
    elif tag in LINES:
        builder.end_line()


def _children(node: "LexborNode") -> "Iterator[LexborNode]":
    child = node.first_child
    while child is not None:
        yield child
        child = child.next


def _is_hidden(node: "LexborNode") -> bool:
    attributes = node.attributes
    if "hidden" in attributes or attributes.get("aria-hidden") == "true":
        return bool(_clean(node.text(deep=True)))
    style = attributes.get("style")
    return bool(style and HIDDEN_STYLE.search(style)) and bool(_clean(node.text(deep=True)))


def _clean(text: str) -> str:
    return " ".join(text.translate(INVISIBLE_CHARACTERS).split())
