import pytest

from vaultdesk.providers.offline.keywords import MAX_KEYWORDS, question_keywords


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("What did we decide about the heating?", ("heating", "decide")),
        ("What's Anna's phone number?", ("number", "phone", "Anna")),
        ('When is "project alpha" due?', ("project alpha", "due")),
        ("Was steht in [[Heizung]] über Öl?", ("Heizung", "Öl")),
        ("Wann wurde der Kessel zuletzt gewartet?", ("gewartet", "zuletzt", "Kessel")),
        ("2024-05-01?", ("2024-05-01",)),
        ("如何更换锅炉？", ("更换锅炉",)),
        ("我们关于暖气决定了什么？", ("暖气决定",)),
        ("ボイラーの修理について教えて", ("ボイラー", "修理")),
        ("보일러 수리는 언제야?", ("보일러", "수리는", "언제야")),
        ("BOILER boiler Boiler", ("BOILER",)),
    ],
)
def test_keywords_are_extracted_from_a_question(question: str, words: tuple[str, ...]) -> None:
    assert set(question_keywords(question)) == set(words)
    assert question_keywords(question) == question_keywords(question)


@pytest.mark.parametrize(
    "question", ["", "  ", "???", "Hello!", "Hi there", "Hallo", "thanks", "What can you do?", "😀"]
)
def test_greetings_have_no_keywords(question: str) -> None:
    assert question_keywords(question) == ()


def test_quoted_phrases_come_first_and_keywords_are_limited() -> None:
    words = question_keywords('alpha beta gamma delta epsilon "last phrase" and Zürich')

    assert words[0] == "last phrase"
    assert words[1] == "Zürich"
    assert len(words) == MAX_KEYWORDS


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("Who won the war?", ("war",)),
        ("Wer war der Sieger?", ("Sieger",)),
        ("Qu'est-ce que j'ai noté sur l'assurance de la maison ?", ("assurance", "maison")),
        ("¿Qué dice mi nota sobre la caldera?", ("caldera",)),
    ],
)
def test_v9_stop_words_depend_on_the_language_of_the_question(question: str, words: tuple[str, ...]) -> None:
    assert set(question_keywords(question)) == set(words)
