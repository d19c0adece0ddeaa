"""The table and its file together: what is shown as saved is in the file, and no text of another
program is lost, in whatever order turns are taken, saves fail, and the file is changed."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from palace.core.errors import InputError, Problem
from palace.files.writing import KeptFile
from palace.monkey_palace.game.log import read_record
from palace.page import action as act
from palace.page.action import Action
from palace_viewer.web import store as storing
from palace_viewer.web.store import Store

from ...page.tables import SAMPLE, Table, enter

PLAYED = SAMPLE.read_text(encoding="utf-8").split("[[turns]]")
TURNS = [commit.move for commit in read_record(SAMPLE).written]


class Kept(Table):
    """A table over a real file; what it asks of the disk waits until `disk` does it."""

    def __init__(self, folder: Path) -> None:
        path = folder / "evening.toml"
        super().__init__(Table.of(_by_hand(0, 0)).desk)
        path.write_text(_by_hand(0, 0), encoding="utf-8")
        self.store = Store(KeptFile(path))
        self.store.file.hold()
        self.waiting: list[act.Effect] = []

    def do(self, effects: tuple[act.Effect, ...]) -> None:
        """Let what a step asks of the disk wait."""
        self.waiting += [one for one in effects if isinstance(one, act.Save | act.Adopt)]

    def disk(self) -> None:
        """Do what waits first."""
        match effect := self.waiting.pop(0):
            case act.Save():
                result = self.store.write(effect)
                if not (effect.name and isinstance(result, act.Unsaved)):
                    self.settle(result)
            case act.Adopt(text=text):
                self.store.adopt(text)

    def look(self) -> None:
        """Look at the file."""
        if found := self.store.look():
            self.settle(found)

    @property
    def path(self) -> Path:
        """The record's file as it is now."""
        return self.store.file.path


def _by_hand(turns: int, number: int) -> str:
    """Return a record as another program writes it: with a note of its own."""
    return f"# note {number}\n" + "[[turns]]".join(PLAYED[: turns + 1])


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Let writes fail while the last item is true."""
    fails = [False]

    def write(path: Path, text: str, *, overwrite: bool = False) -> None:
        if fails[-1]:
            raise InputError(Problem(str(path), "no space is left on the device", "make room"))
        real(path, text, overwrite=overwrite)

    from palace.files import writing

    real = writing.write_whole
    monkeypatch.setattr(writing, "write_whole", write)
    monkeypatch.setattr(storing, "write_whole", write)
    return fails


@pytest.mark.parametrize(
    "seed", [*range(15), *(pytest.param(n, marks=pytest.mark.slow) for n in range(15, 200))]
)
def test_nothing_is_lost_and_saved_is_true(seed: int, tmp_path: Path, failing: list[bool]) -> None:
    rng = random.Random(seed)
    table = Kept(tmp_path)
    theirs = [_by_hand(0, 0)]

    def copy() -> None:
        if table.path.exists():
            shutil.copy(table.path, tmp_path / f"kept-{len([*tmp_path.iterdir()])}")

    def foreign() -> None:
        if table.path.exists():
            copy()
            text = _by_hand(rng.randint(0, 3), len(theirs))
            theirs.append(text)
            table.path.with_name("other.tmp").write_text(text, encoding="utf-8")
            table.path.with_name("other.tmp").replace(table.path)

    def gone() -> None:
        copy()
        table.path.unlink(missing_ok=True)

    def save_as() -> None:
        table.send(
            Action("save-as", text=rng.choice(["evening.toml", "later", f"new-{rng.random()}"]))
        )

    def again() -> None:
        if table.desk.kept.problem is not None:
            table.waiting.append(table.desk.saving)

    def disk() -> None:
        if table.waiting:
            table.disk()

    acts: dict[str, Callable[[], object]] = {
        "turn": lambda: enter(table, TURNS[len(_log(table))]) if len(_log(table)) < 4 else None,
        "back": lambda: table.send(Action("take-back")),
        "disk": disk, "look": table.look, "foreign": foreign, "gone": gone, "save as": save_as,
        "again": again, "reread": lambda: table.send(Action("reread")),
        "full": lambda: failing.append(not failing[-1]),
    }  # fmt: skip
    for name in rng.choices([*acts], [4, 2, 12, 6, 2, 1, 1, 2, 4, 1], k=70):
        acts[name]()
        there = {path.read_text(encoding="utf-8") for path in tmp_path.iterdir() if path.is_file()}
        assert there.issuperset(theirs), name
        if name == "look" and table.desk.kept.how == "saved":
            found = Table.of(table.path.read_text(encoding="utf-8")).desk
            assert found.saving.text == table.desk.saving.text
    failing.append(False)
    while table.waiting:
        table.disk()
    table.look()
    result = table.store.write(table.desk.saving)
    assert isinstance(result, act.Saved) == (table.desk.kept.changed is None)
    path = (
        table.path if isinstance(result, act.Saved) else table.store.rescue(table.desk.saving.text)
    )
    assert Table.of(path.read_text(encoding="utf-8")).desk.log == table.desk.log


def _log(table: Table) -> Sequence[object]:
    assert table.desk.log is not None
    return table.desk.log.commits
