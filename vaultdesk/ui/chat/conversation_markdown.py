"""Conversation Markdown: a conversation as one Markdown text for the clipboard. Not the file format of chats."""

from collections.abc import Sequence
from typing import assert_never

from PySide6.QtCore import QCoreApplication

from vaultdesk.agent.transcript_blocks import (
    AnswerBlock,
    CutBlock,
    EarlyEndBlock,
    FailureBlock,
    NoticeBlock,
    QuestionBlock,
    ReasoningBlock,
    StepBlock,
    StoppedBlock,
)
from vaultdesk.ui.chat.exchange import Exchange
from vaultdesk.ui.chat.tool_words import step_words


def _tr(text: str) -> str:
    return QCoreApplication.translate("ConversationMarkdown", text)


def conversation_markdown(title: str, exchanges: Sequence[Exchange]) -> str:
    """Return questions, tool steps and answers in their order; thinking is left out."""
    parts = [f"# {title}"] if title else []
    for exchange in exchanges:
        if not exchange.asked.empty:
            parts += [f"## {_tr('You')}", exchange.question.strip()]
        parts.append(f"## {exchange.model or _tr('Assistant')}")
        steps: list[str] = []
        for block in exchange.blocks:
            match block:
                case AnswerBlock():
                    if text := block.text.strip():
                        parts += [*_listed(steps), text]
                        steps = []
                case StepBlock():
                    steps.append(f"- {_told(block)}")
                case NoticeBlock(text):
                    steps.append(f"- {text}")
                case StoppedBlock():
                    parts += [*_listed(steps), f"*{_tr('Stopped')}*"]
                    steps = []
                case FailureBlock(error):
                    parts += [*_listed(steps), f"*{error}*"]
                    steps = []
                case CutBlock():
                    parts += [*_listed(steps), f"*{_tr('Cut off')}*"]
                    steps = []
                case QuestionBlock() | ReasoningBlock() | EarlyEndBlock():
                    pass
                case _:
                    assert_never(block)
        parts += _listed(steps)
    return "\n\n".join(parts) + "\n"


def _told(step: StepBlock) -> str:
    words = step_words(step)
    return " ".join(part for part in (words.verb, words.object, f"({words.result})") if part.strip("()"))


def _listed(steps: Sequence[str]) -> list[str]:
    return ["\n".join(steps)] if steps else []
