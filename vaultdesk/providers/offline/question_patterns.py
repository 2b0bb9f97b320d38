"""Patterns of questions and of what answers them: tags, properties, folders, tasks, times and numbers, by language."""

import re
from typing import Final, Literal, NamedTuple

from vaultdesk.index.index_results import COMPLETED_NAMES

# They only find the words in a sentence; the tools interpret them as dates.

_ENGLISH_DAYS = "monday|tuesday|wednesday|thursday|friday|saturday|sunday"
_ENGLISH_MONTHS = "january|february|march|april|may|june|july|august|september|october|november|december"
_ENGLISH_SHORT_MONTHS = f"{_ENGLISH_MONTHS}|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec"
_GERMAN_DAYS = "montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag"
_GERMAN_MONTHS = "januar|februar|m(?:ä|ae?)rz|april|mai|juni|juli|august|september|oktober|november|dezember"
_FRENCH_DAYS = "lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche"
_FRENCH_MONTHS = "janvier|f[ée]vrier|mars|avril|mai|juin|juillet|ao[ûu]t|septembre|octobre|novembre|d[ée]cembre"
_SPANISH_DAYS = "lunes|martes|mi[ée]rcoles|jueves|viernes|s[áa]bado|domingo"
_SPANISH_MONTHS = "enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|setiembre|octubre|noviembre|diciembre"
_YEAR = r"(?:19|20)\d\d"
_ISO = rf"{_YEAR}-\d\d(?:-\d\d)?"

WHEN_ENGLISH: Final = (
    r"(?:today|yesterday|tomorrow|the day before yesterday|tonight|"
    rf"(?:the |this |last |next |past |previous )(?:week|month|year|weekend|quarter|{_ENGLISH_DAYS})|"
    r"(?:the |in the |within the )?(?:last|past|next|coming) (?:\d{1,3}|two|three|four|five|six|seven|ten|few) "
    r"(?:days|weeks|months|years)|"
    r"(?:\d{1,3}|a|two|three|four|five|six) (?:days?|weeks?|months?|years?) ago|"
    rf"(?:in |on |during |since |from )?(?:last |this |next )?(?:{_ENGLISH_SHORT_MONTHS})(?: (?:of )?{_YEAR})?(?! \d)|"
    rf"(?:on )?(?:{_ENGLISH_SHORT_MONTHS}) \d{{1,2}}(?:st|nd|rd|th)?(?:,? {_YEAR})?|"
    rf"(?:on )?(?:the )?\d{{1,2}}(?:st|nd|rd|th)? (?:of )?(?:{_ENGLISH_SHORT_MONTHS})(?:,? {_YEAR})?|"
    rf"(?:on |since |in )?{_ISO}|in {_YEAR}|q[1-4](?: {_YEAR})?|(?:on |since )(?:{_ENGLISH_DAYS}))"
)
WHEN_GERMAN: Final = (
    r"(?:heute|gestern|vorgestern|morgen|übermorgen|"
    rf"(?:(?:in|an|am) (?:der|dem) )?(?:diese|letzte|vergangene|vorige|nächste|kommende)[nsrm]? "
    rf"(?:woche|monat|jahr|wochenende|quartal|{_GERMAN_DAYS})|"
    rf"im (?:letzten|vergangenen|vorigen|nächsten|kommenden) (?:monat|jahr|quartal)|"
    r"(?:in )?(?:die|den) (?:letzten|vergangenen|nächsten|kommenden) (?:\d{1,3}|zwei|drei|vier|fünf|sechs|sieben|zehn) "
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
    r"(?:ces |les )?\d{1,3} (?:derni(?:ers|ères)|prochaine?s) (?:jours|semaines|mois|ans|années)|"
    r"il y a (?:\d{1,3}|un|une|deux|trois|quatre|cinq|six) (?:jours?|semaines?|mois|ans?)|"
    rf"(?:en |au mois d['’e] ?|depuis )?(?:{_FRENCH_MONTHS})(?: (?:de )?{_YEAR})?(?: dernier| prochain)?|"
    rf"(?:le )?\d{{1,2}}(?:er)? (?:{_FRENCH_MONTHS})(?: {_YEAR})?|(?:le |en )?{_ISO}|en {_YEAR}|"
    rf"(?:le )?(?:{_FRENCH_DAYS})(?: (?:dernier|passé|prochain))?)"
)
WHEN_SPANISH: Final = (
    r"(?:hoy|ayer|anteayer|antes de ayer|mañana|pasado mañana|esta semana|este (?:mes|año|fin de semana)|"
    r"la (?:semana pasada|última semana|próxima semana|semana que viene)|"
    rf"el (?:mes|año|fin de semana|{_SPANISH_DAYS}) pasado|el (?:próximo (?:mes|año)|(?:mes|año) que viene)|"
    r"(?:en )?(?:los |las )?(?:últim|próxim)[oa]s \d{1,3} (?:días|dias|semanas|meses|años)|"
    r"hace (?:\d{1,3}|un|una|dos|tres|cuatro|cinco|seis) (?:días?|dias?|semanas?|mes(?:es)?|años?)|"
    rf"(?:en |desde )?(?:{_SPANISH_MONTHS})(?: (?:de |del )?{_YEAR})?(?: pasado)?|"
    rf"(?:el )?\d{{1,2}} de (?:{_SPANISH_MONTHS})(?: (?:de |del )?{_YEAR})?|(?:el |en )?{_ISO}|en {_YEAR}|"
    rf"el (?:próximo )?(?:{_SPANISH_DAYS})(?: que viene)?)"
)
WHEN_CHINESE: Final = (
    r"(?:今天|昨天|前天|明天|后天|今年|去年|明年|[上这下]周末|[上这本下]个?(?:周|星期|礼拜)[一二三四五六日天]?|"
    r"[上这本下]个?月|(?:过去|最近|近|未来|今后|接下来)的?(?:\d{1,3}|[一二两三四五六七八九十几])个?(?:天|日|周|星期|礼拜|月|年)|"
    rf"(?:\d{{1,3}}|[一二两三四五六七八九十几])个?(?:天|日|周|星期|礼拜|月|年)(?:以)?前|"
    rf"(?:{_YEAR}年)?(?:1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])月(?:份|\d{{1,2}}[日号])?|{_YEAR}年|{_ISO})"
)

WHEN_LIMIT: Final = (
    rf"(?:by|until|till|before|after|since) (?:(?:this|last|next) )?(?:{_ENGLISH_DAYS})|"
    r"(?:bis(?: zum)?|vor(?: dem)?|nach(?: dem)?|seit(?: dem)?|ab)(?: (?:diese|letzte|nächste|kommende)[nms])? "
    rf"(?:{_GERMAN_DAYS})|"
    rf"(?:d['’]ici(?: à)?|avant|après|jusqu['’](?:à|au)|depuis)(?: le)? (?:{_FRENCH_DAYS})(?: (?:dernier|prochain))?|"
    rf"(?:para|hasta|antes del?|después del?|desde)(?: el)?(?: próximo)? (?:{_SPANISH_DAYS})(?: que viene| pasado)?"
)
"""A weekday as the limit of a range."""
LIMITS: Final[tuple[tuple[str, re.Pattern[str]], ...]] = tuple(
    (operator, re.compile(rf"^(?:{words})(?: (?:le|el|dem|zum))? (?=[^\W\d])"))
    for operator, words in (
        (">=", r"since|seit|ab|depuis|desde"),
        ("<=", r"by|until|till|bis|d['’]ici(?: à)?|jusqu['’](?:à|au)|hasta|para"),
        ("<", r"before|vor|avant|antes del?"),
        (">", r"after|nach|après|después del?"),
    )
)
"""The prepositions before such a day or, for the first operator, another time."""
LAST_DAY: Final = {"since": "last {}", "seit": "letzten {}", "depuis": "{} dernier", "desde": "{} pasado"}
"""The past weekday for each preposition."""
WEEKDAY: Final = re.compile(rf"{_ENGLISH_DAYS}|{_GERMAN_DAYS}|{_FRENCH_DAYS}|{_SPANISH_DAYS}")
WHEN_CHINESE_DAY: Final = r"(?:周|星期|礼拜)[一二三四五六日天]"
CHINESE_LIMITS: Final = tuple(
    (operator, re.compile(before), re.compile(after))
    for operator, before, after in (
        (">=", r"自?从$|自$|$", r"^ ?以来"),
        (">=", r"自?从$|自$", r"^ ?(?:起|开始)?"),
        ("<", "", r"^ ?(?:之|以)?前"),
        (">", "", r"^ ?(?:之|以)?后"),
    )
)
"""The words before and after a time in Chinese that make it the limit of a range."""
LAST_DAY_CHINESE: Final = "上一个{}"
"""The past weekday with `以来` or `自从`, as in `LAST_DAY`; with `从` and `起` it may be the coming one."""

WHEN: Final = f"{WHEN_ENGLISH}|{WHEN_GERMAN}|{WHEN_FRENCH}|{WHEN_SPANISH}"
"""All but the Chinese ones, which have no blanks around them."""


# English, German, French, Spanish and Chinese. All but `CLEAR_TIME` are compared with text that `flatten_text`
# normalized: in lower case and without accents.

NOTE_WORDS = (
    r"(?:notes?|files?|pages?|documents?|entries|entry|notiz(?:en)?|datei(?:en)?|seiten?|dokumente?n?|eintrage?|"
    r"fichiers?|paginas?|notas?|archivos?|documentos?|entradas?)"
)
NOTE_LIST = re.compile(
    rf"\b(?:which|what|list|show|find|give|get|all|every|any|how many|count|number of|name|are there|do i have|"
    rf"welche[rsn]?|"
    rf"was fur|liste|auflisten|zeige?|finde|alle[nr]?|jede|wie ?viele?|anzahl|nenne?|gib|quel(?:le)?s|liste[rz]?|"
    rf"montre[rz]?|"
    rf"affiche[rz]?|trouve[rz]?|tou(?:te)?s|combien|nombre|donne|cuales|que|lista|listar|muestra(?:me)?|busca|"
    rf"encuentra|"
    rf"tod[ao]s|cuant[ao]s|numero|dame)\b.*\b{NOTE_WORDS}\b|^\W*(?:my |meine |mes |mis )?{NOTE_WORDS}\b|"
    r"(?:哪些|列出|显示|所有|全部|多少|几[篇个条]|找出|有什么).*(?:笔记|文件|页面|文档)|(?:笔记|文件|页面|文档).*(?:哪些|多少|几[篇个条])"
)
TASK_WORDS = r"tasks?|to ?dos?|action items?|aufgaben|todos|taches|tareas|pendientes"
OPEN_TASKS = re.compile(
    r"\b(?:open|unfinished|incomplete|undone|pending|outstanding|remaining|unchecked|left) (?:tasks?|to ?dos?|"
    r"action items?)\b|"
    r"\b(?:tasks?|to ?dos?|action items?) (?:that |which )?(?:are |is )?(?:still )?(?:open|unfinished|incomplete|"
    r"pending|undone|"
    r"not done|left|remaining)\b|\b(?:what|which|list|show|find|give|all|my|how many)(?: \w+){0,3} (?:tasks|to ?dos)\b|"
    r"\b(?:offenen?|unerledigten?|ausstehenden?) (?:aufgaben|todos|punkte)\b|\b(?:aufgaben|todos)\b.*\b(?:offen|"
    r"unerledigt)\b|"
    r"\b(?:welche|liste|zeige?|alle|meine|wie ?viele)(?: \w+){0,3} (?:aufgaben|todos)\b|"
    r"\btaches (?:ouvertes|en cours|en attente|a faire|inachevees|non (?:terminees|faites|cochees))\b|"
    r"\b(?:quelles|liste|montre|toutes|mes|combien)(?: \w+){0,3} taches\b|"
    r"\btareas (?:pendientes|abiertas|sin (?:hacer|terminar|completar)|por hacer)\b|"
    r"\b(?:que|cuales|lista|muestra|todas|mis|cuantas)(?: \w+){0,3} tareas\b|"
    r"未完成的?(?:任务|待办)|待办(?:事项|任务)?|(?:哪些|所有|列出|全部).*任务|任务.*(?:未完成|没完成)"
)
_DONE_GERMAN = r"(?:erledigt|fertig(?:gestellt)?|abgeschlossen|beendet|abgehakt)(?:en?|e[rs])?"
_DONE_FRENCH = r"(?:termine|fait|fini|acheve|coche|accompli)e?s"
_DONE_SPANISH = r"(?:hech|terminad|completad|acabad|finalizad)[ao]"
DONE = re.compile(
    r"\b(?:done|finished|completed|checked|closed|"
    r"(?:did|have) (?:i|we|you|they) (?:already )?(?:complete|finish)|(?:is|are) (?:already )?complete|"
    rf"{_DONE_GERMAN}|{_DONE_FRENCH}|{_DONE_SPANISH}s|(?:he|has|ha|hemos|han) {_DONE_SPANISH}|"
    r"(?<=tareas )(?:complete|termine|acabe|hice))\b|"
    r"(?<!未)已?完成的?(?:任务|待办)|(?<![没未])(?:已经?(?:完成|做完)|(?:完成|做完)了)"
)
NOT_DONE = re.compile(
    r"\b(?:(?<!should )(?<!must )(?<!should i )(?<!must i )(?:not|never)|(?:did|have|has|had|are|is|were|was|could)n t|"
    r"non) (?:(?:i|we|you|they|yet|been|being|got|gotten|get) ){0,4}"
    r"(?:done|finish(?:ed)?|completed?|checked|closed)\b|"
    rf"\b(?:nicht|noch nicht) {_DONE_GERMAN}\b|"
    rf"\b(?:pas|non|jamais) (?:(?:encore|ete) ){{0,2}}{_DONE_FRENCH}?\b|"
    r"\b(?:no|sin) (?:(?:se|he|has|ha|hemos|han|aun|todavia|estan?|fueron|sido) ){0,4}"
    rf"(?:{_DONE_SPANISH}s?|termine|acabe|hice|complete(?! (?:tasks?|to ?dos?|action))|"
    r"terminamos|acabamos|hicimos|completamos)\b|\bsin (?:hacer|terminar|completar|acabar)\b|"
    r"\b(?:to|must|should) be (?:done|finished|completed)\b|"
    r"\b(?:muss|mussen|soll|sollen|doivent|deben|tienen que) (?:(?:noch|heute|etre|ser|estar|aun|todavia) ){0,2}"
    r"(?:erledigt|abgeschlossen|fertig|faites|terminees|hechas|terminadas|completadas)(?: werden)?\b|"
    r"(?:(?<!有)没有?|[还尚并]未|未)(?:能)?(?:完成|做完)"
)
"""Words for tasks that are open: `not done`, `did I not complete`."""
_TO_DO_ENGLISH = (
    r"(?:(?:(?:get|have|be)(?: it| them| this| that)? )?(?:completed?|finish(?:ed)?)|"
    r"(?:get|have|be)(?: it| them| this| that)? (?:done|ready)|do|accomplish)"
)
_BEFORE_TO_DO_ENGLISH = r"(?: (?:i|we|you|they|still|yet|also|first|now|urgently|really|absolutely)\b){0,3}"
_TO_DO_GERMAN = (
    r"(?:(?:erledigen|abschlie(?:ß|ss)en|fertigstellen|beenden|abhaken|schaffen|tun|machen)|"
    rf"(?:{_DONE_GERMAN}|fertig|getan|gemacht) (?:werden|sein|haben|bekommen|kriegen|machen|stellen))"
)
_TO_DO_FRENCH = (
    r"(?:terminer|finir|achever|accomplir|completer|boucler|faire|"
    r"(?:avoir )?(?:ete|etre|avoir) (?:termine|fait|fini|acheve|coche|accompli)(?:e?s?)|"
    r"que (?:je|tu|nous|vous|j) (?:termine|finisse|fasse|acheve|accomplisse)(?:s|z)?)"
)
_TO_DO_SPANISH = (
    rf"(?:terminar|completar|acabar|finalizar|hacer|"
    rf"(?:(?:haber )?(?:ser|estar|sido|estado)|quedar|haber|tener) {_DONE_SPANISH}s?)"
)
_TO_DO_CHINESE = r"(?:完成|做完|做好|办完|办好|搞定|做)(?![了过])"
_BETWEEN = r"(?P<between>(?: \S+)*?)"
_OBLIGATIONS = tuple(
    map(
        re.compile,
        (
            # In English, German, French, Spanish and Chinese
            r"\b(?:(?<!did i )(?<!did we )(?<!did you )(?<!did they )(?:have|has|need|needs)(?: (?:i|we|you|they))?"
            r"(?: still)?(?: got)?|ought(?: i| we)?|(?:am|are|is)(?: i| we| you)? (?:supposed|required|meant|expected))"
            rf" to{_BEFORE_TO_DO_ENGLISH} {_TO_DO_ENGLISH}\b",
            rf"\b(?:must|should|shall)\b{_BEFORE_TO_DO_ENGLISH} {_TO_DO_ENGLISH}\b",
            r"\bneeds? (?:completing|finishing|doing)\b",
            rf"\b(?:(?:is|are|remains?|left) (?:still |yet )?|(?:{TASK_WORDS}|things?) )to (?:complete|finish|"
            r"accomplish|do|be (?:completed|finished|done))\b",
            r"\b(?:muss|musst|mussen|soll|sollst|sollen|sollte|sollten)\b"
            rf"{_BETWEEN} {_TO_DO_GERMAN}\b",
            rf"\b{_TO_DO_GERMAN} (?:muss|musst|mussen|soll|sollst|sollen|sollte|sollten)\b",
            r"\b(?:zu (?:erledigen|beenden|tun|machen)|fertigzustellen|abzuschlie(?:ß|ss)en|abzuhaken|"
            r"zu erledigenden?)\b",
            r"\b(?:dois|doit|doivent|devons|devez|devrais|devrait|devraient|devrions|faut|faudra|faudrait|"
            rf"besoin (?:de|d))\b{_BETWEEN} {_TO_DO_FRENCH}\b",
            r"\ba (?:terminer|finir|achever|accomplir|completer|boucler|faire)\b",
            r"\b(?:(?:tengo|tienes|tiene|tenemos|tienen|hay|habra) que|"
            r"deb(?:o|es|e|emos|en|eria|eriamos|erian)(?: de)?|"
            rf"necesit(?:o|as|a|amos|an)|(?:he|has|hemos|han) de)\b{_BETWEEN} {_TO_DO_SPANISH}\b",
            r"\b(?:quedan? )?(?:por|para) (?:terminar|completar|acabar|finalizar|hacer)\b",
            r"(?:必须|必需|需要|须要|应该|应当|须|(?<![重主需只不纪概摘提])要|(?<![觉记值获取懂显])得|"
            r"[该待](?=完成|做))"
            rf"(?P<between>[^了过已]{{0,20}}?){_TO_DO_CHINESE}",
        ),
    )
)
"""Words for tasks that are to be done: `What do I have to complete`, with the words between them."""
NOT_COMPLETED = re.compile(
    r"\bdid (?:i|we|you|they) (?:\w+ )?(?:have|need|want|plan|hope|intend|mean) to\b|"
    r"\b(?:had|want(?:ed)?|hope[ds]?|plan(?:s|ned)?|intend(?:s|ed)?|going|supposed|(?:was|were)(?: i| we)?) to "
    rf"{_TO_DO_ENGLISH}\b|"
    rf"\b(?:can|could|will|would|may|might)\b{_BEFORE_TO_DO_ENGLISH} {_TO_DO_ENGLISH}\b|"
    rf"\b{_DONE_GERMAN} (?:werden|sein)\b|\b(?:wird|werden|kann|konnen|will|wollen|mochten?)\b.*\b{_DONE_GERMAN}\b|"
    r"\b(?:etre|sera|seront|serait|seraient) (?:termine|fait|fini|acheve|coche|accompli)e?s?\b|"
    r"\b(?:ser|estar|sera|seran|estara|estaran|seria|serian|estaria|estarian|quedaran?) "
    rf"{_DONE_SPANISH}s?\b|"
    r"(?:(?<![可功性技智])能|可以|[我你们]会|将|(?<![思理梦])想(?!法)|打算|准备|本来|原本)[^了过已]{0,20}?(?:完成|做完)(?![了过])"
)
"""Words for completion that is possible, intended or in the future, or that was necessary: no completed tasks."""


def without_obligation(text: str) -> str | None:
    """Return the normalized *text* of a question without the words for tasks that are to be done; None if it has none.

    A verb and its auxiliary verb need not be adjacent: `Was muss ich bis Freitag erledigen`.
    """
    for pattern in _OBLIGATIONS:
        if match := pattern.search(text):
            between = match.groupdict().get("between") or ""
            return " ".join(f"{text[: match.start()]} {between} {text[match.end() :]}".split())
    return None


def without_open_state(text: str) -> str:
    """Return the normalized *text* of a question without the words for tasks that are open or to be done."""
    other_text = without_obligation(text)
    return " ".join(NOT_DONE.sub(" ", text if other_text is None else other_text).split())


TAGGED = re.compile(
    r"\b(?:tagged(?: with| as)?|(?:with|have|has|having|carry|under) (?:the |a )?(?:hash)?tags?|(?:hash)?tags?|"
    r"getaggt(?: mit| als)?|"
    r"markiert(?: mit| als)?|(?:mit|haben|tragen) (?:dem |den )?(?:tags?|schlagwort|schlagworten|schlagwortern|"
    r"stichwort)|"
    r"schlagwort|etiquete(?:e)?s?(?: avec| comme)?|(?:avec|portent|ont) (?:le |l |les )?(?:tags?|etiquettes?|mots? "
    r"cles?)|etiquettes?|"
    r"etiquetad[ao]s?(?: con| como)?|(?:con|tienen|llevan) (?:la |el |las )?(?:etiquetas?|tags?)|etiquetas?)\b|"
    r"标签(?:为|是|叫)?|标记(?:为|了)?"
)
_UNREAD_TAG = re.compile(
    r"\b(?:(?:tagged|getaggt|markiert|etiquetee?s?|etiquetad[ao]s?)(?: (?:with|as|mit|als|avec|comme|con|como))?"
    r"(?: (?:the|dem|den|l|la|le|el))?(?: tags?)?|(?:with|have|has|having|mit|haben|avec|ont|con|tienen) (?:any |des )?"
    r"(?:tags|schlagwortern?|etiquettes|etiquetas)|(?:the|das|dem) (?:hash)?tag|(?:das|dem) schlagwort|l etiquette|"
    r"la etiqueta)\b(?: (\w+))?|标签(?:为|是|叫)([a-z0-9]+)"
)
"""Words for tags, and the word after them."""


def unread_tag(text: str) -> str | None:
    """Return the word after words for tags in *text*, from which the tags of the vault were removed; empty if there is
    no word after them, None if there are no words for tags.
    """
    unread = _UNREAD_TAG.search(text)
    return next(filter(None, unread.groups()), "") if unread else None


IN_FOLDER = re.compile(
    r"\b(?:in|inside|from|under|within|of|im|in|aus|unter|dans|du|de|en|sous|bajo)(?: (?:or|oder|ou|o) (?:about|"
    r"uber|zu|sur|sobre))?"
    r"(?: (?:the|my|der|dem|den|meinem|le|la|mon|el|mi))?(?: (?:folder|directory|ordner|verzeichnis|dossier|"
    r"repertoire|carpeta))?"
    r"(?: (?:named|called|namens|nomme|llamada))? "
)
FOLDER_WORD = r"(?:folder|directory|ordner|verzeichnis|dossier|repertoire|carpeta)"
WITHOUT = re.compile(
    r"\b(?:without(?: any| a| an| the)?|with no|(?:have|has|having) no|(?:do|does) ?n ?[o']?t have(?: a| an| any)?|"
    r"(?:don|doesn) t have(?: a| an| any)?|lack(?:s|ing)?(?: a| an| the)?|missing(?: a| an| the)?|"
    r"(?:que )?no tienen?(?: una?| ning\w+)?|sin(?: ning\w+| una?)?|no|"
    r"ohne(?: eine?n?)?|(?:haben|hat|mit) keine?n?|keine?n?|sans(?: aucune?| une?| de)?|(?:n ont|n a) pas (?:de |d "
    r")?)\b ?|"
    r"(?<!有)没有|缺少|不带|无"
)
_DUE_NOUN = (
    r"(?:(?:due|target) dates?|deadlines?|due|falligkeit(?:s ?(?:datum|daten|termine?n?))?|fristen?|frist|"
    r"date (?:limite|d echeance)|echeances?|fecha (?:limite|de (?:vencimiento|entrega))|vencimientos?)\b|"
    r"到期(?:日期?|时间)|截止(?:日期?|时间)?"
)
NO_DUE_DATE = re.compile(rf"(?:{WITHOUT.pattern})(?:d )?(?:{_DUE_NOUN})")
NEGATION = re.compile(
    r"\b(?:not|non|n t|\w+n t|cannot|never|neither|nor|none|no|without|except|excluding|but|outside|"
    r"nicht|nie|niemals|kein\w*|ohne|weder|sondern|aber|au(?:ß|ss)er(?:halb)?|ausgenommen|"
    r"pas|jamais|ni|aucune?s?|sans|mais|sauf|hormis|hors|ne (?:\w+ )?plus|n \w+ plus|"
    r"(?:other|rather) than|instead|ander\w* als|(?:an)?statt|autres? que|au lieu|a part|distint[ao]s?|"
    r"(?:otr[ao]s?|diferentes?) (?:de|que|del|al?)|en (?:vez|lugar)|"
    r"nunca|tampoco|ningun\w*|sin|sino|pero|salvo|excepto|fuera)\b|"
    r"不|没|未(?!来)|[以之]外|(?<![特级类区识])别(?!名)|[而并]非|(?<!删)除(?:了|去|外|开)|但"
)
"""Words that negate or restrict a condition, if no condition includes them."""
DISJUNCTION = re.compile(r"\b(?:or|oder|ou|o|u)\b|或")
"""A conjunction of two conditions of which one is sufficient, if no condition includes it."""
_CONJUNCTION = r"(?:(?:but|and|aber|und|mais|et|pero|y) |但是?|而且?|并且?)?"
_NOT_ENGLISH = r"(?:(?:do|does|did|is|are|was|were|have|has) ?n?|don|doesn|didn|isn|aren|wasn|weren|haven|hasn) t|not"
_NOT = rf"(?:\b(?:{_NOT_ENGLISH}|nicht|pas|no|non) |(?:不|(?<!有)没有?|并?非))"
_OUTSIDE = (
    r"\b(?:outside(?: of)?|au(?:ß|ss)erhalb(?: von| des)?|(?:en )?(?:de)?hors(?: de| du)?|fuera del?) "
    r"(?:(?:the|dem|le|la|el) )?(?:(?:folder|ordners?|dossier|carpeta) )?"
)
OUTSIDE = re.compile(rf"(?:{_OUTSIDE})$")
"""A preposition before a folder that excludes it."""
NOT_BEFORE = re.compile(
    rf"{_CONJUNCTION}(?:{_NOT}"
    r"(?:(?:yet|noch|encore|aun|currently|stored|saved|kept|filed|located|abgelegt|gespeichert|rangees?|contenues|esta|"
    r"estan|es|son|se|encuentran?|guardad[ao]s?) |是|位于|放|存)*|"
    rf"{_OUTSIDE})$"
)
"""A negation at the end of the text before a folder or a value, with the words between them."""
NOT_BEFORE_PROPERTY = re.compile(
    rf"{_CONJUNCTION}{_NOT}(?:(?:have|having|with|haben|mit|avec|con|tienen) |带有?)?"
    r"(?:(?:the|an?|das|den|dem|die|einen?|l|la|le|el|una?) )?$"
)
"""The same before the name of a property that a value follows: `nicht den Status done`."""
BEING_NOT = re.compile(
    r"^ ?(?:(?:is|are) ?(?:not|n t)|isn t|aren t|(?:ist|sind) nicht|n est pas|ne sont pas|no (?:es|son)|"
    r"不(?:是|为|叫)|并非) ?"
)
"""A negated verb between a word for tags and a tag."""
BUT_NOT = re.compile(
    rf"^ ?{_CONJUNCTION} ?{_NOT}(?:(?:tagged|with|getaggt|mit|avec|con|the|den|dem|das|l|la|el|tags?) |是)*"
)
"""A negation between two tags: `but not`."""
WITHOUT_BEFORE_TAG = re.compile(
    rf"{_CONJUNCTION}(?:{WITHOUT.pattern}|\b(?:not|(?:don|doesn|isn|aren) t|nicht|pas) )"
    r"(?:(?:the|das|dem|den|l|la|le|les|el|las|mit|avec|con|estan?|son|with) )*$"
)
"""The same at the end of the text before a word for tags: `not tagged`, `ohne das Schlagwort`."""
COPULA = re.compile(
    r"^(?:(?:property|eigenschaft|propriete|propiedad|属性) )?(?:(?:that|which|der|die|das|qui|que) )?"
    r"(?:(?:ne|n) |(?P<negated_before>no ))?"
    r"(?:is|are|equals?|equal to|set to|of|with|being|was|has|"
    r"ist|sind|gleich|auf|lautet|hat|"
    r"est|sont|egale?s? a|es|son|igual a|esta|的?(?:值)?(?:为|是|等于|有))? ?(?:set to |gesetzt auf |(?:the )?value |"
    r"dem wert |la valeur |el valor )?(?:(?P<negated>n t|not|nicht|kein|pas|no) |"
    r"(?P<negated_chinese>不(?:是|为|等于)) ?)?"
)
COMPARE: Final[tuple[tuple[str, re.Pattern[str]], ...]] = tuple(
    (operator, re.compile(rf"^(?:{words})\b ?"))
    for operator, words in (
        (">=", r"at least|no less than|from|since|mindestens|ab|seit|au moins|depuis|al menos|como minimo|desde|"
               r"至少|不少于"),
        ("<=", r"at most|no more than|up to|until|by|hochstens|bis(?: zum)?|au plus|jusqu au?|d ici|como mucho|hasta|"
               r"最多|不超过"),
        (">", r"(?:is |are )?(?:above|over|more than|greater than|higher than|larger than|better than|after|"
              r"later than)|"
              r"uber|mehr als|"
              r"grosser als|größer als|hoher als|besser als|nach|plus de|superieure? a|apres|mas de|mayor (?:que|de|"
              r"a)|superior a|despues del?|大于|超过|高于|多于"),
        ("<", r"(?:is |are )?(?:below|under|less than|lower than|smaller than|worse than|before|earlier than)|"
              r"unter|weniger als|kleiner als|"
              r"vor|moins de|inferieure? a|avant|menos de|menor (?:que|de|a)|inferior a|antes del?|"
              r"小于|低于|少于|不到"),
    )
)  # fmt: skip
ALIAS = re.compile(
    r"\b(?:alias(?:es)?|also (?:known|called) as|auch (?:bekannt|genannt) als|aussi (?:connue?s?|appelee?s?)|"
    r"tambien (?:conocid[ao]s?|llamad[ao]s?) como)\b"
    r"(?: (?:is|are|of|named|called|ist|lautet|est|es))?|别名(?:为|是|叫)?"
)
LINKS_TO = tuple(
    map(
        re.compile,
        (
            rf"(?P<negated>{_CONJUNCTION}\b(?:{_NOT_ENGLISH}|without|with no|(?:have|has|having|contain(?:s|ing)?) no) "
            r"(?:(?:yet|currently|have|contain|any|an?|the) )*)?"
            r"\b(?:link(?:s|ed|ing)?|point(?:s|ing)?|refer(?:s|ring)?) to ",
            r"\b(?:verlink(?:t|en)|verweis(?:t|en)|zeigen)(?P<negated> nicht)? auf ",
            rf"(?P<negated>{_CONJUNCTION}\b(?:ohne|(?:haben|hat|mit|enthalten|enthalt) keine?n?) (?:eine?n? )?)?"
            r"\b(?:links?|verweise?|verlinkung(?:en)?) (?:auf|zu[mr]?) ",
            rf"(?P<negated>{_CONJUNCTION}\bnicht )?\b(?:auf|mit) (?:(?:die|der) notiz )?(?P<target>\S.*?) "
            r"(?:verlink(?:t|en)|verweis(?:t|en)|zeigen)\b(?! auf)",
            rf"(?P<negated>{_CONJUNCTION}\b(?:ne |n )?(?:font|fait|ont|a|contien(?:nen)?t) pas |\bsans (?:aucun )?|"
            rf"{_CONJUNCTION}\bpas )?\b(?:(?:font|fait|ont|a|avec|contien(?:nen)?t) )?(?:un |de |des )?liens? "
            r"(?:vers|a) ",
            r"\b(?:pointe(?:nt)?|renvoi(?:e|ent)|mene(?:nt)?|(?:est|sont)(?= (?:pas )?liee?s?))(?P<negated> pas)?"
            r"(?: liee?s?)? (?:vers|a) ",
            rf"(?P<negated>{_CONJUNCTION}\b(?:no (?:(?:aun|todavia|estan?|tienen?|llevan?|contienen?) )*|sin )"
            r"(?:(?:ningun|un) )?)?\b(?:enlazan?|apuntan?|(?:enlazad|vinculad)[ao]s?|"
            r"(?:(?:tienen?|llevan?|contienen?|con) (?:un )?)?enlaces?) (?:a|al|con|hacia) ",
            rf"(?P<negated>{_CONJUNCTION}(?:(?<!有)并?没有?|并?未|不)(?:任何)?)?(?:链接|指向)(?:到|至)",
            rf"(?P<negated>{_CONJUNCTION}(?:(?<!有)没有|不含|不包含)(?:任何)?)?(?:有|带有|包含)?(?:指向|到) ?"
            r"(?P<target>\S.*?) ?的链接",
        ),
    )
)
"""The words for a link before the title of a note, or around it, with their negation."""
NEXT_LINK = re.compile(
    rf"^ ?(?:(?P<negated>{_CONJUNCTION}{_NOT})|(?:and|und|et|y) |和|并且?|"
    r"(?P<or>(?:or|nor|oder|noch|ou|ni|o|u) |或者?))"
    r"(?:(?:to|auf|mit|vers|a|al|hacia|con) |到)? ?"
)
"""The words before the title of another note of the same condition: `but not to`, `or`."""
WITHOUT_TARGET = re.compile(
    r"(?:any )?(?:links?|verweise?|enlaces?|liens?)\b(?! (?:to|auf|zu[mr]?|vers|al?|con|hacia)\b)|链接(?!到|至)"
)
"""A word for links without a note to which they lead."""
NEXT_CONDITION = re.compile(
    r" (?:and|but|und|aber|et|mais|y|pero)(?: (?:that|which|die|qui|que))? "
    r"(?:is|are|have|has|were|tagged|not|do|don|in|with|without|due|sind|ist|haben|hat|liegen|mit|nicht|ohne|getaggt|"
    r"sont|ont|ne|n|avec|sans|dans|estan?|tienen?|son|no|con|sin|en)\b|并|而且|且|但"
)
"""The beginning of another condition after the title of a note."""
ARTICLE_BEFORE_TIME = r"(?:(?:the|dem|den|der|des|l|la|les?|el|los|las) )?"
OVERDUE = re.compile(
    r"\b(?:overdue|past due|uberfallig(?:en?|e[rs])?|en retard|echue?s?|vencid[ao]s?|atrasad[ao]s?)\b|逾期|过期|超期"
)
DUE = re.compile(
    r"\b(?:due|fallig(?:en?|e[rs])?|(?:arriv\w+ )?a echeance|echeances?|(?:(?<=sont )|(?<=sont pas ))dues?|a rendre|"
    rf"vencen?|vencimientos?)\b|到期|截止|{OVERDUE.pattern}"
)
NOT_BEFORE_DATE: Final = (
    rf"{_CONJUNCTION}(?:\b(?:{_NOT_ENGLISH}|nicht|(?:arriv\w+ )?pas|non) "
    r"(?:(?:yet|currently|noch|encore|for|fur|am|pour) )*|"
    r"\bno (?:(?:aun|todavia|se|estan?|han|son|para) )*"
    r"(?=venc|atrasad|program|planific|planead|previst|empie|comien|inici)|"
    r"(?:(?<!有)没有?|[尚还]?未)(?=(?:逾期|过期|超期)(?!.*吗))|不(?:会|是)?在?)"
)
"""Words that negate the date of a task after them, as the beginning of a pattern."""
DUE_NAMES = (
    "due", "due date", "duedate", "deadline", "due on", "fallig", "fallig am", "faellig", "falligkeit", "frist",
    "echeance", "date limite", "vence", "vencimiento", "fecha limite", "到期", "到期日", "截止日期", "截止",
)  # fmt: skip
SCHEDULED = re.compile(
    r"\b(?:scheduled|planned|(?:ein)?geplant(?:en?|e[rs])?|angesetzt(?:en?|e[rs])?|prevue?s?|planifiee?s?|programmee?s?|"
    r"programad[ao]s?|planificad[ao]s?|planead[ao]s?|previst[ao]s?)(?: (?:for|fur|pour|para))?\b|计划|安排|排期"
)
SCHEDULED_NAMES = (
    "scheduled", "scheduled date", "planned", "geplant", "geplant am", "prevu", "date prevue", "planifie", "programado",
    "fecha programada", "计划", "计划日期",
)  # fmt: skip
START = re.compile(
    r"\b(?:starts?|starting|begins?|beginning|beginn(?:t|en)|start(?:et|en)|commence(?:nt)?|debute(?:nt)?|empiezan?|comienzan?|"
    r"inician?)\b|开始"
)
START_NAMES = (
    "start", "start date", "startdate", "starts", "beginn", "startdatum", "debut", "date de debut", "inicio",
    "fecha de inicio", "开始", "开始日期",
)  # fmt: skip
COMPLETED = re.compile(
    r"\b(?:(?:get|got|gotten) (?:done|finished)|completed?|done|finish(?:ed)?|erledigt(?:en?|e[rs])?|"
    r"abgeschlossen(?:en?|e[rs])?|fertig(?:gestellt|en?|e[rs])?|terminee?s?|finie?s?|achevee?s?|faite?s?|"
    r"completad[ao]s?|terminad[ao]s?|hech[ao]s?|acabe|acabad[ao]s?)\b|完成"
)

TaskState = Literal["open", "done"]


class TaskDate(NamedTuple):
    """A date of tasks, and how a question names it."""

    field: str
    """The field of a task in `query_notes`, in every language."""
    pattern: re.Pattern[str]
    property_names: tuple[str, ...]
    """Names of the property of notes for it, in lower case without accents."""
    state: TaskState = "open"
    """The tasks that are requested with this date."""


DUE_DATE = TaskDate("due", DUE, DUE_NAMES)
OTHER_DATES = (
    TaskDate("scheduled", SCHEDULED, SCHEDULED_NAMES),
    TaskDate("start", START, START_NAMES),
    TaskDate("completion", COMPLETED, COMPLETED_NAMES, "done"),
)

WROTE = re.compile(r"wrote|written|schrieb|geschrieben|verfasste?|ecrit|escribio|escrito")
WHO_WROTE = re.compile(
    rf"\b(?:who|by whom|wer|von wem|qui|par qui|quien|por quien)\b.*\b(?:{WROTE.pattern})\b"
    r"(?! (?:about|on|uber|von|sur|sobre|de)\b)"
)
WHO_WROTE_CHINESE = re.compile(
    r"(?:这[本部篇首]\w{0,2}|一书)?(?:是|由)[谁誰](?:写|寫|著|撰写|撰寫|创作|創作)(?:的|了)?|"
    r"[谁誰](?:写|寫|著|撰写|撰寫|创作|創作)(?:了|的)?(?!\s*(?:关于|關於|有关|有關))|"
    r"的?作者(?:是[谁誰]|叫什么(?:名字)?|叫什麼(?:名字)?)|[谁誰]是(?=.*的?作者)|的作者(?=\W*$)"
)
AUTHOR_NAMES = (
    "author", "authors", "autor", "autorin", "autoren", "verfasser", "auteur", "autrice", "auteurs", "autora",
    "autores", "writer", "作者",
)  # fmt: skip
_PRONOUNS = (
    "we you he she they it did ich wir ihr sie er es man du je nous vous ils elles elle il on tu yo nosotros nosotras "
    "ellos ellas ella usted ustedes"
)
PRONOUNS = frozenset(_PRONOUNS.split())
"""Pronouns before a verb, and `did`, after which `I` is left out because of its length."""
COUNT_WORDS = (
    # Verbs and other words of such questions, in addition to the stop words.
    "which what list show find give get all every any count number name names there have has do does did is are be "
    "been "
    "belong belongs stored saved kept filed contain contains exist exists carry carries marked labelled labeled lie "
    "lies "
    "sit currently existing present total altogether vault whose property properties value values set tell many files "
    "due be held put down still open tasks task todo todos items action folder directory tag tags tagged notes note me "
    "kept lying located living inside entries pages documents right next worden han sido "
    "welche liste zeige zeig finde alle anzahl nenne gib liegen liegt enthalten gibt besitzen tragen abgelegt "
    "gespeichert "
    "befinden gehoren eigenschaft eigenschaften wert werte deren dessen stehen ordner verzeichnis aufgaben offen "
    "offene "
    "offenen noch insgesamt vorhanden habe hat dateien seiten fallig werden fehlt fehlen "
    "quelles quels liste montre affiche trouve toutes tous combien nombre donne trouvent contenues contient portent "
    "existent rangees sont ont ai dossier propriete proprietes valeur dont taches ouvertes faire encore total y a t il "
    "cuales lista muestra busca encuentra todas todos cuantas cuantos hay dame contienen llevan existen guardadas "
    "estan "
    "tienen tengo carpeta propiedad propiedades valor cuyo cuya tareas pendientes abiertas total quedan son aun todavia"
)
CJK_FILLERS = re.compile(
    "哪些|列出|显示|所有|全部|多少|几[篇个条]|找出|笔记|文件夹|文件|页面|文档|属性|标签|标记|带有|带|有|的|了|在|里面|里|中|下|是|为|我|个|篇|"
    "条|任务|待办事项|待办|未完成|没有|已经|吗|呢|请|什么|哪|个|都|还|到期|截止|含有|包含|和|与|或"
)
NUMBER = re.compile(r"^-?\d+(?:[.,]\d+)?\b")


LIST_WORD = re.compile(
    r"\b(?:which|what|list|show|find|all|every|how many|number of|my|welche[rsn]?|liste|zeige?|finde|alle[nr]?|"
    r"wie ?viele?|anzahl|"
    r"meine|quel(?:le)?s|liste[rz]?|montre[rz]?|tou(?:te)?s|combien|mes|que|cuales|lista|muestra|tod[ao]s|"
    r"cuant[ao]s|mis)"
    r"(?: (?:me|the|of|my|mir|die|der|das|meine[nr]?|les|des|de|mes|los|las|mis))* (\w+)"
)
LIST_WORD_CHINESE = re.compile(
    r"(?:所有|全部|哪些|列出|显示|多少个?|几个)(?:我的|的)?(\w+?)"
    r"(?=$|[ a-z0-9]|的|把|将|没|不|未|有|是|在|里|中|都|还|链接)"
)
"""The same in Chinese, where the words are not separated."""

CLEAR_TIME = re.compile(
    r"\d|\b(?:today|yesterday|last|this|past|previous|heute|gestern|vorgestern|letzte[nsrm]?|vergangene[nsrm]?|"
    r"vorige[nsrm]?|"
    r"diese[nsrm]?|aujourd|hier|dernier|dernière|passée?|cette|ce|hoy|ayer|anteayer|pasad[oa]|última|est[ea])\b|"
    r"^(?:in|im|en|au|on|am)\b|[昨前今上这本去]"
)

TASK_ADJECTIVES = (
    r"unfinished|incomplete|undone|pending|outstanding|remaining|unchecked|left|done|finished|completed|checked|closed|"
    r"unerledigte?n?|ausstehenden?|erledigte?n?|fertige?n?|punkte|en|cours|attente|inachevees|terminees|faites|cochees|"
    r"finies|sin|hacer|terminar|completar|por|hechas|terminadas|completadas|erledigen|没有?完成"
)

FILLER = re.compile(
    r"^(?:(?:as|with|the|a|an|any|by|called|named|either|both|mit|als|dem|den|der|die|das|ein|eine|avec|le|la|les|"
    r"une?|comme|con|como|el|"
    r"los|las|una|tag|property|eigenschaft|propriete|propiedad|of|de|du|d|l) )*(?:的|为|是|有)?"
)

FOLDER_CONJUNCTION = re.compile(
    rf"^ ?(?:(?:and|or|nor|und|oder|noch|et|ou|ni|y|o|u) |和|与|或者?|及)(?:{IN_FOLDER.pattern})?"
)
"""A conjunction between two folders: `or in`."""

AND = re.compile(r"^ ?(?:and(?: also)?|und|et|y|e|as well as|sowie|和|与)(?: (?:the|der|die|le|la|el))? ?")

OR = re.compile(r"^ ?(?:or|oder|ou|o|u|或者?)(?: (?:the|der|die|le|la|el))? ?")

CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
HAVING = re.compile(
    r"(?:\b(?:with|have|has|having|mit|haben|hat|avec|ont|con|tienen|tiene)"
    r"(?: an?| the| eine?[nrms]?| une?| una?| el| la| le)?|有|带)\s*$"
)

# What an answer has to contain.

NUMBER_QUESTION = re.compile(
    r"\b(?:how (?:many|much|old|long|far|loud|big|tall|high|heavy|hot|warm|cold|fast|deep|wide|thick|large|often|"
    r"small)|"
    r"(?:what|which) (?:\w+ )?"
    r"(?:price|costs?|number|temperature|percentage|size|amount|rate|rating|age|budget|score|phone)|"
    r"wie ?viele?|"
    r"wie (?:lange?|laut|alt|hoch|gross|groß|breit|tief|schwer|weit|teuer|schnell|warm|heiss|heiß|kalt|oft|dick|klein)|"
    r"welche[rsnm]? (?:nummer|temperatur|preis|betrag|grosse|größe)|combien|"
    r"quel(?:le)?s? (?:est (?:le|la|l)\W?\s?)?(?:prix|temperature|température|nombre|numero|numéro|taille|age|âge|cout|"
    r"coût|montant|budget)|cuant[oa]s?|cuánt[oa]s?|que (?:precio|temperatura|numero|tamano|edad)|"
    r"cual es (?:el|la) (?:precio|numero|temperatura|tamano|edad|presupuesto))\b|多少|几|多[长大高重远久快深宽厚]"
)
"""A question whose answer has a number."""

UNITS = tuple(
    (re.compile(rf"\b(?:{asked})\b|{signs}"), re.compile(units))
    for asked, signs, units in (
        (r"loud|laut|bruyante?|fort|ruidos[oa]|noisy", "响|吵", r"\d\s?dba?\b|\d\s?db\(a\)|decibel|dezibel|分贝"),
        (r"heavy|schwer|lourde?|pesad[oa]|weigh", "重", r"\d\s?(?:k?g|t|lbs?|kilos?|tonn|pfund)\b|公斤|千克|克|吨"),
        (r"hot|warm|cold|heiß|heiss|kalt|chaude?|froide?|caliente|temperatur[ea]?", "热|温度",
         r"\d\s?°|\bgrade?s?\b|degr|度"),
        (r"teuer|costs?|kostet|price|preis|combien coute|cuesta|precio|prix", "多少钱|价格",
         r"[€$£¥]|\b(?:eur|euros?|usd|chf|gbp|dollars?|pounds?|francs?|franken)\b|元|块|欧"),
        (r"far|high|tall|deep|wide|thick|hoch|tief|breit|dick|weit|haute?|profonde?|large|alt[oa]|ancho",
         "多[高深宽厚远]",
         r"\d\s?(?:[cmk]?m|inch|feet|ft|meter|metres?|metros?|kilom\w*|miles?)\b|\d\s?[\"″]|米|公里"),
    )
)  # fmt: skip
"""Requested quantities, and the units that identify them."""
DATE_QUESTION = re.compile(
    r"\b(?:when|what (?:date|day|time|year|month)|which (?:date|day|year|month)|wann|"
    r"(?:an )?welche[rsnm]? (?:datum|tag|jahr|monat|uhrzeit)|quand|quel(?:le)? (?:date|jour|annee|année|mois|heure)|"
    r"a quelle heure|cuando|cuándo|que (?:dia|fecha|ano|mes|hora)|a que hora)\b|何时|什么时候|哪[天年]|几[月号点]"
)
"""A question whose answer has a date or time."""

NUMERAL = re.compile(
    r"\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twice|half|zwei|drei|vier|funf|sechs|sieben|"
    r"acht|neun|zehn|elf|zwolf|halb|deux|trois|quatre|cinq|sept|huit|neuf|dix|onze|douze|moitie|dos|tres|cuatro|cinco|"
    r"seis|siete|ocho|nueve|diez|once|doce|mitad)\b|[一二三四五六七八九十百千两半]"
)
"""A number: a sentence with one may answer `NUMBER_QUESTION`."""

TIME_WORD = re.compile(
    rf"\d|\b(?:{_ENGLISH_DAYS}|{_GERMAN_DAYS}|{_FRENCH_DAYS}|{_SPANISH_DAYS}|"
    rf"{_ENGLISH_MONTHS}|{_GERMAN_MONTHS}|{_FRENCH_MONTHS}|{_SPANISH_MONTHS}|"
    r"spring|summer|autumn|winter|fruhling|sommer|herbst|printemps|ete|automne|hiver|primavera|verano|otono|invierno)\b|"
    r"[一二三四五六七八九十]月|周[一二三四五六日]|[春夏秋冬]"
)
"""A day, month, season or digit: a sentence with one may answer `DATE_QUESTION`."""
