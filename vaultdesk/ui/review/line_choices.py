"""Model of the files of which only picked lines are shared. Independent of Qt widgets."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from vaultdesk.core.text_tokens import text_tokens
from vaultdesk.tools.runtime.approvals import LineRange
from vaultdesk.tools.runtime.found_result import picked_text


@dataclass(frozen=True, slots=True)
class FilePart:
    """The text of a file as shown, and the numbers of its picked lines, from 1."""

    text: str = field(repr=False)
    lines: frozenset[int] = frozenset()

    @property
    def total(self) -> int:
        """Number of lines of the text."""
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
        """Text of the picked lines."""
        return picked_text(self.text, self.ranges)

    @property
    def tokens(self) -> int:
        """Approximate number of tokens of the shared text."""
        return text_tokens(self.shared_text)


class LineChoices:
    """The files of one request that are shared in part, by path. All others are shared whole."""

    def __init__(self) -> None:
        self._parts: dict[str, FilePart] = {}

    def part(self, path: str) -> FilePart | None:
        """Return the part of the file at *path*; None if it is shared whole."""
        return self._parts.get(path)

    def begin(self, path: str, text: str) -> None:
        """Share only a part of the file at *path*, with no line picked yet."""
        self._parts[path] = FilePart(text)

    def pick(self, path: str, lines: Iterable[int]) -> None:
        """Set the picked lines of the file at *path*."""
        self._parts[path] = FilePart(self._parts[path].text, frozenset(lines))

    def share_whole(self, path: str) -> None:
        """Share the file at *path* whole again."""
        self._parts.pop(path, None)

    def parts(self, paths: Collection[str]) -> dict[str, FilePart]:
        """Return those of the files at *paths* that are shared in part."""
        return {path: part for path, part in self._parts.items() if path in paths}
