"""Patterns of commands for the offline assistant, in English, German, French, Spanish and Chinese.

Each pattern is matched against a whole sentence. The groups have the same names in every language.
"""

import re
from functools import cache
from typing import Final, Literal

CommandKind = Literal["add", "time", "pomodoro", "status", "wrote", "wrote_about", "recall", "remember"]

_POLITE = r"(?:(?:please|bitte|hey|hi|can you|could you|kannst du|könntest du)[, ]+){0,2}"
_POLITE_FRENCH = r"(?:(?:s['’]il (?:te|vous) pla[iî]t|stp|svp|peux-tu|pourrais-tu|pouvez-vous)[, ]+){0,2}"
_POLITE_SPANISH = r"(?:(?:por favor|oye|puedes|podr[ií]as)[, ]+){0,2}"
_POLITE_CHINESE = r"(?:(?:请|麻烦你?|帮我|你?能不能|可以)\s*){0,2}"

_DAYS = "monday|tuesday|wednesday|thursday|friday|saturday|sunday"
_DAYS_GERMAN = "montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag"
_DAYS_FRENCH = "lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche"
_DAYS_SPANISH = "lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bado|domingo"
_WHEN = rf"(?P<when>today|yesterday|(?:this|last) (?:week|month|year|weekend|{_DAYS}))"
_WHEN_GERMAN = (
    r"(?P<when>heute|gestern|vorgestern|"
    rf"(?:diese|letzte|vergangene)[nsrm]? (?:woche|monat|jahr|wochenende|{_DAYS_GERMAN}))"
)
_WHEN_FRENCH = (
    r"(?P<when>aujourd['’]hui|hier|avant-hier|cette (?:semaine|année)|ce (?:mois(?:-ci)?|week-end)|"
    r"la semaine (?:dernière|passée)|le (?:mois|week-end) (?:dernier|passé)|l['’](?:an dernier|année dernière)|"
    rf"(?:{_DAYS_FRENCH}) (?:dernier|passé))"
)
_WHEN_SPANISH = (
    r"(?P<when>hoy|ayer|anteayer|esta semana|este (?:mes|año|fin de semana)|la (?:semana pasada|última semana)|"
    rf"el (?:mes|año|fin de semana|{_DAYS_SPANISH}) pasado)"
)
_WHEN_CHINESE = (
    r"(?P<when>今天|昨天|前天|今年|去年|[上这]周末|[上这本]个?(?:周|星期|礼拜)[一二三四五六日天]?|[上这本]个?月)"
)
_MEANING = r"(?:\s*(?:,|:|=|，|：)\s*(?P<meaning>.{1,300}))?"
_WORD = r"(?P<word>.{1,120}?)"

_PATTERNS: Final[dict[CommandKind, tuple[str, ...]]] = {
    "add": (
        rf"{_POLITE}(?:add|save|put|take)\s+(?:the\s+)?(?:(?:new\s+)?(?:word|phrase|term|expression)\s+)?{_WORD}"
        r"\s+(?:to|in|into|on)\s+(?:my\s+|the\s+)?vocab(?:ulary)?(?:\s+list)?"
        r"(?:\s*(?:,|:|=|\bmeaning\b|\bas\b|, (?:which|it) means)\s*(?P<meaning>.{1,300}))?",
        rf"{_POLITE}(?:füge?|nimm|setze?|schreibe?|trage?|packe?)\s+(?:bitte\s+)?"
        rf"(?:(?:das wort|den ausdruck|die vokabel|den begriff)\s+)?{_WORD}\s+(?:bitte\s+)?"
        r"(?:zu[mr]?|ins?|auf)\s+(?:(?:meine[mnr]?|mein|de[mnr]|die|das)\s+)?"
        r"(?:wortschatz|vokabeln|vokabular|vokabelliste|vokabelheft)(?:\s+(?:hinzu|auf|ein))?",
        rf"{_POLITE_FRENCH}(?:ajoute[rz]?|mets|mettre|note[rz]?|enregistre[rz]?)\s+"
        rf"(?:(?:le mot|le terme)\s+|l['’]expression\s+)?{_WORD}\s+"
        rf"(?:à|au|dans)\s+(?:(?:mon|ma|le|la)\s+)?(?:liste de )?vocabulaire{_MEANING}",
        rf"{_POLITE_SPANISH}(?:añad[ea]|añadir|agrega|agregar|pon|guarda|apunta)\s+"
        rf"(?:(?:la palabra|la expresión|el término)\s+)?{_WORD}\s+"
        rf"(?:a|al|en)\s+(?:(?:mi|el|la)\s+)?(?:lista de )?vocabulario{_MEANING}",
        rf"{_POLITE_CHINESE}(?:把|将|添加|加入)\s*(?:单词|词语|短语|词)?\s*{_WORD}\s*(?:添加|加|存|放|收)?(?:到|进|入)"
        rf"\s*我?的?(?:生词本|生词表|词汇表|单词本|单词表|词汇)(?:里面|里|中)?{_MEANING}",
    ),
    "time": (
        rf"{_POLITE}(?:what time is it|what(?:'s|’s| is) the time|tell me the time|"
        r"wie spät (?:ist|haben wir)(?: es)?|"
        r"wie ?viel uhr (?:ist es|haben wir)|what(?:'s|’s| is) (?:the date|today(?:'s|’s) date)|"
        r"what day is (?:it|today)|welche[rsn]? (?:tag|datum) (?:ist|haben wir)|der wievielte ist)"
        r"(?: it)?(?: now| right now| today| jetzt| gerade| heute)?(?: in (?P<zone>[\w /+-]{2,60}))?",
        rf"{_POLITE_FRENCH}(?:quelle heure (?:est-il|il est)|il est quelle heure|"
        r"quel jour (?:sommes-nous|est-on|on est)|quelle est la date(?: d['’]aujourd['’]hui)?)"
        r"(?: maintenant| aujourd['’]hui)?(?: à (?P<zone>[\w /+-]{2,60}))?",
        rf"{_POLITE_SPANISH}(?:qu[eé] hora es|qu[eé] d[ií]a es|qu[eé] fecha es|a qu[eé] d[ií]a estamos|"
        r"cu[aá]l es la fecha(?: de hoy)?)(?: ahora| hoy)?(?: en (?P<zone>[\w /+-]{2,60}))?",
        rf"{_POLITE_CHINESE}(?:告诉我)?(?:现在(?:是)?几点(?:钟)?了?|现在的?时间(?:是多少|是什么)?|"
        r"今天(?:是)?(?:几号|几月几号|星期几|周几|礼拜几)|今天的?日期(?:是什么|是多少)?)",
    ),
    "pomodoro": (
        rf"{_POLITE}(?P<do>start|begin|pause|stop|end|resume|continue|starte?|beginne?|pausiere?|stoppe?|beende?)\s+"
        r"(?:(?:a|an|the|my|einen?|den|meinen|das)\s+)?(?:(?:new|neuen?)\s+)?"
        r"(?:(?P<before>\d{1,3})[- ]?(?:min(?:ute[ns]?)?)?[- ])?pomodoro(?:[- ]?timer)?"
        r"(?:,?\s*(?:of|for|with|von|über|mit|für)?\s*(?P<after>\d{1,3})\s*min(?:ute[ns]?)?)?",
        rf"{_POLITE_FRENCH}(?P<do>démarre|lance|commence|reprends|continue|mets en pause|suspends|arrête|stoppe|"
        r"termine)[rz]?\s+(?:(?:un|le|mon)\s+)?(?:nouveau\s+)?pomodoro(?:\s+de\s+(?P<after>\d{1,3})\s*min(?:utes?)?)?",
        rf"{_POLITE_SPANISH}(?P<do>inicia|empieza|comienza|arranca|reanuda|contin[uú]a|pausa|para|det[eé]n|termina)"
        r"r?\s+(?:(?:un|el|mi)\s+)?(?:nuevo\s+)?pomodoro(?:\s+de\s+(?P<after>\d{1,3})\s*min(?:utos?)?)?",
        rf"{_POLITE_CHINESE}(?P<do>开始|启动|继续|恢复|暂停|停止|结束)\s*(?:一个|我的|这个)?(?:新的?)?\s*"
        r"(?:(?P<before>\d{1,3})\s*分钟的?)?\s*(?:番茄钟|番茄计时器?|番茄时间|pomodoro)"
        r"(?:[，, ]*(?P<after>\d{1,3})\s*分钟)?",
    ),
    "status": (
        r"(?:pomodoro status|(?:how long|how much time|wie lange|wie viel zeit|is|läuft|ist)\b.{0,60}"
        r"\bpomodoro\b.{0,60})",
        r"(?:(?:état|statut) du pomodoro|(?:combien de temps|où en est|est-ce que)\b.{0,60}\bpomodoro\b.{0,60})",
        r"(?:estado del pomodoro|(?:cu[aá]nto|cómo va|está)\b.{0,60}\bpomodoro\b.{0,60})",
        r"(?:番茄钟|番茄计时器?|pomodoro)\s*(?:的?(?:状态|进度)|.{0,10}(?:还有|还剩|剩).{0,10}).{0,10}",
    ),
    "wrote": (
        r"(?:what|which notes)\s+(?:did|have) i\s+(?:write|written|note|noted|do|work on|worked on|(?P<edit>changed?))"
        rf"(?:\s+down)?\s+{_WHEN}",
        rf"(?:was|welche notizen|woran)\s+habe? ich\s+{_WHEN_GERMAN}\s+"
        r"(?:geschrieben|notiert|gemacht|(?P<edit>geändert)|gearbeitet)",
        r"(?:qu['’]est-ce que j['’]ai|qu['’]ai-je|quelles notes ai-je)\s+"
        rf"(?:écrit(?:es)?|noté(?:es)?|fait|(?P<edit>(?:modifié|changé)(?:es)?))\s+{_WHEN_FRENCH}",
        r"qu[eé]\s+(?:notas\s+)?(?:he\s+)?(?:escrib[ií]|escrito|anot[eé]|anotado|hice|hecho|"
        rf"(?P<edit>cambi[eé]|cambiado|modifiqu[eé]|modificado))\s+{_WHEN_SPANISH}",
        rf"我?{_WHEN_CHINESE}我?都?(?:写|记|做|(?P<edit>修?改))(?:了|过)?(?:什么|些什么|哪些)(?:笔记)?",
    ),
    "wrote_about": (
        r"what\s+(?:did|have) i\s+(?:write|written|note|noted)(?:\s+down)?\s+(?:about|on|of)\s+"
        rf"(?P<topic>.{{2,300}}?)\s+{_WHEN}",
        rf"was\s+habe? ich\s+{_WHEN_GERMAN}\s+(?:über|zu[mr]?|von|vom)\s+(?P<topic>.{{2,300}}?)\s+"
        r"(?:geschrieben|notiert)",
        r"(?:qu['’]est-ce que j['’]ai|qu['’]ai-je)\s+(?:écrit|noté)\s+(?:sur|à propos de|au sujet de)\s+"
        rf"(?P<topic>.{{2,300}}?)\s+{_WHEN_FRENCH}",
        rf"(?:qu['’]est-ce que j['’]ai|qu['’]ai-je)\s+(?:écrit|noté)\s+{_WHEN_FRENCH}\s+"
        r"(?:sur|à propos de|au sujet de)\s+(?P<topic>.{2,300})",
        r"qu[eé]\s+(?:he\s+)?(?:escrib[ií]|escrito|anot[eé]|anotado)\s+(?:sobre|acerca de)\s+"
        rf"(?P<topic>.{{2,300}}?)\s+{_WHEN_SPANISH}",
        rf"qu[eé]\s+(?:he\s+)?(?:escrib[ií]|escrito|anot[eé]|anotado)\s+{_WHEN_SPANISH}\s+"
        r"(?:sobre|acerca de)\s+(?P<topic>.{2,300})",
        rf"关于(?P<topic>.{{1,300}}?)[，, ]*我?{_WHEN_CHINESE}我?都?(?:写|记)(?:了|过)?(?:什么|些什么|哪些)(?:笔记)?",
        rf"我?{_WHEN_CHINESE}我?都?(?:写|记)(?:了|过)?(?:什么|些什么|哪些)关于(?P<topic>.{{1,300}}?)的?(?:笔记|内容|东西)?",
    ),
    "recall": (
        r"(?:do you (?:still )?remember|what do you remember (?:about|of)|"
        r"what did we (?:say|talk|discuss)(?: about)?|erinnerst du dich (?:noch )?an|was weißt du noch (?:über|von))\s+"
        r"(?P<topic>.{2,300}?)(?:\s+(?:earlier|before|last time|in (?:an |our )?(?:earlier|last) chat))?",
        r"(?:(?:te souviens-tu|tu te souviens|vous souvenez-vous)(?: encore)? (?:de |du |des |d['’])|"
        r"de quoi te souviens-tu (?:sur|à propos de) |qu['’]avons-nous dit (?:sur|de|à propos de) )"
        r"(?P<topic>.{2,300}?)(?:\s+(?:la dernière fois|avant))?",
        r"(?:(?:te acuerdas|recuerdas|qu[eé] recuerdas)(?: todav[ií]a)?(?: del?| sobre)?|"
        r"qu[eé] (?:dijimos|hablamos) (?:sobre|del?))\s+(?P<topic>.{2,300}?)(?:\s+(?:la última vez|antes))?",
        r"你?还?记得(?P<topic>.{1,300}?)(?:吗|么)",
        r"关于(?P<topic>.{1,300}?)[，, ]*我们(?:上次|之前)?(?:说|聊|谈)(?:了|过)什么",
    ),
    "remember": (
        rf"{_POLITE}(?:remember(?: that)?|merke? dir(?:,? dass)?)[,:]?\s+(?P<text>.{{3,280}})",
        rf"{_POLITE_FRENCH}(?:souviens-toi|rappelle-toi|retiens|n['’]oublie pas)(?: (?:que |qu['’])|[,:]?\s+)"
        r"(?P<text>.{3,280})",
        rf"{_POLITE_SPANISH}(?:recuerda|acu[eé]rdate(?: de)?)(?: que|[,:])?\s+(?P<text>.{{3,280}})",
        rf"{_POLITE_CHINESE}(?:你?要)?记住[，,：: ]*(?P<text>.{{2,280}})",
    ),
}

STARTING = (
    "start", "begin", "resume", "continue", "démarre", "lance", "commence", "reprends", "inicia", "empieza", "comienza",
    "arranca", "reanuda", "contin", "开始", "启动", "继续", "恢复",
)  # fmt: skip
"""Prefixes of words that start or resume a timer."""

PAUSING = ("paus", "mets en pause", "suspends", "暂停")
"""Prefixes of words that pause it; all other words stop it."""


@cache
def command_patterns(kind: CommandKind) -> tuple[re.Pattern[str], ...]:
    """Return the compiled patterns of one kind of command."""
    return tuple(re.compile(pattern, re.IGNORECASE) for pattern in _PATTERNS[kind])


def match_command(kind: CommandKind, sentence: str) -> dict[str, str] | None:
    """Return the non-empty groups of *sentence* if it is a command of this *kind*; None if it is not."""
    for pattern in command_patterns(kind):
        if found := pattern.fullmatch(sentence):
            return {name: text for name, text in found.groupdict().items() if text}
    return None
