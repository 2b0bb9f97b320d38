"""The buttons that rate a word: told by name, key and rest, one of them standing out."""

from PySide6.QtGui import QColor

from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.vocabulary.rating_button import BEST, RatingButton


def test_a_button_says_its_rest_and_has_its_key() -> None:
    made = RatingButton("hard", "Hard")
    made.show_wait("6 min")
    assert made.key == "2"
    assert made.accessibleName() == "Hard, again in 6 min"


def test_only_the_usual_answer_is_filled() -> None:
    def ground(button: RatingButton) -> QColor:
        button.resize(button.sizeHint())
        return button.grab().toImage().pixelColor(button.width() // 2, 4)

    usual, other = RatingButton(BEST, "Good"), RatingButton("easy", "Easy")
    assert ground(usual) == theme().color("accent")
    assert ground(other) == theme().color("raised")
