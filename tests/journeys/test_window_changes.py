"""Window, changes: the user excludes a note from a change set, the model gets the result, and one click undoes it."""

import contextlib
import json
from pathlib import Path

import pytest

from tests.journeys.program import KEY
from tests.journeys.window import open_window, seen, untick, words_of
from tests.support.qt_loop import on_qt_loop
from tests.support.wire import Call, Turn, WireServer

NOTES = {
    "Boiler.md": "# Boiler\n\nThe boiler leaks.\n",
    "Budget.md": "# Budget\n\nThe boiler costs 900.\n",
    "Log.md": "See [[Boiler]].\n",
}
TURNS = (
    Turn(
        "I rename the note and correct two.",
        [
            Call("rename_note", {"path": "Boiler", "new_path": "Heating.md"}, "a"),
            Call("edit_note", {"path": "Heating", "old": "leaks", "new": "drips"}, "b"),
            Call("edit_note", {"path": "Budget.md", "old": "900", "new": "950"}, "c"),
        ],
    ),
    Turn("Done as you wished."),
)


@pytest.fixture(autouse=True)
def api_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JOURNEY_KEY", KEY)


def texts(root: Path) -> dict[str, str]:
    """Return the texts of the notes by name, without a note that is moved while they are read."""
    found = {}
    for file in sorted(root.rglob("*.md")):
        with contextlib.suppress(FileNotFoundError):
            found[file.name] = file.read_text(encoding="utf-8")
    return found


@on_qt_loop
async def test_a_change_set_is_reviewed_partly_applied_reported_and_undone(home: Path, tmp_path: Path) -> None:
    async with WireServer(openai=TURNS) as server, open_window(home, tmp_path / "vault", server, notes=NOTES) as window:
        before = texts(tmp_path / "vault")
        window.ask("Bring the heating notes in order")
        dialog = await window.dialog()
        dialog_text = words_of(dialog)
        assert "Rename 1 note" in dialog_text
        assert "repair 1 link" in dialog_text
        review = dialog.view.review
        assert review is not None
        rows = review.checklist.view()
        budget = next(
            row for row in range(rows.model().rowCount()) if "Budget" in str(rows.model().index(row, 0).data())
        )
        untick(rows, budget)
        await window.approve()
        view = await window.over()

        assert view.exchange.text.endswith("Done as you wished.")
        after = texts(tmp_path / "vault")
        assert after == {
            "Budget.md": NOTES["Budget.md"],
            "Heating.md": "# Boiler\n\nThe boiler drips.\n",
            "Log.md": "See [[Heating]].\n",
        }
        results = [
            json.loads(message["content"]) for message in server.posts[1].json["messages"] if message["role"] == "tool"
        ]
        assert [message["success"] for message in results] == [True, True, False]
        assert results[2]["error"]["code"] == "CANCELLED"

        (await window.button(view, "Undo 1 change")).click()
        await seen(lambda: texts(tmp_path / "vault") == before)
        await window.button(view, "Redo")
