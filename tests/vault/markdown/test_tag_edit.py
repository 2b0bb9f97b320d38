"""Tags are added, taken away and renamed in head and text as one; only the lines that carry them change."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultdesk.core.errors import NoteNotWritten
from vaultdesk.vault.frontmatter.frontmatter import read_frontmatter
from vaultdesk.vault.markdown.tag_edit import MAX_TAG_LENGTH, rename_tag, tag_name, tags_of, with_tags, without_tags

NOTE = """---
title: A # kept
tags: [heating, "#house"]
---
# Title #heating

#heating first #heating/pump and #heatings, `#heating`
[x](https://x.org/#heating) [[Note#heating]] %% #heating %%
- #heating
- #heating item
- [ ] #heating
  > quote #HEATING.
| a | #heating |

#heating #house

```
#heating
```
"""


def test_tags_go_from_head_and_text_and_nowhere_else() -> None:
    assert (
        without_tags(NOTE, ["Heating"])
        == """---
title: A # kept
tags: ["#house"]
---
# Title

first #heating/pump and #heatings, `#heating`
[x](https://x.org/#heating) [[Note#heating]] %% #heating %%
- item
- [ ]
  > quote.
| a | |

#house

```
#heating
```
"""
    )


def test_a_renamed_tag_takes_those_below_it_along() -> None:
    assert (
        rename_tag(NOTE, "#heating", "warmth/home")
        == """---
title: A # kept
tags: [warmth/home, "#house"]
---
# Title #warmth/home

#warmth/home first #warmth/home/pump and #heatings, `#heating`
[x](https://x.org/#heating) [[Note#heating]] %% #heating %%
- #warmth/home
- #warmth/home item
- [ ] #warmth/home
  > quote #warmth/home.
| a | #warmth/home |

#warmth/home #house

```
#heating
```
"""
    )


@pytest.mark.parametrize(
    ("text", "tags", "wanted"),
    [
        ("body", ["a"], "---\ntags:\n  - a\n---\nbody"),
        ("body", ["#a", "A", "b/c"], "---\ntags:\n  - a\n  - b/c\n---\nbody"),
        ("body #A", ["a"], "body #A"),
        ("---\ntags: [A]\n---\n", ["a"], "---\ntags: [A]\n---\n"),
        ("---\ntags: [A]\n---\n", ["b"], "---\ntags: [A, b]\n---\n"),
        ("---\nTags:\n- x # why\n---\n", ["b"], "---\nTags:\n- x # why\n- b\n---\n"),
        ("---\ntags: x, z\n---\n", ["b"], "---\ntags:\n  - x\n  - z\n  - b\n---\n"),
        ("---\ntags:\n---\n", ["b"], "---\ntags:\n  - b\n---\n"),
        ("---\ntag: x\n---\n", ["b"], "---\ntag: x\ntags:\n  - b\n---\n"),
        ("---\ntag: x\n---\n", ["X"], "---\ntag: x\n---\n"),
        ("---\ntags: ['x']\n---\n", ["b"], "---\ntags: ['x', 'b']\n---\n"),
        ("`#a` not", ["a"], "---\ntags:\n  - a\n---\n`#a` not"),
    ],
)
def test_a_tag_is_added_where_it_is_missing(text: str, tags: list[str], wanted: str) -> None:
    assert with_tags(text, tags) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("---\ntags: [a]\n---\n", "---\ntags: []\n---\n"),
        ("---\ntags:\n  - a # why\n  - b\n---\n", "---\ntags:\n  - b\n---\n"),
        ("---\ntags: a, b\n---\n", "---\ntags:\n  - b\n---\n"),
        ("---\ntag: a\nx: 1\n---\n", "---\nx: 1\n---\n"),
        ("---\ntag: a b\n---\n", "---\ntag: b\n---\n"),
        ("---\ntags: ['#a', A, a/b, ab, 'a/']\n---\n", "---\ntags: [a/b, ab]\n---\n"),
        ("---\ntags: [x]\nTag: [a]\n---\n", "---\ntags: [x]\n---\n"),
        ("---\ntitle: '#a'\n---\n", "---\ntitle: '#a'\n---\n"),
        ("a #a", "a"),
        ("a #a  \nb", "a  \nb"),
        ("a\n\n#a\n\nb", "a\n\n\nb"),
        ("a\n#a", "a\n"),
        ("  #a b", "  b"),
        ("#a/ b", "b"),
        ("#a #a b #a", "b"),
        ("a, #a, b", "a,, b"),
        ("\\#a b", "\\#a b"),
        ("#ab #a/b", "#ab #a/b"),
        ("- #a\n  - child", "-\n  - child"),
        ("> #a\n> x", ">\n> x"),
        ("#a\r\nb", "b"),
    ],
)
def test_what_is_left_is_tidy(text: str, wanted: str) -> None:
    assert without_tags(text, ["a"]) == wanted


@pytest.mark.parametrize("text", ["#a # b", "#a\n===\n", "#a\n---\nx: 1\n---\n", "#a ```\n#b", "#a\n---\n"])
def test_a_line_that_would_mean_something_else_is_left_alone(text: str) -> None:
    with pytest.raises(NoteNotWritten, match="change the meaning"):
        without_tags(text, ["a"])


def test_two_tags_that_become_one_stand_in_the_list_once() -> None:
    assert rename_tag("---\ntags: [a, b, A/c]\n---\n#a #b", "a", "B") == "---\ntags: [b, B/c]\n---\n#B #b"


def test_case_alone_can_be_changed() -> None:
    assert (
        rename_tag("---\ntags: [Straße]\n---\n#STRASSE/x", "strasse", "strasse")
        == "---\ntags: [strasse]\n---\n#strasse/x"
    )


@pytest.mark.parametrize("name", ["a", "#a", "a/b", "a-b_c", "y1984", "🎉", "über", "標", "👩\u200d🔬", " #a "])
def test_a_name_a_tag_can_have(name: str) -> None:
    assert tag_name(name) == name.strip().removeprefix("#")


@pytest.mark.parametrize(
    "name",
    [
        "",
        "#",
        "1984",
        "a b",
        "a//b",
        "/a",
        "a/",
        "##a",
        "a#b",
        "a.b",
        "a,b",
        "a\nb",
        "x" * (MAX_TAG_LENGTH + 1),
        "\x00",
    ],
)
def test_a_name_no_tag_can_have_is_refused(name: str) -> None:
    with pytest.raises(NoteNotWritten, match="is not a valid tag"):
        tag_name(name)
    with pytest.raises(NoteNotWritten):
        with_tags("", [name])
    with pytest.raises(NoteNotWritten):
        rename_tag("#a", "a", name)


@pytest.mark.parametrize("head", ["a: &x 1", "tags: [{{date}}", "a: 1\na: 2"])
def test_a_head_that_cannot_be_read_is_left_alone(head: str) -> None:
    text = f"---\n{head}\n---\n#a"
    with pytest.raises(NoteNotWritten):
        with_tags(text, ["b"])
    with pytest.raises(NoteNotWritten):
        without_tags(text, ["a"])
    # Nothing to add: nothing to refuse.
    assert with_tags(text, ["a"]) == text


def test_tags_that_are_no_list_are_not_thrown_away() -> None:
    with pytest.raises(NoteNotWritten):
        with_tags("---\ntags: {a: 1}\n---\n", ["b"])


WORDS = st.sampled_from(
    [
        "#a",
        "#A",
        "#a/b",
        "#ab",
        "#b",
        "word",
        "`#a`",
        "[[N#a]]",
        "- ",
        "> ",
        "\n",
        "\n\n",
        " ",
        "  ",
        "$",
        "%%",
        "*",
        "1.",
        "|",
    ]
)
BODIES = st.lists(WORDS, max_size=14).map(" ".join)
HEADS = st.sampled_from(["", "---\ntags: [a, b]\n---\n", "---\ntags:\n  - A\n  - a/b\n---\n", "---\ntag: a b\n---\n"])


@given(HEADS, BODIES)
def test_afterwards_the_tag_is_gone_and_every_other_is_there(head: str, body: str) -> None:
    text = head + body
    try:
        new = without_tags(text, ["a"])
    except NoteNotWritten:
        return
    assert [tag.casefold() for tag in tags_of(new)] == [t.casefold() for t in tags_of(text) if t.casefold() != "a"]
    left = iter(new[read_frontmatter(new).body_start :].split("\n"))
    for line in text[read_frontmatter(text).body_start :].split("\n"):
        # Whatever has no such tag is there still, in its order.
        assert "#a" in line.lower() or line in left
    assert without_tags(new, ["a"]) == new


@given(HEADS, BODIES, st.sampled_from(["a", "c/d", "new"]))
def test_an_added_tag_is_there_and_can_be_taken_out_again(head: str, body: str, tag: str) -> None:
    text = head + body
    new = with_tags(text, [tag])
    assert {t.casefold() for t in tags_of(new)} == {t.casefold() for t in tags_of(text)} | {tag}
    if new != text and head.startswith("---\ntags:"):
        assert without_tags(new, [tag]) == text


@given(HEADS, BODIES)
def test_a_rename_and_the_rename_back_are_nothing(head: str, body: str) -> None:
    text = (head + body).replace("#A", "#a").replace("- A", "- a")
    there = rename_tag(text, "a", "zz")
    assert all(tag != "a" and not tag.startswith("a/") for tag in tags_of(there))
    assert rename_tag(there, "zz", "a") == text
