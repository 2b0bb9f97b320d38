"""Bench of search and answers: questions over three vaults, for VaultDesk and for baselines, compared pairwise.

`python -m tests.benchmarks.bench_answers [--half choose] [--only search] [--against RESULT.json]`. Vaults, indexes and
vectors are cached in the temporary folder, so a second run takes seconds. Each run writes its results as JSON and
prints the path; `--against` compares with the results of an earlier run. Weights are tuned with the half `choose`
only. MiniSearch is included if VAULTDESK_BENCH_MINISEARCH names a folder that has it in its node_modules.
"""

import argparse
import asyncio
import json
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import comb
from pathlib import Path

from tests.benchmarks.answers.baselines import DEPTH, FullTextBaseline, fused, minisearch
from tests.benchmarks.answers.offline_answer import ask_offline
from tests.benchmarks.answers.questions import HALVES, UNANSWERABLE, Question, questions
from tests.benchmarks.answers.vaults import VAULTS, EvaluationVault
from vaultdesk.core.credentials import Credentials
from vaultdesk.core.platform.paths import AppFolders, app_folders
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.index.search.passage_search import PassageQuery
from vaultdesk.workspace import Workspace, embedders

TOP = 10
"""Ranks that count."""

PASSAGES = 30
"""Passages requested: enough to contain ten notes."""

OURS = "local_search"

Values = Mapping[str, Mapping[str, float]]
"""Figures of each question, by the question's key and the name of the figure."""


async def rankings(workspace: Workspace, vault: Path, selected: Sequence[Question]) -> dict[str, list[list[str]]]:
    """Return the notes that each method finds for each question, best first."""
    full_text = FullTextBaseline(vault)
    search, meaning = workspace.passage_search, workspace.embedding_index
    found: dict[str, list[list[str]]] = {OURS: [], "search": [], "words": [], "BM25": [], "meaning": [], "RRF": []}
    for question in selected:
        by_meaning = _notes(await meaning.nearest(question.ask, DEPTH))
        by_words = full_text.ask(question.ask)
        found[OURS].append(_notes(await search.find(PassageQuery(question.ask, limit=PASSAGES))))
        words_only = PassageQuery(question.ask, limit=PASSAGES, use_embeddings=False)
        found["words"].append(_notes(await search.find(words_only)))
        found["search"].append([hit.path for hit in await workspace.searcher.search(question.ask, TOP)])
        found["BM25"].append(by_words)
        found["meaning"].append(by_meaning)
        found["RRF"].append(fused(by_words, by_meaning))
    from_minisearch = await asyncio.to_thread(minisearch, vault, selected)
    return found if from_minisearch is None else {**found, "MiniSearch": from_minisearch}


def _notes(passages: Iterable[object]) -> list[str]:
    return list(dict.fromkeys(passage.path for passage in passages))  # type: ignore[attr-defined]


async def measure_vault(vault: EvaluationVault, selected: Sequence[Question], only: str) -> dict[str, dict[str, float]]:
    """Return the figures of the questions about one vault."""
    folder = vault.cache_folder()
    folders: AppFolders = app_folders({"VAULTDESK_HOME": str(folder / f"home-{embedders.builtin_model_folder().name}")})
    store = SettingsStore(folders.settings_file)
    store.load()
    values: dict[str, dict[str, float]] = {question.key: {} for question in selected}
    async with Workspace.open(folder / "vault", folders=folders, store=store, credentials=Credentials({})) as workspace:
        await workspace.wait_until_indexed()
        state = await workspace.embedding_index.settled()
        print(
            f"{vault.name}: {len(selected)} questions; {state.passages:,} passages with vectors ({state.phase})",
            flush=True,
        )
        if only != "answers":
            answerable = [question for question in selected if question.kind not in UNANSWERABLE]
            for method, found in (await rankings(workspace, folder / "vault", answerable)).items():
                for question, paths in zip(answerable, found, strict=True):
                    values[question.key][f"{method} first"] = float(question.first_right(paths))
                    values[question.key][f"{method} in ten"] = float(question.among(paths[:TOP]))
        if only != "search":
            for question in selected:
                figures = (await ask_offline(workspace, question.ask)).figures(question)
                values[question.key] |= {f"offline {name}": value for name, value in figures.items()}
    return values


# --- report -----------------------------------------------------------------------------------------------------------


def means(values: Values, selected: Sequence[Question], name: str) -> tuple[float, int]:
    """Return the mean of one figure over the questions that have it, and their number."""
    found = [values[question.key][name] for question in selected if name in values.get(question.key, {})]
    return (sum(found) / len(found), len(found)) if found else (0.0, 0)


def print_table(values: Values, selected: Sequence[Question]) -> None:
    """Print each figure for all questions and for each kind, with the number of questions."""
    names = list(dict.fromkeys(name for question in selected for name in values.get(question.key, {})))
    groups: dict[str, list[Question]] = {"all": list(selected)}
    for question in selected:
        groups.setdefault(question.kind, []).append(question)
    width = max(map(len, names))
    print(f"{'':{width}} " + " ".join(f"{kind[:11]:>11}" for kind in groups))
    for name in names:
        cells = [means(values, group, name) for group in groups.values()]
        print(f"{name:{width}} " + " ".join(f"{mean:7.2f} {count:3}" if count else f"{'':11}" for mean, count in cells))


def sign_test(better: int, worse: int) -> float:
    """Return the p-value of the two-sided sign test."""
    count, least = better + worse, min(better, worse)
    return min(1.0, 2 * sum(comb(count, nth) for nth in range(least + 1)) / 2**count)


def compare(
    selected: Sequence[Question], first: Callable[[str], float | None], second: Callable[[str], float | None]
) -> str:
    """Return for how many questions *first* is better and worse than *second*."""
    pairs = [(first(question.key), second(question.key)) for question in selected]
    known = [(value, reference) for value, reference in pairs if value is not None and reference is not None]
    better, worse = (
        sum(value > reference for value, reference in known),
        sum(value < reference for value, reference in known),
    )
    return f"{better:3} better, {worse:3} worse of {len(known)}, p {sign_test(better, worse):.3f}"


def print_pairs(values: Values, selected: Sequence[Question]) -> None:
    """Print the pairwise comparison of VaultDesk with each baseline."""
    for baseline in ("BM25", "MiniSearch", "meaning", "RRF"):
        for rank in ("first", "in ten"):
            own, other = f"{OURS} {rank}", f"{baseline} {rank}"
            if any(other in found for found in values.values()):
                line = compare(
                    selected, lambda key, name=own: values[key].get(name), lambda key, name=other: values[key].get(name)  # type: ignore[misc] # the default binds it
                )  # fmt: skip
                print(f"{OURS} and {baseline:10} {rank:6} {line}")


def print_changes(values: Values, before: Values, selected: Sequence[Question]) -> None:
    """Print the pairwise comparison of each figure with an earlier run."""
    for name in dict.fromkeys(name for question in selected for name in values.get(question.key, {})):
        line = compare(
            selected, lambda key, name=name: values[key].get(name), lambda key, name=name: before.get(key, {}).get(name)  # type: ignore[misc] # the default binds it
        )  # fmt: skip
        print(f"{name:28} {line}")


def print_failures(values: Values, selected: Sequence[Question], figure: str, kind: str) -> None:
    """Print the questions of *kind* whose *figure* is 0."""
    for question in selected:
        if (kind in (question.kind, "all")) and values[question.key].get(figure) == 0:
            print(
                f"  {question.vault} {question.language} {question.kind}: {question.ask} -> {', '.join(question.notes)}"
            )


def main() -> int:
    """Read the arguments and run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--half", choices=HALVES, help="only this half; both by default")
    parser.add_argument(
        "--only", choices=("search", "answers"), default="", help="only search, or only the assistant's answers"
    )
    parser.add_argument("--vaults", nargs="+", default=[vault.name for vault in VAULTS])
    parser.add_argument(
        "--out", type=Path, default=Path(tempfile.gettempdir(), "vaultdesk-benchmarks", "answers", "last.json")
    )
    parser.add_argument("--against", type=Path, help="results of an earlier run to compare with")
    parser.add_argument("--show", nargs=2, metavar=("FIGURE", "KIND"), help="print the questions that fail")
    parser.add_argument("--model", type=Path, help="a folder with another embedding model, instead of the bundled one")
    options = parser.parse_args()
    if options.model:
        embedders.builtin_model_folder = lambda: options.model
    halves = [options.half] if options.half else list(HALVES)
    selected = [question for question in questions() if question.half in halves and question.vault in options.vaults]
    before: Values = json.loads(options.against.read_text(encoding="utf-8")) if options.against else {}
    values: dict[str, dict[str, float]] = {}
    for vault in VAULTS:
        vault_questions = [question for question in selected if question.vault == vault.name]
        if vault_questions:
            values |= asyncio.run(measure_vault(vault, vault_questions, options.only))
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(json.dumps(values, ensure_ascii=False, indent=1), encoding="utf-8")
    for half in halves:
        half_questions = [question for question in selected if question.half == half]
        print(f"-- {half}: {len(half_questions)} questions")
        print_table(values, half_questions)
        print_pairs(values, half_questions)
        if before:
            print(f"compared with {options.against}")
            print_changes(values, before, half_questions)
        if options.show:
            print_failures(values, half_questions, *options.show)
    print(f"results: {options.out}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
