"""Tests of ui/rendering/markdown_parser.py."""

import pytest

from vaultdesk.ui.rendering.markdown_parser import is_note_address, is_web_address, parse, parse_inline
from vaultdesk.ui.rendering.planner import plan_of
from vaultdesk.ui.rendering.render_plan import TextBlock, TextStyle
from vaultdesk.vault.markdown.markdown_scanner import scan


def runs(text: str, *, comments: bool = True) -> list[tuple[str, TextStyle, str]]:
    piece = plan_of(text, comments=comments)[0]
    assert isinstance(piece, TextBlock)
    return [(run.text, run.style, run.href) for run in piece.runs]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("[[Note]]", ("Note", TextStyle.LINK, "note:Note")),
        ("[[Note|words]]", ("words", TextStyle.LINK, "note:Note")),
        ("[[A/B c#Head|w]]", ("w", TextStyle.LINK, "note:A%2FB%20c%23Head")),
        ("[[Note#Head]]", ("Note › Head", TextStyle.LINK, "note:Note%23Head")),
        ("==marked==", ("marked", TextStyle.MARK, "")),
        ("$x+y$", ("$x+y$", TextStyle.CODE, "")),
        ("#tag/sub", ("#tag/sub", TextStyle.TAG, "")),
        ("[^1]", ("1", TextStyle.RAISED, "")),
        ("https://a.b/c_d", ("https://a.b/c_d", TextStyle.LINK, "https://a.b/c_d")),
        ("[w](My%20note.md)", ("w", TextStyle.LINK, "note:My%20note")),
        ("![[Other]]", ("Other", TextStyle.LINK, "note:Other")),
    ],
)
def test_obsidian_marks_become_looks(text: str, wanted: tuple[str, TextStyle, str]) -> None:
    assert runs(text) == [wanted]


@pytest.mark.parametrize("text", ["#1984", "a#b", "$5 and $6", "== x ==", "[[]]", "[[a\nb]]", "100 %% 5", "://x"])
def test_what_only_looks_alike_stays_text(text: str) -> None:
    assert all(look == TextStyle.PLAIN for _, look, _ in runs(text))


def test_the_end_of_a_sentence_is_no_part_of_an_address() -> None:
    assert runs("See https://a.b/c.")[1:] == [
        ("https://a.b/c", TextStyle.LINK, "https://a.b/c"),
        (".", TextStyle.PLAIN, ""),
    ]


def test_comments_hide_in_notes_but_never_in_answers() -> None:
    assert runs("a %%b%% c") == [("a  c", TextStyle.PLAIN, "")]
    assert runs("a %%b%% c", comments=False) == [("a %%b%% c", TextStyle.PLAIN, "")]


def test_marks_inside_marks_add_up() -> None:
    assert runs("==a **b**==") == [("a ", TextStyle.MARK, ""), ("b", TextStyle.MARK | TextStyle.STRONG, "")]


@pytest.mark.parametrize("address", ["http://a.b", "https://a.b/c", "mailto:a@b.c", "HTTPS://A.B"])
def test_web_and_mail_addresses_are_links(address: str) -> None:
    assert is_web_address(address)


@pytest.mark.parametrize(
    "address", ["javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "vaultdesk:x", "obsidian:open"]
)
def test_v11_other_schemes_are_links_in_a_note_and_text_in_an_answer(address: str) -> None:
    assert not is_web_address(address)
    assert not is_note_address(address)
    assert runs(f"[words]({address})") == [("words", TextStyle.LINK, address)]
    children = parse(f"[words]({address})", comments=False)[1].children or []
    assert all(token.type != "link_open" for token in children)
    assert any("words" in token.content for token in children)


@pytest.mark.parametrize(
    "text", ["[words](obsidian://new?file=x)", "<obsidian://open?vault=x>", "[words](vaultdesk://open?vault=x)"]
)
def test_what_a_program_would_do_is_a_link_in_a_note_and_never_in_an_answer(text: str) -> None:
    kinds = {comments: [token.type for token in parse(text, comments=comments)[1].children or []]
             for comments in (True, False)}  # fmt: skip
    assert kinds == {True: ["link_open", "text", "link_close"], False: ["text"]}


@pytest.mark.parametrize("comments", [True, False])
def test_html_that_may_hold_or_load_something_is_literal_text(comments: bool) -> None:
    text = (
        "<script>alert(1)</script> <img src=file:///x.png> <img src='data:x'> <img> <iframe> <iframe src=x.md> <div> "
        "<style> a < b > c <bx> <b"
    )
    children = parse(text, comments=comments)[1].children or []
    assert "".join(token.content for token in children) == text


def test_nothing_a_model_says_is_hidden_as_a_tag() -> None:
    children = parse("<b title='x'>y</b>", comments=False)[1].children or []
    assert "".join(token.content for token in children) == "<b title='x'>y</b>"


def test_a_title_is_read_as_one_line() -> None:
    assert [token.type for token in parse_inline("a `b`")] == ["text", "code_inline"]


S, E, X, P = TextStyle.STRONG, TextStyle.EMPHASIS, TextStyle.STRIKE, TextStyle.PLAIN


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("**开源：**代码", [("开源：", S), ("代码", P)]),
        ("含**「重点」**内容", [("含", P), ("「重点」", S), ("内容", P)]),
        ("含**“重点”**内容", [("含", P), ("“重点”", S), ("内容", P)]),
        ("**重要（注意）**です", [("重要（注意）", S), ("です", P)]),
        ("**스크립트(script)**를", [("스크립트(script)", S), ("를", P)]),
        ("*スクリプト。*です", [("スクリプト。", E), ("です", P)]),
        ("***重要。***後", [("重要。", S | E), ("後", P)]),
        ("~~删除。~~后", [("删除。", X), ("后", P)]),
        ("**甲。**乙**丙。**丁", [("甲。", S), ("乙", P), ("丙。", S), ("丁", P)]),
        ("a**b.**c", [("a**b.**c", P)]),
        ("a **b**. _c_ d_e_f", [("a ", P), ("b", S), (". ", P), ("c", E), (" d_e_f", P)]),
    ],
)
def test_v3_emphasis_beside_signs_of_text_without_blanks(text: str, wanted: list[tuple[str, TextStyle]]) -> None:
    assert [(words, style) for words, style, _ in runs(text)] == wanted


@pytest.mark.parametrize("tag", ["☕coffee", "📝", "⭐", "1️⃣x", "a\u0308b", "हिन्दी", "👩\u200d💻", "a/b-c_d", "日本語"])
def test_v8_tags_are_those_of_the_index(tag: str) -> None:
    assert runs(f"x #{tag} y") == [("x ", P, ""), (f"#{tag}", TextStyle.TAG, ""), (" y", P, "")]
    assert scan(f"x #{tag} y").tags == (tag,)


@pytest.mark.parametrize("text", ["#12", "x#a", "#.", "#/"])
def test_v8_what_is_no_tag_in_the_index_is_none_to_read(text: str) -> None:
    assert scan(f"x {text}").tags == ()
    assert all(style == P for _, style, _ in runs(f"x {text}"))


def test_v11_names_that_end_in_brackets_are_links() -> None:
    assert runs("[[Note [draft]]], [[A [b] c|x [1]]] ![[[b] c]] [[[x]]]") == [
        ("Note [draft]", TextStyle.LINK, "note:Note%20%5Bdraft%5D"),
        (", ", P, ""),
        ("x [1]", TextStyle.LINK, "note:A%20%5Bb%5D%20c"),
        (" ", P, ""),
        ("[b] c", TextStyle.LINK, "note:%5Bb%5D%20c"),
        (" [", P, ""),
        ("x", TextStyle.LINK, "note:x"),
        ("]", P, ""),
    ]
