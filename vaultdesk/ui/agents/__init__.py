"""Agents: letting an agent work, writing one, seeing how far it reaches, and picking one. Grants by hand alone."""

from vaultdesk.ui.agents.entry_list import EntryList
from vaultdesk.ui.agents.grant_dialog import GrantDialog
from vaultdesk.ui.agents.pick_popup import PickPopup

__all__ = ["EntryList", "GrantDialog", "PickPopup"]
