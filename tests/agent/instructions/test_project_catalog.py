"""Tests of agent/instructions/project_catalog.py."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support.desk import Desk, open_desk
from vaultdesk.agent.instructions.agent_catalog import AgentCatalog
from vaultdesk.agent.instructions.project_catalog import ProjectCatalog, ProjectNotes, project_bounds_of
from vaultdesk.agent.instructions.project_note import Project, ProjectScope
from vaultdesk.chat.conversation_note import VERSION_KEY
from vaultdesk.core.errors import NoteConflict, UsageError
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.index.store.index_file import Index
from vaultdesk.tools.runtime.agent_scope import ProjectBounds
from vaultdesk.vault.note_path import NotePath

# What a project is about, looked up in the index.

NOTES = {
    "House/Boiler.md": "#Heating\n",
    "House/Budget.md": "---\ntags: [heating/costs]\n---\nMoney.\n",
    "Heat/Warm.md": "#heatingsystem\n",
    "Garden/Apples.md": "Apples.\n",
    "Assistant/Projects/House.md": "---\nfolders: [House]\n---\nText.\n",
    "Assistant/Projects/Broken.md": "---\nagent: x\n---\nText.\n",
}


def project(scope: ProjectScope) -> Project:
    return Project("Assistant/Projects/House.md", "House", scope=scope)


async def test_tags_with_those_nested_in_them_and_links_become_notes(tmp_path: Path) -> None:
    scope = ProjectScope(("Daily",), ("heating",), ("Apples", "Nowhere"))
    async with open_desk(tmp_path, notes=NOTES), Searcher(Index(tmp_path / "data" / "index.sqlite")) as searcher:
        bounds = await project_bounds_of(project(scope), searcher)

    expected = frozenset({"House/Boiler.md", "House/Budget.md", "Garden/Apples.md"})
    assert bounds == ProjectBounds("House", ("Daily",), expected)
    assert [bounds.contains(path) for path in ("House/Boiler.md", "Heat/Warm.md", "Daily/x.md", "Garden/New.md")] == [
        True, False, True, False,
    ]  # fmt: skip


async def test_its_own_chats_are_its_history_and_others_are_not(tmp_path: Path) -> None:
    def chat(led_in: str, version: str = f"{VERSION_KEY}: 1\n") -> str:
        return f"---\n{version}project: '{led_in}'\n---\nWe spoke.\n"

    notes = {
        **NOTES,
        "Chats/One.md": chat("[[Assistant/Projects/House]]"),
        "Chats/Two.md": chat("Assistant/Projects/House.md"),
        "Chats/Other.md": chat("[[Assistant/Projects/Garden]]"),
        "Chats/No chat.md": chat("[[Assistant/Projects/House]]", ""),
        "Elsewhere/Claims.md": chat("[[Assistant/Projects/House]]"),
    }
    async with open_desk(tmp_path, notes=notes), Searcher(Index(tmp_path / "data" / "index.sqlite")) as searcher:
        bounds = await project_bounds_of(project(ProjectScope(("House",))), searcher, "Chats")
        without = await project_bounds_of(project(ProjectScope(("House",))), searcher)

    assert bounds.notes == {"Chats/One.md", "Chats/Two.md"}
    assert without.notes == frozenset()


async def test_only_notes_of_the_folder_are_projects(tmp_path: Path) -> None:
    store = SettingsStore(tmp_path / "settings.toml")
    async with open_desk(tmp_path, notes=NOTES) as desk:
        notes = ProjectNotes(desk.vault, store, lambda _model: "")

        assert [path.text for path in notes.paths()] == ["Assistant/Projects/Broken.md", "Assistant/Projects/House.md"]
        assert [notes.is_project_path(path) for path in ("House/Boiler.md", "Assistant/Projects/Deep/X.md")] == [
            False,
            True,
        ]
        house = await notes.read(NotePath("Assistant/Projects/House.md"))
        gone = await notes.read(NotePath("Assistant/Projects/Gone.md"))
        assert (house.status, len(house.digest), gone.status) == ("new", 64, "broken")

        store.set("chat.projects_folder", "")
        assert notes.paths() == []


# The projects of a vault: worked in once accepted, bound to the bytes of their notes.

PATH = "Assistant/Projects/House.md"
TEXT = "---\nfolders: [House]\n---\nAmounts are in euros.\n"
PROJECTS_NOTES = {
    "House/Boiler.md": "It leaks.\n",
    PATH: TEXT,
    "Agents/Filer.md": "---\nfolders: [House]\n---\nFile.\n",
}


@dataclass
class Shelf:
    shelf: ProjectCatalog
    agents: AgentCatalog
    desk: Desk
    store: SettingsStore

    async def accepted(self, path: str = PATH) -> Project:
        project = await self.shelf.get(path)
        await self.shelf.accept(path, project.digest)
        return await self.shelf.get(path)

    async def write(self, text: str) -> None:
        before = await self.desk.vault.read(NotePath(PATH))
        await self.desk.vault.write(NotePath(PATH), text, before.digest)


@asynccontextmanager
async def open_shelf(folder: Path, text: str = TEXT) -> AsyncIterator[Shelf]:
    store = SettingsStore(folder / "settings.toml")
    async with (
        open_desk(folder, notes={**PROJECTS_NOTES, PATH: text}) as desk,
        Searcher(Index(folder / "data" / "index.sqlite")) as searcher,
        AgentCatalog(desk.vault, store, desk.registry) as agents,
        ProjectCatalog(desk.vault, store, searcher, agents) as shelf,
    ):
        await agents.refresh()
        await shelf.refresh()
        yield Shelf(shelf, agents, desk, store)


async def test_a_project_is_worked_in_once_its_text_was_accepted(tmp_path: Path) -> None:
    async with open_shelf(tmp_path) as at:
        with pytest.raises(UsageError, match="has not been accepted yet"):
            await at.shelf.activate(PATH)
        accepted = await at.accepted()
        work = await at.shelf.activate("House")

        assert accepted.is_usable
        assert work.project == accepted
        assert (work.bounds.contains("House/Boiler.md"), work.bounds.contains("Top.md")) == (True, False)
        again = SettingsStore(tmp_path / "settings.toml")
        again.load()
        (kept,) = again.settings.vault_settings(at.desk.vault.root).instructions
        assert (kept.path, kept.digest) == (PATH, accepted.digest)


async def test_another_text_ends_it(tmp_path: Path) -> None:
    async with open_shelf(tmp_path) as at:
        await at.accepted()
        await at.write(TEXT.replace("[House]", "[House, Secret]"))

        with pytest.raises(UsageError, match="has changed since you accepted it"):
            await at.shelf.activate(PATH)
        assert (await at.shelf.get(PATH)).status == "changed"


async def test_what_was_read_is_what_is_accepted(tmp_path: Path) -> None:
    async with open_shelf(tmp_path) as at:
        read = await at.shelf.get(PATH)
        await at.write("---\nfolders: [Secret]\n---\nDo harm.\n")

        with pytest.raises(NoteConflict):
            await at.shelf.accept(PATH, read.digest)
        assert (await at.shelf.get(PATH)).status == "new"


async def test_taken_back_it_is_new_again(tmp_path: Path) -> None:
    async with open_shelf(tmp_path) as at:
        await at.accepted()
        await at.shelf.revoke(PATH)

        assert [project.status for project in at.shelf.list()] == ["new"]


async def test_a_broken_project_can_be_neither_accepted_nor_used(tmp_path: Path) -> None:
    async with open_shelf(tmp_path, "---\nagent: x\n---\nText.\n") as at:
        broken = await at.shelf.get(PATH)

        assert broken.status == "broken"
        with pytest.raises(UsageError, match="is no project"):
            await at.shelf.accept(PATH, broken.digest)
        with pytest.raises(UsageError, match="cannot be used"):
            await at.shelf.activate(PATH)


async def test_there_is_no_project_elsewhere_in_the_vault(tmp_path: Path) -> None:
    async with open_shelf(tmp_path) as at:
        for name in ("House/Boiler.md", "Nothing", ""):
            with pytest.raises(UsageError, match="There is no project"):
                await at.shelf.get(name)


async def test_its_agent_must_have_been_allowed_itself(tmp_path: Path) -> None:
    async with open_shelf(tmp_path, TEXT.replace("---\nAmounts", "agent: Filer\n---\nAmounts")) as at:
        await at.accepted()
        with pytest.raises(UsageError, match="The agent Filer has not been allowed yet"):
            await at.shelf.activate(PATH)
        known = next(known for known in at.agents.list() if known.name == "Filer")
        await at.agents.grant(known.path, known.digest)

        assert (await at.shelf.activate(PATH)).profile.name == "Filer"


async def test_the_list_follows_the_notes_and_the_settings(tmp_path: Path) -> None:
    async with open_shelf(tmp_path) as at:
        with at.shelf.changes.subscribe() as changes:
            async with asyncio.timeout(5):
                await at.accepted()
                await anext(changes)
                await at.write(TEXT + "More.\n")
                await anext(changes)
                while [project.status for project in at.shelf.list()] != ["changed"]:
                    await anext(changes)
                at.store.set("chat.projects_folder", "Elsewhere")
                while at.shelf.list():
                    await anext(changes)
        assert at.shelf.folder == "Elsewhere"


async def test_only_an_accepted_project_names_the_model(tmp_path: Path) -> None:
    async with open_shelf(tmp_path, TEXT.replace("---\nAmounts", "model: own/m\n---\nAmounts")) as at:
        assert at.shelf.model_of(PATH) == ""
        await at.accepted()
        assert (at.shelf.model_of(PATH), at.shelf.model_of("Other.md")) == ("own/m", "")


async def test_a_new_project_is_a_note_for_the_person_to_write(tmp_path: Path) -> None:
    async with open_shelf(tmp_path) as at:
        path, text = at.shelf.draft("My: house", "Projects/House")

        assert path == "Assistant/Projects/My house.md"
        assert "folders:" in text
        await at.desk.vault.create(NotePath(path), text)
        assert (await at.accepted(path)).scope.folders == ("Projects/House",)
