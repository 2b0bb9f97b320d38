"""Link at: what the link under a cursor says, and which line of a text a place in it is. Goes nowhere."""

from typing import NamedTuple
from urllib.parse import unquote

from vaultdesk.ui.editor.line_spans import line_spans
from vaultdesk.vault.markdown.link_resolution import heading_at
from vaultdesk.vault.markdown.markdown_scanner import scan


class LinkAt(NamedTuple):
    """Where a link leads."""

    target: str
    """A note with its place, as `Note#Heading`, or an address of the web."""
    web: bool


def link_at(line: str, place: int) -> LinkAt | None:
    """Return the link of the *line* that the character at *place* is a part of; None where there is none."""
    spans = line_spans(line, 0).spans
    for number, span in enumerate(spans):
        if span.kind == "url" and span.start <= place <= span.end:
            return LinkAt(line[span.start : span.end].strip("<>"), web=True)
        if span.kind != "link" or number == 0 or number + 1 >= len(spans):
            continue
        opening, closing = spans[number - 1], spans[number + 1]
        if not opening.start <= place <= closing.end:
            continue
        if closing.kind != "address":
            return LinkAt(line[span.start : span.end].replace("\\|", "|").partition("|")[0].strip(), web=False)
        where = line[closing.start + 2 : closing.end - 1].strip().partition(' "')[0].strip("<>")
        web = not span.target and not where.startswith("#")
        return LinkAt(where if web else unquote(where), web=web)
    return None


def line_of(text: str, place: str) -> int | None:
    """Return the line, from 0, of the heading or block that *place* (`Heading#Sub`, `^id`) names in *text*."""
    found = scan(text)
    if place.startswith("^"):
        return next((block.line - 1 for block in found.blocks if block.id == place[1:]), None)
    heading = heading_at(found.headings, place)
    return heading.line - 1 if heading is not None else None
