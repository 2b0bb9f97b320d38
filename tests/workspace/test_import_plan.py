"""The plan of an import."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from vaultdesk.workspace.import_plan import ImportPlan, PlannedChat


def test_what_is_there_already_is_not_brought_in_by_itself() -> None:
    one = PlannedChat(1, "copilot", "copilot:1", "a.md", "A", datetime(2026, 1, 1, tzinfo=UTC), 2, "Chats/A.md")
    known = replace(one, number=2, existing_path="Chats/B.md")
    plan = ImportPlan(
        Path("in"),
        "auto",
        "Chats",
        (one, known, replace(one, number=3, duplicate=True)),
    )

    assert plan.new_numbers == {1}
