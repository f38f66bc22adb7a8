"""Make a virtual environment for each rival: python benchmarks/environments/make.py.

Each rival has its pinned versions in a file here. They need to be apart: two of them install a
package named `dlx`, as this project does.
"""

import argparse
import json
import os
import subprocess
import sys
import venv
from pathlib import Path
from time import perf_counter

HERE = Path(__file__).parent
DEFAULT_FOLDER = HERE.parent / ".environments"
RIVALS = ("miniexact", "xcover", "pyxcc", "exact-cover", "dlx-cython", "dxz", "ortools")


def python_of(rival: str, folder: Path) -> Path:
    """Return the interpreter of the rival's environment, made or not."""
    windows = os.name == "nt"
    return folder / rival / ("Scripts/python.exe" if windows else "bin/python")


def driver_of(rival: str) -> Path:
    """Return the script that drives the rival."""
    return HERE.parent / "rivals" / f"with_{rival.replace('-', '_')}.py"


def note_of(rival: str, folder: Path) -> Path:
    """Return the file that tells of an environment that was made."""
    return folder / rival / "made.json"


def is_made(rival: str, folder: Path) -> bool:
    """Tell whether the environment is there and holds the versions pinned now."""
    note = note_of(rival, folder)
    if not note.exists():
        return False
    return bool(json.loads(note.read_text())["pins"] == pins(rival))


def pins(rival: str) -> list[str]:
    """Return what is installed for the rival, with versions."""
    return (HERE / f"{rival}.txt").read_text().split()


def first_import_seconds(rival: str, folder: Path) -> float:
    """Return how long the first import took when it was made; xcover compiles itself then."""
    return float(json.loads(note_of(rival, folder).read_text())["first_import_seconds"])


def make(rival: str, folder: Path) -> None:
    """Install the pinned versions, then import once, so that what compiles itself has done so."""
    python = str(python_of(rival, folder))
    venv.create(folder / rival, clear=True, with_pip=True)
    install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*install, *pins(rival)], check=True)
    started = perf_counter()
    # The driver imports its package; importing the driver doesn't wait for a job.
    load = f"import runpy; runpy.run_path({str(driver_of(rival))!r})"
    environment = os.environ | {"PYTHONPATH": str(HERE.parent / "rivals")}
    subprocess.run([python, "-P", "-c", load], check=True, env=environment)
    note = {"pins": pins(rival), "first_import_seconds": perf_counter() - started}
    note_of(rival, folder).write_text(json.dumps(note))


def make_missing(rivals: list[str], folder: Path) -> list[str]:
    """Make what is not there yet; returns the rivals that are there now."""
    there = []
    for rival in rivals:
        if not is_made(rival, folder):
            print(f"installing {rival} …", file=sys.stderr, flush=True)
            try:
                make(rival, folder)
            except subprocess.CalledProcessError as error:
                print(f"no {rival}: {error}", file=sys.stderr, flush=True)
                continue
        there.append(rival)
    return there


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Install the rivals, each by itself.")
    parser.add_argument("rivals", nargs="*", help=f"of {', '.join(RIVALS)}; default: all")
    parser.add_argument("--into", type=Path, default=DEFAULT_FOLDER, metavar="FOLDER")
    arguments = parser.parse_args()
    wanted = arguments.rivals or list(RIVALS)
    unknown = set(wanted) - set(RIVALS)
    if unknown:
        parser.error(f"no rival {', '.join(sorted(unknown))}")
    sys.exit(len(make_missing(wanted, arguments.into)) < len(wanted))
