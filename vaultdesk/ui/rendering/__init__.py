"""Rendered Markdown of notes and answers: parsing, render plans, QTextDocument, formulas; safe on any input."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vaultdesk.ui.rendering.markdown_view import MarkdownView
    from vaultdesk.ui.rendering.planner import plan_of
    from vaultdesk.ui.rendering.rendered_document import StreamingDocument

__all__ = ["MarkdownView", "StreamingDocument", "plan_of"]

_MODULES = {"MarkdownView": "markdown_view", "StreamingDocument": "rendered_document", "plan_of": "planner"}


def __getattr__(name: str) -> object:
    """Import a name on first use, so that importing one module does not import them all."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
