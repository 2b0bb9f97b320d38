from vaultdesk.ui.markdown.code_colours import COLOUR_LIMIT, LINE_LIMIT, coloured_lines, plain_lines, warm_up
from vaultdesk.ui.markdown.plan import Look


def test_words_numbers_texts_and_remarks_have_looks() -> None:
    looks = {run.text: run.look for line in coloured_lines('def f(): return 1, "a"  # why', "python") for run in line}
    assert looks["def"] == Look.WORD
    assert looks["1"] == Look.NUMBER
    assert looks["# why"] == Look.REMARK
    assert Look.STRING in looks.values()


def test_lines_and_blank_lines_are_kept() -> None:
    text = "a = 1\n\n\nb = 2\n"
    for language in ("python", "nonsense", ""):
        lines = coloured_lines(text, language)
        assert "\n".join("".join(run.text for run in line) for line in lines) == text


def test_an_unknown_language_and_a_long_block_stay_plain() -> None:
    assert coloured_lines("x = 1", "no-such-language") == plain_lines("x = 1")
    long = "x = 1\n" * COLOUR_LIMIT
    assert coloured_lines(long, "python") == plain_lines(long)


def test_endless_lines_are_broken() -> None:
    lines = plain_lines("x" * 10_500)
    assert len(lines) == 11
    assert max(len(run.text) for line in lines for run in line) == LINE_LIMIT
    warm_up()
