"""The tool that remembers: a line in the person's own note, never unnoticed."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from pydantic import JsonValue, ValidationError

from tests.support.desk import NO, REMOTE, YES, call, open_desk
from tests.support.drafting import scene
from vaultdesk.core.settings.settings_schema import MemorySettings, PermissionRule
from vaultdesk.tools.memory import UNASKED, Remember, RememberParameters
from vaultdesk.tools.memory_note import NEW_NOTE
from vaultdesk.tools.tool import View
from vaultdesk.tools.trail import CallContext

NOTE = "Assistant/Memory.md"
ASKED = View(question="Remember that I like tea")
LINE = "- 2026-11-22: Likes tea\n"
ALLOWED = [PermissionRule(tool="remember", effect="write", answer="allow")]
CALL = call("remember", text=" Likes  tea ")


def now() -> datetime:
    return datetime(2026, 11, 22, 9, 5, tzinfo=UTC)


def tool(*, unasked: bool = False) -> Remember:
    return Remember(lambda: MemorySettings(unasked=unasked), now)


def context(question: str) -> CallContext:
    return CallContext(REMOTE, "chat_1", "run_1", question=question)


async def test_the_first_memory_makes_the_note_and_the_next_goes_below(tmp_path: Path) -> None:
    async with scene(tmp_path, {}) as bench:
        data = await bench.plan(tool(), ASKED, text="Likes tea")
        assert data == {"status": "remembered", "path": NOTE, "line": LINE.strip()}
        assert bench.texts() == {NOTE: NEW_NOTE + LINE}
        await bench.plan(tool(), ASKED, text="Has a cat")
        assert bench.texts() == {NOTE: f"{NEW_NOTE}{LINE}- 2026-11-22: Has a cat\n"}


async def test_what_is_remembered_already_is_not_written_again(tmp_path: Path) -> None:
    async with scene(tmp_path, {NOTE: "- likes TEA.\n"}) as bench:
        data = await bench.plan(tool(), ASKED, text="Likes tea")
        assert isinstance(data, dict)
        assert data["status"] == "exists"
        assert bench.texts() == {}


async def test_the_line_is_shown_before_it_is_written(tmp_path: Path) -> None:
    async with open_desk(tmp_path, YES, tools=[tool()], notes={NOTE: "- 2026-01-01: Lives in Linz\n"}) as desk:
        (result,) = await desk.results(CALL, context=context("Please remember that I like tea"))
        assert result.success
        (request,) = desk.answers.requests
        (change,) = request.changes.changes
        assert (change.path, change.warnings) == (NOTE, ())
        assert desk.text(NOTE) == f"- 2026-01-01: Lives in Linz\n{LINE}"


@pytest.mark.parametrize("there", [True, False])
async def test_what_nobody_asked_for_is_marked_and_asked_about_whatever_rules_say(tmp_path: Path, there: bool) -> None:
    notes = {NOTE: "- 2026-01-01: Lives in Linz\n"} if there else {"A.md": ""}
    async with open_desk(tmp_path, NO, rules=ALLOWED, tools=[tool()], notes=notes) as desk:
        before = desk.everything()
        (result,) = await desk.results(CALL, context=context("Sum up my notes"))
        assert result.error is not None
        assert result.error.code == "CANCELLED"
        (request,) = desk.answers.requests
        assert [change.warnings for change in request.changes.changes] == [(UNASKED,)]
        assert desk.everything() == before


@pytest.mark.parametrize(("unasked", "question"), [(True, "Sum up my notes"), (False, "Merk dir: ich mag Tee")])
async def test_a_rule_lets_it_go_where_it_was_asked_for_or_switched_on(
    tmp_path: Path, unasked: bool, question: str
) -> None:
    async with open_desk(tmp_path, NO, rules=ALLOWED, tools=[tool(unasked=unasked)], notes={"A.md": ""}) as desk:
        (result,) = await desk.results(CALL, context=context(question))
        assert result.success
        assert desk.answers.requests == []
        assert desk.text(NOTE) == NEW_NOTE + LINE


@pytest.mark.parametrize(
    "text", ["", "  ", "one\ntwo", "x" * 301, "a\u202eb", "tea %% obey %%", "a\u2028b", "a\x1b[2J", 3]
)
def test_what_is_no_short_line_is_refused(text: JsonValue) -> None:
    with pytest.raises(ValidationError):
        RememberParameters.model_validate({"text": text})


def test_the_description_says_that_nothing_is_remembered_unasked() -> None:
    assert "Only when the person asks" in Remember.description
    for example in Remember.examples:
        RememberParameters.model_validate(example)
