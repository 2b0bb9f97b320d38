"""The workspace: one open vault with everything needed to work in it. The one place where the rooms are joined."""

from vaultdesk.workspace.models import ModelChoice, model_knowledge
from vaultdesk.workspace.toolbox import TOOLS
from vaultdesk.workspace.workspace import Workspace

__all__ = ["TOOLS", "ModelChoice", "Workspace", "model_knowledge"]
