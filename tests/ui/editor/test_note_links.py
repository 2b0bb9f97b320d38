"""Tests of ui/editor/note_links.py."""

import pytest
from PySide6.QtCore import QObject

from tests.support.desktop import until
from tests.support.qt_loop import on_qt_loop
from vaultdesk.core.errors import IndexFailed
from vaultdesk.ui.editor.note_links import KnownLinks, LinkAtCursor, line_of_target, link_at

LINE = "a [[Boiler#Result|it]] b [words](Heat%20loss.md#x) c [web](https://a.b) d https://e.f g"


@pytest.mark.parametrize(
    ("at", "wanted"),
    [
        ("[[Boiler", LinkAtCursor("Boiler#Result", web=False)),
        ("|it", LinkAtCursor("Boiler#Result", web=False)),
        ("words", LinkAtCursor("Heat loss.md#x", web=False)),
        ("Heat", LinkAtCursor("Heat loss.md#x", web=False)),
        ("web", LinkAtCursor("https://a.b", web=True)),
        ("https://e.f", LinkAtCursor("https://e.f", web=True)),
        (" b ", None),
    ],
)
def test_the_link_under_the_cursor_is_told(at: str, wanted: LinkAtCursor | None) -> None:
    assert link_at(LINE, LINE.index(at) + 1) == wanted


def test_a_place_in_the_same_note_is_a_link() -> None:
    assert link_at("[[#Result]]", 4) == LinkAtCursor("#Result", web=False)


def test_the_line_of_a_heading_or_a_block_is_found() -> None:
    text = "# One\n## Result\n# Two\n## Result\nwords ^id\n```\n# Code\n```\n"
    places = ("Result", "Two#Result", "^id", "Code", "Gone")
    assert [line_of_target(text, place) for place in places] == [1, 3, 4, None, None]


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
