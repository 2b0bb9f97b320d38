"""Agents: questions answered by a model with tools, as a stream of run events."""

from vaultdesk.agent.agent import Agent
from vaultdesk.agent.instructions.agent_catalog import AgentCatalog
from vaultdesk.agent.profile import AgentProfile, Limits
from vaultdesk.agent.run import Run
from vaultdesk.agent.transcript import Transcript

__all__ = ["Agent", "AgentCatalog", "AgentProfile", "Limits", "Run", "Transcript"]
