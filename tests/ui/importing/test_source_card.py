"""What can be imported."""

from vaultdesk.chat.importers.chat_files import FORMATS
from vaultdesk.ui.importing.source_card import SourceCard
from vaultdesk.ui.widgets.labels import PlainLabel


def test_each_program_is_named() -> None:
    card = SourceCard()
    words = " ".join(label.text() for label in card.findChildren(PlainLabel))

    assert all(name.removesuffix(" export") in words for name in FORMATS.values())
