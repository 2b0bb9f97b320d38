"""Facts: the notes with a tag or property, looked up once for the whole search."""

from pathlib import Path

import pytest

from tests.index.scene import filled
from vaultdesk.index.search_language.facts import facts
from vaultdesk.index.search_language.parsing import understand

NOTES = {
    "1.md": "---\ntags: [a, b/c]\nName: One\n---\n",
    "2.md": "---\nname: [Two, 3]\n---\n#A/x text\n",
    "3.md": "---\nNAME:\n---\n#ab\n",
    "4.md": "nothing\n",
}


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("tag:a", "12"),
        ("tag:#A", "12"),
        ("tag:a/", "12"),
        ("tag:#", "123"),
        ("tag:ab", "3"),
        ("tag:b", "1"),
        ("tag:c", ""),
        ("tag:(a OR ab)", "123"),
        ("tag:(a b)", "1"),
        ("tag:(a -b)", "2"),
        ("tag:/^#a.?$/", "13"),
        ("tag:match-case:a", "12"),
        ("match-case:tag:A", "12"),
        ("[name]", "123"),
        ("[name:one OR two]", "12"),
        ("[name:null]", "3"),
        ("[/na/:3]", "2"),
        ("match-case:[name]", "2"),
        ("match-case:[NAME]", "3"),
    ],
)
def test_the_notes_that_have_it(tmp_path: Path, query: str, found: str) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", NOTES)
    root = understand(query).root
    assert root is not None
    with index.reading() as connection:
        (notes,) = facts(connection, root).values()
        paths = dict(connection.execute("SELECT id, path FROM note").fetchall())
    assert "".join(sorted(paths[note][0] for note in notes)) == found
    index.close()


def test_each_is_looked_up_for_the_case_it_is_asked_in(tmp_path: Path) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", NOTES)
    root = understand("line:([name] a) OR match-case:([name] OR tag:a) OR -[name]").root
    assert root is not None
    with index.reading() as connection:
        found = facts(connection, root)
    counts = sorted((type(node).__name__, exactly, len(notes)) for (node, exactly), notes in found.items())
    assert counts == [("HasProperty", False, 3), ("HasProperty", True, 1), ("Within", True, 2)]
    index.close()
