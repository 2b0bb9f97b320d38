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


def test_without_results_there_are_no_offline_results() -> None:
    assert not read_offline_results(())


def test_sentences_for_a_model_are_rewritten_for_the_user() -> None:
    assert addressed_to_user("The user chose not to share 1 of 5 files.") == "You chose not to share 1 of 5 files."
