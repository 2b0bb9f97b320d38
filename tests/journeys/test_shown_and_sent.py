"""What is shown is what leaves: random conversations on every path compare wire, sheets, ledger and account."""

import json
import os
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.journeys.bench import open_bench
from tests.support.byte_counter import ByteCounter
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
    """Lead one conversation and compare what was shown, what was sent and what was written down."""
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
            more = {"context": 16_000} if seed % 3 == 0 or only == "summary" else {}
            async with open_bench(tmp_path, counter.url, notes=notes, web=site.client(), **more) as bench:
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
        asked = [one for one in server.requests if one.path.endswith("/chat/completions")]
        named = "\n".join(sent_texts(asked))
        wire = markers(named)
        embedded = markers("\n".join(sent_texts([one for one in server.requests if "embeddings" in one.path])))
        outside = markers("\n".join(site.paths))

    told = f"seed {seed}: {consent.decisions}, {played.failures}"
    assert not {one for one in wire | embedded | outside if one.startswith(("pv", "cm"))}, told
    assert not {one for one in embedded if not one.startswith("op")}, told
    assert outside <= consent.outside, told
    allowed = set(consent.agreed)
    if consent.by_rule:
        allowed |= {one for text in vault.notes.values() for one in markers(text) if one.startswith("op")}
    assert not wire - allowed, f"sent and not shown; {told}"
    assert not consent.owed - consent.taken_back - wire, f"shown, ticked and not sent; {told}"
    allowed_names = vault.said | consent.agreed_names | (vault.open_names() if consent.by_rule else set())
    assert not names(named) - allowed_names, f"named and not shown; {told}"
    assert not consent.asked_again, told
    written = {entry.path for entry in entries}
    assert {vault.note_of(one) for one in wire | embedded} <= written, told
    sent_notes = {entry.path for entry in entries if entry.question != "Search by meaning"}
    # The message of a change that does not fit, and a summary, may repeat words of a note and not its name. The message
    # is recorded for its note even where it repeats none.
    refused = notes_of_refused_edits(asked, talk.edited)
    unnamed = [path for path in sent_notes if path.removesuffix(".md") not in named]
    unseen = [path for path in unnamed if not markers(vault.notes[path]) & wire and path not in refused]
    assert not unseen, f"written down as sent and not on the wire: {unseen}; {told}"
    for entry in entries:
        if entry.question == "Search by meaning":
            assert entry.decision == "rule", told
        elif entry.decision in ("person", "review"):
            assert entry.path in consent.shown, told
        else:
            assert consent.by_rule, f"{entry} was neither shown nor under a rule; {told}"
            assert entry.why == "Search and read without asking", told
    assert account.bytes >= counter.received, told
    report(seed, only, played, counter.received)
    return played


async def check_views(workspace: Workspace) -> None:
    """The status line, the popup, the page and the command line tell the same, and what the ledger holds."""
    rows = [one for one in await workspace.ledger.transmissions(limit=10_000) if one.kind == "sent"]
    entries = await workspace.ledger.find(limit=10_000)
    tokens = sum(
        one.words.tokens + one.instructions.tokens + one.earlier.tokens + sum(note.amount.tokens for note in one.notes)
        for one in rows
    )
    paths = {note.path for one in rows for note in one.notes}
    today = await workspace.account.today()
    month, popup = await workspace.account.summary("month"), await workspace.account.summary("today")
    chats = [(await workspace.account.today(chat)).chat for chat in {one.conversation_id for one in rows}]
    for totals in (today.vault, today.all, month.vault, popup.vault):
        assert (totals.tokens, totals.transmissions, set(totals.notes)) == (tokens, len(rows), paths)
    # What is read for its meaning belongs to no chat.
    of_chats = [one for one in rows if one.conversation_id]
    assert sum(chat.tokens for chat in chats) == sum(one.tokens for one in of_chats)
    assert {path for chat in chats for path in chat.notes} == {note.path for one in of_chats for note in one.notes}
    questions = by_question(entries, rows)
    assert sum(len(question.sent) for question in questions) == len(rows)
    assert {path for question in questions for path in question.note_paths} == paths
    told = egress_line(today)
    assert told.anything_left == bool(rows)


def report(seed: int, only: str, played: Played, received: int) -> None:
    """Write the figures of one conversation to the file that a campaign names."""
    if file := os.environ.get("VAULTDESK_CAMPAIGN_FIGURES"):
        with Path(file).open("a", encoding="utf-8") as figures:
            figures.write(json.dumps({"seed": seed, "only": only, "bytes": received, **played.requests}) + "\n")


@pytest.mark.parametrize("seed", range(campaign_count(1000, 4)))
async def test_t2_what_is_sent_is_what_was_shown_and_ticked(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await compare(seed, tmp_path, monkeypatch)


@pytest.mark.parametrize("way", WAYS)
async def test_t2_each_way_is_gone_and_compares_equal(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = await compare(3, tmp_path, monkeypatch, way, is_agreeable=True)
    assert played.requests[way], (played.requests, played.failures, played.consent.decisions)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (
            '{"success":false,"error":{"code":"VALIDATION_FAILED","message":"The old text is not in the note."}}',
            {"A.md"},
        ),
        ('{"kept_back":"[The user withheld this passage.]"}', set()),
        ('{"success":false,"error":{"code":"CANCELLED","message":"User cancelled tool execution"}}', set()),
    ],
)
def test_t2_the_note_of_a_refused_edit_counts_as_sent_only_with_its_message(content: str, told: set[str]) -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "edit_note", "arguments": "{}"}}
    messages = [
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c1", "content": content},
    ]
    request = Recorded("POST", "/v1/chat/completions", {}, {"messages": messages})
    assert notes_of_refused_edits([request], {"c1": "A.md", "c2": "B.md"}) == told
    assert notes_of_refused_edits([request], {}) == set()
