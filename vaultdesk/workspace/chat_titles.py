"""Chat titles suggested by the model."""

import logging
from collections.abc import Callable
from contextlib import aclosing

from vaultdesk.agent.budget import Budget, BudgetedProvider
from vaultdesk.chat.conversation import LONGEST_TITLE, Conversation, one_line
from vaultdesk.chat.messages import Message, TextPart, user_message
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.providers.catalog import OFFLINE_LABEL
from vaultdesk.providers.model_events import TextArrived
from vaultdesk.providers.provider import ModelRequest, Price, Provider
from vaultdesk.workspace.available_models import AvailableModels

TITLE_SYSTEM_PROMPT = "You give conversations their titles. You answer with the title alone."
TITLE_PROMPT = "Give our conversation a title of at most six words, in its language, without quotation marks."

MAX_TITLE_TOKENS = 1_000
"""Tokens of the answer: a title has ten, and some models think before."""

TitleModel = Callable[[str], tuple[Provider, str] | None]
"""Return whom to ask for the title of an answer made by `provider/name`, and what they call the model; None: nobody."""

log = logging.getLogger(__name__)


def answering_model_provider(
    models: AvailableModels, spending: Budget, price: Callable[[str], Price | None]
) -> TitleModel:
    """Return that the model is asked that gave the answer, within the caps; nobody for the offline assistant."""

    def model_provider(label: str) -> tuple[Provider, str] | None:
        if label == OFFLINE_LABEL:
            return None
        chosen = models.open_model(label)
        return BudgetedProvider(chosen.provider, spending, lambda: price(label), "", label), chosen.model

    return model_provider


class ChatTitles:
    """Asks for titles."""

    def __init__(self, title_model: TitleModel) -> None:
        self._title_model = title_model

    async def suggest_title(self, conversation: Conversation) -> str:
        """Return what the model that answered calls *conversation*; empty where it cannot say. Raises nothing."""
        exchange = _first_exchange(conversation)
        if exchange is None:
            return ""
        try:
            answering = self._title_model(exchange[1].model)
            return await self._ask(conversation.id, exchange, *answering) if answering is not None else ""
        except VaultDeskError as trouble:
            log.info("no title could be asked for: %s", trouble.title)
            return ""

    async def _ask(
        self, conversation_id: str, exchange: tuple[Message, Message], provider: Provider, model: str
    ) -> str:
        request = ModelRequest(
            model=model,
            system=TITLE_SYSTEM_PROMPT,
            messages=(*exchange, user_message(TITLE_PROMPT)),
            max_output_tokens=MAX_TITLE_TOKENS,
            conversation_id=conversation_id,
        )
        async with aclosing(provider.stream(request)) as events:
            pieces = [event.text async for event in events if isinstance(event, TextArrived)]
        lines = [line for line in "".join(pieces).split("\n") if line.strip()]
        return one_line(lines[0].strip(" #*\"'“”„«».\t"), LONGEST_TITLE) if lines else ""


def _first_exchange(conversation: Conversation) -> tuple[Message, Message] | None:
    """Return the words of the first question and of the first whole answer to it."""
    question = next((message for message in conversation.messages if message.role == "user"), None)
    answers = (message for message in conversation.messages if message.role == "assistant" and not message.cut)
    answer = next((message for message in answers if message.text.strip() and not message.tool_calls), None)
    if question is None or answer is None:
        return None
    return _text_only(question), _text_only(answer)


def _text_only(message: Message) -> Message:
    parts = tuple(part for part in message.parts if isinstance(part, TextPart) and not part.hidden)
    return message.model_copy(update={"parts": parts or (TextPart(text="…"),), "context": ()})
