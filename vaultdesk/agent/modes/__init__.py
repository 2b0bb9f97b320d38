"""Modes: the ways of asking: each says in which order a question leads to tools and to an answer."""

from vaultdesk.agent.modes.choosing import MODES
from vaultdesk.agent.modes.forced import forced_tools
from vaultdesk.agent.modes.mode import Mode, ModeWords
from vaultdesk.agent.modes.plan import carry_out

__all__ = ["MODES", "Mode", "ModeWords", "carry_out", "forced_tools"]
