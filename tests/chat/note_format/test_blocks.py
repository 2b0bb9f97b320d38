"""Blocks: each part has a short line for people, made of hostile text without its signs."""

from vaultdesk.chat.conversation import Checkpoint
from vaultdesk.chat.messages import ContextItem, ProviderPart, Source, TextPart, ToolCallPart, ToolResultPart
from vaultdesk.chat.note_format.blocks import checkpoint_lines, context_lines, parsed, part_lines, plain, same
from vaultdesk.chat.note_format.pictures import file_name
from vaultdesk.chat.note_format.reading import UNKNOWN_TIME


def test_a_call_tells_what_it_is_about() -> None:
    call = ToolCallPart(
        id="c", name="vault_search", arguments_json='{"query": "[[x]] <b>"}', arguments={"query": "[[x]] <b>"}
    )
    assert part_lines(call, file_name, after_text=False) == [
        "> [!example]- vault search: x b",
        "> <!-- vaultdesk:call c vault_search -->",
        "> ```json",
        '> {"query": "[[x]] <b>"}',
        "> ```",
    ]


def test_a_result_tells_its_notes_and_whether_it_worked() -> None:
    sources = (Source(path="A/Boiler.md", characters=1), Source(path="B/Budget.md"))
    result = ToolResultPart(call_id="c", name="file_read", content="a ```` b", is_error=True, sources=sources)
    lines = part_lines(result, file_name, after_text=False)
    assert lines[0] == "> [!failure]- file read did not work: Boiler, Budget"
    assert lines[2:] == ["> `````json", "> a ```` b", "> `````"]


def test_words_after_words_need_a_marker() -> None:
    assert part_lines(TextPart(text="a"), file_name, after_text=False) == ["a"]
    assert part_lines(TextPart(text="a"), file_name, after_text=True) == ["<!-- vaultdesk:text -->", "", "a"]


def test_what_is_for_no_model_is_folded_away() -> None:
    assert part_lines(TextPart(text="a\n\nb", hidden=True), file_name, after_text=False) == [
        "> [!quote]- Not sent to the model",
        "> <!-- vaultdesk:hidden -->",
        "> a",
        ">",
        "> b",
    ]
    assert part_lines(ProviderPart(family="f", item=None), file_name, after_text=False) == [
        '<!-- vaultdesk:provider {"family":"f","item":[null]} -->'
    ]
    point = Checkpoint("msg_1", "sum", UNKNOWN_TIME)
    assert checkpoint_lines(point)[2:] == ["> sum"]


def test_context_is_linked_where_it_is_a_note() -> None:
    lines = context_lines((ContextItem(kind="note", target="A/b"), ContextItem(kind="tag", target="x]]y")))
    assert lines[2:] == ["> - [[A/b]]", "> - tag: x y"]


def test_arguments_are_read_leniently_and_compared_strictly() -> None:
    assert parsed("") == {}
    assert parsed("[1]") is None
    assert parsed("{" * 100_000) is None
    assert same({"a": 1}, {"a": 1})
    assert not same({"a": 1}, {"a": True})
    assert not same(None, {})


def test_signs_are_taken_out_of_a_line() -> None:
    assert plain("a\n**b** \u202e[[c]]\x9b \udc00") == "a b c"
