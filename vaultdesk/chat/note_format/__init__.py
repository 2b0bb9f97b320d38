"""Conversation notes: a conversation as one Markdown note, written and read back without loss."""

from vaultdesk.chat.note_format.chat_reader import ParsedChat, read_chat
from vaultdesk.chat.note_format.chat_writer import ChatWriter, write_chat

__all__ = ["ChatWriter", "ParsedChat", "read_chat", "write_chat"]
