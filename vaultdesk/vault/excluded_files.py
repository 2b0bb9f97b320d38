"""ExcludedFiles: which notes the vault's owner hides from search (OBSIDIAN E.5). Hidden, not forbidden."""

from collections.abc import Iterable

import re2

from vaultdesk.vault.note_path import NotePath, same_name_key


class ExcludedFiles:
    """Obsidian's list: beginnings of paths, and patterns between slashes."""

    def __init__(self, filters: Iterable[str] = ()) -> None:
        """A pattern that cannot be read is a problem and hides nothing: else one typing error would empty the vault."""
        self.filters = tuple(filters)
        self._beginnings: list[str] = []
        self._patterns: list[re2._Regexp] = []
        problems: list[str] = []
        for written in self.filters:
            if len(written) > 2 and written.startswith("/") and written.endswith("/"):
                try:
                    # RE2 takes linear time for every pattern; Python's engine would let the vault freeze the program.
                    self._patterns.append(re2.compile(written[1:-1], _options()))
                except re2.error:
                    problems.append(f"Obsidian's excluded files: the pattern {written} cannot be read and is left out.")
            else:
                self._beginnings.append(same_name_key(written.removeprefix("/")))
        self.problems = tuple(problems)

    def __bool__(self) -> bool:
        return bool(self._beginnings or self._patterns)

    def matches(self, path: NotePath) -> bool:
        """Whether *path* is hidden from search."""
        return self.matches_text(path.text)

    def matches_text(self, path: str) -> bool:
        """Whether the note of that path is hidden: for thousands at once, where a `NotePath` each costs too much."""
        if self._beginnings and same_name_key(path).startswith(tuple(self._beginnings)):
            return True
        return any(pattern.search(path) is not None for pattern in self._patterns)


def _options() -> re2.Options:
    options = re2.Options()
    options.log_errors = False
    return options
