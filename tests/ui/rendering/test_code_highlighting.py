from vaultdesk.ui.rendering.code_highlighting import (
    COLOUR_LIMIT,
    LINE_LIMIT,
    highlighted_lines,
    plain_lines,
    preload_highlighting,
)
from vaultdesk.ui.rendering.render_plan import TextStyle


def test_words_numbers_texts_and_remarks_have_looks() -> None:
    looks = {
        run.text: run.style for line in highlighted_lines('def f(): return 1, "a"  # why', "python") for run in line
    }
    assert looks["def"] == TextStyle.WORD
    assert looks["1"] == TextStyle.NUMBER
    assert looks["# why"] == TextStyle.REMARK
    assert TextStyle.STRING in looks.values()


def test_lines_and_blank_lines_are_kept() -> None:
    text = "a = 1\n\n\nb = 2\n"
    for language in ("python", "nonsense", ""):
        lines = highlighted_lines(text, language)
        assert "\n".join("".join(run.text for run in line) for line in lines) == text


def test_an_unknown_language_and_a_long_block_stay_plain() -> None:
    assert highlighted_lines("x = 1", "no-such-language") == plain_lines("x = 1")
    long = "x = 1\n" * COLOUR_LIMIT
    assert highlighted_lines(long, "python") == plain_lines(long)


def test_endless_lines_are_broken() -> None:
    lines = plain_lines("x" * 10_500)
    assert len(lines) == 11
    assert max(len(run.text) for line in lines for run in line) == LINE_LIMIT
    preload_highlighting()
