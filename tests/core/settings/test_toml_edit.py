"""The text of a TOML file, with some of its values changed."""

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.campaigns import examples
from vaultdesk.core.settings.setting_keys import TomlTable
from vaultdesk.core.settings.toml_edit import edit_toml


def changed(text: str, old: TomlTable, new: TomlTable) -> str:
    after, faithful = edit_toml(text, old, new)
    assert faithful
    return after


def test_only_what_differs_is_changed() -> None:
    text = (
        '# me\nversion = 1\n\n[chat]  # t\nfolder  =  "Chats" # where\nnew = [1,  2]\nmodel = "a/b"\n\n[odd]\nx = 1\n'
    )

    after = changed(text, {"chat": {"folder": "Chats", "model": "a/b"}}, {"chat": {"folder": "Talk", "model": "a/b"}})

    assert after == text.replace('"Chats"', '"Talk"')


def test_what_is_taken_away_goes_with_everything_in_it_and_nothing_else() -> None:
    text = '[providers.a]\nkind = "x"\nextra = 1\n\n[providers.b]\nkind = "y" # b\n'

    after = changed(text, {"providers": {"a": {"kind": "x"}, "b": {"kind": "y"}}}, {"providers": {"b": {"kind": "y"}}})

    assert after.strip() == '[providers.b]\nkind = "y" # b'


def test_new_tables_are_made_where_there_were_none() -> None:
    after = changed("top = 1\n", {}, {"version": 1, "vaults": {"/a.b": {"on": True, "rules": [{"x": 1}]}}})

    assert tomllib.loads(after) == {"top": 1, "version": 1, "vaults": {"/a.b": {"on": True, "rules": [{"x": 1}]}}}


def test_tables_scattered_over_the_file_are_changed_where_they_are() -> None:
    text = "[a.one]\nx = 1\n\n[b]\ny = 1\n\n[a.two]\nx = 2 # two\n"

    after = changed(
        text, {"a": {"one": {"x": 1}, "two": {"x": 2}}}, {"a": {"one": {"x": 1}, "two": {"x": 3}, "new": {"x": 4}}}
    )

    assert tomllib.loads(after) == {"a": {"one": {"x": 1}, "two": {"x": 3}, "new": {"x": 4}}, "b": {"y": 1}}
    assert "# two" in after


def test_a_table_inside_an_inline_table_stays_inline() -> None:
    text = "providers = {work = {kind = 'openai', odd = 1}} # mine\n"
    old: TomlTable = {"providers": {"work": {"kind": "openai"}}}

    after = changed(text, old, {"providers": {"work": {"kind": "openai"}, "home": {"kind": "x", "list": [{"y": 1}]}}})

    assert tomllib.loads(after)["providers"] == {
        "work": {"kind": "openai", "odd": 1},
        "home": {"kind": "x", "list": [{"y": 1}]},
    }
    assert "# mine" in after


LIST = 'rules = [ {x = "bad", y=1}, # first\n  {x = 2},  # second\n]\n'


def test_entries_that_stay_in_a_list_keep_their_comments_and_what_we_could_not_read() -> None:
    after = changed(LIST, {"rules": [{"x": 0}, {"x": 2}]}, {"rules": [{"x": 0}, {"x": 2}, {"x": 3}]})

    assert tomllib.loads(after)["rules"] == [{"x": "bad", "y": 1}, {"x": 2}, {"x": 3}]
    assert "# first" in after
    assert "# second" in after


def test_an_entry_taken_out_of_a_list_is_the_only_one_that_goes() -> None:
    after = changed(LIST, {"rules": [{"x": 0}, {"x": 2}]}, {"rules": [{"x": 0}]})

    assert tomllib.loads(after)["rules"] == [{"x": "bad", "y": 1}]


def test_entries_that_change_places_keep_what_is_in_them() -> None:
    after = changed(LIST, {"rules": [{"x": 0}, {"x": 2}]}, {"rules": [{"x": 2}, {"x": 0}]})

    assert tomllib.loads(after)["rules"] == [{"x": 2}, {"x": "bad", "y": 1}]


def test_two_entries_that_read_alike_are_each_kept() -> None:
    text = 'rules = [{x = "one"}, {x = "two"}, {x = 3}]\n'

    after = changed(text, {"rules": [{"x": 0}, {"x": 0}, {"x": 3}]}, {"rules": [{"x": 3}, {"x": 0}, {"x": 0}]})

    assert tomllib.loads(after)["rules"] == [{"x": 3}, {"x": "one"}, {"x": "two"}]


def test_a_list_of_tables_with_headers_stays_one() -> None:
    after = changed(
        "[[rules]]\nx = 1 # one\n\n[[rules]]\nx = 2\n", {"rules": [{"x": 1}, {"x": 2}]}, {"rules": [{"x": 1}, {"x": 3}]}
    )

    assert tomllib.loads(after) == {"rules": [{"x": 1}, {"x": 3}]}
    assert "x = 1 # one" in after


def test_a_layout_that_cannot_be_kept_gives_way_to_the_values() -> None:
    text = "a.b.x = 1\na.b.y = 2\nc.d = 3\n"

    after, faithful = edit_toml(text, {"a": {"b": {"x": 1}}}, {"a": {"b": {"x": 1}, "new": {"z": 4}}})

    assert tomllib.loads(after) == {"a": {"b": {"x": 1, "y": 2}, "new": {"z": 4}}, "c": {"d": 3}}
    assert not faithful


def test_a_value_toml_does_not_know_is_refused() -> None:
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
def test_whatever_is_changed_in_whatever_layout_the_text_then_says_it(
    text: str, first: TomlTable, second: TomlTable
) -> None:
    unknown = tomllib.loads(text)
    once, _ = edit_toml(text, {}, first)
    twice, _ = edit_toml(once, first, second)

    after = tomllib.loads(twice)
    for key, value in second.items():
        if not isinstance(value, dict):
            assert after[key] == value
    untouched = unknown.keys() - first.keys() - second.keys()
    assert {key: after.get(key, {}) for key in untouched} == {key: unknown[key] for key in untouched}
