"""Tool events as values."""

from dataclasses import FrozenInstanceError
from typing import get_args

import pytest

from vaultdesk.tools.runtime.tool_events import ToolEvent, ToolStarted


def test_events_are_frozen_and_the_union_is_closed() -> None:
    assert {kind.__name__ for kind in get_args(ToolEvent)} == {
        "ApprovalRequested", "ApprovalAnswered", "ToolStarted", "ToolFinished",
    }  # fmt: skip
    with pytest.raises(FrozenInstanceError):
        ToolStarted("c1", "x").name = "y"
