"""Texts and links of a `.canvas` file, and repair of its links in place in the JSON.

Layout, order, unknown keys and escaping are preserved.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from vaultdesk.vault.markdown.link_repair import Renaming, RepairedText, body_splices
from vaultdesk.vault.markdown.link_syntax import Splice, apply_splices
from vaultdesk.vault.note_path import NotePath

CANVAS_SUFFIX = ".canvas"

MAX_CANVAS_DEPTH = 100
"""Maximum nesting depth of JSON values. A canvas has four levels; Python's parser fails at about a thousand."""

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"|[\[\]{}:,]')
_PIECE = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.|[^\\]", re.DOTALL
)


@dataclass(frozen=True, slots=True)
class CanvasText:
    """A text of a node and its position in the file, including the quotes."""

    key: Literal["file", "text"]
    value: str
    start: int
    end: int


def canvas_texts(canvas: str) -> list[CanvasText]:
    """Return the file names and Markdown texts of the nodes; an empty list if *canvas* is empty or not a canvas."""
    try:
        whole = json.loads(canvas)
    except (ValueError, RecursionError):
        return []
    if not isinstance(whole, dict) or not isinstance(whole.get("nodes"), list):
        return []
    return list(_node_texts(canvas))


def repair_canvas_links(canvas: str, source: NotePath, renaming: Renaming) -> RepairedText:
    """Return *canvas*, the content of the file at *source*, with the links that *renaming* breaks repaired."""
    splices: list[Splice] = []
    lost = 0
    for found in canvas_texts(canvas):
        if found.key == "file":
            target = next(
                (renaming.moves[path] for path in renaming.before.at(found.value) if path in renaming.moves), ""
            )
            inner = [Splice(0, len(found.value), target)] if target else []
        else:
            inner, missed = body_splices(found.value, source.text, renaming)
            lost += missed
        splices += _in_json(canvas, found, inner)
    return RepairedText(apply_splices(canvas, splices), len(splices), lost)


def _node_texts(canvas: str) -> Iterator[CanvasText]:
    """Yield the strings at `nodes[].file` and `nodes[].text`; *canvas* is valid JSON."""
    keys: list[str | None] = []
    """For each enclosing value: its key in its object, or None in a list."""
    key: str | None = None
    kinds: list[str] = []
    before = ""
    for token in _TOKEN.finditer(canvas):
        mark = token[0][0]
        if mark in "[{":
            if len(kinds) > MAX_CANVAS_DEPTH:
                return
            keys.append(key)
            kinds.append(mark)
            key = None
        elif mark in "]}":
            keys.pop()
            kinds.pop()
        elif mark == '"' and before != ":" and kinds[-1:] == ["{"]:
            key = json.loads(token[0], strict=False)
        elif mark == '"' and keys == [None, "nodes", None] and kinds == ["{", "[", "{"]:
            if key in ("file", "text"):
                yield CanvasText(
                    "file" if key == "file" else "text", json.loads(token[0], strict=False), token.start(), token.end()
                )
        elif mark == "," and kinds[-1:] == ["["]:
            key = None
        before = mark


def _in_json(canvas: str, found: CanvasText, inner: list[Splice]) -> list[Splice]:
    """Return *inner*, splices of the string's value, converted to splices of the file's text."""
    if not inner:
        return []
    places = [piece.start() for piece in _PIECE.finditer(canvas, found.start + 1, found.end - 1)]
    places.append(found.end - 1)
    written = canvas[found.start : found.end]
    ascii_only = "\\u" in written and written.isascii()
    made: list[Splice] = []
    for splice in inner:
        words = json.dumps(splice.text, ensure_ascii=ascii_only)[1:-1]
        if "\\/" in written:
            words = words.replace("/", "\\/")
        made.append(Splice(places[splice.start], places[splice.end], words))
    return made
