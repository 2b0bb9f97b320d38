from typing import Any

import pytest

from vaultdesk.chat.messages import Message, ProviderPart, TextPart, ToolCallPart
from vaultdesk.providers import layout
from vaultdesk.providers.layout import Called, Layout, Native, Piece, Said, TooMuch, pieces
from vaultdesk.providers.strict_json import MAX_DEPTH

FAMILY = "responses@api.openai.com/m"
READ = ToolCallPart(id="call_1", name="read", arguments_json="{}")
FIND = ToolCallPart(id="call_2", name="find", arguments_json="{}")
THOUGHT: dict[str, Any] = {"type": "reasoning", "encrypted_content": "x"}


def noted() -> Layout:
    """Note: thought, A, thought, BC in two texts, the second call, the first one."""
    order = Layout()
    order.native(THOUGHT)
    order.said(["Ä."], {"id": "a"})
    order.native(THOUGHT)
    order.gap("\n\n")
    order.said(["B", "C"], {"id": "b"})
    order.called(1, {"id": "f"})
    order.called(0)
    return order


def laid_out(*texts: str, calls: tuple[ToolCallPart, ...] = (READ, FIND), order: Layout | None = None) -> list[Piece]:
    said = tuple(TextPart(text=text) for text in texts)
    parts = (*said, *calls, *(order or noted()).part(FAMILY))
    return list(pieces(Message(role="assistant", parts=parts), FAMILY))


def test_everything_goes_back_in_the_order_it_came() -> None:
    assert laid_out("Ä.\n\nBC") == [
        Native(THOUGHT),
        Said(("Ä.",), {"id": "a"}),
        Native(THOUGHT),
        Said(("B", "C"), {"id": "b"}),
        Called(FIND, {"id": "f"}),
        Called(READ),
    ]


def test_another_family_gets_text_and_calls() -> None:
    message = Message(role="assistant", parts=(TextPart(text="A"), READ, *noted().part("messages@x/y")))

    assert list(pieces(message, FAMILY)) == [Said(("A",)), Called(READ)]


def test_a_message_whose_own_order_says_it_all_keeps_nothing() -> None:
    order = Layout()
    order.said(["A"])
    order.said([""])
    order.called(0)
    order.called(1)

    assert order.part(FAMILY) == ()
    assert laid_out("A", order=order) == [Said(("A",)), Called(READ), Called(FIND)]


def test_a_text_behind_a_call_keeps_its_place() -> None:
    order = Layout()
    order.called(0)
    order.said(["A"])

    assert laid_out("A", calls=(READ,), order=order) == [Called(READ), Said(("A",))]


def test_a_text_that_was_changed_stands_whole_in_the_first_place() -> None:
    changed = laid_out("Something else altogether.")

    assert changed[:3] == [Native(THOUGHT), Said(("Something else altogether.",), {"id": "a"}), Native(THOUGHT)]
    assert not any(isinstance(piece, Said) for piece in changed[3:])


def test_blanks_that_were_left_out_on_the_way_change_nothing() -> None:
    order = Layout()
    order.said(["\n\n"])
    order.native(THOUGHT)
    order.said(["A"])

    assert laid_out("A", calls=(), order=order) == [Native(THOUGHT), Said(("A",))]


def test_calls_and_texts_it_knows_nothing_of_come_last() -> None:
    order = Layout()
    order.native(THOUGHT)
    order.called(7)

    assert laid_out("A", calls=(READ,), order=order) == [Native(THOUGHT), Said(("A",)), Called(READ)]


@pytest.mark.parametrize("item", [{"layout": 7}, {"layout": [7, {"texts": 1}, {"call": "x"}, {"native": 2}]}, [1], "x"])
def test_a_layout_of_another_shape_never_crashes(item: Any) -> None:
    message = Message(role="assistant", parts=(TextPart(text="A"), READ, ProviderPart(family=FAMILY, item=item)))

    told = list(pieces(message, FAMILY))

    assert [piece.call for piece in told if isinstance(piece, Called)] == [READ]
    assert "".join(text for piece in told if isinstance(piece, Said) for text in piece.texts) == "A"


def test_items_that_no_server_could_be_sent_are_left_out() -> None:
    order = Layout()
    deep: Any = "x"
    for _ in range(MAX_DEPTH):
        deep = [deep]
    order.native({"deep": deep})
    order.native({"half": "\ud800"})
    order.native({"number": float("nan")})
    order.said(["A"], {"id": "\ud800"})

    assert order.part(FAMILY) == ()


def test_there_is_an_end_to_what_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layout, "MAX_NATIVE", 1000)
    with pytest.raises(TooMuch, match="too long"):
        Layout().native({"x": "y" * 1000})


def test_there_is_an_end_to_how_many_items_are_kept() -> None:
    order = Layout()
    for _ in range(layout.MAX_ITEMS):
        order.called(0)
    with pytest.raises(TooMuch, match="too many"):
        order.called(0)
