"""What is wrong with a call: problems collected part by part."""

from __future__ import annotations

from palace.core.errors import InputError, NotationError, Problem


class Problems:
    """Collects what is wrong with one part of a call after the other."""

    def __init__(self) -> None:
        self.found: list[Problem] = []

    def within(self, where: str) -> _Within:
        """Note what goes wrong inside; `where` stands before what has no place of its own."""
        return _Within(self.found, where)

    def check(self) -> None:
        """Raise an `InputError` with everything found, if anything was."""
        if self.found:
            raise InputError(*self.found)


class _Within:
    def __init__(self, found: list[Problem], where: str) -> None:
        self.found = found
        self.where = where

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        if isinstance(error, NotationError):
            self.found.append(error.problem(self.where))
            return True
        if isinstance(error, InputError):
            self.found += [p if p.where else p._replace(where=self.where) for p in error.problems]
            return True
        return False
