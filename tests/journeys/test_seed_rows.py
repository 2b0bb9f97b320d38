"""Behavior promised by the founding documents, named by its row there: commands with a scripted model on loopback.

Rows about the window are in test_window_seed_rows.py.
"""

import json
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.journeys.kinds import scripted_codex
from tests.journeys.program import CommandResult, Program, program
from tests.journeys.test_terminal import at_terminal
from tests.support.codex_server import Step, answered, calls, relays, sends_text, waits
from tests.support.vaults import HEATING
from tests.support.wire import Call, Recorded, Turn, WireServer, refused
from vaultdesk.chat.chatgpt_md import SEPARATOR
from vaultdesk.tools.runtime.call_limits import MAX_CALLS_PER_ANSWER

QUESTION = "What did we decide about the heat pump?"
ANSWER = "You chose the Nordwind heat pump, see [[Boiler]]."


def call_turn(*tool_calls: Call) -> Turn:
    return Turn(calls=list(tool_calls))


def results(request: Recorded) -> list[dict[str, Any]]:
    """Return the tool results in a request, in order."""
    return [json.loads(message["content"]) for message in request.json["messages"] if message["role"] == "tool"]


def code_of(result: dict[str, Any]) -> str:
    error = result.get("error") or {}
    return str(error.get("code", ""))


def answer_of(ran: CommandResult) -> str:
    return "".join(event["delta"] for event in ran.of("text"))


def warnings(ran: CommandResult) -> list[str]:
    return [event["message"] for event in ran.of("warning")]


def note(run: Program, path: str) -> str:
    return (run.vault / path).read_text(encoding="utf-8")


# Row 3 for the terminal is in test_terminal.py, which changes the words of a search in a pseudo-terminal.


CHATGPT_MD = f"""\
---
system_commands: ['Answer in rhymes.']
temperature: 0.4
max_tokens: 300
openaiUrl: http://127.0.0.1:9
---
What about the boiler?

{SEPARATOR}

### role::assistant

It leaks.
"""


def test_row_9_settings_of_a_chatgpt_md_note_are_shown_once_accepted_and_sent(tmp_path: Path) -> None:
    server = WireServer(openai=[Turn("It leaks, it squeaks."), Turn("It drips, it slips.")])
    with program(tmp_path, server, notes={**HEATING, "Talk.md": CHATGPT_MD}) as run:
        words = ("chat", "--continue", "Talk.md", "--vault", run.vault, "--mode", "chat", "--approve", "none")
        with at_terminal(run, *words) as terminal:
            terminal.until("[N]o: ")
            for text in ("Answer in rhymes.", "Temperature 0.4", "At most 300 tokens an answer", "openaiUrl"):
                assert text in terminal.output
            assert server.posts == []
            terminal.type("y\n")
            terminal.until("\n> ")
            terminal.type("And the pipe?\n")
            terminal.until("It leaks, it squeaks.")
            terminal.until("\n> ")
            terminal.type("exit\n")
            assert terminal.end() == 0
        # Once accepted, a command without a terminal asks nothing and sends the same settings.
        ran = run.ask("And the tap?", "--continue", "Talk.md", "--mode", "chat", "--json")
        assert (ran.code, answer_of(ran)) == (0, "It drips, it slips.")

    sent = [request.json for request in server.posts]
    assert [(body["temperature"], body["max_tokens"]) for body in sent] == [(0.4, 300), (0.4, 300)]
    assert all("Answer in rhymes." in str(body["messages"]) for body in sent)


KEY = "sesame-0123456789"
LOOKING: list[Step] = [
    sends_text("Let me look."), calls(("vault_search", {"query": "Nordwind"})), answered(), waits(),
    relays("Which one did we choose?"), answered(),
]  # fmt: skip


def test_row_13_codex_with_its_own_model_provider_is_listed_and_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    logged_out = {"account": None, "requiresOpenaiAuth": False}
    codex = scripted_codex(monkeypatch, tmp_path, [LOOKING], account=logged_out)
    home = tmp_path / "codex-home"
    home.mkdir()
    with WireServer(responses=[Turn(ANSWER)]) as server, program(tmp_path) as run:
        (home / "config.toml").write_text(
            'model = "scripted"\nmodel_provider = "mine"\n[model_providers.mine]\nname = "My server"\n'
            f'base_url = "{server.url}/v1"\nenv_key = "MY_KEY"\n'
        )
        run.extra = {"CODEX_HOME": str(home), "MY_KEY": KEY}
        run.settings_file.parent.mkdir(parents=True)
        run.settings_file.write_text('[chat]\nmodel = "codex/default"\n\n[providers.codex]\nkind = "codex"\n')
        ready = run("models", "--provider", "codex")
        ran = run.ask(QUESTION)

    assert "codex/gpt-big  (tools, sees pictures, thinks, on this computer)" in ready.out, ready.err
    assert ran.code == 0, ran.err
    assert ran.of("run_started")[0]["destination"]["local"]
    assert [event["name"] for event in ran.of("tool_call")] == ["vault_search"]
    assert answer_of(ran).endswith(ANSWER)
    (request,) = server.posts
    assert request.headers["authorization"] == f"Bearer {KEY}"
    assert "model_provider=mine" in codex.starts[-1]["argv"]


def test_row_23_clearing_the_audit_log_is_recorded_as_its_first_entry(tmp_path: Path) -> None:
    search_turn = call_turn(Call("vault_search", {"query": "Nordwind"}))
    with program(tmp_path, WireServer(openai=[search_turn, Turn(ANSWER), search_turn, Turn(ANSWER)])) as run:
        run.ask(QUESTION)
        before = run("audit", "--vault", run.vault, "--json").events
        assert run("audit", "clear", "--vault", run.vault).code == 2
        assert run("audit", "--vault", run.vault, "--json").events == before
        cleared = run("audit", "clear", "--yes", "--vault", run.vault)
        run.ask(QUESTION)
        after = run("audit", "--vault", run.vault, "--json")

    assert before
    assert cleared.out == f"{len(before)} entries were removed.\n"
    first, *later = after.events
    assert (first["happening"], first["cleared_lines"]) == ("cleared", len(before))
    assert first["user"]
    assert first["time"] <= later[0]["time"]
    assert [event["happening"] for event in later] == [event["happening"] for event in before]
    assert after.err == "", "the hash chain of the log is intact"


def test_row_24_at_the_round_limit_the_answer_lists_what_was_done_and_what_is_missing(tmp_path: Path) -> None:
    turns = [
        call_turn(Call("vault_search", {"query": "Nordwind"})),
        call_turn(Call("file_read", {"file_paths": ["Budget.md"]})),
        call_turn(Call("vault_search", {"query": "boiler"})),
    ]
    with program(tmp_path, server := WireServer(openai=[*turns, Turn("You chose it.")])) as run:
        run("config", "set", "chat.max_rounds", "2")
        ran = run("ask", QUESTION, "--vault", run.vault, "--approve", "all")
        key = run("chats", "--vault", run.vault).out.split()[0]
        shown_chat = run("chats", "show", key, "--vault", run.vault).out
        continued = run.ask("Go on.", "--continue", key, "--approve", "all", "--json")

    assert ran.code == 0, ran.err
    apology = (
        "I have used the 2 tool rounds allowed for this question and have no answer yet. Done so far: Search "
        "notes, Read notes. Notes read: [[Boiler]], [[Budget]]. Not carried out: Search notes. Tell me to "
        "continue, or ask for a part of it."
    )
    assert apology in ran.out
    assert apology in shown_chat
    assert [len(results(request)) for request in server.posts] == [0, 1, 2, 3]
    assert apology in str(server.posts[3].json["messages"])
    assert answer_of(continued) == "You chose it."


def test_row_24_calls_beyond_the_twentieth_are_refused_and_the_first_twenty_run(tmp_path: Path) -> None:
    many = call_turn(*(Call("vault_search", {"query": f"word{number}"}) for number in range(MAX_CALLS_PER_ANSWER + 6)))
    with program(tmp_path, server := WireServer(openai=[many, Turn(ANSWER)])) as run:
        ran = run.ask(QUESTION)

    assert ran.code == 0, ran.err
    tool_results = results(server.posts[1])
    assert [code_of(result) for result in tool_results] == [""] * MAX_CALLS_PER_ANSWER + ["RATE_LIMITED"] * 6
    assert "At most 20 calls of one answer" in tool_results[-1]["error"]["message"]
    assert answer_of(ran) == ANSWER


TO_PLUS = "Continuing in Plus mode: what is needed is looked up first, then answered."
TO_NOTES = "Continuing in Notes only mode: your notes are searched first, and the answer is based on what is found."


def unreadable_call() -> Turn:
    return Turn(f"<tool_call>{json.dumps({'name': 'nothing', 'arguments': {}})}</tool_call>")


def test_row_32_agent_falls_back_to_plus_and_plus_to_vault_qa_with_one_notice_each(tmp_path: Path) -> None:
    no = refused(400, "scripted does not support tools")
    server = WireServer(openai=[no, *[unreadable_call() for _ in range(8)], Turn(ANSWER)])
    with program(tmp_path, server) as run:
        ran = run.ask(QUESTION, "--mode", "agent", "--approve", "all", "--json")

    assert ran.code == 0, ran.err
    assert warnings(ran) == [
        "scripted rejected the tools. VaultDesk uses text-based tools with it.",
        f"The model's tool calls could not be read. {TO_PLUS}",
        f"The model's tool calls could not be read. {TO_NOTES}",
    ]
    assert ["tools" in request.json for request in server.posts] == [True, *[False] * 9]
    assert "Answer only from these passages" in str(server.posts[-1].json["messages"])
    assert "Nordwind" in str(server.posts[-1].json["messages"])
    assert answer_of(ran).endswith(ANSWER)


@pytest.mark.parametrize("mode", ["agent", "plus"])
def test_row_32_a_model_configured_without_tools_answers_from_notes_with_one_notice_per_chat(
    mode: str, tmp_path: Path
) -> None:
    with program(tmp_path, WireServer(openai=lambda _request: Turn(ANSWER))) as run:
        with run.settings_file.open("a", encoding="utf-8") as file:
            file.write('tools = "none"\n')
        first = run.ask(QUESTION, "--mode", mode, "--approve", "all", "--json")
        key = run("chats", "--vault", run.vault).out.split()[0]
        second = run.ask(QUESTION, "--continue", key, "--mode", mode, "--approve", "all", "--json")

    assert warnings(first) == [f"Tools are switched off for work/scripted. {TO_NOTES}"]
    assert warnings(second) == []
    assert [event["name"] for ran in (first, second) for event in ran.of("tool_call")] == ["local_search"] * 2
    assert answer_of(second) == ANSWER


def cloned_notes() -> tuple[dict[str, str], date]:
    """Return notes that are all modified now, some dated last week by name or property, and that date."""
    today = datetime.now().astimezone().date()
    last = today - timedelta(days=today.weekday() + 4)
    notes = {
        f"Journal/{last:%d.%m.%Y}.md": "The boiler was serviced.\n",
        f"Journal/{last - timedelta(days=60):%d.%m.%Y}.md": "The boiler was bought.\n",
        "Offer.md": f"---\ndate: {last.isoformat()}\n---\nThe boiler costs 18,400.\n",
        "Undated.md": "The boiler in general.\n",
        ".obsidian/daily-notes.json": '{"folder": "Journal", "format": "DD.MM.YYYY"}',
    }
    return notes, last


@pytest.mark.parametrize(("tool", "range_of"), [("search_notes", "date_range"), ("local_search", "time_range")])
def test_row_36_time_ranges_use_daily_note_names_and_date_properties_before_file_times(
    tool: str, range_of: str, tmp_path: Path
) -> None:
    notes, last = cloned_notes()
    search_turn = call_turn(Call(tool, {"query": "boiler", range_of: "last week"}))
    with program(tmp_path, server := WireServer(openai=[search_turn, Turn("It was serviced.")]), notes=notes) as run:
        ran = run.ask("What did I write about the boiler last week?")

    (result,) = results(server.posts[1])
    rows = result["data"]["results"] if tool == "search_notes" else result["data"]
    assert {row["path"] for row in rows} == {f"Journal/{last:%d.%m.%Y}.md", "Offer.md"}
    assert answer_of(ran) == "It was serviced."


def test_row_36_the_offline_assistant_quotes_only_notes_of_the_time_range(tmp_path: Path) -> None:
    notes, _ = cloned_notes()
    with program(tmp_path, notes=notes) as run:
        english, german, nothing = [
            run.ask(question, "--approve", "all").out
            for question in (
                "What did I write about the boiler last week?",
                "Was habe ich letzte Woche über boiler geschrieben?",
                "What did I write about the boiler yesterday?",
            )
        ]

    for answer in (english, german):
        assert "The boiler was serviced." in answer
        assert "The boiler costs 18,400." in answer
        assert "The boiler was bought." not in answer
        assert "The boiler in general." not in answer
    assert 'Your notes from that time contain nothing about this. I searched for "boiler".' in nothing


def test_row_36_the_offline_assistant_lists_last_weeks_notes_in_a_cloned_vault(tmp_path: Path) -> None:
    notes, last = cloned_notes()
    with program(tmp_path, notes=notes) as run:
        ran = run("ask", "What did I write last week?", "--vault", run.vault, "--approve", "all")

    assert ran.code == 0, ran.err
    for name in (f"{last:%d.%m.%Y}", "Offer"):
        assert name in ran.out
    assert "Undated" not in ran.out
    assert f"{last - timedelta(days=60):%d.%m.%Y}" not in ran.out


def test_row_cache_a_repeated_call_is_served_from_the_cache_until_its_note_changes(tmp_path: Path) -> None:
    read_turn = call_turn(Call("file_read", {"file_paths": ["Budget.md"]}))
    write_turn = call_turn(Call("write_note", {"path": "Budget.md", "content": "Ask Ada.", "append": True}))
    server = WireServer(openai=[read_turn, read_turn, write_turn, read_turn, Turn(ANSWER)])
    with program(tmp_path, server) as run:
        ran = run.ask(QUESTION)

    assert ran.code == 0, ran.err
    first, again, _, changed = results(server.posts[-1])
    assert again["data"] == first["data"]
    assert [result["metadata"].get("cached", False) for result in (first, again, changed)] == [False, True, False]
    assert "Ask Ada." in changed["data"][0]["content"]
    assert [event["tool"] for event in ran.of("approval_requested")] == ["file_read", "write_note", "file_read"]


def test_row_batch_later_changes_of_an_answer_are_skipped_after_a_failed_one(tmp_path: Path) -> None:
    batch = call_turn(
        Call("write_note", {"path": "Plan.md", "content": "Plan."}),
        Call("edit_note", {"path": "Gone.md", "old": "a", "new": "b"}),
        Call("vault_search", {"query": "Nordwind"}),
        Call("write_note", {"path": "Done.md", "content": "Done."}),
    )
    with program(tmp_path, server := WireServer(openai=[batch, Turn(ANSWER)])) as run:
        ran = run.ask(QUESTION)

        assert [code_of(result) for result in results(server.posts[1])] == ["", "NOTE_NOT_FOUND", "", "NOT_RUN"]
        assert "edit_note, an earlier change of this answer, failed" in str(results(server.posts[1])[3])
        assert note(run, "Plan.md") == "Plan."
        assert not (run.vault / "Done.md").exists()
        assert "Done.md" not in str(ran.of("approval_requested"))


def test_row_limit_above_fifty_is_clamped_with_a_note_in_the_result(tmp_path: Path) -> None:
    notes = {f"Note {number}.md": "the boiler\n" for number in range(60)}
    search_turn = call_turn(Call("vault_search", {"query": "boiler", "limit": 51}))
    with program(tmp_path, server := WireServer(openai=[search_turn, Turn(ANSWER)]), notes=notes) as run:
        ran = run.ask(QUESTION)

    (result,) = results(server.posts[1])
    assert len(result["data"]) == 50
    assert result["metadata"]["note"] == "limit was 51; 50 is the most and was used."
    (approval,) = ran.of("approval_requested")
    assert approval["arguments"]["limit"] == 50


def test_row_append_text_is_separated_by_one_empty_line(tmp_path: Path) -> None:
    appended = [
        Call("write_note", {"path": path, "content": content, "append": True})
        for path, content in (("Bare.md", "more\n"), ("Padded.md", "\n\n\nmore\n"), ("Empty.md", "more\n"))
    ]
    notes = {"Bare.md": "text", "Padded.md": "text\n\n\n\n", "Empty.md": ""}
    with program(tmp_path, WireServer(openai=[call_turn(*appended), Turn("Done.")]), notes=notes) as run:
        ran = run.ask("Add more.")

        assert ran.code == 0, ran.err
        assert [note(run, path) for path in notes] == ["text\n\nmore\n", "text\n\nmore\n", "more\n"]


def test_row_tools_are_listed_by_category_and_searched_by_words(tmp_path: Path) -> None:
    with program(tmp_path) as run:
        every = run("tools").out
        web = run("tools", "--category", "web")
        trash = run("tools", "TRASH")
        wrong = run("tools", "--category", "kitchen")
        tools = json.loads(run("tools", "--category", "web", "--json").out)

    headings = [line for line in every.splitlines() if line and not line.startswith(" ")]
    assert headings[0] == "Searching (search)"
    assert len(headings) == len(set(headings)) > 3
    assert [line.split()[0] for line in web.out.splitlines()[1:]] == [tool["name"] for tool in tools]
    assert {tool["category"] for tool in tools} == {"web"}
    assert "delete_note" in trash.out
    assert "vault_search" not in trash.out
    assert wrong.code == 2
    assert "web" in wrong.err
