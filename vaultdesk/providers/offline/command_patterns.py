"""Patterns of commands for the offline assistant, in English, German, French, Spanish and Chinese.

Each pattern is matched against a whole sentence. The groups have the same names in every language.
"""

import re
from functools import cache
from typing import Final, Literal

from vaultdesk.providers.offline.question_patterns import (
    WHEN_CHINESE,
    WHEN_ENGLISH,
    WHEN_FRENCH,
    WHEN_GERMAN,
    WHEN_SPANISH,
)

CommandKind = Literal[
    "add",
    "time",
    "pomodoro",
    "status",
    "wrote",
    "wrote_about",
    "recall",
    "remember",
    "set",
    "save",
    "research",
    "create",
]

_POLITE = r"(?:(?:please|bitte|hey|hi|can you|could you|kannst du|könntest du)[, ]+){0,2}"
_POLITE_FRENCH = r"(?:(?:s['’]il (?:te|vous) pla[iî]t|stp|svp|peux-tu|pourrais-tu|pouvez-vous)[, ]+){0,2}"
_POLITE_SPANISH = r"(?:(?:por favor|oye|puedes|podr[ií]as)[, ]+){0,2}"
_POLITE_CHINESE = r"(?:(?:请|麻烦你?|帮我|你?能不能|可以)\s*){0,2}"

_WHEN = rf"(?P<when>{WHEN_ENGLISH})"
_WHEN_GERMAN = rf"(?P<when>{WHEN_GERMAN})"
_WHEN_FRENCH = rf"(?P<when>{WHEN_FRENCH})"
_WHEN_SPANISH = rf"(?P<when>{WHEN_SPANISH})"
_WHEN_CHINESE = rf"(?P<when>{WHEN_CHINESE})"
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
    "set": (
        rf"{_POLITE}(?:set|change|put|make)\s+(?:the\s+|their\s+|its\s+)?(?:property\s+)?(?P<property>[^,]{{1,60}}?)"
        r"(?:\s+(?:of|for|in|on)\s+(?P<notes>.{1,200}?))?\s+(?:to|as|=)\s+(?P<value>[^,]{1,100})",
        rf"{_POLITE}(?:setze?|stelle?|ändere?)\s+(?:bitte\s+)?(?:(?:den|die|das|ihren|ihre|"
        rf"deren)\s+)?(?P<property>[^,]{{1,60}}?)"
        r"(?:\s+(?:(?:von|für|bei|der|in)\s+|(?=(?:aller|dieser)\s))(?P<notes>.{1,200}?))?"
        # In `aller Notizen in Projekte auf erledigt`, the first `in` belongs to the notes.
        r"\s+(?:auf|zu|in(?!\s+\S.{0,200}\s(?:auf|zu)\s))\s+(?P<value>[^,]{1,100})",
        # In `toutes les notes en Projets à fait`, the first `en` belongs to the notes.
        rf"{_POLITE_FRENCH}(?:mets|mettre|change[rz]?|définis|passe[rz]?)\s+(?:(?:le|la|leur|"
        r"l['’])\s*)?(?P<property>(?:(?!\s(?:à|comme|sur|en)\s)[^,]){1,60}?)"
        r"\s+(?:de|des|pour|dans)\s+(?P<notes>(?:tou(?:te)?s|les|mes|notes)\b.{0,200}?)"
        r"\s+(?:à|comme|(?:sur|en)(?!\s+\S.{0,200}\s(?:à|comme|sur|en)\s))\s+(?P<value>[^,]{1,100})",
        rf"{_POLITE_FRENCH}(?:mets|mettre|change[rz]?|définis|passe[rz]?)\s+(?:(?:le|la|leur|"
        rf"l['’])\s*)?(?P<property>[^,]{{1,60}}?)"
        r"(?:\s+(?:de|des|pour|dans)\s+(?P<notes>.{1,200}?))?\s+(?:à|sur|en|comme)\s+(?P<value>[^,]{1,100})",
        rf"{_POLITE_SPANISH}(?:pon|poner|cambia|cambiar|establece|marca)\s+(?:(?:el|la|"
        r"su)\s+)?(?P<property>(?:(?!\s(?:a|como|en)\s)[^,]){1,60}?)"
        r"\s+(?:de|del|para|en)\s+(?P<notes>(?:tod[ao]s|las|los|mis|notas)\b.{0,200}?)"
        r"\s+(?:a|como|en(?!\s+\S.{0,200}\s(?:a|como|en)\s))\s+(?P<value>[^,]{1,100})",
        rf"{_POLITE_SPANISH}(?:pon|poner|cambia|cambiar|establece|marca)\s+(?:(?:el|la|"
        rf"su)\s+)?(?P<property>[^,]{{1,60}}?)"
        r"(?:\s+(?:de|del|para|en)\s+(?P<notes>.{1,200}?))?\s+(?:a|como|en)\s+(?P<value>[^,]{1,100})",
        rf"{_POLITE_CHINESE}(?:在|对|给|为)(?P<notes>[^把将]{{1,200}}?)(?:里面?|中)?[，,]?\s*(?:把|将)\s*"
        r"(?P<property>[^的\s]{1,60}?)\s*(?:设置?|改|更改)(?:为|成|到)\s*(?P<value>.{1,100})",
        rf"{_POLITE_CHINESE}(?:把|将)?\s*(?:(?P<notes>.{{1,200}}?)的)?(?P<property>[^的\s]{{1,60}}?)\s*(?:设置?|改|更改)(?:为|"
        rf"成|到)\s*(?P<value>.{{1,100}})",
    ),
    "save": (
        rf"{_POLITE}(?:save|keep|write|put)\s+(?:this|that|it|the (?:answer|summary|last answer|result))\s+(?:down\s+)?"
        r"(?:as|in|into|to)\s+(?:a\s+|the\s+)?(?:new\s+)?note(?:[\s,:]+(?:called|named|titled|with the "
        r"name))?(?:\s+(?P<name>.{1,120}))?",
        rf"{_POLITE}(?:speichere?|sichere?|schreibe?)\s+(?:bitte\s+)?(?:das|es|die antwort|die zusammenfassung|"
        rf"dies)\s+(?:bitte\s+)?"
        r"(?:als|in)\s+(?:eine\s+|der\s+|die\s+)?(?:neuen?\s+)?notiz(?:[\s,:]+(?:namens|mit dem namen|unter dem "
        r"namen))?(?:\s+(?P<name>.{1,120}?))?(?:\s+ab)?",
        rf"{_POLITE_FRENCH}(?:enregistre|sauvegarde|garde|note)[rz]?(?:-le|-la)?\s*(?:ça|cela|ceci|la réponse|le "
        rf"résumé)?\s*(?:comme|dans|en)\s+"
        r"(?:une\s+|la\s+)?(?:nouvelle\s+)?note(?:[\s,:]+(?:nommée|appelée|intitulée))?(?:\s+(?P<name>.{1,120}))?",
        rf"{_POLITE_SPANISH}(?:guarda|guárda|guardar|anota)(?:lo|la)?\s*(?:esto|eso|la respuesta|el "
        rf"resumen)?\s*(?:como|en)\s+(?:una\s+|la\s+)?"
        r"(?:nueva\s+)?nota(?:[\s,:]+(?:llamada|titulada|con el nombre))?(?:\s+(?P<name>.{1,120}))?",
        rf"{_POLITE_CHINESE}(?:把)?(?:这个?|它|答案|回答|总结|摘要)?\s*(?:保存|存)(?:为|成|到)(?:一[篇个条])?(?:新)?"
        r"笔记(?:[，,：: ]*(?:名为|叫|"
        rf"标题为)?\s*(?P<name>.{{1,120}}))?",
    ),
    "research": (
        rf"{_POLITE}(?:(?:find|collect|gather|search)\s+(?:all\s+|the\s+|"
        rf"my\s+)*notes\s+(?:that\s+)?(?:mention(?:ing)?|about|on|with)\s+(?P<found>.{{2,200}}?)"
        r"\s*(?:,\s*)?(?:and|then)\s+(?:summari[sz]e|give me a summary|write a summary)(?:\s+(?:them|what .{1,80}?))?|"
        r"(?:summari[sz]e|sum up)\s+(?:what (?:i (?:have )?(?:learned|learnt|know|wrote|noted)|my notes (?:say|"
        r"tell))|(?:all\s+|the\s+)?(?:my\s+)?notes)\s+"
        r"(?:about|on|of|regarding)\s+(?P<topic>.{2,200}?)|"
        r"(?:research|investigate)\s+(?P<researched>.{2,200}?)(?:\s+in my (?:notes|vault))?|"
        r"(?:make|write|create|give me)\s+(?:a|an|the)\s+(?:summary|overview|digest)\s+(?:of|about|on)\s+(?:what my "
        r"notes say (?:about|on)\s+|my notes (?:about|on)\s+)?(?P<overview>.{2,200}?))"
        r"(?P<save>\s*(?:,\s*)?(?:and\s+)?(?:save|write|put|store|keep)\s+(?:it|that|this|the summary|the "
        r"result)(?:\s+down)?(?:\s+(?:as|in|into|to)\s+(?:a\s+)?(?:new\s+)?(?:note)?)?"
        r"(?:\s*(?:called|named|titled))?(?:\s*(?P<name>.{1,120}))?)?",
        rf"{_POLITE}(?:(?:fasse?)\s+(?:bitte\s+)?(?:(?:zusammen,?\s+)?was (?:ich|meine notizen|in meinen "
        rf"notizen)\s+(?:über|zu[mr]?|von)\s+(?P<topic>.{{2,200}}?)"
        r"(?:\s+(?:weiß|gelernt habe|geschrieben habe|sagen|steht|zusammen))*|"
        r"(?:alle\s+)?(?:meine\s+)?notizen\s+(?:über|zu[mr]?|von)\s+(?P<found>.{2,200}?)\s+zusammen)|"
        r"(?:recherchiere?)\s+(?P<researched>.{2,200}?)(?:\s+in meinen notizen)?|"
        r"(?:erstelle?|schreibe?|mache?|gib mir)\s+(?:eine\s+)?(?:zusammenfassung|übersicht)\s+(?:über|zu[mr]?|von|"
        r"aus meinen notizen (?:über|zu[mr]?))\s+(?P<overview>.{2,200}?))"
        r"(?P<save>\s*,?\s*(?:und\s+)?(?:speichere?|sichere?)\s+(?:es|das|sie|die zusammenfassung)\s*(?:als|in|"
        r"unter)\s+(?:einer?\s+)?(?:neuen?\s+)?(?:notiz)?"
        r"(?:\s*(?:namens|mit dem namen))?(?:\s*(?P<name>.{1,120}?))?(?:\s+ab)?)?",
        rf"{_POLITE_FRENCH}(?:résume[rz]?\s+(?:(?:toutes\s+)?mes notes|ce que (?:je sais|j['’]ai (?:appris|noté|"
        rf"écrit)|disent mes notes))\s+(?:sur|à propos de|au sujet de)\s+(?P<topic>.{{2,200}}?)|"
        r"(?:fais|fait|rédige|écris|donne-moi)\s+(?:une?|le|la)\s+(?:résumé|synthèse|aperçu)\s+(?:de mes notes sur|"
        r"sur|de|à propos de)\s+(?P<overview>.{2,200}?)|"
        r"(?:recherche|cherche)[rz]?\s+(?P<researched>.{2,200}?)\s+dans mes notes(?:\s+et résume.{0,40}?)?)"
        r"(?P<save>\s*,?\s*(?:et\s+)?(?:enregistre|sauvegarde)[rz]?(?:-le|-la)?\s*(?:comme|dans|sous|"
        r"en)\s+(?:une\s+)?(?:nouvelle\s+)?(?:note)?(?:\s*(?:nommée|appelée|intitulée))?(?:\s*(?P<name>.{1,120}))?)?",
        rf"{_POLITE_SPANISH}(?:resume\s+(?:(?:todas\s+)?mis notas|lo que (?:sé|he aprendido|he escrito|dicen mis "
        rf"notas))\s+(?:sobre|acerca de)\s+(?P<topic>.{{2,200}}?)|"
        r"(?:haz|escribe|dame|prepara)\s+(?:un|una|el)\s+(?:resumen|síntesis)\s+(?:de mis notas sobre|sobre|"
        r"de)\s+(?P<overview>.{2,200}?)|"
        r"investiga\s+(?P<researched>.{2,200}?)(?:\s+en mis notas)?)"
        r"(?P<save>\s*,?\s*(?:y\s+)?(?:guarda|guárda)(?:lo|la)?\s*(?:como|"
        r"en)\s+(?:una\s+)?(?:nueva\s+)?(?:nota)?(?:\s*(?:llamada|titulada))?(?:\s*(?P<name>.{1,120}))?)?",
        rf"{_POLITE_CHINESE}(?:总结|汇总|概括|归纳)(?:一下)?(?:我)?(?:的)?(?:所有)?(?:关于|有关)?(?P<topic>.{{1,200}}?)(?:的)?(?:笔记|内容|"
        rf"知识)?"
        r"(?P<save>[，,]?\s*(?:并且?|然后)?(?:把它)?(?:保存|存)(?:为|成|到)(?:一[篇个条])?(?:新)?"
        r"(?:笔记)?(?:[，,：: ]*(?:名为|"
        r"叫)?\s*(?P<name>.{1,120}))?)?",
    ),
    "create": (
        rf"{_POLITE}(?:create|make|start|add|write|open|new)\s+(?:me\s+)?(?:an?\s+|"
        rf"the\s+)?(?:new\s+)?(?P<kind>[\w-]{{2,40}}\s+)?note(?P<rest>\b.{{0,300}})",
        rf"{_POLITE}(?:erstelle?|lege?|mache?|schreibe?|beginne?)\s+(?:mir\s+)?(?:bitte\s+)?(?:eine\s+|"
        rf"die\s+)?(?:neue\s+)?(?P<kind>[\w-]{{2,40}}?)[-\s]?notiz(?P<rest>\b.{{0,300}}?)(?:\s+an)?",
        rf"{_POLITE_FRENCH}(?:crée|créer|créez|fais|faire|rédige|écris|prépare)\s+(?:moi\s+)?(?:une\s+|"
        rf"la\s+)?(?:nouvelle\s+)?note(?:\s+(?:de|d['’])\s*(?P<kind>[\w-]{{2,40}}))?(?P<rest>(?:\s.{{0,300}})?)",
        rf"{_POLITE_SPANISH}(?:crea|crear|haz|hacer|escribe|prepara)\s+(?:una\s+|"
        rf"la\s+)?(?:nueva\s+)?nota(?:\s+de\s+(?P<kind>[\w-]{{2,40}}))?(?P<rest>(?:\s.{{0,300}})?)",
        rf"{_POLITE_CHINESE}(?P<before>(?:用|使用|根据|按照).{{1,60}}?模板)?\s*(?:创建|新建|写|"
        rf"建)(?:一[篇个条])?(?:新的?)?(?P<rest>.{{0,200}}?)(?P<kind>会议|读书|学习|项目|工作|旅行)?笔记(?P<after>.{{0,200}})",
    ),
}


# Parts of a command that creates a note.

TEMPLATE_PART = re.compile(
    r"\s*\b(?:from|using|with|after|by)\s+(?:the\s+|my\s+|an?\s+)?(?:template\s+(?P<a>[^,]{1,60}?)|"
    r"(?P<b>[^,]{1,60}?)\s+template)(?=$|,|\s+(?:in|about|on|for|with|called|named|titled)\b)|"
    r"\s*\b(?:aus|mit|nach|von)\s+(?:der\s+|meiner\s+|einer\s+)?(?:vorlage\s+(?P<c>[^,]{1,60}?)|"
    r"(?P<d>[^,\s]{1,60}?)[- ]?vorlage)(?=$|,|\s+(?:im|in|über|zu[mr]?|mit|namens)\b)|"
    r"\s*\b(?:à partir du|avec le|selon le|d['’]après le)\s+modèle\s+(?P<e>[^,]{1,60}?)(?=$|,|\s+(?:dans|sur|à "
    r"propos|avec|nommée|appelée|intitulée)\b)|"
    r"\s*\b(?:a partir de|con|desde|usando|según)\s+(?:la\s+)?plantilla\s+(?P<f>[^,]{1,60}?)(?=$|,|\s+(?:en|sobre|"
    r"con|llamada|titulada)\b)|"
    r"(?:用|使用|根据|按照)(?P<g>.{1,60}?)模板",
    re.IGNORECASE,
)
"""The template."""

FOLDER_PART = re.compile(
    r"\s*\b(?:in|into|under)\s+(?:the\s+|my\s+)?(?:folder\s+(?P<a>[^,]{1,100}?)|(?P<b>[^,]{1,100}?)\s+folder)(?=$|,|"
    r"\s+(?:about|on|for|with|called|named|titled|from|using)\b)|"
    r"\s*\b(?:im|in den|in dem|in meinen?m?)\s+ordner\s+(?P<c>[^,]{1,100}?)(?=$|,|\s+(?:über|zu[mr]?|mit|namens|"
    r"aus)\b)|"
    r"\s*\bdans\s+(?:le|mon)\s+dossier\s+(?P<d>[^,]{1,100}?)(?=$|,|\s+(?:sur|à propos|avec|nommée|appelée|intitulée|"
    r"à partir)\b)|"
    r"\s*\ben\s+(?:la|mi)\s+carpeta\s+(?P<e>[^,]{1,100}?)(?=$|,|\s+(?:sobre|con|llamada|titulada|a partir)\b)|"
    r"在?(?P<f>[^，,]{1,60}?)文件夹(?:里|中|下)?",
    re.IGNORECASE,
)
"""The folder."""

NAME_PART = re.compile(
    r"[\s,]*\b(?:called|named|titled|namens|mit dem (?:namen|titel)|nommée|appelée|intitulée|llamada|titulada|con "
    r"el (?:nombre|título))\s+[\"“„«]?(?P<a>[^\"”“»]{1,120})[\"”“»]?$|"
    r"(?:名为|叫做?|标题为)(?P<b>.{1,100})$",
    re.IGNORECASE,
)
"""The name."""

TOPIC_PART = re.compile(
    r"^[\s,]*(?:about|on|for|regarding|with|über|zu[mr]?|für|mit|sur|à propos de|au sujet de|pour|avec|sobre|acerca "
    r"de|para|con|关于|有关)?[\s:]*(?P<topic>.{1,200}?)的?$",
    re.IGNORECASE,
)
"""The topic."""

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
