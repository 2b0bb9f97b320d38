"""Keywords of a question: stop words, weights and stems for English and German."""

import re
import unicodedata
from collections.abc import Iterable

MAX_KEYWORDS = 4
"""Words looked for at once: each is one search, and more than that says less about the question."""

_QUOTED = re.compile(r'"([^"\n]{2,80})"|“([^”\n]{2,80})”|„([^“”\n]{2,80})[“”]|«([^»\n]{2,80})»|\[\[([^\]|#\n]{1,120})')
_WORD = re.compile(r"[^\W_]+(?:['’.\-_][^\W_]+)*")
_FAR_EASTERN = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+")
_KOREAN = re.compile(r"[\uac00-\ud7af]+")
_CJK_PARTICLES = re.compile(
    "什么时候|为什么|什么|怎么样|怎么|如何|哪里|哪些|哪个|多少|谁的|是不是|有没有|关于|有关|告诉|请问|我们|他们|你们|"
    "甚麼|什麼|怎麼|為什麼|關於|告訴|請問|我們|[的了吗嗎呢吧我你他她它在和与與或是有都也很被把对對就哪谁誰这這那]|"
    "[\u3041-\u309f]+"  # hiragana: particles and endings in Japanese
)

_ENGLISH = """
    a about above according after again all also am an and any anything are around as ask at be because been before
    being below between both but by can cannot could did do does doing don done down each either else ever every
    everything few find for from further get give go got had has have having he hello help her here hers hey hi him
    his how i if in info information into is it its itself just know let like list look made make many may me mean
    mention mentioned mentions might mine more most much must my need no nor not note notes nothing now of off on
    once one only or other our ours out over own please put regarding said same say says search see shall she should
    show so some something still such summarise summarize summary take tell than thank thanks that the their theirs
    them then there these they thing things this those though through to too under until up us use vault very vs
    want was we went were what whats when where whether which while who whom whose why will wish with within without
    won would write wrote written yes yet you your yours
"""
_GERMAN = """
    ab aber alle allem allen aller alles als also am an andere anderen ans auch auf aus außer bald bei beim bin bis
    bisher bist bitte da dabei dafür damit danach danke dann daran darauf daraus darf darin das dass daß davon dazu
    dein deine deinem deinen deiner dem den denn der deren des dessen dich die dies diese diesem diesen dieser
    dieses dir doch dort du durch eigentlich ein eine einem einen einer eines einige er erkläre erzähl es etwas euch
    euer eure finde finden für gab ganz gar geben gegen gibt gibts ging habe haben hallo hast hat hatte hatten hätte
    hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im immer in ins irgendwas ist ja jede jedem jeden
    jeder jedes jetzt kann kannst kein keine keinen könnte können konnte liste mache machen man mehr mein meine
    meinem meinen meiner mich mir mit muss musste möchte nach nachdem neben nein nicht nichts noch notiz notizen nun
    nur ob oder ohne sag sage schon sehr sein seine seinem seinen seiner seit sich sie siehe sind so soll sollen
    sollte sollten sondern sonst steht stehen suche such über um und uns unser unsere unter vom von vor wann war
    waren warum was wegen weil welche welchem welchen welcher welches wem wen wenn weiß weißt wer werde werden
    wessen wie wieso will wir wird wo woher wohin worüber wurde wurden würde zeig zeige zu zum zur zusammenfassung
    zwischen
"""

STOP_WORDS = frozenset(f"{_ENGLISH} {_GERMAN}".split())
"""English and German words that tell nothing about a note; question words and politeness among them."""


def question_keywords(question: str) -> tuple[str, ...]:
    """Return the words and phrases of *question* to look for, the most telling first; none in a greeting."""
    question = unicodedata.normalize("NFC", question)
    phrases = [" ".join(next(filter(None, match.groups())).split()) for match in _QUOTED.finditer(question)]
    rest = _QUOTED.sub(" ", question)
    runs = [run for text in _FAR_EASTERN.findall(rest) for run in _cjk_runs(text)]
    words = [match.group() for match in _WORD.finditer(_FAR_EASTERN.sub(" ", rest))]
    keywords = sorted((word for word in words if _is_keyword(word)), key=_weight, reverse=True)
    return _unique([*phrases, *sorted(runs, key=len, reverse=True), *keywords])[:MAX_KEYWORDS]


def looser_keywords(words: Iterable[str]) -> tuple[str, ...]:
    """Return what to look for where *words* were not found: their stems, the words of phrases, pairs of signs."""
    loose: list[str] = []
    for word in words:
        if _FAR_EASTERN.fullmatch(word):
            loose.extend(word[start : start + 2] for start in range(0, len(word) - 1, 2) if len(word) > 2)
        elif _KOREAN.fullmatch(word):
            loose.extend([word[:-1]] if len(word) > 2 else [])  # a particle is the last sign
        elif len(parts := [part for part in re.split(r"[\s'’.\-_]+", word) if part]) > 1:
            loose.extend(stem(part) for part in parts if _is_keyword(part))
        elif stem(word) != word.lower():
            loose.append(stem(word))
    return _unique(loose)[:MAX_KEYWORDS]


def stem(word: str) -> str:
    """Return *word* without the commonest English and German endings: a substring of its other forms."""
    low = word.lower()
    for ending in ("ungen", "ings", "ing", "ung", "ies", "ern", "ed", "es", "en", "er", "s", "e", "n"):
        if low.endswith(ending) and len(low) - len(ending) >= 4:
            return low[: -len(ending)]
    return low


def _cjk_runs(text: str) -> list[str]:
    return [run for run in _CJK_PARTICLES.split(text) if len(run) >= 2] or ([text] if len(text) <= 2 else [])


def _is_keyword(word: str) -> bool:
    low = word.lower().removesuffix("'s").removesuffix("’s")
    return low not in STOP_WORDS and (len(low) > 1 or low.isdigit())


def _weight(word: str) -> tuple[bool, int]:
    # Names, German nouns and numbers tell more than other words, long words more than short ones. Sorting is stable.
    return (any(character.isdigit() for character in word) or word != word.lower(), len(word))


def _unique(words: Iterable[str]) -> tuple[str, ...]:
    found: dict[str, str] = {}
    for word in words:
        plain = word.removesuffix("'s").removesuffix("’s")
        found.setdefault(plain.lower(), plain)
    return tuple(found.values())
