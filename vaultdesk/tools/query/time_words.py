"""Words for times in Chinese, French and Spanish that the date parser does not support, translated to English."""

import re
from collections.abc import Callable
from typing import Final

_CHINESE_NUMBERS: Final = {
    "一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "十": 10, "几": 3,
}  # fmt: skip
_CHINESE_UNITS: Final = {
    "天": "days", "日": "days", "周": "weeks", "星期": "weeks", "礼拜": "weeks", "月": "months", "年": "years",
}  # fmt: skip
_CHINESE_WHICH: Final = {"上": "last", "这": "this", "本": "this", "下": "next"}
_CHINESE_DAYS: Final = {
    "一": "monday", "二": "tuesday", "三": "wednesday", "四": "thursday", "五": "friday", "六": "saturday",
    "日": "sunday", "天": "sunday",
}  # fmt: skip
_FRENCH_UNITS: Final = {"jour": "days", "semaine": "weeks", "mois": "months", "an": "years", "année": "years"}
_SPANISH_UNITS: Final = {
    "día": "days", "dia": "days", "semana": "weeks", "mes": "months", "meses": "months", "año": "years",
}  # fmt: skip
_NAMED: Final = {
    "今天": "today", "今日": "today", "昨天": "yesterday", "昨日": "yesterday", "前天": "2 days ago",
    "明天": "tomorrow", "后天": "in 2 days", "明年": "next year",
    "今年": "this year", "去年": "last year", "上周末": "last weekend", "这周末": "this weekend",
    "la semaine passée": "last week", "semaine passée": "last week", "le mois passé": "last month",
    "ce mois": "this month", "ce mois-ci": "this month",
    "l'an dernier": "last year", "l’an dernier": "last year", "l'année passée": "last year",
    "l’année passée": "last year", "le week-end dernier": "last weekend", "ce week-end": "this weekend",
    "la última semana": "last week", "el último mes": "last month", "el último año": "last year",
    "el fin de semana pasado": "last weekend", "este fin de semana": "this weekend",
}  # fmt: skip
_WEEKDAYS: Final = {
    "lundi": "monday", "mardi": "tuesday", "mercredi": "wednesday", "jeudi": "thursday", "vendredi": "friday",
    "samedi": "saturday", "dimanche": "sunday", "lunes": "monday", "martes": "tuesday", "miércoles": "wednesday",
    "miercoles": "wednesday", "jueves": "thursday", "viernes": "friday", "sábado": "saturday", "sabado": "saturday",
    "domingo": "sunday",
}  # fmt: skip

_MONTHS: Final = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
)  # fmt: skip
_MONTH_CHINESE = r"(1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])月份?"
_NUMBER_CHINESE = rf"([0-9]{{1,4}}|[{''.join(_CHINESE_NUMBERS)}])"
_UNIT_CHINESE = r"(天|日|周|星期|礼拜|月|年)"
_DAY = f"({'|'.join(_WEEKDAYS)})"


def _of_chinese(number: str) -> int:
    return int(number) if number.isdigit() else _CHINESE_NUMBERS[number]


def _month_number(text: str) -> int:
    if text.isdigit():
        return int(text)
    return sum(_CHINESE_NUMBERS[sign] for sign in text)


def _singular(word: str) -> str:
    return word if word in ("mois", "mes", "meses") else word.removesuffix("s")


Rewrite = Callable[[re.Match[str]], str]

_RULES: Final[tuple[tuple[re.Pattern[str], Rewrite], ...]] = (
    (
        re.compile(rf"(?:过去|最近|近)(?:的)?{_NUMBER_CHINESE}个?{_UNIT_CHINESE}"),
        lambda found: f"last {_of_chinese(found[1])} {_CHINESE_UNITS[found[2]]}",
    ),
    (
        re.compile(rf"{_NUMBER_CHINESE}个?{_UNIT_CHINESE}(?:以)?前"),
        lambda found: f"{_of_chinese(found[1])} {_CHINESE_UNITS[found[2]]} ago",
    ),
    (
        re.compile(r"(上|这|本)个?(?:周|星期|礼拜)([一二三四五六日天])"),
        # The day of that week: “last Monday” in English is the latest one.
        lambda found: f"{_CHINESE_DAYS[found[2]]} of {'last' if found[1] == '上' else 'this'} week",
    ),
    (re.compile(r"(?:周|星期|礼拜)([一二三四五六日天])"), lambda found: f"last {_CHINESE_DAYS[found[1]]}"),
    (re.compile(r"(上|这|本|下)个?(?:周|星期|礼拜)"), lambda found: f"{_CHINESE_WHICH[found[1]]} week"),
    (re.compile(r"(上|这|本|下)个?月"), lambda found: f"{_CHINESE_WHICH[found[1]]} month"),
    (re.compile(rf"((?:19|20)[0-9]{{2}})年(?:{_MONTH_CHINESE})?"), lambda found: (
        f"{found[1]}-{_month_number(found[2]):02}" if found[2] else found[1]
    )),
    (re.compile(rf"((?:19|20)[0-9]{{2}})年{_MONTH_CHINESE}([0-9]{{1,2}})[日号]"), lambda found: (
        f"{found[1]}-{_month_number(found[2]):02}-{int(found[3]):02}"
    )),
    (re.compile(rf"{_MONTH_CHINESE}([0-9]{{1,2}})[日号]"), lambda found: (
        f"{int(found[2])} {_MONTHS[_month_number(found[1]) - 1]}"
    )),
    (re.compile(_MONTH_CHINESE), lambda found: _MONTHS[_month_number(found[1]) - 1]),
    (re.compile(r"从(.+?)(?:到|至)(.+)"), lambda found: f"from {in_english(found[1])} to {in_english(found[2])}"),
    (re.compile(r"(?:自从?|从)(.+?)(?:以来|起|开始)?"), lambda found: f"since {in_english(found[1])}"),
    (re.compile(rf"(?:le )?{_DAY} (?:dernier|passé)|(?:el )?{_DAY} pasado"), lambda found: (
        f"last {_WEEKDAYS[found[1] or found[2]]}"
    )),
    (re.compile(r"(?:les |ces )?([0-9]{1,4}) derni(?:ers|ères) (jours|semaines|mois|ans|années)"), lambda found: (
        f"last {found[1]} {_FRENCH_UNITS[_singular(found[2])]}"
    )),
    (re.compile(r"(?:los |las )?últim[oa]s ([0-9]{1,4}) (días|dias|semanas|meses|años)"), lambda found: (
        f"last {found[1]} {_SPANISH_UNITS[_singular(found[2])]}"
    )),
    (re.compile(r"(?:depuis|desde) (?:le |el |la )?(.+)"), lambda found: f"since {in_english(found[1])}"),
    (re.compile(r"(?:jusqu['’]au?|jusqu['’]à|hasta) (?:le |el |la )?(.+)"), lambda found: (
        f"until {in_english(found[1])}"
    )),
)  # fmt: skip


def in_english(words: str) -> str:
    """Return *words*, in lower case, in English if they name a time in a way listed here; else unchanged."""
    named = _NAMED.get(words)
    if named is not None:
        return named
    for pattern, rewrite in _RULES:
        found = pattern.fullmatch(words)
        if found is not None:
            return rewrite(found)
    return _WEEKDAYS.get(words, words)
