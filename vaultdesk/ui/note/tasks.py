"""Tasks: the boxes of a note's tasks: on which line of the text one is, and that line ticked or not. Pure text."""

import re

from vaultdesk.core.errors import NoteConflict
from vaultdesk.ui.rendering.markdown_parser import parse
from vaultdesk.vault.frontmatter.frontmatter import read_frontmatter

_BOX = re.compile(r"(?P<before>[ \t>]*(?:[-*+]|[0-9]{1,9}[.)])[ \t]+\[)(?P<sign>[^\n])(?=\])")


def task_line(text: str, number: int, limit: int) -> int | None:
    """Return the line, from 0, of the task *number* among those that are shown of *text*; None where it has none.

    *limit* characters of the note are looked at. Slow for long notes: call it in a thread.
    """
    start = read_frontmatter(text).body_start
    body = text[start : start + limit]
    lines = [
        token.map[0] for token in parse(body) if token.type == "list_item_open" and token.meta.get("task") and token.map
    ]
    if not 0 <= number < len(lines):
        return None
    line = text.count("\n", 0, start) + lines[number]
    written = text.split("\n")
    return line if line < len(written) and _BOX.match(written[line]) else None


def toggled(text: str, line: int, was: str) -> str:
    """Return *text* with the box on *line* ticked, or empty where it had any sign (OBSIDIAN E.4).

    Raises `NoteConflict` where the line is not as it *was*.
    """
    lines = text.split("\n")
    found = _BOX.match(lines[line]) if line < len(lines) and lines[line] == was else None
    if found is None:
        raise NoteConflict("The note was changed meanwhile", hint="Try again.")
    sign = "x" if found["sign"] == " " else " "
    lines[line] = f"{found['before']}{sign}{lines[line][found.end() :]}"
    return "\n".join(lines)
