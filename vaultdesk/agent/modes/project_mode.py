"""Project mode: the agent's loop among the notes of one project.

The loop and not plus, because the project's bounds hold for every call of it: a model may search, read and go on, and
still sees no other notes. Signs like @vault work here too.
"""

from dataclasses import replace
from typing import ClassVar, Protocol

from vaultdesk.agent.answering import Answering
from vaultdesk.agent.modes.agent_mode import AgentMode, loop
from vaultdesk.agent.modes.forced import forced_tools, unsigned
from vaultdesk.agent.modes.forcing import force
from vaultdesk.agent.modes.mode import Mode
from vaultdesk.agent.project import ProjectAtWork
from vaultdesk.agent.request import Asked, Manner
from vaultdesk.core.errors import UsageError


class Projects(Protocol):
    """Where projects come from."""

    async def at_work(self, path: str) -> ProjectAtWork:
        """Return the project of the note at *path*, to work in now. Raises `UsageError` where it may not be."""
        ...


class ProjectMode(Mode):
    """Works in one project."""

    name: ClassVar[str] = "project"

    def __init__(self, path: str, projects: Projects | None) -> None:
        self._path = path
        self._projects = projects

    async def entered(self, asked: Asked) -> Asked:
        """Return *asked* within the bounds of the project."""
        if not self._path or self._projects is None:
            raise UsageError("No project is chosen", hint="Choose one for this chat, or ask in another way.")
        work = await self._projects.at_work(self._path)
        profile = asked.profile if asked.profile.name and asked.profile.name != work.profile.name else work.profile
        return replace(asked, project=work, profile=profile, limits=profile.limits(asked.limits))

    def opening(self, asked: Asked) -> Manner:
        """Return the request of the loop."""
        return replace(AgentMode().opening(asked), read=unsigned)

    async def answer(self, run: Answering) -> str:
        """Go round within the bounds, after what the question's signs want."""
        run.asked = await self.entered(run.asked)
        if forced_tools(run.question.text)[1]:
            await force(run)
        return await loop(run, Manner(read=unsigned))
