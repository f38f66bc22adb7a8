"""Build the extension modules; pyproject.toml says everything else.

Where they can't be built the installation succeeds without them, unless the environment variable
DLX_REQUIRE_KERNEL is 1. If DLX_WITHOUT_KERNEL is 1 they are left out: the wheel is one for every
machine then.
"""

import os
import sysconfig
from pathlib import Path

from setuptools import Extension, setup

# Free-threaded Python has no stable ABI: there the extension is built for one version alone.
abi3 = not sysconfig.get_config_var("Py_GIL_DISABLED")
windows = os.name == "nt"


def extension(package: str, *names: str) -> Extension:
    """Describe the extension module `_kernel` of a package, made of C files of its folder."""
    folder = Path(*package.split("."))
    return Extension(
        f"{package}._kernel",
        sources=[(folder / f"{name}.c").as_posix() for name in ("_kernel", *names)],
        depends=[header.as_posix() for header in folder.glob("*.h")],
        py_limited_api=abi3,
        extra_compile_args=["/O2", "/std:c11", "/experimental:c11atomics"]
        if windows
        else [
            "-std=c11",
            "-O3",
            "-fno-wrapv",
            "-fvisibility=hidden",
            "-Wall",
            "-Wextra",
            "-Wconversion",
        ],
        optional=os.environ.get("DLX_REQUIRE_KERNEL") != "1",
    )


extensions = [
    extension("dlx.engines", "links", "bitset", "lanes"),
    extension("nqueens", "masks", "quadrants", "symmetric", "permutation"),
]

if os.environ.get("DLX_WITHOUT_KERNEL") == "1":
    setup()
else:
    setup(
        ext_modules=extensions,
        options={"bdist_wheel": {"py_limited_api": "cp311"}} if abi3 else {},
    )
