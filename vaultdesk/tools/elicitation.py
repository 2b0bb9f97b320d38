"""Elicitation: a question with choices that an assistant asks the user, and the answer.

Unlike an approval it permits nothing: any answer is only text for the model.
"""

from typing import Protocol, runtime_checkable

from msgspec import Struct

from vaultdesk.core.values import replace

MAX_ANSWER_CHARACTERS = 4_000
"""Maximum number of characters of free text in an answer."""


class Elicitation(Struct, frozen=True):
    """A question to the user."""

    id: str
    question: str
    """Written by the model; plain text."""
    choices: tuple[str, ...]
    """The choices, each once, written by the model."""
    multiple: bool = False
    """Whether more than one may be chosen."""
    free_text: bool = True
    """Whether the user may also answer in their own words."""


class ElicitationAnswer(Struct, frozen=True):
    """The user's answer."""

    chosen: tuple[str, ...] = ()
    """The selected choices, in their order."""
    text: str = ""
    """The user's own words."""
    dismissed: bool = False
    """Whether the user closed the question without an answer."""


DISMISSED_ANSWER = ElicitationAnswer(dismissed=True)
"""The question was closed."""


@runtime_checkable
class Elicitor(Protocol):
    """Asks the user a question with choices: a card in the chat, a terminal prompt."""

    async def elicit(self, elicitation: Elicitation) -> ElicitationAnswer:
        """Ask and wait for the answer without a time limit. A cancellation means no answer."""
        ...


def elicitor_of(approver: object) -> Elicitor | None:
    """Return *approver* if it can also ask questions; else None."""
    return approver if isinstance(approver, Elicitor) else None


def valid_answer(answer: ElicitationAnswer, elicitation: Elicitation) -> ElicitationAnswer:
    """Return *answer* restricted to what *elicitation* allows; an empty one counts as dismissed."""
    chosen = tuple(choice for choice in elicitation.choices if choice in answer.chosen)
    restricted = replace(
        answer,
        chosen=chosen if elicitation.multiple else chosen[:1],
        text=answer.text.strip()[:MAX_ANSWER_CHARACTERS] if elicitation.free_text else "",
    )
    return DISMISSED_ANSWER if answer.dismissed or not (restricted.chosen or restricted.text) else restricted
