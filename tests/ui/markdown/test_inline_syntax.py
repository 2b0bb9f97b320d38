import pytest

from vaultdesk.ui.markdown.plan import Block, Look
from vaultdesk.ui.markdown.planner import plan_of


def runs(text: str, *, comments: bool = True) -> list[tuple[str, Look, str]]:
    piece = plan_of(text, comments=comments)[0]
    assert isinstance(piece, Block)
    return [(run.text, run.look, run.href) for run in piece.runs]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("[[Note]]", ("Note", Look.LINK, "note:Note")),
        ("[[Note|words]]", ("words", Look.LINK, "note:Note")),
        ("[[A/B c#Head|w]]", ("w", Look.LINK, "note:A%2FB%20c%23Head")),
        ("[[Note#Head]]", ("Note › Head", Look.LINK, "note:Note%23Head")),
        ("==marked==", ("marked", Look.MARK, "")),
        ("$x+y$", ("$x+y$", Look.CODE, "")),
        ("#tag/sub", ("#tag/sub", Look.TAG, "")),
        ("[^1]", ("1", Look.RAISED, "")),
        ("https://a.b/c_d", ("https://a.b/c_d", Look.LINK, "https://a.b/c_d")),
        ("[w](My%20note.md)", ("w", Look.LINK, "note:My%20note")),
        ("![[Other]]", ("Other", Look.LINK, "note:Other")),
    ],
)
def test_obsidian_marks_become_looks(text: str, wanted: tuple[str, Look, str]) -> None:
    assert runs(text) == [wanted]


@pytest.mark.parametrize("text", ["#1984", "a#b", "$5 and $6", "== x ==", "[[]]", "[[a\nb]]", "100 %% 5", "://x"])
def test_what_only_looks_alike_stays_text(text: str) -> None:
    assert all(look == Look.PLAIN for _, look, _ in runs(text))


def test_the_end_of_a_sentence_is_no_part_of_an_address() -> None:
    assert runs("See https://a.b/c.")[1:] == [("https://a.b/c", Look.LINK, "https://a.b/c"), (".", Look.PLAIN, "")]


def test_comments_hide_in_notes_but_never_in_answers() -> None:
    assert runs("a %%b%% c") == [("a  c", Look.PLAIN, "")]
    assert runs("a %%b%% c", comments=False) == [("a %%b%% c", Look.PLAIN, "")]


def test_marks_inside_marks_add_up() -> None:
    assert runs("==a **b**==") == [("a ", Look.MARK, ""), ("b", Look.MARK | Look.STRONG, "")]
