"""Indexed text of `.canvas` and `.base` files."""

import json
from collections.abc import Iterator, Mapping, Sequence
from math import isfinite
from operator import itemgetter
from typing import TypeAlias

from msgspec import Struct, field

from vaultdesk.core.phrases import NO_PHRASE, Phrase, Sentences
from vaultdesk.vault.frontmatter.frontmatter import JsonValue, read_yaml
from vaultdesk.vault.markdown.link_syntax import Link
from vaultdesk.vault.markdown.markdown_scanner import Heading, scan

# One block per card, in reading order from top to bottom; a group is a heading above the cards inside it. Every card is
# parsed separately, so that unclosed code or an unclosed comment in one card does not hide the next.

MAX_NODES = 20_000
"""Maximum number of cards and arrows that are read. Real canvases have some hundred."""

MAX_GROUPS = 100
"""Maximum number of groups, since each card is tested against each group."""

GROUP_LEVEL = 2
"""Level of a group's heading; the canvas itself has level 1."""

_Node: TypeAlias = Mapping[str, JsonValue]
_Bounds: TypeAlias = tuple[float, float, float, float]
"""Left, top, width and height."""


class ExtractedText(Struct, frozen=True):
    """Text extracted from a file that is not a note."""

    body: str = ""
    headings: tuple[Heading, ...] = ()
    links: tuple[Link, ...] = ()
    tags: tuple[str, ...] = ()
    """One entry per occurrence."""
    problem: Phrase = NO_PHRASE
    """Why it cannot be read, in a sentence."""


def canvas_text(source: str) -> ExtractedText:
    """Return the text of the canvas *source*. An empty file is an empty canvas; raises nothing."""
    if not source.strip("\ufeff \t\r\n"):
        return ExtractedText()
    try:
        data = json.loads(source.removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        return ExtractedText(problem=Phrase("It is not a canvas: its text is not valid JSON."))
    if not isinstance(data, dict):
        return ExtractedText(problem=Phrase("It is not a canvas."))
    nodes, edges = _objects(data.get("nodes")), _objects(data.get("edges"))
    builder = TextBuilder()
    groups = [node for node in nodes if node.get("type") == "group" and _text(node, "label")]
    cards = sorted((node for node in nodes if node.get("type") != "group"), key=_reading_order)
    bounds = [(_bounds(group), group) for group in groups[:MAX_GROUPS]]
    group_by_card = {id(card): _group_of(card, bounds) for card in cards}
    for group in (None, *sorted(groups, key=_reading_order)):
        if group is not None:
            builder.heading(GROUP_LEVEL, _text(group, "label"))
        for card in cards:
            if group_by_card[id(card)] is group:
                _add_card(builder, card)
    for edge in edges:
        builder.words(_text(edge, "label"))
    return builder.text()


class TextBuilder(Struct):
    """Builds a text from blocks, each parsed separately."""

    _blocks: list[str] = field(default_factory=list)
    _headings: list[Heading] = field(default_factory=list)
    _links: list[Link] = field(default_factory=list)
    _tags: list[str] = field(default_factory=list)
    _line: int = 1
    _start: int = 0

    def heading(self, level: int, words: str) -> None:
        """Add the heading *words* of *level* on one line; nothing if it is empty."""
        text = " ".join(words.split())
        if text:
            self._headings.append(Heading(level, text, self._line, self._start))
            self._add(f"{'#' * level} {text}")

    def words(self, words: str) -> None:
        """Add a block of plain text."""
        self._add(words.strip())

    def markdown(self, source: str) -> None:
        """Add a card's Markdown with its tags and links."""
        source = source.replace("\r\n", "\n").strip("\n")
        scanned = scan(source)
        self._headings += [
            Heading(item.level, item.text, item.line + self._line - 1, item.start + self._start)
            for item in scanned.headings
        ]
        self._links += [
            item._replace(start=item.start + self._start, end=item.end + self._start) for item in scanned.links
        ]
        self._tags += scanned.tags
        self._add(source)

    def file(self, path: str, subpath: str) -> None:
        """Add an embedded file."""
        link_text = (
            f"[[{path}{subpath}]]" if not any(sign in path + subpath for sign in ("]]", "[[", "|", "\n")) else path
        )
        end = self._start + len(link_text)
        self._links.append(Link("wikilink", path, subpath.removeprefix("#"), start=self._start, end=end))
        self._add(" ".join(link_text.split("\n")))

    def text(self) -> ExtractedText:
        """Return the complete text."""
        body = "\n\n".join(self._blocks)
        return ExtractedText(body, tuple(self._headings), tuple(self._links), tuple(self._tags))

    def _add(self, block: str) -> None:
        if block:
            self._blocks.append(block)
            self._line += block.count("\n") + 2
            self._start += len(block) + 2


def _add_card(builder: TextBuilder, card: _Node) -> None:
    match card.get("type"):
        case "text":
            builder.markdown(_text(card, "text"))
        case "file":
            path = _text(card, "file").strip()
            if path:
                builder.file(path, _text(card, "subpath").strip())
        case "link":
            builder.markdown(_text(card, "url"))
        case _:  # A node type of a later version: index its text.
            builder.words(_text(card, "label") or _text(card, "text"))


def _group_of(card: _Node, groups: Sequence[tuple[_Bounds, _Node]]) -> _Node | None:
    """Return the smallest group that contains the card's center; None if no group does."""
    x, y, width, height = _bounds(card)
    x, y = x + width / 2, y + height / 2
    containing = [
        (width * height, group)
        for (left, top, width, height), group in groups
        if left <= x <= left + width and top <= y <= top + height
    ]
    return min(containing, key=itemgetter(0))[1] if containing else None


def _reading_order(node: _Node) -> tuple[float, float]:
    x, y, _, _ = _bounds(node)
    return y, x


def _bounds(node: _Node) -> _Bounds:
    x, y, width, height = (_number(node.get(name)) for name in ("x", "y", "width", "height"))
    return x, y, width, height


def _number(value: JsonValue) -> float:
    """Return *value* if it is a finite number, else 0."""
    if isinstance(value, bool) or not isinstance(value, int | float) or abs(value) > 1e12 or not isfinite(value):
        return 0.0
    return float(value)


def _objects(value: JsonValue) -> list[_Node]:
    return [item for item in value[:MAX_NODES] if isinstance(item, dict)] if isinstance(value, list) else []


def _text(node: _Node, key: str) -> str:
    value = node.get(key)
    return value if isinstance(value, str) else ""


VIEW_LEVEL = 2
"""Level of a view's heading; the base itself has level 1."""


def base_text(source: str) -> ExtractedText:
    """Return the text of the base *source*. An empty file is a base that shows everything; raises nothing."""
    properties, problem = read_yaml(source.removeprefix("\ufeff"))
    if problem:
        # Other problems are worded for a note's properties.
        detail = problem if problem.startswith("Line ") else ""
        return ExtractedText(problem=Sentences(Phrase("It cannot be read as a base."), detail))
    builder = TextBuilder()
    views = properties.get("views")
    for name, value in properties.items():
        if name != "views":
            builder.words("\n".join(_lines(name, value)))
    for view in views if isinstance(views, list) else []:
        if isinstance(view, dict):
            builder.heading(VIEW_LEVEL, str(view.get("name") or view.get("type") or ""))
            builder.words(
                "\n".join(line for key, value in view.items() if key != "name" for line in _lines(key, value))
            )
    return builder.text()


def _lines(name: str, value: JsonValue) -> Iterator[str]:
    """Yield all names and words of *value*, each on a line of its own."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _lines(f"{name} {key}", item)
    elif isinstance(value, list):
        for item in value:
            yield from _lines(name, item)
    elif value is None:
        yield name
    else:
        yield f"{name}: {value}"
