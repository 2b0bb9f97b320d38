"""Calls that cannot succeed fail before an approval is requested, for every built-in tool."""

from pathlib import Path

from pydantic import JsonValue

from tests.journeys.bench import open_bench
from tests.support.tool_env import REMOTE, YES, Answers, call
from vaultdesk.tools.runtime.agent_scope import AgentScope
from vaultdesk.tools.runtime.approvals import ApprovalRequest
from vaultdesk.tools.runtime.call_context import CallContext
from vaultdesk.tools.runtime.execution import ToolFinished
from vaultdesk.tools.runtime.executor import ToolExecutor
from vaultdesk.tools.tool import ToolResult

NOTES = {
    "Boiler.md": "---\nstatus: leaks\ntags: [heating]\n---\n# Boiler\n\nIt leaks.\n\n## Tasks\n\n- call\n",
    "Projects/Budget.md": "# Budget\n\n18,400\n",
    "A/Twin.md": "one\n",
    "B/Twin.md": "two\n",
    "Broken.base": "filters: [\n",
}

OUTSIDE = ("VALIDATION_FAILED", "PERMISSION_DENIED")

Arguments = dict[str, JsonValue]

INVALID = "VALIDATION_FAILED"
MISSING = "NOTE_NOT_FOUND"

CASES: list[tuple[str, Arguments, tuple[str, ...]]] = [
    ("vault_search", {"query": ""}, (INVALID,)),
    ("vault_search", {"query": "a", "limit": "many"}, (INVALID,)),
    ("file_read", {"file_paths": []}, (INVALID,)),
    ("file_read", {"file_paths": ["Gone.md"]}, ("",)),
    ("file_read", {"file_paths": ["../outside.md"]}, ("",)),
    ("read_note", {"path": ""}, (INVALID, MISSING)),
    ("read_note", {"path": "Gone"}, (MISSING,)),
    ("read_note", {"path": "../outside.md"}, (MISSING, "PERMISSION_DENIED")),
    ("read_note", {"path": "Boiler", "section": "Costs"}, (INVALID,)),
    ("read_note", {"path": "Boiler", "section": "^gone"}, (INVALID,)),
    ("read_note", {"path": "Boiler", "offset": 99_999}, (INVALID,)),
    ("search_notes", {"query": "a", "folder": "../"}, (INVALID, "FOLDER_NOT_FOUND", "PERMISSION_DENIED")),
    ("search_notes", {"query": "a", "folder": "Gone"}, (INVALID, "FOLDER_NOT_FOUND")),
    ("search_notes", {"query": "a", "date_range": {"start": "2026-02-31"}}, (INVALID,)),
    ("search_notes", {"query": "a", "date_range": {"start": "2026-02-02", "end": "2026-02-01"}}, (INVALID, "")),
    ("search_notes", {"query": "a", "tags": ["not a tag!"]}, (INVALID, "")),
    ("local_search", {"query": "a", "salient_terms": ["a"], "time_range": {"start": "2026-02-31"}}, (INVALID,)),
    ("local_search", {"query": "a", "salient_terms": []}, (INVALID, "")),
    ("list_notes", {"folder": "../"}, (INVALID, "FOLDER_NOT_FOUND", "PERMISSION_DENIED")),
    ("list_notes", {"folder": "Gone"}, ("FOLDER_NOT_FOUND",)),
    ("get_file_tree", {"folder": "../.."}, (INVALID, "FOLDER_NOT_FOUND", "PERMISSION_DENIED")),
    ("get_file_tree", {"folder": "", "depth": "deep"}, (INVALID,)),
    ("get_links", {"path": "Gone"}, (MISSING,)),
    ("get_links", {"path": "Boiler", "direction": "sideways"}, (INVALID,)),
    ("graph", {"kind": "path", "path": "Boiler"}, (INVALID,)),
    ("graph", {"kind": "neighbours", "path": "Gone"}, (MISSING,)),
    ("query_notes", {"base": "Gone.base"}, (MISSING,)),
    ("query_notes", {"base": "Broken.base"}, (INVALID, "READ_FAILED", MISSING)),
    ("query_notes", {"dataview": "TABLE WHERE ("}, (INVALID,)),
    ("query_base", {"path": "Gone.base"}, (MISSING,)),
    ("query_base", {"path": "Broken.base"}, (INVALID, "READ_FAILED")),
    ("query_notes", {"sort": [{"by": ""}]}, (INVALID,)),
    ("write_note", {"path": "../outside.md", "content": "x"}, OUTSIDE),
    ("write_note", {"path": "", "content": "x"}, OUTSIDE),
    ("write_note", {"path": "Bad\u0000name", "content": "x"}, OUTSIDE),
    ("write_note", {"path": "Boiler.md", "content": "x", "mode": "create"}, (INVALID, "CONFLICT")),
    ("edit_note", {"path": "Gone", "find": "a", "replace": "b"}, (INVALID, MISSING)),
    ("edit_note", {"path": "Boiler", "find": "no such words", "replace": "b"}, (INVALID, "CONFLICT")),
    ("edit_note", {"path": "Boiler", "section": "Costs", "replace": "b"}, (INVALID,)),
    ("rename_note", {"path": "Gone", "new_path": "New"}, (MISSING,)),
    ("rename_note", {"path": "Boiler", "new_path": "Projects/Budget"}, ("CONFLICT", INVALID, "WRITE_FAILED")),
    ("rename_note", {"path": "Boiler", "new_path": "../Boiler"}, OUTSIDE),
    ("delete_note", {"path": "Gone"}, (MISSING,)),
    ("update_frontmatter", {"path": "Gone", "set": {"a": 1}}, (MISSING,)),
    ("update_frontmatter", {"path": "Boiler", "set": {"": 1}}, (INVALID,)),
    ("update_frontmatter", {"path": "Boiler"}, (INVALID,)),
    ("add_tags", {"path": "Boiler", "tags": ["two words"]}, (INVALID,)),
    ("add_tags", {"path": "Boiler", "tags": ["2026"]}, (INVALID,)),
    ("add_tags", {"path": "Gone", "tags": ["a"]}, (MISSING,)),
    ("remove_tags", {"path": "Gone", "tags": ["a"]}, (MISSING,)),
    ("bulk_update", {"paths": ["Gone.md"], "change": {"kind": "add_tag", "tag": "a"}}, (MISSING,)),
    ("bulk_update", {"paths": ["Boiler.md"], "change": {"kind": "add_tag", "tag": "two words"}}, (INVALID,)),
    (
        "bulk_update",
        {"paths": ["Boiler.md"], "change": {"kind": "move", "folder": "../"}},
        OUTSIDE,
    ),
    ("apply_template", {"template": "Gone", "target": "New.md"}, (MISSING,)),
    ("apply_template", {"template": "Boiler", "target": "../New.md"}, OUTSIDE),
    ("daily_note", {"date": "2026-02-31"}, (INVALID,)),
    ("daily_note", {"date": "someday", "action": "append", "content": "x"}, (INVALID,)),
    ("daily_note", {"date": "2026-02-31", "action": "create"}, (INVALID,)),
    ("daily_note", {"date": "1999-01-01"}, (MISSING,)),
    ("daily_note", {"action": "append"}, (INVALID,)),
    ("add_vocabulary", {"word": ""}, (INVALID,)),
    ("get_current_time", {"timezone": "Moon/Crater"}, (INVALID,)),
    ("pomodoro", {"action": "dance"}, (INVALID,)),
    ("remember", {"text": ""}, (INVALID,)),
    ("recall", {"query": ""}, (INVALID,)),
    ("recall", {"query": "a", "note": "Gone"}, (MISSING, "")),
    ("ask_user", {"question": ""}, (INVALID,)),
    ("index_vault", {"rebuild": "perhaps"}, (INVALID,)),
    ("find_tools", {"words": ""}, (INVALID,)),
    ("web_search", {"query": ""}, (INVALID, "UNKNOWN_TOOL")),
    ("web_search", {"query": "a" * 500}, (INVALID, "UNKNOWN_TOOL")),
    ("fetch_page", {"url": "file:///etc/passwd"}, OUTSIDE),
    ("fetch_page", {"url": "http://127.0.0.1/"}, OUTSIDE),
    ("fetch_page", {"url": "http://[::1]/"}, OUTSIDE),
    ("fetch_page", {"url": "http://192.168.1.1/admin"}, OUTSIDE),
    ("fetch_page", {"url": "http://printer.local/"}, OUTSIDE),
    ("fetch_page", {"url": "https://user:word@example.org/"}, OUTSIDE),
    ("youtube_transcription", {"url": "https://example.org/watch?v=dQw4w9WgXcQ"}, OUTSIDE),
]


async def outcome(executor: ToolExecutor, name: str, arguments: Arguments) -> ToolResult:
    """Return the result of a call."""
    context = CallContext(REMOTE, "chat_1", "run_1", agent_scope=AgentScope(calls_a_minute=1_000), question="Tidy up")
    events = [event async for event in executor.run((call(name, **arguments),), context)]
    return next(event.result for event in events if isinstance(event, ToolFinished))


async def test_names_in_the_error_of_a_failed_call_need_an_approval(tmp_path: Path) -> None:
    requests: list[ApprovalRequest] = []

    def note(request: ApprovalRequest) -> object:
        requests.append(request)
        return YES

    async with open_bench(tmp_path, notes=NOTES) as bench:
        executor = bench.workspace._executor(Answers(note))  # type: ignore[arg-type]  # it returns a decision
        result = await outcome(executor, "read_note", {"path": "Twin"})

    assert result.error is not None
    assert result.error.code == "AMBIGUOUS_NOTE"
    (request,) = requests
    assert [name in request.passages[0].text for name in ("A/Twin.md", "B/Twin.md")] == [True, True]


async def test_t13_a_call_that_cannot_succeed_asks_for_no_approval(tmp_path: Path) -> None:
    requests: list[str] = []
    mistakes: list[str] = []

    def note(request: ApprovalRequest) -> object:
        requests.append(request.headline.template)
        return YES

    async with open_bench(tmp_path, notes=NOTES) as bench:
        approver = Answers(note)  # type: ignore[arg-type]  # it returns a decision
        executor = bench.workspace._executor(approver)
        known = {tool.name for tool in executor.registry.tools}
        for name, arguments, codes in CASES:
            before = len(requests)
            result = await outcome(executor, name, arguments)
            code = result.error.code if result.error is not None else ""
            if len(requests) > before:
                mistakes.append(f"{name} {arguments}: asked {requests[before:]}, then {code}")
            elif code not in codes:
                mistakes.append(f"{name} {arguments}: {code} {result.error}")
        assert not known - {name for name, _, _ in CASES}, known - {name for name, _, _ in CASES}

    assert not mistakes, "\n" + "\n".join(mistakes)
