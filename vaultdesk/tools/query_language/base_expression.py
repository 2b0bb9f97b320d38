"""Base expression: one filter statement of a Bases file as a criterion (OBSIDIAN E.7); the unknown is refused.

Comparisons, `&& || !`, parentheses, `file.hasTag()`, `file.inFolder()`, `file.hasLink()`, `file.hasProperty()`,
`isEmpty()`, `contains()` and its kin, and dates with `today()`, `now()`, `date()` and durations.
"""

from collections.abc import Callable
from datetime import datetime

from vaultdesk.tools.query_language.base_members import (
    FACTS,
    MIRRORED,
    NESTED,
    OPERANDS,
    Piece,
    as_criterion,
    base_method,
    written_number,
    written_text,
)
from vaultdesk.tools.query_language.criteria import (
    Compare,
    Compared,
    Criterion,
    Either,
    Every,
    File,
    Has,
    Inside,
    Length,
    LinksTo,
    LinkTo,
    Not,
    Operand,
    Property,
    Tagged,
    Truthy,
    Written,
)
from vaultdesk.tools.query_language.dates import moved_by, span_of
from vaultdesk.tools.query_language.refusal import cannot_evaluate
from vaultdesk.tools.query_language.scanner import Scanner
from vaultdesk.tools.query_language.values import Moment, day_of, instant, moment_of

_COMPARES: dict[str, Compare] = {
    "==": "equals", "!=": "not", "<": "<", "<=": "<=", ">": ">", ">=": ">=",
}  # fmt: skip


def base_statement(text: str, now: datetime) -> Criterion:
    """Return the criterion that the statement *text* is. Raises `ToolFailure` naming what cannot be evaluated."""
    parser = _Parser(text, now)
    criterion = parser.criterion(parser.either())
    parser.end()
    return criterion


class _Parser:
    def __init__(self, text: str, now: datetime) -> None:
        self._text = text.strip()
        self._now = now
        self._words = Scanner(text)

    def end(self) -> None:
        if self._words.word.kind != "end":
            raise self._words.unexpected()

    def either(self) -> Piece:
        self._words.deeper()
        found = self._joined("||", self._both, Either)
        self._words.shallower()
        return found

    def criterion(self, piece: Piece) -> Criterion:
        return Truthy(piece) if isinstance(piece, OPERANDS) else as_criterion(piece)

    def _both(self) -> Piece:
        return self._joined("&&", self._compared, Every)

    def _joined(self, sign: str, part: Callable[[], Piece], made: type[Every] | type[Either]) -> Piece:
        first = part()
        if not self._words.has(sign):
            return first
        parts = [self.criterion(first)]
        while self._words.skip(sign):
            parts.append(self.criterion(part()))
        return made(tuple(parts))

    def _compared(self) -> Piece:
        start = self._words.word.start
        left = self._sum()
        if not self._words.has(*_COMPARES):
            return left
        compare = _COMPARES[self._words.take().text]
        right = self._sum()
        if self._words.has(*_COMPARES):
            raise self._words.unexpected()
        said = self._words.since(start)
        first, second = self._operand(left, said), self._operand(right, said)
        if isinstance(first, LinkTo | Written) and not isinstance(second, LinkTo | Written):
            first, second, compare = second, first, MIRRORED.get(compare, compare)
        for side in (first, second):
            if isinstance(side, File) and side.fact in NESTED:
                raise cannot_evaluate(said)
        if LinkTo in (type(first), type(second)) and compare not in ("equals", "not"):
            raise cannot_evaluate(said)
        return Compared(first, compare, second, "base")

    def _sum(self) -> Piece:
        start = self._words.word.start
        left = self._negated()
        while self._words.has("+", "-", "*", "/", "%"):
            sign = self._words.take().text
            right = self._negated()
            left = self._moved(left, sign, right, self._words.since(start))
        return left

    def _moved(self, left: Piece, sign: str, right: Piece, said: str) -> Piece:
        """Return a date that is written, moved by a duration that is written: the one arithmetic that is known."""
        moment = left.value if isinstance(left, Written) else None
        text = right.value if isinstance(right, Written) else None
        if isinstance(moment, Moment) and isinstance(text, str) and sign in "+-":
            span = span_of(text, capital_month=True)
            moved = None if span is None else moved_by(moment, span, 1 if sign == "+" else -1)
            if moved is not None:
                return Written(moved)
        raise cannot_evaluate(said)

    def _negated(self) -> Piece:
        if self._words.skip("!"):
            self._words.deeper()
            inner = Not(self.criterion(self._negated()))
            self._words.shallower()
            return inner
        if self._words.skip("-"):
            if self._words.word.kind != "number":
                raise self._words.unexpected()
            return Written(-written_number(self._words.take().text))
        return self._postfixed()

    def _postfixed(self) -> Piece:
        start = self._words.word.start
        piece = self._primary()
        while self._words.skip("."):
            name = self._words.take()
            if name.kind != "name" or isinstance(piece, LinkTo):
                raise cannot_evaluate(self._words.since(start) or self._text)
            piece = self._member(self._operand(piece, self._words.since(start)), name.text, start)
        if self._words.has("[", "("):
            raise cannot_evaluate(self._words.rest_of(start))
        return piece

    def _primary(self) -> Piece:
        word = self._words.take()
        match word.kind:
            case "number":
                return Written(written_number(word.text))
            case "text":
                return Written(word.text)
            case "sign" if word.text == "(":
                inner = self.either()
                self._words.expect(")")
                return inner
            case "name":
                return self._named(word.text, word.start)
            case _:
                raise cannot_evaluate(self._words.rest_of(word.start) or self._text)

    def _named(self, name: str, start: int) -> Piece:
        if name in ("true", "false", "null"):
            return Written({"true": True, "false": False, "null": None}[name])
        if self._words.skip("("):
            return self._function(name, self._arguments(), start)
        if name == "file":
            self._words.expect(".")
            return self._of_file(self._words.take().text, start)
        if name in ("formula", "this"):
            self._words.skip(".")
            self._words.take()
            raise cannot_evaluate(self._words.since(start))
        if name == "note" and self._words.skip("."):
            if self._words.word.kind != "name":
                raise self._words.unexpected()
            return Property(self._words.take().text)
        if name == "note" and self._words.skip("["):
            word = self._words.take()
            if word.kind != "text":
                raise cannot_evaluate(self._words.rest_of(start))
            self._words.expect("]")
            return Property(word.text)
        return Property(name)

    def _function(self, name: str, given: list[Piece], start: int) -> Piece:
        said = self._words.since(start)
        if not given and name == "today":
            return Written(_midnight(self._now))
        if not given and name == "now":
            return Written(instant(self._now))
        if len(given) == 1 and isinstance(given[0], Written) and isinstance(text := given[0].value, str):
            moment = moment_of(text) if name == "date" else None
            if moment is not None:
                return Written(Moment(moment.start, moment.start))
            if name == "link":
                return LinkTo(text.removeprefix("[[").removesuffix("]]").partition("|")[0].partition("#")[0])
        raise cannot_evaluate(said)

    def _of_file(self, name: str, start: int) -> Piece:
        if not self._words.skip("("):
            if name not in FACTS:
                raise cannot_evaluate(self._words.since(start))
            return File(FACTS[name])
        given = self._arguments()
        said = self._words.since(start)
        if name == "hasLink" and len(given) == 1 and isinstance(given[0], LinkTo):
            return LinksTo(given[0].target)
        texts = [written_text(piece, said) for piece in given]
        if name == "hasTag" and texts:
            tags = tuple(Tagged(text) for text in texts)
            return tags[0] if len(tags) == 1 else Either(tags)
        if len(texts) != 1:
            raise cannot_evaluate(said)
        match name:
            case "inFolder":
                return Inside(texts[0].strip("/"))
            case "hasLink":
                return LinksTo(texts[0].removeprefix("[[").removesuffix("]]").partition("|")[0].partition("#")[0])
            case "hasProperty":
                return Has(Property(texts[0]))
            case _:
                raise cannot_evaluate(said)

    def _member(self, of: Operand, name: str, start: int) -> Piece:
        """Return what `of.name` or `of.name(...)` is."""
        if not self._words.skip("("):
            if name != "length":
                raise cannot_evaluate(self._words.since(start))
            return Length(of)
        given = self._arguments()
        return base_method(of, name, given, self._words.since(start))

    def _arguments(self) -> list[Piece]:
        """Return what stands between the parentheses, the first of them taken."""
        given: list[Piece] = []
        while not self._words.skip(")"):
            if given:
                self._words.expect(",")
            given.append(self.either())
        return given

    def _operand(self, piece: Piece, said: str) -> Operand:
        if isinstance(piece, OPERANDS):
            return piece
        raise cannot_evaluate(said or self._text)


def _midnight(now: datetime) -> Moment:
    day = day_of(now)
    return Moment(day.start, day.start)
