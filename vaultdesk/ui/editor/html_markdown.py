"""HTML of the clipboard as Markdown, converted by markdownify with bounded size, depth and time."""

import re
import warnings
from collections.abc import Callable, Sequence
from typing import Any

from bs4 import BeautifulSoup, Tag, XMLParsedAsHTMLWarning
from bs4.element import NavigableString, PreformattedString
from bs4.exceptions import ParserRejectedMarkup
from markdownify import ATX, MarkdownConverter

from vaultdesk.ui.editor.list_items import INDENT, INDENT_COLUMNS

MAX_HTML_LENGTH = 2_000_000
"""Maximum number of characters of HTML that are converted; more is pasted as plain text."""

MAX_TAGS = 100_000
"""Maximum number of start and end tags that are converted, which takes 3 seconds; more is pasted as plain text."""

MAX_DEPTH = 12
"""Maximum nesting depth of lists and quotes that is distinguished."""

MAX_NESTING = 200
"""Maximum nesting depth of all elements; deeper HTML is pasted as plain text. The library uses four frames of Python's
stack for a level.
"""

MAX_COLUMN_SPAN = 20
"""Maximum number of columns of one cell; a larger number would fill the note with empty cells."""

_SKIPPED = frozenset(
    {"script", "style", "head", "title", "noscript", "template", "svg", "iframe", "object", "button"}
)  # fmt: skip

_SAME_AS = {
    **dict.fromkeys(
        ("address", "aside", "body", "center", "dd", "details", "dl", "dt", "figcaption", "figure", "footer", "form",
         "header", "html", "main", "nav", "summary"),
        "div",
    ),
    "strike": "s",
}  # fmt: skip
"""Elements that are converted like another one."""

_LISTS = frozenset({"ul", "ol"})

_EMPHASIS = frozenset({"b", "strong", "i", "em", "s", "del", "mark"})

_BLOCKS = frozenset(
    {"article", "blockquote", "br", "caption", "div", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "li", "p", "pre",
     "section", "table", "td", "th", "tr", *_LISTS}
)  # fmt: skip
"""Elements before and after which a line ends."""

_CONVERTED = frozenset({*_BLOCKS, *_EMPHASIS, "a", "code", "img", "input", "kbd", "q", "samp"})
"""Other elements are replaced by their content. The library would call its method `convert_NAME` for any name."""

_CELL_END = frozenset({"p", "td", "th"})

_IMPLIED_END = {
    "p": frozenset({"p"}), "li": frozenset({"p", "li"}), "td": _CELL_END, "th": _CELL_END, "tr": _CELL_END | {"tr"},
}  # fmt: skip
"""Elements that have no end tag and end where another one starts (HTML standard, "Optional tags")."""

_ESCAPED = re.compile(r"(\\(?=[!-/:-@\[-`{-~])|[`*]|(?<!\w)_(?=\w)|(?<=\w)_(?!\w)|\[(?=\[)|~~|==|<(?=[A-Za-z/!?]))")
# An underscore inside a word has no meaning: identifiers stay as they are.

_LINE_START = re.compile(r"^(\d*)(#{1,6} |[-+>](?=\s|$)|(?<=\d)[.)](?=\s|$))")
_ALLOWED_SCHEME = re.compile(r"(?:https?|mailto|ftp|obsidian):", re.IGNORECASE)
_NOT_BOLD = re.compile(r"font-weight:\s*(?:normal|400)", re.IGNORECASE)
_WHITE_SPACE = re.compile(r"[ \t\r\n\f]+")
_NUMBER = re.compile(r"[0-9]{1,9}")
_LANGUAGE = re.compile(r"(?:^|\s)(?:language|lang|highlight-source)-([\w+#-]{1,30})")
_EMPTY_LINE = "\0"  # Marks empty lines of code, which are kept.
_FENCE = re.compile(r"^ {0,3}(`{3,})", re.MULTILINE)

warnings.filterwarnings("ignore", category=XMLParsedAsHTMLWarning)  # XHTML is converted like HTML.


def html_to_markdown(html: str) -> str:
    """Return *html* as Markdown; empty if it is too large, nested too deeply or has no content."""
    if len(html) > MAX_HTML_LENGTH or html.count("<") > MAX_TAGS:
        return ""
    try:
        document = _ClipboardDocument(html, "html.parser", store_line_numbers=False, multi_valued_attributes=None)
        _rename(document)
        text = _ClipboardConverter().convert_soup(document)
    except (ParserRejectedMarkup, RecursionError):
        return ""
    text = re.sub(r"\n{3,}", "\n\n", text).replace(_EMPTY_LINE, "")
    return "\n".join(line.rstrip() for line in text.split("\n")).strip("\n")


class _ClipboardDocument(BeautifulSoup):
    """The elements of the HTML, including those whose end tag is omitted. Raises `ParserRejectedMarkup`."""

    def handle_starttag(self, name: str, *arguments: Any, **options: Any) -> Tag | None:  # noqa: ANN401 - Any: passed on
        while self.currentTag is not None and self.currentTag.name in _IMPLIED_END.get(name, ()):
            self.handle_endtag(self.currentTag.name)
        if len(self.tagStack) > MAX_NESTING:
            raise ParserRejectedMarkup("nested too deeply")
        return super().handle_starttag(name, *arguments, **options)


def _rename(document: BeautifulSoup) -> None:
    """Give each element in *document* the name of the element like which it is converted."""
    for tag in document.find_all(list(_SAME_AS)):
        tag.name = _SAME_AS[tag.name]
    cells, data_cells = ["tr", "td", "th"], set[int]()
    for table in document.find_all("table"):
        if table.find("table") is None:
            data_cells.update(map(id, table.find_all(cells)))
        else:  # The layout of a page or a mail.
            table.name = "div"
    for cell in document.find_all(cells):
        if id(cell) not in data_cells:
            cell.name = "div"


_Conversion = Callable[["_ClipboardConverter", Tag, str, set[str]], str]


def _emphasis(marker: str, *names: str) -> _Conversion:
    """Return the conversion of the elements *names*, whose text is put between two *marker*."""

    def convert(self: "_ClipboardConverter", el: Tag, text: str, parent_tags: set[str]) -> str:
        content = text.strip()
        # Google's clipboard has a `<b>` of normal weight around everything.
        has_no_meaning = parent_tags.intersection(names) or _NOT_BOLD.search(str(el.get("style", "")))
        if not content or "\n\n" in content or "_noformat" in parent_tags or has_no_meaning:
            return text
        return _replaced_content(text, f"{marker}{content}{marker}")

    return convert


class _ClipboardConverter(MarkdownConverter):  # type: ignore[misc]  # without types: see pyproject.toml
    """Converts to the Markdown that the editor writes.

    A method `convert_NAME` is called with an element, its converted content, and the names of the elements around it;
    `_inline` is one of them in headings and cells, and `_noformat` in code.
    """

    def __init__(self) -> None:
        super().__init__(heading_style=ATX, convert=_CONVERTED)
        self._before = "\n"
        """What precedes the next text: a line break, a space, or other text, which is represented by an empty string.
        """
        self._numbers: dict[int, int] = {}
        """The number of the last item of each ordered list, by the identity of the list."""
        self._tables: set[int] = set()
        """The identities of the tables whose first row is written."""

    def process_tag(self, node: Tag, parent_tags: set[str] | None = None) -> str:
        if node.name in _SKIPPED:
            return ""
        if node.name in _BLOCKS:
            self._before = "\n"
        elif node.name in _EMPHASIS and self._before == "\n":
            self._before = " "  # The line begins with the marker.
        text: str = super().process_tag(node, parent_tags)
        if node.name in _BLOCKS:
            self._before = "\n"
        return text

    def process_text(self, el: NavigableString, parent_tags: set[str]) -> str:
        if isinstance(el, PreformattedString):  # A comment, or a declaration such as Word's `<![if ...]>`.
            return ""
        if "pre" in parent_tags:
            return str(el)
        text = _WHITE_SPACE.sub(" ", el)
        if self._before:
            text = text.lstrip(" " if self._before == " " else None)
        if not text:
            return ""
        starts_line = self._before == "\n"
        self._before = " " if text.endswith(" ") else ""
        if "_noformat" in parent_tags:
            return text
        text = _ESCAPED.sub(r"\\\1", text)
        return _LINE_START.sub(r"\1\\\2", text) if starts_line else text

    convert_b = convert_strong = _emphasis("**", "b", "strong")
    convert_i = convert_em = _emphasis("*", "i", "em")
    convert_s = convert_del = _emphasis("~~", "s", "del")
    convert_mark = _emphasis("==", "mark")

    def convert_a(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        href = str(el.get("href", "")).strip()
        content = " ".join(text.split())
        if not content or "_noformat" in parent_tags or not _ALLOWED_SCHEME.match(href):
            return text
        return _replaced_content(text, f"[{content}]({_encoded(href)})")

    def convert_img(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        source = str(el.get("src", "")).strip()
        if not source.lower().startswith(("http://", "https://")) or len(source) >= 2_000:
            return ""
        self._before = ""
        alt_text = re.sub(r"[\[\]\n]", " ", str(el.get("alt", "")))
        return f"![{alt_text}]({_encoded(source)})"

    def convert_input(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        if el.get("type") != "checkbox" or "li" not in parent_tags:
            return ""
        self._before = " "
        return "[x] " if el.has_attr("checked") else "[ ] "

    def convert_br(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        return " " if "_inline" in parent_tags else "\n"

    def convert_hN(self, n: int, el: Tag, text: str, parent_tags: set[str]) -> str:
        return str(super().convert_hN(n, el, text, parent_tags)) if text.strip() else ""

    def convert_pre(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        if not text.strip():
            return ""
        classes = " ".join(str(tag.get("class", "")) for tag in (el, el.find("code")) if isinstance(tag, Tag))
        language = _LANGUAGE.search(classes)
        fence = max(("``", *_FENCE.findall(text)), key=len) + "`"
        code = re.sub(r"(?<=\n)(?=\n)", _EMPTY_LINE, text.strip("\n"))
        return f"\n\n{fence}{language[1] if language else ''}\n{code}\n{fence}\n\n"

    def convert_blockquote(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        content = text.strip()
        if "_inline" in parent_tags or not content:
            return f" {content} "
        if _is_too_deep(el, ["blockquote"]):
            return f"\n\n{content}\n\n"
        # A tab that follows the marker is only two columns wide.
        lines = (re.sub(r"^\t+", lambda tabs: tabs[0].expandtabs(INDENT_COLUMNS), line) for line in content.split("\n"))
        return "\n\n" + "\n".join(f"> {line}".rstrip() for line in lines) + "\n\n"

    def convert_ul(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        items = text.strip("\n")
        if el.parent is not None and el.parent.name in _LISTS:  # Not valid, but written by Google and Microsoft.
            items = INDENT + _indented(items, INDENT)
        margin = "\n\n" if parent_tags.isdisjoint({"li", *_LISTS}) else "\n"
        return f"{margin}{items}{margin}"

    convert_ol = convert_ul

    def convert_li(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        marker = "- "
        if el.parent is not None and el.parent.name == "ol":
            # The library counts the items before each item, which takes a minute for 30,000 of them.
            previous = self._numbers.get(id(el.parent), _number(el.parent, "start", 1) - 1)
            number = self._numbers[id(el.parent)] = _number(el, "value", previous + 1)
            marker = f"{number}. "
        content = re.sub(r"^(\[[ x]\])\s+", r"\1 ", text.strip())
        indent = "" if _is_too_deep(el, list(_LISTS)) else INDENT + " " * (len(marker) - INDENT_COLUMNS)
        return f"\n{marker}{_indented(content, indent)}\n" if content else "\n"

    def convert_td(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        content = " ".join(text.split()).replace("|", "\\|")
        return f" {content} |" + "  |" * (_column_span(el) - 1)

    convert_th = convert_td

    def convert_tr(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        if not text.strip(" |"):
            return ""
        table = id(el.find_parent("table"))
        if table in self._tables:
            return f"|{text}\n"
        self._tables.add(table)
        columns = sum(map(_column_span, el.find_all(["td", "th"], recursive=False)))
        return f"|{text}\n|{' --- |' * columns}\n"


def _replaced_content(text: str, content: str) -> str:
    """Return *text* with *content* between its leading and its trailing white space."""
    return text[: len(text) - len(text.lstrip())] + content + text[len(text.rstrip()) :]


def _encoded(address: str) -> str:
    return address.replace(" ", "%20").replace(")", "%29")


def _number(el: Tag, attribute: str, default: int) -> int:
    value = str(el.get(attribute, ""))
    return int(value) if _NUMBER.fullmatch(value) else default


def _column_span(cell: Tag) -> int:
    return max(1, min(MAX_COLUMN_SPAN, _number(cell, "colspan", 1)))


def _is_too_deep(el: Tag, names: Sequence[str]) -> bool:
    """Return whether *el* is inside more than the distinguished number of elements *names*."""
    return len(el.find_parents(names, limit=MAX_DEPTH)) == MAX_DEPTH


def _indented(text: str, indent: str) -> str:
    """Return *text* with *indent* before each line except the first one and empty ones."""
    return re.sub(r"\n(?!\n)", f"\n{indent}", text)
