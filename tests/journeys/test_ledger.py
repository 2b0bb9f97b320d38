"""Ledger: transmitted notes are recorded with their receiver and size; without a transmission nothing is recorded.

The host of the provider is remote; a proxy on this computer receives its requests.
"""

from pathlib import Path

import pytest

from tests.journeys.program import KEY, KINDS, Program, program
from tests.support.ledger_entries import sent_entries
from tests.support.vaults import HEATING
from tests.support.wire import Call, Turn, WireServer
from vaultdesk.privacy.ledger import Ledger, LedgerEntry

HOST = "models.example.com"
TURNS = (
    Turn("Let me look.", [Call("vault_search", {"query": "Boskoop"})]),
    Turn(calls=[Call("file_read", {"file_paths": ["Boiler.md", "Budget.md"]})]),
    Turn("Nordwind."),
)

wires = pytest.mark.parametrize("wire", ["openai", "anthropic"])


def use_remote_host(run: Program, server: WireServer, wire: str) -> None:
    """Point the provider to a remote host; the server is the proxy that receives its requests."""
    run.write_provider(f"http://{HOST}", KINDS[wire])
    run.extra = {"HTTP_PROXY": server.url}


async def recorded_entries(run: Program) -> list[LedgerEntry]:
    (file,) = run.data("ledger.sqlite")
    async with Ledger(file) as ledger:
        return list(reversed(await sent_entries(ledger)))


@wires
async def test_each_transmitted_note_is_recorded_once(tmp_path: Path, wire: str) -> None:
    server = WireServer(openai=TURNS) if wire == "openai" else WireServer(anthropic=TURNS)
    with program(tmp_path, server, wire) as run:
        use_remote_host(run, server, wire)
        ran = run.ask("What did we decide?")

        assert ran.names[-1] == "run_finished", ran.err
        assert ran.events[0]["destination"] == {"name": "work", "host": HOST, "local": False}
        assert [request.path.partition("/v1/")[0] for request in server.posts] == [f"http://{HOST}"] * 3
        entries = await recorded_entries(run)
        assert [(entry.provider, entry.host, entry.model, entry.path, entry.characters) for entry in entries] == [
            ("work", HOST, "scripted", "Garden/Apples.md", len(HEATING["Garden/Apples.md"])),
            ("work", HOST, "scripted", "Boiler.md", len(HEATING["Boiler.md"])),
            ("work", HOST, "scripted", "Budget.md", len(HEATING["Budget.md"])),
        ]
        assert len({entry.conversation_id for entry in entries}) == 1
        assert run.files_with(KEY) == []


async def test_the_ledger_holds_no_text_of_a_note(tmp_path: Path) -> None:
    with program(tmp_path, server := WireServer(openai=TURNS)) as run:
        use_remote_host(run, server, "openai")
        run.ask("What did we decide?")

        files = run.files_with("18,400")
        assert all(file.endswith(("index.sqlite", "chats.sqlite")) for file in files), files


async def test_t1_a_refused_read_sends_no_text_and_the_question_is_recorded(tmp_path: Path) -> None:
    with program(tmp_path, server := WireServer(openai=[TURNS[0], Turn("Then I cannot say.")])) as run:
        use_remote_host(run, server, "openai")
        assert run.ask("What did we decide?", "--approve", "none", "--json").code == 0

        assert await recorded_entries(run) == []
        (file,) = run.data("ledger.sqlite")
        async with Ledger(file) as ledger:
            # A request for the model list precedes the two requests of the question.
            assert [(entry.note_count, entry.kind) for entry in await ledger.transmissions()] == [(0, "sent")] * 3
        assert not any("Boskoop in February" in str(request.json) for request in server.posts)


async def test_nothing_is_recorded_as_sent_to_a_local_server(tmp_path: Path) -> None:
    with program(tmp_path, WireServer(openai=TURNS)) as run:
        ran = run.ask("What did we decide?")

        assert ran.events[0]["destination"]["local"] is True
        assert ran.names[-1] == "run_finished"
        assert await recorded_entries(run) == []
        assert run("disclosures", "--vault", run.vault).out.count("stayed here") == 4


def test_nothing_is_sent_when_the_ledger_cannot_be_written(tmp_path: Path) -> None:
    with program(tmp_path, server := WireServer(openai=TURNS)) as run:
        use_remote_host(run, server, "openai")
        assert run("index", "--vault", run.vault).code == 0
        (index,) = run.data("index.sqlite")
        (index.parent / "ledger.sqlite").mkdir()
        ran = run.ask("What did we decide?")

        assert ran.code == 1
        assert ran.of("run_failed")[0]["error"]["title"].startswith("The record of sent data cannot be written")
        assert "Nothing was sent." in ran.of("run_failed")[0]["error"]["hint"]
        assert server.posts == []  # Not even the question, which contains no note.
