from pathlib import Path

import pytest

from vaultdesk.vault.obsidian.obsidian_uri import is_obsidian_uri, linked_file

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
