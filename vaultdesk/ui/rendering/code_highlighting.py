"""Syntax highlighting of code blocks by Pygments, as lines of text runs."""

from functools import lru_cache

from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Keyword, Name, Number, String, _TokenType
from pygments.util import ClassNotFound

from vaultdesk.ui.rendering.render_plan import TextRun, TextStyle

COLOUR_LIMIT = 20_000
"""Maximum number of characters of a highlighted block; some lexers need far more than linear time on malicious
input.
"""

LINE_LIMIT = 1_000
"""Maximum number of characters of a displayed line. A longer one is broken, because the layout of a line takes
quadratic time (vaultdesk/ui/rendering/README.md, "Long lines").
"""

_LOOKS: tuple[tuple[_TokenType, TextStyle], ...] = (
    (Comment, TextStyle.REMARK),
    (Keyword, TextStyle.WORD),
    (Name.Builtin, TextStyle.WORD),
    (Name.Tag, TextStyle.WORD),
    (Number, TextStyle.NUMBER),
    (String, TextStyle.STRING),
)

Line = tuple[TextRun, ...]


def plain_lines(text: str) -> tuple[Line, ...]:
    """Return the lines of *text* without colours, long lines broken."""
    return tuple(line for written in text.split("\n") for line in _broken(((written, TextStyle.PLAIN),)))


def highlighted_lines(text: str, language: str) -> tuple[Line, ...]:
    """Return the lines of *text* highlighted as *language*; plain if that is unknown or the block is too long."""
    lexer = _lexer(language.lower()) if language and len(text) <= COLOUR_LIMIT else None
    if lexer is None:
        return plain_lines(text)
    lines: list[list[tuple[str, TextStyle]]] = [[]]
    for kind, piece in lexer.get_tokens(text):
        look = _look(kind)
        first, *others = piece.split("\n")
        lines[-1].append((first, look))
        lines.extend([(other, look)] for other in others)
    written = text.count("\n") + 1
    return tuple(line for parts in lines[:written] for line in _broken(tuple(parts)))


def preload_highlighting() -> None:
    """Load what the first highlighted block needs, so that the first answer is not delayed
    (vaultdesk/ui/rendering/README.md, "Streaming").
    """
    highlighted_lines("pass\n", "python")


@lru_cache(maxsize=32)
def _lexer(language: str) -> Lexer | None:
    try:
        lexer: Lexer = get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None
    return lexer


def _look(kind: _TokenType) -> TextStyle:
    return next((look for family, look in _LOOKS if _belongs(kind, family)), TextStyle.PLAIN)


def _belongs(kind: _TokenType, family: _TokenType) -> bool:
    return kind[: len(family)] == family


def _broken(parts: tuple[tuple[str, TextStyle], ...]) -> list[Line]:
    lines: list[list[TextRun]] = [[]]
    room = LINE_LIMIT
    for written, look in parts:
        text = written
        while len(text) > room:
            lines[-1].append(TextRun(text[:room], look))
            text, room = text[room:], LINE_LIMIT
            lines.append([])
        if text:
            lines[-1].append(TextRun(text, look))
            room -= len(text)
    return [tuple(line) for line in lines]
