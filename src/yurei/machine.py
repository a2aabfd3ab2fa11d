"""Description of this machine, for reports of measurements."""

from __future__ import annotations

import os
import platform
from pathlib import Path
from typing import Any


def describe_machine() -> dict[str, Any]:
    """Return the processor, the number of cores and the system, as plain values."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return {
        "processor": names[0] if names else platform.processor() or "unknown",
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
    }
