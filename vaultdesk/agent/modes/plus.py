"""Plus: the model plans what to look up, that runs, then it answers once. Signs like @vault make a tool run."""

from dataclasses import replace
from typing import ClassVar

from vaultdesk.agent.answering import ENDED, Answering
from vaultdesk.agent.modes.forced import unsigned
from vaultdesk.agent.modes.forcing import called, force
from vaultdesk.agent.modes.mode import TOOLS_OFF, Mode
from vaultdesk.agent.modes.rounds import all_understood, rounds, understood
from vaultdesk.agent.modes.salient import asked_words, question_before, search_for
from vaultdesk.agent.prompt import DATA
from vaultdesk.agent.request import Asked, Manner
from vaultdesk.agent.turn import Turn
from vaultdesk.core.errors import ProviderRefused
from vaultdesk.tools.runtime.tool_results import cancelled_result

PLANNING = f"""\
Do not answer yet. Decide which tools have to run before the person's last message can be answered, and ask for them \
now, all at once: their results come before your answer, and there is no second time. Give a search the salient terms: \
the words and names that matter most, as they may stand in the notes, and other words for the same.
If a call failed because of how it was written, ask for it again, corrected, and for nothing else.
If nothing has to run, ask for nothing and write only: none.
The person is asked before a tool runs and may refuse.
{DATA}"""

ANSWERING = f"""\
What had to be looked up for the person's last message was looked up: it stands in this conversation as results of \
tools, beside what the person attached. Answer now; no tool can be called any more.
{DATA}
Name each note you use as a wikilink to its path without .md, like [[Folder/Note]]. If the results do not answer the \
question, or something was refused, say so. Tell what was really done, not what was meant to be."""

NO_MORE = "No tool can be called any more for this question. Answer from what you have."
"""What a model reads for a call it makes all the same."""

PLANNED_BY_TEXT = "{why}. VaultDesk gives it tools by text."


class PlusMode(Mode):
    """Plans, looks up, answers."""

    name: ClassVar[str] = "plus"

    def opening(self, asked: Asked) -> Manner:
        """Return the request for the plan; without tools that for the answer."""
        if asked.tools_offered and asked.able:
            return Manner(way=PLANNING, quiet=True, read=unsigned)
        return Manner(offer=False, way=ANSWERING if asked.tools_offered else "", read=unsigned)

    async def answer(self, run: Answering) -> str:
        """Plan and look up, then answer."""
        if run.asked.tools_offered and not await _planned(run, self.opening(run.asked)):
            await _own_plan(run)
        await force(run)
        way = ANSWERING if run.asked.tools_offered else ""
        refusal = NO_MORE if run.asked.tools_offered else TOOLS_OFF
        return await rounds(run, Manner(way=way, read=unsigned), refusal)


def by_text(asked: Asked) -> Asked:
    """Return *asked* with its model given tools by text for the rest of the run."""
    # Said in the request, so that it happens behind the gate, which has to see calls and results as what they are.
    return replace(asked, by_text=True, able=True)


def refused_tools(run: Answering, error: ProviderRefused) -> bool:
    """Whether *error* is about tools alone, and nothing was said that would be said twice."""
    return error.trouble == "no_tools" and run.unsaid


async def _planned(run: Answering, manner: Manner) -> bool:
    """Ask for a plan and carry it out; whether there is one. What could not be understood may be corrected."""
    if not run.asked.able:
        return False
    for _ in range(max(1, run.asked.limits.rounds)):
        turn = await _plan(run, manner)
        stop = run.keep(turn)
        if stop != "tool_calls" or not turn.calls:
            run.refuse(turn.calls, cancelled_result(ENDED))
            return True
        results = await run.carry_out(turn.calls, turn.text)
        if all_understood(results):
            return True
    return any(map(understood, results))


async def _plan(run: Answering, manner: Manner) -> Turn:
    try:
        return await run.ask(manner)
    except ProviderRefused as error:
        if not refused_tools(run, error):
            raise
        run.notice(PLANNED_BY_TEXT.format(why=error.title.rstrip(".")))
    run.asked = by_text(run.asked)
    return await run.ask(manner)


async def _own_plan(run: Answering) -> None:
    """Search the notes in the place of a plan that could not be had."""
    search = search_for(asked_words(run.question), question_before(run.conversation.messages, run.question))
    offered = any(tool.name == "local_search" for tool in run.asked.tools())
    if search is not None and search.terms and offered and "local_search" not in called(run):
        await run.call(search.call())
