"""Request: what a model is sent for its next answer in a conversation. Sends nothing, and changes no conversation."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from vaultdesk.agent.estimate import estimate
from vaultdesk.agent.limits import Limits
from vaultdesk.agent.preparing import Preparation, Preparing
from vaultdesk.agent.profile import PLAIN, AgentProfile
from vaultdesk.agent.project import ProjectAtWork
from vaultdesk.agent.prompt import instructed, project_prompt, system_prompt, use_of
from vaultdesk.agent.run import Emit
from vaultdesk.agent.tool_specs import tool_specs
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import Message, TextPart
from vaultdesk.providers.provider import ModelRequest, Provider
from vaultdesk.tools.runtime.agent_scope import AgentScope
from vaultdesk.tools.runtime.executor import ToolExecutor
from vaultdesk.tools.runtime.policy import offered_tools
from vaultdesk.tools.tool import AnyTool


@dataclass(frozen=True, slots=True)
class Asked:
    """Who is asked, and with what."""

    provider: Provider
    model: str
    label: str
    runner: ToolExecutor
    limits: Limits
    tools_offered: bool
    """Whether tools may run at all: the vault's switch, or the person's consent for this run."""
    profile: AgentProfile = PLAIN
    preparing: tuple[Preparing, ...] = ()
    """What is done to the messages before each request, in order."""
    able: bool = True
    """Whether the model can ask for tools, by its own means or by text."""
    project: ProjectAtWork | None = None
    """The project it works in."""
    by_text: bool = False
    """Whether tools are given by text: in this run the provider refused them otherwise."""

    @property
    def leash(self) -> AgentScope:
        """How far the calls may go."""
        leash = self.profile.leash
        return leash if self.project is None else leash.within(self.project.bounds)

    def tools(self) -> Sequence[AnyTool]:
        """Return the tools there are for it; none where none may run."""
        registry = self.runner.registry
        return offered_tools(registry, self.leash, self.runner.permissions.preset()) if self.tools_offered else ()


@dataclass(frozen=True, slots=True)
class Manner:
    """How one request is made."""

    offer: bool = True
    """Whether tools are named in it."""
    last_round: bool = False
    way: str = ""
    """What the way of asking tells the model; empty for what is usually said of tools."""
    quiet: bool = False
    """Whether only the calls of the answer matter: what it says beside them is neither shown nor kept."""
    read: Callable[[Message], Message] | None = None
    """How a message is handed on, where not as it stands."""


USUAL = Manner()
"""With every tool there is."""


async def prepared(
    asked: Asked,
    conversation: Conversation,
    messages: tuple[Message, ...],
    emit: Emit,
    *,
    looking: bool = False,
) -> tuple[Message, ...]:
    """Return *messages* of *conversation* as they are to be sent; *looking* where nothing will be.

    Raises `VaultDeskError`.
    """
    if not asked.preparing:
        return messages
    beside = estimate(request_of(asked, conversation.id, ())).input_tokens
    work = Preparation(
        conversation,
        messages,
        asked.provider,
        asked.model,
        asked.label,
        emit,
        beside,
        asked.limits.max_output_tokens,
        looking,
        asked.leash,
    )
    for prepare in asked.preparing:
        work = replace(work, messages=await prepare(work))
    return work.messages


def request_of(
    asked: Asked, conversation_id: str, messages: tuple[Message, ...], manner: Manner = USUAL
) -> ModelRequest:
    """Return the request for the answer that follows *messages*."""
    tools = asked.tools() if asked.able else ()
    told = tuple(_told(message, manner) for message in messages)
    today = datetime.now().astimezone().date()
    # What goes anywhere passes the gate with its source; what runs inside this program has none to pass.
    apart = bool(asked.provider.destination.host)
    profile, project = asked.profile, asked.project.project if asked.project is not None else None
    system = system_prompt(
        today,
        profile,
        use_of(tools),
        apart=apart and bool(profile.path),
        last_round=manner.last_round,
        way=manner.way,
    )
    if project is not None:
        system = f"{system}\n\n{project_prompt(project, apart=apart)}"
    return ModelRequest(
        model=asked.model,
        system=system,
        messages=instructed(told, profile, project) if apart else told,
        tools=tool_specs(asked.runner.registry, tools) if manner.offer else (),
        max_output_tokens=asked.limits.max_output_tokens,
        conversation_id=conversation_id,
        effort=asked.limits.effort,
        by_text=asked.by_text,
    )


def _told(message: Message, manner: Manner) -> Message:
    """Return *message* without what is kept for people only."""
    parts = tuple(part for part in message.parts if not (isinstance(part, TextPart) and part.hidden))
    kept = message if len(parts) == len(message.parts) else message.model_copy(update={"parts": parts})
    return kept if manner.read is None else manner.read(kept)
