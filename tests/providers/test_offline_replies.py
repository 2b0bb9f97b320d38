from vaultdesk.providers import offline_replies as replies
from vaultdesk.providers.quotes import Quote

QUOTE = Quote("a/B.md", "", "It leaks.")


def test_every_answer_about_notes_says_who_speaks() -> None:
    for answer in (
        replies.quoted([QUOTE], ()),
        replies.nothing_to_quote(["a.md"], ["x"], ()),
        replies.found_nothing(["x"], ()),
        replies.found_unread(["a.md"]),
        replies.declined("read", ["No"], ()),
    ):
        assert answer.endswith(replies.SIGNED)


def test_one_quote_is_one_note() -> None:
    assert replies.quoted([QUOTE], ()).startswith("One of your notes says:\n\n> It leaks. — [[a/B|B]]\n\n")


def test_a_remark_is_said_once_and_as_a_sentence() -> None:
    assert replies.quoted([QUOTE], ["It was cut", "It was cut"]).count("It was cut.") == 1


def test_words_are_listed_as_people_do() -> None:
    assert '"a", "b" and "c"' in replies.found_nothing(["a", "b", "c"], ())
    assert 'for "a", in' in replies.found_nothing(["a"], ["Too many calls"])
    assert "not carried out: Too many calls." in replies.found_nothing(["a"], ["Too many calls"])
