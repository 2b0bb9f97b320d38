"""The text of an agent's note: what our editor writes is what is read back."""

from hypothesis import given
from hypothesis import strategies as st

from tests.support.toolbox import EFFECTS, contract_tools
from vaultdesk.agent.agent_note import agent_note
from vaultdesk.agent.limits import Limits
from vaultdesk.agent.profile import AgentProfile
from vaultdesk.agent.profile_reading import Bounds, read_profile
from vaultdesk.tools.runtime.agent_scope import folder_parts
from vaultdesk.vault.markdown.note import parse_note
from vaultdesk.vault.note_path import NotePath

BOUNDS = Bounds(contract_tools(), Limits())

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

    read = read_profile(parse_note(NotePath("Agents/Filer.md"), agent_note(profile)), BOUNDS)

    assert isinstance(read, AgentProfile), read
    assert profile == AgentProfile(**{**{name: getattr(read, name) for name in AgentProfile.__slots__}, "remarks": ()})
