"""Toolbox: the list of every tool is the list of those that are really there."""

from tests.workspace.bench import Bench
from vaultdesk.workspace import TOOLS


async def test_the_tools_listed_without_a_vault_are_those_an_open_one_has(bench: Bench) -> None:
    async with bench.open() as workspace:
        assert tuple(type(tool) for tool in workspace.registry.tools) == TOOLS
