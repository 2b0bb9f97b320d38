"""Inquiry: a question with choices that an assistant puts to the person, and what they answered. Asks nobody itself.

Unlike an approval it allows nothing: whatever is answered is words for the model.
"""

from dataclasses import dataclass, replace
from typing import Protocol, runtime_checkable

LONGEST_ANSWER = 4_000
"""Characters of a person's own words that are handed on: an answer to a question, not a note."""


@dataclass(frozen=True, slots=True)
class Inquiry:
    """What is asked."""

    id: str
    question: str
    """In the model's words; plain text."""
    choices: tuple[str, ...]
    """What may be chosen, each once, in the model's words."""
    several: bool = False
    """Whether more than one may be chosen."""
    free: bool = True
    """Whether the person may answer in their own words too."""


@dataclass(frozen=True, slots=True)
class InquiryAnswer:
    """What the person answered."""

    chosen: tuple[str, ...] = ()
    """Of the choices, in their order."""
    words: str = ""
    """Their own words."""
    dismissed: bool = False
    """True where they closed the question and answered nothing."""


DISMISSED = InquiryAnswer(dismissed=True)
"""No answer."""


@runtime_checkable
class Inquirer(Protocol):
    """Whoever can be asked a question with choices: a card in the chat, a terminal prompt."""

    async def inquire(self, inquiry: Inquiry) -> InquiryAnswer:
        """Ask and wait for the answer, however long that takes. Being cancelled means no answer."""
        ...


def inquirer_of(approver: object) -> Inquirer | None:
    """Return *approver* where it can put questions too; None where nobody can be asked."""
    return approver if isinstance(approver, Inquirer) else None


def fitting(answer: InquiryAnswer, inquiry: Inquiry) -> InquiryAnswer:
    """Return *answer* as far as *inquiry* allows it; one with nothing in it counts as dismissed."""
    chosen = tuple(choice for choice in inquiry.choices if choice in answer.chosen)
    kept = replace(
        answer,
        chosen=chosen if inquiry.several else chosen[:1],
        words=answer.words.strip()[:LONGEST_ANSWER] if inquiry.free else "",
    )
    return DISMISSED if answer.dismissed or not (kept.chosen or kept.words) else kept
