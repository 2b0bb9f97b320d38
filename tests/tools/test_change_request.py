"""The question about a change set says what a person should know of it."""

from pathlib import Path

from tests.support.desk import NO, call, on, open_desk, put
from tests.support.tools import PutNote, StampAll
from vaultdesk.chat.messages import Source
from vaultdesk.core.settings.settings_schema import PermissionRule
from vaultdesk.tools.asking import TAINTED
from vaultdesk.tools.change_request import LOOSENS, OUT_OF_BOUNDS
from vaultdesk.tools.change_results import REFUSALS
from vaultdesk.tools.leash import Leash
from vaultdesk.tools.privacy_standing import NotePrivacy

NOTES = {"work/a.md": "a\n", "locked/b.md": "b\n", **{f"locked/{number}.md": "n\n" for number in range(6)}}


async def test_what_was_taken_out_is_named_and_counted(tmp_path: Path) -> None:
    rules = [PermissionRule(folder="locked", effect="write", answer="deny")]
    async with open_desk(tmp_path, NO, rules=rules, tools=[StampAll()], notes=NOTES) as desk:
        await desk.results(call("stamp_all", text="x"), context=on(Leash("Writer")))
        (request,) = desk.answers.requests
        (review,) = request.calls
        assert [change.path for change in request.changes.changes] == ["work/a.md"]
        assert review.warnings[-1] == (
            "locked/0.md, locked/1.md, locked/2.md, locked/3.md, locked/4.md and 2 more left out: "
            "a rule of yours denies it."
        )
        assert request.agent == "Writer"


async def test_a_tainted_chat_and_a_loosened_rule_are_said(tmp_path: Path) -> None:
    privacy = NotePrivacy(loosens=lambda path, _text, _new, new_text: path == "work/a.md" and new_text == "open\n")
    async with open_desk(tmp_path, NO, tools=[PutNote()], notes=NOTES, privacy=privacy) as desk:
        await desk.runner.taint.note("chat_1", "network", [Source(path="work/a.md", characters=1)])
        await desk.results(put("work/a.md", "open\n"))
        await desk.results(put("work/a.md", "other\n"))
        first, second = desk.answers.requests
        assert first.calls[0].warnings[0] == TAINTED
        assert first.changes.changes[0].warnings == (LOOSENS,)
        assert second.changes.changes[0].warnings == ()


def test_every_reason_has_its_words_for_both() -> None:
    assert OUT_OF_BOUNDS.keys() == REFUSALS.keys()
