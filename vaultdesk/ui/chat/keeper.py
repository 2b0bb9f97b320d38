"""Keeper: whoever keeps one conversation in its note, as far as the window knows it, as a shape."""

from typing import Protocol

from vaultdesk.agent.run import RunEvent
from vaultdesk.core.feed import Feed


class Keeper(Protocol):
    """Keeps one conversation in its note; writes nothing unless the person agreed to that."""

    @property
    def path(self) -> str:
        """Of its note; empty until it is first written."""
        ...

    @property
    def problem(self) -> str:
        """Why it could not be saved, for people; empty when all is well."""
        ...

    @property
    def changes(self) -> Feed[None]:
        """Published when path or problem is another one."""
        ...

    def told(self, event: RunEvent) -> None:
        """Take in what happened in a run."""
        ...

    def touched(self) -> None:
        """The person changed the conversation: save it soon."""
        ...

    async def settle(self) -> None:
        """Return when everything is on the disk."""
        ...
