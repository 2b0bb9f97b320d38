import json

from vaultdesk.chat.messages import Message, ToolCallPart, ToolResultPart
from vaultdesk.core.phrases import Phrase
from vaultdesk.providers.offline.offline_results import addressed_to_user, read_offline_results

DENIED = Phrase("A rule or a limit does not allow it.")


def call(call_id: str, name: str, **arguments: str) -> ToolCallPart:
    return ToolCallPart(id=call_id, name=name, arguments_json="{}", arguments={**arguments})


def result(call_id: str, **answer: object) -> ToolResultPart:
    return ToolResultPart(call_id=call_id, name="", content=json.dumps(answer))


def test_searches_notes_remarks_and_refusals_are_separated() -> None:
    calls = Message(
        role="assistant",
        parts=(
            call("a", "vault_search", query="x"),
            call("b", "file_read"),
            call("c", "z"),
            call("d", "z"),
            call("e", "z"),
        ),
    )
    data = [
        {"path": "a.md", "content": "Text", "size": 4},
        {"path": "b.md", "content": "File not found: b.md", "size": 0},
        {"path": "empty.md", "content": "", "size": 0},
    ]
    results_message = Message(
        role="tool",
        parts=(
            result("a", success=True, data=[{"path": "a.md", "matches": 1}]),
            result("b", success=True, data=data, metadata={"note": "It was cut."}),
            result("c", success=False, error={"message": "It took too  long"}),
            result("d", success=False, error={"code": "CANCELLED", "message": "User cancelled tool execution"}),
            result("e", success=False, error={"message": "Denied"}).model_copy(update={"explanation": DENIED}),
            result("lost", success=False, error={"message": "of another question"}),
        ),
    )

    results = read_offline_results((calls, results_message))

    assert results.searches == {"x": [{"path": "a.md", "matches": 1}]}
    assert results.notes == {"a.md": "Text", "empty.md": ""}
    assert results.remarks == ["It was cut.", "b.md could not be read."]
    assert results.refusals == ["It took too long", "You refused it.", DENIED]
    assert [type(refusal) for refusal in results.refusals] == [str, Phrase, Phrase]
    assert results.read_requested


def test_entries_without_a_path_are_left_out() -> None:
    calls = (call("a", "file_read"), call("b", "query_notes"), call("c", "query_notes", tasks="open"))
    task = {"status": " ", "task": "Call Mara"}
    results = read_offline_results(
        (
            Message(role="assistant", parts=calls),
            Message(
                role="tool",
                parts=(
                    result("a", success=True, data=[{"content": "Text", "size": 4}]),
                    result("b", success=True, data={"total_found": 2, "rows": [{"text": {}}, {"path": "a.md"}]}),
                    result("c", success=True, data={"rows": [{"text": task}, {"path": "a.md", "text": task}]}),
                ),
            ),
        )
    )

    assert (results.notes, results.rows, results.total) == ({}, {"a.md": {}}, 2)
    assert results.tasks == [("a.md", "[ ] Call Mara")]


def test_a_query_for_something_that_does_not_exist_has_failed_and_was_not_refused() -> None:
    calls = Message(role="assistant", parts=(call("a", "query_notes"),))
    error = {"code": "FOLDER_NOT_FOUND", "message": "There is no folder X."}
    results = read_offline_results((calls, Message(role="tool", parts=(result("a", success=False, error=error),))))

    assert (results.query_requested, results.query_failed, results.refusals) == (True, True, [])


def test_without_results_there_are_no_offline_results() -> None:
    assert not read_offline_results(())


def test_sentences_for_a_model_are_rewritten_for_the_user() -> None:
    assert addressed_to_user("The user chose not to share 1 of 5 files.") == "You chose not to share 1 of 5 files."
