"""Toolsets of other packages in an open vault: offered if enabled, reported if unusable."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.toolset import DICE, install
from tests.workspace.bench import Bench, FixedApprover
from vaultdesk.core.phrases import Phrase
from vaultdesk.tools.runtime.approvals import ApprovalDecision
from vaultdesk.workspace import TOOLS
from vaultdesk.workspace.toolbox import ToolsetReport

YES = ApprovalDecision(approved=True)


@pytest.fixture(autouse=True)
def forget_toolset_modules() -> Iterator[None]:
    yield
    for module in [name for name in sys.modules if name.startswith("toolset_of_")]:
        del sys.modules[module]


async def test_an_installed_toolset_is_disabled_until_enabled_in_the_settings(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = install(tmp_path / "site", monkeypatch)
    async with bench.open() as workspace:
        assert workspace.toolsets == ()
        assert len(workspace.registry.tools) == len(TOOLS)
        assert module not in sys.modules
    bench.store.change(lambda tree: tree.model_copy(update={"toolsets": ("dice",)}))
    async with bench.open() as workspace:
        assert workspace.toolsets == (ToolsetReport("dice", "dice-tools 1.2", ("roll_dice", "keep_score"), ()),)
        result = await workspace.call("roll_dice", '{"sides": 20}', FixedApprover(YES))
        assert result.data == {"rolled": 20, "vault": bench.root.name}
        result = await workspace.call("keep_score", "{}", FixedApprover(YES))
        assert result.success
        assert (bench.root / "Score.md").read_text(encoding="utf-8") == "1 : 0\n"


async def test_unusable_toolsets_are_reported_and_the_vault_is_opened(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path / "site", monkeypatch, "raise RuntimeError('no')", name="broken")
    install(tmp_path / "site", monkeypatch, DICE.replace('"roll_dice"', '"vault_search"'))
    bench.store.change(lambda tree: tree.model_copy(update={"toolsets": ("broken", "absent", "dice")}))
    async with bench.open() as workspace:
        broken, absent, dice = workspace.toolsets
        assert "RuntimeError: no" in broken.problems[0]
        assert (absent.origin, absent.tools) == ("", ())
        assert "no toolset of this name" in absent.problems[0]
        assert dice.tools == ("keep_score",)
        assert dice.problems == ("dice: the name vault_search is taken.",)
        assert len(workspace.registry.tools) == len(TOOLS) + 1


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("roll_dice", Phrase("the name {0} is taken.", "roll_dice")),
        (
            "Score",
            Phrase(
                "{0} cannot be created ({1}).",
                "Score",
                "ValueError: 'Score' is no tool name: write it in snake_case, at most 64 characters",
            ),
        ),
    ],
)
async def test_a_tool_that_is_renamed_after_its_check_is_reported_in_the_language_of_the_window(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, problem: Phrase
) -> None:
    renaming = DICE.replace("self.room = room", f"self.room = room; KeepScore.name = {name!r}")
    install(tmp_path / "site", monkeypatch, renaming)
    bench.store.change(lambda tree: tree.model_copy(update={"toolsets": ("dice",)}))
    async with bench.open() as workspace:
        (dice,) = workspace.toolsets
        (reported,) = dice.problems
        assert dice.tools == ("roll_dice",)
        assert reported.values == ("dice", problem)
        assert isinstance(reported.values[1], Phrase)
        assert reported.values[1].template == problem.template
