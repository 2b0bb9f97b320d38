"""Hostile arguments: every call of a model returns one valid result (vaultdesk/tools/README.md, "Results") and has no
effect that was not approved.

Every tool of the workspace is called with valid and invalid arguments: paths of vaultdesk/vault/README.md, "Paths",
huge, malformed and binary texts, values of wrong types, and unknown names. The user refuses all calls or approves all.
"""

import asyncio
import json
from collections.abc import Iterator, Mapping
from contextlib import AsyncExitStack, aclosing
from dataclasses import dataclass, field
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from pydantic import JsonValue

from tests.journeys.bench import Bench, open_bench
from tests.support.campaigns import campaign_count
from tests.support.tool_env import NO, REMOTE, YES, ListAsker
from vaultdesk.chat.messages import ToolCallPart, new_id
from vaultdesk.core.settings.settings_schema import PrivacyRule
from vaultdesk.tools.argument_schema import json_schema
from vaultdesk.tools.runtime.agent_scope import AgentScope
from vaultdesk.tools.runtime.approvals import ApprovalDecision, ApprovalRequest
from vaultdesk.tools.runtime.call_context import CallContext
from vaultdesk.tools.runtime.execution import ToolFinished
from vaultdesk.tools.runtime.executor import ToolExecutor
from vaultdesk.tools.tool import ErrorCode
from vaultdesk.workspace.toolbox import TOOLS

LIMIT = 3_000
"""Limit of a result in characters: small, so that many results are truncated."""

NOTES = {
    "Projects/Boiler.md": "---\nstatus: open\ntags: [heating]\n---\n# Boiler\n\nSee [[Budget]]. %% CANARY-COMMENT %%\n"
    "\nIt is due on Monday. ^decision\n\n## Tasks\n\n- [ ] ask ^b1\n",
    "Inbox/Boiler.md": "Inbox\n",
    "Projects/Budget.md": "# Budget\n\nThe pump costs 18,400. [[Boiler#Boiler|it]]\n\n## Tasks\n\n- [ ] ask\n",
    "Projects/Deep/Ünïcode 😀.md": "\ufeff---\r\nx: 1\r\n---\r\nwindows\r\n",
    "Personal/Diary.md": "# Diary\n\nCANARY-PRIVATE [[Boiler]] #personal\n",
    "Broken.md": "---\na: [\n---\nbroken\n",
    "Same.md": "a\n",
    "Projects/Same.md": "b\n",
    "Templates/Meeting.md": "---\ntype: meeting\n---\n# {{title}} {{date:YYYY}}\n",
    "board.canvas": '{"nodes":[{"type":"file","file":"Projects/Boiler.md"}],"edges":[]}',
    "all.base": "filters: file.name != 'x'\nviews:\n  - type: table\n    name: A\n",
    ".obsidian/daily-notes.json": '{"folder":"Daily","template":"Templates/Meeting","format":"YYYY-MM-DD"}',
    ".obsidian/templates.json": '{"folder":"Templates"}',
    ".obsidian/app.json": '{"trashOption":"local"}',
}  # fmt: skip
PRIVATE = PrivacyRule(kind="folder", value="Personal", answer="never")

PATHS = (
    "Boiler", "Projects/Boiler.md", "projects/boiler.MD", "Projects/Budget", "Same", "Personal/Diary.md", "Broken",
    "", "New/Note", "../outside", "a/../../outside", "a/..\\..\\outside", "..%2foutside", "/etc/hosts", "~/x", "C:x",
    "\\\\h\\s\\x", "//h/s/x", "\\\\?\\C:\\x", "file:///etc/hosts", "a\x00b", ".obsidian/app.json",
    "Projects/.git/config", ".GIT/x", ".git./x", "GIT~1/x", ".git::$INDEX_ALLOCATION/x", ".trash/x", "x. ", "con",
    "COM¹", "x:s", "x\u202ey", "x\u200by", "n" * 300, "n/" * 600, "Link/x", "Projects", "Projects/",
    "Projects/Budget.md/", "board.canvas", "all.base", "..", "Projects/./Budget", "Bo\u0456ler", "Ünïcode 😀", "#",
    "^b1", "*", "[[Boiler]]", "%%", "{{title}}",
)  # fmt: skip
TEXTS = (
    "", " ", "\x00", "\u202e", "\ud800", "x" * 100_000, "x\n" * 20_000, "[" * 5_000, "%%", "---\na: &x 1\nb: *x\n---",
    "---\n", "```", "{{date:" + "Y" * 5_000 + "}}", "a\r\nb\r", "#tag", "today", "2026-13-45", "9999-12-31", "-7d",
    "TABLE x FROM #a WHERE (((1))))", "LIST WHERE " + "(" * 3_000, "(a+)+$", "18,400", "See [[Budget]].", "b1",
    "Tasks", "heating", "status", "open", "null", "true", "file.name", "file.backlinks", "__proto__", "a" * 5_000,
)  # fmt: skip

VALID = (
    "Projects/Boiler",
    "Projects/Budget",
    "Broken",
    "New/Note",
    "Tasks",
    "heating",
    "status",
    "open",
    "today",
    "b1",
)
"""Values that exist in the vault; without them no call would pass its validation."""

texts = st.one_of(st.sampled_from(VALID), st.sampled_from(PATHS), st.sampled_from(TEXTS), st.text(max_size=20))
scalars: st.SearchStrategy[JsonValue] = st.one_of(
    texts, st.booleans(), st.none(), st.integers(-(10**20), 10**20), st.floats(allow_nan=False, allow_infinity=False)
)
anything: st.SearchStrategy[JsonValue] = st.recursive(
    scalars,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(texts, inner, max_size=3)),
    max_leaves=6,
)


def values_matching(schema: Mapping[str, JsonValue], name: str = "", depth: int = 0) -> st.SearchStrategy[JsonValue]:
    """Return values that match *schema*, with hostile texts; `calls` adds values of wrong types."""
    choices = schema.get("anyOf") or schema.get("oneOf")
    if isinstance(choices, list):
        return st.one_of([values_matching(choice, name, depth) for choice in choices if isinstance(choice, dict)])
    if isinstance(schema.get("enum"), list):
        return st.sampled_from(schema["enum"])  # type: ignore[arg-type]  # a list, as checked above
    if "const" in schema:
        return st.just(schema["const"])
    match schema.get("type"):
        case "string":
            return (
                st.one_of(st.sampled_from(PATHS), texts) if "path" in name or name in ("template", "target") else texts
            )
        case "integer":
            return st.one_of(st.integers(1, 20), st.integers(1, 20), st.integers(-(10**20), 10**20))
        case "number":
            return st.floats(allow_nan=False, allow_infinity=False)
        case "boolean":
            return st.booleans()
        case "null":
            return st.none()
        case "array":
            items = schema.get("items")
            inner = values_matching(items, name, depth + 1) if isinstance(items, dict) and depth < 4 else scalars
            return st.lists(inner, max_size=3)
        case "object" if isinstance(schema.get("properties"), dict) and schema["properties"]:
            return objects_matching(schema, depth + 1)
        case "object":
            return st.dictionaries(texts, anything, max_size=3)
        case _:
            return anything


def objects_matching(schema: Mapping[str, JsonValue], depth: int = 0) -> st.SearchStrategy[JsonValue]:
    """Return objects that match *schema*: all required properties and some optional ones."""
    properties, required = schema["properties"], schema.get("required", [])
    assert isinstance(properties, dict)
    assert isinstance(required, list)
    if depth > 4:
        return st.just({})
    parts = {name: values_matching(part, name, depth) for name, part in properties.items() if isinstance(part, dict)}
    needed = {name: part for name, part in parts.items() if name in required}
    optional = {name: part for name, part in parts.items() if name not in required}
    return st.fixed_dictionaries(needed, optional=optional)  # type: ignore[return-value]  # a dictionary is a JsonValue


@st.composite
def calls(draw: st.DrawFn) -> tuple[str, dict[str, JsonValue]]:
    """Return a call of any tool: a changed example, or arguments generated from its schema; sometimes invalid ones."""
    tool = draw(st.sampled_from(TOOLS))
    schema = json_schema(tool.parameters)
    generated = draw(objects_matching(schema))
    assert isinstance(generated, dict)
    arguments = generated
    if tool.examples and draw(st.booleans()):
        arguments = dict(draw(st.sampled_from(tool.examples)))
        name = draw(st.sampled_from(sorted(arguments)))
        arguments[name] = generated.get(name, arguments[name])
    match draw(st.integers(0, 9)):
        case 0 if arguments:
            arguments[draw(st.sampled_from(sorted(arguments)))] = draw(anything)
        case 1:
            arguments[draw(texts)] = draw(anything)
    return tool.name, arguments


@dataclass
class Approver(ListAsker):
    """Answers approvals; records each request with the state of the vault."""

    root: Path
    answer: ApprovalDecision
    requests: list[tuple[ApprovalRequest, dict[str, bytes]]] = field(default_factory=list)

    async def ask(self, request: ApprovalRequest) -> ApprovalDecision:
        self.requests.append((request, files(self.root)))
        return self.answer

    __hash__ = object.__hash__


def files(root: Path) -> dict[str, bytes]:
    found = (file for file in sorted(root.rglob("*")) if file.is_file() and not file.is_symlink())
    return {file.relative_to(root).as_posix(): file.read_bytes() for file in found if ".trash" not in file.parts}


class Stage:
    """An open workspace that is reused for many calls."""

    def __init__(self, folder: Path, answer: ApprovalDecision) -> None:
        self._runner, self._living = asyncio.Runner(), AsyncExitStack()
        (folder / "outside.md").write_text("OUTSIDE\n")
        self.bench: Bench = self._runner.run(self._living.enter_async_context(open_bench(folder, notes=NOTES)))
        self.root = self.bench.workspace.vault.root
        (self.root / "Link.md").symlink_to(folder / "outside.md")
        self.bench.workspace.store.change(lambda settings: settings.with_vault(self.root, privacy=(PRIVATE,)))
        self.person = Approver(self.root, answer)
        workspace = self.bench.workspace
        self.tools = ToolExecutor(
            workspace.registry, workspace.permissions, self.person, workspace.audit_log, workspace.vault
        )
        self.before = files(self.root)

    def close(self) -> None:
        self._runner.run(self.tools.aclose())
        self._runner.run(self._living.aclose())
        self._runner.close()

    def run(self, name: str, arguments: dict[str, JsonValue]) -> ToolFinished:
        """Run one call and return its result event."""
        self.person.requests.clear()
        return self._runner.run(self._run(name, arguments))

    async def _run(self, name: str, arguments: dict[str, JsonValue]) -> ToolFinished:
        call = ToolCallPart(id=new_id("call"), name=name, arguments_json=json.dumps(arguments), arguments=arguments)
        # Without a rate limit, which another test covers.
        context = CallContext(REMOTE, new_id("chat"), result_limit=LIMIT, agent_scope=AgentScope(calls_a_minute=10**9))
        async with aclosing(self.tools.run([call], context)) as events:
            finished = [event async for event in events if isinstance(event, ToolFinished)]
        (result_event,) = finished
        return result_event

    def restore(self) -> None:
        after = files(self.root)
        for path in after.keys() - self.before.keys():
            (self.root / path).unlink()
        for path, data in self.before.items():
            if after.get(path) != data:
                (self.root / path).parent.mkdir(exist_ok=True)
                (self.root / path).write_bytes(data)


@pytest.fixture(params=[NO, YES], ids=["no", "yes"])
def stage(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Stage]:
    instance = Stage(tmp_path, request.param)
    yield instance
    instance.close()


def assert_valid_and_shown(stage: Stage, finished: ToolFinished) -> None:
    """Assert that the result is valid and that the vault matches what the dialogs showed; restore the vault."""
    result, requests, after, expected = finished.result, stage.person.requests, files(stage.root), dict(stage.before)
    if after != stage.before:
        stage.restore()
    assert result.success is (result.error is None)
    assert result.error is None or result.error.code in get_args(ErrorCode)
    assert len(finished.part.content) <= LIMIT
    assert json.loads(finished.part.content)["success"] in (True, False)
    for canary in ("CANARY-PRIVATE", "OUTSIDE", "trashOption"):
        assert canary not in finished.part.content
    for request, _ in requests if stage.person.answer.approved else ():
        for change in request.changes.changes:
            expected.pop(change.path, None)
            if change.kind != "delete":
                expected[change.final_path] = change.new_text.replace("\r\n", "\n").encode()
    if result.success or not requests:
        assert after.keys() == expected.keys()
        assert {path: plain(data) for path, data in after.items()} == {p: plain(data) for p, data in expected.items()}


def plain(data: bytes) -> bytes:
    """Return *data* without the byte order mark and line ends, which the writer preserves."""
    return data.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n")


def test_every_call_returns_one_result_and_changes_only_what_was_shown(stage: Stage, tmp_path: Path) -> None:
    codes: dict[str, int] = {}

    @settings(
        max_examples=campaign_count(400, 60), deadline=None, database=None, derandomize=True,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture],
    )  # fmt: skip
    @given(calls())
    def check(call: tuple[str, dict[str, JsonValue]]) -> None:
        try:
            json.dumps(call[1]).encode()
        except RecursionError:
            assume(condition=False)
        finished = stage.run(*call)
        code = finished.result.error.code if finished.result.error is not None else "done"
        codes[code] = codes.get(code, 0) + 1
        assert_valid_and_shown(stage, finished)
        assert (tmp_path / "outside.md").read_text() == "OUTSIDE\n"

    check()
    assert stage.bench.workspace.audit_log.verify().is_intact
    assert "CANARY" not in stage.bench.workspace.audit_log.path.read_text()
    assert codes["done" if stage.person.answer.approved else "CANCELLED"] > campaign_count(40, 5), codes
    print(f"\n{sum(codes.values())} hostile calls: {codes}")


def test_a_change_that_was_not_shown_is_detected(tmp_path: Path) -> None:
    stage = Stage(tmp_path, NO)
    try:
        stage.bench.workspace.store.change(lambda settings: settings.with_vault(stage.root, preset="trusted"))
        with pytest.raises(AssertionError):
            assert_valid_and_shown(stage, stage.run("write_note", {"path": "New/Note", "content": "x"}))
        assert files(stage.root) == stage.before
    finally:
        stage.close()
