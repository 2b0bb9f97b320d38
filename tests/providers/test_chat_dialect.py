from vaultdesk.providers.chat_dialect import COMPATIBLE, GEMINI, LMSTUDIO, OPENAI, OPENROUTER


def test_only_servers_with_items_of_their_own_are_families_of_their_own() -> None:
    assert {one.wire for one in (OPENAI, COMPATIBLE, LMSTUDIO)} == {"chat"}
    assert len({GEMINI.wire, OPENROUTER.wire, "chat"}) == 3


def test_a_limit_is_named_only_where_it_is_not_counted_against_the_prompt() -> None:
    assert not COMPATIBLE.length_field
    assert not LMSTUDIO.length_field
    assert OPENAI.length_field != GEMINI.length_field
