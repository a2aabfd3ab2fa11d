"""Resource use of a process: processor time and memory, if the system tells it."""

from __future__ import annotations

import os
import re
from pathlib import Path


def spent(pid: int) -> float:
    """Return the seconds of user and system time that a process has taken; 0 if the system does not tell."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> float:
    """Return the KiB that a process has in memory; 0 if the system does not tell."""
    try:
        found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    except OSError:
        return 0.0
    return float(found[1]) if found else 0.0


def more_files() -> None:
    """Raise the limit of open files of this process and its children to the system's: a socket is one."""
    try:
        import resource
    except ImportError:
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
