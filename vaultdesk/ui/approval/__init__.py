"""Approval: the question before a tool runs, as one component in two hosts, a dialog and a card in the chat."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vaultdesk.ui.approval.approver import CardSlot, WindowApprover
    from vaultdesk.ui.approval.request_view import RequestView

__all__ = ["CardSlot", "RequestView", "WindowApprover"]

_HOMES = {"CardSlot": "approver", "RequestView": "request_view", "WindowApprover": "approver"}


def __getattr__(name: str) -> object:
    """Import what is asked for only then: the room's modules are imported one by one, and none waits for all."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
