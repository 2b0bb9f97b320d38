"""CardContents: what cards show of files, and what they say of those that are not there."""

from pathlib import Path

from tests.ui.canvas.scene import CANVAS, MISSING, NOTE, PICTURE, house
from vaultdesk.ui.canvas.board_file import board_file
from vaultdesk.ui.canvas.card_contents import from_part, read_contents


def test_notes_pictures_and_missing_files_are_told_apart(tmp_path: Path) -> None:
    found = {
        place: content for part in read_contents(house(tmp_path), board_file(CANVAS)) for place, content in part.items()
    }

    assert set(found) == {NOTE, PICTURE, MISSING}
    assert found[NOTE].text == "A pump.\n"
    picture = found[PICTURE].image
    assert picture is not None
    assert picture.width() == 30
    assert found[MISSING].missing


def test_no_path_leads_out_of_the_vault(tmp_path: Path) -> None:
    inside = tmp_path / "vault"
    inside.mkdir()
    (tmp_path / "Secret.md").write_text("secret", encoding="utf-8")
    canvas = CANVAS.replace("Boiler.md", "../Secret.md").replace("Gone.md", "/etc/passwd")

    found = {
        place: content for part in read_contents(house(inside), board_file(canvas)) for place, content in part.items()
    }

    assert found[NOTE].missing
    assert found[NOTE].text == ""
    assert found[MISSING].missing


def test_a_part_is_shown_from_its_heading_or_block_on() -> None:
    body = "# A\n\none\n\n## B c\n\ntwo\n\nthree ^id\n"

    assert from_part(body, "#B c") == "two\n\nthree ^id\n"
    assert from_part(body, "#A#B c") == "two\n\nthree ^id\n"
    assert from_part(body, "#^id") == "three ^id\n"
    assert from_part(body, "#Gone") == from_part(body, "") == body
