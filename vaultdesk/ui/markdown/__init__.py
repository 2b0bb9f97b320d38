"""Markdown: notes and answers as rendered text, safe on any input."""

from vaultdesk.ui.markdown.planner import plan_of
from vaultdesk.ui.markdown.stream import StreamingDocument
from vaultdesk.ui.markdown.view import MarkdownView

__all__ = ["MarkdownView", "StreamingDocument", "plan_of"]
