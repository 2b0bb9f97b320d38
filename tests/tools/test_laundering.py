"""No two permitted steps make a way to text that may not be read."""

import time
from pathlib import Path

import pytest
from pydantic import JsonValue

from tests.support.desk import LOCAL, NO, YES, call, on, open_desk
from tests.support.tools import MoveNote, PutNote
from vaultdesk.core.settings.settings_schema import PermissionRule, PrivacyRule
from vaultdesk.privacy.fitting import read_rules
from vaultdesk.tools.edits import EditNote, WriteNote
from vaultdesk.tools.laundering import opened_comments
from vaultdesk.tools.privacy_standing import NotePrivacy, Standing
from vaultdesk.tools.templates import ApplyTemplate
from vaultdesk.vault.markdown.markdown_scanner import without_comments

NOTES = {
    "Personal/Diary.md": "CANARY of the diary.\n",
    "Open/a.md": "open\n",
    "Note.md": "# T\n\nBefore %% CANARY of the comment %% after.\n\n## Two\n\nmore\n",
}
TOOLS = (MoveNote(), PutNote(), ApplyTemplate(), EditNote(), WriteNote())


def standing(path: str, _destination: object) -> Standing:
    return "ask" if path.startswith("Personal/") else "open"


ASKS_EACH_TIME = NotePrivacy(standing)
NO_COMMENTS = NotePrivacy(shown=lambda _path, text, to: text if to.local else without_comments(text))
READING_ASKS = [PermissionRule(folder="Personal", effect="read", answer="ask")]


@pytest.mark.parametrize("rules", [[], READING_ASKS], ids=["private", "a rule"])
@pytest.mark.parametrize(
    ("tool", "arguments"),
    [("apply_template", {"template": "Personal/Diary", "target": "Open/Copy"}),
     ("move_note", {"path": "Personal/Diary.md", "new_path": "Open/Moved.md"})],
)  # fmt: skip
async def test_copied_or_moved_to_where_it_may_be_read_is_asked(
    tmp_path: Path, tool: str, arguments: dict[str, JsonValue], rules: list[PermissionRule]
) -> None:
    privacy = NotePrivacy() if rules else ASKS_EACH_TIME
    async with open_desk(tmp_path, NO, rules=rules, tools=TOOLS, notes=NOTES, privacy=privacy) as desk:
        desk.preset = "trusted"
        await desk.results(call(tool, **arguments))
        (request,) = desk.answers.requests
        assert len(request.changes.changes) == 1
        assert sorted(path for path in desk.everything() if path in NOTES) == sorted(NOTES)


async def test_from_where_it_may_be_read_it_goes_unasked(tmp_path: Path) -> None:
    async with open_desk(tmp_path, NO, rules=READING_ASKS, tools=TOOLS, notes=NOTES, privacy=ASKS_EACH_TIME) as desk:
        desk.preset = "trusted"
        results = await desk.results(
            call("apply_template", "c1", template="Open/a", target="Open/b"),
            call("move_note", "c2", path="Open/b.md", new_path="Open/c.md"),
        )
        assert ([result.success for result in results], desk.answers.requests) == ([True, True], [])


async def test_a_change_that_loosens_a_privacy_rule_is_asked_and_said(tmp_path: Path) -> None:
    (rule,) = read_rules([PrivacyRule(kind="folder", value="Personal", answer="local")])
    loosens = NotePrivacy(
        loosens=lambda path, _t, new, _n: rule.fits(path.lower(), None) > rule.fits(new.lower(), None)
    )
    async with open_desk(tmp_path, NO, tools=TOOLS, notes=NOTES, privacy=loosens) as desk:
        desk.preset = "trusted"
        await desk.results(
            call("move_note", path="Personal/Diary.md", new_path="Open/D.md"), context=on(destination=LOCAL)
        )
        (request,) = desk.answers.requests
        assert "your privacy rules hold for this note less" in request.changes.changes[0].warnings[0]
        (moved,) = await desk.results(
            call("move_note", path="Personal/Diary.md", new_path="Personal/D.md"), context=on(destination=LOCAL)
        )
        assert (moved.success, len(desk.answers.requests)) == (True, 1)


@pytest.mark.parametrize(
    "arguments",
    [{"old": "Before ", "new": "Before %% "}, {"heading": "T", "content": "%%", "place": "prepend"},
     {"old": "Before", "new": "%%\n\nBefore"}],
)  # fmt: skip
async def test_one_more_mark_does_not_open_a_comment(tmp_path: Path, arguments: dict[str, JsonValue]) -> None:
    async with open_desk(tmp_path, NO, tools=TOOLS, notes=NOTES, privacy=NO_COMMENTS) as desk:
        desk.preset = "trusted"
        (result,) = await desk.results(call("edit_note", path="Note.md", **arguments))
        assert result.error is not None
        assert result.error.code == "PERMISSION_DENIED"
        assert "kept from you" in result.error.message
        assert "CANARY" not in str(result.as_value())
        assert desk.text("Note.md") == NOTES["Note.md"]
        assert desk.answers.requests == []


async def test_other_edits_of_a_note_with_a_comment_go_on(tmp_path: Path) -> None:
    async with open_desk(tmp_path, NO, tools=TOOLS, notes=NOTES, privacy=NO_COMMENTS) as desk:
        desk.preset = "trusted"
        results = await desk.results(
            call("edit_note", "c1", path="Note.md", old="Before ", new="Long before "),
            call("edit_note", "c2", path="Note.md", heading="Two", content="- item %% mine %%"),
        )
        assert [result.success for result in results] == [True, True]
        assert "%% CANARY of the comment %%" in str(desk.text("Note.md"))
        assert "CANARY" not in str([result.as_value() for result in results])


async def test_a_model_here_may_read_a_comment_and_asks_before_it_opens_one(tmp_path: Path) -> None:
    async with open_desk(tmp_path, YES, tools=TOOLS, notes=NOTES, privacy=NO_COMMENTS) as desk:
        desk.preset = "trusted"
        edit = call("edit_note", path="Note.md", old="Before ", new="Before %% ")
        assert (await desk.results(edit, context=on(destination=LOCAL)))[0].success
        (request,) = desk.answers.requests
        assert request.changes.changes[0].warnings == ("This removes or changes a private comment.",)


@pytest.mark.parametrize(
    ("old", "new", "opened"),
    [
        ("a %% secret %% b", "a %% secret %% c", False),
        ("a %% secret %% b", "a b", False),
        ("a %% secret %% b", "a %% %% secret %% b", True),
        ("a %% secret %% b", "x a %% secret %% b y", False),
        ("a %% secret %% b", "x %% y %% a %% secret %% b", False),
        ("a %% secret %% b\n\nend\n", "%%\n\na %% secret %% b\n\nend and more\n", True),
        ("a\n\n%%\nfirst line of it\nsecond line\n%%\n", "a\n\nfirst line of it\n", True),
        ("a\n\n%%\nfirst line of it\n%%\n", "a\n\n%%\nfirst line of it\n", False),
        ("first line of it\n\n%%\nfirst line of it\n%%\n", "x first line of it\n\n%%\nfirst line of it\n%%\n", False),
        ("a %%%% b", "a %% b", False),
        ("`%% code %%`", "``%% code %%``", False),
    ],
)  # fmt: skip
def test_comments_that_are_no_comments_any_more(old: str, new: str, opened: bool) -> None:
    assert opened_comments(old, new) is opened


def test_many_comments_take_no_long_time_and_a_limit_closes() -> None:
    many = "".join(f"text {number} %% remark {number} %%\n" for number in range(20_000))
    start = time.process_time()
    assert not opened_comments(f"first\n{many}last\n", f"first!\n{many}last\n")
    assert opened_comments(f"first\n{many}last\n", f"%% first\n{many}last\n")
    assert opened_comments(f"first\n{many}last\n", f"first!\n{many}last!\n"), "that would take minutes"
    same = "%% a %% b\n" * 20_000
    assert not opened_comments(f"first\n{same}last\n", f"first!\n{same}last!\n")
    assert time.process_time() - start < 10
