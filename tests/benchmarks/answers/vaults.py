"""The three vaults of the evaluation questions, generated deterministically in the temporary folder."""

import hashlib
import random
import shutil
import tempfile
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

from vaultdesk.core.platform.paths import resource_path

HERE = Path(__file__).parent

LANGUAGES = ("en", "de", "fr", "es", "zh")

NOTE_MARK = "@@ "
"""Marks the beginning of a note in the files of `notes/`; its path follows on the same line."""

SEED = 28

FIRST_DAY, DAYS = date(2026, 1, 5), 320
"""First day and number of days; each working day has a daily note."""


@dataclass(frozen=True, slots=True)
class EvaluationVault:
    """A vault, with its name in the questions."""

    name: str
    files: Callable[[], Iterator[tuple[str, str]]]
    """Yields each note's path and text."""

    @property
    def version(self) -> str:
        """Digest of the contents."""
        digest = hashlib.sha256()
        for path, text in self.files():
            digest.update(f"{path}\0{text}\0".encode())
        return digest.hexdigest()[:16]

    def cache_folder(self) -> Path:
        """Return the folder that caches this version of the vault and its indexes, created if it does not exist."""
        folder = Path(tempfile.gettempdir(), "vaultdesk-benchmarks", "answers", f"{self.name}-{self.version}")
        if not (folder / "vault").exists():
            unfinished = folder / "unfinished"
            shutil.rmtree(unfinished, ignore_errors=True)
            for path, text in self.files():
                file = unfinished / path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, encoding="utf-8")
            unfinished.rename(folder / "vault")
        return folder


def written_notes(language: str) -> Iterator[tuple[str, str]]:
    """Yield the hand-written notes of *language*."""
    path, lines = "", list[str]()
    text = (HERE / "notes" / f"{language}.md").read_text(encoding="utf-8")
    for line in [*text.splitlines(), NOTE_MARK]:
        if not line.startswith(NOTE_MARK):
            lines.append(line)
            continue
        if path:
            yield path, "\n".join(lines) + "\n"
        path, lines = line.removeprefix(NOTE_MARK), []


def _five_languages() -> Iterator[tuple[str, str]]:
    """1,500 notes: hand-written ones, and generated ones of the same languages from sentence templates."""
    templates = tomllib.loads((HERE / "distractors.toml").read_text(encoding="utf-8"))
    for language in LANGUAGES:
        yield from written_notes(language)
        yield from generated_notes(templates[language], random.Random(f"{SEED} {language}"))


def generated_notes(
    templates: dict[str, list[str]] | dict[str, list[dict[str, list[str]]]], rng: random.Random
) -> Iterator[tuple[str, str]]:
    number = 0
    while number < templates["notes"]:
        number += 1
        kind = rng.choice(templates["kind"])

        def fill_template(template: str) -> str:
            words = {slot: rng.choice(templates[slot]) for slot in ("name", "place", "thing", "month", "day")}
            return template.format(**words, number=rng.randint(2, 98))

        title = f"{fill_template(kind['title'])}-{number}"
        sentences = rng.sample(kind["sentences"], rng.randint(4, len(kind["sentences"]) - 1))
        yield f"{kind['folder']}/{title}.md", f"# {title}\n\n{' '.join(map(fill_template, sentences))}\n"


# Daily notes and properties. Questions are checked against these tables (tests/test_answer_questions.py).

PEOPLE = (
    # name, birthday, city, employer, tags
    ("Ada Nowak", "1991-03-14", "Gdynia", "Harbour Office", ("person", "friend")),
    ("Bo Lindgren", "1984-12-02", "Malmö", "Northlight", ("person", "work")),
    ("Chiara Fusco", "1995-07-21", "Turin", "Politecnico", ("person", "work")),
    ("Dario Fusco", "1962-01-30", "Turin", "", ("person", "family")),
    ("Ewa Nowak", "1958-09-09", "Gdynia", "", ("person", "family")),
    ("Farid Rahimi", "1989-05-05", "Hamburg", "Northlight", ("person", "work")),
    ("Gwen Pryce", "1977-10-11", "Swansea", "Pryce Maps", ("person", "client")),
    ("Hugo Marchand", "1993-02-28", "Lille", "Northlight", ("person", "work")),
)

BOOKS = (
    # title, author, rating, status, year
    ("Piranesi", "Susanna Clarke", 5, "read", 2020),
    ("The Dispossessed", "Ursula K. Le Guin", 5, "read", 1974),
    ("Stoner", "John Williams", 4, "read", 1965),
    ("Middlemarch", "George Eliot", 0, "reading", 1871),
    ("The Peregrine", "J. A. Baker", 3, "read", 1967),
    ("Kindred", "Octavia E. Butler", 0, "to read", 1979),
    ("The Left Hand of Darkness", "Ursula K. Le Guin", 0, "to read", 1969),
    ("Invisible Cities", "Italo Calvino", 4, "read", 1972),
    ("Austerlitz", "W. G. Sebald", 2, "abandoned", 2001),
)

PROJECTS = (
    # title, status, due, priority, lead, tags, one sentence
    (
        "Website relaunch",
        "active",
        "2026-12-11",
        1,
        "Chiara Fusco",
        ("project", "web"),
        "The old shop goes offline at midnight and nobody may edit pages that day.",
    ),
    (
        "Tide tables",
        "active",
        "2026-12-18",
        2,
        "Bo Lindgren",
        ("project", "data"),
        "The gauges in the estuary report every six minutes.",
    ),
    (
        "Archive scan",
        "paused",
        "2027-03-01",
        3,
        "Farid Rahimi",
        ("project", "data"),
        "Paused because the glass plates need a bigger scanner bed.",
    ),
    ("Customer survey", "done", "2026-06-30", 2, "Gwen Pryce", ("project",), "Of 412 people asked, 131 answered."),
    (
        "Map of wells",
        "active",
        "2027-01-15",
        1,
        "Gwen Pryce",
        ("project", "map"),
        "Wells without an owner are drawn in red.",
    ),
    (
        "Intern programme",
        "idea",
        "",
        3,
        "Hugo Marchand",
        ("project", "people"),
        "Two interns for six weeks, paid, with a mentor each.",
    ),
    (
        "Price list",
        "done",
        "2026-03-31",
        1,
        "Chiara Fusco",
        ("project",),
        "Prices rise by four percent and never end in 99.",
    ),
    (
        "Printer lease",
        "",
        "2026-12-31",
        3,
        "Farid Rahimi",
        ("project",),
        "The lease ends with the year and renews itself unless cancelled in November.",
    ),
    (
        "Boat trip",
        "",
        "2027-05-20",
        2,
        "Ada Nowak",
        ("project", "private"),
        "Six people fit on the cutter, and the skipper brings the soup.",
    ),
)

DAY_SENTENCES = (
    "Worked on [[{project}]] all morning.", "Lunch with [[{person}]].", "Rain from {hour} on, stayed inside.",
    "Wrote {number} lines and deleted half of them.", "Call with [[{person}]] about [[{project}]].",
    "Slept badly, walked at noon.", "Cleared the inbox down to {number}.", "Read in the evening, about {number} pages.",
    "Bike to the office in {number} minutes.", "Nothing finished today.", "Took the wrong tram and saw a new street.",
)  # fmt: skip

DAY_EVENTS = {
    # Events of a single day.
    "2026-01-19": "The scanner for the glass plates arrived with a cracked lid and went back.",
    "2026-02-12": "Ada's cat ran away and came home at dusk with one white paw.",
    "2026-03-03": "Gwen sent the first sketch of the wells on the back of a menu.",
    "2026-03-27": "Signed the new price list with Chiara; four percent it is.",
    "2026-04-14": "The mast at the estuary was struck by lightning, Bo drove there at once.",
    "2026-05-08": "Found the lost key of the archive in the piano stool.",
    "2026-05-29": "Farid proposed to rent the printer by the page.",
    "2026-06-16": "The survey got its hundredth answer, cake for everybody.",
    "2026-07-02": "Dario fell off the stool while hanging the clock, nothing broken.",
    "2026-07-24": "Swam across the bay with Ewa, forty minutes, jellyfish everywhere.",
    "2026-08-11": "Hugo lost his passport in Lille and could not fly.",
    "2026-09-04": "Decided to keep the domain name and drop the second one.",
    "2026-09-22": "The translator wants nine cents a word, we offered seven.",
    "2026-10-13": "The roof of the boathouse leaks above the sails.",
    "2026-11-05": "Got my flu shot, arm sore for two days.",
    "2026-11-17": "Bo thinks the tide tables could be sold to fishermen.",
}

TASKS = {
    # Open tasks, by the day of their note.
    "2026-09-04": "- [ ] Cancel the second domain", "2026-10-13": "- [ ] Get a quote for the boathouse roof",
    "2026-11-05": "- [ ] Renew the passport", "2026-11-17": "- [ ] Ask the fishermen's union about prices",
}  # fmt: skip


def _daily() -> Iterator[tuple[str, str]]:
    """Daily notes of a year, and notes of people, books and projects whose facts are in their properties."""
    rng = random.Random(SEED)
    for name, birthday, city, employer, tags in PEOPLE:
        alias = name.split()[0] if name.split()[0] not in ("Chiara", "Dario") else f"{name[0]}. Fusco"
        lines = [f"birthday: {birthday}", f"city: {city}", *([f"employer: {employer}"] if employer else [])]
        yield f"People/{name}.md", _with_properties([f"aliases: [{alias}]", *lines, _tags(tags)], f"# {name}")
    for title, author, rating, status, year in BOOKS:
        rating_line = [f"rating: {rating}"] if rating else []
        lines = [f'author: "{author}"', f"status: {status}", *rating_line, f"year: {year}", _tags(("book",))]
        yield f"Books/{title}.md", _with_properties(lines, f"# {title}")
    for title, status, due, priority, lead, tags, sentence in PROJECTS:
        lines = [*([f"status: {status}"] if status else []), *([f"due: {due}"] if due else [])]
        lines += [f"priority: {priority}", f'lead: "[[{lead}]]"', _tags(tags)]
        yield f"Projects/{title}.md", _with_properties(lines, f"# {title}\n\n{sentence}")
    for nth in range(DAYS):
        day = FIRST_DAY + timedelta(nth)
        if day.weekday() < 5:
            yield f"Daily/{day.isoformat()}.md", _with_properties([_tags(("daily",))], _day_text(day, rng))


def _day_text(day: date, rng: random.Random) -> str:
    lines = [
        sentence.format(
            project=rng.choice(PROJECTS)[0], person=rng.choice(PEOPLE)[0], hour=rng.randint(9, 18),
            number=rng.randint(3, 70),
        )
        for sentence in rng.sample(DAY_SENTENCES, rng.randint(2, 4))
    ]  # fmt: skip
    if event := DAY_EVENTS.get(day.isoformat()):
        lines.insert(1, event)
    tasks = [TASKS[day.isoformat()]] if day.isoformat() in TASKS else []
    return "\n\n".join([" ".join(lines), *tasks])


def _tags(tags: tuple[str, ...]) -> str:
    return f"tags: [{', '.join(tags)}]"


def _with_properties(properties: list[str], body: str) -> str:
    return "\n".join(["---", *properties, "---", body, ""])


def _welcome() -> Iterator[tuple[str, str]]:
    """The welcome vault of the distribution."""
    root = resource_path("welcome-vault")
    for file in sorted(root.rglob("*.md")):
        yield file.relative_to(root).as_posix(), file.read_text(encoding="utf-8")


VAULTS = (
    EvaluationVault("welcome", _welcome),
    EvaluationVault("five_languages", _five_languages),
    EvaluationVault("daily", _daily),
)
