"""Disclosure review: what a person is shown before a request is sent, and their decision."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol

from vaultdesk.core.destination import Destination
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.phrases import NO_PHRASE, Phrase
from vaultdesk.core.text_tokens import text_tokens
from vaultdesk.core.transmission import Purpose
from vaultdesk.privacy.ledger_entry import Decision
from vaultdesk.providers.provider import Price

ExcerptState = Literal["new", "ask", "sent", "kept"]
"""`new`: it goes unless the person says no. `ask`: it goes only if the person says yes. `sent`: it was sent to this
host before. `kept`: the person kept it back earlier in this conversation."""


class DisclosureDenied(VaultDeskError):
    """The person did not let a request go; nothing of it left this computer."""


def private_note_refusal(path: str, reason: Phrase, destination: Destination) -> DisclosureDenied:
    """Return the error that says which rule (*reason*) keeps the note at *path* from *destination*."""
    title = (
        Phrase("“{0}” is private ({1}), so nothing was sent to {2}", path, reason, destination.name)
        if reason
        else Phrase("“{0}” is private, so nothing was sent to {1}", path, destination.name)
    )
    return DisclosureDenied(title, hint=NO_PHRASE if destination.local else Phrase("Choose a model on this computer."))


@dataclass(frozen=True, slots=True)
class DisclosureExcerpt:
    """One piece of a note in a request, as it would be sent: comments taken out."""

    id: str
    """What a decision names it by."""
    path: str
    """The note it is of; empty for what a result holds beside the texts of notes, such as names in a list."""
    text: str = field(repr=False)
    heading: str = ""
    first_line: int = 0
    """Its lines in the note, from 1; 0 where not known."""
    last_line: int = 0
    original: int = 0
    """Its characters before comments were taken out: by this it is known again."""
    is_whole_note: bool = False
    """Whether it is the whole note."""
    state: ExcerptState = "new"
    decision: Decision = ""
    """By whose word it was read."""
    reason: Phrase = NO_PHRASE
    """For a note that a privacy rule asks about each time: what makes it private, in words."""

    @property
    def tokens(self) -> int:
        """About how many tokens it is."""
        return text_tokens(self.text)

    @property
    def is_private(self) -> bool:
        """Whether a privacy rule asks about its note each time: such an excerpt is to be ticked on purpose."""
        return bool(self.reason)


@dataclass(frozen=True, slots=True)
class ClosedNote:
    """A note in the conversation that a rule keeps on this computer."""

    path: str
    reason: Phrase
    """What makes it private, in words: `tagged #private`."""


@dataclass(frozen=True, slots=True)
class DisclosureRequest:
    """One request before it is sent: to whom, what of the notes, how much."""

    destination: Destination
    model: str
    """The provider's own model id."""
    conversation_id: str
    question: str
    """The beginning of the person's last message."""
    excerpts: tuple[DisclosureExcerpt, ...] = ()
    closed_notes: tuple[ClosedNote, ...] = ()
    """Notes of this conversation that are not in the request, and that no answer can let out."""
    withheld_answers: int = 0
    """Earlier answers of other models that stay here because they may repeat what is kept back."""
    withheld_comments: int = 0
    """Comments that are taken out of the notes."""
    tokens: int = 0
    """About how many tokens all of it is, with instructions, tools and what was said."""
    price: Price | None = None
    purpose: Purpose = "question"
    """What the request is for."""

    @property
    def waiting_excerpts(self) -> tuple[DisclosureExcerpt, ...]:
        """The excerpts that need a yes."""
        return tuple(excerpt for excerpt in self.excerpts if excerpt.state == "ask")

    @property
    def notes(self) -> int:
        """How many notes something would leave of."""
        return len({excerpt.path for excerpt in self.excerpts if excerpt.path and excerpt.state != "kept"})

    @property
    def note_tokens(self) -> int:
        """About how many tokens of notes would leave."""
        return sum(excerpt.tokens for excerpt in self.excerpts if excerpt.state != "kept")

    @property
    def cost(self) -> float | None:
        """About what the question costs in US dollars, without its answer; None where the price is not known."""
        return None if self.price is None else self.tokens * self.price.input / 1_000_000


@dataclass(frozen=True, slots=True)
class DisclosureDecision:
    """The answer. With `send` everything goes that is neither in `cut` nor kept back before."""

    send: bool
    cut: Mapping[str, str | None] = field(default_factory=dict)
    """Excerpts by id: None leaves one out, a text is sent in its place. Holds for the rest of the conversation."""
    released: Collection[str] = ()
    """Excerpts that were kept back before and may go now."""
    reason: str = ""
    """When not sending: why, for the person's own record in the chat."""
    by: Literal["review", "rule"] = "review"
    """Who answered: the person who was shown the request, or a rule they gave for this run."""


class DisclosureReviewer(Protocol):
    """Whoever can be asked just before something is sent: a panel, a terminal."""

    async def review(self, request: DisclosureRequest) -> DisclosureDecision:
        """Show *request* and wait for the answer. Being cancelled, or raising, means no: nothing is sent."""
        ...
