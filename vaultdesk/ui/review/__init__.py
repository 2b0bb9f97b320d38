"""Review before a tool runs: approval requests and diffs."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vaultdesk.ui.review.approval_view import RequestView
    from vaultdesk.ui.review.window_approver import CardSlot, WindowApprover

__all__ = ["CardSlot", "RequestView", "WindowApprover"]

_MODULES = {"CardSlot": "window_approver", "RequestView": "approval_view", "WindowApprover": "window_approver"}


def __getattr__(name: str) -> object:
    """Import a name on first use, so that importing one module does not import all of them."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
