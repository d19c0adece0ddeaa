"""The optional parts of this package, and how to install them."""

from __future__ import annotations

DISTRIBUTION = "palace-referee"
"""The name on the package index, where `palace` is another project."""


def install_hint(extra: str) -> str:
    """Return the command that installs an extra: `view`, `print` or `solve`."""
    return f"pip install '{DISTRIBUTION}[{extra}]'"
