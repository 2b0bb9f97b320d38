"""What a model can do, in a few words."""

from vaultdesk.providers.capabilities import ToolMode
from vaultdesk.providers.provider import ModelInfo
from vaultdesk.ui.translation import translator

_tr = translator("ModelText")


def tool_mode_text(way: ToolMode) -> str:
    """Return how a model is given tools."""
    match way:
        case "native":
            return _tr("tools")
        case "sentinel" | "xml":
            return _tr("tools by text")
        case "none":
            return _tr("no tools")


def capabilities_text(
    way: ToolMode | None, *, sees: bool | None, thinks: bool | None, context: int, local: bool = False
) -> str:
    """Return all that is known in one line; what is not known is left out."""
    known = (
        tool_mode_text(way) if way is not None else "",
        _tr("sees pictures") if sees else "",
        _tr("thinks") if thinks else "",
        token_count_text(context),
        _tr("on this computer") if local else "",
    )
    return " · ".join(words for words in known if words)


def model_info_text(info: ModelInfo) -> str:
    """Return what a provider's list tells of a model."""
    way: ToolMode | None = None if info.tools is None else "native" if info.tools else "sentinel"
    return capabilities_text(way, sees=info.images, thinks=info.reasoning, context=info.context)


def token_count_text(tokens: int) -> str:
    """Return a number of tokens as model names have it: 128k, 1M; empty for nothing."""
    # Windows are powers of two for some and of ten for others; both are called by their round number.
    base = 1024 if tokens % 1024 == 0 and tokens % 1000 else 1000
    if tokens >= base**2:
        return f"{tokens / base**2:.1f}".removesuffix(".0") + "M"
    if tokens >= base:
        return f"{tokens // base}k"
    return str(tokens) if tokens > 0 else ""
