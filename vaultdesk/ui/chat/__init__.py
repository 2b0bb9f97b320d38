"""Chat: the pane where the assistant is asked and its answers stream; knows no provider and no file."""

from vaultdesk.ui.chat.chat_dock import ChatDock
from vaultdesk.ui.chat.message_view import ChatView

__all__ = ["ChatDock", "ChatView"]
