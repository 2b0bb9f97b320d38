"""Bundle: the frozen program contains the files it needs and no tests, tools or unused parts of Qt."""

import subprocess
import sys
from pathlib import Path

import PySide6
import pytest

from tests.support.packaging_scripts import packaging_script

bundle = packaging_script("bundle")


@pytest.mark.parametrize(
    "name",
    [
        "resources/welcome-vault/Welcome.md",
        "resources/translations/vaultdesk_de.qm",
        "PySide6/Qt/plugins/platforms/libqxcb.so",
        "PySide6/Qt/plugins/platforms/libqwayland.so",
        "PySide6/Qt/plugins/platforms/libqoffscreen.so",
        "PySide6/Qt/plugins/platformthemes/libqxdgdesktopportal.so",
        "PySide6/Qt/plugins/imageformats/libqsvg.so",
        "PySide6/Qt/translations/qtbase_de.qm",
        "PySide6/Qt/lib/libQt6Core.so.6",
        "PySide6/Qt/lib/libicudata.so.73",
        "libpython3.11.so.1.0",
        "libssl.so.3",
        "libsqlite3.so.0",
        "numpy.libs/libgfortran-040039e1.so.5.0.0",
        "PySide6\\plugins\\platforms\\qwindows.dll",
    ],
)
def test_required_files_are_packed(name: str) -> None:
    assert bundle.is_packed(name, system="linux")


@pytest.mark.parametrize(
    "name",
    [
        "resources/screenshots/main-light.png",
        "resources/translations/vaultdesk_de.ts",
        "numpy/tests/test_api.py",
        "numpy/_core/_multiarray_tests.cpython-311-x86_64-linux-gnu.so",
        "selectolax/lexbor.c",
        "PySide6/QtCore.pyi",
        "PySide6/Qt/plugins/platforms/libqvnc.so",
        "PySide6/Qt/plugins/egldeviceintegrations/libqeglfs-x11-integration.so",
        "PySide6/Qt/translations/qtbase_fi.qm",
        "PySide6/Qt/translations/qt_help_de.qm",
        "PySide6/Qt/lib/libQt6EglFSDeviceIntegration.so.6",
        "PySide6/Qt/lib/libQt6Quick.so.6",
        "libgtk-3.so.0",
        "libfontconfig.so.1",
        "libX11.so.6",
        "libenchant-2.so.2",
    ],
)
def test_files_that_are_unneeded_or_part_of_the_system_are_not_packed(name: str) -> None:
    assert not bundle.is_packed(name, system="linux")


def test_dependent_libraries_are_packed_on_windows() -> None:
    assert bundle.is_packed("libcrypto-3-x64.dll", system="win32")


def test_no_test_tool_and_no_gpl_library_is_packed() -> None:
    assert {"pytest", "hypothesis", "tests", "unittest", "PySide6.QtTest"} <= set(bundle.LEFT_OUT_MODULES)
    assert {"readline", "_gdbm", "_dbm"} <= set(bundle.LEFT_OUT_MODULES)


# Names of plugins in the wheels of PySide6_Essentials 6.11.3.
PLUGINS_IN_WHEELS = {
    "darwin": (
        "PySide6/Qt/plugins/",
        """
        iconengines/libqsvgicon.dylib imageformats/libqgif.dylib imageformats/libqicns.dylib imageformats/libqico.dylib
        imageformats/libqjpeg.dylib imageformats/libqmacheif.dylib imageformats/libqpdf.dylib imageformats/libqsvg.dylib
        imageformats/libqwebp.dylib networkinformation/libqapplenetworkinformation.dylib platforms/libqcocoa.dylib
        platforminputcontexts/libqtvirtualkeyboardplugin.dylib platforms/libqminimal.dylib
        platforms/libqoffscreen.dylib styles/libqmacstyle.dylib tls/libqcertonlybackend.dylib
        tls/libqopensslbackend.dylib tls/libqsecuretransportbackend.dylib
        """,
    ),
    "win32": (
        "PySide6/plugins/",
        """
        iconengines/qsvgicon.dll imageformats/qgif.dll imageformats/qicns.dll imageformats/qico.dll
        imageformats/qjpeg.dll imageformats/qpdf.dll imageformats/qsvg.dll imageformats/qwebp.dll
        networkinformation/qnetworklistmanager.dll platforms/qdirect2d.dll platforms/qminimal.dll
        platforms/qoffscreen.dll platforms/qwindows.dll styles/qmodernwindowsstyle.dll tls/qcertonlybackend.dll
        tls/qopensslbackend.dll tls/qschannelbackend.dll
        """,
    ),
}


@pytest.mark.parametrize("system", sorted(PLUGINS_IN_WHEELS))
def test_the_required_plugins_are_packed_on_each_system(system: str) -> None:
    folder, names = PLUGINS_IN_WHEELS[system]
    packed = [folder + name for name in names.split() if bundle.is_packed(folder + name, system=system)]

    assert bundle.missing_plugins(packed, system=system) == []
    assert len(packed) < len(names.split()), "unneeded plugins are excluded"


def test_the_installed_wheel_contains_the_required_plugins() -> None:
    plugins = Path(PySide6.__file__).parent / "Qt" / "plugins"
    if not plugins.is_dir():
        pytest.skip("PySide6 has another folder layout on this system")
    files = [f"PySide6/Qt/plugins/{file.relative_to(plugins).as_posix()}" for file in plugins.rglob("*.*")]
    packed = [file for file in files if bundle.is_packed(file, system=sys.platform)]
    assert bundle.missing_plugins(packed, system=sys.platform) == []


def test_a_missing_plugin_is_reported() -> None:
    packed = [f"_internal/PySide6/plugins/{name}" for name in bundle.REQUIRED_PLUGINS["win32"][1:]]
    assert bundle.missing_plugins(packed, system="win32") == ["platforms/qwindows.dll"]


def test_no_excluded_module_is_imported_by_the_libraries_in_use() -> None:
    calls = """
import asyncio, sys
sys.modules.update(dict.fromkeys(sys.argv[1:]))  # an import of these fails now
import anthropic, numpy, openai, onnxruntime
from rapidfuzz.distance import OSA
from rapidfuzz.process import extract
assert extract("boiler", ["biolre", "oven"], scorer=OSA.distance, score_cutoff=2)[0][0] == "biolre"
assert "cpp" in OSA.distance.__module__ + extract.__module__
numpy.fft.rfft2(numpy.ones((4, 4)))
client = openai.AsyncOpenAI(api_key="x", base_url="http://127.0.0.1:9/v1", max_retries=0)
other = anthropic.AsyncAnthropic(api_key="x", base_url="http://127.0.0.1:9", max_retries=0)
messages = [{"role": "user", "content": "x"}]
async def call():
    for request in (
        lambda: client.chat.completions.with_raw_response.create(model="m", messages=messages, stream=True),
        lambda: client.responses.with_raw_response.create(model="m", input="x", stream=True),
        lambda: client.embeddings.create(model="m", input="x"),
        lambda: client.models.with_raw_response.list(),
        lambda: other.messages.with_raw_response.create(model="m", max_tokens=1, messages=messages, stream=True),
        lambda: other.models.with_raw_response.list(),
    ):
        try:
            await request()
        except (openai.APIConnectionError, anthropic.APIConnectionError):
            continue
        raise SystemExit("connected")
asyncio.run(call())
print("used")
"""
    excluded = [name for name in bundle.LEFT_OUT_MODULES if name.startswith(("numpy", "openai", "rapidfuzz", "onnx"))]
    done = subprocess.run([sys.executable, "-c", calls, *excluded], capture_output=True, text=True, check=False)
    assert done.stdout == "used\n", done.stderr


def test_each_wheel_keeps_its_bundled_libraries() -> None:
    """Two wheels contain a DLL of the same name; each loads it from its own folder only."""
    numpy = ("numpy/_core/_multiarray_umath.pyd", "numpy.libs/msvcp140-a4c2.dll", "numpy.libs/openblas.dll")
    re2 = ("re2/_re2.pyd", "google_re2.libs/msvcp140-a4c2.dll", "google_re2.dist-info/RECORD")
    unused = ("unused/_unused.pyd", "unused.libs/msvcp140-a4c2.dll")
    packed = {"numpy/_core/_multiarray_umath.pyd", "numpy.libs/msvcp140-a4c2.dll", "re2/_re2.pyd"}

    assert set(bundle.own_libraries([numpy, re2, unused], packed)) == {
        "numpy.libs/msvcp140-a4c2.dll",
        "numpy.libs/openblas.dll",
        "google_re2.libs/msvcp140-a4c2.dll",
    }
