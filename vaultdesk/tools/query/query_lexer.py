"""Lexer for Bases and Dataview expressions."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.tools.tool import ToolFailure

MAX_PART_CHARACTERS = 160
"""Characters of the part that is repeated."""


def unsupported_query_error(part: str) -> ToolFailure:
    """Return the failure that names *part*."""
    return ToolFailure("VALIDATION_FAILED", f"cannot evaluate: {sanitize_line(part, MAX_PART_CHARACTERS)}")


MAX_QUERY_CHARACTERS = 20_000
"""Characters of one query: the longest real ones stay under 2,000."""

MAX_PARENTHESES = 40
"""Parentheses inside each other."""

TokenKind = Literal["name", "number", "text", "link", "tag", "sign", "end"]

_SIGNS = ("&&", "||", "==", "!=", "<=", ">=")


@dataclass(frozen=True, slots=True)
class Token:
    """One word of a query. A text's `text` is what stands between its quotes."""

    kind: TokenKind
    text: str
    start: int


class QueryLexer:
    """Hands out the words of *text* one after the other."""

    def __init__(self, text: str, *, joined_names: bool = False) -> None:
        """With *joined_names*, as in Dataview, `-` is part of a name, and `[[link]]` and `#tag` are words."""
        if len(text) > MAX_QUERY_CHARACTERS:
            raise unsupported_query_error(f"a query of {len(text):,} characters")
        self._text = text
        self._joined_names = joined_names
        self._position = 0
        self._depth = 0
        self.token = self._scan()

    def next_token(self) -> Token:
        """Return the present word and go on to the next."""
        token = self.token
        if token.kind != "end":
            self.token = self._scan()
        return token

    def has(self, *signs: str) -> bool:
        """Whether the present word is one of these signs."""
        return self.token.kind == "sign" and self.token.text in signs

    def has_name(self, *names: str) -> bool:
        """Whether the present word is one of these names, whatever its case."""
        return self.token.kind == "name" and self.token.text.lower() in names

    def skip(self, sign: str) -> bool:
        """Go on over *sign* where it is the present word."""
        if not self.has(sign):
            return False
        self.next_token()
        return True

    def expect(self, sign: str) -> None:
        """Go on over *sign*; refuse anything else."""
        if not self.skip(sign):
            raise self.unexpected_token_error()

    def enter_level(self) -> None:
        """Count one more level of nesting; refuse too many."""
        self._depth += 1
        if self._depth > MAX_PARENTHESES:
            raise unsupported_query_error(f"more than {MAX_PARENTHESES} levels of nesting")

    def leave_level(self) -> None:
        """Leave a level of nesting."""
        self._depth -= 1

    def text_since(self, start: int) -> str:
        """Return the text from *start* to the present word."""
        return self._text[start : self.token.start].strip()

    def text_from(self, start: int) -> str:
        """Return the text from *start* on, to name it in a refusal."""
        return self._text[start:].strip()

    def raw_until_closing(self) -> str:
        """Return the text up to the `)` that closes the present parenthesis, and go on after it."""
        start, depth = self.token.start, 1
        place = start
        while place < len(self._text):
            depth += {"(": 1, ")": -1}.get(self._text[place], 0)
            if depth == 0:
                self._position = place + 1
                self.token = self._scan()
                return self._text[start:place].strip()
            place += 1
        raise unsupported_query_error(self.text_from(start))

    def unexpected_token_error(self) -> ToolFailure:
        """Return the refusal of the present word and what follows it."""
        if self.token.kind == "end":
            return unsupported_query_error(f"{self._text.strip()} (it ends too early)")
        return unsupported_query_error(self.text_from(self.token.start))

    def _scan(self) -> Token:
        text, place = self._text, self._position
        while place < len(text) and text[place].isspace():
            place += 1
        if place == len(text):
            self._position = place
            return Token("end", "", place)
        character = text[place]
        if character in "\"'" and not (self._joined_names and character == "'"):
            return self._quoted(place)
        if self._joined_names and text.startswith("[[", place):
            return self._link(place)
        if self._joined_names and character == "#":
            return self._scan_while("tag", place, place + 1, lambda c: c.isalnum() or c in "_/-" or ord(c) > 0x7F)
        if character.isalpha() or character in "_$" or ord(character) > 0x7F:
            return self._scan_while("name", place, place + 1, self._in_name)
        if character.isdecimal() and character.isascii():
            return self._number(place)
        sign = next((sign for sign in _SIGNS if text.startswith(sign, place)), character)
        self._position = place + len(sign)
        return Token("sign", sign, place)

    def _in_name(self, character: str) -> bool:
        joins = character == "-" and self._joined_names
        return character.isalnum() or character == "_" or joins or (ord(character) > 0x7F and not character.isspace())

    def _scan_while(self, kind: TokenKind, start: int, position: int, belongs: Callable[[str], bool]) -> Token:
        while position < len(self._text) and belongs(self._text[position]):
            position += 1
        self._position = position
        return Token(kind, self._text[start:position], start)

    def _number(self, start: int) -> Token:
        text, place = self._text, start
        while place < len(text) and text[place].isascii() and text[place].isdecimal():
            place += 1
        if text[place : place + 1] == "." and text[place + 1 : place + 2].isdecimal():
            place += 1
            while place < len(text) and text[place].isascii() and text[place].isdecimal():
                place += 1
        self._position = place
        return Token("number", text[start:place], start)

    def _quoted(self, start: int) -> Token:
        text, place, quote = self._text, start + 1, self._text[start]
        pieces: list[str] = []
        while place < len(text) and text[place] != quote:
            if text[place] == "\\" and place + 1 < len(text):
                place += 1
                # Both languages keep a backslash that escapes nothing.
                if text[place] not in ('"', "'", "\\"):
                    pieces.append("\\")
            pieces.append(text[place])
            place += 1
        if place >= len(text):
            raise unsupported_query_error(text[start:])
        self._position = place + 1
        return Token("text", "".join(pieces), start)

    def _link(self, start: int) -> Token:
        close = self._text.find("]]", start)
        inner = self._text[start + 2 : close] if close >= 0 else ""
        if close < 0 or "[" in inner or "\n" in inner:
            raise unsupported_query_error(self._text[start:])
        self._position = close + 2
        return Token("link", inner.partition("|")[0].partition("#")[0].strip(), start)
