"""`palace render` for Cooper Island: a land, or the lands a record leaves."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from palace.cli.bar import bar
from palace.cli.output import unreadable
from palace.cli.render_options import FILMS
from palace.cli.viewing import installed
from palace.core.errors import InputError, NotationError, Problem
from palace.files.document import Document, read_document

if TYPE_CHECKING:
    from palace.cooper_island.lands import Lands

GAME = "cooper-island"


def lands_by(what: str, turn: int | None, player: str | None) -> Lands | None:
    """The land of a text such as `cooper-2: c2=m`, or those of a record after a line of its log,
    of all players or of one; None for what is none of this game's.

    Raises `InputError`.
    """
    is_file = what.lower().endswith((".toml", ".json")) and not what.startswith("@")
    document = _document(what) if is_file else None
    if document is not None and document.data.get("game") == GAME:
        return _of_player(_of_record(document, turn), player)
    if player is not None:
        said = "it goes with a record of Cooper Island"
        raise InputError(Problem("--player", said, "leave it out"))
    if is_file or not what.startswith("cooper-"):
        return None
    if turn is not None:
        raise InputError(Problem("--turn", "it goes with a record", "leave it out"))
    from palace.cooper_island.land import Land
    from palace.cooper_island.lands import Lands

    try:
        return Lands.of(Land.read(what) if ":" in what else Land.start(what))
    except NotationError as error:
        raise InputError(unreadable("land", error)) from None


def _document(name: str) -> Document | None:
    """The document in a file; None where it cannot be read, which whoever reads it next says."""
    with suppress(InputError):
        return read_document(name)
    return None


def _of_player(lands: Lands, player: str | None) -> Lands:
    from palace.cooper_island.lands import Lands

    if player is None:
        return lands
    found = tuple((name, land) for name, land in lands.named if name == player)
    if not found:
        known = ", ".join(name for name, _ in lands.named)
        raise InputError(Problem("--player", f"nobody is called {player!r:.40}", f"it is {known}"))
    return Lands(found)


def _of_record(document: Document, turn: int | None) -> Lands:
    from palace.cooper_island.lands import Lands
    from palace.cooper_island.record import record_of
    from palace.cooper_island.replay import replay

    record = record_of(document, Path(document.file).parent)
    if record.entries is None:
        remedy = "a log has one; here are only totals, or the final sheet"
        raise InputError(Problem(document.file, "there is no land in this record", remedy))
    played = replay(record)
    if turn is not None and not 0 <= turn <= len(played.done):
        remedy = f"its log has lines 0 (the set-up) to {len(played.done)}"
        raise InputError(Problem("--turn", f"{turn} is not in the record", remedy))
    table = played.table
    if turn is not None:
        table = played.done[turn - 1].table if turn else played.start
    return Lands(tuple((seat.name, seat.land) for seat in table.seats))


def draw_lands(lands: Lands, output: Path, options: dict[str, Any]) -> str | bytes:
    """The file of a kind; as SVG the plan, which lands have no other picture than."""
    suffix = output.suffix.lower()
    if suffix == ".svg":
        from palace.cooper_island.plan import plan_svg

        return plan_svg(lands)
    if suffix in FILMS:
        if not options.get("turntable"):
            what = "Cooper Island is not filmed line by line"
            raise InputError(Problem(str(output), what, "give --turntable, or write a picture"))
        with bar("filming") as told:
            return cast(bytes, installed(suffix[1:])(lands, **options, told=told))
    return cast(bytes, installed(suffix[1:])(lands, **options))
