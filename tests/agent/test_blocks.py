"""Blocks as values."""

from dataclasses import FrozenInstanceError

import pytest

from vaultdesk.agent.blocks import AnswerBlock, StepBlock


def test_blocks_are_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        AnswerBlock("a").text = "b"
    assert StepBlock("c1", "x", "X").state == "preparing"
