"""The request as it may be sent, without withheld text: the list of its passages for the ledger, and the amounts of
its content."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from vaultdesk.chat.attached_text import is_attached
from vaultdesk.chat.messages import (
    ImagePart,
    Message,
    Part,
    ProviderPart,
    Source,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from vaultdesk.core.text_tokens import IMAGE_TOKENS, text_tokens
from vaultdesk.core.transmission import Destination, Purpose
from vaultdesk.privacy.disclosure_history import ConversationDisclosures, HostDisclosures, piece_key
from vaultdesk.privacy.inspection import InspectedPassage
from vaultdesk.privacy.ledger_entry import (
    NO_TEXT,
    QUESTION_LENGTH,
    Decision,
    EntryKind,
    LedgerPiece,
    SendContext,
    TextAmount,
    TransmissionContent,
    TransmittedNote,
    amount_of,
)
from vaultdesk.privacy.passages import request_passages
from vaultdesk.privacy.privacy_rules import PrivacyRules
from vaultdesk.privacy.redaction import (
    first_changed_message,
    names_in,
    redact_names,
    redact_passages,
    rewrite_passages,
    withhold_answers,
    without_arguments,
)
from vaultdesk.privacy.rule_matcher import rule_text
from vaultdesk.providers.provider import ModelRequest
from vaultdesk.tools.runtime.note_excerpts import redact_comments
from vaultdesk.tools.runtime.policy import Permissions, PolicyRequest
from vaultdesk.tools.runtime.result_passages import name_key

# Works on values only: no I/O, no questions to the user.


@dataclass(frozen=True, slots=True)
class RedactedRequest:
    """A request without withheld text."""

    request: ModelRequest
    withheld_answers: tuple[str, ...] = ()
    """Ids of the withheld earlier answers."""


def redact_request(
    request: ModelRequest,
    passages: Sequence[InspectedPassage],
    rules: PrivacyRules,
    destination: Destination,
    disclosures: ConversationDisclosures,
    permissions: Permissions | None = None,
) -> RedactedRequest:
    """Return *request* as it may be sent to *destination*; passages without approval are withheld.

    *permissions* are the rules by which names of notes may be sent without asking.
    """
    host = disclosures.host(destination.host)
    hidden = {one.passage.id for one in passages if one.is_closed}
    cut = {
        one.passage.id: disclosures.withheld.get(piece_key(one.passage))
        for one in passages
        if (one.withheld_before or one.needs_approval) and not one.is_closed
    }
    comment_redactions = {
        one.passage.id: partial(redact_comments, text=one.note_text)
        for one in passages
        if one.has_redacted_comments
        and not one.passage.is_rest
        and one.passage.id not in hidden
        and one.passage.id not in cut
    }
    is_host_call = host.call_ids.__contains__
    without_comments = rewrite_passages(request, comment_redactions)
    without_passages = redact_passages(without_comments, cut, hidden, is_host_call)
    without_names = redact_names(without_passages, partial(rules.hides_name, destination=destination), is_host_call)
    withheld = withhold_answers(without_names, first_changed_message(without_names, request), host.is_own_answer)
    told = "" if destination.local else _sent_text(without_names, passages)

    def reveals_unknown_name(call: ToolCallPart) -> bool:
        asked = PolicyRequest(call.name, "read", request.conversation_id, destination.host)
        if destination.local or (permissions is not None and permissions.decide(asked, None).answer == "allow"):
            return False
        names = names_in(dict(call.arguments or {}))
        return any(rules.names_note(name) and name_key(name) not in told for name in names)

    sent = without_arguments(withheld.request, request, is_host_call, reveals_unknown_name)
    return RedactedRequest(sent, withheld.message_ids)


def _sent_text(request: ModelRequest, passages: Sequence[InspectedPassage]) -> str:
    """Return the user's text and the sent text of notes with their names, to search for other names in."""
    words = [
        part.text
        for message in request.messages
        if message.role == "user"
        for part in message.parts
        if isinstance(part, TextPart) and not part.sources
    ]
    shown = [text for one in passages if one.is_sent for text in (one.passage.path, one.text)]
    return name_key("\n".join((*words, *shown)))


def ledger_pieces(
    passages: Sequence[InspectedPassage], disclosures: ConversationDisclosures, destination: Destination
) -> tuple[LedgerPiece, ...]:
    """Return the ledger pieces for the passages of a request to *destination*."""
    entry_kind: EntryKind = "stayed" if destination.local else "sent"
    pieces: list[LedgerPiece] = []
    for one in passages:
        if one.passage.is_rest or (one.is_sent and one.is_own_answer):
            continue  # Names are not text of a note, and what the destination wrote itself is not disclosed to it.
        if one.is_closed:
            pieces.append(
                LedgerPiece(_source(one, one.passage.characters), "kept", "privacy", one.is_whole_note, one.reason)
            )
            continue
        if not (one.withheld_before or one.needs_approval):
            pieces.append(
                LedgerPiece(
                    _source(one, one.characters), entry_kind, one.decision, one.is_whole_note, one.allowance, one.tokens
                )
            )
            continue
        by: Decision = "review" if one.withheld_before else "nobody"
        pieces.append(LedgerPiece(_source(one, one.passage.characters), "kept", by, one.is_whole_note, one.reason))
        if instead := disclosures.withheld.get(piece_key(one.passage)):
            sent = _source(one, len(instead))
            pieces.append(LedgerPiece(sent, entry_kind, "review", counted_tokens=text_tokens(instead)))
    return tuple(pieces)


def requested_private_notes(
    request: ModelRequest, rules: PrivacyRules, destination: Destination, host: HostDisclosures
) -> list[LedgerPiece]:
    """Return the private notes that the model requested by name, as opposed to those that tools found."""
    pieces: dict[str, LedgerPiece] = {}
    for message in request.messages:
        for call in message.tool_calls:
            if call.id not in host.call_ids:
                continue
            naming = {key: value for key, value in (call.arguments or {}).items() if _names_notes(key)}
            for name in names_in(naming):
                path, rule = rules.closed_note(name, destination)
                if rule is not None:
                    piece = LedgerPiece(Source(path=path), "kept", "privacy", why=rule_text(rule))
                    pieces.setdefault(path, piece)
    return list(pieces.values())


def question_excerpt(request: ModelRequest) -> str:
    """Return the beginning of the user's last message, on one line."""
    messages = request.messages[:-1] if request.purpose in PROMPT_LAST else request.messages
    for message in reversed(messages):
        # A part with a source is an attached note, not the question.
        words = [
            part.text
            for part in message.parts
            if isinstance(part, TextPart) and not part.sources and not is_attached(part.text)
        ]
        if message.role == "user" and words:
            return " ".join(" ".join(words)[: 4 * QUESTION_LENGTH].split())[:QUESTION_LENGTH]
    return ""


def send_context_of(request: ModelRequest, destination: Destination) -> SendContext:
    """Return what the ledger records of *request* besides its content."""
    return SendContext(
        destination,
        request.model,
        request.conversation_id,
        question_excerpt(request),
        request.purpose,
        request.program,
    )


def _names_notes(argument: str) -> bool:
    return any(word in argument.casefold() for word in ("path", "note", "file"))


def _source(one: InspectedPassage, characters: int) -> Source:
    passage = one.passage
    return Source(
        path=passage.path,
        heading=passage.heading,
        characters=characters,
        first_line=one.first_line,
        last_line=one.last_line,
    )


ShareName = Literal["words", "instructions", "earlier"]

PROMPT_LAST: frozenset[Purpose] = frozenset({"title", "summary", "definition", "probe"})
"""Purposes whose last message is a prompt of the program and not of the user."""


def content_of(request: ModelRequest) -> TransmissionContent:
    """Return the content of *request*, as it will be sent. Text of notes is identified by its sources."""
    passages: dict[tuple[int, int], dict[str, list[TextAmount]]] = {}
    for passage in request_passages(request):
        if passage.is_rest:
            continue  # Names are not text of a note.
        in_note = passages.setdefault((passage.message, passage.part), {}).setdefault(passage.path, [])
        in_note.append(amount_of(passage.text))
    tools = (
        amount_of(f"{tool.name}{tool.description}{json.dumps(dict(tool.parameters), ensure_ascii=False)}")
        for tool in request.tools
    )
    shares: dict[ShareName, TextAmount] = {
        "words": NO_TEXT,
        "instructions": sum(tools, amount_of(request.system)),
        "earlier": NO_TEXT,
    }
    notes: dict[str, TransmittedNote] = {}
    last = len(request.messages) - 1
    for number, message in enumerate(request.messages):
        is_prompt = number == last and request.purpose in PROMPT_LAST
        for place, part in enumerate(message.parts):
            whole = _part_amount(part)
            in_part = _note_amounts(whole, passages.get((number, place), {}), is_image=isinstance(part, ImagePart))
            for note in in_part:
                known = notes.get(note.path, TransmittedNote(note.path, NO_TEXT, 0))
                notes[note.path] = TransmittedNote(
                    note.path, known.amount + note.amount, known.passages + note.passages
                )
            of_notes = sum((note.amount for note in in_part), NO_TEXT)
            if whole.bytes > of_notes.bytes:
                share: ShareName = "instructions" if is_prompt else _share_of(message, part)
                rest_tokens = max(0, whole.tokens - of_notes.tokens)
                shares[share] += TextAmount(rest_tokens, whole.bytes - of_notes.bytes)
    return TransmissionContent(shares["words"], shares["instructions"], shares["earlier"], tuple(notes.values()))


def _note_amounts(whole: TextAmount, amounts: dict[str, list[TextAmount]], *, is_image: bool) -> list[TransmittedNote]:
    """Return the notes in a part of the amount *whole*, given the *amounts* of the passages of each.

    A part with text of several notes that cannot be separated counts for them in equal shares.
    """
    if is_image:
        return [TransmittedNote(path, whole) for path in amounts]
    by_note = {path: sum(own, NO_TEXT) for path, own in amounts.items()}
    total = sum(amount.bytes for amount in by_note.values())
    limit = min(total, whole.bytes)

    def limited(number: int) -> int:
        return number * limit // total if total else 0

    return [
        TransmittedNote(path, TextAmount(limited(amount.tokens), limited(amount.bytes)), len(amounts[path]))
        for path, amount in by_note.items()
    ]


def _part_amount(part: Part) -> TextAmount:
    match part:
        case TextPart():
            return NO_TEXT if part.hidden else amount_of(part.text)
        case ImagePart():
            return TextAmount(IMAGE_TOKENS, len(part.data))
        case ToolCallPart():
            return amount_of(f"{part.name}{part.arguments_json}")
        case ToolResultPart():
            return amount_of(part.content)
        case ProviderPart():
            return amount_of(json.dumps(part.item, ensure_ascii=False))
        case _:
            return NO_TEXT


def _share_of(message: Message, part: Part) -> ShareName:
    if message.role != "user":
        return "earlier"
    # The tags around the text of a note are from the program; a file from outside the vault is the user's own.
    return "instructions" if isinstance(part, TextPart) and part.sources else "words"
