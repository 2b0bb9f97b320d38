"""file_read: the words of the contract, each file by itself, nothing outside the vault."""

import os
from pathlib import Path

import pytest

from tests.support.desk import YES, open_desk, read, search
from vaultdesk.chat.messages import Source
from vaultdesk.tools.builtin.file_read import FileRead, FileReadParameters
from vaultdesk.tools.builtin.search_tools import SearchProvenance
from vaultdesk.tools.tool import FULL_VISIBILITY
from vaultdesk.vault.vault import Vault

BOILER = "Projects/House/Boiler.md"


def asked(*paths: str) -> FileReadParameters:
    return FileReadParameters(file_paths=paths)


async def test_missing_and_unreadable_files_are_told_in_their_place_and_the_others_read(tmp_path: Path) -> None:
    notes = {"Good.md": "Größe", "Bad.md": ""}
    async with open_desk(tmp_path, YES, notes=notes) as desk:
        (tmp_path / "vault" / "Bad.md").write_bytes(b"\xff\xfe\x00bad")
        (result,) = await desk.results(read("Missing.md", "Bad.md", "Good.md"))
        assert result.success
        missing, bad, good = result.data
        assert missing == {"path": "Missing.md", "content": "File not found: Missing.md", "size": 0}
        assert bad["path"] == "Bad.md"
        assert bad["content"].startswith("Error reading file: ")
        assert bad["size"] == 0
        assert good == {"path": "Good.md", "content": "Größe", "size": 7}
        assert result.metadata.files_affected == ("Good.md",)


OUTSIDE = [
    "../outside.md", "a/../../outside.md", "/etc/hosts", "/../outside.md", "~/x.md", "C:x.md", "\\\\h\\s\\x.md",
    ".obsidian/app.json", "Projects/.git/config", "file:///etc/hosts", "x\x00.md", "",
]  # fmt: skip


@pytest.mark.parametrize("path", OUTSIDE)
async def test_paths_out_of_the_vault_are_not_found_like_any_other(tmp_path: Path, path: str) -> None:
    (tmp_path / "outside.md").write_text("secret")
    async with open_desk(tmp_path, YES) as desk:
        (result,) = await desk.results(read(path, BOILER))
        assert isinstance(result.data, list)
        named = path.removeprefix("/")  # a leading slash stands for the vault's folder
        assert result.data[0] == {"path": named, "content": f"File not found: {named}", "size": 0}
        choices = desk.answers.requests[0].files
        assert (choices[0].size, choices[0].digest) == (None, "")


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="this system has no links")
async def test_a_link_out_of_the_vault_gives_nothing(tmp_path: Path) -> None:
    (tmp_path / "outside.md").write_text("secret")
    async with open_desk(tmp_path, YES) as desk:
        (tmp_path / "vault" / "Link.md").symlink_to(tmp_path / "outside.md")
        (result,) = await desk.results(read("Link.md"))
        assert "secret" not in str(result.data)


async def test_the_checklist_says_size_reason_and_what_is_missing(tmp_path: Path) -> None:
    async with open_desk(tmp_path, YES) as desk:
        await desk.events(search("boiler"))
        await desk.events(read(BOILER, "Top.md", "Missing.md", BOILER))
        choices = desk.answers.requests[1].files
        assert [(choice.path, choice.reason) for choice in choices] == [
            (BOILER, "found for “boiler”"),
            ("Top.md", "named by the model"),
            ("Missing.md", "named by the model"),
        ]
        assert [choice.size for choice in choices] == [50, 19, None]
        assert len(choices[0].digest) == 64


async def test_excluded_files_are_not_ticked_and_are_not_meant_by_a_folder_answer(tmp_path: Path) -> None:
    notes = {"Old/a.md": "a", "Old/b.md": "b", ".obsidian/app.json": '{"userIgnoreFilters": ["Old/b.md"]}'}
    async with open_desk(tmp_path, YES, notes=notes) as desk:
        await desk.events(read("Old/a.md", "Old/b.md"))
        first, second = desk.answers.requests[0].files
        assert (first.ticked, second.ticked) == (True, False)
        assert second.warning == "“Old/b.md” is among the files you excluded in Obsidian."
        assert second.warning in desk.answers.requests[0].calls[0].warnings


async def test_narrowing_keeps_the_ticked_files_only(tmp_path: Path) -> None:
    (tmp_path / "vault").mkdir()
    async with Vault(tmp_path / "vault") as vault:
        tool = FileRead(vault)
        assert tool.with_files(asked("a.md", "b.md"), ["b.md"]) == asked("b.md")
        assert tool.summary(asked("Projects/a.md")) == "a"
        assert tool.summary(asked("Projects/a.md", "b.md", "c.md")) == "a and 2 more"
        assert tool.action(asked("a.md")) == "Read"


async def test_sources_tell_how_much_of_each_note_is_carried(tmp_path: Path) -> None:
    async with open_desk(tmp_path, YES, notes={"a.md": "Größe", "b.md": "x" * 10}) as desk:
        output = await FileRead(desk.vault, SearchProvenance()).run(asked("a.md", "b.md", "c.md"), FULL_VISIBILITY)
        assert output.sources == (Source(path="a.md", characters=5), Source(path="b.md", characters=10))


async def test_camel_case_and_plain_text_for_a_list(tmp_path: Path) -> None:
    async with open_desk(tmp_path, YES, notes={"a.md": "x"}) as desk:
        assert (await desk.runner.call("file_read", {"filePaths": ["a.md"]})).success
        assert not (await desk.runner.call("file_read", {"filePaths": "a.md"})).success
        assert not (await desk.runner.call("file_read", {"file_paths": []})).success
