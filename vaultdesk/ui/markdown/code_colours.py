"""Code colours: a closed block of code as lines of coloured runs, by Pygments. Never guesses a language."""

from functools import lru_cache

from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Keyword, Name, Number, String, _TokenType
from pygments.util import ClassNotFound

from vaultdesk.ui.markdown.plan import Look, Run

COLOUR_LIMIT = 20_000
"""Characters of one block that are coloured; some lexers need far more than linear time on hostile input."""

LINE_LIMIT = 1_000
"""Characters of one shown line. A longer one is broken, as the layout of one line grows quadratically (THREATS 0.4)."""

_LOOKS: tuple[tuple[_TokenType, Look], ...] = (
    (Comment, Look.REMARK),
    (Keyword, Look.WORD),
    (Name.Builtin, Look.WORD),
    (Name.Tag, Look.WORD),
    (Number, Look.NUMBER),
    (String, Look.STRING),
)

Line = tuple[Run, ...]


def plain_lines(text: str) -> tuple[Line, ...]:
    """Show *text* without colours, long lines broken."""
    return tuple(line for written in text.split("\n") for line in _broken(((written, Look.PLAIN),)))


def coloured_lines(text: str, language: str) -> tuple[Line, ...]:
    """Show *text* in the colours of *language*; plain where that is unknown or the block is too long."""
    lexer = _lexer(language.lower()) if language and len(text) <= COLOUR_LIMIT else None
    if lexer is None:
        return plain_lines(text)
    lines: list[list[tuple[str, Look]]] = [[]]
    for kind, piece in lexer.get_tokens(text):
        look = _look(kind)
        first, *others = piece.split("\n")
        lines[-1].append((first, look))
        lines.extend([(other, look)] for other in others)
    written = text.count("\n") + 1
    return tuple(line for parts in lines[:written] for line in _broken(tuple(parts)))


def warm_up() -> None:
    """Load what the first coloured block needs, so that the first answer does not stall for it (QT 2.1)."""
    coloured_lines("pass\n", "python")


@lru_cache(maxsize=32)
def _lexer(language: str) -> Lexer | None:
    try:
        lexer: Lexer = get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None
    return lexer


def _look(kind: _TokenType) -> Look:
    return next((look for family, look in _LOOKS if _belongs(kind, family)), Look.PLAIN)


def _belongs(kind: _TokenType, family: _TokenType) -> bool:
    return kind[: len(family)] == family


def _broken(parts: tuple[tuple[str, Look], ...]) -> list[Line]:
    lines: list[list[Run]] = [[]]
    room = LINE_LIMIT
    for written, look in parts:
        text = written
        while len(text) > room:
            lines[-1].append(Run(text[:room], look))
            text, room = text[room:], LINE_LIMIT
            lines.append([])
        if text:
            lines[-1].append(Run(text, look))
            room -= len(text)
    return [tuple(line) for line in lines]
