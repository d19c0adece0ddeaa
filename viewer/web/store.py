"""The file that a table's game is kept in: written, watched, and moved where it cannot be kept.

All of it blocks, and is called from one thread at a time.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from palace.core.errors import InputError, Problem
from palace.files.writing import EXISTS, KeptFile, write_whole
from palace.page.action import FileChanged, Save, Saved, Unsaved

TRIED = 99
"""Names that are tried for what could not be saved."""


class Store:
    """A record's file, of which this process is the only writer; a new one is held with its
    `secret` once it is saved first."""

    def __init__(self, file: KeptFile, secret: str = "") -> None:
        self.file = file
        self.secret = secret
        self._told = file.text  # what the file held when it was looked at last

    @property
    def name(self) -> str:
        """The file's name in its folder."""
        return self.file.path.name

    def write(self, save: Save) -> Saved | Unsaved:
        """Write a text, unless the file holds what neither the page nor this process put there."""
        file = self.file
        try:
            if save.name or file.text is None:
                path = file.path.with_name(save.name or self.name)
                self.file = file.moved(path, save.text, again=True)
                if self.file.secret is None:
                    self.file.hold(self.secret)
                if self.file is not file:
                    file.keep_draft("")
            else:
                file.accept(file.text)
                file.keep(save.text, save.ours)
        except InputError as error:
            return Unsaved(save.number, error.problems[0])
        self._told = save.text
        return Saved(save.number, self.name)

    def adopt(self, text: str) -> None:
        """Go by what another program wrote, if that was told last."""
        if text == self._told:
            self.file.adopt(text)

    def keep_draft(self, text: str) -> None:
        """Keep the move that is entered beside the record, once the record is this process's."""
        if self.file.secret is not None:
            self.file.keep_draft(text)

    def look(self) -> FileChanged | None:
        """Return what became of the file since it was looked at; None where nothing did."""
        now = KeptFile(self.file.path).text
        if now == self._told:
            return None
        self._told = now
        return FileChanged(None if now == self.file.text else now, gone=now is None)

    def rescue(self, text: str) -> Path:
        """Write what could not be saved into a file of its own, beside the record or elsewhere.

        Raises `InputError` where nothing can be written at all.
        """
        path, problem = self.file.path, Problem(self.name, "it cannot be saved anywhere")
        for folder in (path.parent, Path.cwd(), Path.home(), Path(tempfile.gettempdir())):
            for at in range(1, TRIED + 1):
                spare = folder / f"{path.stem}-unsaved-{at}{path.suffix}"
                try:
                    write_whole(spare, text)
                    return spare
                except InputError as error:
                    problem = error.problems[0]
                    if problem.what != EXISTS:
                        break
        raise InputError(problem)
