"""Bench of finding and answering: questions over three vaults, by ours and by simple ways, compared pair by pair.

`python -m tests.benchmarks.bench_answers [--half choose] [--only search] [--against RESULT.json]`. Vaults, indexes and
vectors are kept in the temporary folder, so a second run takes seconds. Each run writes its results as JSON and says
where; `--against` compares with the results of an earlier run. Weights are chosen by the half `choose` only.
MiniSearch is asked where VAULTDESK_BENCH_MINISEARCH names a folder with it in its node_modules.
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
"""Places that count."""

PASSAGES = 30
"""Passages asked for: enough to hold ten notes."""

OURS = "local_search"

Values = Mapping[str, Mapping[str, float]]
"""Figures of each question, by the question and by what was measured."""


async def rankings(workspace: Workspace, vault: Path, asked: Sequence[Question]) -> dict[str, list[list[str]]]:
    """Return the notes that each way finds for each question, best first."""
    full_text = FullTextBaseline(vault)
    search, meaning = workspace.passage_search, workspace.embedding_index
    found: dict[str, list[list[str]]] = {OURS: [], "search": [], "words": [], "BM25": [], "meaning": [], "RRF": []}
    for one in asked:
        by_meaning = _notes(await meaning.nearest(one.ask, DEPTH))
        by_words = full_text.ask(one.ask)
        found[OURS].append(_notes(await search.find(PassageQuery(one.ask, limit=PASSAGES))))
        words_alone = PassageQuery(one.ask, limit=PASSAGES, use_embeddings=False)
        found["words"].append(_notes(await search.find(words_alone)))
        found["search"].append([hit.path for hit in await workspace.searcher.search(one.ask, TOP)])
        found["BM25"].append(by_words)
        found["meaning"].append(by_meaning)
        found["RRF"].append(fused(by_words, by_meaning))
    theirs = await asyncio.to_thread(minisearch, vault, asked)
    return found if theirs is None else {**found, "MiniSearch": theirs}


def _notes(passages: Iterable[object]) -> list[str]:
    return list(dict.fromkeys(passage.path for passage in passages))  # type: ignore[attr-defined]


async def measured(vault: EvaluationVault, asked: Sequence[Question], only: str) -> dict[str, dict[str, float]]:
    """Return the figures of the questions of one vault."""
    place = vault.place()
    folders: AppFolders = app_folders({"VAULTDESK_HOME": str(place / f"home-{embedders.builtin_model_folder().name}")})
    store = SettingsStore(folders.settings_file)
    store.load()
    values: dict[str, dict[str, float]] = {one.key: {} for one in asked}
    async with Workspace.open(place / "vault", folders=folders, store=store, credentials=Credentials({})) as workspace:
        await workspace.wait_until_indexed()
        state = await workspace.embedding_index.settled()
        print(
            f"{vault.name}: {len(asked)} questions; {state.passages:,} passages with vectors ({state.phase})",
            flush=True,
        )
        if only != "answers":
            answerable = [one for one in asked if one.kind not in UNANSWERABLE]
            for way, found in (await rankings(workspace, place / "vault", answerable)).items():
                for one, paths in zip(answerable, found, strict=True):
                    values[one.key][f"{way} first"] = float(one.first_right(paths))
                    values[one.key][f"{way} in ten"] = float(one.among(paths[:TOP]))
        if only != "search":
            for one in asked:
                judged = (await ask_offline(workspace, one.ask)).judged(one)
                values[one.key] |= {f"offline {name}": value for name, value in judged.items()}
    return values


# --- what was measured ------------------------------------------------------------------------------------------------


def means(values: Values, asked: Sequence[Question], name: str) -> tuple[float, int]:
    """Return the mean of one figure over the questions that have it, and how many those are."""
    found = [values[one.key][name] for one in asked if name in values.get(one.key, {})]
    return (sum(found) / len(found), len(found)) if found else (0.0, 0)


def print_table(values: Values, asked: Sequence[Question]) -> None:
    """Print each figure for all questions and for each kind, with counts."""
    names = list(dict.fromkeys(name for one in asked for name in values.get(one.key, {})))
    groups: dict[str, list[Question]] = {"all": list(asked)}
    for one in asked:
        groups.setdefault(one.kind, []).append(one)
    width = max(map(len, names))
    print(f"{'':{width}} " + " ".join(f"{kind[:11]:>11}" for kind in groups))
    for name in names:
        cells = [means(values, group, name) for group in groups.values()]
        print(f"{name:{width}} " + " ".join(f"{mean:7.2f} {count:3}" if count else f"{'':11}" for mean, count in cells))


def sign_test(better: int, worse: int) -> float:
    """Return how likely such a difference is by chance: the two-sided sign test."""
    count, least = better + worse, min(better, worse)
    return min(1.0, 2 * sum(comb(count, nth) for nth in range(least + 1)) / 2**count)


def compared(
    asked: Sequence[Question], one: Callable[[str], float | None], other: Callable[[str], float | None]
) -> str:
    """Return in how many questions *one* is better and worse than *other*."""
    pairs = [(one(question.key), other(question.key)) for question in asked]
    known = [(mine, theirs) for mine, theirs in pairs if mine is not None and theirs is not None]
    better, worse = sum(mine > theirs for mine, theirs in known), sum(mine < theirs for mine, theirs in known)
    return f"{better:3} better, {worse:3} worse of {len(known)}, p {sign_test(better, worse):.3f}"


def print_pairs(values: Values, asked: Sequence[Question]) -> None:
    """Print ours beside every simple way, pair by pair."""
    for way in ("BM25", "MiniSearch", "meaning", "RRF"):
        for place in ("first", "in ten"):
            ours, theirs = f"{OURS} {place}", f"{way} {place}"
            if any(theirs in found for found in values.values()):
                line = compared(
                    asked, lambda key, name=ours: values[key].get(name), lambda key, name=theirs: values[key].get(name)  # type: ignore[misc] # the default binds it
                )  # fmt: skip
                print(f"{OURS} beside {way:10} {place:6} {line}")


def print_changes(values: Values, before: Values, asked: Sequence[Question]) -> None:
    """Print how each figure differs from an earlier run's, pair by pair."""
    for name in dict.fromkeys(name for one in asked for name in values.get(one.key, {})):
        line = compared(
            asked, lambda key, name=name: values[key].get(name), lambda key, name=name: before.get(key, {}).get(name)  # type: ignore[misc] # the default binds it
        )  # fmt: skip
        print(f"{name:28} {line}")


def print_failures(values: Values, asked: Sequence[Question], figure: str, kind: str) -> None:
    """Print the questions of *kind* whose *figure* is 0."""
    for one in asked:
        if (kind in (one.kind, "all")) and values[one.key].get(figure) == 0:
            print(f"  {one.vault} {one.language} {one.kind}: {one.ask} -> {', '.join(one.notes)}")


def main() -> int:
    """Read the arguments and run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--half", choices=HALVES, help="of this half only; both are printed without it")
    parser.add_argument(
        "--only", choices=("search", "answers"), default="", help="notes found, or the assistant's answers"
    )
    parser.add_argument("--vaults", nargs="+", default=[vault.name for vault in VAULTS])
    parser.add_argument(
        "--out", type=Path, default=Path(tempfile.gettempdir(), "vaultdesk-benchmarks", "answers", "last.json")
    )
    parser.add_argument("--against", type=Path, help="results of an earlier run to compare with")
    parser.add_argument("--show", nargs=2, metavar=("FIGURE", "KIND"), help="print the questions that fail")
    parser.add_argument("--model", type=Path, help="a folder with another embedding model, in place of the bundled one")
    options = parser.parse_args()
    if options.model:
        embedders.builtin_model_folder = lambda: options.model
    halves = [options.half] if options.half else list(HALVES)
    asked = [one for one in questions() if one.half in halves and one.vault in options.vaults]
    before: Values = json.loads(options.against.read_text(encoding="utf-8")) if options.against else {}
    values: dict[str, dict[str, float]] = {}
    for vault in VAULTS:
        of_vault = [one for one in asked if one.vault == vault.name]
        if of_vault:
            values |= asyncio.run(measured(vault, of_vault, options.only))
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(json.dumps(values, ensure_ascii=False, indent=1), encoding="utf-8")
    for half in halves:
        some = [one for one in asked if one.half == half]
        print(f"-- {half}: {len(some)} questions")
        print_table(values, some)
        print_pairs(values, some)
        if before:
            print(f"beside {options.against}")
            print_changes(values, before, some)
        if options.show:
            print_failures(values, some, *options.show)
    print(f"results: {options.out}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
