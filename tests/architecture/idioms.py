"""Idioms: tasks that are done in only one way, and the modules that do them (ARCHITECTURE.md, "Data flow")."""

import ast
import re
from collections.abc import Iterator, Mapping

from tests.architecture.source import ROOT, Source, Violation, dotted, statements

BRIDGE = "vaultdesk/ui/bridge.py"
LABELS = "vaultdesk/ui/widgets/labels.py"
TOKENS = "vaultdesk/ui/theme/color_tokens.py"

TASK_OWNERS: dict[str, str] = {
    BRIDGE: "the window's tasks, each cancelled with the object that owns it",
    "vaultdesk/core/feed.py": "a background task, ended by leaving its block",
    "vaultdesk/agent/run.py": "the run's own task, ended by leaving its block",
    "vaultdesk/index/search/common_words.py": "the counting of common words, ended by leaving its block",
    "vaultdesk/index/indexing/indexer.py": "the indexer's own task, ended by leaving its block",
    "vaultdesk/index/embeddings/embedding_index.py": "the embedding of passages, ended by leaving its block",
    "vaultdesk/workspace/chats.py": "the saving of chats, ended by leaving its block",
    "vaultdesk/providers/gguf/model_file_provider.py": "the unloading of an idle model, awaited on close",
    "vaultdesk/providers/wrappers.py": "the wait for the first token, ended by leaving the stream",
}
"""The modules that may create a task outside a task group, and what ends it."""

WAITING_ALLOWED: dict[str, str] = {}
"""The modules that may sleep, and why no event can replace the delay."""

FIELD_WORDS: Mapping[str, str] = {
    "wish": "launch request",
    "glance": "bootstrap settings",
    "haystack": "text cache",
    "straw": "note catalog entry",
    "straws": "note catalog",
    "intake": "entry builder",
    "upkeep": "index updater",
    "proof": "integrity check",
    "soundness": "integrity",
    "tally": "counts",
    "standing": "status",
    "laundering": "access widening",
    "leash": "agent scope",
    "telling": "disclosure",
    "sight": "visibility",
    "inquiry": "elicitation",
    "clearance": "egress policy",
    "dealings": "disclosure history",
    "manner": "options",
    "capped": "budget",
    "onward": "cloud forwarding",
    "peer": "error context",
    "prospect": "staged state",
    "sitting": "edit session",
    "sittings": "edit sessions",
    "whereabouts": "path history",
    "lease": "write lock",
    "asides": "named parts of the workspace",
    "keeper": "autosave",
    "talk": "conversation controller",
    "asker": "submit controller",
    "travel": "scroll navigation",
    "airy": "spaced text edit",
    "poured": "chunked loading",
    "beginnings": "no-vault controller",
    "presence": "background mode",
}
"""Unusual words, and the terms to use instead (ARCHITECTURE.md, "Glossary")."""

VAGUE = re.compile(r"(?:util|utils|helper|helpers|misc|stuff)", re.IGNORECASE)
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_CAMEL = re.compile(r"[A-Z]+(?![a-z])|[A-Z][a-z]*|[a-z]+")

_STATIC_DIALOGS = {
    "QMessageBox": {"about", "aboutQt", "critical", "information", "question", "warning"},
    "QInputDialog": {"getDouble", "getInt", "getItem", "getMultiLineText", "getText"},
    "QFileDialog": {
        "getExistingDirectory",
        "getExistingDirectoryUrl",
        "getOpenFileName",
        "getOpenFileNames",
        "getOpenFileUrl",
        "getOpenFileUrls",
        "getSaveFileName",
        "getSaveFileUrl",
    },
    "QColorDialog": {"getColor"},
    "QFontDialog": {"getFont"},
}
"""Dialogs that run an event loop of their own, like `exec()`."""

_HEX_COLOR = re.compile(r"(?<![\w&/])#(?:[0-9a-fA-F]{8}|[0-9a-fA-F]{6}|[0-9a-fA-F]{3,4})(?![\w-])")


def names(source: Source) -> Iterator[Violation]:
    """No name contains utils, helper or misc, which do not describe the content."""
    for part in source.file.removesuffix(".py").split("/"):
        if any(VAGUE.fullmatch(word) for word in part.split("_")):
            yield source.violation(1, f"{part} does not describe its content")
    for node in source.nodes:
        if isinstance(node, ast.ClassDef) and any(VAGUE.fullmatch(word) for word in _CAMEL.findall(node.name)):
            yield source.violation(node, f"{node.name} does not describe its content")


def field_words(source: Source) -> Iterator[Violation]:
    """Modules, classes, functions, parameters, attributes and variables use standard terms."""
    yield from _unusual_words(source, 1, source.file.removesuffix(".py").rpartition("/")[2])
    for node in source.nodes:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _unusual_words(source, node, node.name)
        elif isinstance(node, ast.arg):
            yield from _unusual_words(source, node, node.arg)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield from _unusual_words(source, node, node.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield from _unusual_words(source, node, node.attr)


def encodings(source: Source) -> Iterator[Violation]:
    """Text is read and written with an explicit encoding; the default on Windows depends on the user's language."""
    for node in source.nodes:
        if not isinstance(node, ast.Call) or any(keyword.arg == "encoding" for keyword in node.keywords):
            continue
        match node.func:
            case ast.Attribute(attr="read_text"):
                encoding_position = 0
            case ast.Attribute(attr="write_text"):
                encoding_position = 1
            case _:
                continue
        if len(node.args) == encoding_position:
            yield source.violation(node, "names no encoding")


def _unusual_words(source: Source, node: ast.AST | int, name: str) -> Iterator[Violation]:
    for word in _WORD.findall(name):
        if word.lower() in FIELD_WORDS:
            yield source.violation(node, f"{name}: say {FIELD_WORDS[word.lower()]} instead of {word.lower()}")


def tasks(source: Source) -> Iterator[Violation]:
    """Every task has an owner: tasks are created only in a task group or by the bridge."""
    if source.file in TASK_OWNERS:
        return
    for node in source.nodes:
        if not isinstance(node, ast.Call):
            continue
        text = ast.unparse(node.func)
        receiver, _, called = text.rpartition(".")
        outside_group = receiver in ("", "asyncio") or "loop" in receiver.lower()
        if (called == "create_task" and outside_group) or called == "ensure_future":
            yield source.violation(node, f"{text} creates a task without an owner")


def waiting(source: Source) -> Iterator[Violation]:
    """Nothing sleeps or polls. `asyncio.sleep(0)` only yields to other tasks."""
    if source.file in WAITING_ALLOWED:
        return
    imported_names = {
        alias.asname or alias.name
        for node in statements(source.tree)
        if isinstance(node, ast.ImportFrom) and node.module in ("time", "asyncio")
        for alias in node.names
        if alias.name == "sleep"
    }
    for node in source.nodes:
        name = dotted(node.func) if isinstance(node, ast.Call) else ""
        if name in ("time.sleep", "asyncio.sleep") or name in imported_names:
            assert isinstance(node, ast.Call)
            yields_only = [isinstance(argument, ast.Constant) and argument.value == 0 for argument in node.args]
            if name == "time.sleep" or yields_only != [True]:
                yield source.violation(node, f"{name} sleeps")


DRAG = "drag.exec"
"""The only unavoidable nested loop: Qt requires it to drag, from a mouse event and never in a coroutine."""


def dialogs(source: Source) -> Iterator[Violation]:
    """A dialog is opened and awaited; a nested loop inside a coroutine breaks other tasks."""
    for node in source.nodes:
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute | ast.Name):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id
        if name in ("exec", "exec_") and dotted(node.func) != DRAG:
            yield source.violation(node, f"{ast.unparse(node.func)} runs a nested event loop; open it and await")
        owner = dotted(node.func).rpartition(".")[0].rpartition(".")[2]
        if name in _STATIC_DIALOGS.get(owner, set()):
            yield source.violation(node, f"{owner}.{name} runs a nested event loop; open it and await")


def labels(source: Source) -> Iterator[Violation]:
    """QLabel detects rich text automatically, so labels are created in one module, as plain text."""
    if source.file == LABELS:
        return
    for node in source.nodes:
        if isinstance(node, ast.Call) and dotted(node.func).rpartition(".")[2] == "QLabel":
            yield source.violation(node, "a bare QLabel detects rich text; use PlainLabel")
        elif isinstance(node, ast.ClassDef):
            for base in node.bases:
                if dotted(base).rpartition(".")[2] == "QLabel":
                    yield source.violation(node, f"{node.name} is a bare QLabel; derive it from PlainLabel")


def translated_texts(source: Source) -> Iterator[Violation]:
    """`lupdate` finds every text: no `self.tr` in an f-string, no plural form outside `self.tr`."""
    for node in source.nodes:
        if isinstance(node, ast.JoinedStr):
            for inner in ast.walk(node):
                if isinstance(inner, ast.Call) and isinstance(inner.func, ast.Attribute) and inner.func.attr == "tr":
                    yield source.violation(inner, f"{ast.unparse(inner)} inside an f-string is not found by lupdate")
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("translate") and len(node.args) > 3:
            yield source.violation(
                node, "lupdate finds plural forms in self.tr only: write a text for 1 and one for {n}"
            )


def colors(source: Source) -> Iterator[Violation]:
    """Colors of the window come from the tokens, so that each theme changes all of them."""
    if not source.file.startswith("vaultdesk/ui/") or source.file == TOKENS:
        return
    documentation = {
        id(node.value) for node in source.nodes if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in source.nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation:
            for found in _HEX_COLOR.findall(node.value):
                yield source.violation(node, f"{found} is a color outside the tokens")


def package_imports(source: Source) -> Iterator[Violation]:
    """Modules of the same package are imported directly, not through the package's own `__init__`."""
    parts = source.file.removesuffix(".py").split("/")
    packages = {".".join(parts[:end]) for end in range(2, len(parts))}
    if parts[-1] == "__init__":
        return
    for node in statements(source.tree):
        if not isinstance(node, ast.ImportFrom):
            continue
        if node.level:
            yield source.violation(node, "a relative import; name the module in full")
        elif node.module in packages and not all(_is_module(node.module or "", alias.name) for alias in node.names):
            yield source.violation(node, f"imports through {node.module}; name the module that defines it")


def _is_module(package: str, name: str) -> bool:
    folder = ROOT.joinpath(*package.split("."))
    return (folder / f"{name}.py").exists() or (folder / name).is_dir()
