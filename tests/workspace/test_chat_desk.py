"""ChatDesk: pictures of a chat are files: those of the vault are only linked, the others lie beside the chats."""

import base64
from pathlib import Path

from tests.workspace.chat_scene import open_chats
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import ImagePart, Message, Source, TextPart
from vaultdesk.chat.note_format.part_blocks import image_file_name

PNG = b"\x89PNG\r\n\x1a\n\0picture"


def picture(data: bytes = PNG, path: str = "") -> ImagePart:
    sources = (Source(path=path),) if path else ()
    return ImagePart(media_type="image/png", data=base64.b64encode(data).decode(), name="shot", sources=sources)


def files(root: Path) -> list[str]:
    return sorted(file.relative_to(root).as_posix() for file in root.rglob("*.png"))


async def test_pictures_are_kept_and_read_back(tmp_path: Path) -> None:
    async with open_chats(tmp_path) as scene:
        (scene.root / "Images").mkdir()
        (scene.root / "Images/own.png").write_bytes(PNG + b"own")
        (scene.root / "Images/changed.png").write_bytes(b"something else")
        own, changed, other = (
            picture(PNG + b"own", "Images/own.png"),
            picture(PNG + b"c", "Images/changed.png"),
            picture(),
        )
        conversation = Conversation(title="Pictures")
        parts = (own, changed, other, other, TextPart(text="Look"))
        conversation.append(Message(role="user", parts=parts))
        keeper = scene.chats.keeper(conversation)
        keeper.touched()
        await keeper.settle()
        assert keeper.problem == ""
        beside = {f"Chats/Pictures/{image_file_name(part)}" for part in (changed, other)}
        assert files(scene.root) == sorted({"Images/own.png", "Images/changed.png", *beside})
        text = scene.text("Chats/Pictures.md")
        assert text.count("![[Images/own.png]]") == 1
        assert text.count(f"![[Chats/Pictures/{image_file_name(other)}]]") == 2
        keeper.forget()
        read = await scene.chats.open("Chats/Pictures.md")
        assert read.messages == conversation.messages


async def test_a_picture_that_moved_with_its_chats_is_found(tmp_path: Path) -> None:
    async with open_chats(tmp_path) as scene:
        conversation = Conversation(title="Pictures")
        conversation.append(Message(role="user", parts=(picture(),)))
        keeper = scene.chats.keeper(conversation)
        keeper.touched()
        await keeper.settle()
        note = scene.text("Chats/Pictures.md").replace("![[Chats/Pictures/", "![[")
        (scene.root / "Other.md").write_text(note, encoding="utf-8")
        assert (await scene.chats.open("Other.md")).messages == conversation.messages
        (scene.root / "Bad.md").write_text(note.replace("![[", "![[../no"), encoding="utf-8")
        assert (await scene.chats.open("Bad.md")).messages[0].images == ()


async def test_a_file_that_a_chat_names_is_under_the_rules_of_that_file(tmp_path: Path) -> None:
    async with open_chats(tmp_path) as scene:
        (scene.root / "Private").mkdir()
        (scene.root / "Private/photo.png").write_bytes(PNG)
        (scene.root / "Private/diary.md").write_text("secret")
        marker = '<!-- vaultdesk:image {"type":"image/png"} -->'
        forged = "".join(
            f"## You\n<!-- vaultdesk:user m{number} -->\n\n{marker}\n\n![[{name}]]\n\n"
            for number, name in enumerate(("Private/photo.png", "Private/diary.md", ".obsidian/app.json"))
        )
        (scene.root / "Forged.md").write_text(f"---\nvaultdesk-chat: 1\n---\n\n{forged}", encoding="utf-8")
        photo, diary, hidden = (await scene.chats.open("Forged.md")).messages
        assert photo.sources == (Source(path="Private/photo.png"),)
        assert diary.images == hidden.images == ()
