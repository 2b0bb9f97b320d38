"""Note syntax as Obsidian documents and implements it; each row names its section of the compatibility facts."""

from dataclasses import dataclass

import pytest

from vaultdesk.index.indexing.entry_builder import inline_fields
from vaultdesk.vault.markdown.markdown_scanner import without_comments
from vaultdesk.vault.markdown.note import Note, parse_note
from vaultdesk.vault.note_path import NotePath

JSON_FRONTMATTER = '---\n{"tags": ["a"], "n": 1}\n---\n'


@dataclass(frozen=True)
class Row:
    """A text and the expected parse results; None where the row does not check them."""

    section: str
    text: str
    links: list[str] | None = None
    tags: list[str] | None = None
    headings: list[str] | None = None
    blocks: list[str] | None = None
    properties: dict[str, object] | None = None
    aliases: list[str] | None = None
    inline: list[tuple[str, object]] | None = None


TABLE = [
    # Links and embeds.
    Row("E.1 two syntaxes", "[[Name]] [[Name.md]] [t](Name%20x) [t](x.md)", ["Name", "Name.md", "Name x", "x.md"]),
    Row("E.1 folder paths", "[[Projects/Name]] [t](Projects/Name.md)", ["Projects/Name", "Projects/Name.md"]),
    Row("E.1 subpath from the first #", "[[Note#H1#H2]]", ["Note#H1#H2"]),
    Row("E.1 display after the first bar", "[[Note|a|b]] [[Note]]", ["Note", "Note"]),
    Row("E.1 bar in a table", "| x |\n| - |\n| [[Note\\|s]] [[B]] |", ["Note", "B"]),
    Row("E.1 heading of the same note", "[[#Heading]]", ["#Heading"]),
    Row("E.1 block link", "[[Note#^id-1]] [[#^x]]", ["Note#^id-1", "#^x"]),
    Row("E.1 block id of a paragraph", "words ^one-1", blocks=["one-1"]),
    Row("E.1 block id after a list", "- a\n- b\n\n^list\n\nmore", blocks=["list"]),
    Row("E.1 block id of an item", "- a ^first\n- b", blocks=["first"]),
    Row("E.1 block id on an indented line", "- a\n  ^first\n", blocks=["first"]),
    Row("E.1 ids are Latin letters, digits, -", "a ^né\nb ^x_y\nc ^ok-2", blocks=["ok-2"]),
    Row("E.1 other kinds need their ending", "[[Figure 1.png]] [[x.base]] [[x.canvas]]",
        ["Figure 1.png", "x.base", "x.canvas"]),
    Row("E.1 embeds", "![[Note#H]] ![[img.png|100]] ![[a.pdf#page=3]] ![[x.base#View]]",
        ["!Note#H", "!img.png", "!a.pdf#page=3", "!x.base#View"]),
    Row("E.1 size of an outside picture", "![250](https://x.org/a.png)", ["!https://x.org/a.png"]),
    Row("E.1 links in properties", '---\nup: "[[Home]]"\nall: ["[[A|x]]", "b [[C#d]]"]\n---\n', ["Home", "A", "C#d"]),
    Row("E.1 links in properties come first", '---\nup: "[[Home]]"\n---\n[[Body]]', ["Home", "Body"]),
    Row("E.1 search embed", "```query\n[[No]] #no\n```\n[[Yes]]", ["Yes"], []),
    Row("E.1 nothing named", "[[]] [[ ]] [t]() [[|x]]", []),
    Row("E.1 marks in a name", "[[a]b]] [[c]]", ["a]b", "c"]),
    Row("E.1 encoded # is part of the name", "[t](a%23b.md#c)", ["a#b.md#c"]),
    # Tags.
    Row("E.2 characters", "#a_b-c/d #été #日本 #☕", tags=["a_b-c/d", "été", "日本", "☕"]),
    Row("E.2 digits alone are none", "#1984 #y1984", tags=["y1984"]),
    Row("E.2 nested", "#a/b/c #a/", tags=["a/b/c", "a"]),
    Row("E.2 case is of no matter, the first one counts", "#Tag #tag #TAG", tags=["Tag"]),
    Row("E.2 properties as a list, with # and without", "---\ntags:\n  - a\n  - '#b'\n---\n", tags=["a", "b"]),
    Row("E.2 properties as a text", "---\ntags: a, b c\n---\n", tags=["a", "b", "c"]),
    Row("E.2 the old name `tag`", "---\ntag: a\n---\n", tags=["a"]),
    Row("E.2 both together", "---\ntags: [a]\n---\n#b #A", tags=["a", "b"]),
    Row("E.2 not in code", "`#a` ``#b`` \n```\n#c\n```\n~~~\n#d\n~~~\n#e", tags=["e"]),
    Row("E.2 not in comments", "%%#a%% %%\n#b\n%% #c", tags=["c"]),
    Row("E.2 not in addresses", "https://x.org/#a <https://x.org/ #b> #c", tags=["b", "c"]),
    Row("E.2 not in texts of properties", "---\ntitle: '#no'\nnote: x #no\n---\n#yes", tags=["yes"]),
    Row("E.2 what stands before it", "x#a (#b) [#c] #d\n#e\t#f", tags=["d", "e", "f"]),
    Row("E.2 what ends it", "#a, #b. #c; #d! #e'", tags=["a", "b", "c", "d", "e"]),
    # Properties.
    Row("E.3 the first line, nothing before it", "\n---\na: 1\n---\n", properties={}),
    Row("E.3 a mark of the byte order before it", "\ufeff---\na: 1\n---\n", properties={}),
    Row("E.3 no end, no properties", "---\na: 1\n", properties={}),
    Row("E.3 JSON is YAML", JSON_FRONTMATTER, properties={"tags": ["a"], "n": 1}, tags=["a"]),
    Row("E.3 types", "---\na: x\nb: [1, y]\nc: 2.5\nd: true\ne: 2020-08-21\nf: 2020-08-21T10:00:00\n---\n",
        properties={"a": "x", "b": [1, "y"], "c": 2.5, "d": True, "e": "2020-08-21", "f": "2020-08-21T10:00:00"}),
    Row("E.3 an empty value is undecided", "---\na:\nb: ~\n---\n", properties={"a": None, "b": None}),
    Row("E.3 no YAML 1.1 surprise", "---\na: yes\nb: 012\nc: on\nd: 1_000\n---\n",
        properties={"a": "yes", "b": "012", "c": "on", "d": "1_000"}),
    Row("E.3 aliases", "---\naliases: [One, Two three]\nalias: Four\n---\n", aliases=["One", "Two three", "Four"]),
    Row("E.3 names are unique", "---\na: 1\na: 2\n---\n", properties={}),
    Row("E.3 objects stay what they are", "---\na:\n  b: [1, {c: d}]\n---\n",
        properties={"a": {"b": [1, {"c": "d"}]}}),
    Row("E.3 values are atomic", "---\na: '**b** [t](x.md)'\n---\n", ["x.md"], properties={"a": "**b** [t](x.md)"}),
    Row("E.3 anchors and tags are not read", "---\na: &x 1\nb: *x\n---\n", properties={}),
    # Other syntax.
    Row("E.4 callouts", "> [!note]- Title [[A]]\n> # no heading\n> #tag\n> > [!tip]\n> > [[B]]",
        ["A", "B"], ["tag"], []),
    Row("E.4 comment in a line", "a %%[[No]]%% [[Yes]]", ["Yes"]),
    Row("E.4 comment over lines", "%%\n[[No]]\n# No\n%%\n# Yes", [], headings=["Yes"]),
    Row("E.4 a lone %% hides nothing", "100%% [[Yes]]", ["Yes"]),
    Row("E.4 highlights and struck text", "==[[A]]== ~~[[B]] #c~~", ["A", "B"], ["c"]),
    Row("E.4 footnotes", "a[^1] ^[inline [[A]]]\n\n[^1]: see [[B]]", ["A", "B"]),
    Row("E.4 tasks in any state", "- [ ] [[A]] #a\n- [x] [[B]]\n- [-] [[C]]\n- [?] #d", ["A", "B", "C"], ["a", "d"]),
    Row("E.4 formulas", "$[[x]] #y$ $$\n#z\n$$ [[A]]", ["A"], []),
    Row("E.4 money is no formula", "costs $5 [[A]] and $6 #b", ["A"], ["b"]),
    Row("E.4 mermaid", "```mermaid\ngraph\nA[[No]]\n```\n[[Yes]]", ["Yes"]),
    Row("E.4 HTML block", "<div>\n[[No]] #no\n</div>\n\n[[Yes]]", ["Yes"], []),
    Row("E.4 HTML in a line", '<a href="[[No]]">[[Yes]]</a>', ["Yes"]),
    Row("E.4 HTML comment", "<!-- [[No]] -->[[Yes]]", ["Yes"]),
    Row("E.4 templates", "# {{title}}\n[[{{date}}]]", ["{{date}}"], headings=["{{title}}"]),
    Row("E.4 escaped marks", "\\#a \\[[No]] \\`[[Yes]]\\`", ["Yes"], []),
    Row("E.4 headings", "# A\n## B ##\n#no\n####### seven\n\nC\n===\nD\n---", headings=["A", "B", "C", "D"]),
    Row("E.4 a line across is no heading", "a\n\n---\n\n- b\n---", headings=[]),
    Row("E.4 code by its indent", "text\n\n    [[No]]\n\n[[Yes]]", ["Yes"]),
    Row("E.4 code in a quote ends with it", "> ```\n> [[No]]\n\n[[Yes]]", ["Yes"]),
    Row("E.4 code in code", "````\n```\n[[No]]\n```\n````\n[[Yes]]", ["Yes"]),
    # Dataview's inline fields.
    Row("E.8 a whole line", "Key:: value", inline=[("Key", "value")]),
    Row("E.8 the key's marks are dropped", "**Bold Key**:: x", inline=[("Bold Key", "x")]),
    Row("E.8 in a text", "It is [a:: 1] and (b:: 2) so", inline=[("a", 1), ("b", 2)]),
    Row("E.8 brackets in brackets", "[a:: x [y] z]", inline=[("a", "x [y] z")]),
    Row("E.8 values", "a::\n\nb:: true\n\nc:: 1.5\n\nd:: [[X]], 2\n\ne:: x, y",
        inline=[("a", None), ("b", True), ("c", 1.5), ("d", ["[[X]]", 2]), ("e", "x, y")]),
    Row("E.8 of a task, not of the note", "- [ ] do [due:: 2024-01-01]\n- it [k:: v]", inline=[("k", "v")]),
    Row("E.8 a link in one is a link", "up:: [[Home]]", ["Home"], inline=[("up", "[[Home]]")]),
    Row("E.8 not in code", "```\na:: b\n```\n~~~\nc:: d\n~~~", inline=[]),
    Row("E.8 not in comments", "%%\na:: b\n%%\nc:: d", inline=[("c", "d")]),
    Row("E.8 a chat's role is one", "role::user", inline=[("role", "user")]),
]  # fmt: skip


def _links(note: Note) -> list[str]:
    return [
        ("!" if link.embed else "") + link.target + (f"#{link.subpath}" if link.subpath else "") for link in note.links
    ]


@pytest.mark.parametrize("row", TABLE, ids=[row.section for row in TABLE])
def test_note_is_parsed_as_by_obsidian(row: Row) -> None:
    note = parse_note(NotePath("Note.md"), row.text)
    found: dict[str, object] = {
        "links": _links(note),
        "tags": list(note.tags),
        "headings": [heading.text for heading in note.headings],
        "blocks": [block.id for block in note.blocks],
        "properties": note.properties,
        "aliases": list(note.aliases),
        "inline": list(inline_fields(without_comments(note.body))),
    }
    expected = {name: getattr(row, name) for name in found if getattr(row, name) is not None}
    assert expected
    assert {name: found[name] for name in expected} == expected


def test_table_covers_all_sections_with_at_least_sixty_rows() -> None:
    sections = {row.section.partition(" ")[0] for row in TABLE}
    assert sections >= {"E.1", "E.2", "E.3", "E.4", "E.8"}
    assert len(TABLE) >= 60
