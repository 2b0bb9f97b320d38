"""Runs every benchmark, or those named, each in its own process: `python -m tests.benchmarks [NAME ...]`."""

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent


def main(requested: list[str]) -> int:
    """Run the *requested* benchmarks, all by default; return the exit code."""
    names = sorted(file.stem.removeprefix("bench_") for file in HERE.glob("bench_*.py"))
    unknown = set(requested) - set(names)
    if unknown:
        print(f"There is no benchmark {', '.join(sorted(unknown))}. There are: {', '.join(names)}.", file=sys.stderr)
        return 2
    failed = 0
    for name in requested or names:
        print(f"== {name}", flush=True)
        failed += bool(subprocess.run([sys.executable, "-m", f"tests.benchmarks.bench_{name}"], check=False).returncode)
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
