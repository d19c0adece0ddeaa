"""The log of a record: its moves in order of play, its text again, the places of its reasons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import pairwise, zip_longest
from typing import TYPE_CHECKING, Self

from palace.contract.rules import At, Commit, Commits, placed
from palace.core.errors import InputError
from palace.core.verdict import Loc, Located, Reason
from palace.files.fields import ordered
from palace.files.problems import fault
from palace.files.serialise import data_text
from palace.files.text_file import Place
from palace.palm_island.record import MOST_MOVES, Record
from palace.palm_island.rules import BOOK, Rulings
from palace.palm_island.scoring import score
from palace.palm_island.specials import DRAWN, TERRAINS, Outpost, Villager
from palace.palm_island.turns import PalmLog, PalmRules, Turn, moves_in, turn_of
from palace.scoring import Score

if TYPE_CHECKING:
    from palace.files.document import Kind


class LoggedRecord(Record):
    """See `palace.contract.rules.Record`."""

    @cached_property
    def rules(self) -> PalmRules:
        finish = tuple(map(tuple, self.data.finish))
        resumed = any(player.position is not None for player in self.data.players)
        middle = () if resumed else _wrong_middle(self)
        wrong = (*_unequal_deals(self), *middle, *_wrong_villagers(self, resumed))
        return PalmRules(self.table(), finish, wrong)

    @property
    def sheet(self) -> bool:
        """Whether it has no moves: the total of a player alone is a game, too."""
        return False

    @property
    def written(self) -> Commits[Turn]:
        """The moves, the first of each player, the second of each, and so on."""
        names = [player.name for player in self.data.players]
        return tuple(
            Commit(turn_of(name, line.move))
            for lines in zip_longest(*self.moves)
            for name, line in zip(names, lines, strict=True)
            if line is not None
        )

    def ruled(self, answers: Mapping[str, str]) -> Self:
        """Return the record with answers to rulings, which override its own."""
        return replace(self, rulings=Rulings.of({**self.data.rulings, **answers}))

    def text(self, log: PalmLog | None = None, kind: Kind = "toml") -> str:
        """Return the record with the moves of a log; moves that do not change keep their text."""
        if log is None:
            return data_text(ordered(self.data), kind)
        every = [one for commit in log.commits for one in moves_in(commit.move)]
        players = [*self.data.players]
        for seat, player in enumerate(players):
            mine = [move for name, move in every if name == player.name]
            if len(mine) > MOST_MOVES:
                what = f"{len(mine)} moves are too many"
                path = ("players", seat, "moves")
                raise InputError(fault(self.document, path, what, f"at most {MOST_MOVES}"))
            if mine != [line.move for line in self.moves[seat]]:
                texts = [str(move) for move in mine]
                told = texts if isinstance(player.moves, list) else "".join(f"{t}\n" for t in texts)
                players[seat] = player.model_copy(update={"moves": told})
                players[seat].model_fields_set.discard("total")  # it is that of the other moves
        return data_text(ordered(self.data.model_copy(update={"players": players})), kind)

    def place(self, at: At) -> Place | None:
        if at.report is None:
            return self.document.where(at.loc)
        names = [player.name for player in self.data.players]
        lines = self.moves[names.index(at.report.player)]
        if at.report.number is None or at.report.number > len(lines):
            return None
        line = lines[at.report.number - 1]
        return self.document.where(line.path, offset=line.offset)

    def score(self, log: PalmLog | None) -> Score:
        assert log is not None
        return score(self, log, self.faults(log))

    def faults(self, log: PalmLog) -> tuple[Located, ...]:
        """Return every reason, with its line: of the set-up, then of each player's moves."""
        names = log.state.names
        found = [*placed(log.wrong, self)]
        for name in names:
            for at, _, report in log.turns:
                if report.player == name:
                    wrong = placed(report.reasons, self, at, report)
                    whose = name if len(names) > 1 else ""
                    found += [replace(reason, player=whose) for reason in wrong]
        return (*found,)


def _unequal_deals(record: Record) -> Iterator[Reason]:
    """Yield a reason for each deal that differs from the first one, in a competitive game."""
    first, *others = record.data.players
    if record.data.mode not in ("casual", "speed") or first.deal is None:
        return
    core = _core_cards(first.deal)
    for seat, player in enumerate(others, 1):
        if player.deal is None:
            continue
        pairs = zip(core, _core_cards(player.deal), strict=False)
        places = [at for at, (same, dealt) in enumerate(pairs, 1) if same != dealt]
        path = ("players", seat, "deal")
        if places:
            yield BOOK.reason(
                "equal-deals", player.name, "deal",
                by=len(places), first=first.name, place=places[0], deal=core,
            ).within(*path)  # fmt: skip
        elif {*first.deal} != {*player.deal}:
            yield BOOK.reason(
                "equal-deals.villagers", player.name, "deal", first=first.name,
                villagers=record.villagers(seat), deal=record.villagers(0),
            ).within(*path)  # fmt: skip


def _core_cards(deal: Sequence[int | str]) -> tuple[int, ...]:
    return tuple(card for card in deal if isinstance(card, int))


def _wrong_middle(record: Record) -> Iterator[Reason]:
    """Yield reasons about the terrains in a casual game, the order of the pile in a speed game."""
    there = record.card_pool.among(Outpost, record.data.middle)
    if record.data.mode == "casual" and there and all(outpost.terrain for outpost in there):
        terrains: list[str] = [outpost.terrain for outpost in there]
        for terrain in TERRAINS:
            count = terrains.count(terrain)
            if count != 1:
                yield BOOK.reason(
                    "setup.outposts", "the middle", "draw-outposts",
                    by=abs(count - 1), count=count, terrain=terrain,
                ).within("middle")  # fmt: skip
    elif record.data.mode == "speed":
        known = [(outpost, outpost.points) for outpost in there if outpost.points is not None]
        for (above, more), (below, less) in pairwise(known):
            if more < less:
                yield BOOK.reason(
                    "setup.pile", below.title, "pile",
                    by=less - more, less=less, above=above.title, more=more,
                ).within("middle")  # fmt: skip


def _wrong_villagers(record: Record, resumed: bool) -> Iterator[Reason]:
    """Yield reasons about the villagers: how many, and none that is on the back of an outpost."""
    data, pool = record.data, record.card_pool
    drawn: list[tuple[Loc, Sequence[str], int]] = [
        (("players", seat, "deal"), record.villagers(seat), DRAWN)
        for seat in range(len(data.players))
    ]
    backs = {outpost.villager: outpost.title for outpost in pool.among(Outpost, data.middle)}
    if data.mode == "speed":
        middle = [villager.id for villager in pool.among(Villager, data.middle)]
        drawn, backs = [(("middle",), middle, len(data.players) + 1)], {}
    for path, names, count in drawn:
        if names and len(names) != count and not resumed:
            yield BOOK.reason(
                "setup.villagers", "villagers", "draw-villagers", by=abs(len(names) - count),
                count=len(names), drawn=tuple(names), wanted=count,
            ).within(*path)  # fmt: skip
        for name in names:
            if name in backs:
                reason = BOOK.reason("setup.back", name, "draw-another", outpost=backs[name])
                yield reason.within(*path)
