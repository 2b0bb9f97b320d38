"""Patterns of words for a time in English, German, French, Spanish and Chinese.

They only find the words in a sentence; the tools interpret them as dates.
"""

from typing import Final

_ENGLISH_DAYS = "monday|tuesday|wednesday|thursday|friday|saturday|sunday"
_ENGLISH_MONTHS = (
    "january|february|march|april|may|june|july|august|september|october|november|december|"
    "jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec"
)
_GERMAN_DAYS = "montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag"
_GERMAN_MONTHS = "januar|februar|märz|maerz|april|mai|juni|juli|august|september|oktober|november|dezember"
_FRENCH_DAYS = "lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche"
_FRENCH_MONTHS = "janvier|f[ée]vrier|mars|avril|mai|juin|juillet|ao[ûu]t|septembre|octobre|novembre|d[ée]cembre"
_SPANISH_DAYS = "lunes|martes|mi[ée]rcoles|jueves|viernes|s[áa]bado|domingo"
_SPANISH_MONTHS = "enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|setiembre|octubre|noviembre|diciembre"
_YEAR = r"(?:19|20)\d\d"
_ISO = rf"{_YEAR}-\d\d(?:-\d\d)?"

WHEN_ENGLISH: Final = (
    r"(?:today|yesterday|tomorrow|the day before yesterday|tonight|"
    rf"(?:the |this |last |next |past |previous )(?:week|month|year|weekend|quarter|{_ENGLISH_DAYS})|"
    r"(?:the |in the )?(?:last|past) (?:\d{1,3}|two|three|four|five|six|seven|ten|few) (?:days|weeks|months|years)|"
    r"(?:\d{1,3}|a|two|three|four|five|six) (?:days?|weeks?|months?|years?) ago|"
    rf"(?:in |on |during |since |from )?(?:last |this |next )?(?:{_ENGLISH_MONTHS})(?: (?:of )?{_YEAR})?(?! \d)|"
    rf"(?:on )?(?:{_ENGLISH_MONTHS}) \d{{1,2}}(?:st|nd|rd|th)?(?:,? {_YEAR})?|"
    rf"(?:on )?(?:the )?\d{{1,2}}(?:st|nd|rd|th)? (?:of )?(?:{_ENGLISH_MONTHS})(?:,? {_YEAR})?|"
    rf"(?:on |since |in )?{_ISO}|in {_YEAR}|q[1-4](?: {_YEAR})?|(?:on |since )(?:{_ENGLISH_DAYS}))"
)
WHEN_GERMAN: Final = (
    r"(?:heute|gestern|vorgestern|morgen|übermorgen|"
    rf"(?:(?:in|an|am) (?:der|dem) )?(?:diese|letzte|vergangene|vorige|nächste|kommende)[nsrm]? "
    rf"(?:woche|monat|jahr|wochenende|quartal|{_GERMAN_DAYS})|"
    rf"im (?:letzten|vergangenen|vorigen|nächsten|kommenden) (?:monat|jahr|quartal)|"
    r"(?:in )?(?:die|den) (?:letzten|vergangenen) (?:\d{1,3}|zwei|drei|vier|fünf|sechs|sieben|zehn) "
    r"(?:tagen?|wochen|monaten?|jahren?)|"
    r"vor (?:\d{1,3}|einem|einer|zwei|drei|vier|fünf|sechs) (?:tag(?:en)?|wochen?|monat(?:en)?|jahr(?:en)?)|"
    rf"(?:im |seit )?(?:{_GERMAN_MONTHS})(?: {_YEAR})?|"
    rf"(?:am |vom |den )?\d{{1,2}}\. ?(?:{_GERMAN_MONTHS})(?: {_YEAR})?|"
    rf"(?:am |seit |im )?{_ISO}|(?:im jahr |in ){_YEAR}|(?:am |seit )(?:{_GERMAN_DAYS}))"
)
WHEN_FRENCH: Final = (
    r"(?:aujourd['’]hui|hier|avant-hier|demain|après-demain|cette (?:semaine|année)|ce (?:mois(?:-ci)?|week-end)|"
    r"la semaine (?:dernière|passée|prochaine)|le (?:mois|week-end) (?:dernier|passé|prochain)|"
    r"l['’](?:an dernier|année dernière|an prochain|année prochaine)|"
    r"(?:ces |les )?\d{1,3} derni(?:ers|ères) (?:jours|semaines|mois|ans|années)|"
    r"il y a (?:\d{1,3}|un|une|deux|trois|quatre|cinq|six) (?:jours?|semaines?|mois|ans?)|"
    rf"(?:en |au mois d['’e] ?|depuis )?(?:{_FRENCH_MONTHS})(?: (?:de )?{_YEAR})?(?: dernier| prochain)?|"
    rf"(?:le )?\d{{1,2}}(?:er)? (?:{_FRENCH_MONTHS})(?: {_YEAR})?|(?:le |en )?{_ISO}|en {_YEAR}|"
    rf"(?:le )?(?:{_FRENCH_DAYS})(?: (?:dernier|passé|prochain))?)"
)
WHEN_SPANISH: Final = (
    r"(?:hoy|ayer|anteayer|antes de ayer|mañana|pasado mañana|esta semana|este (?:mes|año|fin de semana)|"
    r"la (?:semana pasada|última semana|próxima semana|semana que viene)|"
    rf"el (?:mes|año|fin de semana|{_SPANISH_DAYS}) pasado|el (?:próximo (?:mes|año)|(?:mes|año) que viene)|"
    r"(?:en )?(?:los |las )?últim[oa]s \d{1,3} (?:días|dias|semanas|meses|años)|"
    r"hace (?:\d{1,3}|un|una|dos|tres|cuatro|cinco|seis) (?:días?|dias?|semanas?|mes(?:es)?|años?)|"
    rf"(?:en |desde )?(?:{_SPANISH_MONTHS})(?: (?:de |del )?{_YEAR})?(?: pasado)?|"
    rf"(?:el )?\d{{1,2}} de (?:{_SPANISH_MONTHS})(?: (?:de |del )?{_YEAR})?|(?:el |en )?{_ISO}|en {_YEAR}|"
    rf"(?:el )(?:{_SPANISH_DAYS}))"
)
WHEN_CHINESE: Final = (
    r"(?:今天|昨天|前天|明天|后天|今年|去年|明年|[上这下]周末|[上这本下]个?(?:周|星期|礼拜)[一二三四五六日天]?|"
    r"[上这本下]个?月|(?:过去|最近|近)的?(?:\d{1,3}|[一二两三四五六七八九十几])个?(?:天|日|周|星期|礼拜|月|年)|"
    rf"(?:\d{{1,3}}|[一二两三四五六七八九十几])个?(?:天|日|周|星期|礼拜|月|年)(?:以)?前|"
    rf"(?:{_YEAR}年)?(?:1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])月(?:份|\d{{1,2}}[日号])?|{_YEAR}年|{_ISO})"
)

WHEN: Final = f"{WHEN_ENGLISH}|{WHEN_GERMAN}|{WHEN_FRENCH}|{WHEN_SPANISH}"
"""All but the Chinese ones, which have no blanks around them."""
