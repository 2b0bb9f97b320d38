"""Tags are added, removed and renamed in properties and body together; only lines with such tags change."""

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


def test_tags_are_removed_from_properties_and_body_only() -> None:
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


def test_renaming_a_tag_renames_its_nested_tags() -> None:
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
    ("text", "tags", "expected"),
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
def test_a_missing_tag_is_added_to_the_properties(text: str, tags: list[str], expected: str) -> None:
    assert with_tags(text, tags) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
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
def test_removing_a_tag_leaves_tidy_text(text: str, expected: str) -> None:
    assert without_tags(text, ["a"]) == expected


@pytest.mark.parametrize("text", ["#a # b", "#a\n===\n", "#a\n---\nx: 1\n---\n", "#a ```\n#b", "#a\n---\n"])
def test_a_line_whose_meaning_would_change_is_refused(text: str) -> None:
    with pytest.raises(NoteNotWritten, match="change the meaning"):
        without_tags(text, ["a"])


def test_tags_renamed_to_an_existing_tag_are_merged_in_the_list() -> None:
    assert rename_tag("---\ntags: [a, b, A/c]\n---\n#a #b", "a", "B") == "---\ntags: [b, B/c]\n---\n#B #b"


def test_a_tag_can_be_renamed_in_case_only() -> None:
    assert (
        rename_tag("---\ntags: [Straße]\n---\n#STRASSE/x", "strasse", "strasse")
        == "---\ntags: [strasse]\n---\n#strasse/x"
    )


@pytest.mark.parametrize("name", ["a", "#a", "a/b", "a-b_c", "y1984", "🎉", "über", "標", "👩\u200d🔬", " #a "])
def test_a_valid_tag_name_is_accepted(name: str) -> None:
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
def test_an_invalid_tag_name_is_refused(name: str) -> None:
    with pytest.raises(NoteNotWritten, match="is not a valid tag"):
        tag_name(name)
    with pytest.raises(NoteNotWritten):
        with_tags("", [name])
    with pytest.raises(NoteNotWritten):
        rename_tag("#a", "a", name)


@pytest.mark.parametrize("frontmatter", ["a: &x 1", "tags: [{{date}}", "a: 1\na: 2"])
def test_tags_of_a_note_with_invalid_properties_are_not_changed(frontmatter: str) -> None:
    text = f"---\n{frontmatter}\n---\n#a"
    with pytest.raises(NoteNotWritten):
        with_tags(text, ["b"])
    with pytest.raises(NoteNotWritten):
        without_tags(text, ["a"])
    # The tag already exists in the body, so there is nothing to refuse.
    assert with_tags(text, ["a"]) == text


def test_tags_property_that_is_no_list_is_not_overwritten() -> None:
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
FRONTMATTERS = st.sampled_from(
    ["", "---\ntags: [a, b]\n---\n", "---\ntags:\n  - A\n  - a/b\n---\n", "---\ntag: a b\n---\n"]
)


@given(FRONTMATTERS, BODIES)
def test_a_removed_tag_is_gone_and_all_others_remain(frontmatter: str, body: str) -> None:
    text = frontmatter + body
    try:
        new = without_tags(text, ["a"])
    except NoteNotWritten:
        return
    assert [tag.casefold() for tag in tags_of(new)] == [t.casefold() for t in tags_of(text) if t.casefold() != "a"]
    remaining = iter(new[read_frontmatter(new).body_start :].split("\n"))
    for line in text[read_frontmatter(text).body_start :].split("\n"):
        # Lines without the tag remain, in their order.
        assert "#a" in line.lower() or line in remaining
    assert without_tags(new, ["a"]) == new


@given(FRONTMATTERS, BODIES, st.sampled_from(["a", "c/d", "new"]))
def test_an_added_tag_is_present_and_can_be_removed(frontmatter: str, body: str, tag: str) -> None:
    text = frontmatter + body
    new = with_tags(text, [tag])
    assert {t.casefold() for t in tags_of(new)} == {t.casefold() for t in tags_of(text)} | {tag}
    if new != text and frontmatter.startswith("---\ntags:"):
        assert without_tags(new, [tag]) == text


@given(FRONTMATTERS, BODIES)
def test_a_rename_and_its_reverse_restore_the_text(frontmatter: str, body: str) -> None:
    text = (frontmatter + body).replace("#A", "#a").replace("- A", "- a")
    renamed = rename_tag(text, "a", "zz")
    assert all(tag != "a" and not tag.startswith("a/") for tag in tags_of(renamed))
    assert rename_tag(renamed, "zz", "a") == text
