"""Tests of tools/builtin/read_tools.py."""

import hashlib
import os
from datetime import datetime
from pathlib import Path

import pytest

from tests.index.scene import Scene
from tests.support.tool_env import YES, call, open_tool_env, read, search
from tests.tools.vault_scene import NOTES, PUBLIC, data, failure, run, vault_scene
from vaultdesk.chat.messages import Source
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.index.store.index_file import Index
from vaultdesk.tools.builtin.read_tools import (
    FileRead,
    FileReadParameters,
    ReadNote,
    ReadNoteParameters,
    read_note_part,
    tags_in,
)
from vaultdesk.tools.builtin.search_tools import SearchProvenance
from vaultdesk.tools.tool import FULL_VISIBILITY, FileChoice, ToolFailure, Visibility
from vaultdesk.vault.markdown.note import parse_note
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.vault import Vault

# Part of a note: whole note, section, block or offset, with the links and tags that it contains.

TEXT = "---\ntags: [head]\nrelated: '[[R]]'\n---\nintro #one\n\n# Top\n\n[[T]]\n\n## Low\n\n#Two [[L]]\n"
NOTE = parse_note(NotePath("A.md"), TEXT)


def tags_and_links(
    section: str = "", *, include_frontmatter: bool = True, offset: int = 0
) -> tuple[list[str], list[str]]:
    part = read_note_part(NOTE, section, include_frontmatter, offset)
    return tags_in(NOTE, part), [link.target for link in NOTE.links if part.contains(link)]


def test_tags_and_links_are_limited_to_the_part() -> None:
    assert tags_and_links() == (["head", "one", "Two"], ["R", "T", "L"])
    assert tags_and_links(include_frontmatter=False) == (["one", "Two"], ["T", "L"])
    assert tags_and_links("Low") == (["Two"], ["L"])
    assert tags_and_links("Top") == (["Two"], ["T", "L"])


def test_only_the_complete_text_is_whole() -> None:
    assert read_note_part(NOTE, "", True, 0).is_whole
    assert not read_note_part(NOTE, "", False, 0).is_whole
    assert not read_note_part(NOTE, "", True, 1).is_whole


def test_a_part_has_line_numbers_and_its_heading() -> None:
    part = read_note_part(NOTE, "Low", True, 0)
    assert (part.heading, part.first_line, part.last_line) == ("Low", 11, 13)
    assert TEXT[part.start : part.end] == part.text
    part = read_note_part(NOTE, "", False, 0)
    assert (part.heading, part.first_line) == ("", 5)
    part = read_note_part(NOTE, "Top", True, 7)
    assert (part.text.startswith("[[T]]"), part.first_line, part.heading) == (True, 9, "Top")


def test_a_missing_part_raises_an_error() -> None:
    for section, offset in (("Nowhere", 0), ("^x", 0), ("Low", 500)):
        with pytest.raises(ToolFailure):
            read_note_part(NOTE, section, True, offset)


def test_an_empty_note_can_be_read() -> None:
    empty = parse_note(NotePath("E.md"), "")
    part = read_note_part(empty, "", True, 0)
    assert (part.text, part.is_whole, part.first_line, part.last_line) == ("", True, 1, 1)


# read_note: the documented data, parts of a note, and redacted text.


def tool(scene: Scene) -> ReadNote:
    return ReadNote(scene.vault, scene.searcher)


async def test_a_whole_note_has_all_documented_fields(tmp_path: Path) -> None:
    async with vault_scene(tmp_path) as scene:
        output = await run(tool(scene), path="Boiler")
        stat = (scene.root / "Boiler.md").stat()
        assert isinstance(output.data, dict)
        times = {key: output.data.pop(key) for key in ("created", "modified")}
        assert output.data == {
            "path": "Boiler.md",
            "filename": "Boiler.md",
            "content": NOTES["Boiler.md"],
            "frontmatter": {"status": "leaks", "tags": ["heating"]},
            "tags": ["#heating"],
            "links": {"internal": ["Budget", "Secret", "Nobody"], "external": ["https://example.org"]},
            "size": stat.st_size,
        }
        assert times["modified"] == datetime.fromtimestamp(stat.st_mtime).astimezone().isoformat(timespec="seconds")
        assert datetime.fromisoformat(str(times["created"])) <= datetime.fromisoformat(str(times["modified"]))
        lines = NOTES["Boiler.md"].count("\n")
        assert output.sources == (
            Source(path="Boiler.md", characters=len(NOTES["Boiler.md"]), first_line=1, last_line=lines),
        )
        assert output.digests == {"Boiler.md": hashlib.sha256(NOTES["Boiler.md"].encode()).hexdigest()}
        assert output.files_affected == ("Boiler.md",)


async def test_without_frontmatter_only_the_body_is_read(tmp_path: Path) -> None:
    async with vault_scene(tmp_path) as scene:
        output = await run(tool(scene), path="Boiler.md", include_frontmatter=False)
        assert isinstance(output.data, dict)
        assert "frontmatter" not in output.data
        assert str(output.data["content"]).startswith("# Boiler")
        assert output.sources[0].first_line == 5
        assert not output.digests


@pytest.mark.parametrize(
    ("section", "content", "lines", "internal"),
    [
        ("Tasks", "## Tasks\n\n- call [[Nobody]] ^call\n\n", (9, 11), ["Nobody"]),
        ("Boiler#Tasks", "## Tasks\n\n- call [[Nobody]] ^call\n\n", (9, 11), ["Nobody"]),
        ("^call", "- call [[Nobody]] ^call\n", (11, 11), ["Nobody"]),
        ("## links", "## Links\n\n[web](https://example.org)\n", (13, 15), []),
    ],
)
async def test_a_section_or_block_is_read_with_its_line_numbers(
    tmp_path: Path, section: str, content: str, lines: tuple[int, int], internal: list[str]
) -> None:
    async with vault_scene(tmp_path) as scene:
        output = await run(tool(scene), path="Boiler", section=section)
        assert isinstance(output.data, dict)
        assert output.data["content"] == content
        assert output.data["links"]["internal"] == internal  # type: ignore[index,call-overload] # a dict
        (source,) = output.sources
        assert (source.first_line, source.last_line) == lines
        assert source.heading in ("Tasks", "Links")
        assert not output.digests


async def test_reading_continues_at_an_offset(tmp_path: Path) -> None:
    async with vault_scene(tmp_path) as scene:
        result = await data(tool(scene), path="Boiler", offset=50)
        assert result["content"] == NOTES["Boiler.md"][50:]
        assert (await failure(tool(scene), path="Boiler", offset=5000))[0] == "VALIDATION_FAILED"


@pytest.mark.parametrize("section", ["Nowhere", "^nowhere"])
async def test_a_missing_section_is_reported(tmp_path: Path, section: str) -> None:
    async with vault_scene(tmp_path) as scene:
        code, message = await failure(tool(scene), path="Boiler", section=section)
        assert (code, "the note has no" in message) == ("VALIDATION_FAILED", True)


async def test_a_hidden_note_gives_the_same_error_as_a_missing_one(tmp_path: Path) -> None:
    async with vault_scene(tmp_path) as scene:
        hidden = await failure(tool(scene), PUBLIC, path="Projects-private/Secret")
        missing = await failure(tool(scene), PUBLIC, path="Projects-private/Secreu")
        assert hidden == (missing[0], missing[1].replace("Secreu", "Secret"))
        assert hidden[0] == "NOTE_NOT_FOUND"
        assert await failure(tool(scene), PUBLIC, path="Secret") == ("NOTE_NOT_FOUND", "There is no note “Secret”.")


async def test_redacted_text_is_in_no_part_of_the_result(tmp_path: Path) -> None:
    notes = {"A.md": "open [[Budget]] %% secret [[Hidden]] #hid\n\n## Deep\nx %% shown #seen\n"}

    def redact(_path: str, text: str) -> str:
        start = text.find("%%")
        return text if start < 0 else f"{text[:start]}%% kept back %%\n\n\n{text[text.find('%%', start + 2) + 2 :]}"

    async with vault_scene(tmp_path, notes) as scene:
        for arguments in ({"path": "A"}, {"path": "A", "offset": 20}):
            result = str(await data(tool(scene), Visibility(redact=redact), **arguments))  # type: ignore[arg-type] # JSON
            assert "secret" not in result
            assert "Hidden" not in result
            assert "#hid" not in result
        assert (await failure(tool(scene), Visibility(redact=redact), path="A", section="Deep"))[
            0
        ] == "VALIDATION_FAILED"


async def test_an_ambiguous_name_is_answered_with_the_visible_candidates(tmp_path: Path) -> None:
    notes = {"a/X.md": "1", "b/X.md": "2", "Projects-private/X.md": "3"}
    async with vault_scene(tmp_path, notes) as scene:
        code, message = await failure(tool(scene), PUBLIC, path="X")
        assert (code, "2 notes" in message) == ("AMBIGUOUS_NOTE", True)


async def test_the_approval_shows_the_file_its_reason_and_exclusions(tmp_path: Path) -> None:
    async with vault_scene(tmp_path) as scene:
        provenance = SearchProvenance()
        provenance.record("boiler", ["Boiler.md"])
        read_tool = ReadNote(scene.vault, scene.searcher, provenance)
        (choice,) = await read_tool.files(ReadNoteParameters(path="boiler"))
        assert (choice.path, choice.reason, choice.ticked) == ("Boiler.md", "found for “boiler”", True)
        assert (choice.size, len(choice.digest)) == ((scene.root / "Boiler.md").stat().st_size, 64)
        (excluded,) = await read_tool.files(ReadNoteParameters(path="Old/Attic"))
        assert (excluded.ticked, "excluded in Obsidian" in excluded.warning, excluded.reason) == (
            False,
            True,
            "named by the model",
        )
        assert await read_tool.files(ReadNoteParameters(path="../x")) == (
            FileChoice("../x", None, "named by the model"),
        )
        parameters = read_tool.with_files(ReadNoteParameters(path="boiler", section="Tasks"), ["Boiler.md"])
        assert parameters == ReadNoteParameters(path="Boiler.md", section="Tasks")
        # The properties are sent with the section, so they are shown with it.
        preview = await read_tool.preview(parameters, "Boiler.md")
        assert preview.startswith("---\nstatus: leaks\ntags: [heating]\n---\n\n## Tasks")
        without_frontmatter = parameters.model_copy(update={"include_frontmatter": False})
        assert (await read_tool.preview(without_frontmatter, "Boiler.md")).startswith("## Tasks")


async def test_a_file_that_cannot_be_read_is_listed_with_a_warning(tmp_path: Path) -> None:
    async with vault_scene(tmp_path) as scene:
        (scene.root / "Picture.md").write_bytes(b"\x00\x01")
        (choice,) = await tool(scene).files(ReadNoteParameters(path="Picture"))
        assert (choice.path, choice.size) == ("Picture.md", None)
        assert "not a text file" in choice.warning


async def test_times_are_taken_from_the_disk_or_a_property(tmp_path: Path) -> None:
    notes = {"A.md": "---\ncreated: 2001-02-03\n---\n"}
    async with vault_scene(tmp_path, notes) as scene:
        os.utime(scene.root / "A.md", (1_000_000_000, 1_000_000_000))
        result = await data(tool(scene), path="A")
        assert datetime.fromisoformat(result["modified"]).timestamp() == 1_000_000_000
        if not hasattr(scene.root.stat(), "st_birthtime"):
            assert result["created"].startswith("2001-02-03T00:00:00")


def test_action_and_summary_are_short() -> None:
    read_tool = ReadNote.__new__(ReadNote)
    assert read_tool.summary(ReadNoteParameters(path="a/Boiler.md")) == "Boiler"
    assert read_tool.action(ReadNoteParameters(path="x", section="Tasks")) == "Read “Tasks” of"
    assert read_tool.action(ReadNoteParameters(path="x")) == "Read"


async def test_read_note_requests_approval_for_its_file_and_returns_the_section(tmp_path: Path) -> None:
    index = Index(tmp_path / "data" / "index.sqlite")
    async with open_tool_env(tmp_path, YES, notes=NOTES) as env, Searcher(index) as searcher:
        env.registry.register(ReadNote(env.vault, searcher))
        (result,) = await env.results(call("read_note", path="Boiler", section="Tasks"))
        (request,) = env.answers.requests
        assert [choice.path for choice in request.files] == ["Boiler.md"]
        assert isinstance(result.data, dict)
        assert result.data["content"] == "## Tasks\n\n- call [[Nobody]] ^call\n\n"
    index.close()


# file_read: the documented messages, each file separately, nothing outside of the vault.

BOILER = "Projects/House/Boiler.md"


def parameters_of(*paths: str) -> FileReadParameters:
    return FileReadParameters(file_paths=paths)


async def test_missing_and_unreadable_files_are_reported_in_order_and_the_others_read(tmp_path: Path) -> None:
    notes = {"Good.md": "Größe", "Bad.md": ""}
    async with open_tool_env(tmp_path, YES, notes=notes) as env:
        (tmp_path / "vault" / "Bad.md").write_bytes(b"\xff\xfe\x00bad")
        (result,) = await env.results(read("Missing.md", "Bad.md", "Good.md"))
        assert result.success
        missing, unreadable, readable = result.data
        assert missing == {"path": "Missing.md", "content": "File not found: Missing.md", "size": 0}
        assert unreadable["path"] == "Bad.md"
        assert unreadable["content"].startswith("Error reading file: ")
        assert unreadable["size"] == 0
        assert readable == {"path": "Good.md", "content": "Größe", "size": 7}
        assert result.metadata.files_affected == ("Good.md",)


OUTSIDE = [
    "../outside.md", "a/../../outside.md", "/etc/hosts", "/../outside.md", "~/x.md", "C:x.md", "\\\\h\\s\\x.md",
    ".obsidian/app.json", "Projects/.git/config", "file:///etc/hosts", "x\x00.md", "",
]  # fmt: skip


@pytest.mark.parametrize("path", OUTSIDE)
async def test_paths_outside_of_the_vault_are_reported_as_not_found(tmp_path: Path, path: str) -> None:
    (tmp_path / "outside.md").write_text("secret")
    async with open_tool_env(tmp_path, YES) as env:
        (result,) = await env.results(read(path, BOILER))
        assert isinstance(result.data, list)
        shown_path = path.removeprefix("/")  # a leading slash means the folder of the vault
        assert result.data[0] == {"path": shown_path, "content": f"File not found: {shown_path}", "size": 0}
        choices = env.answers.requests[0].files
        assert (choices[0].size, choices[0].digest) == (None, "")


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="this system has no symbolic links")
async def test_a_symbolic_link_out_of_the_vault_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "outside.md").write_text("secret")
    async with open_tool_env(tmp_path, YES) as env:
        (tmp_path / "vault" / "Link.md").symlink_to(tmp_path / "outside.md")
        (result,) = await env.results(read("Link.md"))
        assert "secret" not in str(result.data)


async def test_the_file_choices_have_a_size_and_a_reason(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES) as env:
        await env.events(search("boiler"))
        await env.events(read(BOILER, "Top.md", "Missing.md", BOILER))
        choices = env.answers.requests[1].files
        assert [(choice.path, choice.reason) for choice in choices] == [
            (BOILER, "found for “boiler”"),
            ("Top.md", "named by the model"),
            ("Missing.md", "named by the model"),
        ]
        assert [choice.size for choice in choices] == [50, 19, None]
        assert len(choices[0].digest) == 64


async def test_excluded_files_are_not_selected_by_default(tmp_path: Path) -> None:
    notes = {"Old/a.md": "a", "Old/b.md": "b", ".obsidian/app.json": '{"userIgnoreFilters": ["Old/b.md"]}'}
    async with open_tool_env(tmp_path, YES, notes=notes) as env:
        await env.events(read("Old/a.md", "Old/b.md"))
        first, second = env.answers.requests[0].files
        assert (first.ticked, second.ticked) == (True, False)
        assert second.warning == "“Old/b.md” is among the files you excluded in Obsidian."
        assert second.warning in env.answers.requests[0].calls[0].warnings


async def test_with_files_selects_the_given_files(tmp_path: Path) -> None:
    (tmp_path / "vault").mkdir()
    async with Vault(tmp_path / "vault") as vault:
        tool = FileRead(vault)
        assert tool.with_files(parameters_of("a.md", "b.md"), ["b.md"]) == parameters_of("b.md")
        assert tool.summary(parameters_of("Projects/a.md")) == "a"
        assert tool.summary(parameters_of("Projects/a.md", "b.md", "c.md")) == "a and 2 more"
        assert tool.action(parameters_of("a.md")) == "Read"


async def test_sources_have_the_number_of_characters_of_each_note(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES, notes={"a.md": "Größe", "b.md": "x" * 10}) as env:
        output = await FileRead(env.vault, SearchProvenance()).run(
            parameters_of("a.md", "b.md", "c.md"), FULL_VISIBILITY
        )
        assert output.sources == (Source(path="a.md", characters=5), Source(path="b.md", characters=10))


async def test_camel_case_is_accepted_and_a_string_in_place_of_a_list_is_not(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES, notes={"a.md": "x"}) as env:
        assert (await env.runner.call("file_read", {"filePaths": ["a.md"]})).success
        assert not (await env.runner.call("file_read", {"filePaths": "a.md"})).success
        assert not (await env.runner.call("file_read", {"file_paths": []})).success
