"""How private a note is, as the runner asks it: closed is not there, ask is asked each time."""

from dataclasses import dataclass
from pathlib import Path

from tests.support.desk import LOCAL, REMOTE, YES, call, on, open_desk, put, read, search
from tests.support.tools import Listing, PutNote
from vaultdesk.core.destination import Destination
from vaultdesk.core.settings.settings_schema import PermissionRule
from vaultdesk.tools.approvals import ApprovalDecision
from vaultdesk.tools.frozen_call import PRIVATE
from vaultdesk.tools.privacy_standing import OPEN, NotePrivacy, Standing

BOILER, SECRET = "Projects/House/Boiler.md", "Projects-secret/Plan.md"
ALLOWED = [PermissionRule(effect="read", answer="allow")]


@dataclass
class Rules:
    """Privacy by the beginning of a path, for what leaves this computer."""

    secret: Standing = "closed"

    def standing(self, path: str, destination: Destination) -> Standing:
        return self.secret if path.startswith("Projects-secret/") and not destination.local else "open"

    async def exact(self, path: str, destination: Destination) -> Standing:
        return self.standing(path, destination)

    def hooks(self) -> NotePrivacy:
        def shown(path: str, text: str, destination: Destination) -> str:
            return text if destination.local else text.replace("leaks", "%%")

        return NotePrivacy(self.standing, self.exact, shown, lambda path, d: self.standing(path, d) == "closed")


async def test_a_closed_note_is_not_there_by_name_search_or_list(tmp_path: Path) -> None:
    tools = [Listing(BOILER, SECRET)]
    async with open_desk(tmp_path, YES, rules=ALLOWED, tools=tools, privacy=Rules().hooks()) as desk:
        calls = (read(SECRET, call_id="c1"), search("boiler", "c2"), call("listing", "c3"))
        by_name, found, listed = await desk.results(*calls)
        assert by_name.data == [{"path": SECRET, "content": f"File not found: {SECRET}", "size": 0}]
        assert SECRET not in f"{found.data}{listed.data}"
        assert BOILER in f"{found.data}"
        here = await desk.results(read(SECRET), context=on(destination=LOCAL))
        assert "Nobody knows" in str(here[0].data)


async def test_ask_is_asked_under_a_rule_that_allows_and_starts_unticked(tmp_path: Path) -> None:
    some = ApprovalDecision(approved=True, files=())
    async with open_desk(tmp_path, some, YES, rules=ALLOWED, privacy=Rules("ask").hooks()) as desk:
        (result,) = await desk.results(read(BOILER, SECRET))
        (request,) = desk.answers.requests
        assert [(choice.path, choice.ticked, choice.warning) for choice in request.files] == [(SECRET, False, PRIVATE)]
        assert result.metadata.files_affected == (BOILER,)
        assert PRIVATE in request.calls[0].warnings
        (ticked,) = await desk.results(read(SECRET))
        assert "Nobody knows" in str(ticked.data)
        (found,) = await desk.results(search("boiler"))
        assert SECRET not in str(found.data)


async def test_ask_keeps_a_note_out_of_a_search_even_where_the_search_was_agreed_to(tmp_path: Path) -> None:
    async with open_desk(tmp_path, YES, privacy=Rules("ask").hooks()) as desk:
        (found,) = await desk.results(search("boiler"))
        assert len(desk.answers.requests) == 1
        assert SECRET not in str(found.data)


async def test_text_and_preview_are_shown_as_the_destination_may_read_them(tmp_path: Path) -> None:
    async with open_desk(tmp_path, YES, privacy=Rules().hooks()) as desk:
        (result,) = await desk.results(read(BOILER))
        preview = desk.answers.requests[0].preview
        assert preview is not None
        assert "leaks" not in await preview(BOILER) + str(result.data)


async def test_a_change_of_a_closed_note_is_refused_and_one_of_a_note_that_asks_is_asked(tmp_path: Path) -> None:
    rules = [PermissionRule(effect="write", answer="allow")]
    async with open_desk(tmp_path, YES, rules=rules, tools=[PutNote()], privacy=Rules().hooks()) as desk:
        before = desk.everything()
        for path in (SECRET, "Projects-secret/New.md"):
            (result,) = await desk.results(put(path, "x"))
            assert result.error is not None
        assert desk.everything() == before
    async with open_desk(tmp_path, YES, rules=rules, tools=[PutNote()], privacy=Rules("ask").hooks()) as desk:
        (open_one,) = await desk.results(put(BOILER, "x\n"))
        assert (open_one.success, desk.answers.requests) == (True, [])
        (asked,) = await desk.results(put(SECRET, "x\n"))
        assert (asked.success, len(desk.answers.requests)) == (True, 1)


async def test_what_was_written_a_moment_ago_is_known_though_no_index_has_it(tmp_path: Path) -> None:
    async def exact(path: str, destination: Destination) -> Standing:
        return "open"

    unknown = NotePrivacy(lambda path, _: "open" if path in (BOILER,) else "closed", exact)
    async with open_desk(tmp_path, YES, tools=[PutNote()], privacy=unknown) as desk:
        calls = (put("New.md", "one\n", "c1"), put("New.md", "two\n", "c2"))
        assert [result.success for result in await desk.results(*calls)] == [True, True]
        assert (await desk.results(put("New.md", "three\n")))[0].success
        assert desk.text("New.md") == "three\n"


async def test_without_rules_everything_is_open() -> None:
    assert OPEN.standing("a.md", REMOTE) == "open"
    assert await OPEN.of_named("a.md", REMOTE) == "open"
    assert OPEN.shown("a.md", "text", REMOTE) == "text"
    assert not OPEN.closes_by_path("a.md", REMOTE)
