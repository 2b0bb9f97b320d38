"""The links of a text repaired after a renaming: on a page with every kind, and on a whole vault at random."""

import random
import re

import pytest

from vaultdesk.vault.link_repair import repaired
from vaultdesk.vault.links import NoteNames, candidates, resolve
from vaultdesk.vault.note import Note, parse_note
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.renaming import Renaming

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


def test_every_kind_of_link_is_repaired_and_nothing_else() -> None:
    names = NoteNames(["a/Boiler.md", "b/Page.md", "Other.md", "Boilers.md"])
    found = repaired(PAGE, NotePath("b/Page.md"), Renaming(names, {"a/Boiler.md": "c/Heat pump.md"}))
    head, _, tail = PAGE.partition("`[[Boiler]]`")
    head = (
        head.replace("[[Boiler.md", "[[Heat pump.md")
        .replace("[[Boiler", "[[Heat pump")
        .replace("[[boiler", "[[Heat pump")
    )
    head = head.replace("[[a/Boiler", "[[c/Heat pump").replace("<a/Boiler.md>", "<c/Heat pump.md>")
    head = head.replace("(a/Boiler.md", "(c/Heat%20pump.md").replace("(Boiler.md", "(Heat%20pump.md")
    head = head.replace("(../a/Boiler.md", "(../c/Heat%20pump.md").replace("(/a/Boiler)", "(/c/Heat%20pump)")
    assert found.text == f"{head}`[[Boiler]]`{tail}"
    assert (found.count, found.lost) == (14, 0)


def test_a_text_without_links_to_it_is_returned_as_it_is() -> None:
    names = NoteNames(["a/Boiler.md", "Other.md"])
    text = "---\nbroken: [\n---\n[[Other]] [[Missing]] text\r\n"
    assert repaired(text, NotePath("x.md"), Renaming(names, {"a/Boiler.md": "b.md"})).text == text


def test_what_no_link_can_say_is_counted() -> None:
    names = NoteNames(["a/Boiler.md", "Other.md"])
    found = repaired(
        "[[a/Boiler]] [x](a/Boiler.md)", NotePath("x.md"), Renaming(names, {"a/Boiler.md": "c#/Boiler.md"})
    )
    assert (found.text, found.count, found.lost) == ("[[Boiler]] [x](c%23/Boiler.md)", 2, 0)
    twice = NoteNames(["a/Boiler.md", "b/Boiler.md"])
    found = repaired("[[a/Boiler]]", NotePath("x.md"), Renaming(twice, {"a/Boiler.md": "c#/Boiler.md"}))
    assert (found.text, found.count, found.lost) == ("[[a/Boiler]]", 0, 1)


NAMES = ("Log", "Plan", "Home", "Größe x", "It's (1)", "Note v1.2", "README", "a&b")
FOLDERS = ("", "a/", "b/", "a/deep/", "b/Deep er/", "ö/")


def made_vault(rng: random.Random) -> dict[str, str]:
    """A vault whose notes link to each other in every way there is."""
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
    place = rng.choice(("", "#Head", "#^id"))
    if rng.random() < 0.5:
        return f"[[{written}{place}{rng.choice(('', '|shown'))}]]"
    if rng.random() < 0.3:
        return f"[t](<{written}{place}>)"
    encoded = written.replace(" ", "%20").replace("(", "%28").replace(")", "%29")
    title = rng.choice(("", " 'ti'"))
    return f"[t]({encoded}{place}{title})"


def wrong_links(before: dict[str, str], after: dict[str, str], moves: dict[str, str]) -> list[str]:
    """Return the links that do not mean after the renaming what they meant before, and texts where more changed."""
    old_names, new_names = NoteNames(before), NoteNames(after)
    wrong: list[str] = []
    for path, text in before.items():
        here = moves.get(path, path)
        old, new = parse_note(NotePath(path), text), parse_note(NotePath(here), after[here])
        if _without_targets(old) != _without_targets(new) or len(old.links) != len(new.links):
            wrong.append(f"{path}: more than links changed")
            continue
        for one, other in zip(old.links, new.links, strict=True):
            meant = resolve(one.target, path, old_names)
            now = candidates(other.target, here, new_names)
            if meant is None:
                continue
            sure = len(now) == 1 or len(candidates(one.target, path, old_names)) > 1
            if now[:1] != [moves.get(meant, meant)] or not sure or one.subpath != other.subpath:
                wrong.append(f"{path}: {one.target} -> {other.target}, meant {meant}, means {now}")
    return wrong


def _without_targets(note: Note) -> list[object]:
    """Return all that a renaming may not touch: the text around the links, and of each link all but its target."""
    kept: list[object] = [re.sub(r"\[\[[^\]|#\n]*", "", note.text[: note.body_start])]
    place = note.body_start
    for link in note.links:
        if not link.in_properties:
            ending = (
                note.text[link.end - 5 : link.end]
                if link.kind == "markdown" and "'ti'" in note.text[link.start : link.end]
                else ""
            )
            kept += [note.text[place : link.start], link.kind, link.embed, link.subpath, link.display, ending]
            place = link.end
    return [*kept, note.text[place:]]


@pytest.mark.parametrize("seed", range(30))
def test_every_link_means_after_a_renaming_what_it_meant_before(seed: int) -> None:
    rng = random.Random(seed)
    before = made_vault(rng)
    moves: dict[str, str] = {}
    for old in rng.sample(sorted(before), 5):
        new = f"{rng.choice((*FOLDERS, 'new/'))}{rng.choice((*NAMES, 'Other 100%'))}.md"
        if new not in before and new not in moves.values():
            moves[old] = new
    renaming = Renaming(NoteNames(before), moves)
    after = {moves.get(path, path): repaired(text, NotePath(path), renaming).text for path, text in before.items()}
    assert wrong_links(before, after, moves) == []


def test_the_common_way_leaves_wrong_links() -> None:
    """Replacing `[[Old` by `[[New` is what most programs do: it shows that the test above can fail."""
    failures = 0
    for seed in range(30):
        rng = random.Random(seed)
        before = made_vault(rng)
        old, new = rng.choice(sorted(before)), "new/Renamed.md"
        stem = old.rpartition("/")[2].removesuffix(".md")
        after = {
            new if path == old else path: re.sub(rf"\[\[{re.escape(stem)}(?=[\]#|])", "[[Renamed", text)
            for path, text in before.items()
        }
        failures += bool(wrong_links(before, after, {old: new}))
    assert failures > 25
