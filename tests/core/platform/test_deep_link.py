"""Deep links: valid links are parsed, any unknown or malformed part is refused, and no path leaves the vault."""

from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as some

from vaultdesk.core.errors import UsageError
from vaultdesk.core.platform.deep_link import (
    MAX_LINK_LENGTH,
    AskLink,
    DraftLink,
    OpenLink,
    SearchLink,
    linked_vault,
    note_link,
    read_link,
)
from vaultdesk.core.platform.paths import vault_id

GOOD = {
    "vaultdesk://open?vault=My%20Notes": OpenLink("My Notes"),
    "vaultdesk://open?vault=Notes&file=Projects%2FHeat-loss%20survey.md&heading=Result": OpenLink(
        "Notes", "Projects/Heat-loss survey.md", "Result"
    ),
    "vaultdesk://open/?vault=Notes&file=C%2B%2B": OpenLink("Notes", "C++"),
    "VaultDesk://Open?vault=Notes&file=C++": OpenLink("Notes", "C++"),
    "vaultdesk://search?query=tag%3A%23house%20boiler": SearchLink("tag:#house boiler"),
    "vaultdesk://search?query=W%C3%A4rme&vault=Notes": SearchLink("Wärme", "Notes"),
    "vaultdesk://search?query=Wärme": SearchLink("Wärme"),
    "vaultdesk://new": DraftLink(),
    "vaultdesk://new?file=Inbox%2Fa.md&content=%23%20A%0D%0A%0Ab": DraftLink("", "Inbox/a.md", "# A\n\nb"),
    "vaultdesk://ask?question=Who%20rang%3F": AskLink("Who rang?"),
    "vaultdesk://ask?question=a%0A%0A%0A%0A%0A%0Ab%20%20%20%20c": AskLink("a\n\nb c"),
}

REFUSED = {
    "another's address": "https://example.org/open?vault=Notes",
    "no slashes": "vaultdesk:open?vault=Notes",
    "nothing": "vaultdesk://",
    "an unknown action": "vaultdesk://erase?vault=Notes",
    "an action that is a host": "vaultdesk://open:80?vault=Notes",
    "a person before the action": "vaultdesk://me@open?vault=Notes",
    "a path behind the action": "vaultdesk://open/Notes?vault=Notes",
    "a fragment": "vaultdesk://open?vault=Notes#Result",
    "no vault": "vaultdesk://open?file=a.md",
    "a heading but no note": "vaultdesk://open?vault=Notes&heading=a",
    "a field of another action": "vaultdesk://open?vault=Notes&content=x",
    "an unknown field": "vaultdesk://ask?question=a&send=1",
    "a field twice": "vaultdesk://open?vault=Notes&vault=Other",
    "a field without a value": "vaultdesk://search?query",
    "an empty question": "vaultdesk://ask?question=%20",
    "half an escape": "vaultdesk://search?query=100%",
    "no UTF-8": "vaultdesk://search?query=%FF",
    "a surrogate": "vaultdesk://search?query=%ED%A0%80",
    "a zero byte": "vaultdesk://search?query=a%00b",
    "a line in a name": "vaultdesk://open?vault=Notes&file=a%0Ab.md",
    "writing turned round": "vaultdesk://ask?question=a%E2%80%AEb",
    "tags nobody sees": "vaultdesk://ask?question=a%F3%A0%81%81",
    "an invisible space": "vaultdesk://ask?question=a%E2%80%8Bb",
    "a climb": "vaultdesk://open?vault=Notes&file=..%2F..%2Fetc%2Fpasswd",
    "a climb in the middle": "vaultdesk://open?vault=Notes&file=a%2F..%2F..%2Fb.md",
    "a twice written escape": "vaultdesk://open?vault=Notes&file=%2e%2e%2Fb.md",
    "the root": "vaultdesk://open?vault=Notes&file=%2Fetc%2Fpasswd",
    "a drive": "vaultdesk://open?vault=Notes&file=C%3A%2FUsers",
    "another computer": "vaultdesk://open?vault=Notes&file=%5C%5Chost%5Cshare",
    "a home folder": "vaultdesk://open?vault=Notes&file=~%2Fa.md",
    "a hidden folder": "vaultdesk://new?file=.obsidian%2Fa.md",
    "an empty name": "vaultdesk://open?vault=Notes&file=a%2F%2Fb.md",
    "too much": "vaultdesk://new?content=" + "a" * MAX_LINK_LENGTH,
    "a long question": "vaultdesk://ask?question=" + "a" * 4_001,
    "a long path": "vaultdesk://open?vault=Notes&file=" + "a" * 1_001,
}


@pytest.mark.parametrize("link", GOOD)
def test_a_valid_link_is_parsed(link: str) -> None:
    assert read_link(link) == GOOD[link]


@pytest.mark.parametrize("what", REFUSED)
def test_a_malformed_link_is_refused(what: str) -> None:
    with pytest.raises(UsageError) as refused:
        read_link(REFUSED[what])
    assert refused.value.hint


def test_an_unknown_action_is_refused_with_the_known_actions() -> None:
    with pytest.raises(UsageError, match=r"does not know.*open, search, new and ask"):
        read_link("vaultdesk://erase?vault=Notes")


@given(
    some.text(max_size=300), some.sampled_from(["open?vault=Notes&file=", "new?file=", "new?content=", "ask?question="])
)
def test_no_path_leaves_the_vault_and_no_text_is_invisible(text: str, start: str) -> None:
    try:
        link = read_link(f"vaultdesk://{start}{quote(text, safe='', errors='surrogatepass')}")
    except UsageError:
        return
    file = getattr(link, "file", "")
    assert not file.startswith(("/", "~"))
    assert "\\" not in file
    assert not any(part.strip().startswith(".") for part in file.split("/"))
    assert all(character.isprintable() or character in "\n\t\u200c\u200d " or character.isspace() for character in text)


@given(some.text(max_size=400))
def test_any_text_is_parsed_or_refused(text: str) -> None:
    for link in (text, f"vaultdesk://{text}"):
        with suppress(UsageError):  # Any other error would crash the program.
            read_link(link)


def test_the_link_to_a_note_is_resolved_to_it(tmp_path: Path) -> None:
    root = tmp_path / "My Nötes & more"
    link = read_link(note_link(root, "C++/50% #1?.md", [root]))

    assert link == OpenLink("My Nötes & more", "C++/50% #1?.md")
    assert linked_vault(link.vault, [tmp_path / "Other", root]) == root


def test_a_link_to_one_of_two_vaults_with_the_same_name_contains_its_id(tmp_path: Path) -> None:
    home_vault, work_vault = tmp_path / "home" / "Notes", tmp_path / "work" / "Notes"
    link = read_link(note_link(home_vault, "a.md", [home_vault, work_vault]))

    assert isinstance(link, OpenLink)
    assert link.vault == vault_id(home_vault)
    assert linked_vault(link.vault, [home_vault, work_vault]) == home_vault
    with pytest.raises(UsageError, match="several"):
        linked_vault("Notes", [home_vault, work_vault])


@pytest.mark.parametrize("name", ["Secrets", "..", "/etc", "notes/../..", "C:\\"])
def test_an_unknown_vault_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match="does not know"):
        linked_vault(name, [tmp_path / "Notes"])


def test_vault_names_are_compared_in_normalized_form(tmp_path: Path) -> None:
    composed = tmp_path / "N\u00f6tes"
    assert linked_vault("No\u0308tes", [composed]) == composed
