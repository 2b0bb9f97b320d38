import os
from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QTextDocument

from tests.support.qt_loop import on_qt_loop
from tests.ui.markdown.dumps import SAMPLE, dump
from vaultdesk.ui.markdown.document import RenderedDocument
from vaultdesk.ui.markdown.planner import plan_of
from vaultdesk.ui.markdown.style import Style
from vaultdesk.ui.theme.theme import Theme

TEXTS = [
    "a\n\nb",
    "a",
    "",
    "| a | b |\n|---|---|\n| 1 | 2 |",
    "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n\nx",
    "```\none",
    "```\none\ntwo\n```",
    "---\n\n| a |\n|---|\n\n| b |\n|---|",
    SAMPLE,
    "> q\n\n- x\n- y",
]


@pytest.mark.parametrize("before", TEXTS)
@pytest.mark.parametrize("after", TEXTS)
def test_going_from_one_text_to_another_equals_showing_it_at_once(dressed: Theme, before: str, after: str) -> None:
    style = Style(dressed, "note")
    changed, fresh = RenderedDocument(style), RenderedDocument(style)
    changed.show_plan(plan_of(before))
    changed.show_plan(plan_of(after))
    fresh.show_plan(plan_of(after))
    assert dump(changed) == dump(fresh)
    assert changed.starts == fresh.starts


def test_closed_pieces_are_not_touched(dressed: Theme) -> None:
    document = RenderedDocument(Style(dressed, "chat"))
    document.show_plan(plan_of("one\n\ntwo\n\nthree"))
    document.documentLayout()
    changed: list[int] = []
    document.contentsChange.connect(lambda place, _removed, _added: changed.append(place))
    document.show_plan(plan_of("one\n\ntwo\n\nthree and four"))
    assert min(changed) >= document.starts[1]


def test_a_new_style_shows_the_same_text_in_other_colours(dressed: Theme) -> None:
    document = RenderedDocument(Style(dressed, "note"))
    document.show_plan(plan_of(SAMPLE))
    text, before = document.toPlainText(), dump(document)
    dressed.set_choice("dark")
    document.restyle(Style(dressed, "note"))
    assert document.toPlainText() == text
    assert dump(document) != before


@on_qt_loop
async def test_slices_end_in_the_same_document(dressed: Theme) -> None:
    style = Style(dressed, "note")
    plan = plan_of("word\n\n" * 600 + SAMPLE)
    sliced, fresh = RenderedDocument(style), RenderedDocument(style)
    await sliced.show_in_slices(plan)
    fresh.show_plan(plan)
    assert dump(sliced) == dump(fresh)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs a FIFO")
@pytest.mark.timeout(10)
def test_no_file_is_opened_whatever_a_resource_is_called(dressed: Theme, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.png"
    os.mkfifo(pipe)
    document = RenderedDocument(Style(dressed, "note"))
    for name in (str(pipe), f"file://{pipe}", "/dev/zero", "//host/share/x.png", "data:image/png;base64,AAAA"):
        assert document.resource(QTextDocument.ResourceType.ImageResource.value, QUrl(name)) is None
