"""Stories: runs twenty scenarios in the real window with simulated keys and mouse, and saves pictures of its states.

    python packaging/stories.py [--to FOLDER] [--story NAME ...] [--variant NAME ...] [--readme]

Each variant (light or dark, 1x or 1.5x, 900 or 1600 pixels wide) runs in a separate process, on the display or
offscreen if there is none. Each story uses a copy of the welcome vault and a separate home folder. `--readme` updates
the pictures of the README in resources/screenshots.
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
    """The look, scale and size of the window."""

    look: str
    scale: str
    size: tuple[int, int]
    """Width and height in device-independent pixels."""


VARIANTS = {
    f"{look}-{scale}x-{width}": Variant(look, scale, (width, height))
    for look in ("light", "dark")
    for scale in ("1", "1.5")
    for width, height in ((900, 700), (1600, 1000))
}

README_PICTURES = {
    "13-source": "main", "13-request-1": "approval", "02-found": "switcher", "11-chosen": "graph",
    "16-quick-ask": "quick-ask", "03-opened": "search",
}  # fmt: skip
"""The states whose pictures the README shows, with the names of the pictures."""

README_VARIANT = "light-1x-1600"


class ErrorCollector(logging.Handler):
    """Collects logged errors: a story with one has failed, even if no picture shows it."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.errors: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Store the message of *record*."""
        self.errors.append(record.getMessage())


def run_variant(name: str, stories: list[str], to: Path) -> int:
    """Run *stories* in this process, all if empty, and return how many failed."""
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

    collector = ErrorCollector()
    logging.getLogger().addHandler(collector)
    failed = 0
    for story in stories or STORIES:
        collector.errors.clear()
        try:
            bridge.run(play(story))
            if collector.errors:
                raise StoryFailed(f"an error was logged: {collector.errors[0]}")
        except StoryFailed as problem:
            failed += 1
            print(f"{name}: {story}: {problem}", file=sys.stderr, flush=True)
        else:
            print(f"{name}: {story}", flush=True)
    return failed


def main() -> int:
    """Run the variants that the command line selects, each in a separate process."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--to", type=Path, default=Path(tempfile.gettempdir()) / "vaultdesk-stories")
    parser.add_argument("--story", action="append", default=[])
    parser.add_argument("--variant", choices=sorted(VARIANTS), action="append")
    parser.add_argument("--readme", action="store_true", help="renew the pictures of the README")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    arguments.to.mkdir(parents=True, exist_ok=True)
    if arguments.here:
        return run_variant(arguments.variant[0], arguments.story, arguments.to)
    if arguments.readme:
        for state in README_PICTURES:  # An old picture must not be used for a state that does not exist.
            (arguments.to / f"{state}-{README_VARIANT}.png").unlink(missing_ok=True)
    failed = 0
    for name in arguments.variant or ([README_VARIANT] if arguments.readme else list(VARIANTS)):
        environment = {**os.environ, "QT_SCALE_FACTOR": VARIANTS[name].scale}
        if not environment.get("DISPLAY"):
            environment["QT_QPA_PLATFORM"] = "offscreen"
        command = [sys.executable, str(Path(__file__)), "--here", "--variant", name, "--to", str(arguments.to)]
        story_options = [word for story in arguments.story for word in ("--story", story)]
        code = subprocess.run([*command, *story_options], env=environment, cwd=ROOT, check=False).returncode
        if code < 0:
            print(f"{name}: the program was ended by signal {-code}", file=sys.stderr, flush=True)
        failed += abs(code)
    if arguments.readme and not failed:
        screenshots = ROOT / "resources" / "screenshots"
        screenshots.mkdir(parents=True, exist_ok=True)
        for state, picture_name in README_PICTURES.items():
            shutil.copyfile(arguments.to / f"{state}-{README_VARIANT}.png", screenshots / f"{picture_name}.png")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
