"""Bundle: what goes into the frozen program and what stays out. Values and rules; packs nothing itself."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import PurePosixPath

UNUSED_APIS = (
    *(
        f"openai.{part}.{name}"
        for part in ("types", "resources")
        for name in (
            "admin", "beta", "containers", "conversations", "evals", "fine_tuning", "live", "realtime", "safety",
            "skills", "uploads", "vector_stores", "webhooks",
        )
    ),
    *(
        f"openai.resources.{name}"
        for name in ("audio", "batches", "completions", "files", "images", "moderations", "videos")
    ),
    "openai.lib.beta", "openai.lib.live", "openai.cli", "openai.helpers",
)  # fmt: skip
"""Modules of OpenAI's SDK for APIs that no provider calls: the SDK imports them at the first call only."""

LEFT_OUT_MODULES = (
    # Tools for tests and for building; they come in through optional imports of libraries.
    "tests", "pytest", "_pytest", "pytestqt", "hypothesis", "unittest", "doctest", "pdb", "pydoc", "lib2to3",
    "setuptools", "pkg_resources", "pip", "wheel", "mypy", "ruff", "trustme", "IPython", "ipykernel", "tkinter",
    "turtle", "idlelib",
    # Python's modules on readline, curses and gdbm, which no library needs: two of these are under the GPL.
    "readline", "rlcompleter", "curses", "_curses", "_curses_panel", "dbm.gnu", "_gdbm", "dbm.ndbm", "_dbm",
    # Parts of libraries that this program never uses.
    "matplotlib", "pandas", "scipy", "torch", "sympy", "PIL", "flatbuffers", "google.protobuf", "numpy.f2py",
    "numpy.testing", "numpy.distutils", "onnxruntime.quantization", "onnxruntime.tools", "onnxruntime.transformers",
    "onnxruntime.training", "onnxruntime.datasets", "rich", "uvloop", "watchfiles", "httptools",
    "websockets", "gi", "numpy.random", "numpy.polynomial", "numpy._core._simd", *UNUSED_APIS,
    # Of rapidfuzz one distance is used; these are other ones, and the same code again for newer processors.
    "rapidfuzz.fuzz_cpp", "rapidfuzz.fuzz_cpp_avx2", "rapidfuzz.fuzz_cpp_sse2", "rapidfuzz.utils_cpp",
    "rapidfuzz.distance.metrics_cpp_avx2", "rapidfuzz.distance.metrics_cpp_sse2",
    *(
        f"PySide6.{name}"
        for name in (
            "QtQml", "QtQuick", "QtQuickWidgets", "QtQuickControls2", "QtQuickTest", "QtSql", "QtTest", "QtDesigner",
            "QtUiTools", "QtHelp", "QtOpenGL", "QtOpenGLWidgets", "QtXml", "QtConcurrent", "QtPrintSupport", "QtPdf",
            "QtSvgWidgets",
        )
    ),
)  # fmt: skip
"""Modules that are not packed, whoever asks for them."""

STARTER_MODULES = ("child_environment", "module_packs")
"""Modules that early.py imports before the packs are open: they are in PyInstaller's own archive."""

LANGUAGES = ("de", "es", "fr", "zh_CN")
"""Languages whose words of Qt's own are kept (resources/translations)."""

_PLUGINS = {
    "platforms": r"(lib)?q(xcb|wayland|windows|cocoa|offscreen)",
    "platformthemes": r"lib(qgtk3|qxdgdesktopportal)",
    "platforminputcontexts": r"lib(compose|ibus)",
    "imageformats": r"(lib)?q(gif|jpeg|webp|svg|ico|icns)",
    "iconengines": r"(lib)?qsvgicon",
    "styles": r"(lib)?q(windowsvista|modernwindows|macstyle)",
    "tls": r"(lib)?q(opensslbackend|schannelbackend|securetransportbackend)",
    "wayland-shell-integration": r"lib(xdg-shell|qt-shell)",
    "wayland-decoration-client": r"lib(adwaita|bradient)",
    "wayland-graphics-integration-client": r"libqt-plugin-wayland-egl",
    "xcbglintegrations": r".",
    "networkinformation": r"(lib)?q(networklistmanager|applenetworkinformation)",
}
"""Plugins of Qt that are packed, by their folder; others (touch panels, frame buffers, VNC) are not."""

REQUIRED_PLUGINS = {
    "linux": (
        "platforms/libqxcb.so", "platforms/libqwayland.so", "platforms/libqoffscreen.so", "imageformats/libqsvg.so",
        "imageformats/libqjpeg.so", "imageformats/libqwebp.so", "iconengines/libqsvgicon.so",
        "platformthemes/libqxdgdesktopportal.so", "platforminputcontexts/libibusplatforminputcontextplugin.so",
        "platforminputcontexts/libcomposeplatforminputcontextplugin.so", "tls/libqopensslbackend.so",
        "wayland-shell-integration/libxdg-shell.so", "wayland-decoration-client/libadwaita.so",
    ),
    "win32": (
        "platforms/qwindows.dll", "platforms/qoffscreen.dll", "styles/qmodernwindowsstyle.dll",
        "imageformats/qsvg.dll", "imageformats/qjpeg.dll", "imageformats/qwebp.dll", "imageformats/qico.dll",
        "iconengines/qsvgicon.dll", "tls/qschannelbackend.dll", "networkinformation/qnetworklistmanager.dll",
    ),
    "darwin": (
        "platforms/libqcocoa.dylib", "platforms/libqoffscreen.dylib", "styles/libqmacstyle.dylib",
        "imageformats/libqsvg.dylib", "imageformats/libqjpeg.dylib", "imageformats/libqwebp.dylib",
        "imageformats/libqicns.dylib", "iconengines/libqsvgicon.dylib", "tls/libqsecuretransportbackend.dylib",
        "networkinformation/libqapplenetworkinformation.dylib",
    ),
}  # fmt: skip
"""Plugins without which the program does not open its window or lacks something in it, by system. The names are those
in the wheels of PySide6 6.11; build.py looks for each in the frozen program."""

_PLUGIN = re.compile(r"(?:.*/)?plugins/([^/]+)/([^/]+)\Z")
_OWN_LIBRARY = re.compile(r"[^/]+\.libs/[^/]+\.dll", re.IGNORECASE)
_TRANSLATION = re.compile(r"(?:.*/)?translations/([a-z]+)_(.+)\.qm\Z")

_OF_THE_SYSTEM = re.compile(
    r"lib(?:"
    r"X11|X11-xcb|Xau|Xcomposite|Xcursor|Xdamage|Xdmcp|Xext|Xfixes|Xi|Xinerama|Xrandr|Xrender|xcb|xkbcommon|wayland|"
    r"GL|GLX|EGL|GLdispatch|drm|gbm|vulkan|epoxy|"
    r"gtk|gdk|gdk_pixbuf|atk|atk-bridge|atspi|cairo|cairo-gobject|pango|pangocairo|pangoft2|pixman|harfbuzz|fribidi|"
    r"graphite2|thai|datrie|"
    r"glib|gio|gobject|gmodule|gthread|dbus|systemd|selinux|mount|blkid|cap|gcrypt|gpg-error|lz4|pcre2|"
    r"fontconfig|freetype|png16|jpeg|brotlicommon|brotlidec|bsd|md|"
    r"gssapi_krb5|krb5|krb5support|k5crypto|com_err|keyutils|"
    r"enchant|hunspell|"
    r"c|m|dl|rt|pthread|gcc_s|stdc\+\+"
    r")(?:-[^/]*)?\.so[^/]*\Z"
)
"""Libraries of the desktop that each Linux has: its own fit its drivers, themes, fonts and dictionaries."""

_QT_LEFT_OUT = re.compile(
    r"libQt6(?:EglF|WlShellIntegration|Quick|Qml|Pdf|Sql|Test|Designer|VirtualKeyboard|PrintSupport|Concurrent|Xml)"
)

_NEVER = (
    re.compile(r"(?:^|/)(?:tests?|testing)/"),
    re.compile(r"(?:^|/)_\w+_tests\."),
    re.compile(r"(?:^|/)resources/screenshots/"),
    re.compile(r"(?:^|/)PySide6/(?:include|typesystems|glue|examples|doc|scripts|metatypes|qml)/"),
    re.compile(r"\.(?:pyi|pyx|pxd|h|c|cpp|lib|a|ts)\Z"),
    re.compile(r"(?:^|/)(?:lupdate|lrelease|linguist|designer|assistant|rcc|uic|qmlls|qmlformat|qmllint)(?:\.exe)?\Z"),
)


def is_packed(name: str, *, system: str) -> bool:
    """Tell whether the file at *name*, its place in the bundle, is packed on *system* (linux, darwin, win32)."""
    place = PurePosixPath(name.replace("\\", "/"))
    path = str(place)
    if any(pattern.search(path) for pattern in _NEVER):
        return False
    if plugin := _PLUGIN.match(path):
        wanted = _PLUGINS.get(plugin[1])
        return wanted is not None and re.match(wanted, plugin[2]) is not None
    if "/Qt/" in path or "PySide6/translations" in path:
        translation = _TRANSLATION.match(path)
        if translation is not None:
            return translation[1] == "qtbase" and translation[2] in LANGUAGES
    if _QT_LEFT_OUT.match(place.name):
        return False
    return not (system == "linux" and "/" not in path and _OF_THE_SYSTEM.match(place.name))


def missing_plugins(files: Iterable[str], *, system: str) -> list[str]:
    """Return those of `REQUIRED_PLUGINS` that are not among *files*, places in the frozen program on *system*."""
    packed = {"/".join(found.groups()) for name in files if (found := _PLUGIN.match(name.replace("\\", "/")))}
    return [name for name in REQUIRED_PLUGINS[system] if name not in packed]


def own_libraries(packages: Iterable[Sequence[str]], packed: Collection[str]) -> Iterator[str]:
    """Yield the places of the DLLs that the wheels of packed files keep for themselves, in folders as `numpy.libs`.

    *packages* are the files of each installed package and *packed* the files in the program, by their places with `/`.
    The start of such a package adds its own folder to those in which DLLs are looked for. PyInstaller packs a DLL of
    the same name in two of these folders once only, and the other package then does not find it.
    """
    for files in packages:
        if any(file in packed for file in files):
            yield from (file for file in files if _OWN_LIBRARY.fullmatch(file))
