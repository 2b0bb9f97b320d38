"""Agents: editing, granting and reviewing their scope."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vaultdesk.ui.agents.agent_editor import AgentEditor
    from vaultdesk.ui.agents.grant_dialog import GrantDialog

__all__ = ["AgentEditor", "GrantDialog"]

_MODULES = {"AgentEditor": "agent_editor", "GrantDialog": "grant_dialog"}


def __getattr__(name: str) -> object:
    """Import a name on first use, so that importing one module does not import all of them."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
