"""Reasons: the codes a verdict can name, the rule behind each, and the sentences people read."""

from __future__ import annotations

from typing import Any, NamedTuple

from palace.core.verdict import Rule
from palace.monkey_palace.kernel.elements import ANIMALS, COLOUR_WORDS, noun
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.staircase import pile_height

LONG_PILE = 12
"""Pieces a remedy spells one by one; more are counted."""

NAMED = 5
"""Knobs a remedy names at most."""


RULES: dict[str, Rule] = {
    rule.code: rule
    for rule in (
        Rule(
            "start", "A", "start point",
            "A staircase begins on an open, empty knob of the Ground Map: one that shows through "
            "the sheet and carries nothing yet. The first piece may be an arch, a brick or column.",
        ),
        Rule(
            "end", "C", "end element",
            "The last piece of a staircase is an arch. Nothing but the decoration goes on its end.",
        ),
        Rule(
            "middle-knob", "D", "build on the end knobs",
            "Anything may stand on any knob, also on a decoration, but never on the two middle "
            "knobs of an arch.",
        ),
        Rule(
            "attach", "E", "attachment",
            "At least one new piece stands on a piece that was on the map before the turn. "
            "Standing beside one is not enough.",
        ),
        Rule(
            "support", "F", "support",
            "Every piece is carried: both ends of every arch rest on a knob, and nothing hangs.",
        ),
        Rule(
            "stacked", "G", "no stacked arches",
            "No arch lies directly on another one, both its ends on the two ends of that arch. One "
            "end on the end of an arch is fine: that is how a staircase climbs.",
        ),
        Rule(
            "turn", "H", "direction",
            "From knob to knob a staircase goes straight on or turns by 90 degrees, always to a "
            "neighbouring knob, one arch away. It does not go straight back over the arch just "
            "laid.",
        ),
        Rule(
            "path", "I", "one direct path",
            "The pieces of a turn form one path from the map to the decoration: no branch, no "
            "second staircase, no arch off the path used as a support, no brick or column that "
            "carries nothing.",
        ),
        Rule(
            "ascend", "1", "ascending arches",
            "Every arch of a staircase lies higher than the one before it. The step may be of any "
            "height.",
        ),
        Rule(
            "collision", "", "one piece in one place",
            "Two pieces cannot fill the same place. An arch is level, so the knob it reaches may "
            "not stand higher than the knob it leaves.",
        ),
        Rule(
            "off-knob", "", "on the knobs of the map",
            "Every piece stands over an open knob of the Ground Map. Closed parts of the sheet, "
            "the sheet between the knobs, and the bare plate are out of bounds.",
        ),
        Rule(
            "blocked", "", "animals block their knob",
            "Nothing is built on the knob where an animal stands until the animal has moved.",
        ),
        Rule(
            "supply", "", "pieces at hand",
            "A staircase uses only the pieces its builder has; nobody has more than the box holds.",
        ),
        Rule(
            "decoration", "2", "decoration",
            "A staircase carries one decoration, on the end of its last arch, in the map colour of "
            "its first knob. Decorations stand nowhere else.",
        ),
        Rule(
            "turn-order", "", "turn order",
            "Players take their turns clockwise, in the order of their boards.",
        ),
        Rule(
            "game-over", "", "end of the game",
            "After a player could not be given all he was due, the round is finished and the game "
            "ends; no further turn is taken.",
        ),
        Rule(
            "pass", "E", "passing",
            "A player passes only if no legal staircase can be built from his pieces. He still "
            "takes his recurring delivery.",
        ),
        Rule(
            "card-colour", "4", "colour of the cards",
            "Cards taken have the colour of the decoration just placed, or are multicoloured.",
        ),
        Rule(
            "card-cost", "4", "cost of the cards",
            "All cards of a turn together cost at most the credits of its staircase.",
        ),
        Rule(
            "card-pile", "4", "one card of a pile",
            "Only the top card of a pile can be taken, one of each pile in a turn.",
        ),
        Rule(
            "card-slot", "6", "slots of the board",
            "A board has four slots. A new card goes to a free one; once all are taken it covers a "
            "card.",
        ),
        Rule(
            "monkey", "8", "the monkey",
            "Whoever places a gold decoration takes the monkey and puts it on the free end knob of "
            "an arch, where it was not before.",
        ),
        Rule(
            "frog", "8", "the frog",
            "Whoever takes the frog puts it on the lowest free arch end of the staircase just "
            "built, and gets one column from the tray.",
        ),
        Rule(
            "butterfly", "8", "the butterfly",
            "A new decoration strictly higher than every other brings the butterfly, which sits on "
            "it.",
        ),
        Rule(
            "bonus", "7", "bonus card",
            "A staircase with bricks and columns five bricks high in one unbroken run earns one "
            "bonus card; a column counts three, arches do not count.",
        ),
        Rule(
            "credits", "3", "credits",
            "Every arch laid in the turn is one credit, and one more if the decoration is now the "
            "highest of its colour.",
        ),
    )
}  # fmt: skip
"""Every reason code, in the order of the contract."""


class Reason(NamedTuple):
    """One reason why a build is not legal.

    `at` is a knob, an element or a player; `level` in bricks, `by` how far it misses, `remedy` what
    would be legal.  `turn` and `line` say where in a record, counting from 1.
    """

    code: str
    at: str
    level: int | None
    by: int | None
    remedy: str
    text: str
    turn: int | None = None
    line: int | None = None

    @property
    def rule(self) -> str:
        """The letter or number of the rule, empty for what the rule book need not say."""
        return RULES[self.code].rule

    @property
    def title(self) -> str:
        """The rule with its name, such as `rule G, no stacked arches`."""
        rule = RULES[self.code]
        if not rule.rule:
            return rule.title
        word = "step" if rule.rule.isdigit() else "rule"
        return f"{word} {rule.rule}, {rule.title}"

    def __str__(self) -> str:
        return f"{self.code} at {self.at}: {self.text}"

    def record(self) -> dict[str, Any]:
        """The reason as plain data, keys as in the contract."""
        data: dict[str, Any] = {
            "code": self.code,
            "rule": self.rule or None,
            "at": self.at,
            "level": self.level,
            "by": self.by,
            "remedy": self.remedy,
            "text": self.text,
        }
        if self.turn is not None:
            data["turn"] = self.turn
        if self.line is not None:
            data["line"] = self.line
        return data


def covered_start(at: object, height: int, free: tuple[Knob, ...]) -> Reason:
    """The first knob carries something already."""
    return Reason(
        "start", str(at), 0, height, _begin(free),
        f"{at} is {_bricks(height)} high already; a staircase begins on an empty knob",
    )  # fmt: skip


def closed_start(at: object, state: str, free: tuple[Knob, ...]) -> Reason:
    """The first knob is closed or beyond the map; `state` says which."""
    return Reason(
        "start", str(at), 0, None, _begin(free),
        f"{at} is {state}; a staircase begins on an open knob",
    )  # fmt: skip


def off_knob(at: object, state: str, remedy: str = "use open knobs of the map") -> Reason:
    """Something lies on no open knob; `state` says where instead."""
    return Reason("off-knob", str(at), None, None, remedy, f"{at} is {state}")


def blocked(at: object, level: int, animal: str) -> Reason:
    """An animal (`m f y`) stands where something is built."""
    name = ANIMALS[animal]
    return Reason(
        "blocked", str(at), level, None, f"go around {at}, or wait until the {name} has moved",
        f"the {name} stands on {at}",
    )  # fmt: skip


def hanging(at: object, level: int, gap: int, added: str, under: str) -> Reason:
    """An arch's end hangs `gap` bricks above what stands under it, `under`; `added` would do."""
    return Reason(
        "support", str(at), level, gap,
        f"put {_pile(added)} under it{_full(at, '_', under, added)}",
        f"the arch's end hangs {_bricks(gap)} above {at}",
    )  # fmt: skip


def loose_hanging(at: object, level: int, added: str, what: str) -> Reason:
    """A loose piece hangs; supports `added` under it would carry it."""
    gap = pile_height(added)
    return Reason(
        "support", str(at), level, gap, f"put {_pile(added)} under it",
        f"{what} hangs {_bricks(gap)} above {at}",
    )  # fmt: skip


def too_high(at: object, level: int, excess: int, leaves: object, added: str, riser: str) -> Reason:
    """The knob an arch reaches stands higher than the knob it leaves, on which `riser` lies."""
    full = _full(leaves, "+", riser, added)
    return Reason(
        "collision", str(at), level, excess, f"raise {leaves} by {_bricks(excess)}{full}",
        f"{at} stands {_bricks(excess)} higher than {leaves}, and an arch is level",
    )  # fmt: skip


def overlap(at: object, level: int, depth: int, what: str) -> Reason:
    """A piece lies in the place of another, `depth` bricks too low."""
    if level < 0:
        return Reason(
            "collision", str(at), level, depth, f"lift it by {_bricks(depth)}",
            f"{what} at {at} lies {_bricks(depth)} below the ground",
        )  # fmt: skip
    return Reason(
        "collision", str(at), level, depth, f"lift it by {_bricks(depth)}, or take the other away",
        f"{what} at {at} lies in the place of another piece, {_bricks(depth)} too low",
    )  # fmt: skip


def doubled(at: object, level: int, kind: str) -> Reason:
    """Two pieces of one kind in the very same place."""
    return Reason(
        "collision", str(at), level, None, "take one of them away",
        f"the {noun(kind)} at {at} lies where another {noun(kind)} lies",
    )  # fmt: skip


def stacked(
    at: object, level: int, leaves: object, *, directly: bool = True, spacers: bool = True
) -> Reason:
    """An arch lies on another arch between the same two knobs; would `spacers` make it legal?"""
    how = "directly on" if directly else "above"
    spacers = spacers and directly
    remedy = "put spacers on both ends, or go another way" if spacers else "go another way"
    return Reason(
        "stacked", str(at), level, 1 if directly else None, remedy,
        f"the arch {leaves}-{at} lies {how} an arch between the same knobs",
    )  # fmt: skip


def far_step(at: object, leaves: object, arches: int, near: tuple[Knob, ...]) -> Reason:
    """A step to a knob that is not one arch away."""
    where = f"to {at}, {arches} arches away" if arches else "to the same knob"
    return Reason(
        "turn", str(at), None, abs(arches - 1), f"go to a neighbour of {leaves}: {_names(near)}",
        f"from {leaves} it steps {where}; an arch reaches only a neighbour",
    )  # fmt: skip


def straight_back(at: object, leaves: object, near: tuple[Knob, ...]) -> Reason:
    """The step goes back over the arch just laid."""
    return Reason(
        "turn", str(at), None, None, f"go on to {_names(near)}",
        f"from {leaves} it goes straight back to {at}",
    )  # fmt: skip


def comes_back(at: object) -> Reason:
    """A knob is met a second time, where the ruling `spiral` forbids it."""
    return Reason(
        "turn", str(at), None, None, "use every knob once (ruling spiral)",
        f"it comes back to {at}",
    )  # fmt: skip


def riser_at_end(at: object, level: int, count: int) -> Reason:
    """Bricks or columns on the last arch."""
    return Reason(
        "end", str(at), level, count,
        f"leave {'it' if count == 1 else 'them'} out, or lay one more arch",
        f"{_pieces(count)} on the last arch, at {at}; an arch comes last",
    )  # fmt: skip


def no_arch(at: object) -> Reason:
    """A build of bricks and columns alone."""
    return Reason(
        "end", str(at), None, None, "lay at least one arch", "there is no arch at all"
    )  # fmt: skip


def unattached(at: object, knobs: int | None, nearest: object) -> Reason:
    """Nothing new stands on the palace; `nearest` is the closest knob that could carry it."""
    if knobs is None:
        far, remedy = "", "lead the staircase over a knob of the palace that is free"
    else:
        far = f"; from {at} the nearest knob of it, {nearest}, is {_arches(knobs)} away"
        remedy = f"lead the staircase over {nearest}"
    return Reason(
        "attach", str(at), None, knobs, remedy, f"no new piece stands on the palace{far}"
    )  # fmt: skip


def short(kind: str, needed: int, there: int, holder: str = "") -> Reason:
    """More pieces of a kind than there are; `holder` says whose they are, as in `the box has`."""
    has = holder or f"there {'is' if there == 1 else 'are'}"
    return Reason(
        "supply", kind, None, needed - there, f"use at most {there}" if there else "use none",
        f"it needs {needed} {noun(kind, needed)}, {has} {there or 'none'}",
    )  # fmt: skip


def on_middle_knob(at: object, level: int, what: str) -> Reason:
    """Something stands on a middle knob of an arch."""
    return Reason(
        "middle-knob", str(at), level, None, "use one of the arch's two end knobs",
        f"{what} at {at} stands on a middle knob of an arch",
    )  # fmt: skip


def off_path(at: object, level: int, what: str, remedy: str) -> Reason:
    """A branch, a second staircase, a side arch, or a support that carries nothing."""
    return Reason("path", str(at), level, None, remedy, what)


def descends(at: object, level: int, by: int, before: int) -> Reason:
    """An arch that is not higher than the one before it."""
    return Reason(
        "ascend", str(at), level, by, f"lay it at level {before + 1} or higher",
        f"the arch to {at} lies at level {level}, the one before it at level {before}",
    )  # fmt: skip


def wrong_colour(at: object, level: int, colour: str, wanted: str, start: object) -> Reason:
    """The decoration has not the colour of the start knob."""
    return Reason(
        "decoration", str(at), level, None, f"put a {COLOUR_WORDS[wanted]} one",
        f"the decoration at {at} is {COLOUR_WORDS[colour]}, but {start} is {COLOUR_WORDS[wanted]}",
    )  # fmt: skip


def misplaced(code: str, at: object, level: int | None, what: str, remedy: str) -> Reason:
    """A decoration or an animal where it may not stand."""
    return Reason(code, str(at), level, None, remedy, what)


def must_build(player: str, staircase: object) -> Reason:
    """A pass although a staircase could be built."""
    return Reason(
        "pass", player, None, None, f"build, for one thing {staircase}",
        f"{player} may pass only if no staircase can be built, and {staircase} can",
    )  # fmt: skip


def _begin(free: tuple[Knob, ...]) -> str:
    return f"begin on {_names(free)}" if free else "begin on an open, empty knob"


def _names(knobs: tuple[Knob, ...]) -> str:
    names = [str(knob) for knob in knobs[:NAMED]]
    if not names:
        return "another knob"
    return " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _pile(pieces: str) -> str:
    """Supports as a remedy names them: as they are written, or counted where that is long."""
    if len(pieces) <= LONG_PILE:
        return pieces
    columns, bricks = pieces.count("c"), pieces.count("b")
    counts = [f"{n} {noun(kind, n)}" for kind, n in (("column", columns), ("brick", bricks)) if n]
    return " and ".join(counts)


def _full(at: object, sign: str, there: str, added: str) -> str:
    """What stands at a knob with what is added, as it is written; nothing where that is long."""
    pieces = there + added
    return f": {at}{sign}{pieces}" if len(pieces) <= LONG_PILE else ""


def _bricks(count: int) -> str:
    return f"{count} brick" if count == 1 else f"{count} bricks"


def _arches(count: int) -> str:
    return f"{count} arch" if count == 1 else f"{count} arches"


def _pieces(count: int) -> str:
    return f"{count} piece" if count == 1 else f"{count} pieces"
