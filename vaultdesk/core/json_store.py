"""Small JSON file of named values that can be determined again, shared between processes.

Two programs may share the file: each change reads it again and adds one name. A file that cannot be read counts as
empty; if it cannot be written, the value stays in memory; both are logged.
"""

import json
import logging
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from vaultdesk.core.platform.atomic_file import replace_file_bytes

if TYPE_CHECKING:
    from pydantic import JsonValue  # a type only: a search at a terminal runs without pydantic

MAX_STORE_BYTES = 20_000_000
"""Maximum number of bytes read: far more than the lists of every provider together."""

log = logging.getLogger(__name__)


class JsonStore:
    """Values by name. Thread-safe; `load` and `put` block for the time of a disk access."""

    def __init__(self, file: Path | None = None) -> None:
        """Without *file* the values are in memory only."""
        self._file = file
        self._lock = threading.Lock()
        self._facts: dict[str, JsonValue] | None = None

    def load(self) -> None:
        """Read the file in advance, so that `get` need not."""
        with self._lock:
            self._facts = self._read()

    def get(self, name: str) -> "JsonValue":
        """Return the value of *name*, or None."""
        with self._lock:
            if self._facts is None:
                self._facts = self._read()
            return self._facts.get(name)

    def put(self, name: str, fact: "JsonValue") -> None:
        """Store *fact* as *name*; None deletes it."""
        with self._lock:
            facts = self._read() if self._file else dict(self._facts or {})
            # Values that could not be written earlier are written too.
            facts = {**(self._facts or {}), **facts, name: fact}
            self._facts = {key: value for key, value in facts.items() if value is not None}
            self._write(self._facts)

    def _read(self) -> "dict[str, JsonValue]":
        if self._file is None:
            return dict(self._facts or {})
        try:
            with self._file.open("rb") as file:
                data = file.read(MAX_STORE_BYTES + 1)
            value = json.loads(data) if len(data) <= MAX_STORE_BYTES else None
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, RecursionError) as problem:
            log.info("%s cannot be read, and is begun anew: %s", self._file, type(problem).__name__)
            return {}
        return value if isinstance(value, dict) else {}

    def _write(self, facts: "Mapping[str, JsonValue]") -> None:
        if self._file is None:
            return
        try:
            replace_file_bytes(self._file, json.dumps(facts, indent=1).encode())
        except OSError as problem:
            log.info("%s cannot be written: %s", self._file, problem.strerror or problem)
