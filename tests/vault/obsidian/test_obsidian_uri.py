from pathlib import Path

import pytest

from vaultdesk.vault.obsidian import obsidian_uri
from vaultdesk.vault.obsidian.obsidian_uri import is_obsidian_uri, linked_file
from vaultdesk.vault.obsidian.vault_config import ObsidianVault

ROOT = Path("/home/me/My notes")


@pytest.mark.parametrize(
    ("address", "file"),
    [
        ("obsidian://open?vault=My%20notes&file=A%2FB", "A/B"),
        ("OBSIDIAN://Open/?vault=my%20NOTES&file=A%2FB.md%23Part", "A/B.md#Part"),
        ("obsidian://open?file=/A&vault=My notes", "A"),
        ("obsidian://vault/My%20notes/A/B%23%5Eid", "A/B#^id"),
        ("obsidian://open?path=%2Fhome%2Fme%2FMy%20notes%2FA.md", "A.md"),
        ("obsidian:///home/me/My%20notes/A.md", "A.md"),
        ("obsidian://open?vault=My%20notes&file=A&paneType=split", "A"),
        ("obsidian://open?vault=My%20notes&file=A&prepend=x", None),
        ("obsidian://unique?vault=My%20notes&content=x", None),
        ("obsidian://choose-vault", None),
        ("obsidian://open?vault=Other&file=A", None),
        ("obsidian://open?vault=My%20notes", None),
        ("obsidian://open?vault=My%20notes&file=", None),
        ("obsidian://open?vault=My%20notes&file=%23Part", None),
        ("obsidian://open?vault=My%20notes&file=../A", None),
        ("obsidian://open?vault=My%20notes&file=A&append=x", None),
        ("obsidian://open?vault=My%20notes&file=A&file=B", None),
        ("obsidian://new?vault=My%20notes&file=A&content=x", None),
        ("obsidian://show-plugin?id=dataview", None),
        ("obsidian://open?path=/etc/passwd", None),
        ("obsidian://open?path=/home/me/My%20notes/../x", None),
        ("obsidian://open?path=/home/me/My%20notes2/x", None),
        ("obsidian://", None),
        ("obsidian://vault", None),
        ("obsidian://open?", None),
        ("https://open?vault=My%20notes&file=A", None),
    ],
)
def test_an_address_shows_a_file_of_this_vault_or_is_for_obsidian(address: str, file: str | None) -> None:
    assert linked_file(address, ROOT) == file


def test_only_its_own_addresses_are_for_obsidian() -> None:
    assert [
        is_obsidian_uri(one) for one in ("obsidian://x", "Obsidian://x", "obsidian:x", "note:obsidian://x", "")
    ] == [
        True,
        True,
        False,
        False,
        False,
    ]


def test_a_vault_is_known_by_the_number_that_obsidian_has_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    known = [ObsidianVault("My notes", ROOT, None, "ef6ca3e3b524d22f")]
    monkeypatch.setattr(obsidian_uri, "find_obsidian_vaults", lambda: known)

    assert linked_file("obsidian://open?vault=ef6ca3e3b524d22f&file=A", ROOT) == "A"
    assert linked_file("obsidian://open?vault=ef6ca3e3b524d22f&file=A", ROOT.parent) is None
    assert linked_file("obsidian://open?vault=0000000000000000&file=A", ROOT) is None
