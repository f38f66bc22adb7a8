"""Build the compiled engines; pyproject.toml says everything else.

Where they can't be built the installation succeeds without them, unless the environment variable
DLX_REQUIRE_KERNEL is 1.
"""

import os
import sysconfig
from pathlib import Path

from setuptools import Extension, setup

# Free-threaded Python has no stable ABI: there the extension is built for one version alone.
abi3 = not sysconfig.get_config_var("Py_GIL_DISABLED")
windows = os.name == "nt"

kernel = Extension(
    "dlx.engines._kernel",
    sources=[f"dlx/engines/{name}.c" for name in ("_kernel", "links", "bitset", "lanes")],
    depends=[str(header) for header in Path("dlx/engines").glob("*.h")],
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

setup(ext_modules=[kernel], options={"bdist_wheel": {"py_limited_api": "cp311"}} if abi3 else {})
