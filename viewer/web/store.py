"""The file that a table's game is kept in: written, watched, and moved where it cannot be kept.

All of it blocks, and is called from one thread at a time.
"""

from __future__ import annotations

import tempfile
from contextlib import ExitStack
from pathlib import Path

from palace.contract.registry import ENDINGS
from palace.core.errors import InputError, Problem
from palace.files.writing import CHANGED, EXISTS, KeptFile, write_whole
from palace.page.action import FileChanged, Save, Saved, Unsaved

TRIED = 99
"""Names that are tried for what could not be saved."""


class Store:
    """A record's file, of which this process is the only writer; a new one once it is saved first.

    `secret` is what the lock file keeps.  `right` is the text that the file should hold, None
    before there is one.
    """

    def __init__(self, file: KeptFile) -> None:
        self.file = file
        self.secret = ""
        self.held = False
        self.right = file.reread()
        self._told = self.right  # what the file held when it was looked at last
        self._ours = False  # whether the text is one that was written here
        self._hold = ExitStack()

    @property
    def name(self) -> str:
        """The file's name in its folder."""
        return self.file.path.name

    def hold(self, secret: str) -> str:
        """Keep other processes from writing the file; return the secret in use.

        Raises `InputError` as `KeptFile.held` does.
        """
        self.secret = self._hold.enter_context(self.file.held(secret))
        self.held = True
        return self.secret

    def close(self) -> None:
        """Let other processes write the file."""
        self._hold.close()

    def write(self, save: Save) -> Saved | Unsaved:
        """Write a text, unless the file holds what neither the page nor this process put there."""
        try:
            if save.name or self.right is None:
                self._create(save.name or self.name, save.text)
            else:
                self._replace(save, self.right)
        except InputError as error:
            return Unsaved(save.number, error.problems[0])
        self.right = self._told = save.text
        self._ours = True
        return Saved(save.number, self.name)

    def _create(self, name: str, text: str) -> None:
        """Write a file of the same folder, and go on there."""
        same = _checked(name) == self.name
        file = self.file if same else KeptFile(self.file.path.with_name(name))
        if file.reread() != text:  # as after a save that was thought to have failed
            file.create(text)
        if not (same and self.held):
            with ExitStack() as taken:
                secret = taken.enter_context(file.held(self.secret))
                self._hold.close()
                self._hold, self.secret, self.held = taken.pop_all(), secret, True
            if not same:
                self.file.keep_draft("")
        self.file = file

    def _replace(self, save: Save, right: str) -> None:
        if self.file.reread() not in (None, right):
            raise InputError(Problem(self.name, CHANGED, "save it under another name"))
        self.file.keep(right if self._ours else save.ours, right, save.text)

    def adopt(self, text: str) -> None:
        """Go by what another program wrote, if that was told last; it is copied before it is
        written over."""
        if text == self._told:
            self.right, self._ours, self.file.saved_as = text, False, None

    def keep_draft(self, text: str) -> None:
        """Keep the move that is entered beside the record, once the record is this process's."""
        if self.held:
            self.file.keep_draft(text)

    def look(self) -> FileChanged | None:
        """Return what became of the file since it was looked at; None where nothing did."""
        now = self.file.reread()
        if now == self._told:
            return None
        self._told = now
        return FileChanged(None if now == self.right else now, gone=now is None)

    def rescue(self, text: str) -> Path:
        """Write what could not be saved into a file of its own, beside the record or elsewhere.

        Raises `InputError` where nothing can be written at all.
        """
        path, problem = self.file.path, Problem(self.name, "it cannot be saved anywhere")
        names = [f"{path.stem}-unsaved-{at}{path.suffix}" for at in range(1, TRIED + 1)]
        for folder in (path.parent, Path.cwd(), Path.home(), Path(tempfile.gettempdir())):
            for spare in map(folder.joinpath, names):
                try:
                    write_whole(spare, text)
                except InputError as error:
                    problem = error.problems[0]
                    if problem.what != EXISTS:
                        break
                else:
                    return spare
        raise InputError(problem)


def _checked(name: str) -> str:
    """Return a file's name; raises `InputError` for one in another folder, or of another kind."""
    path = Path(name)
    if path.name != name or "\\" in name or name.startswith("."):
        raise InputError(Problem(name, "this is no file name", "choose another name"))
    if path.suffix.lower() not in ENDINGS:
        raise InputError(Problem(name, "records are TOML or JSON", "name it .toml or .json"))
    return name
