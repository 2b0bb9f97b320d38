"""Scopes: paths that a folder scope must reject or allow (vaultdesk/vault/README.md, "Paths"), and common checks for
comparison."""

from vaultdesk.tools.runtime.agent_scope import AgentScope

OUTSIDE: tuple[tuple[str, tuple[str, ...], str], ...] = tuple(
    (scope, tuple(folders), path)
    for scope, folders, paths in (
        (
            "work",
            ["work"],
            [
                "work-private/x.md", "work_private/x.md", "work.md", "work.private/x.md", "Work2/x.md", "work2/x.md",
                "workshop/x.md", "works/x.md", "work /x.md", "work./x.md", "wor/x.md", "WORK/x.md", "Work/x.md",
                "my-work/x.md", "homework/x.md", "other/work/x.md", "other/work.md", "x.md", "work", "",
                "work/../x.md", "work/../work-private/x.md", "work/./../x.md", "work/a/../../x.md", "./work/../x.md",
                "work/.../x.md", "work//x.md", "work/ /x.md", "work/. /x.md", "../work/x.md", "/work/x.md",
                "work\\x.md", "work\\..\\x.md", "work\u200b/x.md", "work\u00a0/x.md", "w\u043erk/x.md",
                "\uff57ork/x.md", "work\u0301/x.md", "work%2fx.md", "work%2f../x.md", "~/work/x.md", "C:work/x.md",
            ],
        ),
        ("a/b", ["a/b"], ["a/x.md", "a/bc/x.md", "a/b.md", "a/b-c/x.md", "b/x.md", "a/../b/x.md", "b/a/x.md"]),
        ("Größe", ["Größe"], ["Grosse/x.md", "Größen/x.md", "größe/x.md"]),
        ("nothing", [], ["x.md", "work/x.md", "nothing/x.md"]),
        ("unreadable", ["../work", "work/../x"], ["work/x.md", "x.md"]),
    )
    for path in paths
)  # fmt: skip
"""Paths outside a scope: name of the scope, its folders, the path."""

INSIDE: tuple[tuple[tuple[str, ...] | None, str], ...] = (
    (None, "x.md"),
    (None, "work-private/x.md"),
    (("",), "x.md"),
    (("",), "deep/er/x.md"),
    (("work",), "work/x.md"),
    (("work/",), "work/x.md"),
    (("work",), "work/work-private/x.md"),
    (("work",), "work/a/b/c/x.md"),
    (("work",), "work/..x.md"),
    (("work", "a/b"), "a/b/x.md"),
    (("Größe",), "Gro\u0308ße/x.md"),
    (("R&D (old)",), "R&D (old)/x.md"),
)
"""Paths inside a scope, which must be allowed."""


def starts_with(folders: tuple[str, ...], path: str) -> bool:
    """Check by prefix, which allows paths outside: `some(folder => path.startsWith(folder))`."""
    return any(path.startswith(folder) for folder in folders)


def starts_with_slash(folders: tuple[str, ...], path: str) -> bool:
    """Check by prefix with a trailing slash."""
    return any(path.startswith(f"{folder.rstrip('/')}/") for folder in folders)


def reaches(folders: tuple[str, ...] | None, path: str) -> bool:
    """Check with `AgentScope`."""
    return AgentScope("Agent", folders).allows_path(path)
