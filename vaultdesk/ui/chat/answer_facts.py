"""Answer facts: what is told under an answer: who gave it, what it cost, how long it took. Words only."""

from datetime import datetime

from PySide6.QtCore import QCoreApplication

from vaultdesk.ui.chat.exchange import Exchange
from vaultdesk.ui.chat.tool_words import counted, duration
from vaultdesk.ui.money import dollars
from vaultdesk.ui.when import whole_when
from vaultdesk.ui.widgets.labels import safe_label_text

LONGEST_AGENT, LONGEST_MODEL = 60, 120
"""Characters of an agent's name under its answer, and of a model's when one looks longer."""


def facts_of(exchange: Exchange) -> str:
    """Return `House assistant · 4,120 tokens · $0.014 · 5.1 s`, as far as it is known."""
    tokens = exchange.tokens
    parts = [safe_label_text(exchange.agent, LONGEST_AGENT)] if exchange.agent else []
    parts += [counted(tokens, _tr("{n} token"), _tr("{n} tokens"))] if tokens else []
    parts += [dollars(exchange.cost)] if exchange.cost is not None else []
    parts += [duration(exchange.seconds)] if exchange.seconds else []
    return " · ".join(parts)


def details_of(exchange: Exchange) -> str:
    """Return who answered when, in lines."""
    kept = exchange.kept
    lines = (
        safe_label_text(exchange.model, LONGEST_MODEL),
        whole_when(kept[0].created, datetime.now().astimezone().date()) if kept else "",
        facts_of(exchange),
    )
    return "\n".join(line for line in lines if line)


def _tr(text: str) -> str:
    return QCoreApplication.translate("AnswerFacts", text)
