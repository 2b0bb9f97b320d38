"""Pieces beside a question keep within limits, and both sides are told of what was cut."""

import pytest

from vaultdesk.agent import context_piece
from vaultdesk.agent.context_piece import Piece, lay
from vaultdesk.chat.attached_text import unwrap_attached
from vaultdesk.chat.messages import ImagePart, TextPart


def of(path: str, text: str = "Words.", **more: object) -> Piece:
    return Piece(text=text, path=path, name=path, **more)  # type: ignore[arg-type] # a test's shorthand


def shown(pieces: list[Piece]) -> list[str]:
    return [unwrap_attached(part.text) if isinstance(part, TextPart) else part.name for part in lay(pieces).parts]


def test_a_long_piece_is_cut_and_both_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(context_piece, "PIECE_LIMIT", 600)
    laid = lay([of("A.md", "x" * 625)])

    assert shown([of("A.md", "x" * 625)]) == ["x" * 600 + " [cut: 25 more characters]"]
    assert laid.notices == ("Too long to go with the question as a whole: A.md. The model is told.",)


def test_together_they_keep_within_the_limit_of_a_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(context_piece, "MESSAGE_LIMIT", 1_000)
    laid = lay([of("A.md", "x" * 900), of("B.md", "y" * 900), of("C.md", "z" * 90)])

    kept = [part for part in laid.parts if isinstance(part, TextPart)]
    assert "x" * 900 in kept[0].text
    assert kept[1].text == '<attached left="B.md" problem="There was no room for it."/>'
    assert [source.path for source in kept[1].sources] == ["B.md"]
    assert "C.md" in kept[2].text
    assert "B.md, C.md" in laid.notices[0] or "B.md" in laid.notices[0]


def test_a_part_of_a_note_that_goes_whole_does_not_go_again() -> None:
    assert len(lay([of("A.md"), of("A.md", part="Costs"), of("A.md")]).parts) == 1
    assert len(lay([of("A.md", part="Costs"), of("A.md", part="Grants")]).parts) == 2


def test_a_selection_goes_beside_its_note() -> None:
    assert len(lay([of("A.md"), of("A.md", kind="selection")]).parts) == 2


def test_a_remark_is_for_the_person_alone() -> None:
    laid = lay([Piece(name="House", remark="2 private notes of House stayed on this computer.")])

    assert laid.parts == ()
    assert laid.notices == ("2 private notes of House stayed on this computer.",)


def test_only_so_many_pictures_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(context_piece, "MOST_PICTURES", 1)
    pictures = [
        Piece(path=f"{n}.png", name=f"{n}.png", picture=ImagePart(media_type="image/png", data="", name=f"{n}.png"))
        for n in range(3)
    ]

    assert shown(pictures) == ["0.png"]
    assert "1.png, 2.png" in lay(pictures).notices[0]
