"""Reference YAML readers: version 1.1 by PyYAML, and the core schema of version 1.2 on the parser of PyYAML."""

import re
from typing import Any

import yaml


class _Core(yaml.SafeLoader):
    """Loader of the core schema of YAML 1.2 (chapter 10.3): no dates, no merges, no `yes`."""


_Core.yaml_implicit_resolvers = {}
_NULL = re.compile(r"null|Null|NULL|~|")
_BOOL = re.compile(r"true|True|TRUE|false|False|FALSE")
_INT = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(
    r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)"
)


def _plain(loader: yaml.SafeLoader, node: yaml.ScalarNode) -> Any:
    word = node.value
    if node.style:
        return word
    if _NULL.fullmatch(word):
        return None
    if _BOOL.fullmatch(word):
        return word.lower() == "true"
    if _INT.fullmatch(word):
        return int(word, 0) if word[:2] in ("0o", "0x") else int(word)
    if _FLOAT.fullmatch(word):
        return float(word.replace(".inf", "inf").replace(".nan", "nan"))
    return word


_Core.add_constructor("tag:yaml.org,2002:str", _plain)


def yaml_1_1(block: str) -> Any:
    """Parse *block* as YAML 1.1; ISO dates become `date` objects."""
    return yaml.load(block, yaml.SafeLoader)


def yaml_1_2(block: str) -> Any:
    """Parse *block* as YAML 1.2."""
    return yaml.load(block, _Core)
