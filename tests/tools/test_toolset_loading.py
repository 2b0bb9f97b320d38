"""Tests of the loading of toolsets: found without an import, disabled until allowed, and isolated from each other."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.tool_env import NO, YES, ToolEnv, call, open_tool_env
from tests.support.toolset import DICE, install
from vaultdesk.core.settings.settings_schema import PermissionRule
from vaultdesk.tools.plugin_tools import LoadedToolset, ToolsetContext, find_toolsets, load_toolsets
from vaultdesk.tools.tool import AnyTool

RAISING_TEXT = """
class Unprintable(Exception):
    def __str__(self):
        raise ValueError("no text")
    __repr__ = __str__
"""
"""An exception and object that cannot be converted to text."""

RAISING_NAME = """
from vaultdesk.tools.tool import Tool

class Meta(type(Tool)):
    @property
    def name(cls):
        raise KeyError("name")

class Unnamed(Tool, metaclass=Meta):
    pass
"""
"""A tool class whose name cannot be read."""


@pytest.fixture(autouse=True)
def unload_modules() -> Iterator[None]:
    yield
    for module in [name for name in sys.modules if name.startswith("toolset_of_")]:
        del sys.modules[module]


def tools_of(env: ToolEnv, loaded: tuple[LoadedToolset, ...]) -> list[AnyTool]:
    searcher = env.registry.get("vault_search")._searcher  # type: ignore[union-attr] # the tool of the environment
    return [tool for toolset in loaded for tool in toolset.tools(ToolsetContext(env.vault, searcher))[0]]


def test_a_toolset_is_found_without_importing_its_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = install(tmp_path / "site", monkeypatch, "raise SystemExit('imported')")
    (toolset,) = find_toolsets()
    assert (toolset.name, toolset.package, toolset.version) == ("dice", "dice-tools", "1.2")
    assert module not in sys.modules


def test_only_allowed_toolsets_are_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = install(tmp_path / "site", monkeypatch)
    assert load_toolsets((), ()) == ()
    (missing,) = load_toolsets(("cards",), ())
    assert missing.problems == ("cards: no toolset of this name is installed.",)
    assert module not in sys.modules


async def test_tools_of_an_allowed_toolset_pass_through_every_stage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path / "site", monkeypatch)
    loaded = load_toolsets(("dice",), ("write_note",))
    assert [tool_class.name for tool_class in loaded[0].classes] == ["roll_dice", "keep_score"]
    async with open_tool_env(tmp_path, YES, NO) as env:
        for tool in tools_of(env, loaded):
            env.registry.register(tool)
        (result,) = await env.results(call("roll_dice", sides=20))
        assert result.data == {"rolled": 20, "vault": "vault"}
        (request,) = env.answers.requests
        assert request.headline.startswith("Roll a die of 20")
        assert "dice-tools 1.2" in request.calls[0].purpose
        (declined,) = await env.results(call("keep_score"))
        assert declined.error is not None
        assert declined.error.code == "CANCELLED"
        assert [change.path for change in env.answers.requests[1].changes.changes] == ["Score.md"]
        assert env.text("Score.md") is None
        (invalid,) = await env.results(call("roll_dice", sides="many"))
        assert invalid.error is not None
        assert invalid.error.code == "VALIDATION_FAILED"


async def test_rules_apply_to_tools_of_a_toolset(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path / "site", monkeypatch)
    rules = [PermissionRule(tool="roll_dice", answer="deny")]
    async with open_tool_env(tmp_path, YES, rules=rules) as env:
        for tool in tools_of(env, load_toolsets(("dice",), ())):
            env.registry.register(tool)
        (result,) = await env.results(call("roll_dice"))
        assert result.error is not None
        assert result.error.code == "PERMISSION_DENIED"
        assert env.answers.requests == []


@pytest.mark.parametrize(
    ("code", "problem"),
    [
        ("raise RuntimeError('no')", "cannot be loaded (RuntimeError: no)"),
        ("raise SystemExit(3)", "cannot be loaded (SystemExit: 3)"),
        ("import no_such_module\nTOOLS = ()", "cannot be loaded (ModuleNotFoundError"),
        ("TOOLS_ = ()", "cannot be loaded (AttributeError"),
        ("TOOLS = (3,)", "3 is not a Tool class"),
        ("TOOLS = 3", "3 is not a Tool class"),
        ("TOOLS = ()", "broken: it contains no tools."),
        (f"{RAISING_TEXT}\nraise Unprintable", "cannot be loaded (Unprintable: Unprintable)"),
        ("raise RuntimeError", "cannot be loaded (RuntimeError)."),
        (f"{RAISING_TEXT}\nTOOLS = [Unprintable()]", "Unprintable is not a Tool class"),
        (f"{RAISING_NAME}\nTOOLS = [Unnamed]", "cannot be created (KeyError: 'name')"),
    ],
)
def test_a_broken_toolset_is_reported_and_the_others_are_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str, problem: str
) -> None:
    install(tmp_path / "site", monkeypatch, code, name="broken")
    install(tmp_path / "site", monkeypatch)
    broken_toolset, dice = load_toolsets(("broken", "dice"), ())
    assert problem in broken_toolset.problems[0]
    assert broken_toolset.classes == ()
    assert (len(dice.classes), dice.problems) == (2, ())


def test_a_toolset_cannot_use_a_name_that_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path / "site", monkeypatch)
    install(tmp_path / "site", monkeypatch, DICE, name="copy")
    dice, copied = load_toolsets(("dice", "copy"), ("keep_score",))
    assert [tool_class.name for tool_class in dice.classes] == ["roll_dice"]
    assert dice.problems == ("dice: the name keep_score is taken.",)
    assert copied.classes == ()
    assert len(copied.problems) == 2
