"""`palace table`: the page on which phones and tablets play a game."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from palace.cli.options import language_option
from palace.cli.session import board_options, kept_box, open_session, player_option, said_of
from palace.cli.viewing import installed
from palace.contract.kept import KeptBox
from palace.contract.registry import ENDINGS, default, games
from palace.contract.session import AnySession
from palace.core.errors import InputError, Problem
from palace.files.writing import EXISTS

HIGHEST_PORT = 65_535


@click.command("table", short_help="Serve a page: play on the phones round the table.")
@click.argument("record", type=click.Path(path_type=Path), metavar="[RECORD.toml]", required=False)
@click.option(
    "--port",
    type=click.IntRange(0, HIGHEST_PORT),
    metavar="N",
    help="Port of the page; 0 takes any [8123, or the next free one].",
)
@click.option(
    "--lan", is_flag=True, help="Let phones on the home network in, by a link or a QR code."
)
@language_option("Language of the page: en, zh-Hant or zh [as each browser asks].", told=True)
@player_option
@board_options
def table_verb(
    record: Path | None,
    port: int | None,
    lan: bool,
    language: str | None,
    player: tuple[str, ...],
    **given: Any,
) -> None:
    """Serve a page on which a game is played by taps, in the browser of a phone or tablet.

    The first line printed is the address of the page. Without RECORD, or with one that does not
    exist, the page asks for the players, the map and the cards.

    Example:  palace table tonight.toml

    Example:  palace table tonight.toml --lan

    Example:  palace table tonight.toml --language zh

    Example:  palace table --player Ana --player Ben --box house

    Only this machine can open the page; with --lan everyone on the home network who has the link or
    the code can. The record is saved whole after every turn. Ctrl-C ends.
    """
    serve = installed("table", "table", extra="web")
    path = record or _free_name()
    boxes: dict[str, KeptBox] = {}
    asked = not path.exists() and not player
    if asked:
        boxes = {game.key: box for game in games() if (box := kept_box(game, given)) is not None}
        _check_new(path, given if not boxes else {**given, "box": None})

    def begin() -> tuple[AnySession | None, Mapping[str, KeptBox]]:
        if asked:
            return None, boxes
        session, own = open_session(path, None, player, given)
        return session, {} if own is None else {session.game.key: own}

    serve(path, begin, port=port, lan=lan, language=language)


def _free_name() -> Path:
    """Return a name in this folder for the record of a game of today."""
    today = f"{default()}-{time.strftime('%Y-%m-%d')}"
    names = (Path(f"{today}{number}.toml") for number in ("", *map("-{}".format, range(2, 1000))))
    for name in names:
        if not name.exists():
            return name
    raise InputError(Problem(f"{today}.toml", EXISTS, "name a new file: palace table evening.toml"))


def _check_new(path: Path, given: dict[str, Any]) -> None:
    """Raise `InputError` if no game can begin in a file, or if the page asks for what is given."""
    problems = [
        Problem(f"--{key}", "it goes with --player; without, the page asks for it", "leave it out")
        for key in said_of(given)
    ]
    if path.suffix.lower() not in ENDINGS:
        problems.append(Problem(str(path), "records are TOML or JSON", "name it .toml or .json"))
    if not path.parent.is_dir():
        what = "its folder does not exist"
        problems.append(Problem(str(path), what, "create the folder, or choose another"))
    if problems:
        raise InputError(*problems)
