"""Tests of agent/instructions/agents.py."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.toolbox import EFFECTS, contract_tools
from tests.support.vaults import write_vault
from vaultdesk.agent.instructions.agents import (
    FIELD_SPELLINGS,
    IGNORED_PROPERTIES,
    MAX_AGENTS,
    PROPERTY_FIELDS,
    AgentCatalog,
    AgentNotes,
    ProfileBounds,
    agent_call_names,
    agent_note,
    normalized_key,
    property_meaning,
    read_profile,
    shipped_agents,
)
from vaultdesk.agent.profile import MAX_INSTRUCTION_CHARACTERS, AgentProfile, Limits
from vaultdesk.core.errors import NoteConflict, UsageError
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.platform.paths import resource_path
from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.tools.runtime.agent_scope import folder_parts
from vaultdesk.vault.markdown.note import parse_note
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.vault import Vault
from vaultdesk.workspace.toolbox import TOOLS

# Names of the properties of agent notes.


@pytest.mark.parametrize("key", ["folderScope", "folder_scope", "Folder Scope", "FOLDER-SCOPE"])
def test_properties_are_recognized_in_several_spellings(key: str) -> None:
    assert PROPERTY_FIELDS[normalized_key(key)] == "folders"


def test_written_property_names_are_recognized() -> None:
    assert {field: PROPERTY_FIELDS[normalized_key(key)] for field, key in FIELD_SPELLINGS.items()} == {
        field: field for field in FIELD_SPELLINGS
    }


@pytest.mark.parametrize(
    "key",
    ["base_url", "baseUrl", "ANTHROPIC_BASE_URL", "endpoint", "api_key", "apiKey", "OPENAI_API_KEY", "token",
     "command", "mcp", "mcpServers", "preset", "rules", "permissions", "approval", "auto_approve", "trusted", "hooks",
     "provider", "env", "proxy", "privacy", "private", "spending"],
)  # fmt: skip
def test_properties_that_belong_in_settings_are_recognized(key: str) -> None:
    assert property_meaning(normalized_key(key)) == "settings"


@pytest.mark.parametrize(
    "key", ["folder", "scope", "enableTools", "deny", "allowed_paths", "write", "max_calls", "only"]
)
def test_properties_that_may_be_limits_are_recognized(key: str) -> None:
    assert property_meaning(normalized_key(key)) == "limit"


def test_common_properties_are_ignored_and_others_are_unknown() -> None:
    assert {property_meaning(key) for key in IGNORED_PROPERTIES} == {"quiet"}
    assert property_meaning("mood") == "unknown"


# Reading an agent note: accepted properties, and the messages for refused ones.

REGISTRY = contract_tools()
BOUNDS = ProfileBounds(REGISTRY, Limits(), lambda model: "There is no provider." if model.startswith("evil") else "")


def read(block: str, body: str = "Do your work.") -> AgentProfile | tuple[str, ...]:
    return read_profile(parse_note(NotePath("Agents/Filer.md"), f"---\n{block}\n---\n{body}"), BOUNDS)


def profile(block: str, body: str = "Do your work.") -> AgentProfile:
    found = read(block, body)
    assert isinstance(found, AgentProfile), found
    return found


def problems(block: str, body: str = "Do your work.") -> tuple[str, ...]:
    found = read(block, body)
    assert isinstance(found, tuple), found
    return found


def test_every_property_is_read() -> None:
    block = """\
description: Files  notes
model: work/some-model
tools: [read_note, rename_note]
folders:
  - Projects/House
  - "2024"
read_only: false
dangerous_operations: true
max_rounds: 3
max_result: 5000
calls_a_minute: 10
effort: low
tags: [agent]"""
    assert profile(block) == AgentProfile(
        name="Filer",
        description="Files notes",
        instructions="Do your work.",
        model="work/some-model",
        tools=("read_note", "rename_note"),
        folders=("Projects/House", "2024"),
        dangerous=True,
        rounds=3,
        result_limit=5_000,
        calls_a_minute=10,
        effort="low",
        path="Agents/Filer.md",
    )


def test_camel_case_spellings_are_read() -> None:
    found = profile("folderScope: [Work]\nreadOnly: true\nallowDangerousOperations: false\nmaxRounds: 2")

    assert (found.folders, found.read_only, found.dangerous, found.rounds) == (("Work",), True, False, 2)


def test_a_note_without_properties_has_access_to_the_whole_vault_without_dangerous_tools() -> None:
    found = read_profile(parse_note(NotePath("Agents/Filer.md"), "Do your work."), BOUNDS)

    assert found == AgentProfile("Filer", instructions="Do your work.", path="Agents/Filer.md")


def test_values_written_by_a_property_editor_are_accepted() -> None:
    found = profile('folders: Work, Daily\ntools: read_note\nread_only: "true"\nmax_rounds: "4"\nmodel:\ndescription:')

    assert (found.folders, found.tools, found.read_only, found.rounds) == (("Work", "Daily"), ("read_note",), True, 4)


def test_an_empty_list_allows_nothing_and_a_missing_one_everything() -> None:
    found = profile("folders: []\ntools: []")

    assert (found.folders, found.tools) == ((), ())
    assert (profile("effort: high").folders, profile("effort: high").tools) == (None, None)


@pytest.mark.parametrize("head", ["folders:", "folders: ''", "folders: ','", "tools:", "tools: ''", "folders: [null]"])
def test_a_list_property_without_a_value_is_refused_as_ambiguous(head: str) -> None:
    (problem,) = problems(head)

    assert problem.startswith("Line 2: “")
    assert "write [] for none" in problem


@pytest.mark.parametrize(
    "folder", ["..", "a/../b", "/", "/abs", "a//b", ".", "a\\b", "' '", "a/ /b", "2024.10", "true", "{a: b}", "[a]"]
)
def test_an_invalid_folder_refuses_the_agent(folder: str) -> None:
    (problem,) = problems(f"read_only: true\nfolders: [{folder}]")

    assert problem.startswith("Line 3: “folders”")


def test_an_unknown_tool_refuses_the_agent_and_suggests_a_similar_one() -> None:
    assert problems("tools: [read_notes]") == (
        "Line 2: “tools” names an unknown tool: read_notes (did you mean read_note?).",
    )


def test_a_repeated_tool_is_counted_once() -> None:
    assert profile("tools: [read_note, read_note]").tools == ("read_note",)


@pytest.mark.parametrize(
    ("head", "words"),
    [
        ("read_only: maybe", "must be true or false"),
        ("read_only:", "must be true or false"),
        ("read_only: 1", "must be true or false"),
        ("dangerous: [true]", "must be true or false"),
        ("max_rounds: many", "must be a whole number from 1"),
        ("max_rounds: 0", "must be a whole number from 1"),
        ("max_rounds: 2.5", "must be a whole number from 1"),
        ("max_rounds: true", "must be a whole number from 1"),
        ("max_result: 10", "must be a whole number from 1,000"),
        ("calls_a_minute: -1", "must be a whole number from 1"),
        ("effort: extreme", "must be one of off, low, medium, high"),
        ("model: [a/b]", "must be text"),
        ("model: a b", "must be written as provider/name"),
        ("model: evil/x", "names a model that is not available. There is no provider"),
        ("description: {a: b}", "must be text"),
    ],
)
def test_an_invalid_value_refuses_the_agent_and_names_its_line(head: str, words: str) -> None:
    (problem,) = problems(f"tags: []\n{head}")

    assert problem.startswith(f"Line 3: “{head.partition(':')[0]}” {words}")


@pytest.mark.parametrize("line", ["base_url: http://evil", "api_key: sk-1", "command: rm", "mcp: {a: b}",
                                  "preset: trusted", "rules: [{answer: allow}]", "permissions: all", "env: X",
                                  "provider: {kind: openai}", "approve: all"])  # fmt: skip
def test_settings_cannot_be_set_by_an_agent_note(line: str) -> None:
    """Endpoints, keys, commands and permissions: vaultdesk/agent/README.md, "Accepted text"."""
    (problem,) = problems(f"read_only: true\n{line}")

    assert problem.startswith("Line 3: ")
    assert "are set only in Settings" in problem


def test_a_property_that_may_be_a_limit_is_refused() -> None:
    (problem,) = problems("folder: Work")

    assert problem.startswith("Line 2: “folder” is not known and may be meant to limit the agent.")


def test_an_unused_property_is_reported() -> None:
    assert profile("mood: calm").remarks == ("Line 2: “mood” is not used by VaultDesk.",)


def test_a_repeated_property_is_refused() -> None:
    assert problems("folders: [Work]\nfolderScope: [Daily]") == ("Line 3: “folderScope” repeats “folders”.",)


def test_values_above_the_users_limits_are_reduced_and_reported() -> None:
    found = profile("max_rounds: 40\nmax_result: 900000\ncalls_a_minute: 600")

    assert (found.rounds, found.result_limit, found.calls_a_minute) == (5, 60_000, 20)
    assert found.remarks == (
        "Line 2: “max_rounds” is 40; 5 is used.",
        "Line 3: “max_result” is 900,000; 60,000 is used.",
        "Line 4: “calls_a_minute” is 600; 20 is used.",
    )


def test_invalid_yaml_refuses_the_agent() -> None:
    assert problems("folders: [Work") != ()
    assert problems("folders: &a [Work]\ntools: *a") != ()


def test_instructions_must_exist_and_are_limited_in_length() -> None:
    assert problems("read_only: true", "  \n") == ("The note has no instructions: write them below the properties.",)
    assert problems("read_only: true", "x" * (MAX_INSTRUCTION_CHARACTERS + 1)) == (
        "The instructions are longer than 20,000 characters.",
    )


def test_comments_are_removed_from_the_instructions() -> None:
    assert (
        profile("read_only: true", "File. %% I hate filing %%\n\n%%\nMore\n%%\nLink.").instructions
        == "File. \n\n\nLink."
    )


def test_invisible_and_look_alike_characters_are_reported() -> None:
    hidden = profile("read_only: true", "Be kind.\U000e0041\U000e0042")
    alike = read_profile(parse_note(NotePath("Agents/Librаrian.md"), "Work."), BOUNDS)

    assert hidden.remarks == ("The instructions contain invisible characters.",)
    assert isinstance(alike, AgentProfile)
    assert "mixes Cyrillic and Latin letters" in alike.remarks[0]


def test_all_problems_are_reported_together() -> None:
    assert len(problems("read_only: maybe\ntools: [nothing]\nbase_url: x", "")) == 4


# Text of an agent note: written notes are read back unchanged.

NOTE_BOUNDS = ProfileBounds(contract_tools(), Limits())

TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Co", "Cn")), max_size=40)
FOLDERS = (
    TEXTS.map(str.strip).filter(lambda text: bool(folder_parts(text))).map(lambda f: "/".join(folder_parts(f) or ()))
)


def test_an_agent_note_contains_the_selection_and_always_the_permissions() -> None:
    profile = AgentProfile("Filer", "Files: notes", "Do your work.", tools=("read_note",), folders=("Work", "2024"))

    assert agent_note(profile) == (
        '---\ndescription: "Files: notes"\ntools:\n  - read_note\nfolders:\n  - Work\n  - "2024"\nread_only: false\n'
        "dangerous_operations: false\n---\n\nDo your work.\n"
    )


def test_empty_lists_are_written() -> None:
    assert "tools: []\nfolders: []\n" in agent_note(AgentProfile("Blind", tools=(), folders=()))


@given(
    description=TEXTS.map(lambda text: " ".join(text.split())),
    instructions=TEXTS.map(lambda text: f"Work. {text}".strip()),
    tools=st.none() | st.lists(st.sampled_from(sorted(EFFECTS)), unique=True).map(tuple),
    folders=st.none() | st.lists(FOLDERS, unique=True, max_size=4).map(tuple),
    flags=st.tuples(st.booleans(), st.booleans()),
    numbers=st.tuples(st.integers(0, 5), st.sampled_from([0, 1_000, 60_000]), st.integers(1, 20)),
)
def test_a_written_agent_note_is_read_back(
    description: str,
    instructions: str,
    tools: tuple[str, ...] | None,
    folders: tuple[str, ...] | None,
    flags: tuple[bool, bool],
    numbers: tuple[int, int, int],
) -> None:
    profile = AgentProfile(
        "Filer", description, instructions, "", tools, folders, *flags, *numbers, path="Agents/Filer.md"
    )

    restored = read_profile(parse_note(NotePath("Agents/Filer.md"), agent_note(profile)), NOTE_BOUNDS)

    assert isinstance(restored, AgentProfile), restored
    assert profile == AgentProfile(
        **{**{name: getattr(restored, name) for name in AgentProfile.__slots__}, "remarks": ()}
    )


# Agent notes of a vault, and built-in agents.

CONTRACT_BOUNDS = ProfileBounds(contract_tools(), Limits())


def notes_of(folder: Path, **notes: str) -> AgentNotes:
    root = write_vault(folder / "vault", {"Top.md": "Top.", **{f"{name}.md": text for name, text in notes.items()}})
    store = SettingsStore(folder / "settings.toml")
    return AgentNotes(Vault(root, watch=False), store, contract_tools(), lambda _model: "")


def test_five_complete_agents_are_built_in() -> None:
    agents = {profile.name: profile for profile in shipped_agents(CONTRACT_BOUNDS, resource_path("agents"))}

    assert list(agents) == ["Curator", "Daily companion", "Librarian", "Research analyst", "Writer"]
    for profile in agents.values():
        assert profile.remarks == ()
        assert profile.path == ""
        assert 400 < len(profile.instructions) < 2_000, "short enough for a small model's window"
        assert 0 < len(profile.description) <= 90
        assert isinstance(profile.description, Phrase), "it is translated when it is shown"
        assert profile.tools is not None
        named = {tool for tool in EFFECTS if f"`{tool}`" in profile.instructions}
        assert named <= set(profile.tools), "instructions mention only tools of the agent"
        assert len(profile.tools) <= 13


def test_every_tool_of_a_built_in_agent_exists() -> None:
    tool_names = {tool.name for tool in TOOLS}

    for file in resource_path("agents").glob("*.md"):
        tools = parse_note(NotePath(file.name), file.read_text(encoding="utf-8")).properties["tools"]
        assert isinstance(tools, list)
        assert {str(tool) for tool in tools} <= tool_names


def test_only_the_curator_may_request_deletions() -> None:
    dangerous = {
        profile.name for profile in shipped_agents(CONTRACT_BOUNDS, resource_path("agents")) if profile.dangerous
    }
    can_delete = {
        p.name for p in shipped_agents(CONTRACT_BOUNDS, resource_path("agents")) if "delete_note" in (p.tools or ())
    }

    assert dangerous == can_delete == {"Curator"}


def test_an_invalid_built_in_agent_raises_value_error(tmp_path: Path) -> None:
    (tmp_path / "Bad.md").write_text("---\nread_only: maybe\n---\nWork.")

    with pytest.raises(ValueError, match=r"Bad\.md: Line 2: “read_only” must be true or false"):
        shipped_agents(CONTRACT_BOUNDS, tmp_path)


def test_disabled_tools_are_removed_from_a_built_in_agent(tmp_path: Path) -> None:
    (tmp_path / "Ours.md").write_text("---\ntools: [read_note, later_tool]\n---\nWork.")

    assert [profile.tools for profile in shipped_agents(CONTRACT_BOUNDS, tmp_path)] == [("read_note",)]


async def test_only_notes_in_the_agents_folder_are_agents(tmp_path: Path) -> None:
    notes = notes_of(
        tmp_path, **{"Agents/A": "Work.", "Agents/Deep/B": "Work.", "Agents-private/C": "x", "agents/D": "x"}
    )
    if (tmp_path / "vault" / "AGENTS").exists():
        pytest.skip("this disk does not distinguish these names")

    assert [path.text for path in notes.paths()] == ["Agents/A.md", "Agents/Deep/B.md"]
    assert [notes.contains(path) for path in ("Agents.md", "Agents/x.md", "Agents/../x.md", "Top.md")] == [
        False, True, False, False,
    ]  # fmt: skip


@pytest.mark.parametrize("folder", ["", "/", "..", "Agents/.."])
async def test_without_an_agents_folder_no_note_is_an_agent(tmp_path: Path, folder: str) -> None:
    notes = notes_of(tmp_path, **{"Agents/A": "Work."})
    notes._store.change(
        lambda settings: settings.model_copy(
            update={"chat": settings.chat.model_copy(update={"agents_folder": folder})}
        )
    )

    assert notes.paths() == []


async def test_the_number_of_agents_is_limited(tmp_path: Path) -> None:
    notes = notes_of(tmp_path, **{f"Agents/{number:04}": "Work." for number in range(MAX_AGENTS + 5)})

    assert len(notes.paths()) == MAX_AGENTS


async def test_an_unreadable_agent_is_broken_with_a_reason(tmp_path: Path) -> None:
    notes = notes_of(tmp_path, **{"Agents/A": "---\nread_only: maybe\n---\nWork."})
    (tmp_path / "vault/Agents/Bytes.md").write_bytes(b"\xff\xfeW")

    broken = await notes.read(NotePath("Agents/A.md"), "A")
    binary = await notes.read(NotePath("Agents/Bytes.md"), "Bytes")
    gone = await notes.read(NotePath("Agents/Gone.md"), "Gone")

    assert [agent.status for agent in (broken, binary, gone)] == ["broken"] * 3
    assert broken.problems == ("Line 2: “read_only” must be true or false.",)
    assert all(agent.problems and not agent.is_usable for agent in (broken, binary, gone))


def test_a_reserved_or_duplicate_name_is_replaced_by_the_path() -> None:
    paths = [NotePath(path) for path in ("Agents/librarian.md", "Agents/A.md", "Agents/Deep/a.md", "Agents/B.md")]

    assert agent_call_names(paths, ["Librarian"]) == ["Agents/librarian", "Agents/A", "Agents/Deep/a", "B"]


# The agent catalog: grants are bound to the bytes of their notes.

FILER = "---\nfolders: [Work]\n---\nFile things.\n"
PATH = "Agents/Filer.md"


class CatalogFixture:
    def __init__(self, catalog: AgentCatalog, vault: Vault, store: SettingsStore) -> None:
        self.catalog = catalog
        self.vault = vault
        self.store = store

    def status(self, name: str = "Filer") -> str:
        return next((entry.status for entry in self.catalog.list() if entry.name == name), "not there")

    async def grant(self) -> AgentProfile:
        entry = next(entry for entry in self.catalog.list() if entry.path == PATH)
        await self.catalog.grant(entry.path, entry.digest)
        return await self.catalog.get("Filer")

    async def write(self, text: str) -> None:
        before = await self.vault.read(NotePath(PATH))
        await self.vault.write(NotePath(PATH), text, before.digest)

    async def next_change(self, changes: "asyncio.Queue[None]") -> None:
        async with asyncio.timeout(5):
            await changes.get()


@asynccontextmanager
async def open_catalog(folder: Path, **notes: str) -> AsyncIterator[CatalogFixture]:
    texts = {PATH: FILER, **{f"Agents/{name}.md": text for name, text in notes.items()}}
    root = write_vault(folder / "vault", texts)
    store = SettingsStore(folder / "settings.toml")
    async with Vault(root, watch=False) as vault, AgentCatalog(vault, store, contract_tools()) as catalog:
        await catalog.refresh()
        yield CatalogFixture(catalog, vault, store)


async def test_agents_of_the_vault_are_listed_in_the_background(tmp_path: Path) -> None:
    root = write_vault(tmp_path / "vault", {PATH: FILER})
    store = SettingsStore(tmp_path / "settings.toml")
    async with Vault(root, watch=False) as vault, AgentCatalog(vault, store, contract_tools()) as catalog:
        assert [entry.status for entry in catalog.list()] == ["shipped"] * 5
        with catalog.changes.subscribe() as changes:
            async with asyncio.timeout(5):
                await anext(changes)
        assert [entry.name for entry in catalog.list() if entry.status == "new"] == ["Filer"]


async def test_built_in_agents_are_usable_and_listed_first(tmp_path: Path) -> None:
    async with open_catalog(tmp_path) as at:
        assert [(entry.name, entry.status) for entry in at.catalog.list()] == [
            ("Curator", "shipped"),
            ("Daily companion", "shipped"),
            ("Librarian", "shipped"),
            ("Research analyst", "shipped"),
            ("Writer", "shipped"),
            ("Filer", "new"),
        ]
        assert (await at.catalog.get("librarian")).name == "Librarian"


async def test_an_agent_note_is_usable_only_after_a_grant(tmp_path: Path) -> None:
    async with open_catalog(tmp_path) as at:
        with pytest.raises(UsageError, match="has not been allowed yet") as raised:
            await at.catalog.get("Filer")
        assert raised.value.hint == "Review what it may do in Settings, Agents, and allow it there."

        assert (await at.grant()).folders == ("Work",)
        assert at.status() == "granted"
        assert [grant.path for grant in at.store.settings.vault_settings(at.vault.root).agents] == [PATH]


async def test_grants_are_stored_in_the_settings_and_not_in_the_vault(tmp_path: Path) -> None:
    async with open_catalog(tmp_path) as at:
        await at.grant()
    store = SettingsStore(tmp_path / "settings.toml")
    store.load()
    async with Vault(tmp_path / "vault", watch=False) as vault, AgentCatalog(vault, store, contract_tools()) as catalog:
        assert (await catalog.get("Filer")).name == "Filer"
    assert sorted(file.name for file in (tmp_path / "vault").rglob("*") if file.is_file()) == ["Filer.md"]


@pytest.mark.parametrize(
    "text",
    ["---\nfolders: []\n---\nFile things.\n", "File things.\n", FILER + " ", "\ufeff" + FILER],
    ids=["narrower", "wider", "a blank", "a mark"],
)
async def test_any_change_of_the_bytes_revokes_a_grant(tmp_path: Path, text: str) -> None:
    """This includes changes by tools: vaultdesk/agent/README.md, "Accepted text"."""
    async with open_catalog(tmp_path) as at:
        await at.grant()
        (tmp_path / "vault" / PATH).write_text(text, encoding="utf-8")

        with pytest.raises(UsageError, match="has changed since you allowed it"):
            await at.catalog.get("Filer")


async def test_restoring_the_bytes_restores_the_grant(tmp_path: Path) -> None:
    async with open_catalog(tmp_path) as at:
        await at.grant()
        await at.write(FILER.replace("Work", "Daily"))
        await at.write(FILER)

        assert (await at.catalog.get("Filer")).folders == ("Work",)


async def test_only_the_reviewed_text_can_be_granted(tmp_path: Path) -> None:
    async with open_catalog(tmp_path) as at:
        reviewed = next(entry for entry in at.catalog.list() if entry.path == PATH)
        await at.write("Do all.")

        with pytest.raises(NoteConflict, match="changed while you were reviewing it"):
            await at.catalog.grant(reviewed.path, reviewed.digest)
        assert at.store.settings.vault_settings(at.vault.root).agents == ()


async def test_a_grant_can_be_revoked(tmp_path: Path) -> None:
    async with open_catalog(tmp_path) as at:
        await at.grant()
        await at.catalog.revoke(PATH)

        assert at.status() == "new"
        with pytest.raises(UsageError):
            await at.catalog.get("Filer")


async def test_granting_a_changed_note_replaces_the_grant(tmp_path: Path) -> None:
    async with open_catalog(tmp_path) as at:
        await at.grant()
        await at.write("Do other things.")
        await at.catalog.refresh()
        assert at.status() == "changed"
        await at.grant()

        assert len(at.store.settings.vault_settings(at.vault.root).agents) == 1


async def test_notes_outside_the_folder_and_broken_ones_cannot_be_granted(tmp_path: Path) -> None:
    async with open_catalog(tmp_path, Bad="---\nbase_url: http://evil\n---\nWork.") as at:
        write_vault(at.vault.root, {"Top.md": "Work."})
        top = await at.vault.read(NotePath("Top.md"))
        bad = await at.vault.read(NotePath("Agents/Bad.md"))

        with pytest.raises(UsageError, match="is not in the agents folder"):
            await at.catalog.grant("Top.md", top.digest)
        with pytest.raises(UsageError, match="is not an agent that can be allowed"):
            await at.catalog.grant("Agents/Bad.md", bad.digest)
        with pytest.raises(UsageError, match="cannot be used") as raised:
            await at.catalog.get("Bad")
        assert "are set only in Settings" in raised.value.hint


async def test_a_note_cannot_replace_a_built_in_agent(tmp_path: Path) -> None:
    async with open_catalog(tmp_path, librarian="Do all.", Writer="Do all.") as at:
        assert (await at.catalog.get("Librarian")).path == ""
        assert at.status("Agents/librarian") == at.status("Agents/Writer") == "new"
        with pytest.raises(UsageError, match="Agents/Writer has not been allowed yet"):
            await at.catalog.get("Agents/Writer")


async def test_an_agent_with_a_path_as_name_uses_it_in_approvals(tmp_path: Path) -> None:
    async with open_catalog(tmp_path, Writer="Do all.") as at:
        writer = next(entry for entry in at.catalog.list() if entry.name == "Agents/Writer")
        await at.catalog.grant(writer.path, writer.digest)

        assert (await at.catalog.get("agents/writer.md")).agent_scope.agent == "Agents/Writer"


async def test_an_unknown_name_raises_an_error_with_suggestions(tmp_path: Path) -> None:
    async with open_catalog(tmp_path) as at:
        with pytest.raises(UsageError, match="There is no agent Libarian") as raised:
            await at.catalog.get("Libarian")
        assert raised.value.hint.startswith("Did you mean Librarian? Available: Curator, ")


async def test_a_just_created_agent_note_is_found(tmp_path: Path) -> None:
    async with open_catalog(tmp_path) as at:
        write_vault(at.vault.root, {"Agents/Late.md": "Work."})

        with pytest.raises(UsageError, match="has not been allowed yet"):
            await at.catalog.get("Late")


async def test_changes_of_notes_and_settings_are_followed(tmp_path: Path) -> None:
    async with open_catalog(tmp_path) as at:
        with at.catalog.changes.subscribe() as changes:
            await at.grant()
            async with asyncio.timeout(5):
                await anext(changes)
                await at.write("Do other things.")
                await anext(changes)
                assert at.status() == "changed"
                await at.vault.create(NotePath("Agents/New.md"), "Work.")
                await anext(changes)
                assert at.status("New") == "new"
                at.store.change(_with_other_folder)
                await anext(changes)
            assert [entry.status for entry in at.catalog.list()] == ["shipped"] * 5


async def test_notes_outside_the_folder_cause_no_refresh(tmp_path: Path) -> None:
    async with open_catalog(tmp_path) as at:
        with at.catalog.changes.subscribe() as changes:
            await at.vault.create(NotePath("Top.md"), "Top.")
            await at.vault.create(NotePath("Agents/New.md"), "Work.")
            async with asyncio.timeout(5):
                await anext(changes)
            assert at.status("New") == "new"


async def test_a_draft_of_the_editor_is_an_agent_of_the_folder(tmp_path: Path) -> None:
    async with open_catalog(tmp_path) as at:
        path, text = at.catalog.draft(AgentProfile("Gardener", "Tends", "Weed.", folders=("Garden",), read_only=True))
        written = await at.vault.create(NotePath(path), text)
        await at.catalog.grant(path, written.digest)

        profile = await at.catalog.get("Gardener")
        assert (profile.folders, profile.read_only, profile.instructions) == (("Garden",), True, "Weed.")


def _with_other_folder(settings: Settings) -> Settings:
    return settings.model_copy(update={"chat": settings.chat.model_copy(update={"agents_folder": "Others"})})
