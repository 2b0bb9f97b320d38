"""Files of which only some lines are shared, with the lines that were picked; without Qt."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from vaultdesk.tools.runtime.approvals import LineRange
from vaultdesk.tools.runtime.picked_lines import picked_text


@dataclass(frozen=True, slots=True)
class FilePart:
    """The text of a file as it was shown, and which of its lines, from 1, are picked."""

    text: str = field(repr=False)
    lines: frozenset[int] = frozenset()

    @property
    def total(self) -> int:
        """How many lines the text has."""
        return self.text.count("\n") + 1

    @property
    def ranges(self) -> tuple[LineRange, ...]:
        """The picked lines as ranges, in order."""
        found: list[LineRange] = []
        for line in sorted(self.lines):
            if found and found[-1][1] == line - 1:
                found[-1] = (found[-1][0], line)
            else:
                found.append((line, line))
        return tuple(found)

    @property
    def shared_text(self) -> str:
        """What would be shared."""
        return picked_text(self.text, self.ranges)

    @property
    def size(self) -> int:
        """Its bytes."""
        return len(self.shared_text.encode("utf-8", "replace"))


class LineChoices:
    """The files of one request that are shared in part, by path. All others are shared whole."""

    def __init__(self) -> None:
        self._parts: dict[str, FilePart] = {}

    def part(self, path: str) -> FilePart | None:
        """Return what is picked of a file; None where it is shared whole."""
        return self._parts.get(path)

    def begin(self, path: str, text: str) -> None:
        """Share only a part of a file from now on, of which no line is picked yet."""
        self._parts[path] = FilePart(text)

    def pick(self, path: str, lines: Iterable[int]) -> None:
        """Share exactly *lines* of a file."""
        self._parts[path] = FilePart(self._parts[path].text, frozenset(lines))

    def share_whole(self, path: str) -> None:
        """Share all of a file again."""
        self._parts.pop(path, None)

    def parts(self, paths: Collection[str]) -> dict[str, FilePart]:
        """Return those of the files at *paths* that are shared in part."""
        return {path: part for path, part in self._parts.items() if path in paths}
