"""What `import dlx` and `import nqueens` bring along: little, so that scripts start at once."""

import subprocess
import sys
from pathlib import Path

import pytest

import dlx

LISTING = (
    "import sys; before = set(sys.modules); import {}; print(*sorted(set(sys.modules) - before))"
)
SLOW_TO_IMPORT = {"argparse", "dataclasses", "decimal", "fractions", "hashlib", "inspect", "json"}


@pytest.mark.parametrize("package", ["dlx", "nqueens"])
def test_importing_loads_nothing_but_small_modules_of_the_standard_library(package):
    """No other package (NumPy, rich) is imported, and nothing that takes long."""
    listed = subprocess.run(
        [sys.executable, "-S", "-c", LISTING.format(package)],
        capture_output=True,
        check=True,
        env={"PYTHONPATH": str(Path(dlx.__file__).parents[1])},
        text=True,
    ).stdout.split()
    roots = {name.partition(".")[0] for name in listed}
    assert package in roots
    assert roots - sys.stdlib_module_names <= {"dlx", "nqueens"}
    assert not roots & SLOW_TO_IMPORT
