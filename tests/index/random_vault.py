"""Random vault: notes that link to each other by every spelling, and the questions of a graph answered naively."""

import random
from collections import deque
from collections.abc import Callable
from pathlib import Path

from vaultdesk.vault.markdown import link_resolution
from vaultdesk.vault.markdown.link_resolution import NoteNames
from vaultdesk.vault.markdown.note import parse_note
from vaultdesk.vault.note_path import NotePath

FOLDERS = ("", "a/", "a/b/", "c/")


def random_vault(chance: random.Random, notes: int) -> dict[str, str]:
    """Notes of a few names in a few folders: many links are ambiguous, relative, cased, or lead nowhere."""
    paths = list(dict.fromkeys(f"{chance.choice(FOLDERS)}N{chance.randrange(notes)}.md" for _ in range(notes)))
    vault: dict[str, str] = {}
    for path in paths:
        targets: list[str] = []
        for _ in range(chance.choice((0, 0, 1, 2, 4))):
            other = chance.choice(paths)
            stem = other.removesuffix(".md")
            spellings = (stem, stem.rpartition("/")[2], other, stem.lower(), f"../{stem}", "Missing", f"c/{stem}")
            targets.append(chance.choice(spellings))
        vault[path] = "\n".join(f"text [[{target}]] text" for target in targets)
    return vault


class Naive:
    """The graph of a vault by its plain meaning: the hidden notes are deleted first, then every link is resolved."""

    def __init__(self, vault: dict[str, str], is_visible: Callable[[str], bool]) -> None:
        visible = {path: text for path, text in vault.items() if is_visible(path)}
        names = NoteNames(visible)
        self.outgoing: dict[str, set[str]] = {}
        self.missing: dict[str, set[str]] = {}
        for path, text in visible.items():
            targets = [link.target for link in parse_note(NotePath(path), text).links if not link.external]
            found = [(target, link_resolution.resolve_link(target, path, names)) for target in targets if target]
            self.outgoing[path] = {to for _, to in found if to is not None and to != path}
            for target, to in found:
                if to is None:
                    self.missing.setdefault(target.casefold(), set()).add(path)

    def incoming(self, path: str) -> set[str]:
        return {source for source, targets in self.outgoing.items() if path in targets}

    def neighbours(self, path: str) -> set[str]:
        return self.outgoing[path] | self.incoming(path)

    def orphans(self) -> list[str]:
        return sorted(path for path in self.outgoing if not self.neighbours(path))

    def hubs(self) -> list[tuple[str, int, int]]:
        found = [
            (path, len(self.incoming(path)), len(self.outgoing[path]))
            for path in self.outgoing
            if self.neighbours(path)
        ]
        return sorted(found, key=lambda hub: (-hub[1], -hub[2], hub[0]))

    def distances(self, start: str) -> dict[str, int]:
        found = {start: 0}
        queue = deque([start])
        while queue:
            current = queue.popleft()
            for other in self.neighbours(current) - found.keys():
                found[other] = found[current] + 1
                queue.append(other)
        return found


def write(root: Path, vault: dict[str, str]) -> Path:
    """Write the notes below *root*."""
    for path, text in vault.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    return root
