from pathlib import Path

from tests.support.qt_loop import on_qt_loop
from tests.ui.note.desk import desk
from vaultdesk.ui.properties.known import known_properties

NOTES = {
    "A.md": "---\nstatus: open\ntags: [house]\ndue: 2026-11-22\n---\n",
    "B.md": "---\nstatus: done\n---\n#garden\n",
    "C.md": "---\nStatus: open\n---\n#garden\n",
}


@on_qt_loop
async def test_names_values_and_tags_of_the_vault_are_known_by_how_usual_they_are(tmp_path: Path) -> None:
    async with desk(tmp_path, NOTES) as at:
        known = await known_properties(at.searcher)
        assert known.names[0] == "status"
        assert known.offered("STATUS") == ("open", "done")
        assert known.offered("tags") == ("garden", "house")
        assert known.offered("unknown") == ()
        assert known.samples["due"] == "2026-11-22"
