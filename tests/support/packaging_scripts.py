"""Packaging scripts: import of modules in packaging/, which is not a package because a library has the same name."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

FOLDER = Path(__file__).resolve().parents[2] / "packaging"


def packaging_script(name: str) -> ModuleType:
    """Import packaging/NAME.py as a separate module; *name* may include a folder."""
    file = FOLDER / f"{name}.py"
    spec = importlib.util.spec_from_file_location(f"{file.stem}_of_packaging", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # Dataclasses look up their module here.
    sys.path.append(str(FOLDER))  # Some import modules of the same folder.
    try:
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(FOLDER))
    return module
