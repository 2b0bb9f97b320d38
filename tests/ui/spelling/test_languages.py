"""Languages: which dictionary is used for what was chosen."""

import pytest

from vaultdesk.ui.spelling.languages import called, chosen, named, script, scripts

FOUND = ("de_AT", "de_DE", "en_AU", "en_GB", "en_US", "ru_RU")


def test_languages_are_named_with_commas_or_spaces_and_either_dash() -> None:
    assert named("en-GB, de_DE;fr") == ["en_GB", "de_DE", "fr"]
    assert named(" , ") == []


@pytest.mark.parametrize(
    ("wanted", "own", "used", "missing"),
    [
        ("EN_gb, de_DE", "fr_FR", ("en_GB", "de_DE"), ()),
        ("", "de_AT", ("de_AT",), ()),
        ("", "de_CH", ("de_DE",), ()),
        ("", "fr_FR", ("en_US",), ()),
        ("en", "fr_FR", ("en_US",), ()),
        ("fr, de", "fr_FR", ("de_DE",), ("fr",)),
    ],
)
def test_the_nearest_dictionary_is_used(wanted: str, own: str, used: tuple[str, ...], missing: tuple[str, ...]) -> None:
    assert chosen(named(wanted), FOUND, own) == (used, missing)


def test_without_any_dictionary_none_is_used() -> None:
    assert chosen([], (), "de_DE") == ((), ())


def test_a_language_judges_its_own_letters_only() -> None:
    judged = scripts(["en_GB", "ru_RU"])
    assert [script(word) in judged for word in ("house", "größer", "дом", "σπίτι", "家")] == [
        True, True, True, False, False,
    ]  # fmt: skip


def test_a_language_is_called_by_its_name() -> None:
    assert called("de_DE") == "Deutsch (de_DE)"
    assert called("en") == "English (en)"
    assert called("xx_unknown") == "xx_unknown"
