"""Choice button: words that may be cut, a remark that may not, and a name that says both."""

from vaultdesk.ui.parts.choice_button import ChoiceButton


def test_words_and_remark_are_said_to_eye_and_voice() -> None:
    button = ChoiceButton("", "Model", icon_name="chip")
    button.set_words("gemma3:4b", "tools by text")
    assert (button.words(), button.remark()) == ("gemma3:4b", "tools by text")
    assert button.accessibleName() == "Model: gemma3:4b, tools by text"
    button.set_words("sonnet")
    assert (button.remark(), button.accessibleName()) == ("", "Model: sonnet")


def test_a_remark_needs_its_room_even_where_words_are_cut() -> None:
    button = ChoiceButton("a rather long name of a model", "Model")
    bare = button.minimumSizeHint().width()
    button.set_words("a rather long name of a model", "no tools")
    assert button.minimumSizeHint().width() > bare
    assert button.minimumSizeHint().width() < button.sizeHint().width()
    button.resize(button.minimumSizeHint())
    assert not button.grab().isNull()


def test_hostile_words_stay_on_one_line_and_in_sight() -> None:
    button = ChoiceButton("a\nb\u202ec", "Model")
    assert button.words() == "a bU+202Ec"
