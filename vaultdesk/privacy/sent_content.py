"""Measures the content of a request: text of notes, text of the user, instructions, and the earlier conversation."""

import json
from typing import Literal

from vaultdesk.chat.messages import ImagePart, Message, Part, ProviderPart, TextPart, ToolCallPart, ToolResultPart
from vaultdesk.core.text_tokens import IMAGE_TOKENS
from vaultdesk.core.transmission import Purpose
from vaultdesk.privacy.passages import request_passages
from vaultdesk.privacy.transmission_entry import (
    NO_TEXT,
    TextAmount,
    TransmissionContent,
    TransmittedNote,
    amount_of,
)
from vaultdesk.providers.provider import ModelRequest

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
