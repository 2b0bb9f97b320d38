"""Context links: the `[[links]]` and `![[embeds]]` in what a person says, as things to lay beside it. Looks none up."""

from vaultdesk.chat.messages import ContextItem, Message, TextPart
from vaultdesk.vault.markdown.markdown_scanner import scan
from vaultdesk.vault.note_path import NOTE_SUFFIX

MOST_LINKS = 30
"""Links of one message that are looked up: whoever pastes a page full of them did not mean them all."""


def linked_items(text: str, active: str = "") -> tuple[ContextItem, ...]:
    """Return each wikilink of *text*, as something to lay beside it; none inside code.

    *active* is the note that is open: `[[#Heading]]` is a place in it.
    """
    targets: dict[str, None] = {}
    if "[[" not in text:
        return ()
    for link in scan(text).links:
        target = link.target or active.removesuffix(NOTE_SUFFIX)
        if link.kind == "wikilink" and target:
            targets[f"{target}#{link.subpath}" if link.subpath else target] = None
    return tuple(ContextItem(kind="note", target=target) for target in list(targets)[:MOST_LINKS])


def active_note(message: Message) -> str:
    """Return the note that was open when *message* was asked; empty where that is not known."""
    return next((item.target.partition("#")[0] for item in message.context if item.kind == "active"), "")


def words_of(message: Message) -> str:
    """Return what the person wrote: neither note text beside it nor what is kept for people only."""
    return "".join(
        part.text for part in message.parts if isinstance(part, TextPart) and not part.hidden and not part.sources
    )


def items_of(message: Message) -> tuple[ContextItem, ...]:
    """Return all that is to be laid beside *message*: what was put there, then what its words link to."""
    return tuple(dict.fromkeys((*message.context, *linked_items(words_of(message), active_note(message)))))
