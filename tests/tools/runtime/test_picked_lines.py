"""Tests of tools/runtime/picked_lines.py."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.support.desk import REMOTE, Desk, call, open_desk, read
from vaultdesk.chat.messages import Source
from vaultdesk.core.phrases import Phrase
from vaultdesk.tools.builtin.read_note import ReadNote
from vaultdesk.tools.runtime.approvals import ApprovalDecision, ApprovalRequest, LineRange
from vaultdesk.tools.runtime.call_context import CallContext
from vaultdesk.tools.runtime.execution import Execution
from vaultdesk.tools.runtime.picked_lines import picked_text, with_picked_lines
from vaultdesk.tools.runtime.tool_events import ToolFinished
from vaultdesk.tools.tool import FileChoice, Parameters, Tool, ToolOutput, ToolResult, Visibility

QUOTE = "Projects/Quote.md"
NOTES = {
    QUOTE: "---\nprice: 13200\n---\n# Quote\n\nUnit and tank.\nFixed until December.\nSee [[Bank]] #secret-tag\n",
    "Top.md": "A note at the top.\n",
}


@pytest.mark.parametrize(
    ("ranges", "text"),
    [
        (((1, 1),), "a"),
        (((1, 2), (4, 4)), "a\nb\nd"),
        ((), ""),
        (((0, 1),), ""),
        (((2, 5),), ""),
        (((3, 4), (1, 1)), ""),
        (((1, 3), (3, 4)), ""),
    ],
)
def test_picked_lines_stand_in_order_and_nothing_else_is_picked(ranges: tuple[LineRange, ...], text: str) -> None:
    assert picked_text("a\nb\nc\nd", ranges) == text


class Reader:
    """An approver that looks at every file it picks lines of."""

    def __init__(self, lines: Mapping[str, tuple[LineRange, ...]], *, looks: bool = True) -> None:
        self.lines, self.looks = lines, looks
        self.shown: dict[str, str] = {}
        self.asked = 0

    async def ask_first_use(self, _request: object) -> str:
        return "once"

    async def ask(self, request: ApprovalRequest) -> ApprovalDecision:
        self.asked += 1
        assert request.preview is not None
        for path in self.lines if self.looks else ():
            self.shown[path] = await request.preview(path)
        return ApprovalDecision(approved=True, lines=self.lines, scope="conversation")


async def finished(desk: Desk, approver: Reader, part: object, chat: str = "chat_1") -> ToolFinished:
    desk.runner.approver = approver  # type: ignore[assignment]
    events = await desk.events(part, context=CallContext(REMOTE, chat, "run_1"))  # type: ignore[arg-type]
    (event,) = [event for event in events if isinstance(event, ToolFinished)]
    return event


async def test_only_the_picked_lines_are_the_result_and_the_model_is_told(tmp_path: Path) -> None:
    async with open_desk(tmp_path, notes=NOTES) as desk:
        approver = Reader({QUOTE: ((6, 7),)})
        event = await finished(desk, approver, read(QUOTE, "Top.md"))

    assert approver.shown == {QUOTE: NOTES[QUOTE]}
    assert event.result.data == [
        {"path": QUOTE, "content": "Unit and tank.\nFixed until December."},
        {"path": "Top.md", "content": NOTES["Top.md"], "size": 19},
    ]
    assert event.result.metadata.note == f"The user chose to share only a part of: {QUOTE}."
    assert sorted((one.path, one.characters, one.allowed) for one in event.part.sources) == [
        (QUOTE, 36, "person"),
        ("Top.md", 19, "person"),
    ]


async def test_nothing_else_that_a_tool_tells_of_a_note_goes_with_picked_lines(tmp_path: Path) -> None:
    async with open_desk(tmp_path, notes=NOTES) as desk:
        # The desk's searcher is that of its other tools.
        searcher = desk.registry.get("vault_search")._searcher  # type: ignore[union-attr]
        desk.registry.register(ReadNote(desk.vault, searcher))
        event = await finished(desk, Reader({QUOTE: ((4, 4), (6, 6))}), call("read_note", path=QUOTE))

    assert json.loads(event.part.content)["data"] == {"path": QUOTE, "content": "# Quote\nUnit and tank."}
    for word in ("13200", "price", "Bank", "secret-tag", "December"):
        assert word not in event.part.content


@pytest.mark.parametrize(("lines", "looks"), [(((9, 40),), True), (((6, 6),), False), ((), True)])
async def test_lines_that_were_not_shown_share_nothing_of_the_file(
    tmp_path: Path, lines: tuple[LineRange, ...], looks: bool
) -> None:
    async with open_desk(tmp_path, notes=NOTES) as desk:
        event = await finished(desk, Reader({QUOTE: lines}, looks=looks), read(QUOTE))

    assert not event.result.success
    assert "Unit" not in event.part.content


async def test_an_answer_for_the_chat_does_not_cover_a_file_that_was_shared_in_part(tmp_path: Path) -> None:
    async with open_desk(tmp_path, notes=NOTES, cached=True) as desk:
        approver = Reader({QUOTE: ((6, 6),)})
        await finished(desk, approver, read(QUOTE))
        await finished(desk, approver, read(QUOTE, call_id="call_2"))

    assert approver.asked == 2


class Copier(Tool[Parameters]):
    """Says of a file something that is not found in its result."""

    name = "copier"
    display_name = "Copy"
    purpose = "copies"
    description = "Copies."
    category = "notes"
    effect = "read"
    parameters = Parameters
    has_lines = True

    async def run(self, arguments: Parameters, visibility: Visibility) -> ToolOutput:
        return ToolOutput("Unit and tank for 13200.", (Source(path=QUOTE, characters=24),))

    async def files(self, arguments: Parameters) -> tuple[FileChoice, ...]:
        return (FileChoice(QUOTE, 24, Phrase("named by the model"), "digest"),)

    async def preview(self, arguments: Parameters, path: str) -> str:
        return "Unit and tank\nfor 13200."


async def test_a_result_from_which_the_lines_cannot_be_told_is_not_shared(tmp_path: Path) -> None:
    async with open_desk(tmp_path, notes=NOTES, tools=[Copier()]) as desk:
        event = await finished(desk, Reader({QUOTE: ((1, 1),)}), call("copier"))

    assert event.result.error is not None
    assert event.result.error.code == "READ_FAILED"
    assert "13200" not in event.part.content


def test_a_failure_stays_as_it_is() -> None:
    failed = Execution(ToolResult(success=False))
    assert with_picked_lines(failed, {QUOTE: "a"}) is failed
