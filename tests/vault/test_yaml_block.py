"""YAML blocks: what is more than plain lines is read, what is hostile becomes a sentence; neither is needed early."""

import subprocess
import sys

from vaultdesk.vault.yaml_block import MAX_DEPTH, block_properties


def test_objects_and_quoted_words_are_read() -> None:
    block = 'who:\n  name: "Ada: first"\n  since: 2020\ntags: [a, "1"]\ntext: |\n  two\n  lines\n'
    assert block_properties(block) == (
        {"who": {"name": "Ada: first", "since": 2020}, "tags": ["a", "1"], "text": "two\nlines\n"},
        "",
    )


def test_what_is_not_read_is_told_with_its_line() -> None:
    assert block_properties("a: 1\nb: &x 2\n", 2) == (
        {},
        "Line 3 uses a YAML anchor or alias; those are not read.",
    )
    deep = "[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1)
    assert block_properties(f"a: {deep}")[1] == f"The properties are nested more than {MAX_DEPTH} deep."


def test_plain_properties_are_read_without_libyaml() -> None:
    script = (
        "import sys\nfrom vaultdesk.vault.frontmatter import read_frontmatter\n"
        "print(read_frontmatter('---\\ntags: [a, b]\\n---\\n').properties, 'yaml' in sys.modules)\n"
        "print(read_frontmatter('---\\na: {b: c}\\n---\\n').properties, 'yaml' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.splitlines() == ["{'tags': ['a', 'b']} False", "{'a': {'b': 'c'}} True"]
