"""Agent: one question to a model, round by round with its tools, told as a stream of events."""

from vaultdesk.agent.agent import Agent
from vaultdesk.agent.limits import Limits
from vaultdesk.agent.run import Run
from vaultdesk.agent.transcript import Transcript

__all__ = ["Agent", "Limits", "Run", "Transcript"]
