"""Tests of agent/instructions/agent_note.py."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.toolbox import EFFECTS, contract_tools
from vaultdesk.agent.instructions.agent_note import (
    FIELD_SPELLINGS,
    IGNORED_PROPERTIES,
    PROPERTY_FIELDS,
    ProfileBounds,
    agent_note,
    normalized_key,
    property_meaning,
    read_profile,
)
from vaultdesk.agent.profile import MAX_INSTRUCTION_CHARACTERS, AgentProfile, Limits
from vaultdesk.tools.runtime.agent_scope import folder_parts
from vaultdesk.vault.markdown.note import parse_note
from vaultdesk.vault.note_path import NotePath

# The properties of an agent's note, by name alone.


@pytest.mark.parametrize("key", ["folderScope", "folder_scope", "Folder Scope", "FOLDER-SCOPE"])
def test_one_property_has_many_spellings(key: str) -> None:
    assert PROPERTY_FIELDS[normalized_key(key)] == "folders"


def test_what_we_write_is_what_we_read() -> None:
    assert {field: PROPERTY_FIELDS[normalized_key(key)] for field, key in FIELD_SPELLINGS.items()} == {
        field: field for field in FIELD_SPELLINGS
    }


@pytest.mark.parametrize(
    "key",
    ["base_url", "baseUrl", "ANTHROPIC_BASE_URL", "endpoint", "api_key", "apiKey", "OPENAI_API_KEY", "token",
     "command", "mcp", "mcpServers", "preset", "rules", "permissions", "approval", "auto_approve", "trusted", "hooks",
     "provider", "env", "proxy", "privacy", "private", "spending"],
)  # fmt: skip
def test_what_belongs_into_settings_is_known_as_such(key: str) -> None:
    assert property_meaning(normalized_key(key)) == "settings"


@pytest.mark.parametrize(
    "key", ["folder", "scope", "enableTools", "deny", "allowed_paths", "write", "max_calls", "only"]
)
def test_what_may_be_meant_as_a_limit_is_not_passed_over(key: str) -> None:
    assert property_meaning(normalized_key(key)) == "limit"


def test_what_any_note_has_is_quiet_and_the_rest_is_unknown() -> None:
    assert {property_meaning(key) for key in IGNORED_PROPERTIES} == {"quiet"}
    assert property_meaning("mood") == "unknown"


# An agent's note read: what it may ask for, what is refused, and in which words.

REGISTRY = contract_tools()
BOUNDS = ProfileBounds(REGISTRY, Limits(), lambda model: "There is no provider." if model.startswith("evil") else "")


def read(head: str, body: str = "Do your work.") -> AgentProfile | tuple[str, ...]:
    return read_profile(parse_note(NotePath("Agents/Filer.md"), f"---\n{head}\n---\n{body}"), BOUNDS)


def profile(head: str, body: str = "Do your work.") -> AgentProfile:
    found = read(head, body)
    assert isinstance(found, AgentProfile), found
    return found


def problems(head: str, body: str = "Do your work.") -> tuple[str, ...]:
    found = read(head, body)
    assert isinstance(found, tuple), found
    return found


def test_every_property_is_read() -> None:
    head = """\
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
    assert profile(head) == AgentProfile(
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


def test_the_spellings_of_the_seed_are_read() -> None:
    found = profile("folderScope: [Work]\nreadOnly: true\nallowDangerousOperations: false\nmaxRounds: 2")

    assert (found.folders, found.read_only, found.dangerous, found.rounds) == (("Work",), True, False, 2)


def test_a_note_without_properties_is_an_agent_of_the_whole_vault_without_dangerous_tools() -> None:
    found = read_profile(parse_note(NotePath("Agents/Filer.md"), "Do your work."), BOUNDS)

    assert found == AgentProfile("Filer", instructions="Do your work.", path="Agents/Filer.md")


def test_what_an_editor_of_properties_writes_is_accepted() -> None:
    found = profile('folders: Work, Daily\ntools: read_note\nread_only: "true"\nmax_rounds: "4"\nmodel:\ndescription:')

    assert (found.folders, found.tools, found.read_only, found.rounds) == (("Work", "Daily"), ("read_note",), True, 4)


def test_an_empty_list_is_nothing_and_an_absent_one_is_all() -> None:
    found = profile("folders: []\ntools: []")

    assert (found.folders, found.tools) == ((), ())
    assert (profile("effort: high").folders, profile("effort: high").tools) == (None, None)


@pytest.mark.parametrize("head", ["folders:", "folders: ''", "folders: ','", "tools:", "tools: ''", "folders: [null]"])
def test_a_list_that_is_merely_empty_is_refused_since_it_could_mean_all(head: str) -> None:
    (problem,) = problems(head)

    assert problem.startswith("Line 2: “")
    assert "write [] for none" in problem


@pytest.mark.parametrize(
    "folder", ["..", "a/../b", "/", "/abs", "a//b", ".", "a\\b", "' '", "a/ /b", "2024.10", "true", "{a: b}", "[a]"]
)
def test_a_folder_that_cannot_be_read_refuses_the_agent(folder: str) -> None:
    (problem,) = problems(f"read_only: true\nfolders: [{folder}]")

    assert problem.startswith("Line 3: “folders”")


def test_a_tool_that_is_not_there_refuses_the_agent_and_names_the_near_one() -> None:
    assert problems("tools: [read_notes]") == (
        "Line 2: “tools” names a tool that is not there: read_notes (did you mean read_note?).",
    )


def test_a_tool_named_twice_counts_once() -> None:
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
        ("model: evil/x", "names a model that cannot be asked. There is no provider"),
        ("description: {a: b}", "must be text"),
    ],
)
def test_a_value_that_cannot_be_read_refuses_the_agent_and_names_its_line(head: str, words: str) -> None:
    (problem,) = problems(f"tags: []\n{head}")

    assert problem.startswith(f"Line 3: “{head.partition(':')[0]}” {words}")


@pytest.mark.parametrize("wish", ["base_url: http://evil", "api_key: sk-1", "command: rm", "mcp: {a: b}",
                                  "preset: trusted", "rules: [{answer: allow}]", "permissions: all", "env: X",
                                  "provider: {kind: openai}", "approve: all"])  # fmt: skip
def test_nothing_that_belongs_into_settings_can_be_set_by_a_note(wish: str) -> None:
    """vaultdesk/agent/README.md, "Accepted text": an endpoint, a key, a command, a permission."""
    (problem,) = problems(f"read_only: true\n{wish}")

    assert problem.startswith("Line 3: ")
    assert "are set in Settings alone" in problem


def test_a_property_that_may_be_meant_as_a_limit_is_refused_not_passed_over() -> None:
    (problem,) = problems("folder: Work")

    assert problem.startswith("Line 2: “folder” is not known, and may be meant to limit the agent.")


def test_a_property_that_means_nothing_is_told() -> None:
    assert profile("mood: calm").remarks == ("Line 2: “mood” means nothing to VaultDesk.",)


def test_a_property_said_twice_is_refused() -> None:
    assert problems("folders: [Work]\nfolderScope: [Daily]") == (
        "Line 3: “folderScope” says again what “folders” says.",
    )


def test_wishes_over_the_persons_settings_are_cut_and_told() -> None:
    found = profile("max_rounds: 40\nmax_result: 900000\ncalls_a_minute: 600")

    assert (found.rounds, found.result_limit, found.calls_a_minute) == (5, 60_000, 20)
    assert found.remarks == (
        "Line 2: “max_rounds” wishes 40; it gets 5.",
        "Line 3: “max_result” wishes 900,000; it gets 60,000.",
        "Line 4: “calls_a_minute” wishes 600; it gets 20.",
    )


def test_properties_that_are_no_yaml_refuse_the_agent() -> None:
    assert problems("folders: [Work") != ()
    assert problems("folders: &a [Work]\ntools: *a") != ()


def test_instructions_must_be_there_and_not_endless() -> None:
    assert problems("read_only: true", "  \n") == ("The note has no instructions: write them under the properties.",)
    assert problems("read_only: true", "x" * (MAX_INSTRUCTION_CHARACTERS + 1)) == (
        "The instructions are longer than 20,000 characters.",
    )


def test_comments_are_the_persons_own() -> None:
    assert (
        profile("read_only: true", "File. %% I hate filing %%\n\n%%\nMore\n%%\nLink.").instructions
        == "File. \n\n\nLink."
    )


def test_hidden_characters_and_look_alikes_are_told() -> None:
    hidden = profile("read_only: true", "Be kind.\U000e0041\U000e0042")
    alike = read_profile(parse_note(NotePath("Agents/Librаrian.md"), "Work."), BOUNDS)

    assert hidden.remarks == ("The instructions contain characters that cannot be seen.",)
    assert isinstance(alike, AgentProfile)
    assert "mixes Cyrillic and Latin letters" in alike.remarks[0]


def test_all_problems_are_told_at_once() -> None:
    assert len(problems("read_only: maybe\ntools: [nothing]\nbase_url: x", "")) == 4


# The text of an agent's note: what our editor writes is what is read back.

AGENT_NOTE_BOUNDS = ProfileBounds(contract_tools(), Limits())

WORDS = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Co", "Cn")), max_size=40)
FOLDERS = (
    WORDS.map(str.strip).filter(lambda text: bool(folder_parts(text))).map(lambda f: "/".join(folder_parts(f) or ()))
)


def test_the_note_says_what_was_chosen_and_always_how_far_it_may_go() -> None:
    profile = AgentProfile("Filer", "Files: notes", "Do your work.", tools=("read_note",), folders=("Work", "2024"))

    assert agent_note(profile) == (
        '---\ndescription: "Files: notes"\ntools:\n  - read_note\nfolders:\n  - Work\n  - "2024"\nread_only: false\n'
        "dangerous_operations: false\n---\n\nDo your work.\n"
    )


def test_nothing_stays_nothing() -> None:
    assert "tools: []\nfolders: []\n" in agent_note(AgentProfile("Blind", tools=(), folders=()))


@given(
    description=WORDS.map(lambda text: " ".join(text.split())),
    instructions=WORDS.map(lambda text: f"Work. {text}".strip()),
    tools=st.none() | st.lists(st.sampled_from(sorted(EFFECTS)), unique=True).map(tuple),
    folders=st.none() | st.lists(FOLDERS, unique=True, max_size=4).map(tuple),
    flags=st.tuples(st.booleans(), st.booleans()),
    numbers=st.tuples(st.integers(0, 5), st.sampled_from([0, 1_000, 60_000]), st.integers(1, 20)),
)
def test_what_was_written_is_read_back(
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

    read = read_profile(parse_note(NotePath("Agents/Filer.md"), agent_note(profile)), AGENT_NOTE_BOUNDS)

    assert isinstance(read, AgentProfile), read
    assert profile == AgentProfile(**{**{name: getattr(read, name) for name in AgentProfile.__slots__}, "remarks": ()})
