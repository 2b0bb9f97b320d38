"""Note format: a conversation as one Markdown note that reads well anywhere, and read back equal."""

from vaultdesk.chat.note_format.reading import ReadChat, read_chat
from vaultdesk.chat.note_format.writing import ChatWriter, write_chat

__all__ = ["ChatWriter", "ReadChat", "read_chat", "write_chat"]
