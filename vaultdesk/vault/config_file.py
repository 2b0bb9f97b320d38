"""ConfigFile: one JSON file of Obsidian's settings: typed answers, and what could not be read. Writes nothing."""

import json
from pathlib import Path
from typing import Self, cast, get_args

from vaultdesk.vault.frontmatter import JsonValue

MAX_CONFIG_BYTES = 1_000_000
"""Bytes of a settings file that are read; real ones have a few hundred."""


class ConfigFile:
    """The values of one file: typed answers with a default, and the problems met."""

    def __init__(self, values: dict[str, JsonValue], problems: list[str]) -> None:
        self._values = values
        self.problems = problems

    @classmethod
    def read(cls, file: Path, problems: list[str]) -> Self:
        """Return what *file* says; nothing where it is missing, nothing and a problem where it cannot be read."""
        try:
            return cls(read_object(file), problems)
        except FileNotFoundError:
            return cls({}, problems)
        except (OSError, ValueError, RecursionError):
            problems.append(f"Obsidian's settings in {file.parent.name}/{file.name} cannot be read.")
            return cls({}, problems)

    @classmethod
    def read_list(cls, file: Path, problems: list[str]) -> tuple[str, ...]:
        """Return the texts of a *file* that is one list; none where it is missing or cannot be read."""
        try:
            found = _read(file)
        except FileNotFoundError:
            return ()
        except (OSError, ValueError, RecursionError):
            problems.append(f"Obsidian's settings in {file.parent.name}/{file.name} cannot be read.")
            return ()
        return tuple(item for item in found if isinstance(item, str)) if isinstance(found, list) else ()

    def part(self, key: str) -> Self:
        """Return the object at *key*; an empty one where there is none."""
        found = self._values.get(key)
        return type(self)(found if isinstance(found, dict) else {}, self.problems)

    def parts(self, key: str) -> list[Self]:
        """Return the objects in the list at *key*."""
        found = self._values.get(key)
        items = found if isinstance(found, list) else []
        return [type(self)(item, self.problems) for item in items if isinstance(item, dict)]

    def text(self, key: str, default: str) -> str:
        """Return a text."""
        return cast("str", self._typed(key, str, default))

    def truth(self, key: str) -> bool:
        """Return a switch; off by default."""
        return cast("bool", self._typed(key, bool, False))

    def choice(self, key: str, kind: object, default: str) -> str:
        """Return one of the words of the Literal *kind*."""
        word = self.text(key, default)
        if word in get_args(kind):
            return word
        self.problems.append(f"Obsidian's setting {key} has an unknown value; its default is used.")
        return default

    def texts(self, key: str) -> tuple[str, ...]:
        """Return a list of texts."""
        found = self._typed(key, list, [])
        items = found if isinstance(found, list) else []
        return tuple(item for item in items if isinstance(item, str) and item)

    def _typed(self, key: str, kind: type, default: JsonValue) -> JsonValue:
        value = self._values.get(key)
        if value is None:
            return default
        if isinstance(value, kind):
            return value
        self.problems.append(f"Obsidian's setting {key} cannot be read; its default is used.")
        return default


def read_object(file: Path) -> dict[str, JsonValue]:
    """Return the JSON object in *file*. Raises OSError, ValueError, RecursionError."""
    value = _read(file)
    if not isinstance(value, dict):
        raise ValueError(f"{file.name} holds no object")
    return value


def _read(file: Path) -> JsonValue:
    if not file.exists():
        raise FileNotFoundError(file)
    if not file.is_file() or file.stat().st_size > MAX_CONFIG_BYTES:
        raise ValueError(f"{file.name} is no settings file")
    with file.open("rb") as opened:
        return cast("JsonValue", json.loads(opened.read(MAX_CONFIG_BYTES)))
