"""Builds the C module of native/ into the package where a C compiler is at hand; without one the package works in Python alone.

SANDTABLE_NATIVE=1 makes a missing compiler an error, SANDTABLE_NATIVE=0 builds nothing.
"""

from __future__ import annotations

import os
import sysconfig
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

MODULE = "sandtable.core._kernels"
TARGET = Path("src/sandtable/core")
LIMITED_API = "cp311-abi3"


def digest(root: Path) -> str:
    """What the sources are: the module says it, and a test compares (tests/core/test_native.py)."""
    return sha256(b"".join(p.read_bytes() for p in sorted((root / "native").glob("*.[ch]")))).hexdigest()[:12]


def compile_into(root: Path) -> None:
    """Compile with the compiler that setuptools finds; any failure is raised."""
    from setuptools import Distribution, Extension  # only needed where something is to be compiled

    sources = [str(p) for p in sorted((root / "native").glob("*.c"))]
    macros: list[tuple[str, str | None]] = [("SOURCES", f'"{digest(root)}"')]
    with TemporaryDirectory() as scratch:
        package = Distribution({"ext_modules": [Extension(MODULE, sources, define_macros=macros, py_limited_api=True)]})
        command: Any = package.get_command_obj("build_ext")
        command.build_lib = command.build_temp = scratch
        command.ensure_finalized()
        command.run()
        for built in Path(scratch).glob("sandtable/core/_kernels*"):
            target = root / TARGET / built.name
            target.unlink(missing_ok=True)  # a module in use is replaced, not overwritten
            target.write_bytes(built.read_bytes())
            target.chmod(0o755)


class NativeKernels(BuildHookInterface):  # type: ignore[type-arg]
    """The hook that hatchling calls for wheels and editable installs (pyproject.toml)."""

    def clean(self, versions: list[str]) -> None:
        for built in (Path(self.root) / TARGET).glob("_kernels*"):
            if built.suffix in (".so", ".pyd"):
                built.unlink()

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        wish = os.environ.get("SANDTABLE_NATIVE", "")
        self.clean([])
        if self.target_name != "wheel" or wish == "0":
            return
        try:
            compile_into(Path(self.root))
        except (Exception, SystemExit) as e:
            if wish == "1":
                raise RuntimeError(f"SANDTABLE_NATIVE=1, but the C module could not be compiled: {e}") from e
            self.app.display_warning(f"sandtable: no C compiler, so the kernels stay in Python ({e})")
            return
        build_data["pure_python"] = False
        build_data["tag"] = f"{LIMITED_API}-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"
