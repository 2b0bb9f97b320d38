"""Leaves words: what a request takes out of this computer, and what stays, in sentences. No widget."""

from PySide6.QtCore import QCoreApplication

from vaultdesk.privacy.disclosure_review import DisclosureRequest
from vaultdesk.tools.text_sanitizer import sanitize_text
from vaultdesk.ui.chat.tool_text import note_name
from vaultdesk.ui.formatting import dollars
from vaultdesk.ui.privacy.excerpt_choices import ExcerptChoices
from vaultdesk.ui.privacy.ledger_words import counted, notes_words, tokens_words

NAMES = 8
"""Notes named in a sentence before the rest is counted."""


def leaves_words(choices: ExcerptChoices) -> str:
    """Return what goes where, how much, and for how much money."""
    destination = choices.request.destination
    if destination.local:
        words = _tr("{who} runs on this computer, so nothing leaves it. It reads {notes} and about {tokens} in all.")
        notes = notes_words(choices.notes) if choices.notes else _tr("no note")
        return words.format(who=sanitize_text(destination.name), notes=notes, tokens=tokens_words(choices.tokens))
    where = _tr("this computer for {who} at {host}").format(
        who=sanitize_text(destination.name), host=sanitize_text(destination.host)
    )
    rest = _tr("With the chat and the instructions it is about {tokens}").format(tokens=tokens_words(choices.tokens))
    cost = choices.cost
    money = f", {dollars(cost)}" if cost is not None else ""
    if not choices.notes:
        return _tr("No text of a note leaves {where}.").format(where=where) + f" {rest}{money}."
    one, many = _tr("About {tokens} of {notes} leaves {where}."), _tr("About {tokens} of {notes} leave {where}.")
    what = (one if choices.note_tokens == 1 else many).format(
        tokens=tokens_words(choices.note_tokens), notes=notes_words(choices.notes), where=where
    )
    return f"{what} {rest}{money}."


def send_words(choices: ExcerptChoices) -> str:
    """Return what the button does."""
    if not choices.request.excerpts:
        return _tr("Send")
    if not choices.notes:
        return _tr("Send without Notes")
    return _tr("Send {notes}").format(notes=notes_words(choices.notes))


def staying_words(request: DisclosureRequest) -> list[str]:
    """Return what of the conversation stays here whatever is answered, one sentence each."""
    told: list[str] = []
    if request.closed:
        shown = request.closed[:NAMES]
        names = ", ".join(f"{sanitize_text(note_name(one.path))} ({sanitize_text(one.why)})" for one in shown)
        more = len(request.closed) - len(shown)
        names += counted(more, _tr(" and 1 more"), _tr(" and {n} more")) if more else ""
        told.append(_tr("Stays here by your rules: {names}.").format(names=names))
    if request.answers:
        words = counted(request.answers, _tr("1 earlier answer stays here"), _tr("{n} earlier answers stay here"))
        told.append(_tr("{answers}: they may repeat what is private.").format(answers=words))
    if request.comments:
        words = counted(request.comments, _tr("1 comment is taken out"), _tr("{n} comments are taken out"))
        told.append(_tr("{comments} of the notes.").format(comments=words))
    return told


def _tr(text: str) -> str:
    return QCoreApplication.translate("LeavesWords", text)
