"""What a project is about, looked up in the index."""

from pathlib import Path

from tests.support.desk import open_desk
from vaultdesk.agent.project import Project, ProjectScope
from vaultdesk.agent.project_notes import ProjectNotes, bounds_of
from vaultdesk.chat.note_format.chat_properties import VERSION_KEY
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.index.store.index_file import Index
from vaultdesk.tools.runtime.agent_scope import ProjectBounds
from vaultdesk.vault.note_path import NotePath

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
        bounds = await bounds_of(project(scope), searcher)

    expected = frozenset({"House/Boiler.md", "House/Budget.md", "Garden/Apples.md"})
    assert bounds == ProjectBounds("House", ("Daily",), expected)
    assert [bounds.reach(path) for path in ("House/Boiler.md", "Heat/Warm.md", "Daily/x.md", "Garden/New.md")] == [
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
        bounds = await bounds_of(project(ProjectScope(("House",))), searcher, "Chats")
        without = await bounds_of(project(ProjectScope(("House",))), searcher)

    assert bounds.notes == {"Chats/One.md", "Chats/Two.md"}
    assert without.notes == frozenset()


async def test_only_notes_of_the_folder_are_projects(tmp_path: Path) -> None:
    store = SettingsStore(tmp_path / "settings.toml")
    async with open_desk(tmp_path, notes=NOTES) as desk:
        notes = ProjectNotes(desk.vault, store, lambda _model: "")

        assert [path.text for path in notes.paths()] == ["Assistant/Projects/Broken.md", "Assistant/Projects/House.md"]
        assert [notes.holds(path) for path in ("House/Boiler.md", "Assistant/Projects/Deep/X.md")] == [False, True]
        house = await notes.read(NotePath("Assistant/Projects/House.md"))
        gone = await notes.read(NotePath("Assistant/Projects/Gone.md"))
        assert (house.standing, len(house.digest), gone.standing) == ("new", 64, "broken")

        store.set("chat.projects_folder", "")
        assert notes.paths() == []
