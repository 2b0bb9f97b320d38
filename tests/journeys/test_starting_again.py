"""Starting again: what was set, opened and allowed is there at the next start, by whichever door."""

from pathlib import Path

from tests.journeys.bench import open_bench
from tests.journeys.program import program
from tests.support.desk import NO
from tests.support.vault_settings import set_tool_calling
from tests.support.wire import Turn, WireServer
from vaultdesk.tools.runtime.approvals import ApprovalDecision


def test_settings_written_by_one_command_hold_for_the_next(tmp_path: Path) -> None:
    with program(tmp_path) as run:
        assert run("config", "set", "appearance.theme", "dark").code == 0
        assert run("config", "set", "chat.max_rounds", "3").code == 0
        assert run("config", "get", "appearance.theme").out.strip() == "dark"
        assert run("config", "get", "chat.max_rounds").out.strip() == "3"
        refused = run("config", "set", "appearance.theme", "purple")
        assert refused.code in (1, 2)
        assert len(refused.err.strip().splitlines()) == 1
        assert run("config", "get", "appearance.theme").out.strip() == "dark"


def test_words_the_program_does_not_know_and_comments_are_kept(tmp_path: Path) -> None:
    with program(tmp_path) as run:
        run.settings_file.parent.mkdir(parents=True)
        run.settings_file.write_text('# mine\n[appearance]\ntheme = "dark"  # at night\nfuture = 1\n\n[later]\nx = 2\n')
        assert run("config", "set", "appearance.theme", "light").code == 0
        kept = run.settings_file.read_text()
        assert kept.startswith("# mine\n")
        assert 'theme = "light"  # at night' in kept
        assert "future = 1" in kept
        assert "[later]\nx = 2" in kept


def test_a_settings_file_that_cannot_be_read_is_told_and_kept(tmp_path: Path) -> None:
    with program(tmp_path) as run:
        run.settings_file.parent.mkdir(parents=True)
        run.settings_file.write_text("theme = = dark\n")
        ran = run("search", "boiler", "--vault", run.vault)
        assert "Traceback" not in ran.err
        texts = [file.read_text() for file in run.settings_file.parent.iterdir()]
        assert any("theme = = dark" in text for text in texts)


def test_the_vault_and_the_model_of_last_time_are_the_default(tmp_path: Path) -> None:
    with program(tmp_path, server := WireServer(openai=[Turn("Hello."), Turn("Hello again.")])) as run:
        assert run.ask("Hello?", "--approve", "all").out == "Hello.\n"
        again = run("ask", "Hello?", "--approve", "none")
        assert (again.code, again.out) == (0, "Hello again.\n")
        assert [request.json["model"] for request in server.posts] == ["scripted", "scripted"]


async def test_always_is_remembered_for_this_vault_over_a_restart(tmp_path: Path) -> None:
    async with open_bench(tmp_path, None, ApprovalDecision(approved=True, scope="always")) as bench:
        await bench.ask("What about the heat pump?")
        assert bench.answers.requests
    async with open_bench(tmp_path, None, NO) as bench:
        await bench.ask("What about the heat pump?")
        assert "local_search" not in [request.calls[0].tool for request in bench.answers.requests]
    async with open_bench(tmp_path / "other", None, NO) as bench:
        await bench.ask("What about the heat pump?")
        assert bench.answers.requests[0].calls[0].tool == "local_search"


async def test_the_switch_for_tools_is_kept_vault_by_vault(tmp_path: Path) -> None:
    async with open_bench(tmp_path) as bench:
        assert bench.workspace.tool_calling, "the first use asks"
        set_tool_calling(bench.workspace, False)
    async with open_bench(tmp_path) as bench:
        assert not bench.workspace.tool_calling
        set_tool_calling(bench.workspace, True)
    async with open_bench(tmp_path) as bench:
        assert bench.workspace.tool_calling
