"""Answer for a run that reached its limit of rounds without one: an apology, what was done, and what is missing."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from vaultdesk.agent.transcript_blocks import ToolOutcome
from vaultdesk.chat.messages import Message, ToolCallPart, ToolResultPart
from vaultdesk.core.phrases import NO_PHRASE, Phrase, Sentences, comma_list, counted
from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.tools.tool import AnyTool

MAX_NAMED_NOTES = 8
"""Maximum number of notes named in the answer; the others are counted."""

MAX_NAME_CHARACTERS = 80
"""Maximum number of characters of a note's path in the answer."""


@dataclass(slots=True)
class RunFacts:
    """Outcome of the calls of one run."""

    done: Counter[str] = field(default_factory=Counter)
    """Number of successful calls by tool."""
    failed: Counter[str] = field(default_factory=Counter)
    not_run: Counter[str] = field(default_factory=Counter)
    """Number of calls by tool that did not run: refused, or beyond a limit."""
    notes: dict[str, None] = field(default_factory=dict)
    """The notes whose text was read, in order."""

    @classmethod
    def of(cls, messages: Iterable[Message]) -> "RunFacts":
        """Return the facts of the calls in *messages*."""
        facts = cls()
        messages = tuple(messages)
        names = {part.id: part.name for message in messages for part in message.parts if isinstance(part, ToolCallPart)}
        for message in messages:
            for part in message.parts:
                if isinstance(part, ToolResultPart):
                    facts._add(names.get(part.call_id, part.name), part)
        return facts

    def _add(self, tool: str, part: ToolResultPart) -> None:
        if not part.is_error:
            self.done[tool] += 1
            self.notes.update((source.path, None) for source in part.sources if source.characters)
        elif ToolOutcome.from_content(part.content).code in NOT_RUN_CODES:
            self.not_run[tool] += 1
        else:
            self.failed[tool] += 1


NOT_RUN_CODES = frozenset({"CANCELLED", "PERMISSION_DENIED", "RATE_LIMITED", "DANGEROUS_OPERATION", "NOT_RUN"})
"""Error codes of a call that was not executed."""


def round_limit_answer(facts: RunFacts, rounds: int, tools: Sequence[AnyTool]) -> Phrase:
    """Return the answer of a run that used *rounds* rounds without one; *tools* are those with a name to show."""
    names = {tool.name: tool.display_name for tool in tools}
    done = Phrase("Done so far: {0}.", _listed(facts.done, names)) if facts.done else Phrase("Nothing was looked up.")
    return Sentences(
        counted(
            rounds,
            "I am sorry: I have used my one round of tools for this question and have no answer yet.",
            "I am sorry: I have used my {0} rounds of tools for this question and have no answer yet.",
        ),
        done,
        Phrase("Notes read: {0}.", _note_names(list(facts.notes))) if facts.notes else NO_PHRASE,
        Phrase("Failed: {0}.", _listed(facts.failed, names)) if facts.failed else NO_PHRASE,
        Phrase("Not carried out: {0}.", _listed(facts.not_run, names)) if facts.not_run else NO_PHRASE,
        Phrase("The answer itself is missing. Tell me to go on, or ask for a part of it."),
    )


def _listed(counts: Counter[str], names: Mapping[str, Phrase | str]) -> Phrase:
    return comma_list(
        [
            names.get(tool, sanitize_line(tool, MAX_NAME_CHARACTERS))
            if count == 1
            else Phrase("{0} ({1} times)", names.get(tool, sanitize_line(tool, MAX_NAME_CHARACTERS)), count)
            for tool, count in counts.items()
        ]
    )


def _note_names(paths: Sequence[str]) -> Phrase:
    shown = comma_list([f"[[{path.removesuffix('.md')}]]" for path in paths[:MAX_NAMED_NOTES]])
    more = len(paths) - MAX_NAMED_NOTES
    return counted(more, "{1} and {0} more", "{1} and {0} more", shown) if more > 0 else shown
