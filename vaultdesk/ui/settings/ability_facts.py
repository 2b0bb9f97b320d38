"""Ability facts: what is known of one model as short lines with yes, no or not known. Decides and asks nothing."""

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from vaultdesk.providers.capabilities import CapabilityCard, ToolMode
from vaultdesk.providers.known_models import ModelStatus
from vaultdesk.providers.provider import ModelInfo
from vaultdesk.ui.formatting import format_number


@dataclass(frozen=True, slots=True)
class AbilityFact:
    """One line."""

    name: str
    known: bool | None
    """Whether it can; None where nobody knows."""
    words: str


def ability_facts(standing: ModelStatus) -> tuple[AbilityFact, ...]:
    """Return the lines for a model, always the same ones in the same order."""
    info = standing.info or ModelInfo("")
    card = standing.card or CapabilityCard()
    images = info.images if card.images is None else card.images
    context = card.context or info.context
    size = _tr("{0} tokens").format(format_number(context)) if context else _tr("not known")
    return (
        _tools(standing, card),
        AbilityFact(_tr("Context"), True if context else None, size),
        _fact(_tr("Pictures"), images, _tr("sees them")),
        _fact(_tr("Thinking"), info.reasoning, _tr("yes")),
        _fact(_tr("JSON"), card.json_answers, _tr("answers with nothing else")),
        _fact(_tr("Long texts"), card.recalls, _tr("keeps their beginning")),
    )


def _tools(standing: ModelStatus, card: CapabilityCard) -> AbilityFact:
    way = standing.manner.way
    told = standing.info is not None and standing.info.tools is not None
    if way == "native" and card.native is None and not told:
        return AbilityFact(_tr("Tools"), None, _tr("not known"))
    return AbilityFact(_tr("Tools"), way != "none", _tool_words(way, card.parallel))


def _tool_words(way: ToolMode, parallel: bool | None) -> str:
    if way == "none":
        return _tr("none")
    words = _tr("by its own means") if way == "native" else _tr("by text")
    return _tr("{0}, several at once").format(words) if parallel else words


def _fact(name: str, known: bool | None, words: str) -> AbilityFact:
    return AbilityFact(name, known, _tr("not known") if known is None else words if known else _tr("no"))


def _tr(text: str) -> str:
    return QCoreApplication.translate("AbilityFacts", text)
