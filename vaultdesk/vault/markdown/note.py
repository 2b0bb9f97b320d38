"""A parsed note: path, text, properties, headings, links and tags."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from vaultdesk.vault.frontmatter.frontmatter import (
    Frontmatter,
    JsonValue,
    properties_named,
    read_frontmatter,
    split_names,
    texts_in_value,
)
from vaultdesk.vault.markdown.link_syntax import Link, links_in_value, may_link
from vaultdesk.vault.markdown.markdown_scanner import BlockId, Heading, scan
from vaultdesk.vault.note_path import NotePath


@dataclass(frozen=True, slots=True)
class Note:
    """The parsed content of a note."""

    path: NotePath
    title: str
    """Its property `title` if it has one, else its file name."""
    text: str = field(repr=False)
    """The whole text, including frontmatter."""
    body_start: int
    """Start of the text after the frontmatter."""
    properties: dict[str, JsonValue]
    property_problem: str
    """The reason why the frontmatter cannot be read, as a sentence; empty if it can."""
    headings: tuple[Heading, ...]
    links: tuple[Link, ...]
    """Links in properties first, then those of the body, in order."""
    tags: tuple[str, ...]
    """Without `#`, each once in the spelling of its first occurrence; properties first."""
    aliases: tuple[str, ...]
    blocks: tuple[BlockId, ...]
    """Blocks with an id that a link can name."""

    @property
    def body(self) -> str:
        """The text after the frontmatter."""
        return self.text[self.body_start :]


def parse_note(path: NotePath, text: str) -> Note:
    """Return the parsed *text*; never raises."""
    frontmatter = read_frontmatter(text)
    found = scan(text, frontmatter.body_start)
    properties = frontmatter.properties
    own_title = next((value for value in properties_named(properties, "title") if isinstance(value, str)), "").strip()
    return Note(
        path=path,
        title=own_title or path.name,
        text=text,
        body_start=frontmatter.body_start,
        properties=properties,
        property_problem=frontmatter.problem,
        headings=found.headings,
        links=(*_links_in_frontmatter(text, frontmatter), *found.links)
        if may_link(text, frontmatter.body_start)
        else found.links,
        tags=_unique_tags((*_tags_in(properties), *found.tags)),
        aliases=tuple(
            [alias for value in properties_named(properties, "aliases", "alias") for alias in split_names(value, ",")]
        ),
        blocks=found.blocks,
    )


def _tags_in(properties: dict[str, JsonValue]) -> Iterator[str]:
    """Yield the tags in the properties; invalid ones are left out (vaultdesk/vault/README.md, "Tags")."""
    for value in properties_named(properties, "tags", "tag"):
        for word in split_names(value, ",\\s"):
            name = word.removeprefix("#").strip("/")
            if name and not name.isdigit() and not any(c.isspace() or c == "#" for c in name):
                yield name


def _links_in_frontmatter(text: str, frontmatter: Frontmatter) -> Iterator[Link]:
    """Yield the links in texts and lists of the properties (vaultdesk/vault/README.md, "Links").

    In properties that cannot be read, links are found by their brackets alone.
    """
    values: Iterable[str] = texts_in_value(dict(frontmatter.properties))
    if frontmatter.problem:
        values = (line for line in text[: frontmatter.body_start].split("\n") if not line.lstrip().startswith("#"))
    for value in values:
        for link in links_in_value(value):
            yield link._replace(start=0, end=0)


def _unique_tags(tags: Iterable[str]) -> tuple[str, ...]:
    """Return *tags* without those that differ from an earlier one in case only."""
    unique: dict[str, str] = {}
    for tag in tags:
        unique.setdefault(tag.casefold(), tag)
    return tuple(unique.values())
