"""Keywords of a question: words that are looked up, without the stop words of the interface's languages."""

import re
import unicodedata
from collections.abc import Container, Iterable

from vaultdesk.index.search.question_terms import FUNCTION_WORDS, flatten_text

MAX_KEYWORDS = 4
"""Maximum number of words that are looked up, each in a separate search."""

_QUOTED = re.compile(r'"([^"\n]{2,80})"|“([^”\n]{2,80})”|„([^“”\n]{2,80})[“”]|«([^»\n]{2,80})»|\[\[([^\]|#\n]{1,120})')
_WORD = re.compile(r"[^\W_]+(?:['’.\-_][^\W_]+)*")
_ELISION = re.compile(r"^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu)['’](?=\w)", re.IGNORECASE)
_CJK_CHARACTERS = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+")
_CJK_PARTICLES = re.compile(
    "什么时候|为什么|什么|怎么样|怎么|如何|哪里|哪些|哪个|多少|谁的|是不是|有没有|关于|有关|告诉|请问|我们|他们|你们|"
    "甚麼|什麼|怎麼|為什麼|關於|告訴|請問|我們|[的了吗嗎呢吧我你他她它在和与與或是有都也很被把对對就哪谁誰这這那]|"
    "[\u3041-\u309f]+"  # hiragana: particles and endings in Japanese
)

_ENGLISH = """
    a about above according after again against all along also although always am among amount an and another any
    anyone anything are around as ask at away back be became because become been before being below besides between
    both but by came can cannot come could did do does doing don done down during each either else enough entry ever
    every everything exactly few find for from further gave get give go going got had has have having he hello help her
    here hers herself hey hi him himself his how i if in info information into is it its itself just kind know let like
    list long look made make many may me mean mention mentioned mentions might mine more most much must my myself need
    never no nor not note notes nothing now of off often on once one only onto or other our ours out over own please
    put rather regarding said same say says search see shall she should show since so some something sort still such
    summarise summarize summary take tell than thank thanks that the their theirs them then there these they thing
    things this those though through to too toward under until up upon us use used using vault very via vs want was we
    were what whats when where whether which while who whole whom whose why will wish with within without won would
    write wrote written yes yet you your yours
"""
_GERMAN = """
    ab aber alle allem allen aller alles als also am an andere anderem anderen anderer ans auch auf aus außer bald bei
    beim bin bis bisher bist bitte da dabei dafür damit danach danke dann daran darauf daraus darf darin das dass daß
    davon dazu dein deine deinem deinen deiner dem den denn der deren des dessen dich die dies diese diesem diesen
    dieser dieses dir doch dort du durch eigentlich ein eine einem einen einer eines einige einmal er erkläre erzähl es
    etwas euch euer eure finde finden für gab ganz gar geben genau gegen gibt gibts ging habe haben hallo hast hat hatte
    hatten hätte hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im immer in ins irgendwas ist ja jede
    jedem jeden jeder jedes jetzt kann kannst kein keine keinem keinen keiner können könnte konnte liste mache machen
    man mehr mein meine meinem meinen meiner mich mir mit muss musste möchte nach nachdem neben nein nicht nichts noch
    notiz notizen nun nur ob oder ohne sag sage schon sehr sein seine seinem seinen seiner seit selbst sich sie siehe
    sind so soll sollen sollte sollten sondern sonst steht stehen suche such über um und uns unser unsere unserem
    unseren unserer unter viel viele vielen vom von vor wann war waren warum was wegen weil welche welchem welchen
    welcher welches wem wen wenn weiß weißt wer werde werden wessen wie wieder wieso wieviel will wir wird wo woher
    wohin worüber wurde wurden würde zeig zeige zu zum zur zusammenfassung zwischen
"""
_FRENCH = """
    ai alors après as aucun aucune aussi autre autres avait avant avez avoir avons beaucoup bonjour car ceci celle celui
    chaque cherche combien comme contre depuis dernier dernière dis dit dois doit donc donne dont durant encore entre
    est-ce eux faire fait faut fois font liste lors lorsque mentionne merci mieux moins montre même mêmes non note notes
    notées nôtre où oui parce parle parlent pendant peu plus plusieurs pouvez près puis quelque quelques qu'est-ce
    quelle quelles quels rien résume résumé salut sans sera seul si soit sont surtout très toujours tous tout toute
    toutes trouve vers voici voilà vouloir y été être étaient étions ça
"""
_SPANISH = """
    acerca ahora algo alguna algunas alguno algunos ambos ante antes aquel aquella aquellos aquí aún bajo bien busca
    buscar cada casi cosa cosas cuánto cuánta cuántos cuántas cuyo debe decir dice dijo dime donde durante ejemplo
    encontrar encuentra entonces entre eran eres fueron gracias haber había habían hace hacen hacer hacia hasta hola
    lista luego mejor menciona mencionan mientras misma mismo mucha mucho muchos muestra nosotros nota notas
    nuestra nuestro otra otras otro otros pueden puede pues qué quiero resumen resume sabe sea según ser será sido
    siempre sino sois solo sólo somos son suya suyo tal también tampoco tan tanto tener tengo tenía toda todas todo
    todos vez
"""

_LANGUAGES = tuple(
    frozenset(flatten_text(word) for word in words.split()) for words in (_ENGLISH, _GERMAN, _FRENCH, _SPANISH)
)


def stop_words(question: str) -> frozenset[str]:
    """Return the stop words, without accents, of the language of *question*; `war` is one in English.

    The language is the one with most of the question's words among its stop words; all of them if several have.
    """
    words = [flatten_text(word) for word in _WORD.findall(question)]
    counts = [sum(word in language for word in words) for language in _LANGUAGES]
    return FUNCTION_WORDS.union(
        *(language for language, count in zip(_LANGUAGES, counts, strict=True) if count == max(counts))
    )


def question_keywords(question: str) -> tuple[str, ...]:
    """Return the words and phrases of *question* to search for, the most specific first; none in a greeting."""
    question = unicodedata.normalize("NFC", question)
    phrases = [" ".join(next(filter(None, match.groups())).split()) for match in _QUOTED.finditer(question)]
    rest = _QUOTED.sub(" ", question)
    words = [match.group() for match in _WORD.finditer(_CJK_CHARACTERS.sub(" ", rest))]
    ignored = stop_words(question)
    keywords = sorted((word for word in words if _is_keyword(word, ignored)), key=_weight, reverse=True)
    return _unique([*phrases, *sorted(cjk_runs(rest), key=len, reverse=True), *keywords])[:MAX_KEYWORDS]


def cjk_runs(text: str) -> list[str]:
    """Return the runs of Chinese and Japanese characters in *text*, split at particles and question words."""
    return [run for characters in _CJK_CHARACTERS.findall(text) for run in _without_particles(characters)]


def _without_particles(text: str) -> list[str]:
    return [run for run in _CJK_PARTICLES.split(text) if len(run) >= 2] or ([text] if len(text) <= 2 else [])


def _is_keyword(word: str, ignored: Container[str]) -> bool:
    normalized = _ELISION.sub("", flatten_text(word).removesuffix("'s").removesuffix("’s"))
    return normalized not in ignored and (len(normalized) > 1 or normalized.isdigit())


def _weight(word: str) -> tuple[bool, int]:
    # Names, German nouns and numbers are more specific than other words, long words than short ones. Sorting is stable.
    return (any(character.isdigit() for character in word) or word != word.lower(), len(word))


def _unique(words: Iterable[str]) -> tuple[str, ...]:
    words_by_key: dict[str, str] = {}
    for word in words:
        stripped = _ELISION.sub("", word.removesuffix("'s").removesuffix("’s"))
        words_by_key.setdefault(stripped.lower(), stripped)
    return tuple(words_by_key.values())
