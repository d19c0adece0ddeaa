"""Records of games that were not recorded: one order of the staircases that an audit found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from palace.core.errors import InputError, Problem
from palace.files.document import parse_document
from palace.files.serialise import data_text
from palace.monkey_palace.game.animals import Build, lowest_ends
from palace.monkey_palace.game.log import LoggedRecord, read
from palace.monkey_palace.kernel.audit import Audit
from palace.monkey_palace.kernel.ground import ground_table
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.rulings import DEFAULT, Rulings

NAMES = ("Player 1", "Player 2")
"""The players where none are named."""

UNKNOWN = (
    "Found by palace audit in a palace that was not recorded. The order is one of {orders}; who "
    "built what, the cards, the pieces of the players and the ways of the animals are not known."
)


def record_of_audit(
    found: Audit, names: Sequence[str] = NAMES, rulings: Rulings | None = None
) -> LoggedRecord:
    """Return the record of one game that ends in the palace of an audit.

    The players take turns; it holds no cards, and animals only where they came to stay.  Raises
    `InputError` if no legal game can have made the palace.
    """
    palace = found.palace
    if palace is None or not (found.legal and found.audited):
        what = "no legal game can have made this palace, so there is no record of one"
        raise InputError(Problem("audit", what, "mend what the audit names"))
    ground = palace.ground
    number, exact = found.orders
    notes = UNKNOWN.format(orders=f"{number:,}" if exact else f"at least {number:,}")
    data: dict[str, object] = {"format": 1, "game": "monkey-palace", "rules": "1"}
    if ground.shipped:
        data["map"] = ground.name
    # The monkey is in every game; others are known to be where they stand.
    others = {"y": "butterfly", "f": "frog"}
    trophies = ["monkey", *(others[sign] for sign in others if palace.animal(sign) is not None)]
    data |= {"notes": notes, "animals": "unknown", "trophies": trophies}
    if not ground.shipped:
        data["ground"] = ground_table(ground)
    if rulings is not None and rulings.changed():
        data["rulings"] = rulings.changed()
    data["players"] = [{"name": name} for name in names]
    data["turns"] = [*_turns(found, palace, names, rulings or DEFAULT)]
    return read(parse_document(data_text(data), "toml", "audit"))


def _turns(
    found: Audit, palace: Palace, names: Sequence[str], rulings: Rulings
) -> Iterator[dict[str, str]]:
    """Yield the turns, with the frog and the monkey in those after which they stayed.

    Where the monkey took the frog's end first, that turn has the monkey, too.
    """
    frog, monkey = palace.animal("f"), palace.animal("m")
    every = found.staircases
    under_frog = max((one.number for one in every if frog in one.staircase.knobs), default=None)
    last_gold = max((one.number for one in every if one.decoration == "g"), default=None)
    before = Palace.setup(palace.ground)
    for each in every:
        turn = {"player": names[(each.number - 1) % len(names)], "build": str(each.staircase)}
        after = each.verdict.palace or before
        if each.number == under_frog:
            turn["frog"] = str(frog)
            ends = lowest_ends(Build(each.staircase, before, after, whole=True), after, rulings)
            if frog not in ends:
                turn["monkey"] = str(ends[0])
        if each.number == last_gold and monkey is not None:
            turn["monkey"] = str(monkey)
        before = after
        yield turn
