"""Tests of `call`: one tool call with the real tool runner."""

import json
from pathlib import Path

from tests.cli.conftest import CommandLine


def test_the_result_is_printed_in_the_documented_format(command: CommandLine, vault: Path) -> None:
    outcome = command("call", "vault_search", '{"query": "HEAT PUMP"}', "--vault", vault, "--approve", "reads")
    result = json.loads(outcome.out)
    assert outcome.code == 0
    assert result["success"] is True
    assert {hit["path"] for hit in result["data"]} == {"Boiler.md", "Budget.md"}
    assert result["metadata"]["operation_type"] == "read"


def test_camel_case_is_accepted_and_a_missing_file_is_reported_with_the_others(
    command: CommandLine, vault: Path
) -> None:
    result = command("call", "file_read", '{"filePaths": ["Budget.md", "No.md"]}', "--vault", vault, "--approve", "all")
    data = json.loads(result.out)["data"]
    assert data[0]["content"].startswith("# Budget")
    assert data[1] == {"path": "No.md", "content": "File not found: No.md", "size": 0}


def test_a_refusal_is_a_result_and_a_failure(command: CommandLine, vault: Path) -> None:
    result = command("call", "vault_search", '{"query": "heat pump"}', "--vault", vault)
    error = json.loads(result.out)["error"]
    assert result.code == 1
    assert (error["code"], error["message"]) == ("CANCELLED", "User cancelled tool execution")
    assert "--approve" in result.err


def test_an_unknown_tool_and_invalid_arguments_are_results(command: CommandLine, vault: Path) -> None:
    unknown = json.loads(command("call", "launch", "{}", "--vault", vault, "--approve", "all").out)
    wrong = json.loads(command("call", "vault_search", '{"limit": "many"}', "--vault", vault, "--approve", "all").out)
    assert unknown["error"]["message"] == "Unknown tool: launch"
    assert wrong["error"]["code"] == "VALIDATION_FAILED"
    assert "query" in wrong["error"]["message"]
    assert "limit" in wrong["error"]["message"]


def test_arguments_that_are_no_json_object_are_wrong_usage(command: CommandLine, vault: Path) -> None:
    for arguments in ("query=boiler", "[1]", '"x"'):
        assert command("call", "vault_search", arguments, "--vault", vault, "--approve", "all").code == 2
