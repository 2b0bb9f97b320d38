"""Kept exchanges: a kept conversation as the exchanges it is shown in, and where each of them ends. Draws nothing."""

import re
from collections.abc import Iterable, Sequence

from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import Message
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.ui.chat.exchange import Exchange


def kept_exchanges(messages: Iterable[Message], registry: ToolRegistry | None = None) -> list[Exchange]:
    """Return the exchanges of a kept conversation; what stands before its first question has an empty one."""
    return [Exchange.of_kept(part, registry) for part in _parted(messages)]


def renewed(
    exchanges: Sequence[Exchange],
    before: Iterable[Message],
    messages: Iterable[Message],
    registry: ToolRegistry | None = None,
) -> list[Exchange]:
    """Return the exchanges of *messages* where there were *exchanges* of the messages *before*.

    Those that are as they were stay the same, and so do those whose question never came into the conversation.
    """
    known = {one.message_id: one for one in exchanges}
    was = {part[0].id: part for part in _parted(before)}
    made = []
    for part in _parted(messages):
        same = known.get(part[0].id) if was.get(part[0].id) == part else None
        made.append(same or Exchange.of_kept(part, registry))
    return [*made, *(one for one in exchanges if not one.message_id)]


def last_message_of(conversation: Conversation, exchange: Exchange) -> str:
    """Return the id of the last message of *exchange* in *conversation*; empty where it is not in it."""
    messages = conversation.messages
    place = next((place for place, one in enumerate(messages) if one.id == exchange.message_id), -1)
    if place < 0:
        return ""
    after = (place + 1 + number for number, one in enumerate(messages[place + 1 :]) if one.role == "user")
    return messages[next(after, len(messages)) - 1].id


def exchange_with(exchanges: Sequence[Exchange], words: str) -> Exchange | None:
    """Return the first of *exchanges* in which all *words* stand; signs between them do not count."""
    wanted = re.findall(r"\w+", words.casefold())
    if not wanted:
        return None
    for exchange in exchanges:
        # Not the folded text where there are messages: a thousand of them are looked through.
        texts = [one.text for one in exchange.kept] or [exchange.question, exchange.text]
        said = "\n".join(texts).casefold()
        if all(word in said for word in wanted):
            return exchange
    return None


def _parted(messages: Iterable[Message]) -> list[list[Message]]:
    """Return *messages* in pieces that begin with a question."""
    parted: list[list[Message]] = []
    for message in messages:
        if message.role == "user" or not parted:
            parted.append([])
        parted[-1].append(message)
    return parted
