"""Inline code."""

from vaultdesk.providers.tool_text.inline_code import CodeRuns, OpenCode


def test_a_run_is_closed_by_the_next_of_its_length() -> None:
    text = "`` a ` b `` c ` d"
    runs = CodeRuns(text, 0, len(text))

    assert runs.code_end(2, 2) == 11
    assert runs.code_end(1, 6) == 15
    assert runs.code_end(1, 15) == 0
    assert runs.code_end(3, 0) == 0


def test_runs_are_looked_for_within_the_paragraph_only() -> None:
    assert CodeRuns("` a `", 0, 3).code_end(1, 1) == 0


def test_what_is_held_back_is_kept_over_several_texts() -> None:
    code = OpenCode(2)
    code.carry("a ` b", 5)
    assert code.held("", 0) == ""
    code.hold(1)
    code.hold(3)
    code.carry(" <x", 3)

    assert code.holds
    assert code.held("y>z", 2) == "<xy>"
    assert code.again("y>z", 2) == ("` b <xy>z", 0, 8, 4)


def test_what_stands_in_one_text_is_read_again_there() -> None:
    code = OpenCode(2)
    code.hold(4)

    assert code.again("a ` <x\n\nb", 7) == ("a ` <x\n\nb", 2, 7, 4)
