"""Request: what a model is sent for its next answer in a conversation. Sends nothing, and changes no conversation."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from vaultdesk.agent.limits import Limits
from vaultdesk.agent.preparing import Preparation, Preparing
from vaultdesk.agent.profile import PLAIN, AgentProfile
from vaultdesk.agent.prompt import instructed, system_prompt, use_of
from vaultdesk.agent.run import Emit
from vaultdesk.agent.tool_specs import tool_specs
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import Message, TextPart
from vaultdesk.providers.provider import ModelRequest, Provider
from vaultdesk.tools.barrier import offered
from vaultdesk.tools.runner import ToolRunner
from vaultdesk.tools.tool import AnyTool


@dataclass(frozen=True, slots=True)
class Asked:
    """Who is asked, and with what."""

    provider: Provider
    model: str
    label: str
    runner: ToolRunner
    limits: Limits
    tools_offered: bool
    profile: AgentProfile = PLAIN
    preparing: tuple[Preparing, ...] = ()
    """What is done to the messages before each request, in order."""


async def prepared(
    asked: Asked, conversation: Conversation, messages: tuple[Message, ...], emit: Emit
) -> tuple[Message, ...]:
    """Return *messages* of *conversation* as they are to be sent. Raises `VaultDeskError`."""
    for prepare in asked.preparing:
        work = Preparation(conversation, messages, asked.provider, asked.model, asked.label, emit)
        messages = await prepare(work)
    return messages


def request_of(
    asked: Asked,
    conversation_id: str,
    messages: tuple[Message, ...],
    *,
    offer: bool = True,
    last_round: bool = False,
) -> ModelRequest:
    """Return the request for the answer that follows *messages*; tools are named in it where *offer* says so."""
    tools = _tools(asked) if asked.tools_offered else ()
    told = tuple(_told(message) for message in messages)
    today = datetime.now().astimezone().date()
    # What goes anywhere passes the gate with its source; what runs inside this program has none to pass.
    apart = bool(asked.profile.path and asked.provider.destination.host)
    return ModelRequest(
        model=asked.model,
        system=system_prompt(today, asked.profile, use_of(tools), apart=apart, last_round=last_round),
        messages=instructed(told, asked.profile) if apart else told,
        tools=tool_specs(asked.runner.registry, tools) if offer else (),
        max_output_tokens=asked.limits.max_output_tokens,
        conversation_id=conversation_id,
        effort=asked.limits.effort,
    )


def _told(message: Message) -> Message:
    """Return *message* without what is kept for people only."""
    parts = tuple(part for part in message.parts if not (isinstance(part, TextPart) and part.hidden))
    return message if len(parts) == len(message.parts) else message.model_copy(update={"parts": parts})


def _tools(asked: Asked) -> Sequence[AnyTool]:
    return offered(asked.runner.registry, asked.profile.leash, asked.runner.permissions.preset())
