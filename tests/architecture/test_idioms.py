"""Tests of the rules in idioms.py."""

import pytest

from tests.architecture import idioms
from tests.architecture.source import ROOT, Rule, Source, modules, violation_report

RULES: tuple[Rule, ...] = (
    idioms.names,
    idioms.field_words,
    idioms.encodings,
    idioms.tasks,
    idioms.waiting,
    idioms.dialogs,
    idioms.labels,
    idioms.translated_texts,
    idioms.colors,
    idioms.package_imports,
)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_every_module_follows_the_idiom(rule: Rule) -> None:
    found = violation_report(violation for source in modules() for violation in rule(source))

    assert not found, found


HERE = "vaultdesk/ui/x.py"
EXAMPLES: tuple[tuple[Rule, str, str], ...] = (
    (idioms.names, "class Index: 1", "class IndexHelper: 1"),
    (idioms.names, "class Plain2D: 1", "class HTTPUtils: 1"),
    (idioms.field_words, "text_cache = 1", "haystack = 1"),
    (idioms.field_words, "class TextCache: 1", "class TheHaystack: 1"),
    (idioms.field_words, "def walk(agent_scope): 1", "def walk(agent_leash): 1"),
    (idioms.field_words, "self._status = 'standing'", "self._standing = 1"),
    (idioms.encodings, "file.read_text('utf-8'), files.read_text(path)", "file.read_text()"),
    (idioms.encodings, "file.write_text(text, encoding='utf-8')", "file.write_text(text)"),
    (idioms.tasks, "group.create_task(f())", "asyncio.create_task(f())"),
    (idioms.tasks, "self._tasks.create_task(f())", "self._loop.create_task(f())"),
    (idioms.tasks, "bridge.start(f(), owner=self)", "asyncio.get_running_loop().create_task(f())"),
    (idioms.tasks, "a.create_task", "from asyncio import create_task\ncreate_task(f())"),
    (idioms.tasks, "asyncio.gather(a)", "asyncio.ensure_future(a)"),
    (idioms.waiting, "await event.wait()", "import time\ntime.sleep(1)"),
    (idioms.waiting, "sleep(1)", "from asyncio import sleep\nasync def f(): await sleep(1)"),
    (idioms.waiting, "async def f(): await asyncio.sleep(0)", "async def f(): await asyncio.sleep(0.1)"),
    (idioms.waiting, "asyncio.timeout(1)", "time.sleep(0)"),
    (idioms.dialogs, "dialog.open()", "dialog.exec()"),
    (idioms.dialogs, "cursor.execute('x')", "menu.exec_(place)"),
    (idioms.dialogs, "QMessageBox(parent)", "QMessageBox.question(self, 'a', 'b')"),
    (idioms.dialogs, "QFileDialog(parent)", "QtWidgets.QFileDialog.getExistingDirectory(self)"),
    (idioms.labels, "PlainLabel('x')", "QLabel('x')"),
    (idioms.labels, "from PySide6.QtWidgets import QLabel", "QtWidgets.QLabel()"),
    (idioms.labels, "class A(PlainLabel): 1", "class A(QLabel): 1"),
    (idioms.translated_texts, "a + self.tr('b')", "f'{a}{self.tr(1)}'"),
    (idioms.translated_texts, "translate('A', 'b')", "QCoreApplication.translate('A', '%n b', None, 2)"),
    (idioms.colors, "a = 'see #12 and #tag and &#39; and #add-on'", "a = 'color: #1a2B3c;'"),
    (idioms.colors, '"""Like #fff in the docs."""', "a = f'{x} #fff'"),
    (idioms.package_imports, "from vaultdesk.ui.bridge import start", "from vaultdesk.ui import start"),
    (idioms.package_imports, "from vaultdesk.vault import Vault", "from .bridge import start"),
    (idioms.package_imports, "from vaultdesk.ui import theme", "from vaultdesk.ui import theme, Theme"),
)


@pytest.mark.parametrize(("rule", "good", "bad"), EXAMPLES)
def test_each_rule_detects_its_violation(rule: Rule, good: str, bad: str) -> None:
    assert list(rule(Source(HERE, good))) == []
    assert len(list(rule(Source(HERE, bad)))) == 1


@pytest.mark.parametrize("file", ["vaultdesk/utils.py", "vaultdesk/vault/note_helpers.py", "vaultdesk/misc/x.py"])
def test_vague_file_name_is_detected(file: str) -> None:
    assert len(list(idioms.names(Source(file, "")))) == 1


@pytest.mark.parametrize(
    ("rule", "file", "text"),
    [
        (idioms.tasks, idioms.BRIDGE, "asyncio.create_task(f())"),
        (idioms.labels, idioms.LABELS, "class PlainLabel(QLabel): 1"),
        (idioms.colors, idioms.TOKENS, "a = '#ffffff'"),
        (idioms.colors, "vaultdesk/vault/markdown/note.py", "a = '#fff'"),
        (idioms.package_imports, "vaultdesk/ui/__init__.py", "from vaultdesk.ui.bridge import start"),
    ],
)
def test_owning_module_may_use_its_idiom(rule: Rule, file: str, text: str) -> None:
    assert list(rule(Source(file, text))) == []


def test_every_exception_names_an_existing_module_with_a_reason() -> None:
    allowed = {**idioms.TASK_OWNERS, **idioms.WAITING_ALLOWED}

    assert [file for file in (*allowed, idioms.LABELS, idioms.TOKENS) if not (ROOT / file).is_file()] == []
    assert all(allowed.values())
