"""Workspace: everything joined for one vault, and closed again."""

import sys
import threading
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from tests.support.vaults import write_vault
from tests.support.wire import Turn, WireServer
from vaultdesk.chat.conversation import Conversation
from vaultdesk.credentials import Credentials
from vaultdesk.errors import UsageError, VaultUnavailable
from vaultdesk.paths import Places, places
from vaultdesk.providers.capabilities import CapabilityCard
from vaultdesk.providers.provider import ModelInfo, Price, Provider
from vaultdesk.settings import PermissionRule, ProviderSettings, SettingsStore
from vaultdesk.tools.approvals import ApprovalDecision, ApprovalRequest
from vaultdesk.workspace import Workspace


class Answerer:
    """Approves everything, for as long as it was told."""

    def __init__(self, decision: ApprovalDecision) -> None:
        self.decision = decision
        self.asked: list[ApprovalRequest] = []

    async def ask(self, request: ApprovalRequest) -> ApprovalDecision:
        self.asked.append(request)
        return self.decision


class Bench:
    """A home, its settings and one vault."""

    def __init__(self, home: Path, root: Path) -> None:
        self.places: Places = places({"VAULTDESK_HOME": str(home)})
        self.store = SettingsStore(self.places.settings_file)
        self.root = write_vault(root)
        self.credentials = Credentials({"VAULTDESK_HOME": str(home)})

    def open(self) -> AbstractAsyncContextManager[Workspace]:
        return Workspace.open(self.root, places=self.places, store=self.store, credentials=self.credentials)


@pytest.fixture
def bench(home: Path, tmp_path: Path) -> Bench:
    return Bench(home, tmp_path / "vault")


async def ask(workspace: Workspace, approver: Answerer, question: str, *, consent: bool = True) -> str:
    conversation = Conversation()
    async with workspace.agent(approver, consent=consent).run(conversation, question) as run:
        async for _ in run:
            pass
    return conversation.messages[-1].text


async def test_a_question_is_answered_from_the_notes(bench: Bench) -> None:
    approver = Answerer(ApprovalDecision(approved=True))
    async with bench.open() as workspace:
        await workspace.indexer.settled()
        answer = await ask(workspace, approver, "What about the heat pump?")
    assert "[[Boiler" in answer
    assert [request.calls[0].tool for request in approver.asked][-1] == "file_read"


async def test_tools_are_offered_only_where_the_switch_or_the_person_says_so(bench: Bench) -> None:
    approver = Answerer(ApprovalDecision(approved=True))
    async with bench.open() as workspace:
        await workspace.indexer.settled()
        await ask(workspace, approver, "What about the heat pump?", consent=False)
        assert approver.asked == []
        workspace.set_tool_calling(True)
        assert workspace.tool_calling
        await ask(workspace, approver, "What about the heat pump?", consent=False)
        assert approver.asked


async def test_always_becomes_a_rule_of_this_vault_and_is_not_asked_again(bench: Bench) -> None:
    always = Answerer(ApprovalDecision(approved=True, scope="always"))
    async with bench.open() as workspace:
        await workspace.indexer.settled()
        await ask(workspace, always, "What about the heat pump?")
        rules = bench.store.settings.vault_settings(bench.root).rules
        assert rules[0] == PermissionRule(
            tool="vault_search", effect="read", folder="", destination="this-computer", answer="allow"
        )
        asked = len(always.asked)
        await ask(workspace, always, "What about the heat pump?")
        assert len(always.asked) == asked


async def test_the_vault_is_remembered_and_nothing_is_written_into_it(bench: Bench) -> None:
    before = {file: file.read_bytes() for file in bench.root.rglob("*") if file.is_file()}
    async with bench.open() as workspace:
        await workspace.indexer.settled()
    assert bench.store.settings.recent_vaults() == [bench.root.resolve()]
    assert {file: file.read_bytes() for file in bench.root.rglob("*") if file.is_file()} == before


async def test_closing_leaves_no_thread(bench: Bench) -> None:
    before = {thread.name for thread in threading.enumerate()}
    async with bench.open() as workspace:
        await workspace.indexer.settled()
        await ask(workspace, Answerer(ApprovalDecision(approved=True)), "heat?")
    ours = ("vault", "index", "audit", "ledger", "inotify", "watch")
    left = [thread for thread in threading.enumerate() if thread.name.casefold().startswith(ours)]
    for thread in left:
        thread.join(5)
    assert {thread.name for thread in left if thread.is_alive()} - before == set()


async def test_a_missing_folder_is_told(bench: Bench, tmp_path: Path) -> None:
    bench.root = tmp_path / "gone"
    with pytest.raises(VaultUnavailable):
        async with bench.open():
            pass


async def test_the_models_to_choose_from_are_those_that_name_one(bench: Bench) -> None:
    bench.store.change(
        lambda settings: settings.with_provider(
            "mine", ProviderSettings(kind="openai-compatible", base_url="http://localhost:1/v1", model="small")
        ).with_provider("empty", ProviderSettings(kind="openai-compatible", base_url="http://localhost:2/v1"))
    )
    async with bench.open() as workspace:
        choices = {choice.label: choice.local for choice in workspace.models()}
        assert choices == {"offline/offline": True, "mine/small": True}
        with pytest.raises(UsageError):
            workspace.agent(Answerer(ApprovalDecision(approved=False)), "nobody/x")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps rights in another way")
async def test_every_listed_model_can_be_chosen_with_what_is_known_of_it(bench: Bench) -> None:
    work = ProviderSettings(kind="openrouter", name="Work", model="a")
    bench.store.change(lambda settings: settings.with_provider("work", work))
    told = (
        ModelInfo("a", context=8192, tools=True, images=True, price=Price(3.0, 15.0)),
        ModelInfo("b", tools=False, images=False),
    )
    async with bench.open() as workspace:
        await workspace.catalog.knowledge.keep_list("openrouter@https://openrouter.ai/api/v1", told)
        await workspace.catalog.knowledge.keep_card(
            "openrouter@https://openrouter.ai/api/v1", "b", CapabilityCard(images=True)
        )
        choices = {choice.label: choice for choice in workspace.models()}

    assert list(choices) == ["offline/offline", "work/a", "work/b"]
    known = choices["work/a"]
    assert (known.provider, known.way, known.sees, known.context) == ("Work", "native", True, 8192)
    assert known.price == "$3 in, $15 out a million tokens"
    by_text = choices["work/b"]
    assert by_text.way in ("sentinel", "xml")
    assert by_text.why == "Work says that b has no tools of its own. VaultDesk gives it tools by text."
    assert by_text.sees is True, "what it showed beats what its list says"


async def test_what_was_learned_of_models_is_there_at_the_next_start(bench: Bench) -> None:
    async with bench.open() as workspace:
        await workspace.catalog.knowledge.keep_list("ollama@http://127.0.0.1:11434", (ModelInfo("qwen"),))
    async with bench.open() as workspace:
        assert workspace.catalog.listed("ollama") == (ModelInfo("qwen"),)

    assert (bench.places.cache / "model-lists.json").exists()


async def test_a_provider_is_kept_until_its_settings_or_a_key_change(bench: Bench) -> None:
    yes = Answerer(ApprovalDecision(approved=True))
    own = ProviderSettings(kind="openai-compatible", base_url="http://localhost:1", model="m")
    bench.store.change(lambda settings: settings.with_provider("own", own))
    async with bench.open() as workspace:

        def provider() -> Provider:
            return workspace.agent(yes, "own")._asked.provider

        first = provider()
        assert provider() is first
        bench.store.change(lambda settings: settings.with_provider("own", own.model_copy(update={"name": "Mine"})))
        renamed = provider()
        assert renamed is not first
        assert renamed.destination.name == "Mine"
        workspace.credentials.set("own", "http://localhost:1", "a-new-key")
        rekeyed = provider()
        assert rekeyed is not renamed
        workspace.credentials.forget("own")
        assert provider() is not rekeyed


async def test_a_model_that_can_use_tools_in_no_way_is_offered_none(bench: Bench) -> None:
    async with WireServer(openai=[Turn("I see no notes.")]) as server:
        own = ProviderSettings(kind="openai-compatible", base_url=server.url, tools="none", model="m")
        bench.store.change(lambda settings: settings.with_provider("own", own))
        async with bench.open() as workspace:
            agent = workspace.agent(Answerer(ApprovalDecision(approved=True)), "own", consent=True)
            async with agent.run(Conversation(), "What about the heat pump?") as run:
                async for _ in run:
                    pass

    body = server.posts[0].json
    assert "tools" not in body
    assert "cannot see the person's notes" in str(body["messages"][0]["content"])


async def test_the_index_of_all_notes_is_for_this_person_alone(bench: Bench) -> None:
    async with bench.open() as workspace:
        await workspace.indexer.settled()
        place = workspace.audit.path.parent
    assert place.stat().st_mode & 0o077 == 0
