from pathlib import Path

import pytest

from tests.ui.browser.rows import row
from vaultdesk.ui.browser.tree_model import TreeModel
from vaultdesk.ui.files.link_writer import LinkWriter
from vaultdesk.vault.vault import Vault


@pytest.mark.parametrize(
    ("settings", "links"),
    [
        ("{}", ["[[Only]]", "[[A/Twin]]", "[A#1](A/A%231.md)"]),
        ('{"newLinkFormat": "absolute"}', ["[[A/Only]]", "[[A/Twin]]", "[A#1](A/A%231.md)"]),
        ('{"useMarkdownLinks": true}', ["[Only](Only.md)", "[Twin](A/Twin.md)", "[A#1](A%231.md)"]),
    ],
)
def test_links_are_written_as_the_owner_writes_them(tmp_path: Path, settings: str, links: list[str]) -> None:
    (tmp_path / ".obsidian").mkdir()
    (tmp_path / ".obsidian/app.json").write_text(settings)
    model = TreeModel()
    model.load([row("A/Only.md"), row("A/Twin.md"), row("B/Twin.md"), row("A/A#1.md")])
    writer = LinkWriter(model, Vault(tmp_path, watch=False))
    written = [writer.link_to(path) for path in ("A/Only.md", "A/Twin.md", "A/A#1.md")]
    assert written[:2] == links[:2]
    assert written[2].startswith("[A#1](")
    model.take("B/Twin.md")
    assert "A/" not in writer.link_to("A/Twin.md") or "absolute" in settings
