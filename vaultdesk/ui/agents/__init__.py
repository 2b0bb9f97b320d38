"""Agents: letting an agent work, writing one and seeing how far it reaches. Grants by hand alone."""

from vaultdesk.ui.agents.agent_editor import AgentEditor
from vaultdesk.ui.agents.grant_dialog import GrantDialog

__all__ = ["AgentEditor", "GrantDialog"]
