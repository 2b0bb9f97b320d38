"""Modes: strategies that lead from a question through tool calls to an answer."""

from vaultdesk.agent.modes.at_commands import at_command_tools
from vaultdesk.agent.modes.mode import Mode, ModeText
from vaultdesk.agent.modes.mode_choice import MODES, plan_execution_question

__all__ = ["MODES", "Mode", "ModeText", "at_command_tools", "plan_execution_question"]
