"""Mentions: lines that name a note and do not link to it."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.index.scene import at_work, lay
from vaultdesk.index.mentions import LONGEST_LINE, Mention, mentions_in, names_of, naming


async def mentions(folder: Path, notes: Mapping[str, str], path: str = "Heat pump.md") -> list[Mention]:
    async with at_work(lay(folder / "vault", notes), folder / "index.sqlite") as scene:
        ask = scene.searcher.over_texts
        names = await ask(lambda _, db: names_of(db, path))
        return await ask(lambda hay, db: mentions_in(db, naming(hay, db, path, names), names)) if names else []


PUMP = {"Heat pump.md": "---\naliases: [WP, Wärmepumpe]\n---\nThe heat pump itself."}


@pytest.mark.parametrize(
    ("line", "marked"),
    [
        ("We chose a heat pump.", ["heat pump"]),
        ("HEAT PUMP and Heat Pump", ["HEAT PUMP", "Heat Pump"]),
        ("Die wärmepumpe läuft", ["wärmepumpe"]),
        ("# On the heat pump", ["heat pump"]),
        ("*heat pump*, (heat pump)", ["heat pump", "heat pump"]),
        ("[[Other]] heat pump [[Heat pump]]", ["heat pump"]),
        ("a heat pumping station", []),
        ("preheat pump", []),
        ("heat_pump heat pump_", []),
        ("see [[Heat pump]]", []),
        ("see [[Other|the heat pump]]", []),
        ("see [the heat pump](Other.md)", []),
        ("see ![[heat pump.png]]", []),
        ("code `heat pump` code", []),
        ("```\nheat pump\n```", []),
        ("%% heat pump %%", []),
        ("<!-- heat pump -->", []),
        ("https://example.org/heat pump.html", []),
        ("https://example.org/wärmepumpe", []),
        ("#wärmepumpe", []),
        ("the WP", []),
    ],
)
async def test_a_mention_is_where_a_link_would_be_one(tmp_path: Path, line: str, marked: list[str]) -> None:
    found = await mentions(tmp_path, PUMP | {"Other.md": f"---\nabout: the heat pump\n---\nFirst.\n\n{line}\n"})
    assert [one.text[start:end] for one in found for start, end in one.marks] == marked


async def test_a_mention_tells_its_line_and_the_name_as_the_note_has_it(tmp_path: Path) -> None:
    (found,) = await mentions(tmp_path, PUMP | {"Sub/Other.md": "# Plan\n\n  - the HEAT PUMP\n"})
    assert found == Mention("Sub/Other.md", "Other", 3, "- the HEAT PUMP", ((6, 15),), "Heat pump")


async def test_of_a_long_line_the_part_around_the_name_is_shown(tmp_path: Path) -> None:
    (found,) = await mentions(tmp_path, PUMP | {"Other.md": "word " * 500 + "heat pump " + "word " * 500})
    assert len(found.text) <= LONGEST_LINE
    assert [found.text[start:end] for start, end in found.marks] == ["heat pump"]


async def test_the_note_itself_and_excluded_ones_do_not_mention_it(tmp_path: Path) -> None:
    root = lay(tmp_path / "vault", PUMP | {"Old/Other.md": "heat pump", "New.md": "heat pump"})
    lay(root, {".obsidian/app.json": '{"userIgnoreFilters": ["Old/"]}'})
    assert [one.path for one in await mentions(tmp_path, {})] == ["New.md"]


async def test_too_short_names_are_not_looked_for(tmp_path: Path) -> None:
    notes = {"Go.md": "", "Other.md": "go there", "漢字.md": "", "Japanese.md": "この漢字は"}
    assert await mentions(tmp_path, notes, "Go.md") == []
    assert [one.path for one in await mentions(tmp_path, notes, "漢字.md")] == ["Japanese.md"]
    assert await mentions(tmp_path, notes, "Absent.md") == []
