"""Left pane: file tree, search, tags and links of a vault, and the quick switcher."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vaultdesk.ui.browser.left_pane import LeftPane

__all__ = ["LeftPane"]


def __getattr__(name: str) -> object:
    """Import a name on first use, so that importing one module does not import all of them."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module(f"{__name__}.left_pane").LeftPane
