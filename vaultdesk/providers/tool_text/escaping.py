"""Escaping: text of notes, results and people made unable to pass for a frame. Readable, and taken back exactly.

Only what could be read as a frame is touched: notes are full of honest `<` and `[` that a model must quote as they are.
"""

import re

RESERVED = (
    "tool_call",
    "tool_result",
    "tool_response",
    "tool_code",
    "use_tool",
    "function_call",
    "think",
    "thought",
    "reason",
    "reflect",
    "start_of_turn",
    "end_of_turn",
)
"""How the names of tags begin that mean something to us, to a model, or to the server that feeds it."""

_NAMES = "|".join(RESERVED)
_MEANT = re.compile(
    rf"<(?=\s{{0,8}}/?\s{{0,8}}(?:[a-z_]{{1,20}}:)?(?:{_NAMES})|[|｜])"
    rf"|\[(?=\s{{0,8}}/?\s{{0,8}}(?:(?:end_)?tool_|inst\b|{_NAMES}))"
    r"|◁(?=/?think)"
    r"|&(?=(?:amp;)*(?:lt|\#91|\#9665);)",
    re.IGNORECASE,
)
_SIGNS = {"<": "&lt;", "[": "&#91;", "◁": "&#9665;", "&": "&amp;"}
_IN_ATTRIBUTES = str.maketrans({**_SIGNS, ">": "&gt;", '"': "&quot;", "]": "&#93;"})

LONGEST_ATTRIBUTE = 200
"""Characters of a stranger's id or name that are repeated; no vendor's has more."""


def escaped(text: str) -> str:
    """Return *text* with no frame, think block or template mark in it that a reader could take for one."""
    return _MEANT.sub(lambda found: _SIGNS[found[0]], text)


def attribute(text: str) -> str:
    """Return *text* as a quoted attribute on one line; ids and names may be a stranger's."""
    plain = "".join(character if character.isprintable() else "�" for character in text[:LONGEST_ATTRIBUTE])
    return '"' + plain.translate(_IN_ATTRIBUTES) + '"'
