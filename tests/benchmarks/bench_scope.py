"""Whether a folder scope leaks: 57 cases and pairs of folders with a common beginning, beside the usual checks.

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
"""What folders are called: any letters with their marks, digits, blanks, dashes, pictures."""


def main(arguments: Sequence[str]) -> int:
    """Print the leaks; 1 where anything got out of ours, or an honest path did not get in."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--examples", type=int, default=10_000)
    examples = parser.parse_args(arguments).examples
    leaked = {name: sum(check(folders, path) for _, folders, path in OUTSIDE) for name, check in CHECKS}
    honest = sum(reaches(folders, path) for folders, path in INSIDE)
    pairs = leaks_of_pairs(examples)
    for name, _ in CHECKS:
        sys.stdout.write(
            f"{name:26} {leaked[name]:3} of {len(OUTSIDE)} cases, {pairs[name]:6} of {pairs['tried']} pairs\n"
        )
    sys.stdout.write(f"honest paths let in by ours: {honest} of {len(INSIDE)}\n")
    return 0 if not leaked["ours"] and not pairs["ours"] and honest == len(INSIDE) else 1


def leaks_of_pairs(examples: int) -> dict[str, int]:
    """Return for how many pairs of folders with a common beginning each check opens the other one."""
    found = {"tried": 0, **{name: 0 for name, _ in CHECKS}}

    @settings(max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(st.lists(NAME, min_size=1, max_size=4), NAME, NAME, st.booleans())
    def pair(parts: list[str], tail: str, note: str, climbs: bool) -> None:
        folder = "/".join(parts)
        other = f"{folder}/../{note}" if climbs else f"{folder}{tail}"
        if unicodedata.normalize("NFC", other) == unicodedata.normalize("NFC", folder):
            return
        found["tried"] += 1
        for name, check in CHECKS:
            found[name] += check((folder,), f"{other}/{note}.md")

    pair()
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
