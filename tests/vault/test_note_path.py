"""Valid vault paths, and names allowed for a new note."""

import os
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from vaultdesk.core.errors import NoteNotWritten, OutsideVault
from vaultdesk.vault.note_path import NotePath, path_or_none, printable, valid_paths_in

REFUSED = [
    # traversal
    "../x.md",
    "..",
    "a/../../x.md",
    "a/../x.md",
    "work/../x.md",
    "a/..\\..\\x.md",
    "..\\x.md",
    "a/..",
    "./x.md",
    "a/./x.md",
    ".",
    "/etc/hosts",
    "/",
    "//h/s/x.md",
    "~/x.md",
    "~",
    "file:/x.md",
    "C:/x.md",
    "C:",
    "C:\\x.md",
    "c:/x.md",
    "\\\\h\\s\\x.md",
    "\\\\?\\C:\\x",
    "\\x.md",
    "file:///x",
    "FILE:x.md",
    "http://h/x.md",
    "a//b.md",
    "a/",
    "",
    " ",
    "a/ /b.md",
    "...",
    "a/.../b.md",
    "x\0.md",
    "x\n.md",
    "x\r.md",
    "x\x1b[2J.md",
    "x\x7f.md",
    "x\x85.md",
    "\ud800.md",
    ".. /x.md",
    "a/.. ./x.md",
    " ../x.md",
    # hidden, at any depth and case
    ".obsidian/app.json",
    ".git/config",
    ".trash/x.md",
    "a/.git/config",
    "a/b/.OBSIDIAN/app.json",
    ".GIT/x",
    "a/.hidden.md",
    ".x.md",
    ".git./config",
    ".git /config",
    " .git/config",
    "GIT~1/config",
    "git~1",
    "OBSIDI~1/app.json",
    "a/TRASH~1/x.md",
    "GI7EBA~1/config",
    ".git::$INDEX_ALLOCATION/config",
    "a::$DATA",
    "x.md::$DATA",
    "\u200c.git/config",
    "\u200d.obsidian/app.json",
    "\u202e.git/x",
    "\ufeff.git/config",
    "x" * 5000,
    "x.md/..namedfork/rsrc",
    "..namedfork",
    "..x/y.md",
    "...x.md",
    "..\u200d/../x.md",
]

ALLOWED = [
    "x.md",
    "a/b/c.md",
    "..%2fx.md",
    "..x.md",
    "a/..x.md",
    "a..b.md",
    "a/b..md",
    "Ünïcödé/Ñote.md",
    "日本語/メモ.md",
    "Заметка.md",
    "👨‍👩‍👧 family.md",
    "می‌خواهم.md",
    "R&D.md",
    "100% sure.md",
    "a b/c d.md",
    "12:30 Meeting.md",
    "note~1.md",
    "~root/x.md",
    "~Templates/Daily.md",
    "2020~2024/Plan.md",
    "v1~2/Plan.md",
    "a/~/x.md",
    pytest.param("S: Someday/x.md", marks=pytest.mark.skipif(os.name == "nt", reason="a drive of Windows")),
    pytest.param("P:x.md", marks=pytest.mark.skipif(os.name == "nt", reason="a drive of Windows")),
    "~draft.md",
    "don't.md",
    "[1] x.md",
    "x (copy).md",
    "x.png",
    "con.md",
    "x. .md",
    "Cafe\u0301.md",
    "a/#tag.md",
    "what?.md",
    "…more.md",
    "2024-01-01.md",
]


@pytest.mark.parametrize("text", REFUSED)
def test_text_leading_outside_the_vault_or_to_a_hidden_file_is_refused(text: str) -> None:
    with pytest.raises(OutsideVault) as raised:
        NotePath.parse(text)
    assert raised.value.hint
    assert all(unicodedata.category(c) not in ("Cc", "Cf", "Cs") for c in raised.value.title)


@pytest.mark.parametrize("text", ALLOWED)
def test_valid_path_is_stored_unchanged(text: str) -> None:
    assert NotePath.parse(text).text == text


def test_constructor_validates_the_path() -> None:
    with pytest.raises(OutsideVault):
        NotePath("../x.md")


PLAIN_OR_NOT = st.one_of(
    st.text("ab./~ äé", min_size=1, max_size=6),
    st.sampled_from(["a.md", "Ä b.md", "..x.md", "GIT~1", "con.md", "\u200c.git"]),
).filter(lambda name: "/" not in name)


@given(st.sampled_from(["", "a/", "Ä b/c/", ".git/", "/", "a//"]), st.lists(PLAIN_OR_NOT, max_size=5))
def test_names_in_a_folder_are_accepted_as_if_parsed_separately(folder: str, names: list[str]) -> None:
    assert valid_paths_in(folder, names) == [
        path for name in names if (path := path_or_none(folder + name)) is not None
    ]


def test_names_in_a_folder_that_make_the_path_too_long_are_skipped() -> None:
    names = ["a" * 200 + ".md", "b.md"]
    assert valid_paths_in("d/" * 1_950, names) == [NotePath("d/" * 1_950 + "b.md")]


def test_path_properties_split_the_text() -> None:
    path = NotePath("Projects/Boiler v1.2.MD")
    assert (path.parts, path.name, path.file_name, path.suffix, path.parent_text, path.is_note) == (
        ("Projects", "Boiler v1.2.MD"),
        "Boiler v1.2",
        "Boiler v1.2.MD",
        ".md",
        "Projects",
        True,
    )
    assert not NotePath("a/picture.png").is_note
    assert not NotePath("README").is_note
    assert NotePath("README").name == "README"


def test_notes_canvases_and_bases_are_indexed() -> None:
    assert [NotePath(path).is_indexed for path in ("a.md", "a.CANVAS", "b/c.Base")] == [True] * 3
    assert [NotePath(path).is_indexed for path in ("a.png", "canvas", "a.canvas.txt", "a.md~")] == [False] * 4


def test_paths_are_sortable_and_hashable() -> None:
    assert sorted([NotePath("b.md"), NotePath("a.md")]) == [NotePath("a.md"), NotePath("b.md")]
    assert NotePath("a.md") in {NotePath("a.md")}


@pytest.mark.parametrize(
    "outside", ["work-private/x.md", "work.md", "Work2/x.md", "worker/x.md", "a/work/x.md", "Work/x.md"]
)
def test_scope_is_compared_by_complete_folder_names(outside: str) -> None:
    assert not NotePath(outside).is_inside("work")


def test_scope_contains_its_subfolders_and_the_root_contains_everything() -> None:
    assert NotePath("work/x.md").is_inside("work")
    assert NotePath("work/deep/x.md").is_inside("work/")
    assert not NotePath("work/x.md").is_inside("work/deep")
    assert NotePath("Cafe\u0301/x.md").is_inside("Caf\u00e9")
    assert NotePath("x.md").is_inside("")


def test_paths_equal_up_to_case_and_normalization_have_the_same_key() -> None:
    assert NotePath("Cafe\u0301/STRASSE.md").key == NotePath("CAFÉ/straße.MD").key


NOT_PORTABLE = [
    "con.md",
    "CON.md",
    "a/aux.md",
    "nul.txt.md",
    "COM1.md",
    "COM¹.md",
    "lpt9.md",
    "CONIN$.md",
    "con .md",
    "com0.md",
    "x.md.",
    "x.md ",
    "a /x.md",
    "a./x.md",
    " x.md",
    "x.md:s",
    "ab:c.md",
    "a#b.md",
    "a|b.md",
    "a^b.md",
    "a%%b.md",
    "a[[b.md",
    "a]]b.md",
    "a?.md",
    'a".md',
    "a*.md",
    "a<b.md",
    "a>b.md",
    "\u202ex.md",
    "a\u200eb.md",
    "x\u2066.md",
    "x\U000e0041.md",
    "x\u200b.md",
    "x\ufeff.md",
    "x\u2028.md",
    "x" * 253 + ".md",
    "ü" * 127 + ".md",
    "x.lnk",
    "x.desktop",
    "x.html",
    "x.exe",
    "x",
    "x.md.lnk",
    "..x.md",
    "a/b",
]


@pytest.mark.parametrize("text", NOT_PORTABLE)
def test_non_portable_name_is_refused_for_a_new_note(text: str) -> None:
    with pytest.raises(NoteNotWritten) as raised:
        NotePath(text).for_writing()
    assert raised.value.hint


@pytest.mark.parametrize(
    "text",
    ["x.md", "Ideas/100% sure.md", "console.md", "com10.md", "👨‍👩‍👧.md", "می‌خواهم.md", "x" * 252 + ".md", "a.b.md"],
)
def test_portable_name_is_accepted_for_a_new_note(text: str) -> None:
    assert NotePath(text).for_writing().text == text


def test_name_of_a_new_note_is_normalized_to_nfc() -> None:
    assert NotePath("Cafe\u0301.md").for_writing() == NotePath("Caf\u00e9.md")


def test_hostile_name_is_printed_on_one_line_with_escaped_invisible_characters() -> None:
    assert printable("a\u202egpj.md\n\u200d") == "a<U+202E>gpj.md<U+000A><U+200D>"
    assert printable("x" * 500) == "x" * 120 + "…"


@given(st.text(max_size=40))
@example("a/b.md")
def test_accepted_text_never_leaves_the_vault(text: str) -> None:
    try:
        path = NotePath(text)
    except OutsideVault:
        return
    assert path.text == text
    assert not text.startswith(("/", "\\"))
    assert "\\" not in text
    assert "\0" not in text
    assert all(part.strip(" .") and not part.lstrip().startswith(".") for part in path.parts[:-1])
    assert path.file_name.strip(" .")
    assert not path.file_name.startswith(".") or (path.file_name.startswith("..") and path.is_note)


PIECES = st.sampled_from(
    ["a", "..", ".", "", "~", ".git", "GIT~1", "work", "C:", " ", "x.md", "\u200d", "é", "\\", "::$DATA", "%2e%2e"]
)


@given(st.lists(PIECES, min_size=1, max_size=6), st.sampled_from(["", "/"]))
def test_joined_pieces_of_attacks_never_leave_the_vault(pieces: list[str], separator: str) -> None:
    text = separator.join(pieces)
    try:
        path = NotePath(text)
    except OutsideVault:
        return
    assert not {"..", ".", "", ".git"} & set(path.parts)
    assert "\\" not in text


FOLDER = st.lists(
    st.text(alphabet="abAB- é", min_size=1, max_size=3).filter(lambda t: t.strip()), min_size=1, max_size=3
)


@given(FOLDER, FOLDER)
def test_two_folders_share_a_file_only_if_one_contains_the_other(first: list[str], second: list[str]) -> None:
    path = NotePath("/".join([*second, "x.md"]))
    assert path.is_inside("/".join(first)) == (second[: len(first)] == first)


@given(st.text(max_size=30))
def test_a_name_for_writing_is_valid_and_stays_unchanged(text: str) -> None:
    try:
        path = NotePath(f"{text}.md").for_writing()
    except (OutsideVault, NoteNotWritten):
        return
    assert path.for_writing() == path
    assert all(len(part.encode()) <= 255 for part in path.parts)
