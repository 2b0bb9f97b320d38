"""Passages of note text in a request, located by their sources in messages and in the JSON of tool results."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from vaultdesk.chat.messages import ImagePart, Part, Source, TextPart, ToolResultPart
from vaultdesk.core.token_estimate import estimate_tokens
from vaultdesk.privacy.ledger_entry import Decision
from vaultdesk.providers.provider import ModelRequest
from vaultdesk.tools.runtime.result_passages import (
    JsonPath,
    locate_objects,
    note_texts,
    object_atoms,
    read_result,
    readable_text,
)

# A source that is found nowhere in its part stands for all of the part: what cannot be told apart is one. Where a tool
# only names notes (a source of no characters, an object without text) there is no passage: see
# name_redaction.py for names.
#
# Quotes in what a model said are no passages: nothing tells where they are from: see answer_withholding.py.

DECISIONS_BY_STRENGTH: tuple[Decision, ...] = ("default", "grant", "rule", "person")
"""By whose decision a passage of several sources was read: the one that asked the person least."""


@dataclass(frozen=True, slots=True)
class RequestPassage:
    """One piece of note text in a request."""

    id: str
    """The same in every request that carries this very piece."""
    message: int
    """The message's place in the request."""
    part: int
    json_path: JsonPath
    """Where in the part's JSON; none for all of the part."""
    path: str
    text: str = field(repr=False)
    pieces: tuple[str, ...] = field(default=(), repr=False)
    """The stretches of the note it is made of, as far as they can be told from the rest."""
    sources: tuple[Source, ...] = ()
    call_id: str = ""
    """The call it is the result of; empty for what the person gave."""
    tool: str = ""
    """The tool that was called; empty for what the person gave."""
    atoms: tuple[str, ...] = field(default=(), repr=False)
    """Every text of the note in it, by itself: what tells it from other passages, and what a shorter one is part of."""

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
        decisions = {source.allowed for source in self.sources}
        return next((word for word in DECISIONS_BY_STRENGTH if word in decisions), "")


def request_passages(request: ModelRequest) -> tuple[RequestPassage, ...]:
    """Return every piece of note text *request* carries, in its order."""
    return tuple(
        passage
        for number, message in enumerate(request.messages)
        for place, part in enumerate(message.parts)
        for passage in part_passages(part, number, place, f"{message.id}/{place}")
    )


def part_passages(part: Part, message: int = 0, place: int = 0, name: str = "") -> Iterator[RequestPassage]:
    """Yield every piece of note text that *part* carries, by itself or at its place in a request."""
    match part:
        case ToolResultPart() if part.sources:
            located = _located_passages(part, message, place, name)
            yield from located
            found = {passage.path for passage in located}
            rest = [source for source in part.sources if source.path not in found and source.characters]
            yield from _wholepart_passages(
                rest,
                part.content,
                RequestPassage(name, message, place, (), "", "", call_id=part.call_id, tool=part.name),
            )
        case TextPart():
            yield from _wholepart_passages(part.sources, part.text, RequestPassage(name, message, place, (), "", ""))
        case ImagePart():
            digest = hashlib.sha256(part.data.encode("ascii", "replace")).hexdigest()
            for passage in _wholepart_passages(
                part.sources, f"[{part.name or 'a picture'}]", RequestPassage(name, message, place, (), "", "")
            ):
                yield replace(passage, atoms=(digest,))
        case _:
            pass


def _located_passages(part: ToolResultPart, message: int, place: int, name: str) -> list[RequestPassage]:
    """Return the passages whose note is named in the part's JSON, each with its sources."""
    return [
        RequestPassage(
            f"{name}/{'/'.join(map(str, one.json_path))}", message, place, one.json_path, one.path,
            readable_text(one.value), note_texts(one.value), one.sources, part.call_id, part.name,
            object_atoms(one.value),
        )
        for one in locate_objects(read_result(part), part.sources)
    ]  # fmt: skip


def _wholepart_passages(sources: Sequence[Source], text: str, bare: RequestPassage) -> Iterator[RequestPassage]:
    """Yield a passage of all of a part for each note it has text of."""
    for path in dict.fromkeys(source.path for source in sources):
        own_sources = tuple(source for source in sources if source.path == path)
        yield replace(
            bare, id=f"{bare.id}#{path}", path=path, text=text, pieces=(text,), sources=own_sources, atoms=(text,)
        )
