from typing import Any

from vaultdesk.chat.messages import ProviderPart
from vaultdesk.providers.layout import Layout
from vaultdesk.providers.responses_items import Item, note_items


def item(place: int, kind: str, text: str = "", **raw: Any) -> Item:
    texts = {("output_text", 0): [text]} if text else {}
    return Item(place, place, kind, raw={"type": kind, **raw}, done=True, texts=texts)


def noted(*items: Item, calls: tuple[str, ...] = ()) -> list[Any]:
    layout = Layout()
    heard = [(one.place, key) for one in items for key in one.spoken]
    note_items(layout, items, heard, calls)
    parts: tuple[ProviderPart, ...] = layout.part("f")
    return [entry for part in parts for entry in part.item["layout"]]  # type: ignore[call-overload,index,union-attr]


def test_texts_are_counted_and_not_kept_twice() -> None:
    message = item(0, "message", "Hello", id="m", status="completed", role="assistant", phase=None)

    assert noted(message) == [{"texts": [5], "extra": {"id": "m", "status": "completed", "kinds": ["output_text"]}}]


def test_a_message_that_was_cut_keeps_no_name() -> None:
    message = item(0, "message", "Hello", id="m")
    message.done = False

    assert noted(message) == []


def test_calls_stand_where_they_were_made_and_only_those_that_are_whole() -> None:
    first, second = item(0, "function_call", id="f1"), item(1, "function_call", id="f2")
    first.call_id, second.call_id = "ours_1", "ours_2"

    assert noted(first, second, calls=("ours_2",)) == [{"call": 0, "extra": {"id": "f2"}}]


def test_thoughts_that_hold_themselves_go_back() -> None:
    sealed = item(0, "reasoning", encrypted_content="x")
    plain = item(1, "reasoning", content=[{"type": "reasoning_text", "text": "Hm."}])

    assert [entry["native"] for entry in noted(sealed, plain)] == [sealed.raw, plain.raw]
    assert noted(item(0, "reasoning", id="rs")) == []
