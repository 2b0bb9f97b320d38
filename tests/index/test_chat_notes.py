"""Chats among the notes of a vault: they are indexed, but not counted or found as notes unless requested."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.index.scene import Scene, at_work, filled, shows
from tests.support.vaults import write_vault
from tests.support.written_chat import write_chat
from vaultdesk.chat.chatgpt_md import SEPARATOR
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import Message, TextPart, ToolCallPart, ToolResultPart, user_message
from vaultdesk.index.chunks import load_texts
from vaultdesk.index.embeddings.embedding_store import PassageStore
from vaultdesk.index.indexing.integrity_check import CHECKED_TABLES
from vaultdesk.index.link_graph import Network, find_missing_notes, local_graph, orphans, whole_graph
from vaultdesk.index.note_table import NoteTable, tag_counts
from vaultdesk.index.related import Related
from vaultdesk.index.search import common_words
from vaultdesk.index.search.name_search import MentionTables
from vaultdesk.index.search.passage_search import PassageQuery, PassageSearch
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.index.store import index_tables
from vaultdesk.index.store.index_file import Index


def kept_chat(*texts: str) -> str:
    """Return a saved chat with a question, a tool call with its result, and an answer."""
    conversation = Conversation(title="Boiler talk")
    conversation.append(user_message(texts[0]))
    call = ToolCallPart(id="c1", name="vault_search", arguments_json='{"query": "jsonword"}', arguments={})
    conversation.append(Message(role="assistant", parts=(call,)))
    conversation.append(
        Message(role="tool", parts=(ToolResultPart(call_id="c1", name="vault_search", content="jsonword"),))
    )
    conversation.append(Message(role="assistant", parts=(TextPart(text=texts[1]),)))
    return write_chat(conversation)


CHAT = kept_chat("What of the boiler?", "The boiler and its zither. See [[Boiler]] and [[Unwritten]]. #heating")
NOTES = {
    "Boiler.md": "The boiler is old. [[Budget]] #heating\n",
    "Budget.md": "The boiler costs 18,400. [[Boiler]] #heating\n",
    "Aside.md": "Nothing of that. [[Chats/Heating talk]]\n",
    "Chats/Heating talk.md": CHAT,
    "Talks/Plugin.md": f"# role::user\n\nA boiler of the plugin.\n\n{SEPARATOR}\n\n",
}
CHATS = {"Chats/Heating talk.md", "Talks/Plugin.md"}


@asynccontextmanager
async def scene_of(folder: Path, notes: dict[str, str] = NOTES) -> AsyncIterator[Scene]:
    async with at_work(write_vault(folder / "vault", notes), folder / "index.sqlite") as scene:
        yield scene


async def search_paths(searcher: Searcher, query: str) -> set[str]:
    return {hit.path for hit in await searcher.search(query, 50)}


async def typed_search_paths(searcher: Searcher, query: str) -> set[str]:
    answers = [answer async for answer in searcher.search_typing(query, 50)]
    return {hit.path for hit in answers[-1].hits} if answers else set()


@pytest.mark.parametrize(
    "query",
    ["boiler", "boil", "oiler", '"the boiler"', "boiler -garden", "/boil.r/", "line:(boiler)", "tag:heating",
     "boiler OR pump", "path:chats", "file:boiler", "boiler zither", "-garden"],
)  # fmt: skip
async def test_t8_no_search_finds_a_chat(tmp_path: Path, query: str) -> None:
    async with scene_of(tmp_path) as scene:
        assert await search_paths(scene.searcher, query) & CHATS == set()
        assert await typed_search_paths(scene.searcher, query) & CHATS == set()
        assert {note.path for note in await scene.searcher.occurrences(query)} & CHATS == set()


async def test_t8_counts_and_totals_do_not_include_chats(tmp_path: Path) -> None:
    async with scene_of(tmp_path) as scene:
        answers = [await scene.searcher.find(query, 50) for query in ("boiler", "tag:heating", "/boil.r/")]
        assert [answer.total for answer in answers] == [2, 2, 2]
        assert (await scene.searcher.counts()).notes == 3
        assert {(tag.tag, tag.notes) for tag in await scene.searcher.tags()} == {("heating", 2)}


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("boiler in:chats", CHATS),
        ("in:chats boil", CHATS),
        ("in:chats", CHATS),
        ("in:chats zither", {"Chats/Heating talk.md"}),
        ("in:chats tag:heating", {"Chats/Heating talk.md"}),
        ("in:chats /zith.r/", {"Chats/Heating talk.md"}),
        ("in:chats ither", {"Chats/Heating talk.md"}),
        ("in:chats jsonword", set()),
        ("boiler in:all", CHATS | {"Boiler.md", "Budget.md"}),
        ("boiler in:notes", {"Boiler.md", "Budget.md"}),
        ("boiler -in:chats", {"Boiler.md", "Budget.md"}),
    ],
)
async def test_t8_chats_are_found_if_they_are_requested(tmp_path: Path, query: str, expected: set[str]) -> None:
    async with scene_of(tmp_path) as scene:
        assert await search_paths(scene.searcher, query) == expected
        assert await typed_search_paths(scene.searcher, query) == expected
        assert {note.path for note in await scene.searcher.occurrences(query)} == expected


async def test_t8_a_found_chat_has_its_kind_and_the_line_of_the_message(tmp_path: Path) -> None:
    async with scene_of(tmp_path) as scene:
        (hit,) = await scene.searcher.search("in:chats zither")
        assert (hit.kind, hit.title) == ("chat", "Boiler talk")
        assert CHAT.split("\n")[hit.line - 1].startswith("The boiler and its zither")
        assert "jsonword" not in hit.snippet


async def test_t8_the_index_contains_no_tool_results_of_a_chat(tmp_path: Path) -> None:
    async with scene_of(tmp_path) as scene:
        texts = await scene.searcher.read_database(load_texts, ["Chats/Heating talk.md"])
        assert "jsonword" not in texts["Chats/Heating talk.md"]
        assert await scene.searcher.substring("jsonword", 10, None, "all") == []
        excerpts = await scene.searcher.excerpts(["Chats/Heating talk.md"], "in:chats zither")
        assert "jsonword" not in excerpts["Chats/Heating talk.md"].text


async def test_t8_substring_search_finds_no_chat_by_name_or_text(tmp_path: Path) -> None:
    async with scene_of(tmp_path) as scene:
        assert [hit.path for hit in await scene.searcher.substring("boiler")] == ["Boiler.md", "Budget.md"]
        assert await scene.searcher.substring("zither") == []
        assert {hit.path for hit in await scene.searcher.substring("zither", 10, None, "all")} == {
            "Chats/Heating talk.md"
        }
        assert {hit.path for hit in await scene.searcher.substring("boiler", 10, None, "chats")} == CHATS


async def test_t8_name_search_lists_a_chat_only_by_its_path(tmp_path: Path) -> None:
    async with scene_of(tmp_path) as scene:
        assert [hit.path for hit in await scene.searcher.names("boiler")] == ["Boiler.md"]
        assert await scene.searcher.names("heating") == []
        assert {hit.path for hit in await scene.searcher.names("")} & CHATS == set()
        assert [hit.path for hit in await scene.searcher.names("Chats/Hea")] == ["Chats/Heating talk.md"]
        tables = MentionTables()
        mentioned = await scene.searcher.read_index(tables.notes, "heating", 10)
        newest = await scene.searcher.read_index(tables.notes, "", 10)
        assert {note.hit.path for note in (*mentioned, *newest)} & CHATS == set()
        by_path = await scene.searcher.read_index(tables.notes, "chats/", 10)
        assert [note.hit.path for note in by_path] == ["Chats/Heating talk.md"]


async def test_t8_backlinks_and_graph_do_not_contain_chats(tmp_path: Path) -> None:
    async with scene_of(tmp_path) as scene:
        assert [link.path for link in await scene.searcher.backlinks("Boiler.md")] == ["Budget.md"]

        def graph(network: Network) -> tuple[set[str], set[str], list[str]]:
            near = local_graph(network, "Boiler.md", 3, 50)
            assert near is not None
            return (
                {node.key for node in whole_graph(network).nodes},
                {node.key for node in near.nodes},
                orphans(network),
            )

        nodes, near, alone = await scene.searcher.read_network(graph)
        assert (nodes | near | set(alone)) & CHATS == set()
        assert await scene.searcher.read_note_table(find_missing_notes) == []


async def test_t8_an_opened_chat_has_links_and_backlinks(tmp_path: Path) -> None:
    async with scene_of(tmp_path) as scene:
        outgoing = await scene.searcher.outgoing("Chats/Heating talk.md")
        assert [(link.target, link.path) for link in outgoing] == [("Boiler", "Boiler.md"), ("Unwritten", None)]
        assert [link.path for link in await scene.searcher.backlinks("Chats/Heating talk.md")] == ["Aside.md"]
        near = await scene.searcher.read_network(local_graph, "Chats/Heating talk.md", 1, 50)
        assert near is not None
        assert {node.key for node in near.nodes} == {"Chats/Heating talk.md", "Boiler.md", "Aside.md"}


async def test_t8_related_notes_mentions_and_duplicates_do_not_contain_chats(tmp_path: Path) -> None:
    notes = NOTES | {"Chats/Copy.md": CHAT, "Talk.md": "The word boiler by itself.\n"}
    async with scene_of(tmp_path, notes) as scene:
        related = Related(scene.searcher, None)
        related_paths = {note.path for note in await related.notes("Boiler.md")}
        mentions = {note.path for note in await related.mentions("Boiler.md")}
        assert all(not path.startswith(("Chats/", "Talks/")) for path in related_paths | mentions)
        assert "Talk.md" in mentions
        assert await related.duplicates() == []


async def test_t8_passages_are_limited_to_notes_or_to_chats(tmp_path: Path) -> None:
    async with scene_of(tmp_path) as scene:
        search = PassageSearch(scene.searcher, None)
        notes = {note.path for note in await search.find(PassageQuery("boiler zither"))}
        chats = await search.find(PassageQuery("boiler zither", scope="chats"))
        assert notes == {"Boiler.md", "Budget.md"}
        assert {note.path for note in chats} == CHATS
        assert all("jsonword" not in note.text for note in chats)


def test_t8_chats_are_not_embedded(tmp_path: Path) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", NOTES)
    outdated, _ = PassageStore(index).outdated()
    with index.reading() as connection:
        paths = {
            connection.execute("SELECT path FROM note WHERE id = ?", (note.note,)).fetchone()[0] for note in outdated
        }
    assert paths == {"Boiler.md", "Budget.md", "Aside.md"}
    index.close()


async def test_t8_tags_properties_and_facts_of_all_notes_exclude_chats(tmp_path: Path) -> None:
    async with scene_of(tmp_path) as scene:

        def read_table(table: NoteTable) -> tuple[set[str], set[str], dict[str, int]]:
            return set(table.facts), set(table.chats), {tag.tag: tag.notes for tag in tag_counts(table)}

        notes, chats, tags = await scene.searcher.read_note_table(read_table)
        assert (notes & CHATS, chats, tags) == (set(), CHATS, {"heating": 2})
        # Facts of a given path include chats, because privacy rules apply to every file.
        assert (await scene.searcher.facts("Talks/Plugin.md")) is not None
        assert set(await scene.searcher.read_note_table(NoteTable.all_facts)) == set(NOTES)


async def test_t8_the_file_tree_marks_chats(tmp_path: Path) -> None:
    async with scene_of(tmp_path) as scene:
        assert {row.path for row in await scene.searcher.tree() if row.is_chat} == CHATS
        assert len(await scene.searcher.tree()) == len(NOTES)
        row = await scene.searcher.note("Talks/Plugin.md")
        assert row is not None
        assert row.is_chat


def test_t8_a_folder_with_more_chats_than_notes_is_a_chat_folder() -> None:
    table = NoteTable.__new__(NoteTable)
    table.facts = dict.fromkeys(("A.md", "Chats/About.md", "Mixed/B.md"), object())  # type: ignore[arg-type] # keys only
    table.chats = dict.fromkeys(("Chats/1.md", "Chats/2024/2.md", "Mixed/C.md"), object())  # type: ignore[arg-type] # keys only
    table._chat_folders = None

    answers = {folder: table.is_chat_folder(folder) for folder in ("", "/", "Chats", "chats/", "Chats/2024", "Mixed")}

    assert answers == {"": False, "/": False, "Chats": True, "chats/": True, "Chats/2024": True, "Mixed": False}


async def test_t8_a_note_can_become_a_chat_and_a_note_again(tmp_path: Path) -> None:
    root = write_vault(tmp_path / "vault", {"A.md": "boiler\n", "B.md": "boiler\n"})
    async with at_work(root, tmp_path / "index.sqlite", watch=True) as scene:
        assert await search_paths(scene.searcher, "boiler") == {"A.md", "B.md"}
        (root / "A.md").write_text(kept_chat("boiler?", "yes, the boiler"), encoding="utf-8")
        await shows(scene, lambda: search_paths(scene.searcher, "boiler"), {"B.md"})
        assert await search_paths(scene.searcher, "in:chats boiler") == {"A.md"}
        assert [hit.path for hit in await scene.searcher.names("A")] == []
        (root / "A.md").write_text("boiler again\n", encoding="utf-8")
        await shows(scene, lambda: search_paths(scene.searcher, "boiler"), {"A.md", "B.md"})
        assert await search_paths(scene.searcher, "in:chats boiler") == set()
        assert set(await scene.searcher.read_note_table(lambda table: dict(table.chats))) == set()


async def test_t8_the_parser_process_recognizes_chats(tmp_path: Path) -> None:
    numbered_notes = {f"Notes/{number}.md": f"boiler {number}\n" for number in range(400)}
    async with scene_of(tmp_path, NOTES | numbered_notes) as scene:
        assert await search_paths(scene.searcher, "zither") == set()
        assert await search_paths(scene.searcher, "in:chats boiler") == CHATS
        assert await scene.searcher.substring("jsonword", 10, None, "all") == []


def test_t8_word_lists_exclude_chats(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("MIN_VAULT_NOTES", "MIN_FREQUENT_NOTES", "MIN_LISTED_NOTES"):
        monkeypatch.setattr(common_words, name, 1)
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", NOTES)
    assert common_words.update_word_lists(index, lambda: False)
    with index.reading() as connection:
        listed = common_words.word_statistics.best_notes(connection, "boiler")
        assert listed is not None
        chats = {note for (note,) in connection.execute("SELECT id FROM note WHERE kind = 'chat'")}
        assert len(listed.notes) == 2
        assert chats.isdisjoint(listed.notes)
    index.close()


def test_t8_an_index_of_an_older_version_is_rebuilt(tmp_path: Path) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", NOTES)
    with index.writing() as connection:
        connection.execute(f"PRAGMA user_version = {index_tables.VERSION - 1}")
    index.close()

    renewed = Index(tmp_path / "index.sqlite")
    with renewed.reading() as connection:
        assert connection.execute("SELECT count(*) FROM note").fetchone() == (0,)
        assert connection.execute("PRAGMA user_version").fetchone() == (index_tables.VERSION,)
    renewed.close()
    assert "chat_link" in CHECKED_TABLES
