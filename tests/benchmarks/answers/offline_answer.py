"""Parsed replies of the offline assistant, and how they are rated."""

import re
from dataclasses import dataclass

from tests.benchmarks.answers.questions import UNANSWERABLE, Question
from vaultdesk.agent.question import Question as AskedQuestion
from vaultdesk.chat.conversation import Conversation
from vaultdesk.cli.terminal_prompts import RuleApprover
from vaultdesk.providers.catalog import OFFLINE_LABEL
from vaultdesk.workspace import Workspace

REFUSALS = (
    "Your notes contain nothing about this",
    "No sentence in the notes",
    "Your notes from that time contain nothing",
)
"""Beginnings of a reply that finds no answer in the notes, even if it offers related sentences."""

UNCERTAIN = "Your notes may answer this"
"""Beginning of a reply that shows sentences without claiming that they answer the question."""

_QUOTE = re.compile(r"(?m)^> (.*)$")
_LINK = re.compile(r"\[\[([^\]|#]+)(?:#[^\]|]*)?(?:\|[^\]]*)?\]\]")

QUOTES_COUNTED = 3
"""Number of leading quotes that are searched for a right one."""


@dataclass(frozen=True, slots=True)
class OfflineAnswer:
    """A parsed reply."""

    text: str
    quotes: tuple[str, ...]
    """Each sentence with its link."""
    linked: frozenset[str]
    """Paths of the linked notes, with extension."""
    refused: bool

    def figures(self, question: Question) -> dict[str, float]:
        """Return the figures that apply to the kind of *question*, 1 for yes."""
        if question.kind in UNANSWERABLE:
            return {
                "refused": float(self.refused),
                "refused or uncertain": float(self.refused or self.text.startswith(UNCERTAIN)),
            }
        if question.kind == "lists":
            listed = set(question.notes)
            return {"complete": float(listed <= self.linked), "exact": float(listed == self.linked)}
        shown = [_is_right(quote, question) for quote in self.quotes]
        quotes, right = ((), []) if self.refused else (self.quotes, shown)
        leading = quotes[:QUOTES_COUNTED]
        among = question.quoted(leading) if question.sentences else any(right[:QUOTES_COUNTED])
        return {
            "first": float(bool(right) and right[0]),
            "among three": float(among),
            "among all": float(question.quoted(quotes) if question.sentences else any(right)),
            "wrong quotes": float(len(right) - sum(right)),
            "answerable refused": float(self.refused),
            "shown, refused or not": float(question.quoted(self.quotes) if question.sentences else any(shown)),
        }


def _is_right(quote: str, question: Question) -> bool:
    if question.sentences:
        return bool(question.sentences_in([quote]))
    return any(path in quote or path[:-3] in quote for path in question.notes)


def read_answer(text: str) -> OfflineAnswer:
    """Parse a reply."""
    quotes = tuple(_QUOTE.findall(text))
    linked = frozenset(f"{target.removesuffix('.md')}.md" for target in _LINK.findall(text))
    refused = text.startswith(REFUSALS) or not (quotes or linked)
    return OfflineAnswer(text, quotes, linked, refused)


async def ask_offline(workspace: Workspace, question: str) -> OfflineAnswer:
    """Ask the offline assistant in a new conversation, with reading allowed."""
    agent = workspace.agent(RuleApprover("reads"), OFFLINE_LABEL, consent=True)
    conversation = Conversation()
    async with agent.run(conversation, AskedQuestion(question)) as run:
        async for _ in run:
            pass
    return read_answer(conversation.messages[-1].text if conversation.messages else "")
