"""Chat pane: conversations, the composer and the transcript; independent of providers and files."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vaultdesk.ui.chat.chat_dock import ChatDock
    from vaultdesk.ui.chat.transcript.transcript_view import TranscriptView

__all__ = ["ChatDock", "TranscriptView"]

_MODULES = {"ChatDock": "chat_dock", "TranscriptView": "transcript.transcript_view"}


def __getattr__(name: str) -> object:
    """Import a name on first use, so that importing one module does not import all of them."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
