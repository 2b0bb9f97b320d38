from tests.providers.asking import SECRET
from vaultdesk.core.errors import ProviderBroken, ProviderUnreachable
from vaultdesk.providers.error_context import (
    ErrorContext,
    broken_answer_error,
    interrupted_answer_error,
    silence_error,
    wrong_protocol_error,
)

CONTEXT = ErrorContext("Work", "llm.example:8080", "OpenAI", SECRET)


def test_error_titles_name_provider_and_host() -> None:
    for error in (
        broken_answer_error(CONTEXT, "it is empty"),
        interrupted_answer_error(CONTEXT),
        wrong_protocol_error(CONTEXT, "a web page"),
        silence_error(CONTEXT, 3, begun=True),
    ):
        assert "Work (llm.example:8080)" in error.title
        assert error.hint


def test_silence_is_retried_only_before_the_answer() -> None:
    assert isinstance(silence_error(CONTEXT, 30, begun=False), ProviderUnreachable)
    assert isinstance(silence_error(CONTEXT, 30, begun=True), ProviderBroken)


def test_keys_are_never_quoted_completely_or_in_part() -> None:
    assert CONTEXT.quotable_text(f"Bad key {SECRET}.") == ""
    assert CONTEXT.quotable_text(f"Bad key {SECRET[4:14]}***.") == ""
    assert CONTEXT.quotable_text("Bad key sk-someone-elses-key-1234 here") == "Bad key [key] here"
    assert SECRET not in repr(CONTEXT)


def test_a_quoted_server_message_is_one_short_line() -> None:
    assert CONTEXT.quotable_text("a\nb\x00\u202ec") == "a b c"
    assert len(CONTEXT.quotable_text("x" * 5000)) == 240
    assert CONTEXT.quotable_text("<html>oops</html>") == ""
