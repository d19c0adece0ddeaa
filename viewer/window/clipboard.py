"""Text for the clipboard; it is printed as well, so that it is never lost."""

from __future__ import annotations

from contextlib import suppress


def available() -> str | None:
    """None where there is a clipboard, else what is missing."""
    try:
        import pyperclip
    except ImportError:
        return "pyperclip is missing; what is copied is only printed"
    there: object = pyperclip.determine_clipboard()[0]  # false where there is none
    return None if there else "there is none; what is copied is only printed"


def copy(text: str) -> str:
    """Print a text on standard output and put it on the clipboard; what became of it, in a line.

    Needs pyperclip, of the extra `view`, and on Linux xclip, xsel or wl-clipboard.
    """
    with suppress(OSError, ValueError):
        print(text, flush=True)
    try:
        import pyperclip
    except ImportError:
        return "printed on the terminal; to copy it too: pip install pyperclip"
    try:
        pyperclip.copy(text)
    except (OSError, RuntimeError):
        return "printed on the terminal; there is no clipboard here"
    return "copied, and printed on the terminal"
