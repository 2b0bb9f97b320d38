"""The tool that makes notes of templates."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.support.drafting import scene
from vaultdesk.tools.templates import ApplyTemplate, ApplyTemplateParameters
from vaultdesk.tools.tool import ToolFailure, View

NOTES = {
    ".obsidian/templates.json": '{"folder": "Templates", "dateFormat": "DD.MM.YYYY"}',
    "Templates/Meeting.md": "---\ntype: meeting\ntags: [m]\n---\n# {{title}}\n\n{{date}} {{time}} <% tp.x %>\n",
    "Meeting.md": "not the template",
    "Elsewhere/Odd.md": "odd {{title}}",
    "Talks/Ada.md": "---\ntype: call\ntags:\n  - a\n---\n# Ada\n",
}


def now() -> datetime:
    return datetime(2026, 11, 21, 9, 5, tzinfo=UTC)


async def test_a_note_is_made_of_a_template(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES) as bench:
        tool = ApplyTemplate(bench.searcher, now)
        data = await bench.plan(tool, template="Meeting", target="Talks/Budget")
        assert data == {"path": "Talks/Budget.md", "action": "created", "template": "Templates/Meeting.md"}
        assert bench.texts() == {
            "Talks/Budget.md": "---\ntype: meeting\ntags: [m]\n---\n# Budget\n\n21.11.2026 09:05 <% tp.x %>\n"
        }


async def test_a_template_joins_a_note_that_is_there(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES) as bench:
        data = await bench.plan(ApplyTemplate(bench.searcher, now), template="meeting.md", target="talks/ada")
        assert isinstance(data, dict)
        assert data["action"] == "updated"
        assert bench.texts() == {
            "Talks/Ada.md": (
                "---\ntype: call\ntags:\n  - a\n  - m\n---\n# Ada\n\n# Ada\n\n21.11.2026 09:05 <% tp.x %>\n"
            )
        }


async def test_a_template_elsewhere_is_found_by_name_and_a_hidden_one_is_not(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES) as bench:
        tool = ApplyTemplate(bench.searcher, now)
        await bench.plan(tool, template="Odd", target="x")
        assert bench.texts() == {"x.md": "odd x"}
        with pytest.raises(ToolFailure) as refused:
            await bench.plan(tool, View(sees=lambda path: "Odd" not in path), template="Odd", target="y")
        assert refused.value.code == "NOTE_NOT_FOUND"
        with pytest.raises(ToolFailure):
            await bench.plan(tool, template="None", target="y")


def test_the_step_line_names_both_and_the_examples_are_valid() -> None:
    tool = ApplyTemplate()
    arguments = ApplyTemplateParameters(template="Meeting", target="a/B.md")
    assert tool.summary(arguments) == "Meeting → B"
    for example in tool.examples:
        ApplyTemplateParameters.model_validate(example)
