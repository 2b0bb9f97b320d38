"""A random vault whose notes link to each other in every notation, and a reference implementation of its link graph."""

import random
from collections import deque
from collections.abc import Callable
from pathlib import Path

from vaultdesk.vault.markdown import link_resolution
from vaultdesk.vault.markdown.link_resolution import NoteNames
from vaultdesk.vault.markdown.note import parse_note
from vaultdesk.vault.note_path import NotePath

FOLDERS = ("", "a/", "a/b/", "c/")


def random_vault(rng: random.Random, notes: int) -> dict[str, str]:
    """Notes with few names in a few folders: many links are ambiguous, relative, in another case or unresolved."""
    paths = list(dict.fromkeys(f"{rng.choice(FOLDERS)}N{rng.randrange(notes)}.md" for _ in range(notes)))
    vault: dict[str, str] = {}
    for path in paths:
        targets: list[str] = []
        for _ in range(rng.choice((0, 0, 1, 2, 4))):
            other = rng.choice(paths)
            stem = other.removesuffix(".md")
            spellings = (stem, stem.rpartition("/")[2], other, stem.lower(), f"../{stem}", "Missing", f"c/{stem}")
            targets.append(rng.choice(spellings))
        vault[path] = "\n".join(f"text [[{target}]] text" for target in targets)
    return vault


class ReferenceGraph:
    """Reference implementation of the link graph: hidden notes are removed first, then every link is resolved."""

    def __init__(self, vault: dict[str, str], is_visible: Callable[[str], bool]) -> None:
        visible = {path: text for path, text in vault.items() if is_visible(path)}
        names = NoteNames(visible)
        self.outgoing: dict[str, set[str]] = {}
        self.missing: dict[str, set[str]] = {}
        for path, text in visible.items():
            targets = [link.target for link in parse_note(NotePath(path), text).links if not link.external]
            resolved = [(target, link_resolution.resolve_link(target, path, names)) for target in targets if target]
            self.outgoing[path] = {
                target_path for _, target_path in resolved if target_path is not None and target_path != path
            }
            for target, target_path in resolved:
                if target_path is None:
                    self.missing.setdefault(target.casefold(), set()).add(path)

    def incoming(self, path: str) -> set[str]:
        return {source for source, targets in self.outgoing.items() if path in targets}

    def neighbors(self, path: str) -> set[str]:
        return self.outgoing[path] | self.incoming(path)

    def orphans(self) -> list[str]:
        return sorted(path for path in self.outgoing if not self.neighbors(path))

    def hubs(self) -> list[tuple[str, int, int]]:
        hubs = [
            (path, len(self.incoming(path)), len(self.outgoing[path])) for path in self.outgoing if self.neighbors(path)
        ]
        return sorted(hubs, key=lambda hub: (-hub[1], -hub[2], hub[0]))

    def distances(self, start: str) -> dict[str, int]:
        distances = {start: 0}
        queue = deque([start])
        while queue:
            current = queue.popleft()
            for other in self.neighbors(current) - distances.keys():
                distances[other] = distances[current] + 1
                queue.append(other)
        return distances


def write(root: Path, vault: dict[str, str]) -> Path:
    """Write the notes below *root*."""
    for path, text in vault.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    return root
