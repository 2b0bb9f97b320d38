from pathlib import Path

from PySide6.QtGui import QImage

from tests.support.qt_loop import on_qt_loop
from tests.ui.note.desk import desk
from vaultdesk.ui.note.reading import SHOWN_LIMIT, SHOWN_LINES, Surroundings, read
from vaultdesk.ui.rendering.planner import plan_of
from vaultdesk.ui.widgets.image_data import PICTURE_SIDE
from vaultdesk.vault.note_path import NotePath

PATH = NotePath("F/Boiler.md")


def test_a_title_that_repeats_the_name_is_shown_once() -> None:
    assert [piece.text for piece in read(PATH, "---\na: b\n---\n# Boiler\n\ntext").plan] == ["text"]
    assert [piece.text for piece in read(PATH, "# Other\n\ntext").plan] == ["Other", "text"]


def test_a_very_long_note_is_shown_by_its_beginning() -> None:
    reading = read(PATH, "some words\n\n" * 60_000)
    assert reading.cut
    assert reading.words == 120_000
    assert sum(len(piece.text) for piece in reading.plan) < SHOWN_LIMIT


def test_a_note_of_very_many_lines_is_shown_by_its_beginning() -> None:
    reading = read(PATH, "- item\n" * 50_000)
    assert reading.cut
    assert len(reading.plan) == SHOWN_LINES


@on_qt_loop
async def test_links_are_known_after_asking(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        around = Surroundings(at.vault, at.searcher)
        plan = plan_of("[[Budget]] [[Gone]] [[#Here]]")
        assert await around.learn_links(NotePath("Boiler.md"), plan)
        assert not await around.learn_links(NotePath("Boiler.md"), plan)
        assert (around.resolves("Budget#x"), around.resolves("Gone"), around.resolves("#Here")) == (True, False, True)


@on_qt_loop
async def test_a_link_to_a_file_that_is_no_note_is_good_where_the_file_is_there(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        (at.root / "Garden" / "files").mkdir()
        (at.root / "Garden" / "files" / "manual.pdf").write_bytes(b"x")
        around, path = Surroundings(at.vault, at.searcher), NotePath("Garden/Apples.md")
        plan = plan_of("[[manual.pdf#page=2]] [m](files/manual.pdf) [g](../Garden/files/manual.pdf) [[gone.pdf]]")
        names = ("manual.pdf", "files/manual.pdf", "../Garden/files/manual.pdf", "gone.pdf")
        await around.learn_links(path, plan)
        assert all(map(around.resolves, names)), "not looked for yet, all are taken as good"
        assert await around.learn_files(path, plan)
        assert [around.resolves(name) for name in names] == [True, True, True, False]
        assert not await around.learn_files(path, plan)
        await around.learn_links(NotePath("Boiler.md"), plan)
        assert around.resolves("gone.pdf"), "seen from another note it may be there"


@on_qt_loop
async def test_pictures_of_the_vault_are_read_and_made_small(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        (at.root / "Garden" / "pics").mkdir()
        QImage(5000, 10, QImage.Format.Format_RGB32).save(str(at.root / "Garden" / "pics" / "wide.png"))
        (at.root / "Garden" / "bad.png").write_bytes(b"no picture")
        around = Surroundings(at.vault, at.searcher)
        plan = plan_of("![[pics/wide.png]] ![[bad.png]] ![[../../etc/x.png]] ![[gone.png]]")
        assert await around.learn_pictures(NotePath("Garden/Apples.md"), plan)
        image = around.picture("pics/wide.png")
        assert image is not None
        assert image.width() == PICTURE_SIDE
        assert around.picture("bad.png") is None
        assert around.picture("../../etc/x.png") is None


@on_qt_loop
async def test_a_picture_is_found_by_its_name_alone(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        for place in ("Far/away/deep/plan.png", "Far/plan.png"):
            (at.root / place).parent.mkdir(parents=True, exist_ok=True)
            side = 30 if place.startswith("Far/plan") else 10
            QImage(side, side, QImage.Format.Format_RGB32).save(str(at.root / place))
        around = Surroundings(at.vault, at.searcher)
        assert await around.learn_pictures(NotePath("Garden/Apples.md"), plan_of("![[plan.png]]"))
        picture = around.picture("plan.png")
        assert picture is not None
        assert picture.width() == 30
