"""The program satisfies the contracts of .importlinter, and each contract detects its violation."""

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.architecture.source import ROOT
from tests.support.campaigns import CAMPAIGNS

CONTRACT_FILE = ROOT / ".importlinter"
LIMIT = 60
"""Seconds for one run of the linter; it takes less than one."""


def run_linter(folder: Path) -> subprocess.CompletedProcess[str]:
    command = shutil.which("lint-imports", path=sysconfig.get_path("scripts")) or "lint-imports"
    return subprocess.run(
        [command, "--no-cache", "--config", str(CONTRACT_FILE)],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "PYTHONUTF8": "1", "COLUMNS": "200"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=LIMIT,
        check=False,
    )


@pytest.fixture(scope="module")
def empty_modules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write all packages with empty modules, except for the library imports that the contracts concern."""
    folder = tmp_path_factory.mktemp("empty_modules")
    for file in (ROOT / "vaultdesk").rglob("*.py"):
        empty = folder / file.relative_to(ROOT)
        empty.parent.mkdir(parents=True, exist_ok=True)
        empty.write_text("")
    (folder / "vaultdesk/ui/bridge.py").write_text("import PySide6.QtCore, shiboken6, qasync\n")
    (folder / "vaultdesk/providers/openai/openai_provider.py").write_text("def f(): import openai, anthropic, httpx2\n")
    (folder / "vaultdesk/providers/gguf/model_server.py").write_text("def f(): import xllamacpp\n")
    (folder / "vaultdesk/web/web_client.py").write_text(
        "def f(): import httpx2, selectolax, requests, youtube_transcript_api\n"
    )
    (folder / "vaultdesk/web/page_process.py").write_text("def f(): import pypdfium2\n")
    (folder / "vaultdesk/ui/editor/html_markdown.py").write_text("import bs4, markdownify\n")
    (folder / "vaultdesk/endpoint/server.py").write_text("import starlette.applications, uvicorn\n")
    (folder / "vaultdesk/vault/disk/watcher.py").write_text("from watchdog.observers import Observer\n")
    (folder / "vaultdesk/privacy/ledger.py").write_text("import sqlite3\n")
    (folder / "vaultdesk/index/embeddings/embedder.py").write_text("def f(): import numpy, onnxruntime, tokenizers\n")
    return folder


def test_program_satisfies_every_contract() -> None:
    result = run_linter(ROOT)

    assert result.returncode == 0, result.stdout + result.stderr


def test_empty_modules_satisfy_every_contract(empty_modules: Path) -> None:
    result = run_linter(empty_modules)

    assert result.returncode == 0, result.stdout + result.stderr


LAYERS = "Layers: imports go downwards, never across a bar"
CYCLES = "No cycles between the modules of a package"
QT_IMPORTS = "Qt and qasync are imported in ui only"
SDKS = "Vendor SDKs and the engine of model files are imported in providers only"
NETWORK = "httpx2 is imported in providers and web, and where certificates are loaded"
PAGES = "Page parsers and caption libraries are imported in web only"
CLIPBOARD = "The converter of HTML is imported where the clipboard is read"
SERVER = "The web server is imported in endpoint only"
WATCHDOG = "watchdog is imported in the watcher only"
SQLITE = "sqlite3 is imported where a database file is owned"
PDF = "PDFium is imported where child processes read and draw PDFs"
VECTORS = "Vector libraries are imported in embeddings and the graph layout only"

VIOLATIONS = {
    "upwards": (LAYERS, "vaultdesk/vault/markdown/note.py", "import vaultdesk.index.store.index_file"),
    "upwards, hidden in a function": (
        LAYERS,
        "vaultdesk/tools/tool.py",
        "def f():\n    from vaultdesk.agent import run",
    ),
    "upwards, for a type only": (
        LAYERS,
        "vaultdesk/vault/note_text.py",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import vaultdesk.index",
    ),
    "across a bar": (LAYERS, "vaultdesk/tools/runtime/executor.py", "import vaultdesk.providers.provider"),
    "the agent from the diagnosis": (LAYERS, "vaultdesk/diagnosis/check.py", "import vaultdesk.agent.run"),
    "across a bar between entry packages": (LAYERS, "vaultdesk/ui/bridge.py", "import vaultdesk.cli.main"),
    "a package that no layer names": (LAYERS, "vaultdesk/attic.py", ""),
    "a cycle inside a package": (CYCLES, "vaultdesk/vault/markdown/note.py", "import vaultdesk.vault.vault"),
    "Qt outside ui": (QT_IMPORTS, "vaultdesk/agent/run.py", "from PySide6.QtCore import QObject"),
    "qasync outside ui": (QT_IMPORTS, "vaultdesk/cli/main.py", "def f():\n    import qasync"),
    "an SDK outside the providers": (SDKS, "vaultdesk/privacy/egress_gate.py", "import anthropic"),
    "the engine of model files elsewhere": (SDKS, "vaultdesk/diagnosis/provider_checks.py", "import xllamacpp"),
    "the network library elsewhere": (NETWORK, "vaultdesk/tools/builtin/search_tools.py", "import httpx2"),
    "the page parser outside the web": (
        PAGES,
        "vaultdesk/tools/builtin/search_tools.py",
        "def f():\n    import selectolax",
    ),
    "the other network library outside the web": (PAGES, "vaultdesk/ui/bridge.py", "import requests"),
    "the captions' library outside the web": (PAGES, "vaultdesk/agent/run.py", "import youtube_transcript_api"),
    "the converter of HTML elsewhere": (CLIPBOARD, "vaultdesk/web/page_text.py", "import bs4"),
    "PDFium outside its processes": (PDF, "vaultdesk/agent/context/attached_file.py", "import pypdfium2"),
    "the web package importing the index": (
        LAYERS,
        "vaultdesk/web/ssrf_guard.py",
        "import vaultdesk.index.store.index_file",
    ),
    "the web framework outside the endpoint": (SERVER, "vaultdesk/agent/run.py", "from starlette.routing import Route"),
    "the web server outside the endpoint": (SERVER, "vaultdesk/cli/serve.py", "def f():\n    import uvicorn"),
    "the endpoint from the command line": (LAYERS, "vaultdesk/cli/serve.py", "def f():\n    import vaultdesk.endpoint"),
    "watchdog outside the watcher": (WATCHDOG, "vaultdesk/vault/vault.py", "import watchdog.events"),
    "SQLite elsewhere": (SQLITE, "vaultdesk/chat/conversation.py", "import sqlite3"),
    "numpy outside embeddings": (
        VECTORS,
        "vaultdesk/index/text_cache/text_cache.py",
        "def f():\n    import numpy",
    ),
    "onnxruntime outside embeddings": (VECTORS, "vaultdesk/workspace/embedders.py", "import onnxruntime"),
    "tokenizers outside embeddings": (VECTORS, "vaultdesk/agent/token_usage.py", "import tokenizers"),
}


def linter_runs() -> Iterator[tuple[str, ...]]:
    """Yield the violations to write before each run of the linter: one in a campaign run, else one of each contract."""
    if CAMPAIGNS:
        yield from ((violation,) for violation in VIOLATIONS)
        return
    remaining = dict(VIOLATIONS)
    while remaining:
        run = {contract: violation for violation, (contract, _, _) in reversed(remaining.items())}
        yield tuple(run.values())
        remaining = {violation: of for violation, of in remaining.items() if violation not in run.values()}


@pytest.mark.parametrize("violations", list(linter_runs()), ids=" + ".join)
def test_each_contract_detects_its_violation(
    violations: tuple[str, ...], empty_modules: Path, request: pytest.FixtureRequest
) -> None:
    for violation in violations:
        _, file, text = VIOLATIONS[violation]
        append(empty_modules / file, text, request)
        if violation == "a cycle inside a package":
            append(empty_modules / "vaultdesk/vault/vault.py", "import vaultdesk.vault.markdown.note", request)

    result = run_linter(empty_modules)

    assert result.returncode == 1, result.stdout + result.stderr
    broken = {line.removesuffix(" BROKEN") for line in result.stdout.splitlines() if line.endswith(" BROKEN")}
    assert broken == {VIOLATIONS[violation][0] for violation in violations}


def append(file: Path, text: str, request: pytest.FixtureRequest) -> None:
    """Append *text* to *file*, a new one if there is none, until the test ends."""
    before = file.read_text() if file.exists() else None
    request.addfinalizer(restore_file(file, before))
    file.write_text(f"{before or ''}\n{text}\n")


def restore_file(file: Path, text: str | None) -> Callable[[], object]:
    return file.unlink if text is None else lambda: file.write_text(text)


HEAVY = (
    "PySide6", "shiboken6", "qasync", "openai", "anthropic", "httpx2", "numpy", "onnxruntime", "tokenizers",
    "watchdog", "starlette", "uvicorn", "selectolax", "requests", "youtube_transcript_api", "xllamacpp", "pydantic",
    "bs4",
)  # fmt: skip

LIGHT = {
    "--version": ["--version"],
    "--help": ["--help"],
    "search --help": ["search", "--help"],
    "serve responses --help": ["serve", "responses", "--help"],
    "tools": ["tools", "--json"],
    "config": ["config", "path"],
}


def run_command(arguments: list[str], home: Path) -> tuple[int, set[str], str]:
    """Run a command in a new Python process; return exit code, loaded heavy modules and output."""
    code = (
        "import sys\n"
        "from vaultdesk.__main__ import main\n"
        "try:\n    code = main(sys.argv[1:])\n"
        "except SystemExit as ended:\n    code = ended.code or 0\n"
        f"print('LOADED', *[name for name in {HEAVY!r} if name in sys.modules])\n"
        "sys.exit(code)\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=ROOT,
        env={**os.environ, "VAULTDESK_HOME": str(home), "PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=LIMIT,
        check=False,
    )
    loaded = [line for line in result.stdout.splitlines() if line.startswith("LOADED")]
    return result.returncode, set(loaded[-1].split()[1:]) if loaded else {"no output"}, result.stdout + result.stderr


@pytest.mark.parametrize("command", LIGHT)
def test_light_command_loads_neither_qt_nor_an_sdk(command: str, tmp_path: Path) -> None:
    code, loaded, output = run_command(LIGHT[command], tmp_path)

    assert code == 0, output
    assert loaded <= {"watchdog", "pydantic"}, output


def test_search_loads_no_qt_no_sdk_and_no_settings_models(tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    vault.mkdir()
    (vault / "Boiler.md").write_text("The heating was repaired in May.\n")

    code, loaded, output = run_command(["search", "heating", "--vault", str(vault)], tmp_path / "home")

    assert code == 0, output
    assert "Boiler" in output
    assert loaded <= {"pydantic"}, output  # Needed to record that the vault was opened, but not by the next search.

    code, loaded, output = run_command(["search", "heating", "--vault", str(vault)], tmp_path / "home")

    assert (code, loaded) == (0, set()), output


def test_loaded_module_of_a_command_is_detected(tmp_path: Path) -> None:
    fake = tmp_path / "vaultdesk"
    fake.mkdir()
    (fake / "__init__.py").write_text("")
    (fake / "__main__.py").write_text("import sqlite3\ndef main(words): return 0\n")
    code = "import sys\nfrom vaultdesk.__main__ import main\nmain([])\nprint('sqlite3' in sys.modules)"

    result = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)

    assert result.stdout.strip() == "True"
