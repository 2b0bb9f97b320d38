"""Lines of the memory note, placed before the first question of a conversation.

The user owns the note: lines they delete are absent from the next request. Written by tools/builtin/memory_tools.py.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from vaultdesk.agent.message_pipeline import MessageStep, PendingRequest
from vaultdesk.chat.attached_text import wrap_attached
from vaultdesk.chat.messages import Message, Source, TextPart
from vaultdesk.core.errors import VaultError
from vaultdesk.core.transmission import Destination
from vaultdesk.tools.builtin.memory_tools import MemoryLine, read_memories
from vaultdesk.tools.builtin.name_resolver import written_note_path
from vaultdesk.tools.runtime.agent_scope import AgentScope
from vaultdesk.vault.vault import Vault

MAX_MEMORY_LINES = 100
"""Maximum number of memories in each request, the newest; `recall` finds the others."""

MAX_MEMORY_CHARACTERS = 6_000
"""Maximum number of their characters: about 1,500 tokens of every request."""

MEMORY_DESCRIPTION = "what the person asked to have remembered in earlier chats, oldest first"

RedactedFor = Callable[[str, str, Destination], str]
"""Returns the text of a note as a destination may read it."""


class MemoryLines:
    """Puts the lines of the memory note before the first question."""

    def __init__(self, vault: Vault, note: Callable[[], str], redact: RedactedFor) -> None:
        """*note* returns the path of the note by the current settings."""
        self._vault = vault
        self._note = note
        self._redact = redact

    def message_step(self, agent_scope: AgentScope) -> MessageStep:
        """Return the step for an agent with *agent_scope*; a memory note outside its folders is not used."""
        return MemoryStep(self, agent_scope)

    async def with_memories(self, pending: PendingRequest, agent_scope: AgentScope) -> tuple[Message, ...]:
        """Return the messages of *pending* with the memories before the first question."""
        part = await self._part((agent_scope, pending.agent_scope), pending.provider.destination)
        if part is None:
            return pending.messages
        for place, message in enumerate(pending.messages):
            if message.role == "user":
                first = message.model_copy(update={"parts": (part, *message.parts)})
                return (*pending.messages[:place], first, *pending.messages[place + 1 :])
        return pending.messages

    async def _part(self, agent_scopes: Iterable[AgentScope], destination: Destination) -> TextPart | None:
        try:
            path = await self._vault.find(written_note_path(self._note()))
            if path is None or not all(agent_scope.allows_path(path.text) for agent_scope in agent_scopes):
                return None
            text = (await self._vault.read(path)).text
        except VaultError:
            return None  # A question must not fail because the memory cannot be read.
        kept = _newest(read_memories(self._redact(path.text, text, destination)))
        if not kept:
            return None
        lines = "\n".join(f"- {f'{memory.day}: ' if memory.day else ''}{memory.text}" for memory in kept)
        source = Source(
            path=path.text, characters=len(lines), first_line=kept[0].number, last_line=kept[-1].number, allowed="rule"
        )
        return TextPart(text=wrap_attached(lines, note=path.text, about=MEMORY_DESCRIPTION), sources=(source,))


@dataclass(frozen=True, slots=True)
class MemoryStep:
    """Message step that adds the memories of an agent's scope to a request."""

    memory: MemoryLines
    agent_scope: AgentScope

    async def __call__(self, pending: PendingRequest, /) -> tuple[Message, ...]:
        return await self.memory.with_memories(pending, self.agent_scope)


def _newest(memories: tuple[MemoryLine, ...]) -> tuple[MemoryLine, ...]:
    """Return the newest of *memories* within both limits, in their order."""
    kept: list[MemoryLine] = []
    remaining = MAX_MEMORY_CHARACTERS
    for memory in reversed(memories[-MAX_MEMORY_LINES:]):
        remaining -= len(memory.text) + len("- 2026-11-22: \n")
        if remaining < 0:
            break
        kept.append(memory)
    return tuple(reversed(kept))
