"""The request as it may be sent, without withheld text: the list of its passages for the ledger, and the amounts of
its content."""

import json
from collections.abc import Sequence
from functools import partial
from typing import Literal

from msgspec import Struct

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
from vaultdesk.privacy.disclosure_history import passage_key
from vaultdesk.privacy.inspection import EgressRequest, InspectedPassage
from vaultdesk.privacy.ledger_entry import (
    NO_TEXT,
    QUESTION_LENGTH,
    Decision,
    EntryKind,
    LedgerPassage,
    SendContext,
    TextAmount,
    TransmissionContent,
    TransmittedNote,
    amount_of,
)
from vaultdesk.privacy.passages import request_passages
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
from vaultdesk.tools.runtime.result_passages import name_key

# The functions of this module work on values: they do no I/O and do not ask the user.


class RedactedRequest(Struct, frozen=True):
    """A request without withheld text."""

    request: ModelRequest
    withheld_answers: tuple[str, ...] = ()
    """Ids of the withheld earlier answers."""


def redact_request(egress: EgressRequest, passages: Sequence[InspectedPassage]) -> RedactedRequest:
    """Return the request as it may be sent to its destination; *passages* without approval are withheld."""
    request = egress.request
    closed_ids = {inspected.passage.id for inspected in passages if inspected.is_closed}
    replacements = {
        inspected.passage.id: egress.disclosures.withheld.get(passage_key(inspected.passage))
        for inspected in passages
        if (inspected.withheld_before or inspected.needs_approval) and not inspected.is_closed
    }
    comment_redactions = {
        inspected.passage.id: partial(redact_comments, text=inspected.note_text)
        for inspected in passages
        if inspected.has_redacted_comments
        and not inspected.passage.is_rest
        and inspected.passage.id not in closed_ids
        and inspected.passage.id not in replacements
    }
    without_comments = rewrite_passages(request, comment_redactions)
    without_passages = redact_passages(without_comments, replacements, closed_ids, egress.is_host_call)
    without_names = redact_names(without_passages, egress.hides_name, egress.is_host_call)
    changed = first_changed_message(without_names, request)
    withheld = withhold_answers(without_names, changed, egress.host.is_own_answer)
    is_local = egress.destination.local
    sent_text = "" if is_local else _sent_text(without_names, passages)

    def reveals_unknown_name(call: ToolCallPart) -> bool:
        if is_local:
            return False
        verdict = egress.verdict(call.name, None)
        if verdict is not None and verdict.answer == "allow":
            return False
        names = names_in(dict(call.arguments or {}))
        return any(egress.rules.names_note(name) and name_key(name) not in sent_text for name in names)

    sent = without_arguments(withheld.request, request, egress.is_host_call, reveals_unknown_name)
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
    shown = [text for inspected in passages if inspected.is_sent for text in (inspected.passage.path, inspected.text)]
    return name_key("\n".join((*words, *shown)))


def ledger_passages(egress: EgressRequest, passages: Sequence[InspectedPassage]) -> tuple[LedgerPassage, ...]:
    """Return what the ledger records of *passages*, those of the request."""
    entry_kind: EntryKind = "stayed" if egress.destination.local else "sent"
    records: list[LedgerPassage] = []
    for inspected in passages:
        passage, is_whole = inspected.passage, inspected.is_whole_note
        if passage.is_rest or (inspected.is_sent and inspected.is_own_answer):
            continue  # Names are not text of a note, and what the destination wrote itself is not disclosed to it.
        if not (inspected.is_closed or inspected.withheld_before or inspected.needs_approval):
            source, allowance = _source(inspected, inspected.characters), inspected.allowance
            records.append(LedgerPassage(source, entry_kind, inspected.decision, is_whole, allowance, inspected.tokens))
            continue
        by: Decision = "privacy" if inspected.is_closed else "review" if inspected.withheld_before else "nobody"
        source = _source(inspected, passage.characters)
        records.append(LedgerPassage(source, "kept", by, is_whole, inspected.reason))
        replacement = None if inspected.is_closed else egress.disclosures.withheld.get(passage_key(passage))
        if replacement:
            sent = _source(inspected, len(replacement))
            records.append(LedgerPassage(sent, entry_kind, "review", counted_tokens=text_tokens(replacement)))
    return tuple(records)


def requested_private_notes(egress: EgressRequest) -> list[LedgerPassage]:
    """Return the private notes that the model requested by name, as opposed to those that tools found."""
    passages: dict[str, LedgerPassage] = {}
    for message in egress.request.messages:
        for call in message.tool_calls:
            if not egress.is_host_call(call.id):
                continue
            name_arguments = {key: value for key, value in (call.arguments or {}).items() if _names_notes(key)}
            for name in names_in(name_arguments):
                path, rule = egress.rules.closed_note(name, egress.destination)
                if rule is not None:
                    passage = LedgerPassage(Source(path=path), "kept", "privacy", why=rule_text(rule))
                    passages.setdefault(path, passage)
    return list(passages.values())


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


def _source(inspected: InspectedPassage, characters: int) -> Source:
    passage = inspected.passage
    return Source(
        path=passage.path,
        heading=passage.heading,
        characters=characters,
        first_line=inspected.first_line,
        last_line=inspected.last_line,
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
        amounts = passages.setdefault((passage.message, passage.part), {}).setdefault(passage.path, [])
        amounts.append(amount_of(passage.text))
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
        for index, part in enumerate(message.parts):
            part_amount = _part_amount(part)
            notes_in_part = _note_amounts(
                part_amount, passages.get((number, index), {}), is_image=isinstance(part, ImagePart)
            )
            for note in notes_in_part:
                known = notes.get(note.path, TransmittedNote(note.path, NO_TEXT, 0))
                notes[note.path] = TransmittedNote(
                    note.path, known.amount + note.amount, known.passages + note.passages
                )
            note_amount = sum((note.amount for note in notes_in_part), NO_TEXT)
            if part_amount.bytes > note_amount.bytes:
                share: ShareName = "instructions" if is_prompt else _share_of(message, part)
                rest_tokens = max(0, part_amount.tokens - note_amount.tokens)
                shares[share] += TextAmount(rest_tokens, part_amount.bytes - note_amount.bytes)
    return TransmissionContent(shares["words"], shares["instructions"], shares["earlier"], tuple(notes.values()))


def _note_amounts(
    part_amount: TextAmount, amounts: dict[str, list[TextAmount]], *, is_image: bool
) -> list[TransmittedNote]:
    """Return the notes in a part of the amount *part_amount*, given the *amounts* of the passages of each.

    A part with text of several notes that cannot be separated counts for them in equal shares.
    """
    if is_image:
        return [TransmittedNote(path, part_amount) for path in amounts]
    by_note = {path: sum(passage_amounts, NO_TEXT) for path, passage_amounts in amounts.items()}
    total = sum(amount.bytes for amount in by_note.values())
    limit = min(total, part_amount.bytes)

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
