"""Plan: the first answer is a plan and does nothing; the person reads it, changes it, and has it carried out."""

from typing import ClassVar

from vaultdesk.agent.answering import Answering
from vaultdesk.agent.modes.forced import unsigned
from vaultdesk.agent.modes.mode import Mode
from vaultdesk.agent.modes.rounds import rounds
from vaultdesk.agent.question import Question
from vaultdesk.agent.request import Asked, Manner

PLAN_FIRST = """\
The person wants a plan first. Do nothing yet and answer nothing yet: write a short numbered list of what you would do \
for their last message, one step a line: what you would look for, read, change or write, and where. Say what you would \
have to know first. No tool can be called now. The person will read the plan, may change it, and then has it carried \
out.
{tools}"""

NO_TOOLS = "A plan comes first: no tool can be called yet. Write the plan."
"""What a model reads for a call it makes all the same."""

CARRY_OUT = "Carry out this plan:\n\n{plan}"


class PlanFirst(Mode):
    """Any way of asking, with its plan first."""

    name: ClassVar[str] = "plan"

    def __init__(self, mode: Mode) -> None:
        """*mode* is the one in which the plan will be carried out."""
        self._mode = mode

    async def entered(self, asked: Asked) -> Asked:
        """Return *asked* as the way narrows it in which the plan will be carried out."""
        return await self._mode.entered(asked)

    def opening(self, asked: Asked) -> Manner:
        """Return a request without tools, which names those there will be."""
        names = ", ".join(tool.name for tool in asked.tools()) if asked.able else ""
        tools = f"The tools there will be: {names}." if names else "There will be no tools: plan without them."
        return Manner(offer=False, way=PLAN_FIRST.format(tools=tools), read=unsigned)

    async def answer(self, run: Answering) -> str:
        """Ask for the plan."""
        run.asked = await self.entered(run.asked)
        return await rounds(run, self.opening(run.asked), NO_TOOLS)


def carry_out(plan_text: str) -> Question:
    """Return the question that has the plan *plan_text* carried out, in the way the conversation is led."""
    return Question(CARRY_OUT.format(plan=plan_text.strip()))
