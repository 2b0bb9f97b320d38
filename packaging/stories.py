"""Stories: works the real window through twenty stories by keyboard and mouse, and keeps a picture of each state.

    python packaging/stories.py [--to FOLDER] [--story NAME ...] [--variant NAME ...] [--readme]

Each variant (light or dark, 1x or 1.5x, 900 or 1600 pixels wide) runs in a process of its own, on the display there is
or without one, each story on a copy of the welcome vault with a home of its own. With `--readme` the pictures that the
README shows are renewed in resources/screenshots.
"""

import argparse
import logging
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Variant:
    """How the window stands."""

    look: str
    scale: str
    size: tuple[int, int]
    """Pixels of the window as the program counts them."""


VARIANTS = {
    f"{look}-{scale}x-{width}": Variant(look, scale, (width, height))
    for look in ("light", "dark")
    for scale in ("1", "1.5")
    for width, height in ((900, 700), (1600, 1000))
}

IN_README = {
    "13-source": "main", "13-request-1": "approval", "02-found": "switcher", "11-chosen": "graph",
    "16-quick-ask": "quick-ask", "03-opened": "search",
}  # fmt: skip
"""The states whose pictures the README shows, and what they are called there."""

README_VARIANT = "light-1x-1600"


class Told(logging.Handler):
    """What went wrong unseen: no picture shows it, and yet the story has failed."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.errors: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep the message."""
        self.errors.append(record.getMessage())


def run_variant(name: str, stories: list[str], to: Path) -> int:
    """Play *stories* in this process; return how many failed."""
    sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]
    from story_book import STORIES
    from story_desk import StoryFailed, open_desk

    from vaultdesk.ui import bridge
    from vaultdesk.ui.app.application import make_application

    variant = VARIANTS[name]
    make_application()

    async def play(story: str) -> None:
        with tempfile.TemporaryDirectory(prefix="vaultdesk-story-") as home:
            os.environ["VAULTDESK_HOME"] = home
            async with open_desk(Path(home), to, name, variant.size, variant.look) as desk:
                await STORIES[story](desk)

    told = Told()
    logging.getLogger().addHandler(told)
    failed = 0
    for story in stories or STORIES:
        told.errors.clear()
        try:
            bridge.run(play(story))
            if told.errors:
                raise StoryFailed(f"the log tells of an error: {told.errors[0]}")
        except StoryFailed as problem:
            failed += 1
            print(f"{name}: {story}: {problem}", file=sys.stderr, flush=True)
        else:
            print(f"{name}: {story}", flush=True)
    return failed


def main() -> int:
    """Run the variants asked for, each in its own process."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--to", type=Path, default=Path(tempfile.gettempdir()) / "vaultdesk-stories")
    options.add_argument("--story", action="append", default=[])
    options.add_argument("--variant", choices=sorted(VARIANTS), action="append")
    options.add_argument("--readme", action="store_true", help="renew the pictures of the README")
    options.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    chosen = options.parse_args()
    chosen.to.mkdir(parents=True, exist_ok=True)
    if chosen.here:
        return run_variant(chosen.variant[0], chosen.story, chosen.to)
    if chosen.readme:
        for state in IN_README:  # Otherwise a state that no longer exists would be shown by an earlier picture of it.
            (chosen.to / f"{state}-{README_VARIANT}.png").unlink(missing_ok=True)
    failed = 0
    for name in chosen.variant or ([README_VARIANT] if chosen.readme else list(VARIANTS)):
        environment = {**os.environ, "QT_SCALE_FACTOR": VARIANTS[name].scale}
        if not environment.get("DISPLAY"):
            environment["QT_QPA_PLATFORM"] = "offscreen"
        command = [sys.executable, str(Path(__file__)), "--here", "--variant", name, "--to", str(chosen.to)]
        wanted = [word for story in chosen.story for word in ("--story", story)]
        code = subprocess.run([*command, *wanted], env=environment, cwd=ROOT, check=False).returncode
        if code < 0:
            print(f"{name}: the program was ended by signal {-code}", file=sys.stderr, flush=True)
        failed += abs(code)
    if chosen.readme and not failed:
        kept = ROOT / "resources" / "screenshots"
        kept.mkdir(parents=True, exist_ok=True)
        for state, shown in IN_README.items():
            shutil.copyfile(chosen.to / f"{state}-{README_VARIANT}.png", kept / f"{shown}.png")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
