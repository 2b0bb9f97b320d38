"""Tests of ui/chat/composer/context_tray.py."""

import html

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.support.painted_text import painted
from tests.ui.chat.names_at_hand import sized
from vaultdesk.agent.context.context_attacher import ContextSize
from vaultdesk.agent.context.context_reader import ContextReach
from vaultdesk.chat.messages import ContextItem, ContextKind, ImagePart
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.transmission import Destination
from vaultdesk.ui.chat.composer.context_tray import (
    ContextChip,
    ContextTray,
    OfferedContextChip,
    ReachText,
    context_item_text,
    context_size_text,
    image_size_text,
    linked_notes_text,
    note_and_fragment,
    reach_text,
    short_count,
)
from vaultdesk.ui.widgets.chips import Chip

# Reach text: whole sentences for each case, with the rule and the receiver.

CLOUD = Destination("Anthropic", "api.anthropic.com", local=False)
REASON = (Phrase("in {0}", "Personal"),)


@pytest.mark.parametrize(
    ("reach", "short", "sentence"),
    [
        (ContextReach(1, 1, 0, REASON), "will not be sent", "Private: in Personal. It will not be sent to Anthropic."),
        (
            ContextReach(3, 3, 0, REASON),
            "will not be sent",
            "Private: in Personal. None of the 3 notes will be sent to Anthropic.",
        ),
        (
            ContextReach(14, 2, 1, REASON),
            "2 of 14 notes will not be sent",
            "2 of 14 notes are private and will not be sent to Anthropic: in Personal.",
        ),
        (
            ContextReach(14, 1, 0, REASON),
            "1 of 14 notes will not be sent",
            "1 of 14 notes is private and will not be sent to Anthropic: in Personal.",
        ),
        (
            ContextReach(0, 2, 0, REASON),
            "2 notes will not be sent",
            "2 notes are private and will not be sent to Anthropic: in Personal.",
        ),
        (
            ContextReach(0, 1, 0, REASON),
            "1 note will not be sent",
            "1 note is private and will not be sent to Anthropic: in Personal.",
        ),
        (
            ContextReach(1, 0, 1, REASON),
            "you will be asked",
            "Private: in Personal. You will be asked before it is sent to Anthropic.",
        ),
        (
            ContextReach(9, 0, 2, REASON),
            "you will be asked about 2 notes",
            "You will be asked about 2 private notes before they are sent to Anthropic: in Personal.",
        ),
        (
            ContextReach(9, 0, 1, ()),
            "you will be asked about 1 note",
            "You will be asked about 1 private note before it is sent to Anthropic: by a rule for private notes.",
        ),
    ],
)
def test_t7_reach_text_is_a_whole_sentence_in_each_case(
    qapp: object, reach: ContextReach, short: str, sentence: str
) -> None:
    assert reach_text(reach, CLOUD) == ReachText(short, sentence, is_warning=reach.withheld > 0)


def test_t7_reach_text_is_empty_for_an_item_that_is_sent(qapp: object) -> None:
    assert reach_text(ContextReach(5), CLOUD) == reach_text(ContextReach(), CLOUD) == ReachText()


def test_t7_linked_notes_are_summarized_with_the_withheld_ones_first(qapp: object) -> None:
    withheld, will_ask = ReachText("will not be sent", "A.", is_warning=True), ReachText("you will be asked", "B.")
    boiler, diary = (ContextItem(kind="note", target=name) for name in ("House/Boiler", "Diary"))
    assert linked_notes_text(()) == ReachText()
    assert linked_notes_text(((boiler, withheld), (diary, will_ask))) == ReachText(
        "Boiler will not be sent", "A.", is_warning=True
    )
    assert linked_notes_text(((diary, will_ask),)) == ReachText("you will be asked about Diary", "B.")
    two = linked_notes_text(((boiler, withheld), (diary, withheld)))
    assert (two.short, two.sentence) == ("2 linked notes will not be sent", "A.\nA.")


# Context item text.


@pytest.mark.parametrize(
    ("kind", "target", "expected"),
    [
        ("note", "Projects/House/Boiler.md", ("file", "Boiler", "")),
        ("note", "Boiler#Why#Cost", ("file", "Boiler", "› Why › Cost")),
        ("note", "Boiler#^a1", ("file", "Boiler", "› a1")),
        ("active", "Projects/Boiler.md", ("book", "Boiler", "open note")),
        ("folder", "Projects/House/", ("folder", "House", "")),
        ("folder", "", ("folder", "Whole vault", "")),
        ("tag", "heating/old", ("tag", "#heating/old", "")),
        ("file", "quotes.pdf", ("download", "quotes.pdf", "")),
        ("web", "https://example.org/a/b?c", ("globe", "example.org", "")),
        ("web", "no address", ("globe", "no address", "")),
    ],
)
def test_item_text_depends_on_the_kind(kind: ContextKind, target: str, expected: tuple[str, str, str]) -> None:
    text = context_item_text(ContextItem(kind=kind, target=target))
    assert (text.icon, text.name, text.detail) == expected


def test_selection_is_named_by_its_first_words_on_one_line() -> None:
    text = context_item_text(
        ContextItem(kind="selection", target="Boiler.md", text="The boiler\nleaks " + "again " * 30)
    )
    assert text.name.startswith("“The boiler leaks again")
    assert text.name.endswith("…”")
    assert text.detail == "Boiler"


def test_picture_has_its_own_or_a_default_name() -> None:
    picture = ImagePart(media_type="image/png", data="")
    assert context_item_text(picture).name == "Picture"
    assert context_item_text(picture.model_copy(update={"name": "Plan.png"})).name == "Plan.png"
    assert image_size_text() == "1.6k tokens"


def test_sizes_are_abbreviated() -> None:
    assert [short_count(count) for count in (0, 940, 1_249, 9_960, 48_400, 999_600, 2_340_000)] == [
        "0", "940", "1.2k", "10k", "48k", "1.0M", "2.3M",
    ]  # fmt: skip
    assert context_size_text(412, 1) == "412 tokens"
    assert context_size_text(1, 0) == "1 token"
    assert context_size_text(5_400, 12) == "12 notes · 5.4k"


def test_target_is_split_into_note_and_fragment() -> None:
    assert note_and_fragment("A/B.md") == ("B", "")
    assert note_and_fragment("A/B#C") == ("B", "C")


# Context chip.

BOILER = ContextItem(kind="note", target="House/Boiler.md")


def test_chip_shows_its_size_and_why_it_cannot_be_sent() -> None:
    chip = ContextChip(BOILER)
    assert chip.size_text == "…"
    chip.show_size(sized(412))
    assert chip.accessibleName() == "Boiler, 412 tokens"
    assert chip.toolTip() == "House/Boiler.md\n412 tokens"
    chip.show_size(sized(0, 1, "This note is private: it stays on this computer."))
    assert chip.size_text == "not sent"
    assert chip.accessibleDescription() == chip.problem == "This note is private: it stays on this computer."
    chip.resize(30, 20)
    assert "private" in chip.toolTip()


def test_picture_has_a_fixed_size_and_can_be_rejected() -> None:
    chip = ContextChip(ImagePart(media_type="image/png", data="", name="Plan.png"))
    assert chip.size_text == "1.6k tokens"
    chip.show_problem("This model cannot see pictures.")
    assert chip.size_text == "not sent"
    chip.show_problem("")
    assert (chip.size_text, chip.problem) == ("1.6k tokens", "")


def test_keys_remove_the_chip_move_between_chips_and_return_to_the_text() -> None:
    chip, emitted = ContextChip(BOILER), []
    chip.removed.connect(lambda: emitted.append("removed"))
    chip.stepped.connect(lambda by: emitted.append(f"step {by}"))
    chip.focus_returned.connect(lambda: emitted.append("left"))
    chip.typed.connect(emitted.append)
    chip.show()
    for key in (Qt.Key.Key_Backspace, Qt.Key.Key_Delete, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Escape):
        QTest.keyClick(chip, key)
    QTest.keyClicks(chip, "w")
    assert emitted == ["removed", "removed", "step -1", "step 1", "left", "w"]


def test_offered_chip_states_what_a_click_adds() -> None:
    offered = OfferedContextChip(ContextItem(kind="active", target="House/Boiler.md"), "Ctrl+J")
    assert offered.accessibleName() == "Add Boiler to the question"
    assert offered.toolTip() == "Add Boiler to the question (Ctrl+J)"
    assert offered.grab().toImage() != ContextChip(offered.attachment).grab().toImage()


# Context tray.

BOILER_ITEM, BUDGET = (ContextItem(kind="note", target=name) for name in ("House/Boiler.md", "Budget.md"))
OPEN = ContextItem(kind="active", target="House/Boiler.md")
PICTURE = ImagePart(media_type="image/png", data="", name="Plan.png")


def shown_tray(*attachments: ContextItem | ImagePart) -> tuple[ContextTray, list[str]]:
    tray, emitted = ContextTray(), []
    tray.changed.connect(lambda: emitted.append("changed"))
    tray.focus_returned.connect(lambda: emitted.append("left"))
    tray.added.connect(lambda item: emitted.append(item.name if isinstance(item, ImagePart) else item.target))
    tray.resize(400, 100)
    tray.set_attachments(attachments)
    tray.show()
    tray.activateWindow()
    return tray, emitted


def test_attachment_is_added_once_and_emitted() -> None:
    tray, emitted = shown_tray()
    for attachment in (BOILER_ITEM, BOILER_ITEM, PICTURE, BUDGET):
        tray.add(attachment)
    assert (tray.items, tray.images) == ((BOILER_ITEM, BUDGET), (PICTURE,))
    assert emitted == ["House/Boiler.md", "changed", "Plan.png", "changed", "Budget.md", "changed"]


def test_empty_tray_is_hidden() -> None:
    tray = ContextTray()
    assert tray.isHidden()
    tray.set_offered((OPEN,))
    assert not tray.isHidden()
    tray.set_offered(())
    tray.add(BOILER_ITEM)
    tray.set_attachments(())
    assert tray.isHidden()


def test_offered_item_is_added_by_a_click_and_is_no_longer_offered() -> None:
    tray, emitted = shown_tray()
    tray.set_offered((OPEN,), "Ctrl+J")
    assert tray.items == ()
    QTest.mouseClick(tray.offered_chips[0], Qt.MouseButton.LeftButton)
    assert (tray.items, tray.offered_chips) == ((OPEN,), [])
    assert emitted[-1] == "left"
    assert not tray.add_offered()


def test_open_note_is_not_offered_if_it_is_already_attached() -> None:
    tray, _ = shown_tray(BOILER_ITEM)
    tray.set_offered((OPEN,))
    assert tray.offered_chips == []
    tray.set_attachments(())
    assert tray.add_offered()
    assert tray.items == (OPEN,)


def test_chips_are_navigated_and_removed_by_keyboard(qtbot: QtBot) -> None:
    tray, emitted = shown_tray(BOILER_ITEM, BUDGET, PICTURE)
    qtbot.waitUntil(tray.isActiveWindow, timeout=30_000)
    tray.select_last()
    assert tray.chips[2].hasFocus()
    QTest.keyClick(tray.chips[2], Qt.Key.Key_Left)
    assert tray.chips[1].hasFocus()
    QTest.keyClick(tray.chips[1], Qt.Key.Key_Backspace)
    assert (tray.items, tray.chips[1].hasFocus()) == ((BOILER_ITEM,), True)
    QTest.keyClick(tray.chips[1], Qt.Key.Key_Right)
    assert emitted[-1] == "left"
    tray.chips[0].removed.emit()
    assert (tray.items, tray.images) == ((), (PICTURE,))


def test_sizes_and_problems_are_shown_on_their_chip() -> None:
    tray, _ = shown_tray(BOILER_ITEM, BUDGET, PICTURE)
    tray.show_size(BUDGET, sized(5_400, 12))
    tray.show_problem(PICTURE, "This model cannot see pictures.")
    tray.show_size(OPEN, sized(1))
    assert [chip.size_text for chip in tray.chips] == ["…", "12 notes · 5.4k", "not sent"]


def test_remaining_chips_keep_their_size_when_attachments_are_replaced() -> None:
    tray, _ = shown_tray(BOILER_ITEM, BUDGET)
    tray.show_size(BUDGET, sized(7))
    tray.set_attachments((BUDGET, PICTURE))
    assert [chip.attachment for chip in tray.chips] == [BUDGET, PICTURE]
    assert tray.chips[0].size_text == "7 tokens"


# Private notes: chips show before sending what will be withheld.

WITHHELD = ReachText("will not be sent", "Private: in House. It will not be sent to Anthropic.", is_warning=True)
WILL_ASK = ReachText("you will be asked", "Private: by name. You will be asked before it is sent to Anthropic.")


def has_warning(chip: Chip) -> bool:
    return chip._line_role == "warning"


def test_t7_withheld_chip_has_a_warning_border_a_text_and_the_rule() -> None:
    chip = ContextChip(BOILER_ITEM)
    chip.show_size(ContextSize(412, 1))
    plain = chip.grab().toImage()
    chip.show_reach(WITHHELD)
    assert has_warning(chip)
    assert chip.accessibleName() == "Boiler, will not be sent"
    assert WITHHELD.sentence in chip.accessibleDescription()
    assert WITHHELD.sentence in html.unescape(chip.toolTip())
    assert "412 tokens" in chip.toolTip()
    assert chip.grab().toImage() != plain
    chip.show_reach(ReachText())
    assert not has_warning(chip)
    assert chip.accessibleName() == "Boiler, 412 tokens"
    chip.show_reach(WILL_ASK)
    assert not has_warning(chip)
    assert chip.accessibleName() == "Boiler, you will be asked"


def test_t7_warning_is_not_elided_beside_a_long_name(qtbot: QtBot) -> None:
    item = ContextItem(
        kind="note", target="A very long name of a note about the boiler and all its pipes in the cellar"
    )
    chip = ContextChip(item)
    qtbot.addWidget(chip)
    chip.show_reach(WITHHELD)
    chip.resize(chip.sizeHint())
    name, remark = painted(chip)
    assert (name.shortened, name.text.startswith("A very")) == (True, True)
    assert (remark.text, remark.shortened) == ("will not be sent", False)
    assert remark.ink.right() <= chip.width()


def test_t7_offered_and_linked_private_notes_are_marked_too() -> None:
    tray, _ = shown_tray()
    tray.set_offered((OPEN,))
    tray.show_reach(OPEN, WITHHELD)
    (offered,) = tray.offered_chips
    assert has_warning(offered)
    assert offered.accessibleName() == "Add Boiler to the question, will not be sent"
    assert offered.accessibleDescription() == WITHHELD.sentence
    tray.add(OPEN)
    assert has_warning(tray.chips[0])
    assert tray.offered_chips == []
    tray.set_linked(((BUDGET, WITHHELD), (OPEN, WITHHELD)))
    assert [(chip.attachment, has_warning(chip)) for chip in tray.link_warnings] == [(BUDGET, True)]
    assert tray.link_warnings[0].accessibleName() == "Budget, will not be sent"
    tray.set_linked(())
    assert tray.link_warnings == []
    tray.set_attachments(())
    tray.set_offered(())
    tray.set_offered((OPEN,))
    assert not has_warning(tray.offered_chips[0]), "an earlier reach text is not reused"
