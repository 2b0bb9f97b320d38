"""The workspace: one open vault with all services that work on it."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vaultdesk.workspace.available_models import ModelChoice, model_knowledge
    from vaultdesk.workspace.toolbox import TOOL_NAMES, TOOLS
    from vaultdesk.workspace.workspace import Workspace

__all__ = ["TOOLS", "TOOL_NAMES", "ModelChoice", "Workspace", "model_knowledge"]

_MODULES = {
    "TOOLS": "toolbox",
    "TOOL_NAMES": "toolbox",
    "ModelChoice": "available_models",
    "Workspace": "workspace",
    "model_knowledge": "available_models",
}


def __getattr__(name: str) -> object:
    """Import a name when it is first used: the list of notes appears before the rest is imported (opened_vault.py)."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
