"""Tests of vault/markdown/link_repair.py."""

import json
import random
import re

import pytest

from vaultdesk.vault.markdown.link_repair import (
    Renaming,
    canvas_texts,
    property_splices,
    repair_canvas_links,
    repair_links,
)
from vaultdesk.vault.markdown.link_resolution import NoteNames, link_candidates, resolve_link
from vaultdesk.vault.markdown.link_syntax import Link, LinkKind, apply_splices
from vaultdesk.vault.markdown.note import Note, parse_note
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.obsidian.vault_config import LinkFormat

# New target of a link, so that it resolves to the same note after a renaming.

FILES = (
    "Home.md",
    "a/Boiler.md",
    "a/Log.md",
    "b/Log.md",
    "b/Plan.md",
    "b/sub/Deep.md",
    "img/Plan.png",
    "map.canvas",
    "Caf\u00e9.md",
)


def new_target(
    target: str,
    source: str,
    moves: dict[str, str],
    kind: LinkKind = "wikilink",
    style: LinkFormat = "shortest",
    *,
    keeps_paths: bool = False,
) -> str | None:
    targets = Renaming(NoteNames(FILES), moves, style, keeps_paths=keeps_paths).targets(Link(kind, target), source)
    return None if targets is None else targets[0]


BOILER = {"a/Boiler.md": "a/Heating.md"}


@pytest.mark.parametrize(
    ("target", "source", "moves", "expected"),
    [
        ("Boiler", "Home.md", BOILER, "Heating"),
        ("boiler", "Home.md", BOILER, "Heating"),
        ("Boiler.md", "Home.md", BOILER, "Heating.md"),
        ("a/Boiler", "b/Log.md", BOILER, "a/Heating"),
        ("/a/Boiler", "b/Log.md", BOILER, "/a/Heating"),
        ("./Boiler", "a/Log.md", BOILER, "./Heating"),
        ("../a/Boiler.md", "b/Log.md", BOILER, "../a/Heating.md"),
        ("sub/Deep", "b/Log.md", {"b/sub/Deep.md": "b/sub/Low.md"}, "sub/Low"),
        ("sub/Deep", "Home.md", {"b/sub/Deep.md": "b/sub/Low.md"}, "sub/Low"),
        ("sub/Deep", "b/Log.md", {"b/sub/Deep.md": "b/Deep.md"}, "Deep"),
        ("Home", "b/Log.md", BOILER, None),
        ("Missing", "b/Log.md", BOILER, None),
        ("Plan", "Home.md", {"b/Plan.md": "c/Plan.md"}, None),
        ("b/Plan", "Home.md", {"b/Plan.md": "c/Plan.md"}, "c/Plan"),
        ("Cafe\u0301", "Home.md", {"Caf\u00e9.md": "Tea.md"}, "Tea"),
    ],
)
def test_a_link_to_a_moved_note_keeps_its_form(
    target: str, source: str, moves: dict[str, str], expected: str | None
) -> None:
    assert new_target(target, source, moves) == expected


def test_a_short_name_gets_a_path_where_it_is_no_longer_unique() -> None:
    assert new_target("Boiler", "Home.md", {"a/Boiler.md": "c/Plan.md"}) == "c/Plan"
    assert new_target("Boiler", "Home.md", {"a/Boiler.md": "Plan.md"}) == "Plan", "a note at the root takes precedence"


def test_links_captured_by_a_new_name_keep_their_target() -> None:
    moves = {"a/Boiler.md": "c/Plan.md"}
    assert new_target("Plan", "Home.md", moves) == "b/Plan", "two notes of one name: the link was unambiguous before"
    assert new_target("Plan", "c/x.md", moves) == "b/Plan"
    assert new_target("b/Plan", "Home.md", moves) is None
    assert new_target("Plan.png", "Home.md", moves) is None


def test_an_ambiguous_link_is_changed_only_where_its_target_would_change() -> None:
    assert new_target("Log", "a/x.md", BOILER) is None
    assert new_target("Log", "a/x.md", {"b/Log.md": "c/Log.md"}) is None
    assert new_target("Log", "b/x.md", {"b/Log.md": "c/Log.md"}) == "c/Log"
    assert new_target("Log", "a/x.md", {"a/x.md": "b/x.md"}) == "a/Log"


def test_relative_links_of_a_moved_note_keep_their_targets() -> None:
    moves = {"b/Plan.md": "c/d/Plan.md"}
    assert new_target("sub/Deep", "b/Plan.md", moves) is None, "the end of the path still matches"
    assert new_target("./sub/Deep.md", "b/Plan.md", moves, "markdown") == "../../b/sub/Deep.md"
    assert new_target("../img/Plan.png", "b/Plan.md", moves, "markdown") == "../../img/Plan.png"
    assert new_target("../Home", "b/Plan.md", moves) == "../../Home"
    assert new_target("./Plan", "b/Plan.md", moves) is None


def test_markdown_links_stay_relative_where_the_name_is_ambiguous() -> None:
    moves = {"b/Plan.md": "a/Log 2.md", "a/Log.md": "x/Log 2.md"}
    assert new_target("Plan.md", "b/Log.md", moves, "markdown") == "../a/Log 2.md"


def test_relative_link_format_gives_relative_links() -> None:
    moves = {"b/Plan.md": "c/Plan.md"}
    assert new_target("Plan.md", "b/Log.md", moves, "markdown") is None
    assert new_target("Plan.md", "b/Log.md", moves, "markdown", "relative") == "../c/Plan.md"
    assert new_target("../b/Plan.md", "a/Log.md", moves, "markdown", "relative") == "../c/Plan.md"


@pytest.mark.parametrize(
    ("target", "source", "moves", "expected"),
    [
        ("Plan.md", "b/Log.md", {"b/Plan.md": "c/Draft.md"}, "../c/Draft.md"),
        ("Plan.md", "b/Log.md", {"b/Plan.md": "b/Draft.md"}, "Draft.md"),
        ("./Plan.md", "b/Log.md", {"b/Plan.md": "c/Draft.md"}, "../c/Draft.md"),
        ("sub/Deep.md", "b/Plan.md", {"b/Plan.md": "c/Draft.md"}, "../b/sub/Deep.md"),
        ("Log.md", "b/Plan.md", {"b/Plan.md": "c/Draft.md"}, "../b/Log.md"),
        ("Plan.md", "b/Log.md", {"b/Plan.md": "c/Plan.md"}, "../c/Plan.md"),
        ("Log.md", "b/Plan.md", {"b/Plan.md": "c/Plan.md"}, "../b/Log.md"),
        ("../img/Plan.png", "b/Plan.md", {"b/Plan.md": "Draft.md"}, "img/Plan.png"),
        ("Log.md", "b/Plan.md", {"b/Plan.md": "c/Draft.md", "b/Log.md": "c/Log.md"}, None),
    ],
)
def test_v6_markdown_links_stay_relative_to_their_folder_where_other_programs_read_them(
    target: str, source: str, moves: dict[str, str], expected: str | None
) -> None:
    assert new_target(target, source, moves, "markdown", keeps_paths=True) == expected


@pytest.mark.parametrize("target", ["Plan.md", "./Plan.md", "../b/Plan.md"])
def test_v6_a_note_moved_and_renamed_together_is_linked_by_its_path(target: str) -> None:
    assert new_target(target, "b/Log.md", {"b/Plan.md": "c/Draft.md"}, "markdown") == "../c/Draft.md"


def test_links_to_swapped_notes_are_exchanged() -> None:
    moves = {"a/Log.md": "b/Log.md", "b/Log.md": "a/Log.md"}
    assert new_target("a/Log", "Home.md", moves) == "b/Log"
    assert new_target("b/Log", "Home.md", moves) == "a/Log"


def test_a_rename_that_changes_only_case_changes_no_link() -> None:
    assert new_target("Boiler", "Home.md", {"a/Boiler.md": "a/BOILER.md"}) is None


def test_links_within_the_note_and_external_links_are_unchanged() -> None:
    renaming = Renaming(NoteNames(FILES), BOILER)
    assert renaming.targets(Link("wikilink", "", "Head"), "a/Boiler.md") is None
    assert renaming.targets(Link("markdown", "https://a/Boiler.md", external=True), "Home.md") is None


def test_names_after_a_renaming_equal_those_of_a_new_index() -> None:
    moves = {"a/Boiler.md": "b/Log.md.md", "b/Log.md": "a/log.md", "Home.md": "a/Boiler.md"}
    after = Renaming(NoteNames(FILES), moves).after
    rebuilt = NoteNames(moves.get(path, path) for path in FILES)
    for path in (*FILES, *moves.values(), "Log.md", "Boiler.md", "x"):
        assert after.at(path) == rebuilt.at(path)
        assert sorted(after.ending_in(path)) == sorted(rebuilt.ending_in(path))
        assert (path in after) == (path in rebuilt)


# Wikilinks in properties are replaced at their position in the YAML.


def rewrite_properties(block: str, new: str = "New") -> tuple[str, int]:
    text = f"---\n{block}\n---\nbody [[Old]]\n"

    def retarget(link: Link) -> list[str] | None:
        return [new] if link.target == "Old" else None

    splices, lost = property_splices(text, retarget)
    changed = apply_splices(text, splices)
    assert changed.endswith("\n---\nbody [[Old]]\n")
    return changed.removeprefix("---\n").removesuffix("\n---\nbody [[Old]]\n"), lost


@pytest.mark.parametrize(
    ("block", "new", "expected"),
    [
        ('up: "[[Old]]"', "New", 'up: "[[New]]"'),
        ("up: '[[Old#H|it]]' # why", "New", "up: '[[New#H|it]]' # why"),
        ("up: '[[Old]]'", "Bob's", "up: '[[Bob''s]]'"),
        ("up: see [[Old]] and [[Other]]", "New", "up: see [[New]] and [[Other]]"),
        ('list:\n  - "[[Old]]"\n  - x\n  -   "![[Old]]"', "New", 'list:\n  - "[[New]]"\n  - x\n  -   "![[New]]"'),
        ("a: [\"[[Old]]\", '[[Old]]', b]", "New", "a: [\"[[New]]\", '[[New]]', b]"),
        ("t: |\n  one [[Old]]\n  two", "New", "t: |\n  one [[New]]\n  two"),
        ("t: >-\n  one [[Old]]\n  two", "New", "t: >-\n  one [[New]]\n  two"),
        ('deep:\n  er: {x: "[[Old]]"}', "New", 'deep:\n  er: {x: "[[New]]"}'),
        ('"[[Old]]": "[[Old]]"', "New", '"[[Old]]": "[[New]]"'),
        ('u: "\\u005b[Old]]"', "New", 'u: "[[New]]"'),
        ("ü: 'ö [[Old]]'\nb: \"🙂 [[Old]]\"", "New", "ü: 'ö [[New]]'\nb: \"🙂 [[New]]\""),
        ("plain: [[Old]]", "New", "plain: [[Old]]"),
        ("# [[Old]]\na: 1", "New", "# [[Old]]\na: 1"),
    ],
)
def test_only_the_link_in_a_property_changes(block: str, new: str, expected: str) -> None:
    assert rewrite_properties(block, new) == (expected, 0)


@pytest.mark.parametrize(
    ("block", "new"),
    [
        ("a: see [[Old]] it", "b: c"),
        ("a: see [[Old]] it", "b #c"),
        ("a: 'one\n  [[Old\n  ]]'", "New"),
        ('a: "[[Old]]"', "x]]y"),
    ],
)
def test_a_property_link_that_would_break_the_yaml_is_unchanged_and_counted(block: str, new: str) -> None:
    changed, lost = rewrite_properties(block, new)
    assert changed == block
    assert lost == 1


@pytest.mark.parametrize(
    ("block", "new", "expected", "lost"),
    [
        ('up:\n  - "[[Old]]"\nlast: {{date}}', "New", 'up:\n  - "[[New]]"\nlast: {{date}}', 0),
        ('up: "[[Old]] {{x}}"\nlast: [{{date}}]', "New", 'up: "[[New]] {{x}}"\nlast: [{{date}}]', 0),
        ("a: &x '[[Old]]'\nb: *x", "New", "a: &x '[[New]]'\nb: *x", 0),
        ('a: "[[Old|it]]"\na: "![[Old]]"', "New", 'a: "[[New|it]]"\na: "![[New]]"', 0),
        ("title: A: B\nup: '[[Old]]'", "Bob's", "title: A: B\nup: '[[Old]]'", 1),
        ("a: [\n# [[Old]]\nb: '[[Old]]'", "New", "a: [\n# [[Old]]\nb: '[[New]]'", 0),
    ],
)
def test_v5_links_in_template_placeholders_and_invalid_properties_are_repaired(
    block: str, new: str, expected: str, lost: int
) -> None:
    assert rewrite_properties(block, new) == (expected, lost)


def test_v5_links_in_invalid_properties_are_links_of_the_note() -> None:
    note = parse_note(NotePath("a.md"), "---\ntitle: A: B\n# [[No]]\nup: '[[Old#H|it]]'\n---\n[[Body]]")

    assert [(link.target, link.subpath, link.in_properties) for link in note.links] == [
        ("Old", "H", True),
        ("Body", "", False),
    ]


@pytest.mark.parametrize(
    ("block", "expected"),
    [
        ('up: "[it](Old.md#H)"', 'up: "[it](New.md#H)"'),
        ("up:\n  - '[it](<Old.md>)'\n  - '![](Old.md)'", "up:\n  - '[it](<New.md>)'\n  - '![](New.md)'"),
        ('up: "[web](https://a/Old.md) [[Old]] [it](Old.md)"', 'up: "[web](https://a/Old.md) [[New]] [it](New.md)"'),
    ],
)
def test_markdown_links_in_properties_are_repaired(block: str, expected: str) -> None:
    names = NoteNames(["Old.md", "x.md"])
    found = repair_links(f"---\n{block}\n---\n", NotePath("x.md"), Renaming(names, {"Old.md": "New.md"}))

    assert found.text == f"---\n{expected}\n---\n"
    assert (found.count, found.lost) == (len(block.split("Old.md")) - 1 + block.count("[[") - block.count("https"), 0)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('[text][ref], [ref]\n\n[ref]: Old.md "T"\n', '[text][ref], [ref]\n\n[ref]: New%20one.md "T"\n'),
        ("![p][i]\n\n  [i]: <Old.md#H>\n", "![p][i]\n\n  [i]: <New one.md#H>\n"),
        ("> [i]:\n> Old.md", "> [i]:\n> Old.md"),
        ("[i]:\n Old.md\n 'a title'\n", "[i]:\n New%20one.md\n 'a title'\n"),
        ("[a]: Old.md\n[b]: Old.md\n", "[a]: New%20one.md\n[b]: New%20one.md\n"),
        ("[Ada]: Old.md was here", "[Ada]: Old.md was here"),
        ("in a sentence\n[Ada]: Old.md", "in a sentence\n[Ada]: Old.md"),
        ("[^1]: Old.md", "[^1]: Old.md"),
        ("`[i]: Old.md`", "`[i]: Old.md`"),
        ("[i]: https://a.b/Old.md", "[i]: https://a.b/Old.md"),
    ],
)
def test_v9_definitions_of_reference_links_are_repaired(text: str, expected: str) -> None:
    names = NoteNames(["Old.md", "x.md"])
    found = repair_links(text, NotePath("x.md"), Renaming(names, {"Old.md": "New one.md"}))

    assert (found.text, found.lost) == (expected, 0)


def test_v11_names_ending_in_brackets_are_linked_and_repaired() -> None:
    names = NoteNames(["Note [draft].md", "02 主角 [73].md", "[b] c.md", "A.md"])
    text = "[[Note [draft]]] [[02 主角 [73]|x]] ![[[b] c]] [[A]]"
    assert [link.target for link in parse_note(NotePath("x.md"), text).links] == [
        "Note [draft]", "02 主角 [73]", "[b] c", "A",
    ]  # fmt: skip

    found = repair_links(text, NotePath("x.md"), Renaming(names, {"A.md": "A [1].md", "Note [draft].md": "Note.md"}))

    assert found.text == "[[Note]] [[02 主角 [73]|x]] ![[[b] c]] [[A [1]]]"


# Repair of all links in a text: on a page with every kind of link, and on random vaults.

PAGE = """---
up: "[[Boiler]]" # the heating
related:
  - '[[a/Boiler#Costs|costs]]'
  - "[[Other]]"
---
[[Boiler]], [[boiler|it]], [[Boiler.md]] and [[a/Boiler#^id]] on a line.
![[Boiler#Costs|300]] ![[Boiler|100x200]]

| x | y |
|---|---|
| [[Boiler\\|it]] | [it](a/Boiler.md "title") |

[one](Boiler.md) [two](<a/Boiler.md>) [three](../a/Boiler.md#Costs%20of) [four](/a/Boiler)
`[[Boiler]]` and %% [[Boiler]] %% and <span title="[[Boiler]]">x</span> and $[[Boiler]]$

```
[[Boiler]]
```

    [[Boiler]]

<div>
[[Boiler]]
</div>

[[Boilers]] [[x/Boiler]] https://a/Boiler.md [web](https://a/Boiler.md)
"""


def test_every_kind_of_link_is_repaired_and_nothing_else_changes() -> None:
    names = NoteNames(["a/Boiler.md", "b/Page.md", "Other.md", "Boilers.md"])
    found = repair_links(PAGE, NotePath("b/Page.md"), Renaming(names, {"a/Boiler.md": "c/Heat pump.md"}))
    before_code, _, tail = PAGE.partition("`[[Boiler]]`")
    before_code = (
        before_code.replace("[[Boiler.md", "[[Heat pump.md")
        .replace("[[Boiler", "[[Heat pump")
        .replace("[[boiler", "[[Heat pump")
    )
    before_code = before_code.replace("[[a/Boiler", "[[c/Heat pump").replace("<a/Boiler.md>", "<c/Heat pump.md>")
    before_code = before_code.replace("(a/Boiler.md", "(c/Heat%20pump.md").replace("(Boiler.md", "(Heat%20pump.md")
    before_code = before_code.replace("(../a/Boiler.md", "(../c/Heat%20pump.md").replace(
        "(/a/Boiler)", "(/c/Heat%20pump)"
    )
    assert found.text == f"{before_code}`[[Boiler]]`{tail}"
    assert (found.count, found.lost) == (14, 0)


def test_a_text_without_links_to_the_note_is_returned_unchanged() -> None:
    names = NoteNames(["a/Boiler.md", "Other.md"])
    text = "---\nbroken: [\n---\n[[Other]] [[Missing]] text\r\n"
    assert repair_links(text, NotePath("x.md"), Renaming(names, {"a/Boiler.md": "b.md"})).text == text


def test_links_that_cannot_name_the_new_path_are_counted() -> None:
    names = NoteNames(["a/Boiler.md", "Other.md"])
    found = repair_links(
        "[[a/Boiler]] [x](a/Boiler.md)", NotePath("x.md"), Renaming(names, {"a/Boiler.md": "c#/Boiler.md"})
    )
    assert (found.text, found.count, found.lost) == ("[[Boiler]] [x](c%23/Boiler.md)", 2, 0)
    ambiguous_names = NoteNames(["a/Boiler.md", "b/Boiler.md"])
    found = repair_links("[[a/Boiler]]", NotePath("x.md"), Renaming(ambiguous_names, {"a/Boiler.md": "c#/Boiler.md"}))
    assert (found.text, found.count, found.lost) == ("[[a/Boiler]]", 0, 1)


NAMES = ("Log", "Plan", "Home", "Größe x", "It's (1)", "Note v1.2", "README", "a&b")
FOLDERS = ("", "a/", "b/", "a/deep/", "b/Deep er/", "ö/")


def random_vault(rng: random.Random) -> dict[str, str]:
    """Generate a vault whose notes link to each other with every form of link."""
    paths = sorted({f"{rng.choice(FOLDERS)}{rng.choice(NAMES)}{rng.choice(('', ' 2'))}.md" for _ in range(40)})
    texts: dict[str, str] = {}
    for path in paths:
        lines = [f"{rng.choice(('', '!'))}{_link(rng, path, rng.choice(paths))}" for _ in range(12)]
        up = rng.choice(paths).removesuffix(".md").replace("'", "''")
        texts[path] = f"---\nup: '[[{up}]]'\n---\n" + "\n".join(lines) + "\n`[[Log]]`\n"
    return texts


def _link(rng: random.Random, source: str, target: str) -> str:
    folder = source.split("/")[:-1]
    relative = "../" * len(folder) + target
    written = rng.choice((target, target.rpartition("/")[2], relative, f"/{target}", "/".join(target.split("/")[-2:])))
    written = rng.choice((written, written.removesuffix(".md")))
    subpath = rng.choice(("", "#Head", "#^id"))
    if rng.random() < 0.5:
        return f"[[{written}{subpath}{rng.choice(('', '|shown'))}]]"
    if rng.random() < 0.3:
        return f"[t](<{written}{subpath}>)"
    encoded = written.replace(" ", "%20").replace("(", "%28").replace(")", "%29")
    title = rng.choice(("", " 'ti'"))
    return f"[t]({encoded}{subpath}{title})"


def wrong_links(before: dict[str, str], after: dict[str, str], moves: dict[str, str]) -> list[str]:
    """Return links whose target changed by the renaming, and notes where more than links changed."""
    old_names, new_names = NoteNames(before), NoteNames(after)
    wrong: list[str] = []
    for path, text in before.items():
        new_path = moves.get(path, path)
        old, new = parse_note(NotePath(path), text), parse_note(NotePath(new_path), after[new_path])
        if _without_targets(old) != _without_targets(new) or len(old.links) != len(new.links):
            wrong.append(f"{path}: more than links changed")
            continue
        for old_link, new_link in zip(old.links, new.links, strict=True):
            old_target = resolve_link(old_link.target, path, old_names)
            candidates = link_candidates(new_link.target, new_path, new_names)
            if old_target is None:
                continue
            unambiguous = len(candidates) == 1 or len(link_candidates(old_link.target, path, old_names)) > 1
            if (
                candidates[:1] != [moves.get(old_target, old_target)]
                or not unambiguous
                or old_link.subpath != new_link.subpath
            ):
                wrong.append(f"{path}: {old_link.target} -> {new_link.target}, meant {old_target}, means {candidates}")
    return wrong


def _without_targets(note: Note) -> list[object]:
    """Return what a renaming must not change: the text around the links, and all of each link except its target."""
    parts: list[object] = [re.sub(r"\[\[[^\]|#\n]*", "", note.text[: note.body_start])]
    subpath = note.body_start
    for link in note.links:
        if not link.in_properties:
            ending = (
                note.text[link.end - 5 : link.end]
                if link.kind == "markdown" and "'ti'" in note.text[link.start : link.end]
                else ""
            )
            parts += [note.text[subpath : link.start], link.kind, link.embed, link.subpath, link.display, ending]
            subpath = link.end
    return [*parts, note.text[subpath:]]


@pytest.mark.parametrize("seed", range(30))
def test_every_link_has_the_same_target_after_a_renaming(seed: int) -> None:
    rng = random.Random(seed)
    before = random_vault(rng)
    moves: dict[str, str] = {}
    for old in rng.sample(sorted(before), 5):
        new = f"{rng.choice((*FOLDERS, 'new/'))}{rng.choice((*NAMES, 'Other 100%'))}.md"
        if new not in before and new not in moves.values():
            moves[old] = new
    renaming = Renaming(NoteNames(before), moves)
    after = {moves.get(path, path): repair_links(text, NotePath(path), renaming).text for path, text in before.items()}
    assert wrong_links(before, after, moves) == []


def test_plain_text_replacement_leaves_wrong_links() -> None:
    """Replacing `[[Old` by `[[New` breaks links, which shows that the test above can fail."""
    failures = 0
    for seed in range(30):
        rng = random.Random(seed)
        before = random_vault(rng)
        old, new = rng.choice(sorted(before)), "new/Renamed.md"
        stem = old.rpartition("/")[2].removesuffix(".md")
        after = {
            new if path == old else path: re.sub(rf"\[\[{re.escape(stem)}(?=[\]#|])", "[[Renamed", text)
            for path, text in before.items()
        }
        failures += bool(wrong_links(before, after, {old: new}))
    assert failures > 25


# Links of a canvas are repaired in its JSON, and nothing else changes.

CANVAS = r"""{
	"future": {"file": "a/Boiler.md", "nodes": [{"file": "a/Boiler.md"}]},
	"nodes":[
		{"id":"1","type":"file","file":"a/Boiler.md","subpath":"#Costs","x":0, "y":-1.50,"width":400,"height":400},
		{"id":"2","type":"text","text":"# [[Boiler]]\n\n\"quoted\" \u00e9 \ud83d\ude00 [it](a/Boiler.md) `[[Boiler]]`"},
		{"id":"3","type":"link","url":"a/Boiler.md","more":{"text":"[[Boiler]]"}},
		{"id":"4","type":"group","label":"[[Boiler]]","background":"img/x.png"},
		{"id":"5","type":"file","file":"b/Other.md"}
	],
	"edges":[{"id":"e","fromNode":"1","toNode":"2","label":"[[Boiler]]"}]
}
"""
CANVAS_VAULT = NoteNames(["a/Boiler.md", "b/Other.md", "map.canvas"])
SOURCE = NotePath("map.canvas")


def test_canvas_file_nodes_and_links_in_texts_are_repaired_in_place() -> None:
    found = repair_canvas_links(CANVAS, SOURCE, Renaming(CANVAS_VAULT, {"a/Boiler.md": 'c/Größe "x".md'}))
    lines, old = found.text.split("\n"), CANVAS.split("\n")
    assert [n for n in range(len(old)) if lines[n] != old[n]] == [3, 4]
    assert lines[3] == old[3].replace("a/Boiler.md", 'c/Größe \\"x\\".md')
    assert r"\ud83d\ude00 [it](c/Gr\u00f6\u00dfe%20%22x%22.md) `[[Boiler]]`" in lines[4]
    assert json.loads(found.text)["nodes"][1]["text"].startswith('# [[Größe "x"]]\n\n"quoted" é 😀')
    assert found.count == 3


def test_escaped_slashes_of_a_canvas_stay_escaped() -> None:
    text = r'{"nodes":[{"type":"file","file":"a\/Boiler.md"}]}'
    found = repair_canvas_links(text, SOURCE, Renaming(CANVAS_VAULT, {"a/Boiler.md": "c/d/New.md"}))
    assert found.text == r'{"nodes":[{"type":"file","file":"c\/d\/New.md"}]}'


@pytest.mark.parametrize(
    "text",
    ["", "{}", "[]", "null", '{"nodes":{}}', '{"nodes":[1,"file",[{"file":"a/Boiler.md"}]]}', "{broken", "[" * 5000,
     '{"nodes":[{"file":7,"text":null}]}'],
)  # fmt: skip
def test_an_empty_or_invalid_canvas_is_unchanged(text: str) -> None:
    assert repair_canvas_links(text, SOURCE, Renaming(CANVAS_VAULT, {"a/Boiler.md": "b.md"})).text == text


def test_texts_of_canvas_nodes_are_found() -> None:
    found = [(text.key, text.value[:12], CANVAS[text.start], CANVAS[text.end - 1]) for text in canvas_texts(CANVAS)]
    assert found == [
        ("file", "a/Boiler.md", '"', '"'),
        ("text", "# [[Boiler]]", '"', '"'),
        ("file", "b/Other.md", '"', '"'),
    ]


def test_reserializing_the_json_would_change_its_layout() -> None:
    assert json.dumps(json.loads(CANVAS), indent="\t") != CANVAS
