"""Checks of search: SQLite full-text search, the index file, the embedding model and PDF support."""

import importlib.util
from collections.abc import Callable
from pathlib import Path

from vaultdesk.core.errors import EmbeddingFailed
from vaultdesk.core.phrases import Number, Phrase, Sentences, verbatim
from vaultdesk.core.platform.paths import resource_path
from vaultdesk.diagnosis.check import CheckResult, CheckTopic, failed_check, limited_check, passed_check
from vaultdesk.diagnosis.storage import storage_size_text
from vaultdesk.index.embeddings.embedder import BUNDLED_MODEL, ModelPart, model_files
from vaultdesk.index.store.file_integrity import IndexHealth, check_index_health, engine_name, engine_problem

MODEL_PARTS: tuple[ModelPart, ...] = ("model.onnx", "tokenizer.json")
"""The files of the included model; both are verified by checksum."""

PDF_LIBRARY = "pypdfium2"
"""The library that renders the pages of a PDF."""

INDEX_CHECK_TIMEOUT = 6.0
"""Seconds for SQLite's check of the index; an index of 14,000 notes takes half a second."""

ENGINE = CheckTopic("Full-text search", id="full-text", group="search")
INDEX = CheckTopic("Search index", id="index", group="search")
EMBEDDINGS = CheckTopic("Search by meaning", id="meaning", group="search")
PDF = CheckTopic("Pages of PDFs", id="pdf", group="search")

REBUILD_COMMAND = "vaultdesk index --rebuild"
"""The command that rebuilds the index."""


def engine_checks() -> list[CheckResult]:
    """Return whether SQLite has the features that the index needs."""
    problem = engine_problem()
    if problem:
        return [failed_check(ENGINE, problem, Phrase("Use a Python whose SQLite has FTS5."))]
    return [passed_check(ENGINE, verbatim(f"{engine_name()}."))]


def model_checks() -> list[CheckResult]:
    """Return whether the embedding model and its runtime are installed and intact."""
    try:
        files = model_files(resource_path(*BUNDLED_MODEL))
        for part in MODEL_PARTS:
            files.part(part)
    except EmbeddingFailed as problem:
        return [limited_check(EMBEDDINGS, Sentences(problem.title), problem.hint)]
    return [passed_check(EMBEDDINGS, Phrase("{0} is here and whole.", files.name))]


def pdf_checks(library: str = PDF_LIBRARY) -> list[CheckResult]:
    """Return whether pages of a PDF can be rendered."""
    if importlib.util.find_spec(library) is None:
        return [
            limited_check(
                PDF,
                Phrase("What draws them is not installed; a PDF opens in another program."),
                Phrase("Install it with: pip install pypdfium2."),
                command="pip install pypdfium2",
            )
        ]
    return [passed_check(PDF, Phrase("Pages of PDFs can be shown."))]


def index_checks(file: Path, notes: Callable[[], int | None], *, is_open: bool = False) -> list[CheckResult]:
    """Return the state of the index in *file*. *notes* counts those of the folder; *is_open*: this process has it
    open.
    """
    health = check_index_health(file, INDEX_CHECK_TIMEOUT, held=is_open)
    match health.condition:
        case "none":
            return [passed_check(INDEX, Phrase("Not made yet; that is done when the vault is opened."))]
        case "other":
            return [
                passed_check(
                    INDEX, Phrase("Of another version of VaultDesk; it is made anew when the vault is opened.")
                )
            ]
        case "held":
            return [
                limited_check(
                    INDEX,
                    Phrase("It cannot be read now: {0}.", health.why),
                    Phrase("Close other VaultDesk windows, and check the rights of its folder."),
                )
            ]
        case "damaged":
            return [
                failed_check(
                    INDEX,
                    Phrase("It is damaged: {0}.", health.why),
                    Phrase("Have it built again; your notes are untouched."),
                    REBUILD_COMMAND,
                    act="index",
                )
            ]
    return [_health_result(health, notes(), is_open=is_open)]


def _health_result(health: IndexHealth, there: int | None, *, is_open: bool) -> CheckResult:
    when = f"{health.last:%Y-%m-%d %H:%M}" if health.last is not None else "-"
    notes, size = Number(health.notes), storage_size_text(health.size)
    if health.problems:
        return limited_check(
            INDEX,
            Phrase(
                "{0} notes, {1}, written last: {2}. Notes that could not be read: {3}.",
                notes,
                size,
                when,
                Number(health.problems),
            ),
            Phrase("The page of the search index names each with its reason."),
            act="index",
        )
    # Changes while it is closed are found at the next opening, which compares all notes.
    if is_open and there is not None and there != health.notes and not health.unread:
        return limited_check(
            INDEX,
            Phrase("{0} notes, {1}, written last: {2}; the folder has {3}.", notes, size, when, Number(there)),
            Phrase("Have it compared with the folder, or built again."),
            act="index",
        )
    if not health.whole:
        return passed_check(
            INDEX,
            Phrase("{0} notes, {1}, written last: {2}. No fault was seen in the time there was.", notes, size, when),
        )
    return passed_check(INDEX, Phrase("{0} notes, {1}, written last: {2}. It is sound.", notes, size, when))
