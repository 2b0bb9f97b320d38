"""Agent: one question to a model, round by round with its tools, told as a stream of events."""

from vaultdesk.agent.agent import Agent
from vaultdesk.agent.agents import AgentShelf
from vaultdesk.agent.limits import Limits
from vaultdesk.agent.profile import AgentProfile
from vaultdesk.agent.run import Run
from vaultdesk.agent.transcript import Transcript

__all__ = ["Agent", "AgentProfile", "AgentShelf", "Limits", "Run", "Transcript"]
