"""Asking: what one request shows, and what an answer allows."""

from dataclasses import replace
from pathlib import Path

from tests.support.desk import LOCAL, YES, call, open_desk, read, search
from tests.support.tools import Changing
from vaultdesk.tools.approvals import ApprovalDecision, ApprovalRequest
from vaultdesk.tools.tool import ToolFailure
from vaultdesk.tools.trail import CallContext

BOILER = "Projects/House/Boiler.md"


async def test_a_request_carries_what_the_dialog_shows(tmp_path: Path) -> None:
    async with open_desk(tmp_path, YES) as desk:
        await desk.events(read(BOILER), context=CallContext(LOCAL, "chat_1", model_words="I need it."))
        (request,) = desk.answers.requests
        assert request.headline == "Read 1 note; it stays on this computer"
        assert request.model_words == "I need it."
        assert request.destination == LOCAL
        assert request.folder == "Projects/House"
        (review,) = request.calls
        assert (review.tool, review.display_name, review.effect) == ("file_read", "Read notes", "read")
        assert review.arguments == {"file_paths": [BOILER]}


async def test_a_search_beside_a_reading_holds_only_once(tmp_path: Path) -> None:
    async with open_desk(tmp_path, ApprovalDecision(approved=True, scope="conversation")) as desk:
        await desk.events(search("boiler", "c1"), read(BOILER, call_id="c2"))
        assert desk.answers.requests[0].folder is None
        assert desk.permissions.grants("chat_1") == ()


async def test_a_longer_answer_to_a_search_covers_searches_and_no_reading(tmp_path: Path) -> None:
    async with open_desk(tmp_path, ApprovalDecision(approved=True, scope="conversation")) as desk:
        await desk.events(search("boiler"))
        await desk.events(search("pump"))
        assert len(desk.answers.requests) == 1
        await desk.events(read(BOILER))
        assert len(desk.answers.requests) == 2


async def test_calls_that_need_no_question_are_not_in_the_request(tmp_path: Path) -> None:
    async with open_desk(tmp_path, ApprovalDecision(approved=True, scope="conversation"), YES) as desk:
        await desk.events(read(BOILER))
        await desk.events(read(BOILER, call_id="c1"), search("boiler", "c2"))
        assert [review.call_id for review in desk.answers.requests[1].calls] == ["c2"]


async def test_a_tool_that_cannot_look_again_fails_alone(tmp_path: Path) -> None:
    tool = Changing("a")

    def break_it(request: ApprovalRequest) -> ApprovalDecision:
        async def broken(arguments: object) -> object:
            raise ToolFailure("READ_FAILED", "gone")

        tool.files = broken
        return YES

    async with open_desk(tmp_path, break_it, tools=[tool]) as desk:
        first, second = await desk.results(call("changing", "c1"), search("boiler", "c2"))
        assert first.error is not None
        assert first.error.message == "gone"
        assert second.success
        assert tool.runs == 0


async def test_ticks_can_be_given_in_any_order_and_twice(tmp_path: Path) -> None:
    twice = ApprovalDecision(approved=True, files=("Top.md", BOILER, BOILER))
    async with open_desk(tmp_path, twice) as desk:
        (result,) = await desk.results(read(BOILER, "Top.md"))
        assert result.metadata.files_affected == (BOILER, "Top.md")


async def test_what_is_unticked_in_one_of_several_calls_is_told_for_that_call(tmp_path: Path) -> None:
    async with open_desk(tmp_path, ApprovalDecision(approved=True, files=(BOILER,))) as desk:
        first, second = await desk.results(read(BOILER, call_id="c1"), read("Top.md", call_id="c2"))
        assert first.success
        assert second.error is not None
        assert second.error.details == {"reason": "The user chose not to share the file. Nothing was read."}


def test_a_decision_without_files_leaves_every_file_as_asked() -> None:
    assert replace(YES, files=None) == YES
