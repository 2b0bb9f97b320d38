"""Editing the text of a TOML file."""

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.campaigns import examples
from vaultdesk.core.settings.setting_keys import TomlTable
from vaultdesk.core.settings.toml_edit import edit_toml


def edit(text: str, old: TomlTable, new: TomlTable) -> str:
    edited, faithful = edit_toml(text, old, new)
    assert faithful
    return edited


def test_only_different_values_are_changed() -> None:
    text = (
        '# me\nversion = 1\n\n[chat]  # t\nfolder  =  "Chats" # where\nnew = [1,  2]\nmodel = "a/b"\n\n[odd]\nx = 1\n'
    )

    edited = edit(text, {"chat": {"folder": "Chats", "model": "a/b"}}, {"chat": {"folder": "Talk", "model": "a/b"}})

    assert edited == text.replace('"Chats"', '"Talk"')


def test_a_deleted_table_is_removed_with_its_content() -> None:
    text = '[providers.a]\nkind = "x"\nextra = 1\n\n[providers.b]\nkind = "y" # b\n'

    edited = edit(text, {"providers": {"a": {"kind": "x"}, "b": {"kind": "y"}}}, {"providers": {"b": {"kind": "y"}}})

    assert edited.strip() == '[providers.b]\nkind = "y" # b'


def test_missing_tables_are_created() -> None:
    edited = edit("top = 1\n", {}, {"version": 1, "vaults": {"/a.b": {"on": True, "rules": [{"x": 1}]}}})

    assert tomllib.loads(edited) == {"top": 1, "version": 1, "vaults": {"/a.b": {"on": True, "rules": [{"x": 1}]}}}


def test_scattered_tables_are_changed_in_place() -> None:
    text = "[a.one]\nx = 1\n\n[b]\ny = 1\n\n[a.two]\nx = 2 # two\n"

    edited = edit(
        text, {"a": {"one": {"x": 1}, "two": {"x": 2}}}, {"a": {"one": {"x": 1}, "two": {"x": 3}, "new": {"x": 4}}}
    )

    assert tomllib.loads(edited) == {"a": {"one": {"x": 1}, "two": {"x": 3}, "new": {"x": 4}}, "b": {"y": 1}}
    assert "# two" in edited


def test_a_table_inside_an_inline_table_remains_inline() -> None:
    text = "providers = {work = {kind = 'openai', odd = 1}} # mine\n"
    old: TomlTable = {"providers": {"work": {"kind": "openai"}}}

    edited = edit(text, old, {"providers": {"work": {"kind": "openai"}, "home": {"kind": "x", "list": [{"y": 1}]}}})

    assert tomllib.loads(edited)["providers"] == {
        "work": {"kind": "openai", "odd": 1},
        "home": {"kind": "x", "list": [{"y": 1}]},
    }
    assert "# mine" in edited


LIST = 'rules = [ {x = "bad", y=1}, # first\n  {x = 2},  # second\n]\n'


def test_unchanged_list_items_retain_comments_and_unreadable_values() -> None:
    edited = edit(LIST, {"rules": [{"x": 0}, {"x": 2}]}, {"rules": [{"x": 0}, {"x": 2}, {"x": 3}]})

    assert tomllib.loads(edited)["rules"] == [{"x": "bad", "y": 1}, {"x": 2}, {"x": 3}]
    assert "# first" in edited
    assert "# second" in edited


def test_deleting_a_list_item_leaves_the_others() -> None:
    edited = edit(LIST, {"rules": [{"x": 0}, {"x": 2}]}, {"rules": [{"x": 0}]})

    assert tomllib.loads(edited)["rules"] == [{"x": "bad", "y": 1}]


def test_reordered_list_items_retain_their_content() -> None:
    edited = edit(LIST, {"rules": [{"x": 0}, {"x": 2}]}, {"rules": [{"x": 2}, {"x": 0}]})

    assert tomllib.loads(edited)["rules"] == [{"x": 2}, {"x": "bad", "y": 1}]


def test_list_items_with_equal_values_are_both_retained() -> None:
    text = 'rules = [{x = "one"}, {x = "two"}, {x = 3}]\n'

    edited = edit(text, {"rules": [{"x": 0}, {"x": 0}, {"x": 3}]}, {"rules": [{"x": 3}, {"x": 0}, {"x": 0}]})

    assert tomllib.loads(edited)["rules"] == [{"x": 3}, {"x": "one"}, {"x": "two"}]


def test_an_array_of_tables_with_headers_retains_its_layout() -> None:
    edited = edit(
        "[[rules]]\nx = 1 # one\n\n[[rules]]\nx = 2\n", {"rules": [{"x": 1}, {"x": 2}]}, {"rules": [{"x": 1}, {"x": 3}]}
    )

    assert tomllib.loads(edited) == {"rules": [{"x": 1}, {"x": 3}]}
    assert "x = 1 # one" in edited


def test_values_are_written_even_if_the_layout_cannot_be_retained() -> None:
    text = "a.b.x = 1\na.b.y = 2\nc.d = 3\n"

    edited, faithful = edit_toml(text, {"a": {"b": {"x": 1}}}, {"a": {"b": {"x": 1}, "new": {"z": 4}}})

    assert tomllib.loads(edited) == {"a": {"b": {"x": 1, "y": 2}, "new": {"z": 4}}, "c": {"d": 3}}
    assert not faithful


def test_a_value_that_toml_cannot_represent_is_refused() -> None:
    with pytest.raises(ValueError, match=r"TOML|convert|object"):
        edit_toml("", {}, {"a": object()})


NAMES = st.sampled_from(["work", "a.b", "x y", "/notes", 'q"q'])
VALUES = st.one_of(
    st.booleans(), st.integers(0, 9), st.sampled_from(["", "x", 'a"b', "a\nb", "ü"]), st.lists(st.integers(0, 3))
)
TABLES = st.recursive(
    st.dictionaries(NAMES, VALUES, max_size=4),
    lambda inner: st.dictionaries(NAMES, VALUES | inner, max_size=3),
    max_leaves=8,
)
LAYOUTS = (
    "# top\nold = 1\n",
    "odd = {x = 1}\n[work]\nzz = 1 # c\n[other]\n['x y']\n",
    "work.zz = 1\n[[list]]\na = 1\n",
)


@examples(50)
@given(st.sampled_from(LAYOUTS), TABLES, TABLES)
def test_any_edit_in_any_layout_reads_back(text: str, first: TomlTable, second: TomlTable) -> None:
    original = tomllib.loads(text)
    first_edit, _ = edit_toml(text, {}, first)
    second_edit, _ = edit_toml(first_edit, first, second)

    edited = tomllib.loads(second_edit)
    for key, value in second.items():
        if not isinstance(value, dict):
            assert edited[key] == value
    untouched = original.keys() - first.keys() - second.keys()
    assert {key: edited.get(key, {}) for key in untouched} == {key: original[key] for key in untouched}
