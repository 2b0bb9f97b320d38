"""Quotes from the notes, shown under an answer: what the built-in assistant finds for the same question."""

from vaultdesk.agent.agent import Agent
from vaultdesk.agent.run import RunFailed
from vaultdesk.chat.conversation import ChatChoices, Conversation
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.providers.offline.offline_replies import without_signature


async def quotes_on(question: str, offline: Agent) -> str:
    """Return sentences of the notes that *offline*, the built-in assistant, finds for *question*, as Markdown.

    Empty if it gives no answer. The conversation is not stored. Raises `VaultDeskError`.
    """
    conversation = Conversation(choices=ChatChoices(mode="agent"))
    failed: VaultDeskError | None = None
    async with offline.run(conversation, question) as run:
        async for event in run:
            if isinstance(event, RunFailed):
                failed = event.error
    if failed is not None:
        raise failed
    last = conversation.messages[-1]
    return without_signature(last.text) if last.role == "assistant" else ""
