"""Network: notes and their links as one who sees only some of them sees them. Its questions: graph_questions.py.

A note that is not seen is not there: no edge, no place on a path, no count; and what links mean is worked out among
the seen notes alone, so that not even a link taken over by a hidden note tells of it.
"""

from collections.abc import Callable, Collection, Iterator

from vaultdesk.index.note_facts import NoteFacts
from vaultdesk.index.note_table import NoteTable
from vaultdesk.index.query import plain
from vaultdesk.vault.markdown import link_resolution
from vaultdesk.vault.markdown.link_resolution import NoteNames
from vaultdesk.vault.note_path import NOTE_SUFFIX


class SeenNames(NoteNames):
    """The names of a vault less those that are not seen."""

    def __init__(self, names: NoteNames, sees: Callable[[str], bool]) -> None:
        super().__init__()
        self._names = names
        self._sees = sees

    def at(self, path: str) -> list[str]:
        """Return the seen files at *path*, the exact spelling first."""
        return [found for found in self._names.at(path) if self._sees(found)]

    def ending_in(self, path: str) -> list[str]:
        """Return the seen files whose last names are those of *path*."""
        return [found for found in self._names.ending_in(path) if self._sees(found)]


class Network:
    """One question's look at the table: made in the searcher's thread and used there only.

    *sees* is asked about each note at most once. Excluded notes are no part of the network, but a link may lead there.
    """

    def __init__(self, table: NoteTable, sees: Callable[[str], bool]) -> None:
        self.table = table
        self._ask = sees
        self._seen: dict[str, bool] = {}
        self._names = SeenNames(table.names, self.sees)
        self._resolved: dict[tuple[str, str], str | None] = {}
        self._stand_ins: dict[str, bool] = {}
        self._nodes: set[str] | None = None
        """Every note that is seen and not excluded, once all were looked at."""
        self._whole = False
        """Whether that is all notes: then the table's own links are the network's."""

    def sees(self, path: str) -> bool:
        """Whether the note at *path* is there, for whoever asks."""
        seen = self._seen.get(path)
        if seen is None:
            seen = self._seen[path] = self._ask(path)
        return seen

    def look_at_all(self) -> set[str]:
        """Return the path of every note that is seen and not excluded; questions about many notes are quicker then."""
        if self._nodes is None:
            self._nodes = {note.path for note in self.notes()}
            self._whole = len(self._nodes) == len(self.table.facts) and self.table.only_notes
        return self._nodes

    def facts(self, path: str) -> NoteFacts | None:
        """Return what is known of the note at *path*, where it is seen."""
        found = self.table.facts.get(path)
        return found if found is not None and self.sees(path) else None

    def notes(self) -> Iterator[NoteFacts]:
        """Yield every note that is seen and not excluded."""
        return (facts for path, facts in self.table.facts.items() if not facts.excluded and self.sees(path))

    def resolve(self, linkpath: str, source: str = "") -> str | None:
        """Return the seen note that a link in *source* means."""
        return link_resolution.resolve_link(plain(linkpath), source, self._names)

    def candidates(self, linkpath: str, source: str = "") -> list[str]:
        """Return every seen note the link may mean, the likeliest first."""
        return link_resolution.link_candidates(plain(linkpath), source, self._names)

    def links(self, path: str) -> Iterator[tuple[str, str | None]]:
        """Yield each target written in the note at *path*, and the seen note it leads to; None where there is none."""
        for target, found in self.table.links.of(path):
            yield target, found if found is None or self.sees(found) else self._without(found, target, path)

    def out(self, path: str) -> Collection[str]:
        """Return the notes that the one at *path* links to, itself and excluded ones left out, in its order."""
        others = self.table.links.out.get(path, ())
        if self._whole:
            return others
        is_node = self._nodes.__contains__ if self._nodes is not None else self._is_node
        seen = [other for other in others if is_node(other)]
        if len(seen) == len(others) or not any(self._may_be_another(other) for other in others if other not in seen):
            return seen
        # What the links mean without the hidden notes among them is to be worked out.
        found = dict.fromkeys(other for _, other in self.links(path) if other is not None and other != path)
        return [other for other in found if self._is_node(other)]

    def into(self, path: str) -> Collection[str]:
        """Return the notes that link to the one at *path*, itself left out, in no order."""
        sources = self.table.links.into(path)
        if self._whole:
            return sources - {path} if path in sources else sources
        found = {source for source in sources if source != path and self._is_node(source)}
        # A hidden namesake may have taken a link that, without it, leads here.
        name = path.rpartition("/")[2]
        for other in self._called(name, name[: -len(NOTE_SUFFIX)]):
            if other != path and not self.sees(other):
                taken = (source for source in self.table.links.into(other) if source != path and self._is_node(source))
                found |= {source for source in taken if path in self.out(source)}
        return found

    def linking(self, path: str) -> dict[str, set[str]]:
        """Return the notes that link to the one at *path*, each with what its links to it say as written."""
        return {source: {target for target, found in self.links(source) if found == path} for source in self.into(path)}

    def unresolved(self, path: str) -> list[str]:
        """Return what the note at *path* links to that is not there, in its order."""
        return [target for target, found in self.links(path) if found is None]

    def _without(self, hidden: str, target: str, source: str) -> str | None:
        """Return what the link *target* in *source* means where its note is *hidden*."""
        if not self._may_be_another(hidden):
            return None
        place = (target, source.rpartition("/")[0])
        if place not in self._resolved:
            self._resolved[place] = link_resolution.resolve_link(target, source, self._names)
        return self._resolved[place]

    def _may_be_another(self, path: str) -> bool:
        """Whether a link that leads to the note at *path*, which is hidden, could lead to a seen one without it."""
        known = self._stand_ins.get(path)
        if known is None:
            name = path.rpartition("/")[2]
            known = not self.sees(path) and any(map(self.sees, self._called(name, f"{name}{NOTE_SUFFIX}")))
            self._stand_ins[path] = known
        return known

    def _called(self, *names: str) -> Iterator[str]:
        """Yield the notes of these names: those that one link could mean, the hidden ones too."""
        return (path for name in names if name for path in self.table.names.ending_in(name))

    def _is_node(self, path: str) -> bool:
        facts = self.table.facts.get(path)
        return facts is not None and not facts.excluded and self.sees(path)
