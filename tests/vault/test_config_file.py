"""One JSON file of settings: typed answers, and problems instead of errors."""

from pathlib import Path
from typing import Literal

import pytest

from vaultdesk.vault.config_file import MAX_CONFIG_BYTES, ConfigFile, read_object


def test_answers_are_typed_and_have_defaults(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(
        '{"t": "x", "on": true, "l": ["a", 1, ""], "o": {"t": 7}, "c": "z", "m": [{"t": "y"}, 1]}'
    )
    problems: list[str] = []
    found = ConfigFile.read(tmp_path / "a.json", problems)
    assert (found.text("t", ""), found.truth("on"), found.texts("l"), found.text("none", "d")) == (
        "x",
        True,
        ("a",),
        "d",
    )
    assert found.part("none").text("t", "d") == "d"
    assert [part.text("t", "") for part in found.parts("m")] == ["y"]
    assert problems == []
    assert found.part("o").text("t", "d") == "d"
    assert found.choice("c", Literal["a", "b"], "a") == "a"
    assert len(problems) == 2


@pytest.mark.parametrize("text", ["", "[]", "{", '{"a": ' + "[" * 100_000, "x" * (MAX_CONFIG_BYTES + 1)])
def test_what_cannot_be_read_is_a_problem(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.json").write_text(text)
    problems: list[str] = []
    assert ConfigFile.read(tmp_path / "a.json", problems).text("a", "d") == "d"
    assert len(problems) == 1


def test_a_missing_file_has_no_problem(tmp_path: Path) -> None:
    problems: list[str] = []
    ConfigFile.read(tmp_path / "a.json", problems)
    assert ConfigFile.read_list(tmp_path / "a.json", problems) == ()
    assert problems == []
    with pytest.raises(FileNotFoundError):
        read_object(tmp_path / "a.json")


def test_a_list_of_texts_is_read(tmp_path: Path) -> None:
    problems: list[str] = []
    (tmp_path / "a.json").write_text('["a", 1, "b"]')
    assert ConfigFile.read_list(tmp_path / "a.json", problems) == ("a", "b")
    (tmp_path / "a.json").write_text('{"a": 1}')
    assert ConfigFile.read_list(tmp_path / "a.json", problems) == ()
    (tmp_path / "a.json").write_text("{")
    assert ConfigFile.read_list(tmp_path / "a.json", problems) == ()
    assert len(problems) == 1
