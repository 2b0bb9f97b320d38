"""The request as it may be sent, without withheld text, and the list of its passages for the ledger."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from vaultdesk.chat.attached_text import is_attached
from vaultdesk.chat.messages import Source, TextPart, ToolCallPart
from vaultdesk.core.text_tokens import text_tokens
from vaultdesk.core.transmission import Destination
from vaultdesk.privacy.answer_withholding import first_changed_message, withhold_answers, without_arguments
from vaultdesk.privacy.disclosure_history import ConversationDisclosures, HostDisclosures, piece_key
from vaultdesk.privacy.inspection import InspectedPassage
from vaultdesk.privacy.ledger_entry import QUESTION_LENGTH, Decision, EntryKind, LedgerPiece, SendContext
from vaultdesk.privacy.name_redaction import names_in, redact_names
from vaultdesk.privacy.passage_redaction import redact_passages, rewrite_passages
from vaultdesk.privacy.privacy_rules import PrivacyRules
from vaultdesk.privacy.rule_matcher import rule_text
from vaultdesk.privacy.sent_content import PROMPT_LAST
from vaultdesk.providers.provider import ModelRequest
from vaultdesk.tools.runtime.note_excerpts import redact_comments
from vaultdesk.tools.runtime.policy import Permissions, PolicyRequest
from vaultdesk.tools.runtime.result_rest import name_key

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
    told = "" if destination.local else _told_text(without_names, passages)

    def tells_untold_name(call: ToolCallPart) -> bool:
        asked = PolicyRequest(call.name, "read", request.conversation_id, destination.host)
        if destination.local or (permissions is not None and permissions.decide(asked, None).answer == "allow"):
            return False
        names = names_in(dict(call.arguments or {}))
        return any(rules.names_note(name) and name_key(name) not in told for name in names)

    sent = without_arguments(withheld.request, request, is_host_call, tells_untold_name)
    return RedactedRequest(sent, withheld.message_ids)


def _told_text(request: ModelRequest, passages: Sequence[InspectedPassage]) -> str:
    """Return the user's text and the sent text of notes with their names, to search for other names in."""
    words = [
        part.text
        for message in request.messages
        if message.role == "user"
        for part in message.parts
        if isinstance(part, TextPart) and not part.sources
    ]
    shown = [text for one in passages if one.goes for text in (one.passage.path, one.text)]
    return name_key("\n".join((*words, *shown)))


def ledger_pieces(
    passages: Sequence[InspectedPassage], disclosures: ConversationDisclosures, destination: Destination
) -> tuple[LedgerPiece, ...]:
    """Return the ledger pieces for the passages of a request to *destination*."""
    entry_kind: EntryKind = "stayed" if destination.local else "sent"
    pieces: list[LedgerPiece] = []
    for one in passages:
        if one.passage.is_rest or (one.goes and one.is_own_answer):
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
