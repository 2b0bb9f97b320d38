"""Only what is shown is sent: random conversations compare requests, dialogs, ledger and usage account."""

import json
import os
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.journeys.bench import open_bench
from tests.support.byte_counter import ByteCounter, sent_bytes
from tests.support.campaigns import campaign_count
from tests.support.foreign_loopback import foreign_loopback
from tests.support.shown_and_sent import (
    WAYS,
    Consent,
    Played,
    RandomVault,
    Talk,
    markers,
    names,
    notes_of_refused_edits,
    play,
    random_turn,
    sent_texts,
)
from tests.support.web_site import WebSite, page
from tests.support.wire import Raw, Recorded, Turn, WireServer
from vaultdesk.core.settings.settings_schema import DEFAULT_PRIVACY, PrivacyRule, ProviderSettings
from vaultdesk.privacy.ledger_entry import LedgerQuery, by_question
from vaultdesk.ui.privacy.ledger_text import egress_line
from vaultdesk.workspace import Workspace

FOREIGN = "127.0.0.2"
RULES = (
    *DEFAULT_PRIVACY,
    PrivacyRule(kind="folder", value="Personal", answer="local"),
    PrivacyRule(kind="property", value="team", answer="ask"),
)
LABEL = "work/scripted"


def vectors(request: Recorded) -> Raw:
    found = [{"index": number, "embedding": [0.5, 0.5]} for number in range(len(request.json["input"]))]
    return Raw(json.dumps({"data": found}).encode(), content_type="application/json")


def script(seed: int, vault: RandomVault, *, is_elsewhere: bool = True) -> Callable[[Recorded], Turn]:
    rng = random.Random(seed)
    return lambda request: random_turn(rng, vault, request, is_elsewhere=is_elsewhere)


async def compare(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, only: str = "", *, is_agreeable: bool = False
) -> Played:
    """Run one conversation and compare what was shown, sent and recorded."""
    foreign_loopback(monkeypatch, FOREIGN)
    vault = RandomVault(random.Random(seed))
    notes = dict(vault.write())
    routes = {"/v1/embeddings": vectors}
    with (
        WireServer(openai=script(seed, vault), routes=routes) as server,
        WireServer(openai=script(seed + 1, vault, is_elsewhere=False)) as here,
        WebSite({"/": page("<p>Hello</p>")}) as site,
    ):
        vault.site = site.url("site.example").rstrip("/")
        async with ByteCounter(FOREIGN, int(server.url.rpartition(":")[2])) as counter:
            settings = {"context": 16_000} if seed % 3 == 0 or only == "summary" else {}
            async with open_bench(tmp_path, counter.url, notes=notes, web=site.client(), **settings) as bench:
                workspace = bench.workspace
                root = workspace.vault.root
                local = ProviderSettings(kind="openai-compatible", base_url=here.url, model="scripted")
                workspace.store.change(lambda tree: tree.with_vault(root, privacy=RULES).with_provider("here", local))
                await workspace.wait_until_indexed()
                consent = Consent(vault, root, is_agreeable=is_agreeable)
                talk = Talk(workspace, consent, LABEL, "here/scripted")
                played = await play(talk, server.requests, 3 if only else 7, only)
                entries = await workspace.ledger.find(LedgerQuery(kinds=("sent",)))
                account = (await workspace.account.today()).all
                await check_views(workspace)
        chat_requests = [item for item in server.requests if item.path.endswith("/chat/completions")]
        chat_text = "\n".join(sent_texts(chat_requests))
        wire = markers(chat_text)
        embedded = markers("\n".join(sent_texts([item for item in server.requests if "embeddings" in item.path])))
        outside = markers("\n".join(site.paths))

    context = f"seed {seed}: {consent.decisions}, {played.failures}"
    assert not {item for item in wire | embedded | outside if item.startswith(("pv", "cm"))}, context
    assert not {item for item in embedded if not item.startswith("op")}, context
    assert outside <= consent.outside, context
    allowed = set(consent.agreed)
    if consent.by_rule:
        allowed |= {item for text in vault.notes.values() for item in markers(text) if item.startswith("op")}
    assert not wire - allowed, f"sent and not shown; {context}"
    assert not consent.owed - consent.taken_back - wire, f"shown, ticked and not sent; {context}"
    allowed_names = vault.said | consent.agreed_names | (vault.open_names() if consent.by_rule else set())
    assert not names(chat_text) - allowed_names, f"named and not shown; {context}"
    assert not consent.asked_again, context
    written = {entry.path for entry in entries}
    assert {vault.note_of(item) for item in wire | embedded} <= written, context
    sent_notes = {entry.path for entry in entries if entry.question != "Search by meaning"}
    # The error of a failed edit, and a summary, may repeat words of a note without its name. The error is recorded for
    # its note even if it repeats none.
    refused = notes_of_refused_edits(chat_requests, talk.edited)
    unnamed = [path for path in sent_notes if path.removesuffix(".md") not in chat_text]
    unseen = [path for path in unnamed if not markers(vault.notes[path]) & wire and path not in refused]
    assert not unseen, f"written down as sent and not on the wire: {unseen}; {context}"
    for entry in entries:
        if entry.question == "Search by meaning":
            assert entry.decision == "rule", context
        elif entry.decision in ("person", "review"):
            assert entry.path in consent.shown, context
        else:
            assert consent.by_rule, f"{entry} was neither shown nor under a rule; {context}"
            assert entry.why == "Search and read without asking", context
    assert sent_bytes(account) >= counter.received, context
    report(seed, only, played, counter.received)
    return played


async def check_views(workspace: Workspace) -> None:
    """Assert that the status bar, the popup, the page and the command line agree with the ledger."""
    rows = [row for row in await workspace.ledger.transmissions(limit=10_000) if row.kind == "sent"]
    entries = await workspace.ledger.find(limit=10_000)
    tokens = sum(
        row.words.tokens + row.instructions.tokens + row.earlier.tokens + sum(note.amount.tokens for note in row.notes)
        for row in rows
    )
    paths = {note.path for row in rows for note in row.notes}
    today = await workspace.account.today()
    month, popup = await workspace.account.summary("month"), await workspace.account.summary("today")
    chats = [(await workspace.account.today(chat)).chat for chat in {row.conversation_id for row in rows}]
    for totals in (today.vault, today.all, month.vault, popup.vault):
        assert (totals.tokens, totals.transmissions, set(totals.notes)) == (tokens, len(rows), paths)
    # Text sent for embeddings belongs to no chat.
    of_chats = [row for row in rows if row.conversation_id]
    assert sum(chat.tokens for chat in chats) == sum(row.tokens for row in of_chats)
    assert {path for chat in chats for path in chat.notes} == {note.path for row in of_chats for note in row.notes}
    questions = by_question(entries, rows)
    assert sum(len(question.sent) for question in questions) == len(rows)
    assert {path for question in questions for path in question.note_paths} == paths
    line = egress_line(today)
    assert line.anything_left == bool(rows)


def report(seed: int, only: str, played: Played, received: int) -> None:
    """Append the figures of one conversation to the file named by a campaign."""
    if file := os.environ.get("VAULTDESK_CAMPAIGN_FIGURES"):
        with Path(file).open("a", encoding="utf-8") as figures:
            figures.write(json.dumps({"seed": seed, "only": only, "bytes": received, **played.requests}) + "\n")


@pytest.mark.parametrize("seed", range(campaign_count(1000, 4)))
async def test_t2_the_data_sent_is_what_was_shown_and_selected(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await compare(seed, tmp_path, monkeypatch)


@pytest.mark.parametrize("way", WAYS)
async def test_t2_each_kind_of_request_is_made_and_matches_what_was_shown(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = await compare(3, tmp_path, monkeypatch, way, is_agreeable=True)
    assert played.requests[way], (played.requests, played.failures, played.consent.decisions)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (
            '{"success":false,"error":{"code":"VALIDATION_FAILED","message":"The old text is not in the note."}}',
            {"A.md"},
        ),
        ('{"kept_back":"[The user withheld this passage.]"}', set()),
        ('{"success":false,"error":{"code":"CANCELLED","message":"User cancelled tool execution"}}', set()),
    ],
)
def test_t2_the_note_of_a_failed_edit_counts_as_sent_only_with_its_message(content: str, expected: set[str]) -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "edit_note", "arguments": "{}"}}
    messages = [
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c1", "content": content},
    ]
    request = Recorded("POST", "/v1/chat/completions", {}, {"messages": messages})
    assert notes_of_refused_edits([request], {"c1": "A.md", "c2": "B.md"}) == expected
    assert notes_of_refused_edits([request], {}) == set()
