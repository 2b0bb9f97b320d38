"""Disclosure review: what the user is shown before a request is sent, and their decision."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol

from msgspec import Struct
from msgspec import field as struct_field

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.phrases import NO_PHRASE, Phrase
from vaultdesk.core.text_tokens import text_tokens
from vaultdesk.core.transmission import Destination, Purpose
from vaultdesk.privacy.ledger_entry import Decision
from vaultdesk.providers.provider import Price

ExcerptState = Literal["new", "ask", "sent", "kept"]
"""`new`: sent unless the user withholds it. `ask`: sent only if the user allows it. `sent`: sent to this host before.
`kept`: withheld by the user earlier in this conversation.
"""


class DisclosureDenied(VaultDeskError):
    """The user did not allow a request; nothing of it left this computer."""


def private_note_refusal(path: str, reason: Phrase, destination: Destination) -> DisclosureDenied:
    """Return the error that names the rule (*reason*) that withholds the note at *path* from *destination*."""
    title = (
        Phrase("“{0}” is private ({1}), so nothing was sent to {2}", path, reason, destination.name)
        if reason
        else Phrase("“{0}” is private, so nothing was sent to {1}", path, destination.name)
    )
    return DisclosureDenied(title, hint=NO_PHRASE if destination.local else Phrase("Choose a model on this computer."))


@dataclass(frozen=True, slots=True)
class DisclosureExcerpt:
    """One passage of a note in a request, as it would be sent, without comments."""

    id: str
    """Id used in decisions."""
    path: str
    """Path of its note; empty for what a result contains besides the texts of notes, such as names in a list."""
    text: str = field(repr=False)
    heading: str = ""
    first_line: int = 0
    """Its lines in the note, from 1; 0 if not known."""
    last_line: int = 0
    original: int = 0
    """Its number of characters with comments, by which it is recognized."""
    digest: str = ""
    """Digest of its texts without comments, by which a decision to send it is stored."""
    is_whole_note: bool = False
    state: ExcerptState = "new"
    decision: Decision = ""
    """The decision by which it was read."""
    reason: Phrase = NO_PHRASE
    """What makes the note private, as text, if a privacy rule requires asking each time."""

    @property
    def tokens(self) -> int:
        """Estimated number of tokens."""
        return text_tokens(self.text)

    @property
    def is_private(self) -> bool:
        """Whether a privacy rule requires asking about its note each time; it then has to be ticked explicitly."""
        return bool(self.reason)


class ClosedNote(Struct, frozen=True):
    """A note in the conversation that a rule keeps on this computer."""

    path: str
    reason: Phrase
    """What makes it private, as text: `tagged #private`."""


class DisclosureRequest(Struct, frozen=True):
    """One request before it is sent: its destination, its note text, its size."""

    destination: Destination
    model: str
    """The provider's own model id."""
    conversation_id: str
    question: str
    """The beginning of the user's last message."""
    excerpts: tuple[DisclosureExcerpt, ...] = ()
    closed_notes: tuple[ClosedNote, ...] = ()
    """Notes of this conversation that are not in the request, and that no decision can include."""
    withheld_answers: int = 0
    """Number of earlier answers of other models that are withheld because they may repeat withheld text."""
    withheld_comments: int = 0
    """Number of comments removed from the notes."""
    tokens: int = 0
    """Estimated tokens of the whole request, with instructions, tools and earlier messages."""
    price: Price | None = None
    purpose: Purpose = "question"

    @property
    def waiting_excerpts(self) -> tuple[DisclosureExcerpt, ...]:
        """The excerpts that need approval."""
        return tuple(excerpt for excerpt in self.excerpts if excerpt.state == "ask")

    @property
    def notes(self) -> int:
        """Number of notes of which something would be sent."""
        return len({excerpt.path for excerpt in self.excerpts if excerpt.path and excerpt.state != "kept"})


class DisclosureDecision(Struct, frozen=True):
    """The user's decision. With `send` everything is sent that is neither in `replacements` nor withheld before."""

    send: bool
    replacements: Mapping[str, str | None] = struct_field(default_factory=dict)
    """Texts to send instead of excerpts, by id; None leaves one out. Applies to the rest of the conversation."""
    released: Collection[str] = ()
    """Excerpts that were withheld before and may be sent now."""
    reason: str = ""
    """Why the request is not sent, as shown to the user in the chat."""
    by: Literal["review", "rule"] = "review"
    """Who decided: the user who was shown the request, or a rule they gave for this run."""


class DisclosureReviewer(Protocol):
    """Asks the user just before something is sent: a panel or a terminal."""

    async def review(self, request: DisclosureRequest) -> DisclosureDecision:
        """Show *request* and wait for the decision. If it is cancelled or raises, nothing is sent."""
        ...
