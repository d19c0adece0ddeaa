"""Rulings: the questions the rule books leave open, each with a name, its answers and a default.

The first answer of a ruling is its default.  Sources and reasons: `basis`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from palace.core.rulings import Answers, Ruling

RULINGS: dict[str, Ruling] = {
    ruling.name: ruling
    for ruling in (
        Ruling(
            "double-back",
            "May a staircase go straight back over the arch just laid (a4-b4-a4)?",
            {
                "turn": "no: rule H speaks of turns by 90 degrees only",
                "legal": "yes, with spacers on both ends",
            },
            "guess: rule H names only 90 degree turns",
        ),
        Ruling(
            "spiral",
            "May a staircase come back later, higher up, to a knob it has used?",
            {"legal": "yes", "turn": "no: every knob at most once"},
            "guess: nothing forbids it",
        ),
        Ruling(
            "over-arch",
            "May an arch lie above another between the same two knobs, with spacers between?",
            {
                "legal": "yes: rule G forbids only an arch lying directly on another",
                "stacked": "no: never two arches between the same two knobs",
            },
            "likely: rule G says directly",
        ),
        Ruling(
            "idle-support",
            "What of a brick or column among the pieces built that carries nothing?",
            {
                "path": "the build is illegal",
                "returned": "the piece goes back to the player, the rest is judged",
            },
            "likely: rule I gives supports no other use",
        ),
        Ruling(
            "animals-block",
            "Which animals block the knob they stand on?",
            {
                "all": "monkey, frog and butterfly",
                "monkey": "only the monkey; the others make way and leave the palace",
            },
            "monkey: certain; frog and butterfly: guess, they fill the knob",
        ),
        Ruling(
            "monkey-blocks",
            "Whom does the monkey keep from building on its knob?",
            {
                "all": "all players",
                "opponents": "all but the player who holds its trophy",
                "none": "no player; it makes way and leaves the palace",
            },
            'open: the rule book has it "block your opponents" (阻擋你的對手); two '
            "reviews call the knob blocked until the monkey moves",
        ),
        Ruling(
            "highest-tie",
            "Does a decoration level with the highest of its colour earn the extra credit?",
            {"no": "no: it must be strictly the highest", "yes": "yes"},
            "likely: two reviews say higher than any other",
        ),
        Ruling(
            "setup-gold",
            "Does the gold decoration of the set-up count when the highest gold is sought?",
            {"counts": "yes", "ignored": "no"},
            "likely",
        ),
        Ruling(
            "covered-decoration",
            "Does a decoration that is built over still count when the highest is sought?",
            {
                "counts": "yes: it is part of the palace, and as high as before",
                "ignored": "no: only those on which nothing stands when the turn begins",
            },
            "likely: decorations may be built on, and no rule takes them out of the count",
        ),
        Ruling(
            "bonus-height",
            "What must be five bricks high for the bonus card (a column is three)?",
            {
                "run": "one unbroken run of bricks and columns",
                "sum": "the bricks and columns of this staircase at one knob, arches left out",
                "column": "all bricks and columns at a knob where this staircase adds some",
            },
            'open, leans to sum: the rule book asks for "a part of your staircase" five bricks '
            "high and adds that arches cannot be counted (拱樑無法被加入到計算之中), which is "
            "needed only where arches may be in between; two reviews speak of a column of five",
        ),
        Ruling(
            "bonus-choice",
            "May a player leave a bonus card they have earned?",
            {
                "taken": "no: it follows from the build",
                "may": "yes: bonus = false in the record",
            },
            'open: the step says "you may take 1 Bonus Card" (可以拿取), its summary "take"; '
            "no player gains by leaving it",
        ),
        Ruling(
            "bonus-out",
            "What if a bonus card is earned and none of the 14 is left?",
            {
                "none": "nothing: no card, no bananas",
                "bananas": "its four bananas are written down all the same",
            },
            "likely: no card, no bananas; the rule book is silent",
        ),
        Ruling(
            "butterfly-scope",
            "Over which decorations must a new one rise to bring the butterfly?",
            {"all": "those of every colour", "colour": "those of its own colour"},
            "rule book: all; one review disagrees",
        ),
        Ruling(
            "decoration-out",
            "What if no decoration of the staircase's colour is left?",
            {
                "bare": "it counts, nothing is put on it; no extra credit and no animal",
                "illegal": "such a staircase may not be built",
            },
            "open",
        ),
        Ruling(
            "must-build",
            "Must a player build when they can?",
            {
                "must": "yes: they pass only if their pieces allow no legal staircase",
                "may": "no: they may pass whenever they like",
            },
            'certain: "in your turn you must carry out these steps" (你必須執行以下步驟), and '
            "a player skips only in the rare case that no staircase can be attached (rule E)",
        ),
        Ruling(
            "game-end",
            "When does the last round begin?",
            {
                "delivery": "when a player cannot be given all the pieces they are due",
                "empty": "as soon as one kind of piece is used up",
            },
            'open, the rule book contradicts itself: "when the building pieces are used up, '
            'the game ends" (當建築積木用完時 … 遊戲結束, its goal), and "at the end of a turn '
            'one kind of piece is not enough to be taken" (沒有足夠的數量可以拿取, its end)',
        ),
        Ruling(
            "short-tray",
            "What does a player get when the tray holds less than they are due?",
            {"rest": "what is left; nothing is owed", "none": "nothing of that kind"},
            "guess",
        ),
        Ruling(
            "frog-again",
            "May the holder of the frog's trophy take it again?",
            {
                "nothing": "they may, but nothing happens: no column, and the frog stays",
                "move": "they may move the frog, without a column",
            },
            "certain for the column: only a player who takes the card from the table or from "
            "its holder takes one (只有當你從桌面中央或持有青蛙獎勵卡的玩家手中拿取); open for "
            "the frog",
        ),
        Ruling(
            "frog-empty",
            "May the frog's trophy be taken when no column is left in the tray?",
            {
                "ends": "yes, without a column; the last round begins",
                "quiet": "yes, without a column; the game goes on",
                "no": "no: the frog stays where it is",
            },
            'open: the card lets a player "take 1 extra column at once" '
            "(立即拿取1個額外的立柱); pieces that cannot be taken end the game",
        ),
        Ruling(
            "frog-no-end",
            "Where does the frog go if the monkey has taken the only free end of the staircase?",
            {
                "no": "nowhere: its trophy may not be taken in this turn",
                "lowest": "to the lowest free arch end of the palace",
            },
            "guess: the rule book names no place but the staircase just built, and the frog is "
            "voluntary",
        ),
        Ruling(
            "frog-time",
            "When may the frog trophy be taken?",
            {
                "after": "in step 8, so its column comes too late for this turn's build",
                "any": "at any time of the turn",
            },
            "likely: it is part of step 8",
        ),
        Ruling(
            "trophy-order",
            "In which order are monkey and frog put on the palace (step 8)?",
            {
                "any": "in the order in which the turn is legal",
                "frog-first": "the frog, then the monkey",
                "monkey-first": "the monkey, then the frog",
            },
            "open: the rule book lists monkey, butterfly, frog, and names no order",
        ),
        Ruling(
            "lower-ties",
            "Does the monkey decide ties below the first place, too?",
            {
                "shared": "no: those players share their place",
                "monkey": "yes: its holder is before the others",
            },
            'the rule book: in a tie the holder of the monkey "is the winner" (為贏家); '
            "nothing is written of lower places",
        ),
        Ruling(
            "monkey-stay",
            "May the monkey stay where it is when its holder places gold again?",
            {
                "move": "no, it moves to another arch end; it stays only if no other is free",
                "stay": "yes",
            },
            'likely: "you must put the monkey" on an arch end (必須將猴子放置)',
        ),
    )
}


SETTLED = {"setup-monkey": "card"}
"""Questions that are no longer open, with the answer that holds: the rule book is plain that the
monkey waits on its trophy card until a player has placed gold."""


@dataclass(frozen=True, slots=True, repr=False)
class Rulings(Answers):
    """One answer to every ruling; `Rulings(spiral="turn")` changes a single one."""

    verb: ClassVar[str] = "palace rulings"
    table: ClassVar[Mapping[str, Ruling]] = RULINGS
    settled: ClassVar[Mapping[str, str]] = SETTLED

    double_back: str = RULINGS["double-back"].default
    spiral: str = RULINGS["spiral"].default
    over_arch: str = RULINGS["over-arch"].default
    idle_support: str = RULINGS["idle-support"].default
    animals_block: str = RULINGS["animals-block"].default
    monkey_blocks: str = RULINGS["monkey-blocks"].default
    highest_tie: str = RULINGS["highest-tie"].default
    setup_gold: str = RULINGS["setup-gold"].default
    covered_decoration: str = RULINGS["covered-decoration"].default
    bonus_height: str = RULINGS["bonus-height"].default
    bonus_choice: str = RULINGS["bonus-choice"].default
    bonus_out: str = RULINGS["bonus-out"].default
    butterfly_scope: str = RULINGS["butterfly-scope"].default
    decoration_out: str = RULINGS["decoration-out"].default
    must_build: str = RULINGS["must-build"].default
    game_end: str = RULINGS["game-end"].default
    short_tray: str = RULINGS["short-tray"].default
    frog_again: str = RULINGS["frog-again"].default
    frog_empty: str = RULINGS["frog-empty"].default
    frog_no_end: str = RULINGS["frog-no-end"].default
    frog_time: str = RULINGS["frog-time"].default
    trophy_order: str = RULINGS["trophy-order"].default
    lower_ties: str = RULINGS["lower-ties"].default
    monkey_stay: str = RULINGS["monkey-stay"].default

    @property
    def blockers(self) -> str:
        """The letters of the animals on whose knob nothing may be built."""
        others = "fy" if self.animals_block == "all" else ""
        return others if self.monkey_blocks == "none" else f"m{others}"

    def of_builder(self, *, holds_monkey: bool) -> Rulings:
        """Return the rulings as they are for a player; the monkey may not block its holder."""
        free = holds_monkey and self.monkey_blocks == "opponents"
        return replace(self, monkey_blocks="none") if free else self


DEFAULT = Rulings()
