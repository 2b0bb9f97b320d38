"""Outgoing: a request as it may leave, made of the request as it was asked and what was found of its passages.

Works on values alone: reads no note, asks nobody, writes nothing down.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from vaultdesk.chat.attached_text import is_attached
from vaultdesk.chat.messages import Source, TextPart, ToolCallPart, ToolResultPart
from vaultdesk.core.destination import Destination
from vaultdesk.privacy.answers import first_changed, held_back, without_arguments
from vaultdesk.privacy.cutting import rewritten, without
from vaultdesk.privacy.dealings import Dealings, HostDealings, passage_digest, piece_key
from vaultdesk.privacy.excerpt import uncommented
from vaultdesk.privacy.fitting import rule_words
from vaultdesk.privacy.inspection import Inspected
from vaultdesk.privacy.ledger_entry import QUESTION_SHOWN, Decision, EntryKind, Piece
from vaultdesk.privacy.names import names_in, without_names
from vaultdesk.privacy.rules import PrivacyRules
from vaultdesk.providers.provider import ModelRequest
from vaultdesk.tools.runtime.approval_text import estimate_tokens


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A request without what is kept back."""

    request: ModelRequest
    answers: tuple[str, ...] = ()
    """Ids of the earlier answers that are kept back."""


def outgoing(
    request: ModelRequest,
    seen: Sequence[Inspected],
    rules: PrivacyRules,
    destination: Destination,
    dealings: Dealings,
) -> Outgoing:
    """Return *request* as it may go to *destination*; what waits for a yes goes not."""
    host = dealings.host(destination.host)
    hidden = {one.passage.id for one in seen if one.closed}
    cut = {
        one.passage.id: dealings.kept.get(piece_key(one.passage))
        for one in seen
        if (one.kept or one.waits) and not one.closed
    }
    bared = {
        one.passage.id: partial(uncommented, text=one.note)
        for one in seen
        if one.changed and one.passage.id not in hidden and one.passage.id not in cut
    }
    own = host.calls.__contains__
    spared = without(rewritten(request, bared), cut, hidden)
    nameless = without_names(spared, partial(rules.hides, destination=destination), own)
    held = held_back(nameless, first_changed(nameless, request), host.made)
    return Outgoing(without_arguments(held.request, request, own), held.answers)


def pieces_of(seen: Sequence[Inspected], dealings: Dealings, destination: Destination) -> tuple[Piece, ...]:
    """Return what is to be written down of the passages of a request that goes to *destination*."""
    host = dealings.host(destination.host)
    going: EntryKind = "stayed" if destination.local else "sent"
    pieces: list[Piece] = []
    for one in seen:
        if one.closed:
            pieces.append(Piece(_source(one, one.passage.characters), "kept", "privacy", one.whole, one.why))
            continue
        if not (one.kept or one.waits):
            pieces.append(Piece(_source(one, one.characters), going, _decision(one, host), one.whole))
            continue
        by: Decision = "review" if one.kept else "nobody"
        pieces.append(Piece(_source(one, one.passage.characters), "kept", by, one.whole, one.why))
        if instead := dealings.kept.get(piece_key(one.passage)):
            pieces.append(Piece(_source(one, len(instead)), going, "review"))
    return tuple(pieces)


def asked_for(request: ModelRequest, rules: PrivacyRules, destination: Destination, host: HostDealings) -> list[Piece]:
    """Return the private notes that the other side asked for by name: the tools did not find them for it."""
    pieces: dict[str, Piece] = {}
    for message in request.messages:
        for call in message.tool_calls:
            if call.id not in host.calls:
                continue
            naming = {key: value for key, value in (call.arguments or {}).items() if _names_notes(key)}
            for name in names_in(naming):
                path, rule = rules.closed_note(name, destination)
                if rule is not None:
                    piece = Piece(Source(path=path), "kept", "privacy", why=rule_words(rule))
                    pieces.setdefault(path, piece)
    return list(pieces.values())


def question_of(request: ModelRequest) -> str:
    """Return the beginning of the person's last message, on one line."""
    for message in reversed(request.messages):
        # What carries a source is a note that goes with the question, not the question.
        words = [
            part.text
            for part in message.parts
            if isinstance(part, TextPart) and not part.sources and not is_attached(part.text)
        ]
        if message.role == "user" and words:
            return " ".join(" ".join(words)[: 4 * QUESTION_SHOWN].split())[:QUESTION_SHOWN]
    return ""


def size_of(request: ModelRequest) -> int:
    """Return about how many tokens *request* is; pictures are not counted."""
    size = len(request.system)
    for message in request.messages:
        for part in message.parts:
            match part:
                case TextPart():
                    size += len(part.text)
                case ToolCallPart():
                    size += len(part.name) + len(part.arguments_json)
                case ToolResultPart():
                    size += len(part.content)
                case _:
                    pass
    for tool in request.tools:
        size += len(tool.name) + len(tool.description) + len(json.dumps(dict(tool.parameters)))
    return estimate_tokens(size)


def _names_notes(argument: str) -> bool:
    return any(word in argument.casefold() for word in ("path", "note", "file"))


def _source(one: Inspected, characters: int) -> Source:
    passage = one.passage
    return Source(
        path=passage.path,
        heading=passage.heading,
        characters=characters,
        first_line=one.first_line,
        last_line=one.last_line,
    )


def _decision(one: Inspected, host: HostDealings) -> Decision:
    return "review" if passage_digest(one.passage) in host.allowed else one.passage.allowed
