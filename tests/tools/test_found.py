"""What was found lately."""

from vaultdesk.tools.found import REMEMBERED, Found


def test_the_latest_query_counts_and_old_ones_are_forgotten() -> None:
    found = Found()
    found.note("boiler", ["a.md", "b.md"])
    found.note("pump", ["a.md"])
    assert (found.query("a.md"), found.query("b.md"), found.query("c.md")) == ("pump", "boiler", None)
    found.note("many", [f"{number}.md" for number in range(REMEMBERED)])
    assert found.query("b.md") is None
