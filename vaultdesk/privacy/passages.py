"""Passages: every piece of note text a request carries, found by its source. Changes nothing; see cutting.py.

A source that is found nowhere in its part stands for all of the part: what cannot be told apart is one. Where a tool
only names notes (a source of no characters, an object without text) there is no passage: names are names.py's.

Quotes in what a model said are no passages: nothing tells where they are from. answers.py sees to them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from vaultdesk.chat.messages import ImagePart, Part, Source, TextPart, ToolResultPart
from vaultdesk.privacy.ledger_entry import Decision
from vaultdesk.privacy.result_tree import Place, noted, texts_in, value_of, whole_text
from vaultdesk.providers.provider import ModelRequest
from vaultdesk.tools.runtime.approval_text import estimate_tokens

LEAST_ASKED: tuple[Decision, ...] = ("default", "grant", "rule", "person")
"""By whose decision a passage of several sources was read: the one that asked the person least."""


@dataclass(frozen=True, slots=True)
class Passage:
    """One piece of note text in a request."""

    id: str
    """The same in every request that carries this very piece."""
    message: int
    """The message's place in the request."""
    part: int
    place: Place
    """Where in the part's JSON; none for all of the part."""
    path: str
    text: str = field(repr=False)
    pieces: tuple[str, ...] = field(default=(), repr=False)
    """The stretches of the note it is made of, as far as they can be told from the rest."""
    sources: tuple[Source, ...] = ()
    call_id: str = ""
    """The call it is the result of; empty for what the person gave."""

    @property
    def heading(self) -> str:
        """The headings it stands under, as far as they are known."""
        return ", ".join(dict.fromkeys(source.heading for source in self.sources if source.heading))

    @property
    def first_line(self) -> int:
        """Its first line in the note, from 1; 0 where not known."""
        return min((source.first_line for source in self.sources if source.first_line), default=0)

    @property
    def last_line(self) -> int:
        """Its last line in the note; 0 where not known."""
        return max((source.last_line for source in self.sources), default=0)

    @property
    def characters(self) -> int:
        """How much of the note it is."""
        return sum(source.characters for source in self.sources) or len(self.text)

    @property
    def tokens(self) -> int:
        """About how many tokens it is."""
        return estimate_tokens(self.characters)

    @property
    def allowed(self) -> Decision:
        """By whose decision it was read."""
        said = {source.allowed for source in self.sources}
        return next((word for word in LEAST_ASKED if word in said), "")


def passages(request: ModelRequest) -> tuple[Passage, ...]:
    """Return every piece of note text *request* carries, in its order."""
    return tuple(
        passage
        for number, message in enumerate(request.messages)
        for place, part in enumerate(message.parts)
        for passage in _in_part(part, number, place, f"{message.id}/{place}")
    )


def _in_part(part: Part, message: int, place: int, name: str) -> Iterator[Passage]:
    match part:
        case ToolResultPart() if part.sources:
            located = _located(part, message, place, name)
            yield from located
            found = {passage.path for passage in located}
            rest = [source for source in part.sources if source.path not in found and source.characters]
            yield from _whole(rest, part.content, Passage(name, message, place, (), "", "", call_id=part.call_id))
        case TextPart():
            yield from _whole(part.sources, part.text, Passage(name, message, place, (), "", ""))
        case ImagePart():
            yield from _whole(part.sources, f"[{part.name or 'a picture'}]", Passage(name, message, place, (), "", ""))
        case _:
            pass


def _located(part: ToolResultPart, message: int, place: int, name: str) -> list[Passage]:
    """Return the passages whose note is named in the part's JSON, each with its sources."""
    waiting = list(part.sources)
    paths = {source.path for source in waiting}
    found: list[Passage] = []
    for at, value in noted(value_of(part)):
        path = str(value["path"])
        if path not in paths:
            continue
        pieces = texts_in(value)
        source = _fitting(waiting, path, "\n".join(pieces))
        if source is not None:
            waiting.remove(source)
        if not pieces and (source is None or not source.characters):
            continue
        mine = (source,) if source is not None else ()
        passage = Passage("", message, place, at, path, whole_text(value), pieces, mine, part.call_id)
        found.append(replace(passage, id=f"{name}/{'/'.join(map(str, at))}"))
    for source in waiting:
        # Several pieces of one note in one object: they are told of together.
        number = next((number for number, passage in enumerate(found) if passage.path == source.path), None)
        if number is not None:
            found[number] = replace(found[number], sources=(*found[number].sources, source))
    return found


def _fitting(waiting: Sequence[Source], path: str, text: str) -> Source | None:
    mine = [source for source in waiting if source.path == path]
    return next((source for source in mine if source.characters == len(text)), mine[0] if mine else None)


def _whole(sources: Sequence[Source], text: str, bare: Passage) -> Iterator[Passage]:
    """Yield a passage of all of a part for each note it has text of."""
    for path in dict.fromkeys(source.path for source in sources):
        mine = tuple(source for source in sources if source.path == path)
        yield replace(bare, id=f"{bare.id}#{path}", path=path, text=text, pieces=(text,), sources=mine)
