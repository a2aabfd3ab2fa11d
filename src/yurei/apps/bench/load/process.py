"""What a process has taken: processor and memory, as far as the system says so."""

from __future__ import annotations

import os
import re
from pathlib import Path


def spent(pid: int) -> float:
    """Seconds of processor time that a process has taken, in its own code and for it; 0 where the system does not say."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> float:
    """KiB that a process has in memory; 0 where the system does not say."""
    try:
        found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    except OSError:
        return 0.0
    return float(found[1]) if found else 0.0


def more_files() -> None:
    """Let this process, and those that it starts, open as many files as the system allows: a socket is one."""
    try:
        import resource
    except ImportError:
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
