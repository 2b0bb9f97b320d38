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
_IN = re.compile(rf"(?P<negated>-?)in:(?P<scope>{'|'.join(IN_SCOPES)})(?=[\s()]|\Z)", re.IGNORECASE)
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
        self._position = 0
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
        alternatives: list[QueryNode | None] = []
        terms: list[QueryNode] = []
        has_term = False
        while True:
            self._skip_blanks()
            character = self._text[self._position : self._position + 1]
            if not character or character in ends:
                break
            if character == ")":
                self._position += 1
            elif has_term and (match := _OR.match(self._text, self._position)):
                alternatives.append(all_of(terms))
                terms = []
                self._position = match.end()
            else:
                start = self._position
                term = self._term(ends, inside)
                # Unknown characters are skipped, so that parsing always terminates.
                self._position = max(self._position, start + 1) if term is None else self._position
                terms += [term] if term is not None else []
                has_term = True
        alternatives.append(all_of(terms))
        return any_of([match for match in alternatives if match is not None])

    def _term(self, ends: str, inside: str) -> QueryNode | None:
        text, position = self._text, self._position
        following = text[position + 1 : position + 2]
        if not inside and (scope := _IN.match(text, position)):
            # It applies to the whole search, at any position. It is not a term of its own.
            self._position = scope.end()
            if not scope["negated"]:
                self.scope = IN_SCOPES[scope["scope"].lower()]
            return None
        match text[position]:
            case "-" if following and not following.isspace() and following not in ends:
                if not (inside == _VALUE and _NUMBER_BELOW_ZERO.match(text, position)):
                    self._position += 1
                    node = self._word(inside) if following == "-" else self._term(ends, inside)
                    return None if node is None else Negation(node)
            case "-" if self._typing and not inside and not following:
                self._position += 1  # The negated term follows.
                return None
            case '"':
                return self._quoted(empty=bool(inside))
            case "(":
                return self._group(ends, inside)
            case "[" | "!" if not inside:
                return self._bracketed()
            case "/":
                if found := _REGEX.match(text, position):
                    self._position = found.end()
                    return self._pattern(found[1])
                if self._typing and not inside and _OPEN_REGEX.match(text, position):
                    self._position = len(text)
                    return None
            case "<" | ">" if inside == _VALUE:
                return self._comparison()
            case _:
                pass
        operator = _OPERATOR.match(text, position) if not inside else None
        if operator is not None and self._depth < MAX_DEPTH:
            self._position = operator.end()
            return self._operator(operator[1].lower(), ends)
        return self._word(inside)

    def _group(self, ends: str, inside: str) -> QueryNode | None:
        self._position += 1
        if self._depth >= MAX_DEPTH:
            return None
        self._depth += 1
        node = self._alternatives(ends if ")" in ends else ends + ")", inside)
        self._depth -= 1
        if self._text[self._position : self._position + 1] == ")":
            self._position += 1
        return node

    def _operator(self, name: str, ends: str) -> QueryNode | None:
        """Parse the argument of an operator; without one, the operator is ignored."""
        character = self._text[self._position : self._position + 1]
        if not character or character.isspace() or character in ends or character == ")":
            return None
        self._depth += 1
        node: QueryNode | None
        if character == '"':
            node = self._quoted(empty=True)
        elif character == "-":
            node = self._word("")
        else:
            node = self._term(ends, "")
        self._depth -= 1
        if node is None:
            return None
        return MatchCase(CASES[name], node) if name in CASES else Within(SCOPES[name], node)

    def _bracketed(self) -> QueryNode | None:
        """Parse a property, or a link or an empty box, which are words."""
        text, position = self._text, self._position
        literal = _WIKILINK.match(text, position)
        if literal is not None:
            self._position = literal.end()
            return self._limited(SearchWord(literal[0], phrase=True))
        if text[position] == "!" or text.startswith("[[", position):
            return self._word("")
        self._position += 1
        self._skip_blanks()
        raw = _RAW_NAME.match(text, self._position)
        name: QueryNode | None
        if raw is not None:
            self._position = raw.end()
            name = self._limited(SearchWord(raw[0].strip(), phrase=True))
        else:
            name = self._alternatives(_NAME, _NAME)
        has_value = text[self._position : self._position + 1] == ":"
        self._position += has_value
        value = self._alternatives(_VALUE, _VALUE) if has_value else None
        is_closed = text[self._position : self._position + 1] == "]"
        self._position += is_closed
        if name is None or (self._typing and not is_closed and value is None):
            return None
        return HasProperty(name, value)

    def _comparison(self) -> QueryNode | None:
        match = _COMPARING.match(self._text, self._position)
        assert match is not None
        self._position = match.end()
        operand = self._quoted(empty=False) if self._text.startswith('"', self._position) else self._word(_VALUE)
        return ValueComparison(_SIGNS[match[1]], operand.text) if isinstance(operand, SearchWord) else None

    def _quoted(self, *, empty: bool) -> SearchWord | None:
        """Parse a quoted phrase; *empty* ones have a meaning after an operator only."""
        match = _QUOTED.match(self._text, self._position)
        assert match is not None
        self._position = match.end()
        text = match[1].replace('\\"', '"')
        return self._limited(SearchWord(text, phrase=True)) if text.strip() or empty else None

    def _word(self, inside: str) -> SearchWord | NoValue | None:
        match = _WORDS[inside].match(self._text, self._position)
        if match is None:
            return None
        self._position = match.end()
        text = match[0]
        if inside == _VALUE and text.casefold() == "null":
            return NoValue()
        unfinished = not inside and match.end() == len(self._text) and len(text) > 1 and text[-1].isalnum()
        return self._limited(SearchWord(text, phrase=inside == _NAME, prefix=unfinished))

    def _pattern(self, pattern: str) -> Pattern | None:
        try:
            source = to_re2(pattern)
        except UnsupportedPattern as error:
            self.report_problem(error.message)
            return None
        return Pattern(source, pattern) if self._count_term() else None

    def _limited(self, word: SearchWord) -> SearchWord | None:
        return word if self._count_term() else None

    def _count_term(self) -> bool:
        """Whether one more term is allowed."""
        self._terms += 1
        if self._terms > MAX_QUERY_TERMS:
            self.report_problem(
                Phrase("Only the first {0} parts of the query are used; the rest is ignored.", MAX_QUERY_TERMS)
            )
            return False
        return True

    def report_problem(self, problem: Phrase) -> None:
        """Record what could not be used, in a sentence for the user."""
        self.problem = self.problem or problem

    def _skip_blanks(self) -> None:
        match = _BLANK.match(self._text, self._position)
        assert match is not None
        self._position = match.end()
