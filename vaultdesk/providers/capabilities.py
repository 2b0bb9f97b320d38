"""Capabilities: what is known of one model, and what follows from it for the way it is given tools. Asks nobody."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict

from vaultdesk.providers.provider import ModelInfo

ToolWay = Literal["native", "sentinel", "xml", "none"]
"""How a model is given tools: by its own means, by text in one of two dialects, or not at all."""

TextWay = Literal["sentinel", "xml"]
"""The two dialects of tools by text."""

ToolSetting = Literal["auto", "native", "sentinel", "xml", "none"]
"""What the person set for a provider (CONTRACTS, Settings)."""


class CapabilityCard(BaseModel):
    """What a model showed when it was tried; None where it was not, or nothing could be told from it."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    native: bool | None = None
    """It calls a tool by its own means."""
    parallel: bool | None = None
    """It calls two tools in one answer, in the way that works."""
    sentinel: bool | None = None
    """It writes calls as `<tool_call>`."""
    xml: bool | None = None
    """It writes calls as `<use_tool>`."""
    json_answers: bool | None = None
    """It answers with nothing but JSON where asked."""
    images: bool | None = None
    """It told the colour of a picture."""
    recalls: bool | None = None
    """It repeated a word that stood at the beginning of a long question."""
    context: int = 0
    """Tokens of its window, where its provider says so."""
    refused: bool = False
    """It answered a question with tools with an error that says it has none."""
    probed: datetime | None = None
    """When it was tried; None where only a refusal is known."""

    def lines(self) -> tuple[str, ...]:
        """Return the card for people, a line a fact."""
        return (
            f"Tools of its own: {_word(self.native)}" + (" (it refused them)" if self.refused else ""),
            f"Tools by text, <tool_call>: {_word(self.sentinel)}",
            f"Tools by text, <use_tool>: {_word(self.xml)}",
            f"Two calls in one answer: {_word(self.parallel)}",
            f"Answers in JSON: {_word(self.json_answers)}",
            f"Sees pictures: {_word(self.images)}",
            f"Keeps the beginning of a long question: {_word(self.recalls)}",
            f"Context window: {f'{self.context:,} tokens' if self.context else 'not known'}",
        )


@dataclass(frozen=True, slots=True)
class ToolManner:
    """How one model is given tools, and why so."""

    way: ToolWay
    why: str
    """One sentence for people."""

    @property
    def downgraded(self) -> bool:
        """True where it is not by the model's own means."""
        return self.way != "native"


BY_TEXT = "VaultDesk gives it tools by text."
"""The end of every sentence that explains emulation."""


def tool_manner(
    setting: ToolSetting, who: tuple[str, str], info: ModelInfo | None, card: CapabilityCard | None, preferred: TextWay
) -> ToolManner:
    """Decide how a model is given tools. *who* is the provider's and the model's name, for the sentence.

    A person's setting beats all; then what the model did, then what its provider's list says.
    """
    provider, model = who
    if setting != "auto":
        return ToolManner(setting, "Tools are off in Settings." if setting == "none" else "It is set so in Settings.")
    by_text = _text_way(card, preferred)
    if card is not None and not card.native and card.sentinel is False and card.xml is False:
        return ToolManner("none", f"{model} called no tool in any way when it was tried.")
    if card is not None and card.refused:
        return ToolManner(by_text, f"{model} refused to be given tools. {BY_TEXT}")
    if card is not None and card.native:
        return ToolManner("native", f"{model} called a tool when it was tried.")
    if card is not None and card.native is False:
        return ToolManner(by_text, f"{model} called no tool of its own when it was tried. {BY_TEXT}")
    if info is not None and info.tools is False:
        return ToolManner(by_text, f"{provider} says that {model} has no tools of its own. {BY_TEXT}")
    if info is not None and info.tools:
        return ToolManner("native", f"{provider} says that {model} has tools of its own.")
    return ToolManner("native", f"{provider} does not say whether {model} has tools. If it refuses them, {BY_TEXT}")


def _text_way(card: CapabilityCard | None, preferred: TextWay) -> TextWay:
    other: TextWay = "xml" if preferred == "sentinel" else "sentinel"
    if card is not None and getattr(card, preferred) is False and getattr(card, other):
        return other
    return preferred


def _word(known: bool | None) -> str:
    return "not known" if known is None else "yes" if known else "no"
