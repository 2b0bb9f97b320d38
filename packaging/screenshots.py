"""Screenshots: drives the real window through a short story and keeps a picture of each state.

    python packaging/screenshots.py [--to FOLDER] [--scene NAME ...] [--readme]

Each scene runs in a process of its own, without a display, on a copy of the welcome vault and with a home of its own.
With `--readme` the pictures that the README shows are renewed in resources/screenshots.
"""

import argparse
import asyncio
import http.server
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SHOWN_IN_README = ("main-light",)
QUESTION = "What did we decide about the heating?"
PATIENCE = 15.0
"""Seconds a state may take to come; far over what any needs."""


@dataclass(frozen=True)
class Scene:
    """How the window stands for one run of the story."""

    theme: str
    size: tuple[int, int] = (1440, 900)
    scale: str = "1"
    story: str = "answer"


SCENES = {
    "light": Scene("light"),
    "dark": Scene("dark"),
    "narrow": Scene("light", (880, 700)),
    "scaled": Scene("dark", (1280, 800), "1.5"),
    "first": Scene("light", story="first"),
    "first-dark": Scene("dark", story="first"),
    "settings": Scene("light", story="settings"),
    "settings-dark": Scene("dark", story="settings"),
    "card": Scene("dark", story="card"),
    "models": Scene("light", (1280, 800), story="models"),
    "models-dark": Scene("dark", (1280, 800), story="models"),
    "models-narrow": Scene("light", (880, 700), story="models"),
    "models-scaled": Scene("dark", (1280, 800), "1.5", story="models"),
}
"""Each scene leaves pictures called `STATE-SCENE.png`."""


async def until(condition: Callable[[], object]) -> None:
    """Turn the loop until *condition* holds."""
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.01)


def picture(widget: object, to: Path, name: str) -> None:
    """Keep what *widget* shows as NAME.png."""
    from PySide6.QtWidgets import QWidget

    assert isinstance(widget, QWidget)
    file = to / f"{name}.png"
    if not widget.grab().save(str(file)):
        raise SystemExit(f"{file} could not be written")
    print(file)


def run_scene(name: str, to: Path) -> None:
    """Run one scene in this process."""
    from vaultdesk.paths import places
    from vaultdesk.ui import bridge
    from vaultdesk.ui.application import make_application, make_desktop
    from vaultdesk.ui.instance import Instance

    scene = SCENES[name]
    vault = Path(os.environ["VAULTDESK_HOME"]) / "data" / "Lindenweg"
    shutil.copytree(ROOT / "resources" / "welcome-vault", vault)
    choose_look(places().settings_file, scene.theme, "card" if scene.story == "card" else "dialog")
    application = make_application()
    desktop = make_desktop(application, places(), Instance(f"vaultdesk-screenshots-{os.getpid()}"))
    desktop.window.resize(*scene.size)

    async def play() -> None:
        story: dict[str, Callable[[], Awaitable[None]]] = {
            "first": lambda: first_start(desktop, to, name),
            "settings": lambda: settings(desktop, to, name),
            "answer": lambda: answer(desktop, to, name, card=False),
            "card": lambda: answer(desktop, to, name, card=True),
            "models": lambda: models(desktop, vault, to, name),
        }
        running = asyncio.ensure_future(desktop.run(None if scene.story in ("first", "models") else vault))
        await until(desktop.window.isVisible)
        await story[scene.story]()
        desktop.window.close()
        await running

    bridge.run(play())


def choose_look(file: Path, theme: str, approval: str) -> None:
    """Write the settings the window starts with."""
    from vaultdesk.settings import Settings, SettingsStore
    from vaultdesk.settings_groups import Appearance

    def changed(settings: Settings) -> Settings:
        appearance = Appearance.model_validate({"theme": theme, "approval": approval})
        return settings.model_copy(update={"appearance": appearance})

    SettingsStore(file).change(changed)


async def first_start(desktop: object, to: Path, name: str) -> None:
    """The page that asks where the notes are."""
    from vaultdesk.ui.desktop import Desktop
    from vaultdesk.ui.first_start import FirstStart

    assert isinstance(desktop, Desktop)
    window = desktop.window
    await until(lambda: any(page.isVisible() for page in window.findChildren(FirstStart)))
    await asyncio.sleep(0.3)
    picture(window, to, f"first-start-{name}")


async def settings(desktop: object, to: Path, name: str) -> None:
    """Every page of the settings."""
    from vaultdesk.ui.desktop import Desktop
    from vaultdesk.ui.settings.page import SettingsPage

    assert isinstance(desktop, Desktop)
    window = desktop.window
    await until(lambda: desktop.views is not None)
    window.commands["settings"].trigger()
    await until(lambda: any(page.isVisible() for page in window.findChildren(SettingsPage)))
    page = window.findChildren(SettingsPage)[0]
    for title in page.titles():
        page.show_sheet(title)
        await asyncio.sleep(0.3)
        picture(window, to, f"settings-{title.lower().replace(' ', '-')}-{name}")


async def answer(desktop: object, to: Path, name: str, *, card: bool) -> None:
    """A note, a question, both approvals, the answer."""
    from PySide6.QtWidgets import QDialog

    from vaultdesk.ui.approval import RequestView
    from vaultdesk.ui.desktop import Desktop

    assert isinstance(desktop, Desktop)
    window = desktop.window
    await until(lambda: desktop.views is not None)
    views = desktop.views
    assert views is not None
    workspace = views.workspace
    workspace.set_tool_calling(True)
    await workspace.indexer.settled()
    await asyncio.sleep(0.5)
    picture(window, to, f"empty-{name}")
    views.open_note("Projects/House/Boiler.md")
    await asyncio.sleep(1.0)
    picture(window, to, f"note-{name}")
    running = [True]
    views.chat.running_changed.connect(lambda now: running.__setitem__(0, now))
    views.chat.ask(QUESTION)
    answered = 0
    while True:
        await until(lambda: not running[0] or open_request(window) is not None)
        request = open_request(window)
        if request is None:
            break
        assert isinstance(request, RequestView)
        await until(lambda request=request: request.foot.arming.armed)
        await asyncio.sleep(0.3)
        host = request.window()
        state = "search" if not request.request.files else "read"
        if answered == 0 and window.panes.narrow:
            window.panes.show_pane("chat")
        picture(window if card else host, to, f"approval-{state}-{name}")
        request.foot.approve_button.click()
        answered += 1
        await until(lambda request=request: open_request(window) is not request)
        if isinstance(host, QDialog) and host is not window:
            await asyncio.sleep(0)
    await asyncio.sleep(0.5)
    if window.panes.narrow:
        for pane in ("chat", "note", "files"):
            window.panes.show_pane(pane)
            await asyncio.sleep(0.3)
            picture(window, to, f"{pane}-{name}")
    else:
        picture(window, to, f"main-{name}")


OLLAMA_MODELS = {"qwen3:8b": ["completion", "tools", "thinking"], "gemma3:4b": ["completion", "vision"], "tiny": []}
"""What the Ollama of the story has, and what it says of each."""


class Ollama(http.server.BaseHTTPRequestHandler):
    """As much of an Ollama as is asked before a question: which models there are and what they can do."""

    def do_GET(self) -> None:
        """Tell the version and the models."""
        listed = [{"name": name, "model": name} for name in OLLAMA_MODELS]
        self._answer({"version": "0.9.6"} if self.path == "/api/version" else {"models": listed})

    def do_POST(self) -> None:
        """Tell of one model."""
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        capabilities = OLLAMA_MODELS[asked["model"]]
        self._answer({"capabilities": capabilities, "model_info": {"x.context_length": 32_768}, "details": {}})

    def log_message(self, format: str, *args: object) -> None:
        """Keep quiet."""

    def _answer(self, value: object) -> None:
        body = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


async def models(desktop: object, vault: Path, to: Path, name: str) -> None:
    """A found Ollama: offered, taken up, chosen from, set up."""
    from PySide6.QtGui import QPainter

    from vaultdesk.ui.desktop import Desktop
    from vaultdesk.ui.first_start import FirstStart
    from vaultdesk.ui.settings.page import SettingsPage

    assert isinstance(desktop, Desktop)
    window = desktop.window
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Ollama)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    os.environ["OLLAMA_HOST"] = f"http://127.0.0.1:{server.server_address[1]}"
    await until(lambda: any(page.server_cards() for page in window.findChildren(FirstStart)))
    await asyncio.sleep(0.3)
    picture(window, to, f"found-{name}")
    card = window.findChildren(FirstStart)[0].server_cards()[0]
    card.use.click()
    await until(lambda: card.use.isHidden())
    desktop.open_vault(vault)
    await until(lambda: desktop.views is not None)
    views = desktop.views
    assert views is not None
    await asyncio.sleep(0.5)
    window.panes.show_pane("chat")
    views.chat.composer.model.chosen.emit("ollama/gemma3:4b")
    await asyncio.sleep(0.3)
    popup = views.chat.composer.model.open()
    await asyncio.sleep(0.5)
    shown = window.grab()
    painter = QPainter(shown)
    painter.drawPixmap(window.mapFromGlobal(popup.pos()), popup.grab())
    painter.end()
    file = to / f"picker-{name}.png"
    if not shown.save(str(file)):
        raise SystemExit(f"{file} could not be written")
    print(file)
    popup.close()
    window.commands["settings"].trigger()
    await until(lambda: any(page.isVisible() for page in window.findChildren(SettingsPage)))
    page = window.findChildren(SettingsPage)[0]
    page.show_sheet("Providers")
    await asyncio.sleep(0.5)
    picture(window, to, f"providers-{name}")
    page.providers.add("openai-compatible")
    await asyncio.sleep(0.3)
    page.providers.remove("ollama")
    await asyncio.sleep(0.3)
    picture(window, to, f"removed-{name}")
    server.shutdown()


def open_request(window: object) -> object | None:
    """Return the request that is shown at the moment."""
    from PySide6.QtWidgets import QWidget

    from vaultdesk.ui.approval import RequestView

    assert isinstance(window, QWidget)
    return next((view for view in window.findChildren(RequestView) if view.isVisible()), None)


def main() -> int:
    """Run the scenes asked for, each in its own process."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--to", type=Path, default=Path(tempfile.gettempdir()) / "vaultdesk-screenshots")
    options.add_argument("--scene", choices=sorted(SCENES), action="append")
    options.add_argument("--readme", action="store_true", help="renew the pictures of the README")
    options.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    chosen = options.parse_args()
    chosen.to.mkdir(parents=True, exist_ok=True)
    if chosen.here:
        run_scene(chosen.scene[0], chosen.to)
        return 0
    scenes = chosen.scene or (["light"] if chosen.readme else list(SCENES))
    failed = 0
    for name in scenes:
        with tempfile.TemporaryDirectory(prefix="vaultdesk-home-") as home:
            environment = {
                **os.environ,
                "VAULTDESK_HOME": home,
                "QT_QPA_PLATFORM": "offscreen",
                "QT_SCALE_FACTOR": SCENES[name].scale,
            }
            command = [sys.executable, str(Path(__file__)), "--here", "--scene", name, "--to", str(chosen.to)]
            failed += bool(subprocess.run(command, env=environment, cwd=ROOT, check=False).returncode)
    if chosen.readme and not failed:
        kept = ROOT / "resources" / "screenshots"
        kept.mkdir(parents=True, exist_ok=True)
        for name in SHOWN_IN_README:
            shutil.copyfile(chosen.to / f"{name}.png", kept / f"{name}.png")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
