"""Translations: extracts all texts of the program for translation, and compiles the files that the program reads.

    python packaging/translations.py update     # texts of the code into resources/translations/*.ts
    python packaging/translations.py release    # *.ts into *.qm
    python packaging/translations.py missing    # how many texts each language lacks

Qt's lupdate extracts the literals in calls of `tr()` and `translate()`. Other texts (commands, settings, phrases, texts
passed to a module's `_tr`) are first written as such calls into a temporary file.
"""

import argparse
import ast
import functools
import os
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, get_args, get_origin

from pydantic import BaseModel

ROOT = Path(__file__).resolve().parent.parent
TRANSLATIONS = ROOT / "resources" / "translations"
LANGUAGES = ("de", "fr", "es", "zh_CN")
SOURCE_LANGUAGE = "en"
"""The language of the code; its file contains plural forms only."""

Text = tuple[str, str]
"""A translation context and a source text."""


def marked_texts(source: str) -> Iterator[Text]:
    """Yield the texts passed to `_tr = translator("Context")`, or to a function of the module that translates them."""
    if "translate" not in source and "translator" not in source:
        return  # Most modules have no such function and need not be parsed.
    tree = ast.parse(source)
    contexts = {
        function.name: context
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef) and (context := _translation_context(function))
    }
    for node in tree.body:
        match node:
            case ast.Assign(
                targets=[ast.Name(id=name)],
                value=ast.Call(func=ast.Name(id="translator"), args=[ast.Constant(value=str(context))]),
            ):
                contexts[name] = context
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in contexts:
            for text in _literals(call.args[0]) if call.args else ():
                yield contexts[call.func.id], text


def _translation_context(function: ast.FunctionDef) -> str:
    """Return the context in which *function* translates its first argument; empty if it does not."""
    if not function.args.args:
        return ""
    first = function.args.args[0].arg
    for call in ast.walk(function):
        if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "translate"):
            continue
        match call.args:
            case [ast.Constant(value=str(context)), ast.Name(id=name), *_] if name == first:
                return context
    return ""


def _literals(node: ast.expr) -> Iterator[str]:
    """Yield the possible texts of *node*: a literal, or both alternatives of a conditional expression."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=body, orelse=otherwise):
            yield from _literals(body)
            yield from _literals(otherwise)


def table_texts() -> Iterator[Text]:
    """Yield the texts of the window's commands and of the settings."""
    from vaultdesk.core.settings.settings_store import Settings
    from vaultdesk.ui.window.actions import ACTIONS, MAC_TEXTS

    yield from (("Actions", text) for text in (*(row.text for row in ACTIONS), *MAC_TEXTS.values()))
    yield from _settings_texts(Settings, set())


@functools.cache
def phrase_texts() -> tuple[str, ...]:
    """Return the templates of all phrases of the program: the literals in calls of `Phrase` and `counted`, and the
    descriptions of the shipped agents.

    Placeholders are numbered: `{0} is not a folder`. Templates without letters, such as `{0}: {1}`, are included,
    because punctuation and spacing depend on the language.
    """
    from vaultdesk.vault.frontmatter.frontmatter import read_frontmatter

    templates: set[str] = set()
    for file in (ROOT / "vaultdesk").rglob("*.py"):
        templates.update(phrase_templates(file.read_text(encoding="utf-8")))
    for file in (ROOT / "resources" / "agents").glob("*.md"):
        templates.add(str(read_frontmatter(file.read_text(encoding="utf-8")).properties["description"]))
    return tuple(sorted(templates))


def phrase_templates(source: str) -> Iterator[str]:
    """Yield the templates of the phrases in the module *source*, except `{0}`, which has nothing to translate."""
    if "Phrase(" not in source and "counted(" not in source:
        return  # Most modules have none and need not be parsed.
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Name(id="Phrase"), args=[template, *_]):
                templates = [template]
            case ast.Call(func=ast.Name(id="counted"), args=[_, one, many, *_]):
                templates = [one, many]
            case _:
                continue
        for template in templates:
            yield from (text for text in _literals(template) if text not in ("", "{0}"))


def _settings_texts(model: type[BaseModel], visited: set[type[BaseModel]]) -> Iterator[Text]:
    if model in visited:
        return
    visited.add(model)
    for name, field in model.model_fields.items():
        yield from (("Settings", text) for text in (field.title or name, field.description or "") if text)
        for kind in (field.annotation, *get_args(field.annotation)):
            if get_origin(kind) is Literal:
                yield from (("Settings", word) for word in map(choice_words, get_args(kind)) if word)
            if isinstance(kind, type) and issubclass(kind, BaseModel):
                yield from _settings_texts(kind, visited)


def choice_words(choice: object) -> str:
    """Return the default text of a value of a setting."""
    return str(choice).replace("-", " ").capitalize()


def update(to: Path = TRANSLATIONS) -> None:
    """Update all .ts files in *to* from the code; obsolete texts are removed."""
    files = sorted((ROOT / "vaultdesk" / "ui").rglob("*.py"))
    texts = {text for file in files for text in marked_texts(file.read_text(encoding="utf-8"))} | set(table_texts())
    to.mkdir(parents=True, exist_ok=True)
    texts |= {("Core", text) for text in phrase_texts()}
    lines = [f"QCoreApplication.translate({context!r}, {text!r})" for context, text in sorted(texts)]
    with tempfile.TemporaryDirectory() as folder:
        tables = Path(folder) / "tables.py"
        tables.write_text("\n".join(lines), encoding="utf-8")
        names = [os.path.relpath(file, ROOT) for file in files] + [str(tables)]
        for language in (*LANGUAGES, SOURCE_LANGUAGE):
            only = ["-pluralonly"] if language == SOURCE_LANGUAGE else []
            target = ["-locations", "none", "-no-obsolete", "-source-language", "en", "-target-language", language]
            run("pyside6-lupdate", *only, *target, *names, "-ts", str(to / f"vaultdesk_{language}.ts"))


def release(to: Path = TRANSLATIONS) -> None:
    """Compile the .ts files into .qm files in *to*."""
    for file in sorted(TRANSLATIONS.glob("*.ts")):
        run("pyside6-lrelease", "-silent", str(file), "-qm", str(to / f"{file.stem}.qm"))


def missing(file: Path) -> list[Text]:
    """Return the texts without a finished translation in the .ts file *file*."""
    return [
        (context.findtext("name", ""), message.findtext("source", ""))
        for context in ElementTree.parse(file).iter("context")  # noqa: S314 - our own file
        for message in context.iter("message")
        if unfinished(message.find("translation"))
    ]


def unfinished(translation: ElementTree.Element | None) -> bool:
    """Return whether *translation* is missing, marked as unfinished, or lacks a text or plural form."""
    if translation is None or translation.get("type") == "unfinished":
        return True
    forms = translation.findall("numerusform")
    return not all((form.text or "").strip() for form in forms) if forms else not (translation.text or "").strip()


def run(tool: str, *arguments: str) -> None:
    """Run one of Qt's tools, which are in the folder of this interpreter."""
    subprocess.run([str(Path(sys.executable).parent / tool), *arguments], cwd=ROOT, check=True, stdout=sys.stderr)


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=("update", "release", "missing"))
    command = parser.parse_args().command
    sys.path.insert(0, str(ROOT))
    if command == "update":
        update()
    elif command == "release":
        release()
    else:
        for file in sorted(TRANSLATIONS.glob("*.ts")):
            print(f"{file.stem}: {len(missing(file))} missing")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
