"""Elicitation: a question with choices that an assistant asks the user, and the answer.

Unlike an approval it allows nothing: whatever is answered is words for the model.
"""

from dataclasses import dataclass, replace
from typing import Protocol, runtime_checkable

MAX_ANSWER_CHARACTERS = 4_000
"""Characters of a person's own words that are handed on: an answer to a question, not a note."""


@dataclass(frozen=True, slots=True)
class Elicitation:
    """What is asked."""

    id: str
    question: str
    """In the model's words; plain text."""
    choices: tuple[str, ...]
    """What may be chosen, each once, in the model's words."""
    multiple: bool = False
    """Whether more than one may be chosen."""
    free_text: bool = True
    """Whether the person may answer in their own words too."""


@dataclass(frozen=True, slots=True)
class ElicitationAnswer:
    """What the person answered."""

    chosen: tuple[str, ...] = ()
    """Of the choices, in their order."""
    text: str = ""
    """Their own words."""
    dismissed: bool = False
    """True where they closed the question and answered nothing."""


DISMISSED_ANSWER = ElicitationAnswer(dismissed=True)
"""No answer."""


@runtime_checkable
class Elicitor(Protocol):
    """Whoever can be asked a question with choices: a card in the chat, a terminal prompt."""

    async def elicit(self, elicitation: Elicitation) -> ElicitationAnswer:
        """Ask and wait for the answer, however long that takes. Being cancelled means no answer."""
        ...


def elicitor_of(approver: object) -> Elicitor | None:
    """Return *approver* where it can put questions too; None where nobody can be asked."""
    return approver if isinstance(approver, Elicitor) else None


def valid_answer(answer: ElicitationAnswer, elicitation: Elicitation) -> ElicitationAnswer:
    """Return *answer* as far as *elicitation* allows it; one with nothing in it counts as dismissed."""
    chosen = tuple(choice for choice in elicitation.choices if choice in answer.chosen)
    kept = replace(
        answer,
        chosen=chosen if elicitation.multiple else chosen[:1],
        text=answer.text.strip()[:MAX_ANSWER_CHARACTERS] if elicitation.free_text else "",
    )
    return DISMISSED_ANSWER if answer.dismissed or not (kept.chosen or kept.text) else kept
