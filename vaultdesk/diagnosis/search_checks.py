"""Search checks: what searching needs: SQLite's full text, the vault's index, the model for meaning, PDFs."""

import importlib.util
from collections.abc import Callable
from pathlib import Path

from vaultdesk.core.errors import MeaningFailed
from vaultdesk.core.resources import resource_path
from vaultdesk.diagnosis.check import Check, Topic, broken, fine, lacking
from vaultdesk.diagnosis.sizes import size_words
from vaultdesk.index.embeddings.embedder import ModelPart, model_files
from vaultdesk.index.store.file_integrity import IndexHealth, check_index_health, engine_name, engine_problem

MODEL_PARTS: tuple[ModelPart, ...] = ("model.onnx", "tokenizer.json")
"""The files of the model that comes along; both are held to their sums."""

MODEL = ("models", "all-MiniLM-L6-v2")
"""Where it lies among the program's own files."""

PDF_LIBRARY = "pypdfium2"
"""What draws the pages of a PDF."""

INDEX_SECONDS = 6.0
"""How long SQLite may look at the index's trees; those of 14,000 notes take half a second."""

ENGINE = Topic("Full-text search", id="full-text", group="search")
INDEX = Topic("Search index", id="index", group="search")
MEANING = Topic("Search by meaning", id="meaning", group="search")
PDF = Topic("Pages of PDFs", id="pdf", group="search")

REBUILD = "vaultdesk index --rebuild"
"""What makes the index anew."""


def engine_checks() -> list[Check]:
    """Return whether SQLite can do what the index needs."""
    problem = engine_problem()
    if problem:
        return [broken(ENGINE, problem, "Use a Python whose SQLite has FTS5.")]
    return [fine(ENGINE, f"{engine_name()}.")]


def model_checks() -> list[Check]:
    """Return whether the model for meaning, and what runs it, is here and whole."""
    try:
        files = model_files(resource_path(*MODEL))
        for part in MODEL_PARTS:
            files.part(part)
    except MeaningFailed as problem:
        return [lacking(MEANING, f"{problem.title}.", problem.hint)]
    return [fine(MEANING, f"{files.name} is here and whole.")]


def pdf_checks(library: str = PDF_LIBRARY) -> list[Check]:
    """Return whether pages of a PDF can be drawn."""
    if importlib.util.find_spec(library) is None:
        return [
            lacking(
                PDF,
                "What draws them is not installed; a PDF opens in another program.",
                'Install it with: pip install "vaultdesk[pdf]".',
                command='pip install "vaultdesk[pdf]"',
            )
        ]
    return [fine(PDF, "Pages of PDFs can be shown.")]


def index_checks(file: Path, notes: Callable[[], int | None], *, held: bool = False) -> list[Check]:
    """Return how the index in *file* is. *notes* counts those of the folder; *held*: this process has it open."""
    health = check_index_health(file, INDEX_SECONDS, held=held)
    match health.condition:
        case "none":
            return [fine(INDEX, "Not made yet; that is done when the vault is opened.")]
        case "other":
            return [fine(INDEX, "Of another version of VaultDesk; it is made anew when the vault is opened.")]
        case "held":
            return [lacking(INDEX, f"It cannot be read now: {health.why}.", "Close other VaultDesk windows, and check "
                            "the rights of its folder.")]  # fmt: skip
        case "damaged":
            return [broken(INDEX, f"It is damaged: {health.why}.", "Have it built again; your notes are untouched.",
                           REBUILD, act="index")]  # fmt: skip
    return [_sound(health, notes(), held=held)]


def _sound(health: IndexHealth, there: int | None, *, held: bool) -> Check:
    when = f"{health.last:%Y-%m-%d %H:%M}" if health.last is not None else "-"
    notes, size = f"{health.notes:,}", size_words(health.size)
    if health.problems:
        return lacking(
            INDEX,
            f"{notes} notes, {size}, written last: {when}. Notes that could not be read: {health.problems:,}.",
            "The page of the search index names each with its reason.",
            act="index",
        )
    # While it is closed, notes come and go unseen; the next opening compares all of them.
    if held and there is not None and there != health.notes and not health.unread:
        return lacking(
            INDEX,
            f"{notes} notes, {size}, written last: {when}; the folder has {there:,}.",
            "Have it compared with the folder, or built again.",
            act="index",
        )
    if not health.whole:
        return fine(INDEX, f"{notes} notes, {size}, written last: {when}. No fault was seen in the time there was.")
    return fine(INDEX, f"{notes} notes, {size}, written last: {when}. It is sound.")
