"""Board: what a canvas or a base says, as blocks in the order one reads them. Pure: reads no file, draws nothing."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from vaultdesk.vault.canvas_links import CANVAS_SUFFIX

BASE_SUFFIX = ".base"

BOARDS = (CANVAS_SUFFIX, BASE_SUFFIX)
"""Endings of files that are found by their text and are no notes."""

MOST_BLOCKS = 400
"""Blocks that are shown; each is a widget, and whoever has more wants the program that draws them."""

MOST_CHARACTERS = 200_000
"""Characters of all blocks: some fifty pages, laid out at once."""

LONGEST = 8_000
"""Characters of one block that are shown."""


@dataclass(frozen=True, slots=True)
class Block:
    """One card."""

    kind: Literal["text", "file", "link", "group", "code"]
    text: str


@dataclass(frozen=True, slots=True)
class Board:
    """The blocks of a file, and how many there are in all."""

    blocks: tuple[Block, ...]
    total: int
    broken: bool = False
    """Whether it is no canvas that can be read, and shown as it is written."""


def is_board(path: str) -> bool:
    """Whether *path* names a canvas or a base."""
    return path.lower().endswith(BOARDS)


def board_of(path: str, text: str) -> Board:
    """Return what the file at *path* says. Never raises: a broken canvas is shown as it is written."""
    if not path.lower().endswith(CANVAS_SUFFIX):
        return Board((Block("code", text[:LONGEST].rstrip()),) if text.strip() else (), 1)
    if not text.strip():
        return Board((), 0)
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError):
        whole = None
    nodes = whole.get("nodes", []) if isinstance(whole, dict) else None
    if not isinstance(nodes, list):
        return Board((Block("code", text[:LONGEST]),), 1, broken=True)
    placed = [(_place(node), block) for node in nodes if isinstance(node, dict) and (block := _block(node)) is not None]
    placed.sort(key=lambda one: one[0])
    shown: list[Block] = []
    for _, block in placed[:MOST_BLOCKS]:
        if sum(len(one.text) for one in shown) > MOST_CHARACTERS:
            break
        shown.append(block)
    return Board(tuple(shown), len(placed))


def _place(node: Mapping[str, object]) -> tuple[float, float]:
    """Return where the node stands, rows before columns: cards of about one height are one row."""
    x, y = (value if isinstance(value := node.get(key), int | float) else 0 for key in "xy")
    return (min(max(y, -1e9), 1e9) // 100, x)


def _block(node: Mapping[str, object]) -> Block | None:
    keys: tuple[tuple[str, Literal["text", "file", "link", "group"]], ...] = (
        ("text", "text"), ("file", "file"), ("url", "link"), ("label", "group"),
    )  # fmt: skip
    for key, kind in keys:
        said = node.get(key)
        if isinstance(said, str) and said.strip():
            return Block(kind, said.strip()[:LONGEST])
    return None
