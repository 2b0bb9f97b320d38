"""Every byte sent is counted: compared with a byte counter on an address that is treated as remote."""

from collections.abc import Awaitable, Callable
from contextlib import aclosing
from pathlib import Path

import pytest

from tests.support.byte_counter import ByteCounter, sent_bytes
from tests.support.foreign_loopback import foreign_loopback
from tests.support.web_site import WebSite, page
from tests.support.wire import Recorded, Turn, WireServer
from tests.support.wire_turns import Raw
from tests.workspace.bench import Bench, bench
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import Message, TextPart, user_message
from vaultdesk.core.settings.settings_schema import ProviderSettings
from vaultdesk.core.transmission import Purpose
from vaultdesk.index.embeddings.embedder import EmbeddingText
from vaultdesk.privacy.disclosure_review import DisclosureDecision, DisclosureRequest
from vaultdesk.privacy.embedding_gate import EmbeddingGate
from vaultdesk.tools.runtime.approvals import DENY_ALL
from vaultdesk.workspace import Workspace
from vaultdesk.workspace.chat_titles import ChatTitles
from vaultdesk.workspace.passage_rewriter import PassageToRewrite

__all__ = ["bench"]

FOREIGN = "127.0.0.2"
LABEL = "work/scripted"


async def ask_question(workspace: Workspace) -> None:
    async with workspace.agent(DENY_ALL, LABEL, mode="chat").run(Conversation(), "What is a heat pump?") as run:
        async for _ in run:
            pass


async def ask_title(workspace: Workspace) -> None:
    conversation = Conversation()
    conversation.append(user_message("What is a heat pump?"))
    conversation.append(Message(role="assistant", parts=(TextPart(text="A machine."),), model=LABEL))
    assert await ChatTitles(workspace._answering_model).suggest_title(conversation)


class SendReviewer:
    """Allows everything that it reviews."""

    async def review(self, request: DisclosureRequest) -> DisclosureDecision:
        return DisclosureDecision(send=True)


async def rewrite(workspace: Workspace) -> None:
    workspace.egress_policy.reviewer = SendReviewer()
    passage = PassageToRewrite("The old boiler leaks.", "Boiler.md")
    async with aclosing(workspace.passage_rewriter.rewrite(passage, "shorter", LABEL)) as pieces:
        async for _ in pieces:
            pass


async def list_models(workspace: Workspace) -> None:
    assert await workspace.catalog.models("work", refresh=True)


async def test_key(workspace: Workspace) -> None:
    assert (await workspace.catalog.test_key("work")).ok


async def probe(workspace: Workspace) -> None:
    await workspace.catalog.probe(LABEL, lambda _line: None)


async def embed(workspace: Workspace) -> None:
    gate = workspace.catalog.embeddings(
        LABEL, lambda source, label: EmbeddingGate(source, workspace.privacy, workspace.ledger, label)
    )
    assert (await gate.vectors([EmbeddingText("what did I decide?", may_leave_computer=True)])).vectors
    await gate.aclose()


test_key.__test__ = False  # type: ignore[attr-defined]  # a sending action, not a test


def vectors(_request: Recorded) -> Raw:
    return Raw(b'{"data": [{"index": 0, "embedding": [0.5, 0.5]}]}', content_type="application/json")


ACTIONS: tuple[tuple[Callable[[Workspace], Awaitable[None]], Purpose], ...] = (
    (ask_question, "question"),
    (ask_title, "title"),
    (rewrite, "rewrite"),
    (list_models, "models"),
    (test_key, "models"),
    (probe, "probe"),
    (embed, "embedding"),
)


@pytest.mark.parametrize(("action", "purpose"), ACTIONS, ids=[action.__name__ for action, _ in ACTIONS])
async def test_t1_every_byte_sent_is_counted(
    bench: Bench,
    action: Callable[[Workspace], Awaitable[None]],
    purpose: Purpose,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    foreign_loopback(monkeypatch, FOREIGN)
    server = WireServer(openai=lambda _request: Turn("A machine."), routes={"/v1/embeddings": vectors})
    with server:
        async with ByteCounter(FOREIGN, int(server.url.rpartition(":")[2])) as wire:
            settings = ProviderSettings(kind="openai-compatible", base_url=wire.url, model="scripted")
            bench.store.change(lambda tree: tree.with_provider("work", settings))
            async with bench.open() as workspace:
                await workspace.wait_until_indexed()
                assert wire.received == 0
                assert (await workspace.account.today()).all.is_empty
                await action(workspace)

                totals = (await workspace.account.today()).all
                assert wire.received > 0
                assert not totals.is_empty
                assert sent_bytes(totals) >= wire.received
                purposes = {transmission.purpose for transmission in await workspace.ledger.transmissions()}
                assert purpose in purposes
                assert all(
                    transmission.host.startswith(FOREIGN) for transmission in await workspace.ledger.transmissions()
                )
                assert {transmission.kind for transmission in await workspace.ledger.transmissions()} == {"sent"}


async def test_t1_a_page_and_its_redirect_are_counted(bench: Bench, tmp_path: Path) -> None:
    from tests.support.web_site import moved

    with WebSite({"/": moved("/there"), "/there": page("<p>Hello</p>")}) as site:
        async with Workspace.open(
            bench.root, folders=bench.folders, store=bench.store, credentials=bench.credentials, web=site.client()
        ) as workspace:
            await workspace.web.pages.fetch_page(site.url("example.org"))
            lines = await workspace.ledger.transmissions()
            assert [(line.purpose, line.host, line.requests) for line in lines] == [("page", "example.org", 1)] * 2
            totals = (await workspace.account.today()).all
            assert (totals.transmissions, totals.connections) == (2, 0)


async def test_t1_nothing_is_sent_if_it_cannot_be_recorded(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    foreign_loopback(monkeypatch, FOREIGN)
    server = WireServer(openai=lambda _request: Turn("A machine."))
    with server:
        async with ByteCounter(FOREIGN, int(server.url.rpartition(":")[2])) as wire:
            settings = ProviderSettings(kind="openai-compatible", base_url=wire.url, model="scripted")
            bench.store.change(lambda tree: tree.with_provider("work", settings))
            async with bench.open() as workspace:
                workspace.ledger.path.mkdir(parents=True)
                result = await workspace.catalog.test_key("work")
                assert not result.ok
                assert wire.received == 0
                assert server.requests == []
