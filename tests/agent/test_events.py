"""Run events: one closed union, joined from the rooms."""

from typing import get_args

from vaultdesk.agent.events import RunEnd, RunEvent, RunStarted, RunStep
from vaultdesk.providers.model_events import ModelEvent, TurnEnded
from vaultdesk.tools.runtime.tool_events import ToolEvent


def test_everything_a_model_and_the_tools_tell_is_told_by_the_run() -> None:
    told = set(get_args(RunEvent))
    assert set(get_args(ModelEvent)) - {TurnEnded} <= told
    assert set(get_args(ToolEvent)) <= told
    assert told == {RunStarted, *get_args(RunStep), *get_args(RunEnd)}
