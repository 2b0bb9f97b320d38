"""Vault QA: the notes are searched first, then the model answers from what was found and from nothing else."""

import json
from typing import ClassVar

from vaultdesk.agent.answering import Answering
from vaultdesk.agent.modes.forced import unsigned
from vaultdesk.agent.modes.mode import Mode
from vaultdesk.agent.modes.rounds import rounds
from vaultdesk.agent.modes.salient import asked_words, question_before, search_for
from vaultdesk.agent.modes.unsourced import unsourced
from vaultdesk.agent.outcome import Outcome
from vaultdesk.agent.prompt import DATA
from vaultdesk.agent.request import Asked, Manner
from vaultdesk.chat.messages import Source, ToolResultPart
from vaultdesk.providers.offline.offline_assistant import OFFLINE_DESTINATION
from vaultdesk.providers.offline.offline_results import addressed_to_user

ONLY_NOTES = f"""\
The person wants an answer from their notes alone. The program searched them; what it found stands in this \
conversation as the result of local_search, beside what the person attached. You cannot search or read any more.
{DATA}
Answer only from these passages, not from what you know otherwise. After each claim name the note it is from, as a \
wikilink to its path without .md, like [[Folder/Note]]. Leave out what no passage says.
If the passages do not answer the question, say plainly that the notes hold nothing on it, and nothing more."""

NO_SEARCHING = "Nothing more can be looked up for this question. Answer from the passages, or say they hold nothing."
"""What a model reads for a call it makes all the same."""

SWITCHED_OFF = "I may not look into your notes: switch on tool calling for this vault (in Settings), then ask again."
EMPTY = "Ask in words what you want to know from your notes."
NOTHING = "Your notes hold nothing on this. I looked for {terms}."


class VaultQaMode(Mode):
    """Answers from the notes, or says that they hold nothing."""

    name: ClassVar[str] = "vault-qa"

    def opening(self, asked: Asked) -> Manner:
        """Return the request for the answer; the passages are not known before."""
        return Manner(offer=False, way=ONLY_NOTES, read=unsigned)

    async def answer(self, run: Answering) -> str:
        """Search, then ask; where nothing was found, say so and ask nobody."""
        question = run.question
        laid_beside = bool(question.context or question.images)
        problem = await _looked_up(run)
        if problem and not laid_beside:
            run.say(problem)
            return "end"
        if problem:
            run.notice(problem)
        stop = await rounds(run, self.opening(run.asked), NO_SEARCHING)
        _tell_unsourced(run)
        return stop


async def _looked_up(run: Answering) -> str:
    """Search the notes for the question; return why there is nothing to answer from, empty where there is."""
    if not run.asked.tools_offered:
        return SWITCHED_OFF
    search = search_for(asked_words(run.question), question_before(run.conversation.messages, run.question))
    if search is None:
        return EMPTY
    (result,) = await run.call(search.call())
    outcome = Outcome.read_back(result.content)
    if result.is_error:
        why = addressed_to_user(outcome.reason or outcome.problem).strip().rstrip(".")
        return f"I did not look into your notes: {why}. So there is nothing I could answer from."
    if _is_empty(result):
        return NOTHING.format(terms=", ".join(f"“{term}”" for term in search.terms) or f"“{search.query}”")
    return ""


def _is_empty(result: ToolResultPart) -> bool:
    return not json.loads(result.content).get("data")


def _tell_unsourced(run: Answering) -> None:
    last = run.conversation.messages[-1]
    # The built-in assistant quotes, each sentence with its link; what it says of itself is no claim.
    if last.role != "assistant" or run.asked.provider.destination == OFFLINE_DESTINATION:
        return
    told = unsourced(last.text, _notes_given(run))
    if told:
        run.notice(told)


def _notes_given(run: Answering) -> list[Source]:
    """Return what the model was given of notes; those that say how it works are no source of an answer."""
    asked = run.asked
    ours = {asked.profile.path, asked.project.project.path if asked.project is not None else ""}
    return [source for source in run.given if source.path not in ours]
