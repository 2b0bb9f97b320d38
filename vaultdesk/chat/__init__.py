"""Chat: what was said. Values and their order; files come later."""

from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import Message, Source, user_message

__all__ = ["Conversation", "Message", "Source", "user_message"]
