"""Bundle: the rules for the files and modules of the frozen program; the packing is done by PyInstaller."""

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
"""Modules of OpenAI's SDK for APIs that no provider calls; the SDK imports them only when they are called."""

LEFT_OUT_MODULES = (
    # Tools for tests and builds, which libraries import optionally.
    "tests", "pytest", "_pytest", "pytestqt", "hypothesis", "unittest", "doctest", "pdb", "pydoc", "lib2to3",
    "setuptools", "pkg_resources", "pip", "wheel", "mypy", "ruff", "trustme", "IPython", "ipykernel", "tkinter",
    "turtle", "idlelib",
    # Modules based on readline, curses and gdbm, which no library needs; readline and gdbm are under the GPL.
    "readline", "rlcompleter", "curses", "_curses", "_curses_panel", "dbm.gnu", "_gdbm", "dbm.ndbm", "_dbm",
    # Parts of libraries that this program never uses.
    "matplotlib", "pandas", "scipy", "torch", "sympy", "PIL", "flatbuffers", "google.protobuf", "numpy.f2py",
    "numpy.testing", "numpy.distutils", "onnxruntime.quantization", "onnxruntime.tools", "onnxruntime.transformers",
    "onnxruntime.training", "onnxruntime.datasets", "rich", "uvloop", "watchfiles", "httptools",
    "websockets", "gi", "numpy.random", "numpy.polynomial", "numpy._core._simd", *UNUSED_APIS,
    # Only one distance of rapidfuzz is used; these are other ones, and variants for newer processors.
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
"""Modules that are not packed, even if a library imports them."""

STARTER_MODULES = ("child_environment", "module_packs")
"""Modules that early.py imports before the packs are open: they are in PyInstaller's own archive."""

LANGUAGES = ("de", "es", "fr", "zh_CN")
"""Languages whose translations of Qt are packed (resources/translations)."""

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
"""Qt plugins that are packed, by their folder; others (touch panels, frame buffers, VNC) are not."""

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
"""Qt plugins that the program needs, by system; build.py requires them in the frozen program. The names are those in
the wheels of PySide6 6.11."""

_PLUGIN = re.compile(r"(?:.*/)?plugins/([^/]+)/([^/]+)\Z")
_OWN_LIBRARY = re.compile(r"[^/]+\.libs/[^/]+\.dll", re.IGNORECASE)
_TRANSLATION = re.compile(r"(?:.*/)?translations/([a-z]+)_(.+)\.qm\Z")

_SYSTEM_LIBRARY = re.compile(
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
"""Libraries that every Linux desktop has and that must fit its drivers, themes, fonts and dictionaries."""

_UNUSED_QT_LIBRARY = re.compile(
    r"libQt6(?:EglF|WlShellIntegration|Quick|Qml|Pdf|Sql|Test|Designer|VirtualKeyboard|PrintSupport|Concurrent|Xml)"
)

_EXCLUDED_FILES = (
    re.compile(r"(?:^|/)(?:tests?|testing)/"),
    re.compile(r"(?:^|/)_\w+_tests\."),
    re.compile(r"(?:^|/)resources/screenshots/"),
    re.compile(r"(?:^|/)PySide6/(?:include|typesystems|glue|examples|doc|scripts|metatypes|qml)/"),
    re.compile(r"\.(?:pyi|pyx|pxd|h|c|cpp|lib|a|ts)\Z"),
    re.compile(r"(?:^|/)(?:lupdate|lrelease|linguist|designer|assistant|rcc|uic|qmlls|qmlformat|qmllint)(?:\.exe)?\Z"),
)


def is_packed(name: str, *, system: str) -> bool:
    """Return whether the file *name*, a path in the bundle, is packed on *system* (linux, darwin, win32)."""
    path = PurePosixPath(name.replace("\\", "/"))
    text = str(path)
    if any(pattern.search(text) for pattern in _EXCLUDED_FILES):
        return False
    if plugin := _PLUGIN.match(text):
        packed_plugins = _PLUGINS.get(plugin[1])
        return packed_plugins is not None and re.match(packed_plugins, plugin[2]) is not None
    if "/Qt/" in text or "PySide6/translations" in text:
        translation = _TRANSLATION.match(text)
        if translation is not None:
            return translation[1] == "qtbase" and translation[2] in LANGUAGES
    if _UNUSED_QT_LIBRARY.match(path.name):
        return False
    return not (system == "linux" and "/" not in text and _SYSTEM_LIBRARY.match(path.name))


def missing_plugins(files: Iterable[str], *, system: str) -> list[str]:
    """Return the required plugins on *system* that are not among *files*, paths in the frozen program."""
    packed = {"/".join(found.groups()) for name in files if (found := _PLUGIN.match(name.replace("\\", "/")))}
    return [name for name in REQUIRED_PLUGINS[system] if name not in packed]


def own_libraries(packages: Iterable[Sequence[str]], packed: Collection[str]) -> Iterator[str]:
    """Yield the paths of the DLLs in private library folders, such as `numpy.libs`, of packages with packed files.

    *packages* are the files of each installed package and *packed* the files in the program, as paths with `/`. When it
    is imported, such a package adds its folder to the DLL search path. If two of these folders contain a DLL of the
    same name, PyInstaller packs only one, and the other package does not find it.
    """
    for files in packages:
        if any(file in packed for file in files):
            yield from (file for file in files if _OWN_LIBRARY.fullmatch(file))
