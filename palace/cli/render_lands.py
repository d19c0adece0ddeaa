"""`palace render` for Cooper Island: a land, or the lands a record leaves."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from palace.cli.output import unreadable
from palace.cli.viewing import installed
from palace.document import Document, read_document
from palace.errors import InputError, NotationError, Problem

if TYPE_CHECKING:
    from palace.cooper_island.lands import Lands

GAME = "cooper-island"


def lands_by(what: str, turn: int | None) -> Lands | None:
    """The lands of a text such as `cooper-2: c2=m`, or of a record after a line of its log; None
    for what is none of this game's.

    Raises `InputError`.
    """
    if what.lower().endswith((".toml", ".json")) and not what.startswith("@"):
        document = None
        with suppress(InputError):  # what is wrong with the file is said by who reads it next
            document = read_document(what)
        mine = document is not None and document.data.get("game") == GAME
        return _of_record(document, turn) if document is not None and mine else None
    if not what.startswith("cooper-"):
        return None
    if turn is not None:
        raise InputError(Problem("--turn", "it goes with a record", "leave it out"))
    from palace.cooper_island.land import Land
    from palace.cooper_island.lands import Lands

    try:
        return Lands.of(Land.read(what) if ":" in what else Land.start(what))
    except NotationError as error:
        raise InputError(unreadable("land", error)) from None


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
    if suffix in (".gif", ".mp4"):
        what = "Cooper Island is not filmed"
        raise InputError(Problem(str(output), what, "write .svg, .png, .glb, .stl or .3mf"))
    return cast(bytes, installed(suffix[1:])(lands, **options))
