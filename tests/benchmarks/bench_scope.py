"""Bench of folder scopes: 57 cases and pairs of folders with a common prefix, in comparison with the usual checks.

python -m tests.benchmarks.bench_scope [--examples 10000]
"""

import argparse
import sys
import unicodedata
from collections.abc import Callable, Sequence

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.scopes import INSIDE, OUTSIDE, reaches, starts_with, starts_with_slash

Check = Callable[[tuple[str, ...], str], bool]

CHECKS: tuple[tuple[str, Check], ...] = (
    ("ours", reaches),
    ("startsWith", starts_with),
    ("startsWith with a slash", starts_with_slash),
)

NAME = st.text(st.characters(whitelist_categories=["L", "M", "Nd", "Zs", "Pd", "So"]), min_size=1, max_size=6).filter(
    lambda name: bool(name.strip(" .")) and name.isprintable()
)
"""Names of folders: any letters with combining marks, digits, spaces, dashes, symbols."""


def main(arguments: Sequence[str]) -> int:
    """Print the leaks; return 1 if VaultDesk's check leaks, or refuses a path inside the scope."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--examples", type=int, default=10_000)
    examples = parser.parse_args(arguments).examples
    leaked = {name: sum(check(folders, path) for _, folders, path in OUTSIDE) for name, check in CHECKS}
    accepted = sum(reaches(folders, path) for folders, path in INSIDE)
    pairs = leaks_of_pairs(examples)
    for name, _ in CHECKS:
        sys.stdout.write(
            f"{name:26} {leaked[name]:3} of {len(OUTSIDE)} cases, {pairs[name]:6} of {pairs['tried']} pairs\n"
        )
    sys.stdout.write(f"inside paths accepted by ours: {accepted} of {len(INSIDE)}\n")
    return 0 if not leaked["ours"] and not pairs["ours"] and accepted == len(INSIDE) else 1


def leaks_of_pairs(examples: int) -> dict[str, int]:
    """Return for how many pairs of folders with a common prefix each check accepts the other folder."""
    found = {"tried": 0, **{name: 0 for name, _ in CHECKS}}

    @settings(max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(st.lists(NAME, min_size=1, max_size=4), NAME, NAME, st.booleans())
    def pair(parts: list[str], tail: str, note: str, uses_parent: bool) -> None:
        folder = "/".join(parts)
        other = f"{folder}/../{note}" if uses_parent else f"{folder}{tail}"
        if unicodedata.normalize("NFC", other) == unicodedata.normalize("NFC", folder):
            return
        found["tried"] += 1
        for name, check in CHECKS:
            found[name] += check((folder,), f"{other}/{note}.md")

    pair()
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
