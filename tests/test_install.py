"""What becomes of an installation where nothing can be compiled."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[1]
NEEDED = ("LICENSE", "MANIFEST.in", "README.md", "dlx", "nqueens", "pyproject.toml", "setup.py")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name == "nt", reason="CC does not choose the compiler there"),
]


@pytest.fixture(scope="module")
def python(tmp_path_factory):
    """Give what runs Python in a new environment, with a compiler that always fails; the project
    lies beside it in `source`.
    """
    folder = tmp_path_factory.mktemp("install")
    source = folder / "source"
    source.mkdir()
    for name in NEEDED:
        path = PROJECT / name
        if path.is_dir():
            built = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
            shutil.copytree(path, source / name, ignore=built)
        else:
            shutil.copy(path, source)
    subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True)
    others = {
        key: value
        for key, value in os.environ.items()
        if key not in {"DLX_REQUIRE_KERNEL", "PYTHONPATH", "PYTHONWARNINGS"}
    }

    def run(*words, **more):
        return subprocess.run(
            [folder / "venv" / "bin" / "python", *words],
            cwd=folder,
            env=others | {"CC": "false"} | more,
            capture_output=True,
            text=True,
            check=False,
        )

    return run


INSTALL = ("-m", "pip", "install", "--no-deps", "./source")


def test_without_a_compiler_everything_works_but_slowly(python):
    """The installation succeeds, one engine is left, one sentence says so, once, and it works."""
    installed = python(*INSTALL)
    assert installed.returncode == 0, installed.stderr
    engines = python("-c", "import dlx; print(dlx.engines())")
    assert (engines.stdout, engines.stderr) == ("('python',)\n", "")
    twice = "from nqueens import solve_queens\nfor _ in range(2): print(list(solve_queens(4)))"
    done = python("-c", twice)
    assert done.stdout == 2 * "[(1, 3, 0, 2), (2, 0, 3, 1)]\n"
    assert done.stderr.count("RuntimeWarning") == 1
    assert "dlx runs without its compiled engines" in done.stderr
    assert "install it where a C compiler is at hand" in done.stderr


def test_an_installation_that_requires_the_compiled_part_fails_without_it(python):
    """With DLX_REQUIRE_KERNEL=1 there is no installation that is quietly slow."""
    refused = python(*INSTALL, DLX_REQUIRE_KERNEL="1")
    assert refused.returncode != 0
    assert re.search(r"error: .*\bfalse\b", refused.stdout + refused.stderr)
