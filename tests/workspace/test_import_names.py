"""Names of notes of imported chats, and what is there already."""

from pathlib import Path

from tests.support.vaults import write_vault
from vaultdesk.vault.disk.vault_files import VaultFiles
from vaultdesk.workspace.import_names import FreeNames, there_already


def test_no_path_is_given_twice() -> None:
    names = FreeNames("Chats", ["chats/boiler.md"])

    assert [names.free(title) for title in ("Boiler", "Bread", "bread", "Boiler")] == [
        "Chats/Boiler 2.md",
        "Chats/Bread.md",
        "Chats/bread 2.md",
        "Chats/Boiler 3.md",
    ]


def test_only_chats_of_the_folder_tell_their_origin(tmp_path: Path) -> None:
    chat = "---\nvaultdesk-chat: 1\norigin: copilot:1\n---\n"
    vault = write_vault(
        tmp_path,
        {
            "Chats/One.md": chat,
            "Chats/Sub/Two.md": chat.replace(":1\n---", ":2\n---"),
            "Chats/Note.md": "---\norigin: copilot:3\n---\n",
            "Chats/broken.md": "---\norigin: [\n---\n",
            "Else/Three.md": chat,
        },
    )

    there = there_already(VaultFiles(vault), "Chats")

    assert there.origins == {"copilot:1": "Chats/One.md", "copilot:2": "Chats/Sub/Two.md"}
    assert there.paths == {"chats/one.md", "chats/sub/two.md", "chats/note.md", "chats/broken.md"}
