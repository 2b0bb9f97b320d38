"""A read-only vault is indexed, searched and indexed again, and no file in it is changed."""

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.index.scene import hashes
from tests.journeys.program import Program, program, without_privilege

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX permissions")


@pytest.fixture
def ready(tmp_path: Path) -> Iterator[Program]:
    with program(tmp_path) as instance:
        instance.before = without_privilege  # Root could write in spite of the permissions.
        for path in (instance.vault, *instance.vault.rglob("*")):
            path.chmod(0o555 if path.is_dir() else 0o444)
        yield instance
        for path in (instance.vault, *instance.vault.rglob("*")):
            path.chmod(0o755 if path.is_dir() else 0o644)


def _times(root: Path) -> dict[str, int]:
    return {str(path): path.stat().st_mtime_ns for path in (root, *root.rglob("*"))}


def test_a_read_only_vault_is_indexed_and_searched(ready: Program) -> None:
    before = (hashes(ready.vault), _times(ready.vault))
    built = ready("index", "--vault", ready.vault, "--json")
    assert (built.code, json.loads(built.out)["notes"]) == (0, 3), built.err
    found = ready("search", "heat pump", "--vault", ready.vault, "--json")
    assert found.code == 0, found.err
    assert "Boiler.md" in found.out
    again = ready("index", "--rebuild", "--vault", ready.vault, "--json")
    assert (again.code, json.loads(again.out)["notes"]) == (0, 3), again.err
    ready.data("index.sqlite")[0].write_bytes(b"damaged")
    repaired = ready("search", "heat pump", "--vault", ready.vault, "--json")
    assert repaired.code == 0, repaired.err
    assert "Boiler.md" in repaired.out
    assert (hashes(ready.vault), _times(ready.vault)) == before


@pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="checks that root is restricted too")
def test_write_permissions_are_enforced(ready: Program) -> None:
    called = ready(
        "call", "write_note", '{"path": "New.md", "content": "x"}', "--vault", ready.vault, "--approve", "all"
    )
    assert called.code != 0 or '"success": false' in called.out
    assert not (ready.vault / "New.md").exists()
