"""Tests of meter_ring.py."""

from dataclasses import dataclass

from vaultdesk.ui.chat.meter_ring import MeterRing


@dataclass(frozen=True)
class Fill:
    used: int
    window: int
    summed_up: int = 0
    near: bool = False


def test_the_ring_tells_its_numbers_and_is_out_of_sight_without_any() -> None:
    ring = MeterRing()
    assert ring.isHidden()
    ring.show_fill(Fill(12_400, 128_000))
    assert ring.toolTip() == "12k of 128k tokens of the model’s window (10 %)"
    assert ring.accessibleName() == "Context: 12k of 128k tokens of the model’s window (10 %)"
    ring.show_fill(Fill(900, 0, summed_up=12))
    assert ring.toolTip() == "About 900 tokens. How many the model takes is not known.\n12 messages are summed up"
    ring.show_fill(None)
    assert ring.isHidden()


def test_it_is_drawn_fuller_and_in_other_colours_the_nearer_the_end_is() -> None:
    ring = MeterRing()
    pictures = set()
    for used in (0, 300, 850, 1_200):
        ring.show_fill(Fill(used, 1_000))
        picture = ring.grab().toImage()
        pictures.add(bytes(picture.constBits()))
    assert len(pictures) == 4
