"""Markdown: notes and answers as rendered text, safe on any input."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vaultdesk.ui.markdown.planner import plan_of
    from vaultdesk.ui.markdown.stream import StreamingDocument
    from vaultdesk.ui.markdown.view import MarkdownView

__all__ = ["MarkdownView", "StreamingDocument", "plan_of"]

_HOMES = {"MarkdownView": "view", "StreamingDocument": "stream", "plan_of": "planner"}


def __getattr__(name: str) -> object:
    """Import what is asked for only then: the room's modules are imported one by one, and none waits for all."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
