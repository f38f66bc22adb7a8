"""The machine on which something was measured, and the day."""

import os
import platform
from datetime import UTC, datetime
from pathlib import Path
from typing import Any


def described() -> dict[str, Any]:
    """Name the processor, the system, Python and the time."""
    model = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        named = [line for line in info.read_text().splitlines() if line.startswith("model name")]
        model = named[0].partition(":")[2].strip() if named else model
    return {
        "cpu": model,
        "architecture": platform.machine(),
        "cores": os.cpu_count(),
        "os": platform.platform(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
    }
