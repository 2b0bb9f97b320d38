"""Generated notes and queries, with a reference implementation of the search language.

The reference implementation knows lines, blocks, sections and tasks of a note from its construction instead of parsing,
and compares in the simplest way. The search language is tested against it.
"""

import json
from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st

from vaultdesk.index.search_query import (
    AllOf,
    AnyOf,
    HasProperty,
    MatchCase,
    Negation,
    NoValue,
    QueryNode,
    SearchWord,
    Within,
)

WORDS = ("ab", "ba", "Ab", "c1", "Straße", "STRASSE", "Éa", "x-y", "日本", "#t", "u_v")
"""Few words, so that they coincide: in other cases, inside each other, in other scripts."""

NAMES = ("Ab", "Note c1", "Éa note", "x-y", "deep")
TAGS = ("t", "t/u", "tt", "Work")
VALUES: tuple[Any, ...] = ("ab", "Ab ba", "c1", 5, 7.5, True, None, "", ["ab", "x-y"], [])


@dataclass(frozen=True)
class GeneratedBlock:
    """A block of a note's text."""

    kind: str
    """`paragraph`, `item`, `todo`, `done`, `quote`, `code`, `table` or `heading`."""
    lines: tuple[str, ...]

    def text(self) -> str:
        match self.kind:
            case "paragraph":
                return "\n".join(self.lines)
            case "item":
                return "- " + "\n  ".join(self.lines)
            case "todo":
                return "- [ ] " + "\n  ".join(self.lines)
            case "done":
                return "* [x] " + "\n  ".join(self.lines)
            case "quote":
                return "> " + "\n> ".join(self.lines)
            case "code":
                return "```\n" + "\n\n".join(self.lines) + "\n```"
            case "table":
                return "\n".join(f"| {line} |" for line in self.lines)
            case _:
                return f"## {self.lines[0]}"


@dataclass(frozen=True)
class GeneratedNote:
    """A note described by its blocks and properties."""

    path: str
    properties: dict[str, Any] = field(default_factory=dict)
    blocks: tuple[GeneratedBlock, ...] = ()

    @property
    def head(self) -> str:
        if not self.properties:
            return ""
        return "---\n" + "".join(f"{key}: {json.dumps(value)}\n" for key, value in self.properties.items()) + "---\n"

    @property
    def text(self) -> str:
        return self.head + "\n\n".join(block.text() for block in self.blocks)

    @property
    def tags(self) -> set[str]:
        return {tag.casefold() for tag in self.properties.get("tags", ())} | {
            "t" for block in self.blocks if block.kind != "code" for word in block.text().split() if word == "#t"
        }

    def regions(self, scope: str) -> list[str]:
        match scope:
            case "line":
                return self.text.split("\n")
            case "block":
                return ([self.head] if self.head else []) + [block.text() for block in self.blocks]
            case "section":
                sections = [self.head]
                for block in self.blocks:
                    if block.kind == "heading":
                        sections.append("")
                    sections[-1] += block.text() + "\n\n"
                return sections[1:] if len(sections) > 1 and not sections[0] else sections
            case _:
                kinds = {"task": ("todo", "done"), "task-todo": ("todo",), "task-done": ("done",)}[scope]
                return [block.text() for block in self.blocks if block.kind in kinds]


def matches(
    note: GeneratedNote, node: QueryNode, text: str | None = None, names: tuple[str, ...] = (), exactly: bool = False
) -> bool:
    """Return whether *node* matches *note*: words are searched in *text* and *names*."""
    match node:
        case SearchWord():
            return any(contains(part, node.text, exactly) for part in ((text or ""), *names))
        case AllOf():
            return all(matches(note, part, text, names, exactly) for part in node.nodes)
        case AnyOf():
            return any(matches(note, part, text, names, exactly) for part in node.nodes)
        case Negation():
            return not matches(note, node.node, text, names, exactly)
        case MatchCase():
            return matches(note, node.node, text, names, node.case_sensitive)
        case Within(scope="tag"):
            assert isinstance(node.node, SearchWord)
            tag_key = node.node.text.removeprefix("#").casefold()
            return any(tag == tag_key or tag.startswith(tag_key + "/") for tag in note.tags)
        case Within(scope="file"):
            return matches(note, node.node, None, (note.path.split("/")[-1].removesuffix(".md"),), exactly)
        case Within(scope="path"):
            return matches(note, node.node, None, (note.path,), exactly)
        case Within(scope="content"):
            return matches(note, node.node, text, (), exactly)
        case Within():
            return any(matches(note, node.node, region, (), exactly) for region in note.regions(node.scope))
        case HasProperty():
            assert isinstance(node.name, SearchWord)
            values_of_name = [value for key, value in note.properties.items() if is_equal(key, node.name.text, exactly)]
            return any(node.value is None or matches_value(value, node.value, exactly) for value in values_of_name)
        case _:
            raise AssertionError(node)


def matches_value(value: Any, node: QueryNode, exactly: bool) -> bool:
    items = value if isinstance(value, list) else [value]
    match node:
        case NoValue():
            return value is None
        case AnyOf():
            return any(matches_value(value, part, exactly) for part in node.nodes)
        case AllOf():
            return all(matches_value(value, part, exactly) for part in node.nodes)
        case SearchWord():
            return any(_is_item(item, node, exactly) for item in items)
        case _:
            raise AssertionError(node)


def _is_item(item: Any, word: SearchWord, exactly: bool) -> bool:
    match item:
        case None:
            return False
        case bool():
            return word.text.casefold() == str(item).casefold()
        case int() | float():
            return word.text == str(item)
        case _:
            return (is_equal if word.phrase else contains)(item, word.text, exactly)


def contains(text: str, word: str, exactly: bool) -> bool:
    return word in text if exactly else word.casefold() in text.casefold()


def is_equal(text: str, word: str, exactly: bool) -> bool:
    return word == text if exactly else word.casefold() == text.casefold()


def query_text(node: QueryNode) -> str:
    """Return *node* in query syntax."""
    match node:
        case SearchWord():
            return '"' + node.text.replace('"', '\\"') + '"' if node.phrase else node.text
        case AllOf():
            return "(" + " ".join(query_text(part) for part in node.nodes) + ")"
        case AnyOf():
            return "(" + " OR ".join(query_text(part) for part in node.nodes) + ")"
        case Negation():
            return "-" + query_text(node.node)
        case MatchCase():
            return ("match-case:" if node.case_sensitive else "ignore-case:") + _argument(node.node)
        case Within():
            return f"{node.scope}:{_argument(node.node)}"
        case HasProperty():
            return f"[{query_text(node.name)}{'' if node.value is None else ':' + query_text(node.value)}]"
        case NoValue():
            return "null"
        case _:
            raise AssertionError(node)


def _argument(node: QueryNode) -> str:
    return f"({query_text(node)})" if isinstance(node, Negation) else query_text(node)


lines = st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map(" ".join)
blocks = st.builds(
    GeneratedBlock,
    st.sampled_from(["paragraph", "item", "todo", "done", "quote", "code", "table", "heading"]),
    st.lists(lines, min_size=1, max_size=3).map(tuple),
)
properties = st.fixed_dictionaries(
    {},
    optional={
        "status": st.sampled_from(VALUES),
        "Two words": st.sampled_from(VALUES),
        "tags": st.lists(st.sampled_from(TAGS), max_size=2, unique=True),
    },
)


@st.composite
def notes(draw: st.DrawFn) -> list[GeneratedNote]:
    """A small vault."""
    paths = draw(
        st.lists(
            st.builds(
                lambda folder, name, n: f"{folder}{name} {n}.md",
                st.sampled_from(["", "ab/", "c1/"]),
                st.sampled_from(NAMES),
                st.integers(0, 3),
            ),
            min_size=1,
            max_size=6,
            unique_by=str.casefold,
        )
    )
    return [GeneratedNote(path, draw(properties), tuple(draw(st.lists(blocks, max_size=6)))) for path in paths]


words = st.one_of(
    st.builds(SearchWord, st.sampled_from(WORDS)),
    st.builds(SearchWord, st.lists(st.sampled_from(WORDS), min_size=1, max_size=2).map(" ".join), st.just(True)),
)
values = st.one_of(
    st.builds(SearchWord, st.sampled_from(["ab", "AB", "5", "7.5", "true", "x-y", "b"]), st.booleans()),
    st.just(NoValue()),
)
property_nodes = st.builds(
    HasProperty,
    st.builds(SearchWord, st.sampled_from(["status", "STATUS", "two words", "none"]), st.just(True)),
    st.one_of(st.none(), values, st.builds(lambda a, b: AnyOf((a, b)), values, values)),
)
tagged = st.builds(lambda tag: Within("tag", SearchWord(tag)), st.sampled_from(["#t", "t", "T/U", "work", "#w"]))


_leaves = st.one_of(words, words, property_nodes, tagged)


def _combined(inner: st.SearchStrategy[QueryNode]) -> st.SearchStrategy[QueryNode]:
    return st.one_of(
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: AllOf(tuple(parts))),
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: AnyOf(tuple(parts))),
        inner.map(lambda node: node.node if isinstance(node, Negation) else Negation(node)),
        st.builds(MatchCase, st.booleans(), inner),
    )


def searches() -> st.SearchStrategy[QueryNode]:
    """Return any query without patterns. Regions inside other regions are left out; they have tests of their own."""
    terms = st.recursive(_leaves, _combined, max_leaves=4)
    scopes = st.sampled_from(["file", "path", "content", "line", "block", "section", "task", "task-todo", "task-done"])
    within_scope = st.builds(lambda scope, part: Within(scope, part), scopes, terms)
    return st.recursive(st.one_of(_leaves, within_scope, within_scope), _combined, max_leaves=5)
