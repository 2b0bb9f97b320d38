"""Restarts: settings, the opened vault and permissions persist until the next start."""

from pathlib import Path

from tests.journeys.bench import open_bench
from tests.journeys.program import program
from tests.support.tool_env import NO
from tests.support.vault_settings import set_tool_calling
from tests.support.wire import Turn, WireServer
from vaultdesk.tools.runtime.approvals import ApprovalDecision


def test_settings_written_by_one_command_apply_to_the_next(tmp_path: Path) -> None:
    with program(tmp_path) as run:
        assert run("config", "set", "appearance.theme", "dark").code == 0
        assert run("config", "set", "chat.max_rounds", "3").code == 0
        assert run("config", "get", "appearance.theme").out.strip() == "dark"
        assert run("config", "get", "chat.max_rounds").out.strip() == "3"
        refused = run("config", "set", "appearance.theme", "purple")
        assert refused.code in (1, 2)
        assert len(refused.err.strip().splitlines()) == 1
        assert run("config", "get", "appearance.theme").out.strip() == "dark"


def test_unknown_settings_and_comments_are_preserved(tmp_path: Path) -> None:
    with program(tmp_path) as run:
        run.settings_file.parent.mkdir(parents=True)
        run.settings_file.write_text('# mine\n[appearance]\ntheme = "dark"  # at night\nfuture = 1\n\n[later]\nx = 2\n')
        assert run("config", "set", "appearance.theme", "light").code == 0
        text = run.settings_file.read_text()
        assert text.startswith("# mine\n")
        assert 'theme = "light"  # at night' in text
        assert "future = 1" in text
        assert "[later]\nx = 2" in text


def test_an_unreadable_settings_file_is_preserved(tmp_path: Path) -> None:
    with program(tmp_path) as run:
        run.settings_file.parent.mkdir(parents=True)
        run.settings_file.write_text("theme = = dark\n")
        ran = run("search", "boiler", "--vault", run.vault)
        assert "Traceback" not in ran.err
        texts = [file.read_text() for file in run.settings_file.parent.iterdir()]
        assert any("theme = = dark" in text for text in texts)


def test_the_last_used_vault_and_model_are_the_defaults(tmp_path: Path) -> None:
    with program(tmp_path, server := WireServer(openai=[Turn("Hello."), Turn("Hello again.")])) as run:
        assert run.ask("Hello?", "--approve", "all").out == "Hello.\n"
        again = run("ask", "Hello?", "--approve", "none")
        assert (again.code, again.out) == (0, "Hello again.\n")
        assert [request.json["model"] for request in server.posts] == ["scripted", "scripted"]


async def test_an_always_rule_is_stored_for_its_vault_across_a_restart(tmp_path: Path) -> None:
    async with open_bench(tmp_path, None, ApprovalDecision(approved=True, scope="always")) as bench:
        await bench.ask("What about the heat pump?")
        assert bench.answers.requests
    async with open_bench(tmp_path, None, NO) as bench:
        await bench.ask("What about the heat pump?")
        assert "local_search" not in [request.calls[0].tool for request in bench.answers.requests]
    async with open_bench(tmp_path / "other", None, NO) as bench:
        await bench.ask("What about the heat pump?")
        assert bench.answers.requests[0].calls[0].tool == "local_search"


async def test_the_tool_setting_is_stored_per_vault(tmp_path: Path) -> None:
    async with open_bench(tmp_path) as bench:
        assert bench.workspace.tool_calling, "tools are on until decided otherwise"
        set_tool_calling(bench.workspace, False)
    async with open_bench(tmp_path) as bench:
        assert not bench.workspace.tool_calling
        set_tool_calling(bench.workspace, True)
    async with open_bench(tmp_path) as bench:
        assert bench.workspace.tool_calling
