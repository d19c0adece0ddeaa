"""The file of a table by itself: what is written over, what is copied, what is noticed."""

from __future__ import annotations

from pathlib import Path

import pytest

from palace.core.errors import InputError
from palace.files.writing import CHANGED, EXISTS, KeptFile
from palace.page.action import FileChanged, Save, Saved, Unsaved
from palace_viewer.web.store import Store

OURS, NEXT, THEIRS = "ours = 1\n", "ours = 2\n", "# theirs\nours = 1\n"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A record."""
    found = tmp_path / "game.toml"
    found.write_text(OURS)
    return found


def names(path: Path) -> set[str]:
    return {one.name for one in path.parent.iterdir()}


def problem(result: Saved | Unsaved) -> str:
    assert isinstance(result, Unsaved), result
    return result.problem.what


def test_a_text_goes_over_the_one_that_is_expected(path: Path) -> None:
    store = Store(KeptFile(path))
    assert store.write(Save(1, NEXT, OURS)) == Saved(1, "game.toml")
    assert path.read_text() == NEXT
    assert names(path) == {"game.toml"}
    # Two saves on their way at once: the second was made before the first was told.
    assert store.write(Save(2, OURS, OURS)) == Saved(2, "game.toml")


def test_what_another_program_wrote_is_left_alone(path: Path) -> None:
    store = Store(KeptFile(path))
    path.write_text(THEIRS)
    assert problem(store.write(Save(1, NEXT, OURS))) == CHANGED
    assert store.look() == FileChanged(THEIRS)
    assert store.look() is None
    assert problem(store.write(Save(1, NEXT, OURS))) == CHANGED
    assert path.read_text() == THEIRS
    # Once it is the game of the page, it is written over, and kept beside.
    store.adopt(THEIRS)
    assert store.write(Save(1, NEXT, OURS)) == Saved(1, "game.toml")
    assert (path.read_text(), path.with_name("game.toml.1.bak").read_text()) == (NEXT, THEIRS)


def test_a_file_that_is_gone_is_noticed_and_written_again(path: Path) -> None:
    store = Store(KeptFile(path))
    path.unlink()
    assert store.look() == FileChanged(gone=True)
    assert store.look() is None
    assert store.write(Save(1, NEXT, OURS)) == Saved(1, "game.toml")
    assert names(path) == {"game.toml"}
    assert store.look() is None


def test_a_file_that_is_touched_or_replaced_by_its_like_has_not_changed(path: Path) -> None:
    store = Store(KeptFile(path))
    other = path.with_name("other")
    other.write_text(OURS)
    other.replace(path)
    assert store.look() is None
    assert store.write(Save(1, NEXT, OURS)) == Saved(1, "game.toml")


def test_bytes_that_are_no_text_are_a_change(path: Path) -> None:
    store = Store(KeptFile(path))
    path.write_bytes(b"\xff\xfe\x00")
    found = store.look()
    assert found is not None
    assert found.text not in (None, OURS)
    assert problem(store.write(Save(1, NEXT, OURS))) == CHANGED


def test_a_new_file_is_held_once_it_is_written(tmp_path: Path) -> None:
    path = tmp_path / "new.toml"
    store = Store(KeptFile(path))
    store.secret = "secret"
    store.keep_draft("begun")
    assert names(path) == set()
    assert store.write(Save(2, OURS)) == Saved(2, "new.toml")
    store.keep_draft("begun")
    assert names(path) == {"new.toml", "new.toml.draft", ".new.toml.lock"}
    with pytest.raises(InputError, match="in use"), KeptFile(path).held():
        pass
    assert store.write(Save(1, NEXT, OURS)) == Saved(1, "new.toml")
    store.file.let_go()
    assert names(path) == {"new.toml"}


def test_a_game_goes_on_in_another_file(path: Path) -> None:
    store = Store(KeptFile(path))
    store.file.hold()
    store.keep_draft("begun")
    path.with_name("taken.json").write_text("{}")
    assert problem(store.write(Save(1, NEXT, "", "taken.json"))) == EXISTS
    assert store.write(Save(1, NEXT, "", "later.toml")) == Saved(1, "later.toml")
    assert names(path) == {"game.toml", "taken.json", "later.toml", ".later.toml.lock"}
    assert store.write(Save(2, OURS, OURS)) == Saved(2, "later.toml")
    assert path.read_text() == OURS
    store.file.let_go()


def test_what_cannot_be_saved_finds_a_place(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(path.parent)
    store = Store(KeptFile(path))
    for number in (1, 2):
        assert store.rescue(NEXT).name == f"game-unsaved-{number}.toml"
    folder = path.parent / "gone"
    lost = Store(KeptFile(folder / "game.toml"))
    assert lost.rescue(NEXT) == path.with_name("game-unsaved-3.toml")
    monkeypatch.setattr("palace_viewer.web.store.write_whole", _full)
    with pytest.raises(InputError, match="no room"):
        store.rescue(NEXT)


def _full(*_: object, **__: object) -> None:
    from palace.core.errors import Problem

    raise InputError(Problem("x", "no room"))
