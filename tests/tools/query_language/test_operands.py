"""Operands: what each name gives for a note."""

from pathlib import Path

from tests.tools.query_language.scene import network
from vaultdesk.tools.query_language.criteria import AsDate, File, Length, LinkTo, Operand, Property, Written
from vaultdesk.tools.query_language.operands import getter_of
from vaultdesk.tools.query_language.values import Value, moment_of


def test_every_operand_has_its_value(tmp_path: Path) -> None:
    with network(tmp_path) as net:
        a, b, c = (net.table.facts[path] for path in ("A.md", "b/B.md", "b/c/C.md"))

        def of(operand: Operand, note: object = a) -> Value:
            return getter_of(operand, net)(note)  # type: ignore[arg-type] # facts

        assert of(Written(3)) == 3
        assert of(LinkTo("X")) == "[[X]]"
        assert of(Property("STATUS")) == "Done"
        assert of(Property("nothing")) is None
        assert of(Property("rating", inline=True), c) == ["4", 9]
        assert of(Property("mood", inline=True), b) == "good"
        assert of(Length(Property("people"))) == 2
        assert of(Length(Property("rating"))) is None
        assert of(AsDate(Property("due"))) == moment_of("2026-03-10")
        assert of(AsDate(Property("status"))) is None
        assert [of(File(fact), b) for fact in ("name", "file_name", "path", "folder", "ext", "title")] == [
            "B", "B.md", "b/B.md", "b", "md", "B",
        ]  # fmt: skip
        assert of(File("tags")) == ["work/house"]
        assert of(File("hash_tags")) == ["#work/house", "#work"]
        assert of(File("written_tags")) == ["#work/house"]
        assert (of(File("links")), of(File("backlinks"), b)) == (["Anna.md", "b/B.md"], ["A.md"])
        assert (of(File("link_count")), of(File("backlink_count"), b)) == (2, 1)
        assert of(File("size")) == a.size
        assert of(File("words"), b) == b.words > 0
        assert of(File("aliases")) == []
        created = of(File("created_day"))
        assert isinstance(created, tuple)
        assert created.start <= a.created_ns < created.end
