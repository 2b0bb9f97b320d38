"""Packaging scripts: the modules of packaging/, which is no package (its name is a library's)."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

FOLDER = Path(__file__).resolve().parents[2] / "packaging"


def packaging_script(name: str) -> ModuleType:
    """Return packaging/NAME.py as a module of its own; *name* may begin with a folder."""
    file = FOLDER / f"{name}.py"
    spec = importlib.util.spec_from_file_location(f"{file.stem}_of_packaging", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    sys.path.append(str(FOLDER))  # Some import their neighbours.
    try:
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(FOLDER))
    return module
