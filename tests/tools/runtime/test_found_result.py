"""Tests of tools/runtime/found_result.py."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

import pytest
from pydantic import JsonValue

from tests.support.tool_env import NOTES as VAULT_NOTES
from tests.support.tool_env import REMOTE, YES, ToolEnv, call, open_tool_env, read, search
from tests.support.tools import Echo, EchoParameters
from vaultdesk.chat.messages import Source
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.settings.settings_schema import PermissionRule
from vaultdesk.core.transmission import Destination
from vaultdesk.tools.builtin.read_tools import ReadNote
from vaultdesk.tools.runtime.approvals import ApprovalDecision, ApprovalRequest, LineRange
from vaultdesk.tools.runtime.call_context import CallContext
from vaultdesk.tools.runtime.execution import Execution, ToolFinished
from vaultdesk.tools.runtime.found_result import picked_text, with_picked_lines
from vaultdesk.tools.runtime.policy import NotePrivacy, PrivacyStatus
from vaultdesk.tools.runtime.result_passages import without_objects
from vaultdesk.tools.tool import Effect, FileChoice, Parameters, Tool, ToolOutput, ToolResult, Visibility

# Found result: a search runs locally first, and only what was shown is released.

BOILER, BUDGET, SECRET = "Projects/House/Boiler.md", "Projects/House/Budget.md", "Projects-secret/Plan.md"


def approve_paths(*paths: str) -> ApprovalDecision | object:
    def answer(request: ApprovalRequest) -> ApprovalDecision:
        ids = tuple(passage.id for passage in request.passages if passage.path in paths)
        return ApprovalDecision(approved=True, passages=ids)

    return answer


async def test_t2_a_search_lists_its_passages_before_they_are_sent(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES) as env:
        (result,) = await env.results(search("boiler"))
        (request,) = env.answers.requests

    assert {passage.path for passage in request.passages} == {BOILER, SECRET, "Daily/2026-11-20.md"}
    text_by_path = {passage.path: passage.text for passage in request.passages}
    assert isinstance(result.data, list)
    assert [(hit["path"], hit["preview"]) for hit in result.data if isinstance(hit, dict)] == list(text_by_path.items())
    assert (request.query, request.query_call, request.continues) == ("boiler", "call_1", "")
    first = next(passage for passage in request.passages if passage.path == BOILER)
    assert [first.text[start:end].lower() for start, end in first.marks] == ["boiler"] * len(first.marks) != []
    assert str(request.headline) == "Send 3 passages of 3 notes to Anthropic (api.anthropic.com)"


class TermSearchTool(Tool[Parameters]):
    """Finds one passage for a query and its terms."""

    class Arguments(Parameters):
        query: str
        salient_terms: tuple[str, ...]

    name: ClassVar[str] = "term_search"
    display_name: ClassVar[str] = "Search"
    purpose: ClassVar[str] = "searches."
    description: ClassVar[str] = "Search."
    category: ClassVar[str] = "test"
    effect: ClassVar[Effect] = "read"
    parameters: ClassVar[type[Parameters]] = Arguments

    async def run(self, arguments: Parameters, visibility: Visibility) -> ToolOutput:
        text = "The boiler leaks. Where is the fitter?"
        return ToolOutput([{"path": BOILER, "content": text}], (Source(path=BOILER, characters=len(text)),))


@pytest.mark.parametrize(("terms", "marked"), [((), ["boiler"]), (("boiler", "leaks"), ["boiler", "leaks"])])
async def test_only_the_terms_of_a_query_are_marked(tmp_path: Path, terms: tuple[str, ...], marked: list[str]) -> None:
    async with open_tool_env(tmp_path, YES, tools=[TermSearchTool()]) as env:
        await env.results(call("term_search", query="Where is the boiler?", salient_terms=list(terms)))
        (request,) = env.answers.requests

    (passage,) = request.passages
    assert [passage.text[start:end] for start, end in passage.marks] == marked


async def test_t2_excluded_passages_do_not_occur_in_the_result(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, approve_paths(BOILER)) as env:  # type: ignore[arg-type]  # a function that decides
        events = await env.events(search("boiler"))
        finished_event = next(event for event in events if isinstance(event, ToolFinished))

    assert [source.path for source in finished_event.part.sources] == [BOILER]
    assert SECRET not in finished_event.part.content
    assert "fitter" not in finished_event.part.content
    assert finished_event.result.metadata.note == "The user chose not to share 2 of 3 passages."
    assert finished_event.result.metadata.files_affected == (BOILER,)


async def test_t2_no_selected_passage_is_reported_as_the_choice_of_the_user(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, approve_paths()) as env:  # type: ignore[arg-type]  # a function that decides
        (result,) = await env.results(search("boiler"))

    assert result.error is not None
    assert result.error.code == "CANCELLED"
    assert result.error.details == {"reason": "The user chose not to share any of the 3 passages that were found."}


async def test_t2_a_search_without_results_needs_no_approval(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES) as env:
        (result,) = await env.results(search("zeppelin"))

    assert (result.success, result.data, env.answers.requests) == (True, [], [])


async def test_t2_a_note_that_changes_during_the_approval_is_shown_again(tmp_path: Path) -> None:
    def edit(request: ApprovalRequest) -> ApprovalDecision:
        file = env.vault.root / BOILER
        if "now it does not" not in file.read_text():
            file.write_text("# Boiler\n\nThe boiler leaked; now it does not.\n")
        return ApprovalDecision(approved=True)

    async with open_tool_env(tmp_path, edit) as env:
        await env.results(search("leak"))
        first, second = env.answers.requests

    assert second.continues == first.id
    assert any("changed since you were asked" in str(warning) for warning in second.calls[0].warnings)


async def test_t2_a_new_query_repeats_the_search_and_is_reported_and_logged(tmp_path: Path) -> None:
    answers = (ApprovalDecision(approved=False, new_query="heat pump"), YES)
    async with open_tool_env(tmp_path, *answers) as env:
        (result,) = await env.results(search("leaks"))
        first, second = env.answers.requests
        records = [entry.record for entry in env.audit.read()]
        lines = [(item.event, item.by, (item.arguments or {}).get("query")) for item in records]

    assert (second.continues, second.query) == (first.id, "heat pump")
    assert {passage.path for passage in second.passages} == {BOILER, BUDGET}
    assert result.metadata.note == 'The user searched for other words instead: "heat pump".'
    assert ("started", "program", "leaks") in lines
    assert ("started", "person", "heat pump") in lines
    assert lines[-1] == ("done", "", "heat pump")


async def test_t2_an_invalid_new_query_is_requested_again_with_a_warning(tmp_path: Path) -> None:
    answers = (ApprovalDecision(approved=False, new_query="x" * 2000), YES)
    async with open_tool_env(tmp_path, *answers) as env:
        (result,) = await env.results(search("leaks"))
        _, second = env.answers.requests

    assert second.query == "leaks"
    assert any("cannot be searched for" in str(warning) for warning in second.calls[0].warnings)
    assert result.success


def private(path: str, destination: Destination) -> PrivacyStatus:
    return "open" if destination.local or path != SECRET else "closed"


async def test_t2_a_private_note_that_was_found_is_listed_but_not_sent(tmp_path: Path) -> None:
    privacy = NotePrivacy(private, reason=lambda path: Phrase("in Projects-secret"))
    async with open_tool_env(tmp_path, YES, privacy=privacy) as env:
        (result,) = await env.results(search("boiler"))
        (request,) = env.answers.requests

    assert [(note.path, str(note.reason)) for note in request.withheld_notes] == [(SECRET, "in Projects-secret")]
    assert SECRET not in {passage.path for passage in request.passages}
    assert "plan" not in json.dumps(result.as_value())


async def test_t2_a_note_that_just_became_private_is_removed_before_the_approval(tmp_path: Path) -> None:
    async def exact_status(path: str, destination: Destination) -> PrivacyStatus:
        return private(path, destination)

    privacy = NotePrivacy(exact_status=exact_status, reason=lambda path: Phrase("by name"))
    async with open_tool_env(tmp_path, YES, privacy=privacy) as env:
        (result,) = await env.results(search("boiler"))
        (request,) = env.answers.requests

    assert [note.path for note in request.withheld_notes] == [SECRET]
    assert SECRET not in json.dumps(result.as_value())


async def test_t2_comments_are_neither_shown_nor_sent(tmp_path: Path) -> None:
    privacy = NotePrivacy(withholds_comments=lambda destination: not destination.local)
    notes = {"A.md": "A boiler %%with a secret inside%% leaks.\n"}
    async with open_tool_env(tmp_path, YES, notes=notes, privacy=privacy) as env:
        (result,) = await env.results(search("boiler"))
        (passage,) = env.answers.requests[0].passages

    assert "secret" not in passage.text + json.dumps(result.as_value())
    assert "boiler" in passage.text


class TreeTool(Echo):
    """A result of names and numbers without text in an object of a single note."""

    name: ClassVar[str] = "tree"
    effect: ClassVar[Effect] = "read"
    result_is_whole: ClassVar[bool] = True

    async def run(self, arguments: EchoParameters, visibility: Visibility) -> ToolOutput:
        data: JsonValue = {"rows": [{"path": path, "text": {"status": "x"}} for path in VAULT_NOTES], "total_found": 5}
        return ToolOutput(data, tuple(Source(path=path, characters=1) for path in VAULT_NOTES))


async def test_t2_a_table_is_one_passage_with_the_text_for_the_model(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES, tools=[TreeTool()]) as env:
        (result,) = await env.results(call("tree"))
        (passage,) = env.answers.requests[0].passages

    assert (passage.path, json.loads(passage.text)) == ("", result.data)


class MixedTool(TreeTool):
    """A result with a passage and a list of names."""

    name: ClassVar[str] = "mixed"
    result_is_whole: ClassVar[bool] = False

    async def run(self, arguments: EchoParameters, visibility: Visibility) -> ToolOutput:
        data: JsonValue = {
            "path": "Top.md", "outgoing": [{"path": BOILER, "link": "Boiler"}],
            "backlinks": [{"path": BUDGET, "context": "The heat pump"}],
        }  # fmt: skip
        sources = (Source(path="Top.md"), Source(path=BUDGET, characters=13))
        return ToolOutput(data, sources)


@pytest.mark.parametrize("selected_part", ["rest", "0"])
async def test_t2_the_rest_of_a_result_is_selected_separately(selected_part: str, tmp_path: Path) -> None:
    decision = ApprovalDecision(approved=True, passages=(f"call_1/{selected_part}",))
    async with open_tool_env(tmp_path, decision, tools=[MixedTool()]) as env:
        (result,) = await env.results(call("mixed"))
        passages = env.answers.requests[0].passages

    assert [passage.id for passage in passages] == ["call_1/0", "call_1/rest"]
    rest = {"outgoing": [{"path": BOILER, "link": "Boiler"}], "backlinks": []}
    passage_only = {"outgoing": [], "backlinks": [{"path": BUDGET, "context": "The heat pump"}]}
    # The call did not name the note.
    assert result.data == ({"path": "Top.md", **rest} if selected_part == "rest" else {"path": "", **passage_only})


async def test_t2_results_allowed_by_a_rule_need_no_approval(tmp_path: Path) -> None:
    rules = [PermissionRule(tool="*", effect="read", destination=REMOTE.host, answer="allow")]
    async with open_tool_env(tmp_path, YES, rules=rules) as env:
        (result,) = await env.results(search("boiler"))

    assert (result.success, env.answers.requests) == (True, [])


async def test_t2_a_search_and_a_read_of_one_answer_share_a_request(tmp_path: Path) -> None:
    read_call = call("file_read", "c2", file_paths=["Top.md"])
    async with open_tool_env(tmp_path, YES) as env:
        search_result, read_result = await env.results(search("boiler", "c1"), read_call)
        (request,) = env.answers.requests

    assert [choice.path for choice in request.files] == ["Top.md"]
    assert len(request.passages) == 3
    assert search_result.success
    assert read_result.success


def test_removing_objects_preserves_the_structure_and_updates_the_count() -> None:
    data: JsonValue = {"results": [{"path": "a"}, {"path": "b"}], "total_found": 2, "returned": 2, "one": {"path": "c"}}
    assert without_objects(data, [("results", 0), ("one",)]) == {
        "results": [{"path": "b"}], "total_found": 2, "returned": 1, "one": None,
    }  # fmt: skip
    assert without_objects(data, [()]) is None
    assert without_objects(data, []) is data


# Selected lines.

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
def test_lines_are_selected_only_by_valid_ordered_ranges(ranges: tuple[LineRange, ...], text: str) -> None:
    assert picked_text("a\nb\nc\nd", ranges) == text


class LineApprover:
    """An approver that previews every file from which it selects lines."""

    def __init__(self, lines: Mapping[str, tuple[LineRange, ...]], *, previews: bool = True) -> None:
        self.lines, self.previews = lines, previews
        self.shown: dict[str, str] = {}
        self.request_count = 0

    async def ask_first_use(self, _request: object) -> str:
        return "once"

    async def ask(self, request: ApprovalRequest) -> ApprovalDecision:
        self.request_count += 1
        assert request.preview is not None
        for path in self.lines if self.previews else ():
            self.shown[path] = await request.preview(path)
        return ApprovalDecision(approved=True, lines=self.lines, scope="conversation")


async def run_call(env: ToolEnv, approver: LineApprover, part: object, chat: str = "chat_1") -> ToolFinished:
    env.runner.approver = approver  # type: ignore[assignment]
    events = await env.events(part, context=CallContext(REMOTE, chat, "run_1"))  # type: ignore[arg-type]
    (event,) = [event for event in events if isinstance(event, ToolFinished)]
    return event


async def test_only_the_selected_lines_are_returned_and_this_is_reported(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, notes=NOTES) as env:
        approver = LineApprover({QUOTE: ((6, 7),)})
        event = await run_call(env, approver, read(QUOTE, "Top.md"))

    assert approver.shown == {QUOTE: NOTES[QUOTE]}
    assert event.result.data == [
        {"path": QUOTE, "content": "Unit and tank.\nFixed until December."},
        {"path": "Top.md", "content": NOTES["Top.md"], "size": 19},
    ]
    assert event.result.metadata.note == f"The user chose to share only a part of: {QUOTE}."
    assert sorted((source.path, source.characters, source.allowed) for source in event.part.sources) == [
        (QUOTE, 36, "person"),
        ("Top.md", 19, "person"),
    ]


async def test_other_data_about_a_note_is_removed_with_selected_lines(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, notes=NOTES) as env:
        # The searcher of the other tools of the environment.
        searcher = env.registry.get("vault_search")._searcher  # type: ignore[union-attr]
        env.registry.register(ReadNote(env.vault, searcher))
        event = await run_call(env, LineApprover({QUOTE: ((4, 4), (6, 6))}), call("read_note", path=QUOTE))

    assert json.loads(event.part.content)["data"] == {"path": QUOTE, "content": "# Quote\nUnit and tank."}
    for word in ("13200", "price", "Bank", "secret-tag", "December"):
        assert word not in event.part.content


@pytest.mark.parametrize(("lines", "previews"), [(((9, 40),), True), (((6, 6),), False), ((), True)])
async def test_lines_that_were_not_shown_return_nothing_of_the_file(
    tmp_path: Path, lines: tuple[LineRange, ...], previews: bool
) -> None:
    async with open_tool_env(tmp_path, notes=NOTES) as env:
        event = await run_call(env, LineApprover({QUOTE: lines}, previews=previews), read(QUOTE))

    assert not event.result.success
    assert "Unit" not in event.part.content


async def test_a_conversation_approval_does_not_cover_a_partly_shared_file(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, notes=NOTES, cached=True) as env:
        approver = LineApprover({QUOTE: ((6, 6),)})
        await run_call(env, approver, read(QUOTE))
        await run_call(env, approver, read(QUOTE, call_id="call_2"))

    assert approver.request_count == 2


class CopyTool(Tool[Parameters]):
    """Returns text of a file that does not occur in its result as lines."""

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


async def test_a_result_without_the_selected_lines_is_not_returned(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, notes=NOTES, tools=[CopyTool()]) as env:
        event = await run_call(env, LineApprover({QUOTE: ((1, 1),)}), call("copier"))

    assert event.result.error is not None
    assert event.result.error.code == "READ_FAILED"
    assert "13200" not in event.part.content


def test_a_failed_result_is_unchanged_by_selected_lines() -> None:
    failed = Execution(ToolResult(success=False))
    assert with_picked_lines(failed, {QUOTE: "a"}) is failed
