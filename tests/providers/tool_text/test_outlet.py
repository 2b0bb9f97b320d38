"""Outlet."""

from vaultdesk.providers.tool_text.outlet import Outlet
from vaultdesk.providers.tool_text.pieces import CallBegan, Spoken, Thought


def test_neighbours_of_one_kind_are_one_piece() -> None:
    outlet = Outlet()
    outlet.say("a")
    outlet.say("")
    outlet.say("b")
    outlet.think("c")
    outlet.think("d")
    outlet.say("e")
    outlet.put(CallBegan("xml"))
    outlet.say("f")

    assert outlet.take() == [Spoken("ab"), Thought("cd"), Spoken("e"), CallBegan("xml"), Spoken("f")]
    assert outlet.take() == []


def test_a_new_collection_begins_with_its_own_kind() -> None:
    outlet = Outlet()
    outlet.think("a")
    outlet.take()
    outlet.say("b")

    assert outlet.take() == [Spoken("b")]
