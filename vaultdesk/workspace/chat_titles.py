"""Chat titles suggested by the model."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import aclosing

from vaultdesk.chat.conversation import MAX_TITLE_LENGTH, Conversation, one_line
from vaultdesk.chat.messages import Message, TextPart, user_message
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.providers.catalog import ChosenModel
from vaultdesk.providers.provider import ModelRequest, TextArrived, TextReclassified

TITLE_SYSTEM_PROMPT = "You write titles for conversations. You answer with the title alone."
TITLE_PROMPT = "Give our conversation a title of at most six words, in its language, without quotation marks."

MAX_TITLE_TOKENS = 1_000
"""Maximum number of tokens of the answer: a title has ten, and some models reason before."""

AnsweringModel = Callable[[str], ChosenModel | None]
"""Returns the model to use, by the label of the one that answered; None for the offline assistant, which cannot suggest
titles.
"""

WithSources = Callable[[Conversation, tuple[Message, ...]], Awaitable[tuple[Message, ...]]]
"""Returns messages of a conversation with the sources that the egress gate needs."""

log = logging.getLogger(__name__)


async def _unchanged(_conversation: Conversation, messages: tuple[Message, ...]) -> tuple[Message, ...]:
    return messages


class ChatTitles:
    """Requests titles for conversations from the models that answered."""

    def __init__(self, answering_model: AnsweringModel, with_sources: WithSources = _unchanged) -> None:
        self._answering_model = answering_model
        self._with_sources = with_sources

    async def suggest_title(self, conversation: Conversation) -> str:
        """Return a title for *conversation*; empty if there is no complete answer yet or the request fails. Raises
        nothing.
        """
        exchange = _first_exchange(conversation)
        if exchange is None:
            return ""
        question, answer = exchange
        try:
            chosen = self._answering_model(answer.model)
            if chosen is None:
                return ""
            messages = await self._with_sources(conversation, (question, answer))
            return await self._ask(conversation.id, messages, chosen)
        except VaultDeskError as error:
            log.info("no title could be asked for: %s", error.title)
            return ""

    async def _ask(self, conversation_id: str, messages: Sequence[Message], chosen: ChosenModel) -> str:
        request = ModelRequest(
            model=chosen.model,
            system=TITLE_SYSTEM_PROMPT,
            messages=(*messages, user_message(TITLE_PROMPT)),
            max_output_tokens=MAX_TITLE_TOKENS,
            conversation_id=conversation_id,
            purpose="title",
        )
        async with aclosing(chosen.provider.stream(request)) as events:
            chunks = list[str]()
            async for event in events:
                if isinstance(event, TextArrived):
                    chunks.append(event.text)
                elif isinstance(event, TextReclassified):
                    chunks.clear()
        lines = [line for line in "".join(chunks).split("\n") if line.strip()]
        return one_line(lines[0].strip(" #*\"'“”„«».\t"), MAX_TITLE_LENGTH) if lines else ""


def _first_exchange(conversation: Conversation) -> tuple[Message, Message] | None:
    """Return the first question and the first complete answer to it."""
    question = next((message for message in conversation.messages if message.role == "user"), None)
    answers = (message for message in conversation.messages if message.role == "assistant" and not message.cut)
    answer = next((message for message in answers if message.text.strip() and not message.tool_calls), None)
    if question is None or answer is None:
        return None
    return _text_only(question), _text_only(answer)


def _text_only(message: Message) -> Message:
    parts = tuple(part for part in message.parts if isinstance(part, TextPart) and not part.hidden)
    return message.model_copy(update={"parts": parts or (TextPart(text="…"),), "context": ()})
