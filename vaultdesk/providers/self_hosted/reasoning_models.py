"""Families of reasoning models whose servers may leave the reasoning in the text of the answer."""

import re

# The chat templates of many of these models write the opening `<think>` into the prompt. A server that does not parse
# reasoning then sends it as text, and only a `</think>` after it shows what it was.

_REASONING_NAME = re.compile(
    r"""
    think | reason | qwq | qvq | (^|[-_/:])r1([-_:.]|$) | gpt-?oss | magistral | smollm-?3
    | qwen-?3(?!.*(instruct|coder))
    | deepseek-?v(3\.[1-9]|[4-9])
    | glm-?(4\.[5-9]|[5-9]|z1)
    | minimax-?m[1-9]
    | seed-?oss | hunyuan | nemotron | exaone-?deep | apriel | cogito | deephermes | hermes-?4
    | sky-?t1 | (marco|skywork)-?o1 | step-?3 | intern-?s1 | (^|[-_/:])(mimo|ring)[-_]
    """,
    re.VERBOSE,
)


def has_reasoning_name(model: str) -> bool:
    """Return whether the name of *model* is that of a family that reasons before it answers."""
    return bool(_REASONING_NAME.search(model.casefold()))
