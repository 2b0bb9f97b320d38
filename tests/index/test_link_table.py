"""LinkTable: whatever comes and goes in whatever order, it says what resolving every link anew says."""

import random

from vaultdesk.index.intake import link_key
from vaultdesk.index.link_table import LinkTable
from vaultdesk.vault.markdown import link_resolution
from vaultdesk.vault.markdown.link_resolution import NoteNames

NAMES = ["A.md", "b/A.md", "b/B.md", "c/B.md", "a.md.md", "c/d/A.md", "É.md", "b/e\u0301.md"]
TARGETS = ["A", "a", "b/A", "B", "A.md", "a.md", "../A", "./B", "/A", "d/A", "é", "Missing", "c/B.md"]


def put(table: LinkTable, path: str, targets: list[str]) -> None:
    table.put(path, [(target, link_key(target)) for target in targets])


def test_a_new_note_takes_over_links_of_others_and_gives_them_back() -> None:
    table, names = LinkTable(), NoteNames(["x/From.md", "x/y/Boiler.md"])
    put(table, "x/From.md", ["Boiler"])
    table.settle(names)
    assert list(table.of("x/From.md")) == [("Boiler", "x/y/Boiler.md")]
    names.add("x/Boiler.md")
    table.renamed("x/Boiler.md")
    table.settle(names)
    assert list(table.of("x/From.md")) == [("Boiler", "x/Boiler.md")]
    assert table.into("x/y/Boiler.md") == frozenset()
    names.discard("x/Boiler.md")
    table.renamed("x/Boiler.md")
    table.settle(names)
    assert table.into("x/y/Boiler.md") == {"x/From.md"}


def test_after_any_changes_it_says_what_resolving_everything_says() -> None:
    chance = random.Random(5)
    for _ in range(60):
        table, names = LinkTable(), NoteNames()
        notes: dict[str, list[str]] = {}
        for _ in range(40):
            path = chance.choice(NAMES)
            if path in notes and chance.random() < 0.4:
                del notes[path]
                names.discard(path)
                table.drop(path)
                table.renamed(path)
            else:
                if path not in notes:
                    names.add(path)
                    table.renamed(path)
                notes[path] = list(dict.fromkeys(chance.choices(TARGETS, k=3)))
                put(table, path, notes[path])
            if chance.random() < 0.5:
                table.settle(names)
        table.settle(names)
        naive = {
            path: [(t, link_resolution.resolve_link(t, path, names)) for t in targets]
            for path, targets in notes.items()
        }
        assert {path: list(table.of(path)) for path in notes} == naive
        for target in NAMES:
            assert table.into(target) == {path for path, found in naive.items() if target in [to for _, to in found]}


def test_links_may_be_resolved_a_few_notes_at_a_time() -> None:
    table, names = LinkTable(), NoteNames(["A.md", "B.md", "C.md"])
    for path in ("A.md", "B.md", "C.md"):
        put(table, path, ["A"])
    assert [table.settle(names, 1), table.settle(names, 1), table.settle(names, 1)] == [False, False, True]
    assert table.into("A.md") == {"A.md", "B.md", "C.md"}
    assert table.settle(names)
