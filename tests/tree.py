"""The files of the project, as git sees them."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[1]


def files(*patterns: str) -> list[Path]:
    """Files of the project, tracked or about to be, as git sees them."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *patterns],
        cwd=ROOT,
        capture_output=True,
        check=True,
        text=True,
    ).stdout
    paths = (ROOT / name for name in listed.split("\0") if name)
    return sorted(path for path in set(paths) if path.is_file())
