"""A change is the same after it lay in a row."""

from datetime import UTC, datetime

from vaultdesk.vault.attributes import Attributes
from vaultdesk.vault.edits import Origin
from vaultdesk.vault.journal_entry import Intent
from vaultdesk.vault.journal_rows import COLUMNS, entry_of, open_change_of, values_of

ORIGIN = Origin("run", "a question", "Librarian", "talk", "edit_note")
INTENT = Intent(
    kind="move", path="a.md", new_path="b/ä.md", old_digest="1", new_digest="2", data=b"\0new", temporary=".t",
    folders=("b",), attributes=Attributes(0o640, 1, 2, (("user.x", b"\xff"),)), added=3, removed=4, kept_bytes=5,
    unit="u", undoes=6, folds_into=7,
)  # fmt: skip


def test_an_open_change_comes_back_whole() -> None:
    row = (9, *values_of(INTENT, ORIGIN, 1000.5))
    entry = entry_of(row)
    assert (entry.group, entry.title, entry.agent, entry.conversation_id, entry.tool) == (
        "run", "a question", "Librarian", "talk", "edit_note"
    )  # fmt: skip
    assert (entry.id, entry.time, entry.state) == (9, datetime.fromtimestamp(1000.5, UTC), "intended")
    assert open_change_of((*row, INTENT.data, INTENT.temporary, INTENT.folds_into)).intent == INTENT


def test_columns_and_values_agree() -> None:
    assert len(COLUMNS.split(",")) == len(values_of(INTENT, ORIGIN, 0.0)) == 20
