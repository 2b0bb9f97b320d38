"""Conversation Markdown: a conversation as one Markdown text for the clipboard. Not the file format of chats."""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from vaultdesk.ui.chat.exchange import CallBlock, Exchange, NoticeBlock, ReasoningBlock, TextBlock
from vaultdesk.ui.chat.tool_words import step_words


def _tr(text: str) -> str:
    return QCoreApplication.translate("ConversationMarkdown", text)


def conversation_markdown(title: str, exchanges: Sequence[Exchange]) -> str:
    """Return questions, tool steps and answers in their order; thinking is left out."""
    parts = [f"# {title}"] if title else []
    for exchange in exchanges:
        parts += [f"## {_tr('You')}", exchange.question.strip(), f"## {exchange.model or _tr('Assistant')}"]
        steps: list[str] = []
        for block in exchange.blocks:
            match block:
                case TextBlock(text) if text.strip():
                    parts += [*_listed(steps), text.strip()]
                    steps = []
                case CallBlock():
                    words = step_words(block.facts)
                    told = " ".join(
                        part for part in (words.verb, words.object, f"({words.result})") if part.strip("()")
                    )
                    steps.append(f"- {told}")
                case NoticeBlock(text):
                    steps.append(f"- {text}")
                case ReasoningBlock() | TextBlock():
                    pass
        parts += _listed(steps)
        if exchange.stopped:
            parts.append(f"*{_tr('Stopped')}*")
        if exchange.error is not None:
            parts.append(f"*{exchange.error}*")
    return "\n\n".join(parts) + "\n"


def _listed(steps: Sequence[str]) -> list[str]:
    return ["\n".join(steps)] if steps else []
