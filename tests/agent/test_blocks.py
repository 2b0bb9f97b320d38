"""Blocks as values."""

from dataclasses import FrozenInstanceError

import pytest

from vaultdesk.agent.blocks import AnswerBlock, StepBlock
from vaultdesk.agent.growing_text import GrowingText


def test_blocks_are_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        AnswerBlock(GrowingText("a")).done = True
    assert StepBlock("c1", "x", "X").state == "preparing"
