"""Links of a canvas are repaired in its JSON without a change of anything else."""

import json

import pytest

from vaultdesk.vault.canvas_links import canvas_texts, repair_canvas_links
from vaultdesk.vault.markdown.link_repair import Renaming
from vaultdesk.vault.markdown.link_resolution import NoteNames
from vaultdesk.vault.note_path import NotePath

CANVAS = r"""{
	"future": {"file": "a/Boiler.md", "nodes": [{"file": "a/Boiler.md"}]},
	"nodes":[
		{"id":"1","type":"file","file":"a/Boiler.md","subpath":"#Costs","x":0, "y":-1.50,"width":400,"height":400},
		{"id":"2","type":"text","text":"# [[Boiler]]\n\n\"quoted\" \u00e9 \ud83d\ude00 [it](a/Boiler.md) `[[Boiler]]`"},
		{"id":"3","type":"link","url":"a/Boiler.md","more":{"text":"[[Boiler]]"}},
		{"id":"4","type":"group","label":"[[Boiler]]","background":"img/x.png"},
		{"id":"5","type":"file","file":"b/Other.md"}
	],
	"edges":[{"id":"e","fromNode":"1","toNode":"2","label":"[[Boiler]]"}]
}
"""
NAMES = NoteNames(["a/Boiler.md", "b/Other.md", "map.canvas"])
SOURCE = NotePath("map.canvas")


def test_file_nodes_and_links_in_texts_are_repaired_in_place() -> None:
    found = repair_canvas_links(CANVAS, SOURCE, Renaming(NAMES, {"a/Boiler.md": 'c/Größe "x".md'}))
    lines, old = found.text.split("\n"), CANVAS.split("\n")
    assert [n for n in range(len(old)) if lines[n] != old[n]] == [3, 4]
    assert lines[3] == old[3].replace("a/Boiler.md", 'c/Größe \\"x\\".md')
    assert r"\ud83d\ude00 [it](c/Gr\u00f6\u00dfe%20%22x%22.md) `[[Boiler]]`" in lines[4]
    assert json.loads(found.text)["nodes"][1]["text"].startswith('# [[Größe "x"]]\n\n"quoted" é 😀')
    assert found.count == 3


def test_escaped_slashes_stay_escaped() -> None:
    text = r'{"nodes":[{"type":"file","file":"a\/Boiler.md"}]}'
    found = repair_canvas_links(text, SOURCE, Renaming(NAMES, {"a/Boiler.md": "c/d/New.md"}))
    assert found.text == r'{"nodes":[{"type":"file","file":"c\/d\/New.md"}]}'


@pytest.mark.parametrize(
    "text",
    ["", "{}", "[]", "null", '{"nodes":{}}', '{"nodes":[1,"file",[{"file":"a/Boiler.md"}]]}', "{broken", "[" * 5000,
     '{"nodes":[{"file":7,"text":null}]}'],
)  # fmt: skip
def test_what_is_empty_or_no_canvas_is_left_alone(text: str) -> None:
    assert repair_canvas_links(text, SOURCE, Renaming(NAMES, {"a/Boiler.md": "b.md"})).text == text


def test_the_texts_of_the_nodes_are_found() -> None:
    found = [(one.key, one.value[:12], CANVAS[one.start], CANVAS[one.end - 1]) for one in canvas_texts(CANVAS)]
    assert found == [
        ("file", "a/Boiler.md", '"', '"'),
        ("text", "# [[Boiler]]", '"', '"'),
        ("file", "b/Other.md", '"', '"'),
    ]


def test_a_common_rewrite_of_the_json_would_change_its_layout() -> None:
    assert json.dumps(json.loads(CANVAS), indent="\t") != CANVAS
