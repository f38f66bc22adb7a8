"""Add to a built site what its examples need to run in the browser.

    python docs/live.py OUT

OUT/_static/live gets Python for browsers (Pyodide, fetched by npm once and kept in build/npm)
and this project as a wheel without its compiled parts. The site asks no other machine for anything.
"""

import argparse
import base64
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
KEPT = ROOT / "build" / "npm"

PYODIDE = "314.0.7"
INTEGRITY = (  # npm view pyodide@314.0.7 dist.integrity
    "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
)
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
ABOUT = f"""\
Files of Pyodide {PYODIDE}, https://pyodide.org, under the Mozilla Public License 2.0; they contain
CPython, https://python.org, under the PSF License. Unchanged, but that the list of packages in
pyodide-lock.json is empty: nothing is to be fetched from elsewhere.
"""


def main() -> None:
    """Read the command line and do it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("site", type=Path, metavar="OUT", help="the built site's folder")
    site = parser.parse_args().site
    if not (site / "_static" / "live.js").is_file():
        sys.exit(f"live.py: no site is built in {site}; python -m sphinx -b html docs {site}")
    live = site / "_static" / "live"
    shutil.rmtree(live, ignore_errors=True)
    live.mkdir()
    unpack(pyodide(), live)
    wheel = build_wheel(live)
    (live / "ABOUT.txt").write_text(ABOUT, encoding="utf-8")
    parts = {
        "wheel": f"{wheel.name}?{hashlib.sha256(wheel.read_bytes()).hexdigest()[:8]}",
        "megabytes": round(sum(file.stat().st_size for file in live.iterdir()) / 1e6),
    }
    # A script, as a page from disk can load it too; written last, for it says that all is there.
    (live / "parts.js").write_text(f"liveParts = {json.dumps(parts)};\n", encoding="utf-8")
    print(f"{live}: {parts['megabytes']} MB")


def pyodide() -> Path:
    """Give Pyodide's npm package as a file; fetch it if it isn't there yet."""
    package = KEPT / f"pyodide-{PYODIDE}.tgz"
    if not package.is_file():
        npm = shutil.which("npm")
        if npm is None:
            sys.exit("live.py: npm is needed, which comes with Node.js; it fetches Pyodide")
        KEPT.mkdir(parents=True, exist_ok=True)
        subprocess.run(
            [npm, "pack", "--silent", f"pyodide@{PYODIDE}"],
            cwd=KEPT,
            stdout=subprocess.DEVNULL,
            check=True,
        )
    if base64.b64encode(hashlib.sha512(package.read_bytes()).digest()).decode() != INTEGRITY:
        sys.exit(f"live.py: {package} is not what was published; delete it and try again")
    return package


def unpack(package: Path, live: Path) -> None:
    """Take out of Pyodide's package what a browser needs, without the list of other packages."""
    with tarfile.open(package) as archive:
        for name in FILES:
            (live / name).write_bytes(_read(archive, name))
        lock = json.loads(_read(archive, "pyodide-lock.json"))
    (live / "pyodide-lock.json").write_text(json.dumps({**lock, "packages": {}}), encoding="utf-8")


def _read(archive: tarfile.TarFile, name: str) -> bytes:
    file = archive.extractfile(f"package/{name}")
    assert file is not None
    return file.read()


def build_wheel(live: Path) -> Path:
    """Build this project's wheel for any machine, leaving nothing else behind."""
    with tempfile.TemporaryDirectory() as scratch:
        settings = Path(scratch) / "setup.cfg"  # old files in build/ would get into the wheel
        settings.write_text(
            f"[build]\nbuild_base = {scratch}/build\n[egg_info]\negg_base = {scratch}\n",
            encoding="utf-8",
        )
        subprocess.run(
            [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", live, ROOT],
            env={**os.environ, "DLX_WITHOUT_KERNEL": "1", "DIST_EXTRA_CONFIG": str(settings)},
            check=True,
        )
    (wheel,) = live.glob("*-none-any.whl")
    return wheel


if __name__ == "__main__":
    main()
