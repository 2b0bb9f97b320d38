"""Signs: folders are no conflict copies, and a tree without anybody who knows shows none."""

from vaultdesk.ui.browser.signs import NoSigns, said_of


class Known:
    def lock(self, path: str, *, folder: bool) -> str:
        return f"{path} {'folder' if folder else 'note'} is private"

    def conflict(self, path: str) -> str:
        return f"{path} is a copy"


def test_what_is_said_of_notes_and_folders() -> None:
    assert said_of(Known(), "a.md", folder=False) == ("a.md note is private", "a.md is a copy")
    assert said_of(Known(), "a", folder=True) == ("a folder is private", "")
    assert said_of(NoSigns(), "a.md", folder=False) == ("", "")
