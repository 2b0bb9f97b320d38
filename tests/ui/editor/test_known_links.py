from PySide6.QtCore import QObject

from tests.support.desktop import until
from tests.support.qt_loop import on_qt_loop
from vaultdesk.core.errors import IndexFailed
from vaultdesk.ui.editor.known_links import KnownLinks


@on_qt_loop
async def test_a_name_is_good_until_it_is_known_to_lead_nowhere() -> None:
    asked: list[tuple[str, str]] = []
    notes = {"Boiler": "Boiler.md"}

    async def resolve(name: str, source: str) -> str | None:
        asked.append((name, source))
        return notes.get(name)

    owner, told = QObject(), list[int]()
    known = KnownLinks(resolve, owner)
    known.changed.connect(lambda: told.append(1))
    known.set_source("a.md")
    assert [known(name) for name in ("Boiler", "Gone", "Gone")] == [True, True, True]
    await until(lambda: told)
    assert [known(name) for name in ("Boiler", "Gone")] == [True, False]
    assert sorted(asked) == [("Boiler", "a.md"), ("Gone", "a.md")]
    notes["Gone"] = "Gone.md"
    known.forget()
    assert not known("Gone")
    await until(lambda: len(told) == 2)
    assert known("Gone")


@on_qt_loop
async def test_another_note_asks_for_itself_and_a_broken_index_says_nothing() -> None:
    asked: list[str] = []

    async def resolve(name: str, source: str) -> str | None:
        asked.append(source)
        raise IndexFailed("The index is broken.", hint="")

    owner = QObject()
    known = KnownLinks(resolve, owner)
    known.set_source("a.md")
    known("X")
    known.set_source("b.md")
    assert known("X")
    await until(lambda: asked)
    assert known("X")
    assert asked[0] == "b.md"
