"""Conversations: messages as values, the notes they are kept in, and importers for other programs."""

from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import Message, Source, user_message

__all__ = ["Conversation", "Message", "Source", "user_message"]
