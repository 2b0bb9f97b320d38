"""Parses the text of a search box into an expression; never fails.

There are no syntax errors: an open quote or bracket extends to the end, an unmatched closing one is skipped, an
operator without an argument is ignored, and a name before a colon that is not an operator is a word.
"""

import re

from vaultdesk.core.phrases import NO_PHRASE, Phrase
from vaultdesk.index.query_syntax.search_pattern import UnsupportedPattern, to_re2
from vaultdesk.index.search_query import (
    MAX_CHARACTERS,
    ComparisonSign,
    Expression,
    HasProperty,
    MatchCase,
    Negation,
    NoValue,
    Pattern,
    QueryNode,
    SearchScope,
    SearchWord,
    ValueComparison,
    Within,
    all_of,
    any_of,
    storable_text,
)
from vaultdesk.index.store.index_entry import NoteScope

MAX_QUERY_TERMS = 64
"""Maximum number of words, patterns and values of an expression: each costs a pass over all notes."""

MAX_DEPTH = 16
"""Maximum nesting of parentheses and operators; deeper ones are skipped."""

SCOPES: dict[str, SearchScope] = {
    "file": "file", "path": "path", "content": "content", "tag": "tag", "line": "line", "block": "block",
    "section": "section", "task": "task", "task-todo": "task-todo", "task-done": "task-done",
}  # fmt: skip
"""The operators that select a scope, as written before the colon."""

IN_SCOPES: dict[str, NoteScope] = {"notes": "notes", "chats": "chats", "all": "all"}
"""Values of `in:`. Obsidian has no such operator, so with any other value it is a word."""

CASES: dict[str, bool] = {"match-case": True, "ignore-case": False}
"""The operators for case sensitivity."""

_SIGNS: dict[str, ComparisonSign] = {"<": "<", "<=": "<=", ">": ">", ">=": ">="}

_VALUE, _NAME = "]", ":]"
# Characters that end a property's value, and its name; fewer characters are special inside them.

_BLANK = re.compile(r"\s*")
_OPERATOR = re.compile(rf"({'|'.join(sorted([*CASES, *SCOPES], key=len, reverse=True))}):", re.IGNORECASE)
_IN = re.compile(rf"(?P<unwanted>-?)in:(?P<scope>{'|'.join(IN_SCOPES)})(?=[\s()]|\Z)", re.IGNORECASE)
_OR = re.compile(r"OR(?=[\s()\]:]|\Z)")
_QUOTED = re.compile(r'"((?:[^"\\]|\\.|\\\Z)*+)"?', re.DOTALL)
_REGEX = re.compile(
    r"/(?!\s)((?:[^/\\\[]|\\.|\[(?:[^\]\\]|\\.)*+\])++)/(?=[\s()\]:]|\Z)",
    re.DOTALL,
)
_OPEN_REGEX = re.compile(r"/\S.*\Z", re.DOTALL)
_WIKILINK = re.compile(r"!?\[\[[^\[\]\n]*\]\]|\[\s*\]")
_RAW_NAME = re.compile(r'(?![\s"(/\-])(?:(?!\sOR\s)[^:\]])++(?=[:\]]|\Z)')
_WORDS = {
    "": re.compile(r'[^\s()"]+'),
    _VALUE: re.compile(r'(?:[^\s()"\[\]]|\[\[[^\[\]]*\]\])+'),
    _NAME: re.compile(r'[^\s()":\[\]]+'),
}
_COMPARING = re.compile(r"(<=|>=|<|>)\s*")
_NUMBER_BELOW_ZERO = re.compile(r"-\.?[0-9]")


def parse_query(text: str, typing: bool = False) -> Expression:
    """Return the parsed *text*. While *typing*, a pattern or property still open at the end is ignored."""
    parser = _Parser(storable_text(text)[:MAX_CHARACTERS], typing=typing)
    root = parser.run()
    return Expression(text, root, parser.problem, parser.scope)


class _Parser:
    """Parses one text from left to right."""

    def __init__(self, text: str, *, typing: bool) -> None:
        self._text = text
        self._typing = typing
        self._place = 0
        self._depth = 0
        self._terms = 0
        self.problem = NO_PHRASE
        """The first problem found."""
        self.scope: NoteScope = "notes"

    def run(self) -> QueryNode | None:
        """Parse the whole text."""
        return self._alternatives("", "")

    def _alternatives(self, ends: str, inside: str) -> QueryNode | None:
        """Parse up to one of *ends*: terms that must all match, or several such groups separated by `OR`."""
        rows: list[QueryNode | None] = []
        row: list[QueryNode] = []
        began = False
        while True:
            self._skip_blanks()
            sign = self._text[self._place : self._place + 1]
            if not sign or sign in ends:
                break
            if sign == ")":
                self._place += 1
            elif began and (found := _OR.match(self._text, self._place)):
                rows.append(all_of(row))
                row = []
                self._place = found.end()
            else:
                before = self._place
                term = self._term(ends, inside)
                # Unknown characters are skipped, so that parsing always terminates.
                self._place = max(self._place, before + 1) if term is None else self._place
                row += [term] if term is not None else []
                began = True
        rows.append(all_of(row))
        return any_of([found for found in rows if found is not None])

    def _term(self, ends: str, inside: str) -> QueryNode | None:
        text, place = self._text, self._place
        following = text[place + 1 : place + 2]
        if not inside and (scope := _IN.match(text, place)):
            # It applies to the whole search, at any position. It is not a term of its own.
            self._place = scope.end()
            if not scope["unwanted"]:
                self.scope = IN_SCOPES[scope["scope"].lower()]
            return None
        match text[place]:
            case "-" if following and not following.isspace() and following not in ends:
                if not (inside == _VALUE and _NUMBER_BELOW_ZERO.match(text, place)):
                    self._place += 1
                    part = self._word(inside) if following == "-" else self._term(ends, inside)
                    return None if part is None else Negation(part)
            case "-" if self._typing and not inside and not following:
                self._place += 1  # The negated term follows.
                return None
            case '"':
                return self._quoted(empty=bool(inside))
            case "(":
                return self._group(ends, inside)
            case "[" | "!" if not inside:
                return self._bracketed()
            case "/":
                if found := _REGEX.match(text, place):
                    self._place = found.end()
                    return self._pattern(found[1])
                if self._typing and not inside and _OPEN_REGEX.match(text, place):
                    self._place = len(text)
                    return None
            case "<" | ">" if inside == _VALUE:
                return self._comparison()
            case _:
                pass
        operator = _OPERATOR.match(text, place) if not inside else None
        if operator is not None and self._depth < MAX_DEPTH:
            self._place = operator.end()
            return self._operator(operator[1].lower(), ends)
        return self._word(inside)

    def _group(self, ends: str, inside: str) -> QueryNode | None:
        self._place += 1
        if self._depth >= MAX_DEPTH:
            return None
        self._depth += 1
        part = self._alternatives(ends if ")" in ends else ends + ")", inside)
        self._depth -= 1
        if self._text[self._place : self._place + 1] == ")":
            self._place += 1
        return part

    def _operator(self, name: str, ends: str) -> QueryNode | None:
        """Parse the argument of an operator; without one, the operator is ignored."""
        sign = self._text[self._place : self._place + 1]
        if not sign or sign.isspace() or sign in ends or sign == ")":
            return None
        self._depth += 1
        part: QueryNode | None
        if sign == '"':
            part = self._quoted(empty=True)
        elif sign == "-":
            part = self._word("")
        else:
            part = self._term(ends, "")
        self._depth -= 1
        if part is None:
            return None
        return MatchCase(CASES[name], part) if name in CASES else Within(SCOPES[name], part)

    def _bracketed(self) -> QueryNode | None:
        """Parse a property, or a link or an empty box, which are words."""
        text, place = self._text, self._place
        literal = _WIKILINK.match(text, place)
        if literal is not None:
            self._place = literal.end()
            return self._counted(SearchWord(literal[0], phrase=True))
        if text[place] == "!" or text.startswith("[[", place):
            return self._word("")
        self._place += 1
        self._skip_blanks()
        raw = _RAW_NAME.match(text, self._place)
        name: QueryNode | None
        if raw is not None:
            self._place = raw.end()
            name = self._counted(SearchWord(raw[0].strip(), phrase=True))
        else:
            name = self._alternatives(_NAME, _NAME)
        has_value = text[self._place : self._place + 1] == ":"
        self._place += has_value
        value = self._alternatives(_VALUE, _VALUE) if has_value else None
        is_closed = text[self._place : self._place + 1] == "]"
        self._place += is_closed
        if name is None or (self._typing and not is_closed and value is None):
            return None
        return HasProperty(name, value)

    def _comparison(self) -> QueryNode | None:
        found = _COMPARING.match(self._text, self._place)
        assert found is not None
        self._place = found.end()
        part = self._quoted(empty=False) if self._text.startswith('"', self._place) else self._word(_VALUE)
        return ValueComparison(_SIGNS[found[1]], part.text) if isinstance(part, SearchWord) else None

    def _quoted(self, *, empty: bool) -> SearchWord | None:
        """Parse a quoted phrase; *empty* ones have a meaning after an operator only."""
        found = _QUOTED.match(self._text, self._place)
        assert found is not None
        self._place = found.end()
        said = found[1].replace('\\"', '"')
        return self._counted(SearchWord(said, phrase=True)) if said.strip() or empty else None

    def _word(self, inside: str) -> SearchWord | NoValue | None:
        found = _WORDS[inside].match(self._text, self._place)
        if found is None:
            return None
        self._place = found.end()
        said = found[0]
        if inside == _VALUE and said.casefold() == "null":
            return NoValue()
        unfinished = not inside and found.end() == len(self._text) and len(said) > 1 and said[-1].isalnum()
        return self._counted(SearchWord(said, phrase=inside == _NAME, prefix=unfinished))

    def _pattern(self, written: str) -> Pattern | None:
        try:
            source = to_re2(written)
        except UnsupportedPattern as problem:
            self.remark(problem.message)
            return None
        return Pattern(source, written) if self._counts() else None

    def _counted(self, word: SearchWord) -> SearchWord | None:
        return word if self._counts() else None

    def _counts(self) -> bool:
        """Whether one more term is allowed."""
        self._terms += 1
        if self._terms > MAX_QUERY_TERMS:
            self.remark(Phrase("Only the first {0} parts of the query are used; the rest is ignored.", MAX_QUERY_TERMS))
            return False
        return True

    def remark(self, problem: Phrase) -> None:
        """Record what could not be used, in a sentence for the user."""
        self.problem = self.problem or problem

    def _skip_blanks(self) -> None:
        found = _BLANK.match(self._text, self._place)
        assert found is not None
        self._place = found.end()
