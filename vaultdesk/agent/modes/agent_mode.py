"""Agent mode: the model asks for tools, step by step, until it can answer. Where that fails, plus takes over."""

from typing import ClassVar

from vaultdesk.agent.answering import Answering
from vaultdesk.agent.modes.mode import TOOLS_OFF, Mode
from vaultdesk.agent.modes.plus import PlusMode, by_text, refused_tools
from vaultdesk.agent.modes.rounds import CallsUnread, rounds
from vaultdesk.agent.request import USUAL, Asked, Manner
from vaultdesk.core.errors import ProviderRefused

UNREAD = "The model's calls of tools could not be read"
"""Why the loop was left, where nobody refused anything."""

GOING_ON = "{why}. Going on with Plus: what is needed is looked up first, then answered."
"""What the person is told when plus takes over."""


class AgentMode(Mode):
    """The loop."""

    name: ClassVar[str] = "agent"

    def opening(self, asked: Asked) -> Manner:
        """Return the usual request, with every tool there is."""
        last = asked.limits.rounds <= 0
        return Manner(offer=asked.tools_offered and asked.able and not last, last_round=last)

    async def answer(self, run: Answering) -> str:
        """Go round; on a failure of tool calling go on as plus, once."""
        return await loop(run, USUAL)


async def loop(run: Answering, manner: Manner) -> str:
    """Lead *run* round by round, each request made in *manner*; on a failure of tool calling go on as plus, once."""
    offered = run.asked.tools_offered and run.asked.able
    try:
        return await rounds(run, manner, "" if offered else TOOLS_OFF)
    except CallsUnread:
        why = UNREAD
    except ProviderRefused as error:
        if not offered or not refused_tools(run, error):
            raise
        why = error.title.rstrip(".")
        run.asked = by_text(run.asked)
    plus = PlusMode()
    if run.mode == AgentMode.name:
        run.mode = plus.name
    run.notice(GOING_ON.format(why=why))
    return await plus.answer(run)
