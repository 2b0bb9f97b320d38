"""Tests of index/indexing/entry_builder.py."""

import errno
import json
import os
import time
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.index.scene import entry
from tests.support.growth import check_linear, repeated
from tests.support.vaults import write_vault
from vaultdesk.core.phrases import Phrase, Sentences
from vaultdesk.index.indexing.entry_builder import (
    MAX_INLINE_FIELDS,
    BuildResult,
    FileTimes,
    build_entry,
    count_words,
    file_times_of,
    inline_fields,
    inline_value,
    link_key,
    placeholder_entry,
    read_file_times,
)
from vaultdesk.index.store.index_entry import (
    NOTE_PROBLEMS,
    HeadingRow,
    LinkRow,
    PropertyValueRow,
    ScannedFile,
    TagRow,
    decode_problem,
    encode_problem,
)
from vaultdesk.vault.disk.file_operations import as_vault_error
from vaultdesk.vault.disk.vault_files import VaultFiles
from vaultdesk.vault.disk.vault_listing import FileState
from vaultdesk.vault.frontmatter.frontmatter import JsonValue
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.note_text import NoteText

# File times, read through descriptors like everything in the vault.


def stat(**values: float) -> os.stat_result:
    return cast("os.stat_result", SimpleNamespace(**{"st_ctime": 0.0, **values}))


def test_without_a_birth_time_the_earlier_time_is_used() -> None:
    if os.name != "nt":
        assert file_times_of(stat(st_ctime_ns=9, st_mtime_ns=4)) == FileTimes(0, 4)


def test_the_birth_time_is_used_where_python_provides_it() -> None:
    assert file_times_of(stat(st_ctime_ns=9, st_mtime_ns=4, st_birthtime=2.0)) == FileTimes(2_000_000_000, 4)
    assert file_times_of(
        stat(st_ctime_ns=9, st_mtime_ns=4, st_birthtime=2.0, st_birthtime_ns=2_000_000_001)
    ).birth_ns == (2_000_000_001)


def test_the_age_of_a_file_is_that_of_its_oldest_time(tmp_path: Path) -> None:
    note = tmp_path / "Folder" / "Old.md"
    note.parent.mkdir()
    note.write_text("x")
    long_ago = time.time_ns() - 10**17
    os.utime(note, ns=(long_ago, long_ago))
    assert read_file_times(VaultFiles(tmp_path), NotePath("Folder/Old.md")).oldest_ns == long_ago


def test_a_missing_file_and_a_symlink_have_no_times(tmp_path: Path) -> None:
    (tmp_path / "Link.md").symlink_to("/etc/hostname")
    files = VaultFiles(tmp_path)
    assert read_file_times(files, NotePath("Gone.md")) == read_file_times(files, NotePath("Link.md")) == FileTimes()


# Inline fields, as Dataview reads them, with hostile lines in linear time.


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Rating:: 5", [("Rating", 5)]),
        ("**Bold Key**:: x", [("Bold Key", "x")]),
        ("Empty::", [("Empty", None)]),
        ("A [due:: 2026-01-01] and (who:: me)", [("due", "2026-01-01"), ("who", "me")]),
        ("- Key:: in a list", [("Key", "in a list")]),
        ("- [ ] task [due:: 2026-01-01]", []),
        ("- [x] done:: yes", []),
        ("[outer:: with [nested] brackets]", [("outer", "with [nested] brackets")]),
        (r"[a:: x \] y]", [("a", r"x \] y")]),
        ("[open:: [b:: y]", [("b", "y")]),
        ("[link](https://x.org/a)", []),
        ("https://x.org::8080", []),
        ("no field here", []),
    ],
)
def test_the_fields_of_a_line_are_read(line: str, expected: list[tuple[str, JsonValue]]) -> None:
    assert list(inline_fields(line)) == expected


def test_fields_in_code_are_ignored_and_fields_after_it_are_read() -> None:
    body = "```\na:: 1\n~~~\nb:: 2\n```\nc:: 3\n~~~~ dataview\nd:: 4\n```\n~~~~\ne:: 5"
    assert list(inline_fields(body)) == [("c", 3), ("e", 5)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("true", True), ("3", 3), ("-2.5", -2.5), ('"7"', "7"), ("[[A]], [[B]]", ["[[A]]", "[[B]]"]),
        ("1, 2", [1, 2]), ("this, that", "this, that"), ("  ", None), ("2026-01-01", "2026-01-01"),
    ],
)  # fmt: skip
def test_values_are_converted_to_their_type(text: str, value: JsonValue) -> None:
    converted = inline_value(text)
    assert (converted, type(converted)) == (value, type(value))


@pytest.mark.parametrize("unit", ["[a::", "[a:: ]", "[", "(::", "[a::(b::", "a::,", '::"', "- [a:: "])
def test_hostile_lines_are_read_in_linear_time(unit: str) -> None:
    def read(text: str) -> None:
        assert len(list(inline_fields(text))) <= MAX_INLINE_FIELDS

    read(unit * 8_000 + "\n" + "x:: 1\n" * 5_000)
    check_linear(read, repeated(unit, after="\n"), 32_000)
    check_linear(read, repeated("x:: 1\n", before=unit), 32_000)


@given(st.text(alphabet=st.sampled_from('[](): "\\,#-`~ab\n1'), max_size=200))
def test_for_any_text_field_names_are_not_empty_and_values_are_json(body: str) -> None:
    for name, value in inline_fields(body):
        assert name.strip()
        json.dumps(value)


# Index entries of notes, including unreadable ones.

BLANKS = [chr(code) for code in range(0x3100) if chr(code).isspace()]

NOTE = (
    "---\ntitle: My roses\ntags: [Garden]\naliases: [Rosa]\nrelated: '[[Soil]]'\n---\n"
    "# Top\nSee [[Sun/Light#x|light]] and [web](https://x.org).\n## Below\n#red ![[pic.png]]\n"
)


def test_an_entry_contains_everything_of_its_note(tmp_path: Path) -> None:
    write_vault(tmp_path, {"Roses.md": NOTE})
    built = entry(tmp_path, "Roses.md")
    assert (built.name, built.title, built.aliases, built.problem) == ("Roses", "My roses", ("Rosa",), "")
    assert built.names == "Roses\nMy roses\nRosa"
    assert built.head + built.body == NOTE
    assert built.body.startswith("# Top")
    assert built.headings == (HeadingRow(7, 1, "Top"), HeadingRow(9, 2, "Below"))
    assert built.tags == (TagRow("garden", "Garden"), TagRow("red", "red"))
    assert built.links == (
        LinkRow("soil", "Soil", "", 1, False),
        LinkRow("light", "Sun/Light", "x", 8, False),
        LinkRow("pic.png", "pic.png", "", 10, True),
    )
    assert PropertyValueRow("tags", '["Garden"]') in built.properties


@given(st.lists(st.sampled_from(["a", "é", "字", "😀", " ", "\n", *BLANKS])).map("".join))
def test_words_are_separated_by_any_unicode_whitespace(text: str) -> None:
    assert count_words(text) == len(text.split())


def test_a_note_with_a_known_digest_is_only_touched(tmp_path: Path) -> None:
    write_vault(tmp_path, {"A.md": "text"})
    first = entry(tmp_path, "A.md")
    rebuilt = build_entry(VaultFiles(tmp_path), NotePath("A.md"), first.digest)
    assert rebuilt == BuildResult(touched=ScannedFile("A.md", 4, first.mtime_ns))


def test_a_deleted_note_has_no_entry(tmp_path: Path) -> None:
    assert build_entry(VaultFiles(tmp_path), NotePath("A.md")) == BuildResult()


def test_a_binary_or_oversized_note_has_a_problem(tmp_path: Path) -> None:
    write_vault(tmp_path, {"Binary.md": b"\0", "Huge.md": b"x" * 10_000_001})
    for path in ("Binary.md", "Huge.md"):
        built = entry(tmp_path, path)
        assert built.problem
        assert (built.body, built.size) == ("", (tmp_path / path).stat().st_size)
        assert built.digest


@pytest.mark.parametrize(
    ("path", "data", "code"),
    [
        ("A.md", b"\xff\xfeA\0", "utf-16"),
        ("A.md", b"\0", "zero-bytes"),
        ("A.md", b"na\xefve", "not-utf-8"),
        ("A.md", b"a\0b", "not-text"),
        ("A.md", b"x" * 10_000_001, "too-large"),
        ("A.canvas", b"{", "canvas-not-json"),
        ("A.canvas", b"[1]", "not-a-canvas"),
        ("A.base", b"- a", "not-a-base"),
        ("A.base", b"a: 1\na: 2", "yaml-twice"),
        ("A.base", b"a: [", "yaml-line-reason"),
        ("A.base", b"a: &x 2", "yaml-anchor"),
        ("A.base", b"a: !x 2", "yaml-tag"),
        ("A.base", b"[1]: 2", "yaml-name"),
    ],
)
def test_every_sentence_of_a_problem_is_stored_by_its_code(path: str, data: bytes, code: str, tmp_path: Path) -> None:
    write_vault(tmp_path, {path: data})
    sentences = [json.loads(line) for line in entry(tmp_path, path).problem.split("\n")]
    assert code in [sentence[0] for sentence in sentences]
    assert all(sentence[0] for sentence in sentences)


@pytest.mark.parametrize("number", [errno.EACCES, errno.EIO])
def test_errors_of_the_disk_and_of_placeholders_are_stored_by_their_codes(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_vault(tmp_path, {"A.md": "text"})
    files = VaultFiles(tmp_path)

    def fail(path: NotePath) -> NoteText:
        raise as_vault_error(OSError(number, "failed"), path, "read")

    monkeypatch.setattr(files, "read_text", fail)
    unreadable = build_entry(files, NotePath("A.md")).entry
    assert unreadable is not None
    for stored in (unreadable.problem, placeholder_entry(FileState(NotePath("A.md"), 1, 1)).problem):
        assert all(json.loads(line)[0] for line in stored.split("\n"))


@pytest.mark.parametrize("code", NOTE_PROBLEMS.phrases)
def test_a_stored_problem_is_the_same_phrase_again(code: str) -> None:
    phrase = NOTE_PROBLEMS.phrase(code, *("A.md", "5")[: NOTE_PROBLEMS.phrases[code].count("{")])
    problem = Sentences(phrase, Phrase("Split it into smaller notes."))
    decoded = decode_problem(encode_problem(problem))
    assert decoded == problem
    assert [part.template for part in decoded.values if isinstance(part, Phrase)] == [
        phrase.template,
        "Split it into smaller notes.",
    ]


def test_control_characters_used_as_passage_marks_are_replaced(tmp_path: Path) -> None:
    write_vault(tmp_path, {"A.md": "a\x02b\x03c"})
    assert entry(tmp_path, "A.md").body == "a\ufffdb\ufffdc"


def test_a_link_key_is_the_normalized_last_name() -> None:
    assert link_key("../A/Cafe\u0301.MD") == "café"
    assert link_key("Name") == "name"


@pytest.mark.parametrize(
    ("text", "doubtful"),
    [
        ("---\nprivate: true\n---\nText\n", False),
        ("Text\n\n---\n", False),
        ("---\nprivate: true\nprivate: [\n---\nText\n", True),
        ("\n---\nprivate: true\n---\nText\n", True),
    ],
)
def test_unreadable_frontmatter_is_doubtful(tmp_path: Path, text: str, doubtful: bool) -> None:
    write_vault(tmp_path, {"A.md": text})
    assert entry(tmp_path, "A.md").doubtful is doubtful


def test_a_field_in_a_comment_is_ignored(tmp_path: Path) -> None:
    write_vault(tmp_path, {"A.md": "rooms:: 4\n%% salary:: 91000 %%\n%%\nage:: 3\n%%\n"})
    assert [row.name for row in entry(tmp_path, "A.md").inline] == ["rooms"]
