"""Tests of agent/instructions/projects.py."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support.tool_env import ToolEnv, open_tool_env
from vaultdesk.agent.instructions.agents import AgentCatalog
from vaultdesk.agent.instructions.projects import (
    Project,
    ProjectCatalog,
    ProjectNotes,
    ProjectScope,
    ProjectStatus,
    project_bounds_of,
    project_note,
    project_sentences,
    read_project,
    valid_note_name,
)
from vaultdesk.chat.conversation_note import VERSION_KEY
from vaultdesk.core.errors import NoteConflict, UsageError
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.index.store.index_file import Index
from vaultdesk.tools.runtime.agent_scope import ProjectBounds
from vaultdesk.vault.markdown.note import parse_note
from vaultdesk.vault.note_path import NotePath

# The project value.


def test_a_scope_is_described_by_folders_tags_and_links() -> None:
    scope = ProjectScope(("Projects/House",), ("heating", "a/b"), ("Budget",))

    assert scope.text == "Projects/House, #heating, #a/b, [[Budget]]"
    assert ProjectScope().text == ""


def test_only_accepted_projects_are_usable() -> None:
    statuses: tuple[ProjectStatus, ...] = ("accepted", "changed", "new", "broken")

    usable = [status for status in statuses if Project("P.md", "P", status=status).is_usable]

    assert usable == ["accepted"]


# Project notes: strict reading, and writing.

PATH = NotePath("Assistant/Projects/House.md")


def read(text: str) -> Project:
    return read_project(parse_note(PATH, text), lambda model: "" if model == "own/m" else f"There is no {model}.")


def test_every_property_is_read() -> None:
    project = read(
        "---\ndescription: The  house\nfolders: [Projects/House/]\ntags: ['#heating', plan/2026]\n"
        'links:\n  - "[[Budget|the money]]"\n  - "[[Notes/Boiler#Decision]]"\nagent: Filer\nmodel: own/m\n'
        "aliases: [x]\ncolour: red\n---\nAmounts are in euros. %% mine %%\n"
    )

    assert (project.path, project.name, project.description) == (PATH.text, "House", "The house")
    assert project.scope == ProjectScope(("Projects/House",), ("heating", "plan/2026"), ("Budget", "Notes/Boiler"))
    assert (project.agent, project.model, project.instructions) == ("Filer", "own/m", "Amounts are in euros.")
    assert (project.problems, project.status) == ((), "new")
    assert project.remarks == ("“colour” is not used by VaultDesk.",)


@pytest.mark.parametrize(
    ("block", "problem"),
    [
        ("agent: X", "It does not define its notes: add folders, tags or links."),
        ("folders: []", "It does not define its notes: add folders, tags or links."),
        ("folders: [../up]", "“folders” names a folder that is not in the vault: “../up”."),
        ("folders: ['']", "“folders” must be a list of names (numbers in quotes)."),
        ("folders: 3", "“folders” must be a list of names (numbers in quotes)."),
        ("tags: ['#']", "“tags” contains an invalid tag: “#”."),
        ("tags: [a b]", "“tags” contains an invalid tag: “a b”."),
        ("links: ['[[]]']", "“links” names a note that does not exist: “[[]]”."),
        ("folders: [A]\nfolder: B", "“folder” repeats another property."),
        ("folders: [A]\nexclude: [B]", "“exclude” is not known and may be meant to limit the project."),
        ("folders: [A]\nprivacy: open", "“privacy” cannot be set by a note, only in Settings."),
        ("folders: [A]\nmodel: other/x", "“model” names a model that is not available. There is no other/x."),
        ("folders: [A]\nagent: [x]", "“agent” must be text on one line."),
    ],
)
def test_an_unclear_property_is_refused(block: str, problem: str) -> None:
    project = read(f"---\n{block}\n---\nText.\n")

    assert project.status == "broken"
    assert any(message.startswith(problem) for message in project.problems), project.problems


def test_a_folder_outside_or_equal_to_the_vault_is_refused() -> None:
    for folder in ('"/"', '""', '"."', '".."', '"A/../B"'):
        assert read(f"---\nfolders: [{folder}]\n---\nText.\n").problems


def test_instructions_are_optional() -> None:
    assert read("---\nfolders: [A]\n---\n").problems == ()


def test_a_new_project_note_is_read_back() -> None:
    project = read(project_note("The house", ["Projects/House"]))

    assert project.problems == ()
    assert (project.description, project.scope.folders) == ("The house", ("Projects/House",))
    assert project.instructions.startswith("What the assistant should know")


@pytest.mark.parametrize(
    ("name", "expected"),
    [("House", "House"), ("a/b: c?", "a b c"), (" ..", "Project"), ("", "Project"), ("[[x]]#^", "x")],
)
def test_a_project_name_is_made_a_valid_note_name(name: str, expected: str) -> None:
    assert valid_note_name(name) == expected


def test_project_sentences_describe_its_effects() -> None:
    project = read("---\nfolders: [A]\nagent: Filer\nmodel: own/m\n---\nText.\n")

    assert project_sentences(project) == (
        "It is about A, and has its own chats. The assistant does not see other notes.",
        "The text of its note is sent with each question.",
        "It uses the agent Filer, if you allowed that agent.",
        "It uses the model own/m unless the chat names another.",
        "A change of its note revokes this.",
    )


# Bounds of a project, resolved by the index.

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


@asynccontextmanager
async def opened_searcher(folder: Path) -> AsyncIterator[Searcher]:
    with closing(Index(folder / "data" / "index.sqlite")) as index:
        async with Searcher(index) as searcher:
            yield searcher


async def test_tags_with_nested_tags_and_links_are_resolved_to_notes(tmp_path: Path) -> None:
    scope = ProjectScope(("Daily",), ("heating",), ("Apples", "Nowhere"))
    async with open_tool_env(tmp_path, notes=NOTES), opened_searcher(tmp_path) as searcher:
        bounds = await project_bounds_of(project(scope), searcher)

    expected = frozenset({"House/Boiler.md", "House/Budget.md", "Garden/Apples.md"})
    assert bounds == ProjectBounds("House", ("Daily",), expected)
    assert [bounds.contains(path) for path in ("House/Boiler.md", "Heat/Warm.md", "Daily/x.md", "Garden/New.md")] == [
        True, False, True, False,
    ]  # fmt: skip


async def test_chats_of_the_project_are_within_its_bounds_and_others_are_not(tmp_path: Path) -> None:
    def chat(project_link: str, version: str = f"{VERSION_KEY}: 1\n") -> str:
        return f"---\n{version}project: '{project_link}'\n---\nWe spoke.\n"

    notes = {
        **NOTES,
        "Chats/One.md": chat("[[Assistant/Projects/House]]"),
        "Chats/Two.md": chat("Assistant/Projects/House.md"),
        "Chats/Other.md": chat("[[Assistant/Projects/Garden]]"),
        "Chats/No chat.md": chat("[[Assistant/Projects/House]]", ""),
        "Elsewhere/Claims.md": chat("[[Assistant/Projects/House]]"),
    }
    async with open_tool_env(tmp_path, notes=notes), opened_searcher(tmp_path) as searcher:
        bounds = await project_bounds_of(project(ProjectScope(("House",))), searcher, "Chats")
        without = await project_bounds_of(project(ProjectScope(("House",))), searcher)

    assert bounds.notes == {"Chats/One.md", "Chats/Two.md"}
    assert without.notes == frozenset()


async def test_only_notes_in_the_projects_folder_are_projects(tmp_path: Path) -> None:
    store = SettingsStore(tmp_path / "settings.toml")
    async with open_tool_env(tmp_path, notes=NOTES) as env:
        notes = ProjectNotes(env.vault, store, lambda _model: "")

        assert [path.text for path in notes.paths()] == ["Assistant/Projects/Broken.md", "Assistant/Projects/House.md"]
        assert [notes.contains(path) for path in ("House/Boiler.md", "Assistant/Projects/Deep/X.md")] == [
            False,
            True,
        ]
        house = await notes.read(NotePath("Assistant/Projects/House.md"))
        gone = await notes.read(NotePath("Assistant/Projects/Gone.md"))
        assert (house.status, len(house.digest), gone.status) == ("new", 64, "broken")

        store.set("chat.projects_folder", "")
        assert notes.paths() == []


# The project catalog: usable once accepted; acceptance is bound to the bytes of the note.

HOUSE_PROJECT = "Assistant/Projects/House.md"
TEXT = "---\nfolders: [House]\n---\nAmounts are in euros.\n"
PROJECTS_NOTES = {
    "House/Boiler.md": "It leaks.\n",
    HOUSE_PROJECT: TEXT,
    "Agents/Filer.md": "---\nfolders: [House]\n---\nFile.\n",
}


@dataclass
class CatalogFixture:
    catalog: ProjectCatalog
    agents: AgentCatalog
    env: ToolEnv
    store: SettingsStore

    async def accept(self, path: str = HOUSE_PROJECT) -> Project:
        project = await self.catalog.get(path)
        await self.catalog.accept(path, project.digest)
        return await self.catalog.get(path)

    async def write(self, text: str) -> None:
        before = await self.env.vault.read(NotePath(HOUSE_PROJECT))
        await self.env.vault.write(NotePath(HOUSE_PROJECT), text, before.digest)


@asynccontextmanager
async def open_catalog(folder: Path, text: str = TEXT) -> AsyncIterator[CatalogFixture]:
    store = SettingsStore(folder / "settings.toml")
    with closing(Index(folder / "data" / "index.sqlite")) as index:
        async with (
            open_tool_env(folder, notes={**PROJECTS_NOTES, HOUSE_PROJECT: text}) as env,
            Searcher(index) as searcher,
            AgentCatalog(env.vault, store, env.registry) as agents,
            ProjectCatalog(env.vault, store, searcher, agents) as catalog,
        ):
            await agents.refresh()
            await catalog.refresh()
            yield CatalogFixture(catalog, agents, env, store)


async def test_a_project_is_usable_once_its_text_was_accepted(tmp_path: Path) -> None:
    async with open_catalog(tmp_path) as at:
        with pytest.raises(UsageError, match="has not been accepted yet"):
            await at.catalog.activate(HOUSE_PROJECT)
        accepted = await at.accept()
        active_project = await at.catalog.activate("House")

        assert accepted.is_usable
        assert active_project.project == accepted
        assert (active_project.bounds.contains("House/Boiler.md"), active_project.bounds.contains("Top.md")) == (
            True,
            False,
        )
        again = SettingsStore(tmp_path / "settings.toml")
        again.load()
        (stored_grant,) = again.settings.vault_settings(at.env.vault.root).instructions
        assert (stored_grant.path, stored_grant.digest) == (HOUSE_PROJECT, accepted.digest)


async def test_changing_the_text_revokes_the_acceptance(tmp_path: Path) -> None:
    async with open_catalog(tmp_path) as at:
        await at.accept()
        await at.write(TEXT.replace("[House]", "[House, Secret]"))

        with pytest.raises(UsageError, match="has changed since you accepted it"):
            await at.catalog.activate(HOUSE_PROJECT)
        assert (await at.catalog.get(HOUSE_PROJECT)).status == "changed"


async def test_only_the_reviewed_text_can_be_accepted(tmp_path: Path) -> None:
    async with open_catalog(tmp_path) as at:
        reviewed = await at.catalog.get(HOUSE_PROJECT)
        await at.write("---\nfolders: [Secret]\n---\nDo harm.\n")

        with pytest.raises(NoteConflict):
            await at.catalog.accept(HOUSE_PROJECT, reviewed.digest)
        assert (await at.catalog.get(HOUSE_PROJECT)).status == "new"


async def test_a_revoked_project_is_new(tmp_path: Path) -> None:
    async with open_catalog(tmp_path) as at:
        await at.accept()
        await at.catalog.revoke(HOUSE_PROJECT)

        assert [project.status for project in at.catalog.list()] == ["new"]


async def test_a_broken_project_can_be_neither_accepted_nor_used(tmp_path: Path) -> None:
    async with open_catalog(tmp_path, "---\nagent: x\n---\nText.\n") as at:
        broken = await at.catalog.get(HOUSE_PROJECT)

        assert broken.status == "broken"
        with pytest.raises(UsageError, match="is not a project"):
            await at.catalog.accept(HOUSE_PROJECT, broken.digest)
        with pytest.raises(UsageError, match="cannot be used"):
            await at.catalog.activate(HOUSE_PROJECT)


async def test_notes_elsewhere_are_not_projects(tmp_path: Path) -> None:
    async with open_catalog(tmp_path) as at:
        for name in ("House/Boiler.md", "Nothing", ""):
            with pytest.raises(UsageError, match="There is no project"):
                await at.catalog.get(name)


async def test_the_agent_of_a_project_needs_its_own_grant(tmp_path: Path) -> None:
    async with open_catalog(tmp_path, TEXT.replace("---\nAmounts", "agent: Filer\n---\nAmounts")) as at:
        await at.accept()
        with pytest.raises(UsageError, match="The agent Filer has not been allowed yet"):
            await at.catalog.activate(HOUSE_PROJECT)
        entry = next(entry for entry in at.agents.list() if entry.name == "Filer")
        await at.agents.grant(entry.path, entry.digest)

        assert (await at.catalog.activate(HOUSE_PROJECT)).profile.name == "Filer"


async def test_the_list_follows_notes_and_settings(tmp_path: Path) -> None:
    async with open_catalog(tmp_path) as at:
        with at.catalog.changes.subscribe() as changes:
            async with asyncio.timeout(5):
                await at.accept()
                await anext(changes)
                await at.write(TEXT + "More.\n")
                await anext(changes)
                while [project.status for project in at.catalog.list()] != ["changed"]:
                    await anext(changes)
                at.store.set("chat.projects_folder", "Elsewhere")
                while at.catalog.list():
                    await anext(changes)
        assert at.catalog.folder == "Elsewhere"


async def test_only_an_accepted_project_sets_the_model(tmp_path: Path) -> None:
    async with open_catalog(tmp_path, TEXT.replace("---\nAmounts", "model: own/m\n---\nAmounts")) as at:
        assert at.catalog.model_of(HOUSE_PROJECT) == ""
        await at.accept()
        assert (at.catalog.model_of(HOUSE_PROJECT), at.catalog.model_of("Other.md")) == ("own/m", "")


async def test_a_draft_of_a_new_project_can_be_accepted(tmp_path: Path) -> None:
    async with open_catalog(tmp_path) as at:
        path, text = at.catalog.draft("My: house", "Projects/House")

        assert path == "Assistant/Projects/My house.md"
        assert "folders:" in text
        await at.env.vault.create(NotePath(path), text)
        assert (await at.accept(path)).scope.folders == ("Projects/House",)
