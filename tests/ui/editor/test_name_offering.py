from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

from tests.support.qt_loop import on_qt_loop
from tests.ui.note.desk import Desk, desk
from vaultdesk.agent.context.mention_completion import MentionCompletion
from vaultdesk.ui.editor.attachment_names import AttachmentNames
from vaultdesk.ui.editor.name_offering import NameOffering
from vaultdesk.ui.editor.unfinished import Sign, Unfinished
from vaultdesk.vault.obsidian.vault_config import VaultConfig

NOTES = {
    "Boiler.md": "---\naliases: [Heater]\ntags: [house/heating]\n---\n# Boiler\n\n## Result\n\nIt leaks. ^leak\n",
    "Garden/Plan.md": "x #garden\n",
    "House/Plan.md": "y\n",
}


@asynccontextmanager
async def offering(root: Path, settings: VaultConfig | None = None) -> AsyncIterator[tuple[NameOffering, Desk]]:
    async with desk(root, NOTES) as made:
        (made.root / "img").mkdir()
        (made.root / "img" / "plan.png").write_bytes(b"x")
        finder = MentionCompletion(made.vault, made.searcher)
        names = NameOffering(finder, made.searcher, AttachmentNames(made.vault), settings or made.vault.settings)
        names.source = "Garden/Plan.md"
        yield names, made


async def written(names: NameOffering, sign: Sign, typed: str) -> list[str]:
    return [names.take(entry.key) for entry in await names.find(Unfinished(sign, typed))]


@on_qt_loop
async def test_links_are_as_short_as_they_can_be(tmp_path: Path) -> None:
    async with offering(tmp_path) as (names, _):
        assert await written(names, "[[", "Boi") == ["[[Boiler]]"]
        names.source = "Boiler.md"
        assert set(await written(names, "[[", "Plan")) == {"[[Garden/Plan]]", "[[House/Plan]]"}


@on_qt_loop
async def test_an_alias_is_shown_and_the_note_is_meant(tmp_path: Path) -> None:
    async with offering(tmp_path) as (names, _):
        assert await written(names, "[[", "Heat") == ["[[Boiler|Heater]]"]


@on_qt_loop
async def test_headings_and_blocks_of_a_note_are_offered_and_those_of_this_one_without_its_name(tmp_path: Path) -> None:
    async with offering(tmp_path) as (names, _):
        assert await written(names, "[[", "Boiler#Res") == ["[[Boiler#Result]]"]
        assert await written(names, "[[", "Boiler#^") == ["[[Boiler#^leak]]"]
        names.source = "Boiler.md"
        assert await written(names, "[[", "#Res") == ["[[#Result]]"]


@on_qt_loop
async def test_files_are_offered_for_what_is_shown_in_the_text(tmp_path: Path) -> None:
    async with offering(tmp_path) as (names, _):
        assert "![[plan.png]]" in await written(names, "![[", "plan")
        assert "![[plan.png]]" in await written(names, "![[", "")
        assert "[[plan.png]]" not in await written(names, "[[", "plan")


@on_qt_loop
async def test_tags_are_offered_until_one_is_all_written(tmp_path: Path) -> None:
    async with offering(tmp_path) as (names, _):
        assert await written(names, "#", "hea") == ["#house/heating"]
        assert await written(names, "tags:", "gar") == ["garden"]
        assert await written(names, "#", "garden") == []


@on_qt_loop
async def test_links_are_written_as_the_owner_has_set_it(tmp_path: Path) -> None:
    settings = replace(VaultConfig(), link_format="relative", markdown_links=True)
    async with offering(tmp_path, settings) as (names, _):
        assert await written(names, "[[", "Boi") == ["[Boiler](../Boiler.md)"]
        assert await written(names, "[[", "Heat") == ["[Heater](../Boiler.md)"]
        assert await names.link("img/plan.png", embed=True) == "![plan.png](../img/plan.png)"
