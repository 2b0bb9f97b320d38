"""Chat notes as the program writes them."""

from vaultdesk.chat.chat_markup import PictureLink, image_file_name
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.conversation_note import ChatWriter


def write_chat(conversation: Conversation, before: str = "", link: PictureLink = image_file_name) -> str:
    """Return the note of *conversation*; everything in *before*, its current text, that is not the program's stays."""
    return ChatWriter(link).write(conversation, before)
