"""Listed: models, extensions and the account, read without trust."""

from vaultdesk.providers.codex.listed import extensions_in, models_in, wants_login
from vaultdesk.providers.provider import ModelInfo


def test_hidden_and_nameless_models_are_left_out() -> None:
    page = {"data": [{"model": "a", "displayName": "A"}, {"model": "b", "hidden": True}, {}, "c", None]}

    assert models_in(page) == [ModelInfo("a", "A", tools=True, images=None, reasoning=False)]
    assert models_in({"data": "none"}) == []


def test_every_extension_is_named_whatever_its_name() -> None:
    assert extensions_in({"config": {"mcp_servers": {"a": {}, "b.c": {}}}}) == ("a", "b.c")
    assert extensions_in({"config": {}}) == extensions_in({}) == ()


def test_a_login_is_wanted_only_where_it_is_needed_and_missing() -> None:
    assert wants_login({"requiresOpenaiAuth": True, "account": None})
    assert not wants_login({"requiresOpenaiAuth": True, "account": {"type": "chatgpt"}})
    assert not wants_login({"requiresOpenaiAuth": False, "account": None})
