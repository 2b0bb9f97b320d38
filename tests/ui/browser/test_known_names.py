from pathlib import Path

from tests.support.qt_loop import on_qt_loop
from tests.ui.note.desk import desk
from vaultdesk.ui.browser.completing import Choice
from vaultdesk.ui.browser.known_names import KnownNames

NOTES = {
    "A.md": "---\nStatus: open\ntags: [house, heating]\n---\n",
    "B.md": "---\nstatus: done\n---\n#house\n",
    "C.md": "---\nstatus: done\n---\n",
}


@on_qt_loop
async def test_tags_and_properties_are_counted_and_spellings_joined(tmp_path: Path) -> None:
    async with desk(tmp_path, NOTES) as at:
        names = KnownNames(at.searcher)
        assert await names.of("tag") == [Choice("heating", 1), Choice("house", 2)]
        assert sorted(await names.of("property"), key=lambda one: one.name) == [Choice("status", 3), Choice("tags", 1)]


@on_qt_loop
async def test_the_values_of_a_property_are_counted_and_long_texts_are_left_out(tmp_path: Path) -> None:
    long = "word " * 40
    notes = {
        "A.md": "---\nparts: [Pump, pump, 3, true, Pump]\n---\n", "B.md": f"---\nParts: Pump\nother: x\n---\n{long}\n",
        "C.md": f"---\nparts:\n  - {long}\n  -\n---\n",
    }  # fmt: skip
    async with desk(tmp_path, notes) as at:
        names = KnownNames(at.searcher)
        found = {one.name: one.count for one in await names.of("value", "PARTS")}
        assert found == {"Pump": 3, "3": 1, "true": 1}
        assert await names.of("value", "nothing") == []


@on_qt_loop
async def test_names_are_asked_for_once_until_notes_change(tmp_path: Path) -> None:
    async with desk(tmp_path, NOTES) as at:
        names = KnownNames(at.searcher)
        first = await names.of("tag")
        assert await names.of("tag") is first
        names.forget()
        assert await names.of("tag") is not first
