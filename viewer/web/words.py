"""What the page says: one table for each language, by key; values are filled in by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from palace.core.errors import Problem
from palace.core.verdict import ENGLISH as ENGLISH_NAME
from palace.core.verdict import LANGUAGES, Language, Phrasebook, Reason, in_language
from palace.files.sentences import language
from palace.monkey_palace.kernel.supply import Supply

ENGLISH: Mapping[str, str] = {
    # A new game.
    "new": "A new game",
    "new-file": "It is kept in {file}.",
    "player": "Player {number}",
    "players-hint": "Two to four names, in seat order. Seat 1: who last ate a banana.",
    "map": "Map",
    "deck": "Cards",
    "deck-house": "house deck (placeholder)",
    "deck-none": "typed in as they are taken",
    "animals": "Animals",
    "begin": "Begin",
    # Head.
    "turn": "Turn {number}",
    "replacing": "Turn {number} again",
    "looking-at": "After turn {number} of {count}",
    "last-round": "Last round: {why}",
    "low": "The tray runs low: {what}. Who cannot be given their pieces begins the last round.",
    "over": "The game is over",
    "hand": "In hand: {pieces}",
    "hand-unknown": "Pieces in hand are not known",
    "tray": "Tray: {pieces}",
    "none": "none",
    "arch": "1 arch",
    "arches": "{count} arches",
    "brick": "1 brick",
    "bricks": "{count} bricks",
    "column": "1 column",
    "columns": "{count} columns",
    # The plan.
    "model": "The palace in 3D",
    "plan": "Plan of the table, north on top",
    "l": "light green",
    "d": "dark green",
    "g": "gold",
    "x": "multicolour",
    "closed": "no knob",
    "height": "height {height}",
    "step": "step {number} of the staircase",
    "ahead": "you can go on here",
    "start": "you can start here",
    "place": "the {animal} can go here",
    "fault": "not legal here",
    "chosen": "chosen",
    "waiting-end": "an arch has no end here yet",
    "decorated": "{colour} decoration",
    "monkey": "monkey",
    "frog": "frog",
    "butterfly": "butterfly",
    # The verdict.
    "tap-start": "Tap a knob with a dot to start.",
    "no-start": "No knob to start on was found: see whether you have to pass.",
    "starts": "Starts on {knob}. Tap the next knob.",
    "no-way": "From {knob} no legal staircase was found with these pieces.",
    "legal": "Legal: {credits}",
    "not-yet": "Not legal yet",
    "illegal": "Not legal",
    "credit": "1 credit",
    "credits": "{count} credits",
    "gold-extra": "highest of its colour (+1)",
    "decoration": "{colour} decoration on {knob}",
    "bonus": "bonus card",
    "uses": "Uses {pieces}",
    "left": "left: {pieces}",
    "short": "missing: {pieces}",
    "passes": "Passes",
    "pass-right": (
        "No staircase can be built: every legal one needs more than the pieces in hand. Passing is "
        "right."
    ),
    "pass-unknown": "The pieces in hand are not known, so the pass is not checked.",
    "hint-is": "Best: {staircase}",
    "hint-none": "Nothing can be built: pass.",
    "looking": "Looking for the best staircase …",
    # Stages and buttons.
    "stage-build": "Build",
    "stage-cards": "Cards",
    "stage-animals": "Animals",
    "undo": "Undo",
    "clear": "Clear",
    "hint": "Hint",
    "pass": "Pass",
    "take-hint": "Take it",
    "leave-hint": "No",
    "mend": "Mend: {staircase}",
    "next-cards": "Cards",
    "next-animal": "Place the {animal}",
    "confirm": "Confirm turn",
    "keep": "Keep all the same",
    "pieces-at": "Put by hand at {knob}:",
    "on": "on it",
    "under": "under the arch",
    "brick-more": "brick",
    "column-more": "column",
    "arch-more": "arch",
    "take-off": "take off",
    "frog-early": "Take the frog first: one column more",
    "frog-take": "Take the frog: one column, 3 bananas less",
    "frog-leave": "Leave the frog",
    "placing": "Tap a lit knob for the {animal}.",
    "placed": "The {animal} goes to {knob}.",
    "more": "More",
    # Cards.
    "credits-left": "{credits} left, {colour} or multicolour",
    "no-cards": "No card can be paid.",
    "on-top": "Tap the card that is on top of its pile.",
    "pile": "{cost} {colour}",
    "banana": "1 banana",
    "bananas": "{count} bananas",
    "how-many": "How many bananas?",
    "once": "once {pieces}",
    "each": "each turn {pieces}",
    "nothing": "no pieces",
    "slot": "slot {slot}",
    "drop": "leave this card",
    "typed": "Cost, bananas, pieces",
    "other": "Another card, such as 3g 2* once 1a each 1b",
    "add": "Add",
    "add-this": "Add {card}",
    "other-pieces": "Other pieces:",
    # A table as it is.
    "found": "The table as it is",
    "found-enter": "Enter a table as it is",
    "found-about": "Tap a knob, then its pieces from the bottom up. An arch needs one end only.",
    "found-knob": "{knob}: {pieces}",
    "found-empty": "nothing",
    "found-legal": "A legal palace, {height} high, {pieces}",
    "found-waits": "Not complete yet",
    "found-wrong": "Not legal",
    "found-explained": "{staircases} explain it, for one in this order:",
    "staircase": "1 staircase",
    "staircases": "{count} staircases",
    "found-unexplained": "No legal game can have made it:",
    "found-step": "After staircase {number} of {count}: {staircase}",
    "found-leave": "Back to pieces",
    "back": "Back",
    "explain": "Show them one by one",
    "judge": "Judge a staircase",
    "add-to-table": "Put it on the table",
    "begin-here": "Begin a record here",
    "take-top": "take off",
    "N": "arch ↑",
    "E": "arch →",
    "S": "arch ↓",
    "W": "arch ←",
    "b": "brick",
    "c": "column",
    "l-top": "light ✿",
    "d-top": "dark ✿",
    "g-top": "gold ✿",
    "m": "monkey",
    "f": "frog",
    "y": "butterfly",
    "answer": "OK",
    "answer-field": "Answer (empty for what Enter means)",
    "all-answered": "Everything is answered.",
    # Around the turn.
    "score": "Score",
    "total": "total",
    "has": "{pieces}; each turn {income}",
    "lines": "How {name} got them",
    "time": "Turns",
    "setup": "Set-up",
    "now": "now",
    "earlier": "earlier",
    "later": "later",
    "replace": "Enter turn {number} again",
    "leave-replacing": "Leave turn {number} as it was",
    "after-it": "{count} turns after it: {bad} not legal then",
    "take-back": "Take turn {number} back",
    "sure": "Tap again to do it",
    "kept": "Turn {number} is kept.",
    "last-turn": "{player} just now: {what}",
    "piece": "{kind} on {knobs}, level {level}",
    "by": "{player}, turn {turn}",
    "by-setup": "since the set-up",
    "legal-turn": "legal",
    "illegal-turn": "not legal",
    "spectator": "You can look, not play.",
    "open-network": "Traffic on the home network is not encrypted.",
    "saved": "Saved in {file} after every turn.",
    "light": "Light or dark",
    "sheet-setup": "Set-up",
    "sheet-aid": "A turn, rules",
    "back-to-table": "Back to the table",
    "working": "Working …",
    "score-game": "Score a game of {title}",
    "maps": "Maps",
    "figure": "What each knob is worth",
    "figure-staircases": "staircases that begin there",
    "figure-credits": "most credits that end there",
    "figure-height": "greatest height there",
    "hand-field": "Pieces in hand, such as 5a5b1c",
    "look": "Show",
    "compare": "Compare with the map",
    "compare-none": "no other map",
    "hand-other": "Compare with the hand, if you like",
    "compare-is": "{one} minus {other}",
    "maps-tap": "Tap a knob for the best staircase that ends there.",
    "maps-none": "No staircase ends on {knob} with these pieces.",
    "maps-more": "With two more arches",
    "maps-stopped": "The search was stopped by its time limit: there may be a better staircase.",
    "waiting": "The game has not begun.",
    # Between words.
    "comma": ", ",
    "semicolon": "; ",
    "colon": ": ",
    # Kinds of points, and of pieces in the model.
    "points-cards": "cards",
    "points-bonus": "bonus",
    "points-monkey": "monkey",
    "points-butterfly": "butterfly",
    "points-frog": "frog",
    "kind-arch": "arch",
    "kind-brick": "brick",
    "kind-column": "column",
    "kind-light": "light",
    "kind-dark": "dark",
    "kind-gold": "gold",
    "kind-corner": "corner",
    "kind-monkey": "monkey",
    "kind-frog": "frog",
    "kind-butterfly": "butterfly",
    # What cannot be done now; what to do is under the key with `-mend`.
    "no-knob": "no knob is chosen",
    "no-knob-mend": "tap a knob first",
    "no-tap": "nothing is entered",
    "not-legal": "the staircase is not legal",
    "not-legal-mend": "mend it, or leave it",
    "unmendable": "no legal staircase begins there",
    "unmendable-mend": "clear, and start elsewhere",
    "no-further": "no further staircase explains the table",
    "no-palace": "the table is not a legal palace yet",
    "no-palace-mend": "correct what is listed",
    "no-question": "nothing is asked",
    "begun": "the game has begun already",
    "no-players": "a new game needs its players",
    "no-players-mend": "type two to four names",
    "unanswered": "not everything is answered yet",
    "not-begun": "no game has begun",
    "game-over": "the game is over",
    "game-over-mend": "take the last turn back to change it",
    "no-staircase": "there is no staircase yet",
    "no-staircase-mend": "tap two knobs or more",
    "passing": "this turn passes",
    "passing-mend": "undo the pass to build",
    "built": "the staircase is built",
    "built-mend": "tap Build to change it",
    "off-staircase": "{knob} is not on the staircase",
    "off-staircase-mend": "tap it first",
    "no-start-yet": "there is no knob yet",
    "no-start-yet-mend": "tap a knob to start",
    "first-knob": "no arch ends on the first knob",
    "first-knob-mend": "put the piece on it",
    "no-piece-on": "no piece was put on {knob} by hand",
    "no-piece-under": "no piece was put under {knob} by hand",
    "no-entry": "nothing is entered in this turn",
    "too-early": "cards are taken after the build",
    "no-frog": "the frog cannot be taken now",
    "no-hint": "no hint is shown",
    "not-placed": "the {animal} has no knob yet",
    "not-placed-mend": "tap one of the lit knobs",
    "no-move": "no move was made",
    "no-command": "there is no command {name}",
    "no-turn": "no turn was taken",
    "changed": "the table was changed on another screen",
    "changed-mend": "look at it, and tap again",
    "insist": "mend it, or keep it all the same",
}

BOOK = Phrasebook(
    f"{__name__}.BOOK",
    {"en": Language(words=ENGLISH), "zh": language(__package__, "words-zh.toml")},
)
"""The page's own words; those of verdicts, gains and questions come from the game."""

HTML = {"en": "en-US", "zh": "zh-TW"}
"""How browsers call the languages, and NiceGUI, for its own few words."""


class Words:
    """The sentences of one language.

    `Words("en").say("turn", number=3)`; an unknown key or a missing value raises `KeyError`.
    """

    def __init__(self, language: str) -> None:
        self.language = language

    def say(self, key: str, **values: object) -> str:
        """Return a sentence with its values filled in."""
        return BOOK.say(self.language, key, **values)

    def told(self, text: str) -> str:
        """Return a text of the game in this language."""
        return in_language(text, self.language)

    def listed(self, texts: Iterable[str]) -> str:
        """Return texts of the game, and of the page, with commas between them."""
        return self.say("comma").join(map(self.told, texts))

    def category(self, name: str) -> str:
        """Return what points of a category are called; those of most games are in English."""
        key = f"points-{name}"
        return self.say(key) if key in ENGLISH else name

    def problem(self, problem: Problem) -> str:
        """Return what is wrong, and what to do."""
        return self.say("colon").join(
            self.told(part) for part in (problem.what, problem.remedy) if part
        )

    def reason(self, reason: Reason) -> str:
        """Return why something is not legal, and what would be."""
        remedy = reason.remedy_in(self.language)
        parts = (reason.text_in(self.language), remedy)
        return self.say("colon").join(filter(None, parts))

    def count(self, key: str, number: int) -> str:
        """Return a number of things in words: `3 credits`, from the keys `credit`, `credits`."""
        plural = {"arch": "arches"}.get(key, f"{key}s")
        return self.say(key) if number == 1 else self.say(plural, count=number)

    def pieces(self, supply: Supply) -> str:
        """Return building pieces in words: `2 arches, 1 brick`."""
        kinds = supply.named().items()
        return self.listed(self.count(kind, n) for kind, n in kinds if n > 0) or self.say("none")


def asked_for(accepted: str) -> str:
    """Return the language of ours that a browser likes best, by its `Accept-Language`."""
    found = []
    for part in accepted.split(","):
        name, _, rest = part.strip().lower().partition(";")
        weight = rest.strip().removeprefix("q=") if rest else "1"
        try:
            found.append((-float(weight), name.partition("-")[0]))
        except ValueError:
            continue
    ours = (name for weight, name in sorted(found, key=lambda one: one[0]) if weight)
    return next((name for name in ours if name in LANGUAGES), ENGLISH_NAME)
