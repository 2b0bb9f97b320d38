"""A vault that may only be read is indexed, searched, followed and indexed again, and nothing is tried on it."""

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.index.scene import hashes
from tests.journeys.program import Program, program, without_privilege

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="rights as POSIX has them")


@pytest.fixture
def ready(tmp_path: Path) -> Iterator[Program]:
    with program(tmp_path) as one:
        one.before = without_privilege  # Root may write where nobody may.
        for place in (one.vault, *one.vault.rglob("*")):
            place.chmod(0o555 if place.is_dir() else 0o444)
        yield one
        for place in (one.vault, *one.vault.rglob("*")):
            place.chmod(0o755 if place.is_dir() else 0o644)


def _times(root: Path) -> dict[str, int]:
    return {str(place): place.stat().st_mtime_ns for place in (root, *root.rglob("*"))}


def test_a_vault_that_may_only_be_read_is_searched(ready: Program) -> None:
    before = (hashes(ready.vault), _times(ready.vault))
    built = ready("index", "--vault", ready.vault, "--json")
    assert (built.code, json.loads(built.out)["notes"]) == (0, 3), built.err
    found = ready("search", "heat pump", "--vault", ready.vault, "--json")
    assert found.code == 0, found.err
    assert "Boiler.md" in found.out
    again = ready("index", "--rebuild", "--vault", ready.vault, "--json")
    assert (again.code, json.loads(again.out)["notes"]) == (0, 3), again.err
    ready.data("index.sqlite")[0].write_bytes(b"damaged")
    mended = ready("search", "heat pump", "--vault", ready.vault, "--json")
    assert mended.code == 0, mended.err
    assert "Boiler.md" in mended.out
    assert (hashes(ready.vault), _times(ready.vault)) == before


@pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="shows that the rights bind, where root could")
def test_the_rights_bind(ready: Program) -> None:
    called = ready(
        "call", "write_note", '{"path": "New.md", "content": "x"}', "--vault", ready.vault, "--approve", "all"
    )
    assert called.code != 0 or '"success": false' in called.out
    assert not (ready.vault / "New.md").exists()
