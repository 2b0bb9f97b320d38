"""The chat pane: conversations, the composer and the transcript; knows no provider and no file."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vaultdesk.ui.chat.chat_dock import ChatDock
    from vaultdesk.ui.chat.transcript.transcript_view import ChatView

__all__ = ["ChatDock", "ChatView"]

_HOMES = {"ChatDock": "chat_dock", "ChatView": "transcript.transcript_view"}


def __getattr__(name: str) -> object:
    """Import what is asked for only then: the room's modules are imported one by one, and none waits for all."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
