"""Citations refer to a heading of a file in the repository, and pages name only files that exist.

A citation names a file, a heading in it, and optionally the numbers of list items below that heading:
`(vaultdesk/tools/README.md, "Approval rules", 5)`. It may be broken over lines. Modules
that comments and texts of the program name, names of modules in back quotes in comments, and files and names in back
quotes on a page, exist as well.
"""

import ast
import functools
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.architecture.source import ROOT, comments_of, statements

FOLDERS = ("vaultdesk", "tests", "packaging")
"""Folders whose files are checked."""

PROGRAM = ROOT / "vaultdesk"

PAGES = (*sorted(ROOT.glob("vaultdesk/**/README.md")), ROOT / "ARCHITECTURE.md", ROOT / "CONTRIBUTING.md")

OTHERS = ("ARCHITECTURE.md", "CONTRIBUTING.md", "README.md", "pyproject.toml", ".importlinter")
"""Further files that may contain citations."""

FORMER_PAGES = (
    "ACP", "ANSWERS", "BASES", "CHAT-FORMATS", "CONTRACTS", "DESIGN", "FAULTS", "GLOSSARY", "HOUSE", "LIBRARIES",
    "LIVE-PREVIEW", "LOOK", "LOOK-2", "OBSIDIAN", "PERFORMANCE", "PROTOCOLS", "QT", "SMALL-MODELS", "STYLE",
    "THREATS", "UX", "WINDOWS",
)  # fmt: skip
"""Pages that are not part of the repository and must not be cited."""

_CITATION = re.compile(r'(?P<file>[\w./-]*\w\.md), "(?P<heading>[^"]+)"(?P<items>(?:, \d+)*)')
_FORMER = re.compile(rf"(?<![\w./\"'*`-])(?:{'|'.join(FORMER_PAGES)})(?![\w/*`\"-])|\b[Mm]ock-?ups? (?:\d|of)")
_FORMER_NAME = re.compile("|".join((*FORMER_PAGES, "[Mm]ock")))
"""Found much faster than `_FORMER`, which it is a part of."""

_HEADING = re.compile(r"^#+ (.+?)\s*$", re.MULTILINE)
_NAMED_MODULE = re.compile(r"(?<![\w./-])[a-z_0-9]+(?:/[a-z_0-9]+)*\.py\b")
_IDENTIFIER = re.compile(r"`(?!Q[A-Z]|CF[A-Z])([A-Z]\w+)(?:\.\w+)?(?:\(\))?`")
"""Classes and constants; those of Qt and of macOS have their prefix."""

_PATH = re.compile(r"`((?:vaultdesk|tests|packaging|resources)/[\w./-]*)`")
_NAME_OF_MODULE = re.compile(r"`(?P<module>[a-z]+(?:_[a-z]+)+)\.(?P<name>[A-Za-z]\w*)(?:\(\))?`")
"""A name of a module whose own name has several words: `settings_schema.ModeName`."""

_MODULE = re.compile(r"`(\w[\w/]*(?:\.py|/))`")


@dataclass(frozen=True)
class Citation:
    """A citation and its location."""

    location: str
    file: str
    heading: str
    items: tuple[int, ...] = ()

    def problem(self, root: Path = ROOT) -> str:
        """Return the problem of the citation, empty if it is valid."""
        page = root / self.file
        if not page.is_file():
            return f"{self.location}: there is no {self.file}"
        text = page.read_text(encoding="utf-8")
        if self.heading not in _HEADING.findall(text):
            return f'{self.location}: {self.file} has no heading "{self.heading}"'
        section = text.partition(f"# {self.heading}\n")[2].partition("\n#")[0]
        missing = [item for item in self.items if not re.search(rf"^{item}\. ", section, re.MULTILINE)]
        return f'{self.location}: "{self.heading}" of {self.file} has no item {missing[0]}' if missing else ""


def commentary(text: str) -> Iterator[tuple[int, str]]:
    """Yield the docstrings and comment blocks of a module, each with its first line number."""
    for node in statements(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.lineno, node.value.value
    block: list[tuple[int, str]] = []
    for number, comment in comments_of(text).items():
        if block and block[-1][0] != number - 1:
            yield block[0][0], "\n".join(line for _, line in block)
            block.clear()
        block.append((number, comment.lstrip("# ")))
    if block:
        yield block[0][0], "\n".join(line for _, line in block)


def program_texts(text: str) -> Iterator[tuple[int, str]]:
    """Yield the string constants of a module, such as SQL with comments, each with its first line number."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def unknown_names(text: str, names_by_module: Mapping[str, frozenset[str]]) -> Iterator[str]:
    """Yield the names in *text* that their module does not define, and the classes of modules that do not exist."""
    for found in _NAME_OF_MODULE.finditer(text):
        names = names_by_module.get(found["module"])
        # Another name before the point may be that of a variable.
        is_unknown = not found["name"].islower() if names is None else found["name"] not in names
        if is_unknown and found["name"] != "py":
            yield found[0]


@functools.cache
def repository_texts() -> tuple[tuple[str, str], ...]:
    """Return each text of the repository that may contain citations, with its location and normalized whitespace."""
    found: list[tuple[str, str]] = []
    for file in sorted(file for folder in FOLDERS for file in (ROOT / folder).rglob("*")):
        name = file.relative_to(ROOT).as_posix()
        if file.suffix == ".py" and file != Path(__file__):
            text = file.read_text(encoding="utf-8")
            # Most modules contain no citation and need not be parsed.
            former = _FORMER_NAME.search(text) and _FORMER.search(text)
            if '.md, "' in re.sub(r"\.md,\s+#?\s*", ".md, ", text) or former:
                found += [(f"{name}:{line}", comment) for line, comment in commentary(text)]
        elif file.suffix in (".sh", ".nsi", ".nsh", ".spec", ".md"):
            found.append((name, file.read_text(encoding="utf-8")))
    found += [(name, (ROOT / name).read_text(encoding="utf-8")) for name in OTHERS]
    return tuple((location, re.sub(r"\s+", " ", text)) for location, text in found)


def citations(location: str, text: str) -> Iterator[Citation]:
    for found in _CITATION.finditer(text):
        numbers = tuple(int(number) for number in re.findall(r"\d+", found["items"]))
        yield Citation(location, found["file"], found["heading"], numbers)


def unknown_paths(page: Path, root: Path = ROOT) -> Iterator[str]:
    """Yield paths in back quotes on *page* that do not exist, relative to the root or to the page."""
    text = page.read_text(encoding="utf-8")
    for path in _PATH.findall(text):
        if not (root / path).exists():
            yield path
    for path in _MODULE.findall(text) if page.parent != root else ():
        if not path.startswith(("vaultdesk/", "tests/", "packaging/", "resources/", ".")) and not _exists_below(
            page.parent, path
        ):
            yield path


def _exists_below(folder: Path, path: str) -> bool:
    # A module is named relative to its package or by its file name: `settings_schema.py`.
    return (folder / path).exists() or ("/" not in path and any(folder.rglob(path)))


def test_every_citation_refers_to_its_heading() -> None:
    found = [citation for location, text in repository_texts() for citation in citations(location, text)]

    assert len(found) > 200
    assert [problem for citation in found if (problem := citation.problem())] == []


def test_no_page_outside_the_repository_is_cited() -> None:
    cited = [f"{location}: {found[0]}" for location, text in repository_texts() for found in _FORMER.finditer(text)]

    assert cited == []


def test_every_module_named_in_a_comment_exists() -> None:
    files = [file for folder in FOLDERS for file in (ROOT / folder).rglob("*.py")]
    names = {file.name for file in files}

    def unknown_in(text: str) -> list[str]:
        lines = "\n".join(line for line in text.splitlines() if ".py" in line)
        return [name for name in _NAMED_MODULE.findall(lines) if name.rpartition("/")[2] not in names]

    unknown = [
        f"{file.relative_to(ROOT)}:{line}: {name}"
        for file in files
        # Most modules name no unknown module and need not be parsed.
        if file != Path(__file__) and unknown_in(text := file.read_text(encoding="utf-8"))
        for line, comment in (*commentary(text), *(program_texts(text) if file.is_relative_to(PROGRAM) else ()))
        for name in unknown_in(comment)
    ]

    assert unknown == []


def test_every_name_of_a_module_in_a_comment_exists() -> None:
    texts = {file: file.read_text(encoding="utf-8") for file in PROGRAM.rglob("*.py")}
    words: defaultdict[str, set[str]] = defaultdict(set)
    for file, text in texts.items():
        words[file.stem].update(re.findall(r"^\s*(?:async def |def |class )?(\w+)", text, re.MULTILINE))
    names_by_module = {module: frozenset(names) for module, names in words.items()}

    unknown = [
        f"{file.relative_to(ROOT)}:{line}: {name}"
        for file, text in texts.items()
        if _NAME_OF_MODULE.search(text)
        for line, comment in commentary(text)
        for name in unknown_names(comment, names_by_module)
    ]

    assert unknown == []


def test_unknown_name_of_a_module_is_detected() -> None:
    text = (
        "`note_names.Name`, `note_names.find()`, `note_names.gone`, `old_names.Name`, `old_names.find`, `note_names.py`"
    )

    assert list(unknown_names(text, {"note_names": frozenset({"Name", "find"})})) == [
        "`note_names.gone`", "`old_names.Name`",
    ]  # fmt: skip


def test_every_package_has_a_readme() -> None:
    packages = [folder.parent for folder in (ROOT / "vaultdesk").glob("*/__init__.py")]
    packages += [folder.parent for folder in (ROOT / "vaultdesk/ui").glob("*/__init__.py")]

    assert [str(folder.relative_to(ROOT)) for folder in sorted(packages) if not (folder / "README.md").is_file()] == []


@functools.cache
def identifiers() -> frozenset[str]:
    """Return every word of the code that begins with a capital letter."""
    files = [file for folder in FOLDERS for file in (ROOT / folder).rglob("*.py")]
    words = re.compile(r"\b[A-Z]\w+")
    return frozenset().union(*(words.findall(file.read_text(encoding="utf-8")) for file in files))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_page_names_only_existing_paths_and_identifiers(page: Path) -> None:
    assert list(unknown_paths(page)) == []
    assert set(_IDENTIFIER.findall(page.read_text(encoding="utf-8"))) - identifiers() == set()


def test_citations_are_read_from_docstrings_and_comments() -> None:
    text = '''
"""A (vaultdesk/x/README.md, "Long
heading")."""
# B (ARCHITECTURE.md,
# "Layers", 3, 4).
name = 'not.md, "This"'
'''
    found = [
        citation
        for line, comment in commentary(text)
        for citation in citations(f"x:{line}", re.sub(r"\s+", " ", comment))
    ]

    assert found == [
        Citation("x:2", "vaultdesk/x/README.md", "Long heading"),
        Citation("x:4", "ARCHITECTURE.md", "Layers", (3, 4)),
    ]


def test_invalid_citation_is_reported(tmp_path: Path) -> None:
    (tmp_path / "A.md").write_text("# One\n\n1. First.\n\n## Two\n\n2. Second.\n")

    assert Citation("x", "A.md", "One", (1,)).problem(tmp_path) == ""
    assert Citation("x", "A.md", "Two", (2,)).problem(tmp_path) == ""
    assert Citation("x", "B.md", "One").problem(tmp_path) == "x: there is no B.md"
    assert Citation("x", "A.md", "Three").problem(tmp_path) == 'x: A.md has no heading "Three"'
    assert Citation("x", "A.md", "One", (2,)).problem(tmp_path) == 'x: "One" of A.md has no item 2'


def test_citation_of_a_former_page_is_detected() -> None:
    assert _FORMER.search("as THREATS 2.3 says")
    assert _FORMER.search("(LOOK, Measures)")
    assert _FORMER.search("at LOOK's size")
    assert _FORMER.search("`LOOK` and vaultdesk/OBSIDIAN/x") is None


def test_unknown_path_is_detected(tmp_path: Path) -> None:
    package = tmp_path / "vaultdesk" / "x"
    (package / "inner").mkdir(parents=True)
    (package / "inner" / "deep.py").write_text("")
    page = package / "README.md"
    page.write_text("`inner/`, `deep.py`, `inner/deep.py`, `gone.py`, `vaultdesk/x/inner`, `vaultdesk/gone.py`")

    assert list(unknown_paths(page, tmp_path)) == ["vaultdesk/gone.py", "gone.py"]
