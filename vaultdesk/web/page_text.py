"""Text of an HTML page as a reader sees it, with headings, lists and link targets.

Runs in a separate process (page_process.py), because the parser is written in C and the input is untrusted. Invisible
text is left out, because it often contains instructions for a model; style sheets are not evaluated.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

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


@dataclass(frozen=True, slots=True)
class PageText:
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
    sheet = _build_text(body)
    for name in ("main", "[role=main]", "article"):
        found = [_build_text(node) for node in tree.css(name)]
        best = max(found, key=lambda one: len(one.text()), default=None)
        if best is not None and len(best.text()) >= MIN_MAIN_LENGTH:
            best.unseen = sheet.unseen
            sheet = best
            break
    return PageText(title or sheet.first_heading, sheet.text(), tuple(sheet.links[:MAX_LINKS]), sheet.unseen)


@dataclass(slots=True)
class _TextBuilder:
    """Builds the text line by line."""

    links: list[tuple[str, str]] = field(default_factory=list)
    unseen: bool = False
    first_heading: str = ""
    _lines: list[str] = field(default_factory=list)
    _line: list[str] = field(default_factory=list)
    _exact: int = 0

    def say(self, text: str) -> None:
        if self._exact:
            first, *rest = text.translate(INVISIBLE_CHARACTERS).split("\n")
            self._line.append(first)
            for line in rest:
                self.end_line()
                self._line.append(line)
        else:
            self._line.append(re.sub(r"\s+", " ", text.translate(INVISIBLE_CHARACTERS)))

    def end_line(self) -> None:
        joined = "".join(self._line)
        line = joined.rstrip() if self._exact else re.sub(r" {2,}", " ", joined).strip()
        self._line = []
        if line or self._exact:
            self._lines.append(line)

    def end_block(self) -> None:
        self.end_line()
        if self._lines and self._lines[-1]:
            self._lines.append("")

    def exact(self, step: int) -> None:
        self._exact += step

    def text(self) -> str:
        self.end_line()
        return "\n".join(self._lines).strip("\n")


def _build_text(root: "LexborNode") -> _TextBuilder:
    """Build the text below *root*. Uses an explicit stack, because the nesting depth of a page is unlimited."""
    sheet = _TextBuilder()
    waiting: list[tuple[LexborNode, bool]] = [(root, False)]
    while waiting:
        node, leaving = waiting.pop()
        tag = node.tag or ""
        if leaving:
            _leave_node(sheet, node, tag)
            continue
        if tag == "-text":
            sheet.say(node.text_content or "")
            continue
        if tag in SKIPPED:
            continue
        if node is not root and _is_hidden(node):
            sheet.unseen = True
            continue
        _enter_node(sheet, tag)
        waiting.append((node, True))
        waiting += [(child, False) for child in reversed(list(_children(node)))]
    return sheet


def _enter_node(sheet: _TextBuilder, tag: str) -> None:
    if tag in BLOCKS or tag in HEADINGS:
        sheet.end_block()
    elif tag in LINES:
        sheet.end_line()
    if tag in HEADINGS:
        sheet.say(HEADINGS[tag])
    elif tag == "li":
        sheet.say("- ")
    elif tag in ("td", "th"):
        sheet.say(" ")
    elif tag == "pre":
        sheet.exact(1)


def _leave_node(sheet: _TextBuilder, node: "LexborNode", tag: str) -> None:
    if tag == "a":
        href = (node.attributes.get("href") or "").strip()
        words = _clean(node.text(deep=True))
        if href and words and not href.startswith("#") and len(sheet.links) < MAX_LINKS:
            sheet.links.append((words[:200], href[:2_048]))
    elif tag in ("td", "th"):
        sheet.say(" |")
    elif tag in HEADINGS:
        sheet.first_heading = sheet.first_heading or _clean(node.text(deep=True))[:300]
    if tag == "pre":
        sheet.end_line()
        sheet.exact(-1)
    if tag in BLOCKS or tag in HEADINGS:
        sheet.end_block()
    elif tag in LINES:
        sheet.end_line()


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
