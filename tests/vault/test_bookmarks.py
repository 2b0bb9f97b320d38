import json
from pathlib import Path

from vaultdesk.vault.bookmarks import DEEPEST, MOST, Bookmark, read_bookmarks


def test_groups_files_headings_folders_and_searches_are_read(tmp_path: Path) -> None:
    items = [
        {"type": "file", "ctime": 1, "path": "A.md", "subpath": "#Costs", "title": "Money"},
        {"type": "group", "title": "House", "items": [{"type": "folder", "path": "House"}, {"type": "file"}]},
        {"type": "search", "query": "tag:#x"},
        {"type": "graph", "title": "Graph"},
        {"type": "url", "url": "https://example.org"},
        "nonsense",
    ]
    (tmp_path / "bookmarks.json").write_text(json.dumps({"items": items}))
    found = read_bookmarks(tmp_path)
    assert found == (
        Bookmark("file", "Money", "A.md", "Costs"),
        Bookmark("group", "House", items=(Bookmark("folder", "", "House"),)),
        Bookmark("search", "", "tag:#x"),
    )
    assert [one.target for one in found[1].with_all_inside()] == ["", "House"]


def test_what_cannot_be_read_is_no_bookmark(tmp_path: Path) -> None:
    assert read_bookmarks(tmp_path) == ()
    file = tmp_path / "bookmarks.json"
    for text in ("{", "[]", '{"items": 3}', '{"items": [{"type": 5}]}'):
        file.write_text(text)
        assert read_bookmarks(tmp_path) == ()


def test_a_hostile_file_is_cut(tmp_path: Path) -> None:
    nested: dict[str, object] = {"type": "file", "path": "A.md"}
    for _ in range(50):
        nested = {"type": "group", "title": "g", "items": [nested]}
    many = [{"type": "file", "path": f"{n}.md"} for n in range(MOST + 50)]
    (tmp_path / "bookmarks.json").write_text(json.dumps({"items": [nested, *many]}))
    found = read_bookmarks(tmp_path)
    assert sum(1 for top in found for _ in top.with_all_inside()) <= MOST
    assert sum(1 for _ in found[0].with_all_inside()) <= DEEPEST + 1
