"""Which file a link beside a question means."""

from pathlib import Path

import pytest

from tests.agent.context_desk import ANY, note, open_contexts


@pytest.mark.parametrize(
    ("link", "source", "found"),
    [
        ("Boiler", "", "House/Boiler.md"),
        ("house/boiler.md", "", "House/Boiler.md"),
        ("Roof", "House/Boiler.md", "House/Roof.md"),
        ("Nowhere", "", None),
        ("../../etc/hosts", "", None),
        (".obsidian/app.json", "", None),
        ("plan.png", "", "Files/Deep/plan.png"),
        ("Files/Deep/plan.png", "", "Files/Deep/plan.png"),
        ("Deep/plan.png", "Files/N.md", "Files/Deep/plan.png"),
        ("other.png", "", None),
    ],
)
async def test_links_lead_where_obsidian_leads(tmp_path: Path, link: str, source: str, found: str | None) -> None:
    async with open_contexts(tmp_path) as at:
        (at.vault.root / "Files" / "Deep").mkdir(parents=True)
        (at.vault.root / "Files" / "Deep" / "plan.png").write_bytes(b"x")
        (at.vault.root / ".obsidian").mkdir()
        (at.vault.root / ".obsidian" / "app.json").write_text("{}")
        path = await at.places.find(link, source)

        assert (path.text if path is not None else None) == found


async def test_a_note_the_index_does_not_know_yet_is_found_by_its_path(tmp_path: Path) -> None:
    async with open_contexts(tmp_path) as at:
        (at.vault.root / "New.md").write_text("Fresh.\n")
        path = await at.places.find("New")

        assert path is not None
        assert path.text == "New.md"


async def test_a_link_out_of_the_vault_is_not_followed(tmp_path: Path) -> None:
    async with open_contexts(tmp_path) as at:
        (tmp_path / "secret.md").write_text("Secret.\n")
        (at.vault.root / "Out.md").symlink_to(tmp_path / "secret.md")
        path = await at.places.find("Out")
        piece = await at.reader.read(note("Out"), ANY)

        assert path is None or piece[0].problem
        assert "Secret" not in piece[0].text
