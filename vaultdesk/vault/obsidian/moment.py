"""Dates by the patterns and locales of Moment.js, which Obsidian uses for daily notes: formatted and parsed."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime, timedelta

from msgspec import Struct

from vaultdesk.core.local_time import in_local_zone, timestamp_of

Period = str
"""The token whose number an ordinal counts: `D`, `M`, `w`, `W`, `d`, `DDD`, `Q`, `y`."""

SUNDAY, MONDAY = 0, 1


class MomentLocale(Struct, frozen=True):
    """The date format of one language."""

    code: str
    months: tuple[str, ...]
    short_months: tuple[str, ...]
    weekdays: tuple[str, ...]
    """From Sunday, as in the two lists below."""
    short_weekdays: tuple[str, ...]
    narrow_weekdays: tuple[str, ...]
    long_formats: Mapping[str, str]
    ordinal: Callable[[int, Period], str]
    first_weekday: int = MONDAY
    """First day of the week: 0 is Sunday, 1 Monday."""
    january_day: int = 4
    """The first week of a year is the one that contains this day of January."""
    day_period: Callable[[int, int], tuple[str, str]] = lambda hour, _minute: (
        ("AM", "am") if hour < 12 else ("PM", "pm")
    )
    """The texts of `A` and `a` at an hour and minute."""
    months_in_dates: tuple[str, ...] = ()
    """Months in the form used after a day, if different."""
    short_months_in_dates: tuple[str, ...] = ()
    has_bare_months: bool = False
    """Whether short months between hyphens have no dot."""

    def month_names(self, token: str, pattern: str) -> tuple[str, ...]:
        """Return the texts of the *token* `MMMM` or `MMM` in *pattern*."""
        dated = bool(self.months_in_dates) and _DAY_BEFORE_MONTH.search(pattern) is not None
        if token == "MMMM":  # noqa: S105 - a token of a pattern
            return self.months_in_dates if dated else self.months
        if self.has_bare_months and "-MMM-" in pattern:
            return tuple(name.rstrip(".") for name in self.short_months)
        return self.short_months_in_dates if dated else self.short_months

    def weekday_names(self, token: str) -> tuple[str, ...]:
        """Return the texts of the *token* `dddd`, `ddd` or `dd`."""
        return {"dddd": self.weekdays, "ddd": self.short_weekdays}.get(token, self.narrow_weekdays)

    def week_of_year(self, day: date) -> tuple[int, int]:
        """Return the year and the number of the week that contains *day*."""
        year, week = day.year, (day.timetuple().tm_yday - self.week_offset(day.year) - 1) // 7 + 1
        if week < 1:
            return year - 1, week + self._weeks_in(year - 1)
        last = self._weeks_in(year)
        return (year + 1, week - last) if week > last else (year, week)

    def week_offset(self, year: int) -> int:
        """Return the start of the first week of *year* in days after 1 January; negative before it."""
        # Calculated without `datetime`, which ends with the year 9999.
        weekday = (_weekday_of_new_year(year) + self.january_day - 1 - self.first_weekday) % 7
        return self.january_day - 1 - weekday

    def _weeks_in(self, year: int) -> int:
        days = 366 if _is_leap(year) else 365
        return (days - self.week_offset(year) + self.week_offset(year + 1)) // 7


_DAY_BEFORE_MONTH = re.compile(r"D[oD]?(?:\[[^\[\]]*\]|\s)+MMMM?")


def _is_leap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def _weekday_of_new_year(year: int) -> int:
    """Return the weekday of 1 January; 0 is Sunday."""
    before = year - 1
    return (before * 365 + before // 4 - before // 100 + before // 400 + 1) % 7


def _english_ordinal(number: int, _period: Period) -> str:
    last = number % 10 if number % 100 // 10 != 1 else 0
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(last, 'th') }"


def _french_ordinal(number: int, period: Period) -> str:
    if number == 1:
        return "1re" if period in ("w", "W") else "1er"
    return str(number) if period == "D" else f"{number}e"


def _suffixes(**by_period: str) -> Callable[[int, Period], str]:
    """Return ordinals with a suffix for each period; plain numbers for other periods."""
    return lambda number, period: f"{number}{by_period.get(period, '')}"


def _same_suffix(suffix: str) -> Callable[[int, Period], str]:
    return lambda number, _period: f"{number}{suffix}"


def _chinese_day_period(hour: int, minute: int) -> tuple[str, str]:
    when = hour * 100 + minute
    limits = ((600, "凌晨"), (900, "早上"), (1130, "上午"), (1230, "中午"), (1800, "下午"))
    name = next((name for limit, name in limits if when < limit), "晚上")
    return name, name


def _by_hour(*names: tuple[int, str]) -> Callable[[int, int], tuple[str, str]]:
    """Return the names of parts of the day; each holds before its hour, the last one until midnight."""

    def name_at(hour: int, _minute: int) -> tuple[str, str]:
        name = next((name for limit, name in names if hour < limit), names[-1][1])
        return name, name

    return name_at


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split("_"))


def _formats(*written: str) -> dict[str, str]:
    return dict(zip(("LT", "LTS", "L", "LL", "LLL", "LLLL", "l", "ll", "lll", "llll"), written, strict=True))


ENGLISH = MomentLocale(
    "en",
    _words("January_February_March_April_May_June_July_August_September_October_November_December"),
    _words("Jan_Feb_Mar_Apr_May_Jun_Jul_Aug_Sep_Oct_Nov_Dec"),
    _words("Sunday_Monday_Tuesday_Wednesday_Thursday_Friday_Saturday"),
    _words("Sun_Mon_Tue_Wed_Thu_Fri_Sat"),
    _words("Su_Mo_Tu_We_Th_Fr_Sa"),
    _formats(
        "h:mm A", "h:mm:ss A", "MM/DD/YYYY", "MMMM D, YYYY", "MMMM D, YYYY h:mm A", "dddd, MMMM D, YYYY h:mm A",
        "M/D/YYYY", "MMM D, YYYY", "MMM D, YYYY h:mm A", "ddd, MMM D, YYYY h:mm A",
    ),
    _english_ordinal,
    SUNDAY,
    1,
)  # fmt: skip

_CHINESE_MONTHS = _words("一月_二月_三月_四月_五月_六月_七月_八月_九月_十月_十一月_十二月")
_NUMBERED_MONTHS = _words("1月_2月_3月_4月_5月_6月_7月_8月_9月_10月_11月_12月")
_KOREAN_MONTHS = _words("1월_2월_3월_4월_5월_6월_7월_8월_9월_10월_11월_12월")
_CHINESE_ORDINAL = _suffixes(D="日", d="日", DDD="日", M="月", w="周", W="周")
_CHINESE_WEEKDAYS = _words("星期日_星期一_星期二_星期三_星期四_星期五_星期六")

LOCALES: Mapping[str, MomentLocale] = {
    locale.code: locale
    for locale in (
        ENGLISH,
        MomentLocale(
            "de",
            _words("Januar_Februar_März_April_Mai_Juni_Juli_August_September_Oktober_November_Dezember"),
            _words("Jan._Feb._März_Apr._Mai_Juni_Juli_Aug._Sep._Okt._Nov._Dez."),
            _words("Sonntag_Montag_Dienstag_Mittwoch_Donnerstag_Freitag_Samstag"),
            _words("So._Mo._Di._Mi._Do._Fr._Sa."),
            _words("So_Mo_Di_Mi_Do_Fr_Sa"),
            _formats(
                "HH:mm", "HH:mm:ss", "DD.MM.YYYY", "D. MMMM YYYY", "D. MMMM YYYY HH:mm", "dddd, D. MMMM YYYY HH:mm",
                "D.M.YYYY", "D. MMM YYYY", "D. MMM YYYY HH:mm", "ddd, D. MMM YYYY HH:mm",
            ),
            _same_suffix("."),
        ),
        MomentLocale(
            "fr",
            _words("janvier_février_mars_avril_mai_juin_juillet_août_septembre_octobre_novembre_décembre"),
            _words("janv._févr._mars_avr._mai_juin_juil._août_sept._oct._nov._déc."),
            _words("dimanche_lundi_mardi_mercredi_jeudi_vendredi_samedi"),
            _words("dim._lun._mar._mer._jeu._ven._sam."),
            _words("di_lu_ma_me_je_ve_sa"),
            _formats(
                "HH:mm", "HH:mm:ss", "DD/MM/YYYY", "D MMMM YYYY", "D MMMM YYYY HH:mm", "dddd D MMMM YYYY HH:mm",
                "D/M/YYYY", "D MMM YYYY", "D MMM YYYY HH:mm", "ddd D MMM YYYY HH:mm",
            ),
            _french_ordinal,
        ),
        MomentLocale(
            "es",
            _words("enero_febrero_marzo_abril_mayo_junio_julio_agosto_septiembre_octubre_noviembre_diciembre"),
            _words("ene._feb._mar._abr._may._jun._jul._ago._sep._oct._nov._dic."),
            _words("domingo_lunes_martes_miércoles_jueves_viernes_sábado"),
            _words("dom._lun._mar._mié._jue._vie._sáb."),
            _words("do_lu_ma_mi_ju_vi_sá"),
            _formats(
                "H:mm", "H:mm:ss", "DD/MM/YYYY", "D [de] MMMM [de] YYYY", "D [de] MMMM [de] YYYY H:mm",
                "dddd, D [de] MMMM [de] YYYY H:mm", "D/M/YYYY", "D [de] MMM [de] YYYY", "D [de] MMM [de] YYYY H:mm",
                "ddd, D [de] MMM [de] YYYY H:mm",
            ),
            _same_suffix("º"),
            has_bare_months=True,
        ),
        MomentLocale(
            "nl",
            _words("januari_februari_maart_april_mei_juni_juli_augustus_september_oktober_november_december"),
            _words("jan._feb._mrt._apr._mei_jun._jul._aug._sep._okt._nov._dec."),
            _words("zondag_maandag_dinsdag_woensdag_donderdag_vrijdag_zaterdag"),
            _words("zo._ma._di._wo._do._vr._za."),
            _words("zo_ma_di_wo_do_vr_za"),
            _formats(
                "HH:mm", "HH:mm:ss", "DD-MM-YYYY", "D MMMM YYYY", "D MMMM YYYY HH:mm", "dddd D MMMM YYYY HH:mm",
                "D-M-YYYY", "D MMM YYYY", "D MMM YYYY HH:mm", "ddd D MMM YYYY HH:mm",
            ),
            lambda number, _period: f"{number}{'ste' if number in (1, 8) or number >= 20 else 'de'}",
            has_bare_months=True,
        ),
        MomentLocale(
            "it",
            _words("gennaio_febbraio_marzo_aprile_maggio_giugno_luglio_agosto_settembre_ottobre_novembre_dicembre"),
            _words("gen_feb_mar_apr_mag_giu_lug_ago_set_ott_nov_dic"),
            _words("domenica_lunedì_martedì_mercoledì_giovedì_venerdì_sabato"),
            _words("dom_lun_mar_mer_gio_ven_sab"),
            _words("do_lu_ma_me_gi_ve_sa"),
            _formats(
                "HH:mm", "HH:mm:ss", "DD/MM/YYYY", "D MMMM YYYY", "D MMMM YYYY HH:mm", "dddd D MMMM YYYY HH:mm",
                "D/M/YYYY", "D MMM YYYY", "D MMM YYYY HH:mm", "ddd D MMM YYYY HH:mm",
            ),
            _same_suffix("º"),
        ),
        MomentLocale(
            "pt",
            _words("janeiro_fevereiro_março_abril_maio_junho_julho_agosto_setembro_outubro_novembro_dezembro"),
            _words("jan_fev_mar_abr_mai_jun_jul_ago_set_out_nov_dez"),
            _words("domingo_segunda-feira_terça-feira_quarta-feira_quinta-feira_sexta-feira_sábado"),
            _words("dom_seg_ter_qua_qui_sex_sáb"),
            _words("do_2ª_3ª_4ª_5ª_6ª_sá"),
            _formats(
                "HH:mm", "HH:mm:ss", "DD/MM/YYYY", "D [de] MMMM [de] YYYY", "D [de] MMMM [de] YYYY [às] HH:mm",
                "dddd, D [de] MMMM [de] YYYY [às] HH:mm", "D/M/YYYY", "D [de] MMM [de] YYYY",
                "D [de] MMM [de] YYYY [às] HH:mm", "ddd, D [de] MMM [de] YYYY [às] HH:mm",
            ),
            _same_suffix("º"),
            SUNDAY,
            1,
        ),
        MomentLocale(
            "ru",
            _words("январь_февраль_март_апрель_май_июнь_июль_август_сентябрь_октябрь_ноябрь_декабрь"),
            _words("янв._февр._март_апр._май_июнь_июль_авг._сент._окт._нояб._дек."),
            _words("воскресенье_понедельник_вторник_среда_четверг_пятница_суббота"),
            _words("вс_пн_вт_ср_чт_пт_сб"),
            _words("вс_пн_вт_ср_чт_пт_сб"),
            _formats(
                "H:mm", "H:mm:ss", "DD.MM.YYYY", "D MMMM YYYY г.", "D MMMM YYYY г., H:mm",
                "dddd, D MMMM YYYY г., H:mm", "D.M.YYYY", "D MMM YYYY г.", "D MMM YYYY г., H:mm",
                "ddd, D MMM YYYY г., H:mm",
            ),
            _suffixes(D="-го", M="-й", d="-й", DDD="-й", w="-я", W="-я"),
            day_period=_by_hour((4, "ночи"), (12, "утра"), (17, "дня"), (24, "вечера")),
            months_in_dates=_words(
                "января_февраля_марта_апреля_мая_июня_июля_августа_сентября_октября_ноября_декабря"
            ),
            short_months_in_dates=_words("янв._февр._мар._апр._мая_июня_июля_авг._сент._окт._нояб._дек."),
        ),
        MomentLocale(
            "zh",
            _CHINESE_MONTHS,
            _NUMBERED_MONTHS,
            _CHINESE_WEEKDAYS,
            _words("周日_周一_周二_周三_周四_周五_周六"),
            _words("日_一_二_三_四_五_六"),
            _formats(
                "HH:mm", "HH:mm:ss", "YYYY/MM/DD", "YYYY年M月D日", "YYYY年M月D日Ah点mm分", "YYYY年M月D日ddddAh点mm分",
                "YYYY/M/D", "YYYY年M月D日", "YYYY年M月D日 HH:mm", "YYYY年M月D日dddd HH:mm",
            ),
            _CHINESE_ORDINAL,
            day_period=_chinese_day_period,
        ),
        MomentLocale(
            "zh_TW",
            _CHINESE_MONTHS,
            _NUMBERED_MONTHS,
            _CHINESE_WEEKDAYS,
            _words("週日_週一_週二_週三_週四_週五_週六"),
            _words("日_一_二_三_四_五_六"),
            _formats(
                "HH:mm", "HH:mm:ss", "YYYY/MM/DD", "YYYY年M月D日", "YYYY年M月D日 HH:mm", "YYYY年M月D日dddd HH:mm",
                "YYYY/M/D", "YYYY年M月D日", "YYYY年M月D日 HH:mm", "YYYY年M月D日dddd HH:mm",
            ),
            _suffixes(D="日", d="日", DDD="日", M="月", w="週", W="週"),
            SUNDAY,
            1,
            day_period=_chinese_day_period,
        ),
        MomentLocale(
            "ja",
            _NUMBERED_MONTHS,
            _NUMBERED_MONTHS,
            _words("日曜日_月曜日_火曜日_水曜日_木曜日_金曜日_土曜日"),
            _words("日_月_火_水_木_金_土"),
            _words("日_月_火_水_木_金_土"),
            _formats(
                "HH:mm", "HH:mm:ss", "YYYY/MM/DD", "YYYY年M月D日", "YYYY年M月D日 HH:mm", "YYYY年M月D日 dddd HH:mm",
                "YYYY/MM/DD", "YYYY年M月D日", "YYYY年M月D日 HH:mm", "YYYY年M月D日(ddd) HH:mm",
            ),
            _suffixes(D="日", d="日", DDD="日"),
            SUNDAY,
            1,
            day_period=_by_hour((12, "午前"), (24, "午後")),
        ),
        MomentLocale(
            "ko",
            _KOREAN_MONTHS,
            _KOREAN_MONTHS,
            _words("일요일_월요일_화요일_수요일_목요일_금요일_토요일"),
            _words("일_월_화_수_목_금_토"),
            _words("일_월_화_수_목_금_토"),
            _formats(
                "A h:mm", "A h:mm:ss", "YYYY.MM.DD.", "YYYY년 MMMM D일", "YYYY년 MMMM D일 A h:mm",
                "YYYY년 MMMM D일 dddd A h:mm", "YYYY.MM.DD.", "YYYY년 MMMM D일", "YYYY년 MMMM D일 A h:mm",
                "YYYY년 MMMM D일 dddd A h:mm",
            ),
            _suffixes(D="일", d="일", DDD="일", M="월", w="주", W="주"),
            SUNDAY,
            1,
            day_period=_by_hour((12, "오전"), (24, "오후")),
        ),
    )
}  # fmt: skip
"""By code: the languages of the window, and others in which daily notes may be named."""


def locale_of(code: str) -> MomentLocale:
    """Return the locale of a language *code* such as `de`, `de_AT` or `zh-Hant`; English if it is unknown."""
    parts = code.replace("-", "_").partition(".")[0].split("_")
    if parts[0] == "zh" and {"TW", "HK", "MO", "Hant"} & set(parts):
        return LOCALES["zh_TW"]
    return LOCALES.get(parts[0].lower(), ENGLISH)


# Text that is not a token is copied; a pattern is data from the vault and has no other effect.

TOKEN = re.compile(
    r"\[[^\[]*\]|\\?(?:[Hh]mm(?:ss)?|Mo|MM?M?M?|Do|DDDo|DD?D?D?|ddd?d?|do?|w[ow]?|W[oW]?|Qo?|N{1,5}|YYYYYY|YYYYY|YYYY|YY"
    r"|y{2,4}|yo?|gg(?:ggg?)?|GG(?:GGG?)?|e|E|a|A|hh?|HH?|kk?|mm?|ss?|S{1,9}|x|X|zz?|ZZ?|LTS|LT|LL?L?L?|l{1,4}|.)",
    re.DOTALL,
)
# The tokens of Moment 2.30 in its own order: the first match counts.


def format_moment(pattern: str, when: datetime, locale: MomentLocale = ENGLISH) -> str:
    """Return *when* formatted by *pattern*."""
    expanded = expand_moment_pattern(pattern, locale)
    return "".join(_format_token(token, when, expanded, locale) for token in TOKEN.findall(expanded))


def expand_moment_pattern(pattern: str, locale: MomentLocale = ENGLISH) -> str:
    """Return *pattern* with its long-date tokens (`LL`) expanded."""
    return "".join(locale.long_formats.get(token, token) for token in TOKEN.findall(pattern))


def depends_on_language(pattern: str) -> bool:
    """Whether *pattern* has names, ordinals, or week numbers that depend on the language."""
    return not _LANGUAGE_TOKENS.isdisjoint(TOKEN.findall(pattern))


def literal_text(token: str) -> str | None:
    """Return the literal text of *token*: brackets and backslashes escape; None if it is a date token."""
    if token.startswith("[") and len(token) > 1:
        return token[1:-1]
    if token.startswith("\\"):
        return token.replace("\\", "")
    return None if token in _TOKENS or token in _ORDINALS or token in _NAMES else token


def weekday_from_sunday(day: date) -> int:
    """Return the weekday; 0 is Sunday."""
    return day.isoweekday() % 7


def _format_token(token: str, when: datetime, pattern: str, locale: MomentLocale) -> str:
    plain = literal_text(token)
    if plain is not None:
        return plain
    if token in ("MMM", "MMMM"):
        return locale.month_names(token, pattern)[when.month - 1]
    if token in ("dd", "ddd", "dddd"):
        return locale.weekday_names(token)[weekday_from_sunday(when)]
    if token in _ORDINALS:
        period, number = _ORDINALS[token]
        return locale.ordinal(number(when, locale), period)
    return _TOKENS[token](when, locale)


def _hour12(when: datetime) -> int:
    return when.hour % 12 or 12


def _zone(when: datetime, colon: str) -> str:
    offset = when.utcoffset() if when.tzinfo is not None else in_local_zone(when).utcoffset()
    minutes = int((offset or timedelta()).total_seconds()) // 60
    return f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02}{colon}{abs(minutes) % 60:02}"


def _seconds(when: datetime) -> int:
    # Whole seconds first: a float of milliseconds would lose the last one.
    return int(timestamp_of(when.replace(microsecond=0)))


def _era(_when: datetime, _locale: MomentLocale) -> str:
    return "AD"


_TokenFormatter = Callable[[datetime, MomentLocale], str]

_ORDINALS: dict[str, tuple[Period, Callable[[datetime, MomentLocale], int]]] = {
    "Mo": ("M", lambda t, _: t.month),
    "Do": ("D", lambda t, _: t.day),
    "DDDo": ("DDD", lambda t, _: t.timetuple().tm_yday),
    "do": ("d", lambda t, _: weekday_from_sunday(t)),
    "wo": ("w", lambda t, locale: locale.week_of_year(t)[1]),
    "Wo": ("W", lambda t, _: t.isocalendar().week),
    "yo": ("y", lambda t, _: t.year),
    "Qo": ("Q", lambda t, _: (t.month + 2) // 3),
}
_NAMES = ("MMM", "MMMM", "dd", "ddd", "dddd")
_LANGUAGE_TOKENS = frozenset(
    (*_ORDINALS, *_NAMES, *ENGLISH.long_formats, "A", "a", "e", "w", "ww", "gg", "gggg", "ggggg")
)

_TOKENS: dict[str, _TokenFormatter] = {
    "M": lambda t, _: str(t.month),
    "MM": lambda t, _: f"{t.month:02}",
    "D": lambda t, _: str(t.day),
    "DD": lambda t, _: f"{t.day:02}",
    "DDD": lambda t, _: str(t.timetuple().tm_yday),
    "DDDD": lambda t, _: f"{t.timetuple().tm_yday:03}",
    "d": lambda t, _: str(weekday_from_sunday(t)),
    "e": lambda t, locale: str((weekday_from_sunday(t) - locale.first_weekday) % 7),
    "E": lambda t, _: str(t.isoweekday()),
    "w": lambda t, locale: str(locale.week_of_year(t)[1]),
    "ww": lambda t, locale: f"{locale.week_of_year(t)[1]:02}",
    "W": lambda t, _: str(t.isocalendar().week),
    "WW": lambda t, _: f"{t.isocalendar().week:02}",
    "Y": lambda t, _: f"{t.year:04}",
    "YY": lambda t, _: f"{t.year % 100:02}",
    "YYYY": lambda t, _: f"{t.year:04}",
    "YYYYY": lambda t, _: f"{t.year:05}",
    "YYYYYY": lambda t, _: f"+{t.year:06}",
    "y": lambda t, _: str(t.year),
    "yy": lambda t, _: f"{t.year:02}",
    "yyy": lambda t, _: f"{t.year:03}",
    "yyyy": lambda t, _: f"{t.year:04}",
    "gg": lambda t, locale: f"{locale.week_of_year(t)[0] % 100:02}",
    "gggg": lambda t, locale: f"{locale.week_of_year(t)[0]:04}",
    "ggggg": lambda t, locale: f"{locale.week_of_year(t)[0]:05}",
    "GG": lambda t, _: f"{t.isocalendar().year % 100:02}",
    "GGGG": lambda t, _: f"{t.isocalendar().year:04}",
    "GGGGG": lambda t, _: f"{t.isocalendar().year:05}",
    "Q": lambda t, _: str((t.month + 2) // 3),
    "N": _era,
    "NN": _era,
    "NNN": _era,
    "NNNN": lambda t, _: "Anno Domini",
    "NNNNN": _era,
    "A": lambda t, locale: locale.day_period(t.hour, t.minute)[0],
    "a": lambda t, locale: locale.day_period(t.hour, t.minute)[1],
    "H": lambda t, _: str(t.hour),
    "HH": lambda t, _: f"{t.hour:02}",
    "h": lambda t, _: str(_hour12(t)),
    "hh": lambda t, _: f"{_hour12(t):02}",
    "k": lambda t, _: str(t.hour or 24),
    "kk": lambda t, _: f"{t.hour or 24:02}",
    "Hmm": lambda t, _: f"{t.hour}{t.minute:02}",
    "Hmmss": lambda t, _: f"{t.hour}{t.minute:02}{t.second:02}",
    "hmm": lambda t, _: f"{_hour12(t)}{t.minute:02}",
    "hmmss": lambda t, _: f"{_hour12(t)}{t.minute:02}{t.second:02}",
    "m": lambda t, _: str(t.minute),
    "mm": lambda t, _: f"{t.minute:02}",
    "s": lambda t, _: str(t.second),
    "ss": lambda t, _: f"{t.second:02}",
    "X": lambda t, _: str(_seconds(t)),
    "x": lambda t, _: str(_seconds(t) * 1000 + t.microsecond // 1000),
    "Z": lambda t, _: _zone(t, ":"),
    "ZZ": lambda t, _: _zone(t, ""),
    "z": lambda _t, _: "",
    "zz": lambda _t, _: "",
}


def _fraction(digits: int) -> _TokenFormatter:
    return lambda when, _: f"{when.microsecond // 1000:03}000000"[:digits]


_TOKENS.update({"S" * digits: _fraction(digits) for digits in range(1, 10)})


MAX_MOMENT_LENGTH = 300
"""Maximum number of characters of a text or a pattern: no file name is longer."""

_NUMBERS: dict[str, str] = {
    "YYYY": r"\d{4}", "Y": r"\d{4}", "YY": r"\d\d", "GGGG": r"\d{4}", "gggg": r"\d{4}", "GG": r"\d\d", "gg": r"\d\d",
    "M": r"\d\d?", "MM": r"\d\d", "D": r"\d\d?", "DD": r"\d\d", "DDD": r"\d{1,3}", "DDDD": r"\d{3}",
    "w": r"\d\d?", "ww": r"\d\d", "W": r"\d\d?", "WW": r"\d\d", "Q": r"[1-4]", "e": r"[0-6]", "d": r"[0-6]",
    "E": r"[1-7]",
}  # fmt: skip
_FIELDS: dict[str, str] = {
    "YYYY": "year", "Y": "year", "YY": "year", "GGGG": "iso_year", "GG": "iso_year", "gggg": "week_year",
    "gg": "week_year", "M": "month", "MM": "month", "Mo": "month", "MMM": "month", "MMMM": "month", "D": "day",
    "DD": "day", "Do": "day", "DDD": "yearday", "DDDD": "yearday", "w": "week", "ww": "week", "W": "iso_week",
    "WW": "iso_week", "Q": "quarter", "e": "locale_weekday", "d": "weekday", "E": "iso_weekday", "Wo": "iso_week",
    "wo": "week", "Qo": "quarter", "DDDo": "yearday",
}  # fmt: skip
_CLOCK = r"[0-9]+|[^\W\d_]{1,4}|[+-]\d\d:?\d\d|"
"""Possible texts of a time-of-day token, which does not affect the date."""


def parse_moment_day(pattern: str, text: str, locale: MomentLocale = ENGLISH) -> date | None:
    """Return the first day of the period that *text* names by *pattern*: a day, week, month, quarter or year; None if
    none.
    """
    if len(pattern) > MAX_MOMENT_LENGTH or len(text) > MAX_MOMENT_LENGTH:
        return None
    # File names on macOS have decomposed accents.
    composed = text if text.isascii() else unicodedata.normalize("NFC", text)
    fields = _fields(expand_moment_pattern(pattern, locale), composed, locale)
    if fields is None:
        return None
    try:
        day = _day(fields, locale)
    except (ValueError, OverflowError):
        return None
    weekday = fields.get("name")
    # A wrong weekday beside the date means that this pattern did not produce the name.
    return None if day is None or (weekday is not None and weekday_from_sunday(day) != weekday) else day


def _fields(pattern: str, text: str, locale: MomentLocale) -> dict[str, int] | None:
    """Return the numbers in *text* by unit; None if it does not match the pattern or contradicts itself."""
    position, fields = 0, dict[str, int]()
    for token in TOKEN.findall(pattern):
        plain = literal_text(token)
        # Possessive matching: no text can be read in two ways, or slowly.
        expression = re.escape(plain) if plain is not None else _expression(token, pattern, locale)
        found = re.compile(expression, re.IGNORECASE if token in _NAMES else 0).match(text, position)
        if found is None:
            return None
        position = found.end()
        value = _value(token, found[0], pattern, locale)
        field = _FIELDS.get(token, "name" if token in _NAMES else "")
        if field and fields.setdefault(field, value) != value:
            return None
    return fields if position == len(text) else None


def _names(token: str, pattern: str, locale: MomentLocale) -> tuple[str, ...]:
    return locale.month_names(token, pattern) if token in ("MMM", "MMMM") else locale.weekday_names(token)


def _expression(token: str, pattern: str, locale: MomentLocale) -> str:
    if token in _NAMES:
        return _any_of(_names(token, pattern, locale))
    if token in _ORDINALS:
        period = _ORDINALS[token][0]
        suffixes = {locale.ordinal(number, period).lstrip("0123456789") for number in range(1, 32)}
        return rf"\d{{1,3}}(?:{_any_of(suffixes)})"
    return _NUMBERS.get(token, _CLOCK)


def _any_of(words: Iterable[str]) -> str:
    """Return an expression for one of *words*, the longest match first."""
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))


def _value(token: str, written: str, pattern: str, locale: MomentLocale) -> int:
    if token in _NAMES:
        number = [name.casefold() for name in _names(token, pattern, locale)].index(written.casefold())
        return number + 1 if _FIELDS.get(token) == "month" else number
    digits = re.match(r"\d+", written)
    value = int(digits[0]) if digits is not None and token in _FIELDS else 0
    # Moment assigns two digits over 68 to the last century.
    return value + (1900 if value > 68 else 2000) if token in ("YY", "GG", "gg") else value


def _day(fields: dict[str, int], locale: MomentLocale) -> date | None:
    if "iso_year" in fields or "iso_week" in fields:
        year = fields.get("iso_year", fields.get("year"))
        if year is None or "iso_week" not in fields:
            return None
        return date.fromisocalendar(year, fields["iso_week"], fields.get("iso_weekday", 1))
    if "week_year" in fields or "week" in fields:
        return _day_of_week(fields, locale)
    if "year" not in fields:
        return None
    if "yearday" in fields:
        found = date(fields["year"], 1, 1) + timedelta(days=fields["yearday"] - 1)
        return found if found.year == fields["year"] else None
    month = fields.get("month", fields["quarter"] * 3 - 2 if "quarter" in fields else 1)
    if "day" in fields and "month" not in fields:
        return None
    return date(fields["year"], month, fields.get("day", 1))


def _day_of_week(fields: dict[str, int], locale: MomentLocale) -> date | None:
    year = fields.get("week_year", fields.get("year"))
    if year is None or "week" not in fields:
        return None
    weekday = fields.get("locale_weekday", 0)
    if "weekday" in fields or "name" in fields:
        weekday = (fields.get("weekday", fields.get("name", 0)) - locale.first_weekday) % 7
    days = locale.week_offset(year) + 7 * (fields["week"] - 1) + weekday
    found = date(year, 1, 1) + timedelta(days=days)
    return found if locale.week_of_year(found) == (year, fields["week"]) else None
