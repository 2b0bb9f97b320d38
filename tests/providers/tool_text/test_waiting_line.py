"""Waiting line."""

from vaultdesk.providers.tool_text.outlet import Outlet
from vaultdesk.providers.tool_text.pieces import Spoken
from vaultdesk.providers.tool_text.waiting_line import WaitingLine


def test_its_text_goes_out_up_to_what_may_be_a_tag() -> None:
    outlet = Outlet()
    line = WaitingLine("  ```", 2, outlet, silent=False)

    assert not line.add("`")
    assert line.add("py a < b ")
    assert outlet.take() == [Spoken("````")]
    assert (line.text(), line.said) == ("  ````py a < b ", 6)


def test_a_tag_stops_the_rest_of_the_line() -> None:
    outlet = Outlet()
    line = WaitingLine("```py", 0, outlet, silent=False)

    assert not line.add(" a <t")
    assert not line.add("b c")
    assert outlet.take() == [Spoken("```py a ")]
    assert line.said == 8


def test_it_can_be_read_at_its_end_or_the_next_backtick() -> None:
    for end in ("\n", "x\ny", "`", "x`"):
        line = WaitingLine("```py", 0, Outlet(), silent=False)
        assert not line.add(" x")
        assert line.add(end)


def test_where_nothing_may_go_out_nothing_does() -> None:
    outlet = Outlet()
    line = WaitingLine("```", 0, outlet, silent=True)
    line.add("`")

    assert outlet.take() == []
    assert (line.text(), line.said) == ("````", 0)
