"""Search for tools by category or by keywords in the languages of the window, and the tool `find_tools`."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import ClassVar, TypeVar

from pydantic import Field, JsonValue

from vaultdesk.core.phrases import Phrase
from vaultdesk.tools.argument_schema import tool_definition
from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.tools.tool import AnyTool, Effect, Parameters, Tool, ToolOutput, Visibility

T = TypeVar("T")

CATEGORIES: Mapping[str, Phrase] = {
    "search": Phrase("Searching"),
    "notes": Phrase("Reading notes"),
    "graph": Phrase("Links"),
    "edits": Phrase("Writing notes"),
    "metadata": Phrase("Properties and tags"),
    "bulk": Phrase("Many notes at once"),
    "memory": Phrase("Memory"),
    "vocabulary": Phrase("Vocabulary"),
    "time": Phrase("Time"),
    "conversation": Phrase("Conversation"),
    "web": Phrase("Web"),
    "toolsets": Phrase("From other packages"),
}
"""The categories of tools with their titles, in display order."""

GROUPS: Mapping[str, tuple[str, ...]] = {
    "vault": ("notes", "graph", "edits", "bulk"),
    "system": ("memory", "vocabulary", "time", "conversation"),
}
"""Groups of several categories."""


def category_names() -> tuple[str, ...]:
    """Return every name by which tools can be selected."""
    return (*CATEGORIES, *GROUPS)


def by_category(tools: Iterable[T], category_of: Callable[[T], str], selection: str = "") -> dict[str, list[T]]:
    """Return *tools* by category, in the order of `CATEGORIES`; only those of *selection*, a category or a group.

    Raises `KeyError` for a name that is neither.
    """
    categories = GROUPS.get(selection, (selection,)) if selection else tuple(CATEGORIES)
    if unknown := [name for name in categories if name not in CATEGORIES]:
        raise KeyError(*unknown)
    found: dict[str, list[T]] = {name: [] for name in CATEGORIES if name in categories}
    for tool in tools:
        if (name := category_of(tool)) in found:
            found[name].append(tool)
    return {name: members for name, members in found.items() if members}


def tool_matches(tool: AnyTool | type[AnyTool], category: str, words: Sequence[str], *display_texts: str) -> bool:
    """Return whether every one of *words* occurs in the texts of *tool*, in its *category*, or in *display_texts*.

    *display_texts* are in the user's language.
    """
    known = (tool.name, *tool.aliases, tool.display_name, tool.purpose, tool.description, tool.effect)
    text = " ".join((*known, category, CATEGORIES.get(category, ""), *display_texts)).casefold()
    return all(word in text for word in map(str.casefold, words))


# Word prefixes in English, German, Spanish, French and Chinese. They only decide which tools are in a request; a call
# to any other permitted tool is executed too.

TOOL_WORDS: Mapping[str, str] = {
    "vault_search": "substring",
    "search_notes": "tagged #",
    "query_notes": (
        "how-many count compar table propert statist wie-viele zähl tabelle eigenschaft vergleich cuánt cuent tabla "
        "propiedad compara combien compte tableau propriété 多少 数量 统计 表格 属性 比较 dataview"
    ),
    "query_base": ".base bases base-view base-ansicht vista-de-base vue-de-base 数据库视图",
    "list_notes": "list-notes folder ordner dossier carpeta 文件夹",
    "get_file_tree": "tree structure folders baum struktur arbor estructura árbol 目录 结构",
    "get_links": "backlink links-to linked verlinkt verweis enlac lien 链接 反向链接",
    "graph": "graph orphan hub neighbour neighbor waise huérfan orphelin 图谱 孤立",
    "write_note": (
        "write create note-down draft jot save-as schreib erstell notier verfass leg-an entwirf escrib crea redact "
        "anota écris crée rédige note-ça 写 创建 新建 记下 起草"
    ),
    "edit_note": (
        "edit chang rewrit updat append add insert fix correct replac rephras shorten translat änder überarbeit ergänz "
        "füg korrigier ersetz umformulier kürz übersetz aktualisier trag cambi edita añad agreg correg corrij reemplaz "
        "reescrib traduc acort actualiz modifi ajout corrig remplac réécri raccourc mets-à-jour 修改 编辑 添加 更新 "
        "改写 追加 替换 翻译 缩短"
    ),
    "rename_note": "rename move umbenenn umbenannt verschieb renombr muev mover renomm déplac 重命名 改名 移动",
    "delete_note": "delet remove-note trash lösch papierkorb borra elimin papelera supprim corbeille 删除 回收站",
    "update_frontmatter": ("frontmatter set-propert propert eigenschaft status-auf propiedad propriété 属性 元数据"),
    "add_tags": "tag-it add-tag add-the-tag verschlagwort schlagwort etiquet étiquet 标签 加标签",
    "remove_tags": "remove-tag remove-the-tag untag tag-entfern quita-etiquet retire-étiquet 移除标签",
    "bulk_update": (
        "all-notes every-note all-my-notes bulk alle-notizen sämtlich todas-las-notas toutes-les-notes 所有笔记 "
        "全部笔记 批量"
    ),
    "apply_template": "template vorlage plantilla modèle 模板",
    "daily_note": (
        "daily-note today's-note journal diary tagesnotiz tagebuch nota-diaria diario note-du-jour quotidien 日记 每日"
    ),
    "add_vocabulary": "vocabular vokab vocabulario vocabulaire 生词 单词 词汇",
    "get_current_time": "what-time time-is-it clock timezone time-zone uhrzeit spät-ist qué-hora heure 几点 时间",
    "pomodoro": "pomodoro timer focus fokus temporizador minuteur 番茄 计时",
    "remember": "remember-that keep-in-mind merk-dir merke-dir recuerda-que retiens souviens-toi 记住",
    "recall": (
        "earlier-chat last-time you-said we-talked told-you letztes-mal letzten-chat früheren-chat la-última-vez "
        "dernière-fois 上次 之前聊"
    ),
    "index_vault": "index reindex indexier reindex indexa indexe 索引",
    "ask_user": "ask-me frag-mich pregúntame demande-moi 问我",
    "web_search": "web internet online google im-netz en-línea en-ligne 网上 网络 互联网 上网",
    "fetch_page": "http:// https:// webpage website webseite página-web page-web 网页",
    "youtube_transcription": "youtube youtu.be video vídeo vidéo 视频",
}
"""Word prefixes by tool name, separated by spaces; a hyphen is a space within one."""

KnownTool = TypeVar("KnownTool", AnyTool, type[AnyTool])

MAX_FOUND = 4
"""Maximum number of tools returned by `fitting_tools`."""

_WORD = re.compile(r"[^\W_]+")
_MIN_PREFIX = 4


def named_tools(text: str, tools: Iterable[KnownTool]) -> tuple[KnownTool, ...]:
    """Return those of *tools* with keywords in the question *text*, the one with most keywords first."""
    spaced = f" {' '.join(text.casefold().split())}"
    scored = [(_stems_in(spaced, tool.name), tool) for tool in tools]
    return tuple(tool for score, tool in sorted(scored, key=lambda pair: -pair[0]) if score)


def fitting_tools(words: str, tools: Sequence[KnownTool]) -> tuple[KnownTool, ...]:
    """Return those of *tools* that match a description in a few *words*, best first, at most `MAX_FOUND`."""
    query_words = {word for word in _WORD.findall(words.casefold()) if len(word) > 2 or not word.isascii()}
    spaced = f" {' '.join(words.casefold().split())}"
    scored: list[tuple[float, KnownTool]] = []
    for tool in tools:
        if tool.name in words.casefold().split():
            scored.append((100.0, tool))
            continue
        score = 3.0 * _stems_in(spaced, tool.name)
        for weight, text in (
            (4.0, f"{tool.name.replace('_', ' ')} {' '.join(tool.aliases)}"),
            (2.0, f"{tool.display_name} {tool.brief} {CATEGORIES.get(tool.category, '')}"),
            (1.0, f"{tool.description} {tool.purpose}"),
        ):
            known = set(_WORD.findall(text.casefold()))
            score += weight * sum(any(_same_word(word, known_word) for known_word in known) for word in query_words)
        scored.append((score, tool))
    scored.sort(key=lambda pair: -pair[0])
    best = scored[0][0] if scored else 0.0
    return tuple(tool for score, tool in scored[:MAX_FOUND] if score and score >= best / 3)


def _stems_in(spaced: str, name: str) -> int:
    """Return how many prefixes of the tool *name* occur in *spaced*, each at the start of a word."""
    stems = (stem.replace("-", " ") for stem in TOOL_WORDS.get(name, "").split())
    return sum(stem in spaced if not stem.isascii() and _is_chinese(stem) else f" {stem}" in spaced for stem in stems)


def _is_chinese(text: str) -> bool:
    return "\u3400" <= text[0] <= "\u9fff"


def _same_word(first: str, second: str) -> bool:
    """Return whether two words are equal, or one is a prefix of the other with `_MIN_PREFIX` characters or more."""
    if first == second:
        return True
    shorter, longer = sorted((first, second), key=len)
    return len(shorter) >= _MIN_PREFIX and longer.startswith(shorter)


MAX_SHOWN_WORDS = 80
"""Maximum number of characters of the words shown in a step line."""


class FindToolsParameters(Parameters):
    """Parameters of `find_tools`."""

    words: str = Field(
        min_length=1, max_length=300, description="What the tool should do, for example: delete a note; search the web."
    )


class FindTools(Tool[FindToolsParameters]):
    """Returns matching tools with their schemas; they are part of later requests."""

    name: ClassVar[str] = "find_tools"
    display_name: ClassVar[Phrase] = Phrase("Find tools")
    purpose: ClassVar[Phrase] = Phrase("looks up which of its tools the model can use for a task; reads no notes.")
    description: ClassVar[str] = (
        "Find more tools by what they should do. Returns matching tools with their parameters; call them next. Use "
        "this if no tool you have fits: rename, move, delete or tag notes, set properties, change many notes at "
        "once, tables and counts, links, daily notes, templates, memory, the web."
    )
    brief: ClassVar[str] = (
        "Find more tools: rename, move, delete, tag, properties, tables and counts, links, daily note, templates, "
        "memory, web. Then call a tool it returns."
    )
    category: ClassVar[str] = "conversation"
    effect: ClassVar[Effect] = "none"
    lists_tools: ClassVar[bool] = True
    parameters: ClassVar[type[Parameters]] = FindToolsParameters
    examples: ClassVar[tuple[Mapping[str, JsonValue], ...]] = ({"words": "delete a note"},)

    async def run(self, arguments: FindToolsParameters, visibility: Visibility) -> ToolOutput:
        """Search the tools that the caller may use; without a match, list all of them."""
        tools = tuple(tool for tool in visibility.tools if not tool.lists_tools)
        found = fitting_tools(arguments.words, tools)
        if not found:
            return ToolOutput([{"name": tool.name, "description": tool.brief} for tool in tools])
        definitions = map(tool_definition, found)
        return ToolOutput([
            {"name": definition.name, "description": definition.description, "parameters": dict(definition.parameters)}
            for definition in definitions
        ])  # fmt: skip

    def summary(self, arguments: FindToolsParameters) -> Phrase:
        """Return the words in quotes."""
        return Phrase("“{0}”", sanitize_line(arguments.words, MAX_SHOWN_WORDS))
