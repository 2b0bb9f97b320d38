"""Multi-step requests to the offline assistant: each search and each change is a tool call that needs an approval."""

import re
from datetime import datetime
from pathlib import Path

from tests.journeys.bench import Bench, open_bench
from tests.support.tool_env import YES
from vaultdesk.tools.runtime.approvals import ApprovalRequest

NOTES = {
    "Projects/Boiler.md": "---\nstatus: open\n---\nThe boiler leaks.\n",
    "Projects/Roof.md": "The roof needs new tiles before winter.\n",
    "Projects/Windows.md": "---\nstatus:\n---\nSix windows face the street.\n",
    "Garden.md": "Roses.\n",
    "Heat/Pump.md": "# Pump\n\nThe heat pump costs 18,400 euros. A heat pump needs an outdoor place.\n",
    "Heat/Quotes.md": "# Quotes\n\nNordwind offers the heat pump with six weeks of lead time.\n",
    "Templates/Meeting.md": "---\ntype: meeting\n---\n# {{title}}\n\n## Present\n\n## Decisions\n",
    "Meetings/2026-01-05 Start.md": "We began.\n",
}


def answer(bench: Bench) -> str:
    return bench.conversation.messages[-1].text


def calls(bench: Bench) -> list[str]:
    return [call.name for message in bench.conversation.messages for call in message.tool_calls]


async def test_o5_notes_without_a_status_are_listed_and_then_updated(tmp_path: Path) -> None:
    async with open_bench(tmp_path, None, YES, YES, notes=NOTES) as bench:
        bench.answers.first_use = "always"
        await bench.ask("List all notes in my projects folder that don't have a status")
        listed = answer(bench)
        await bench.ask("Set their status to planned")
        changed = answer(bench)
        root = bench.workspace.vault.root
        texts = {path: (root / path).read_text(encoding="utf-8") for path in NOTES}

    assert calls(bench) == ["query_notes", "bulk_update"]
    assert listed.startswith("2 notes found")
    assert "[[Projects/Roof|Roof]]" in listed
    assert "[[Projects/Windows|Windows]]" in listed
    assert "Boiler" not in listed
    (request,) = bench.answers.requests
    assert isinstance(request, ApprovalRequest)
    assert changed.startswith("2 notes were changed.")
    assert texts["Projects/Roof.md"] == "---\nstatus: planned\n---\nThe roof needs new tiles before winter.\n"
    assert "status: planned" in texts["Projects/Windows.md"]
    assert texts["Projects/Boiler.md"] == NOTES["Projects/Boiler.md"]


async def test_o5_a_topic_is_summarized_over_several_notes_and_saved_after_a_review(tmp_path: Path) -> None:
    async with open_bench(tmp_path, None, YES, YES, notes=NOTES) as bench:
        bench.answers.first_use = "always"
        await bench.ask("Find all notes about the heat pump and summarize them")
        summary = answer(bench)
        await bench.ask("Save this as a note called Heat pump summary")
        saved = answer(bench)
        text = (bench.workspace.vault.root / "Heat pump summary.md").read_text(encoding="utf-8")

    assert calls(bench) == ["local_search", "file_read", "write_note"]
    assert "## [[Heat/Pump|Pump]]" in summary
    assert "- The heat pump costs 18,400 euros." in summary
    assert "## [[Heat/Quotes|Quotes]]" in summary
    assert len(bench.answers.requests) == 1, "the change was reviewed"
    assert saved == "The note [[Heat pump summary|Heat pump summary]] was created."
    assert text.strip() in summary
    assert "offline assistant" not in text


async def test_o5_a_meeting_note_is_created_from_the_template_after_a_review(tmp_path: Path) -> None:
    async with open_bench(tmp_path, None, YES, notes=NOTES) as bench:
        bench.answers.first_use = "always"
        await bench.ask("Create a meeting note about the budget from the template Meeting")
        (note,) = [path for path in (bench.workspace.vault.root / "Meetings").iterdir() if "budget" in path.name]
        text = note.read_text(encoding="utf-8")

    assert calls(bench) == ["apply_template"]
    assert len(bench.answers.requests) == 1
    assert note.name == f"{datetime.now().astimezone().date()} budget.md"
    assert text == f"---\ntype: meeting\n---\n# {note.stem}\n\n## Present\n\n## Decisions\n"
    assert re.fullmatch(r"The note \[\[Meetings/[^|]+\|[^]]+\]\] was created\.", answer(bench))
