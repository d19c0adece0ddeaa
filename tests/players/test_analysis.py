"""What is told of a game that was analysed, worked out by hand for a few moves."""

from __future__ import annotations

from xml.etree.ElementTree import fromstring

from palace.contract.analysis import Step
from palace.players.analysis import graph, record, report, results, turning_points

STEPS = (
    Step(1, "Ana", "a1", "b1", -5.0, 2.0, 0.5, "noted", lambda: ("<one/>", "<other/>")),
    Step(2, "Ben", "a2", "", -5.0, 0.0),
    Step(3, "Ana", "a3", "b3", 40.0, 1.0, 1.0),
    Step(4, "Ben", "a4", "b4", 39.0, 3.25),
)
TOTALS = {"Ana": 10, "Ben": 7, "Caro": 3}


def test_turning_points_are_three_at_most_beyond_what_is_not_sure() -> None:
    assert [step.number for step in turning_points(STEPS)] == [4, 1]
    many = [Step(n, "Ana", "", "better", 0, loss) for n, loss in enumerate((1, 4, 2, 3), 1)]
    assert [step.number for step in turning_points(many)] == [2, 4, 3]


def test_choice_and_luck_of_each_who_has_moved() -> None:
    # Ana: the moves give away 2 + 1; 40 + 1 - -5 came between them, and 3 - 40 after the last.
    assert [*results(STEPS, TOTALS)] == [
        ("Ana", 3.0, 3.0, 46.0 - 37.0, 1.0), ("Ben", -3.0, 3.25, 47.25 - 42.0, 3.25),
    ]  # fmt: skip
    assert [*results(STEPS[:1], {"Ana": 10})] == [("Ana", 10.0, 2.0, 15.0, 2.0)]


def test_the_record() -> None:
    step = Step(2, "Ana", "a", "", 1.236, 0.126, 0.056, "note")
    assert record([STEPS[0], step], [*results([step], {"Ana": 2})], "points") == {
        "unit": "points",
        "moves": [
            {"number": 1, "player": "Ana", "move": "a1", "better": "b1", "expected": -5.0,
             "loss": 2.0, "error": 0.5, "note": "noted"},
            {"number": 2, "player": "Ana", "move": "a", "better": None, "expected": 1.24,
             "loss": 0.13, "error": 0.06, "note": "note"},
        ],
        "turning_points": [1],
        "players": [{"player": "Ana", "lead": 2.0, "choice": 0.13, "luck": 0.76, "last": 0.13}],
    }  # fmt: skip


def test_the_report() -> None:
    first, last, one, every = report(STEPS, [*results(STEPS, TOTALS)], "points")
    assert first._replace(pictures=()) == (
        "Choice and luck", ("player", "result", "choice", "luck", "last move"), ("player",),
        [("Ana", "+3.0", "-3.0", "+9.0", "-1.0"), ("Ben", "-3.0", "-3.2", "+5.2", "-3.2")],
        (), ("points",), (),
    )  # fmt: skip
    assert first.pictures == (("", graph(STEPS, "points")),)
    assert last == ("turning point: 4. Ben, 3.2 ± 0.0 given away", (), (), (), (), ("",), [])
    assert one == (
        "turning point: 1. Ana, 2.0 ± 0.5 given away", (), (), (), (), ("noted",),
        [("a1", "<one/>"), ("b1", "<other/>")],
    )  # fmt: skip
    assert every == (
        "Every move", ("no.", "player", "move", "expected", "given away", "better", "note"),
        ("player", "move", "better", "note"),
        [
            ("1", "Ana", "a1", "-5.0", "2.0 ± 0.5", "b1", "noted"),
            ("2", "Ben", "a2", "-5.0", "", "", ""),
            ("3", "Ana", "a3", "+40.0", "1.0 ± 1.0", "b3", ""),
            ("4", "Ben", "a4", "+39.0", "3.2 ± 0.0", "b4", ""),
        ],
        (), (), (),
    )  # fmt: skip


def drawn(steps: tuple[Step, ...]) -> tuple[list[dict[str, str]], list[tuple[str, ...]]]:
    """Return the lines and circles of a graph, and its words with place, size, colour, weight."""
    root = fromstring(graph(steps, "points"))
    keys = "x", "y", "font-size", "fill", "text-anchor", "font-weight"
    parts = [*root.iter()]
    shapes = [part.attrib for part in parts if part.tag.endswith(("path", "circle"))]
    texts = [
        (part.text or "", *(part.attrib[key] for key in keys))
        for part in parts if part.tag.endswith("text")
    ]  # fmt: skip
    return shapes, texts


def test_the_graph() -> None:
    """4 units of height for 1 of a lead from 40 at 30 down to -5 at 210; 80 wide for a move."""
    shapes, texts = drawn(STEPS)
    round_ = {"fill": "none", "stroke-width": "2.5", "stroke-linejoin": "round"}
    assert shapes == [
        {"d": "M30,190L350,190", "stroke": "#999999", "fill": "none"},
        {"d": "M110,210L270,30", "stroke": "#2b2f86", **round_},
        {"d": "M190,210L350,34", "stroke": "#b4540a", "stroke-dasharray": "8 5", **round_},
        {"cx": "350", "cy": "34", "r": "9", "fill": "#ffffff", "stroke": "#22252b"},
        {"cx": "110", "cy": "210", "r": "9", "fill": "#ffffff", "stroke": "#22252b"},
    ]
    # Names are at the ends of the lines, at least 16 below each other.
    assert texts == [
        ("-5", "24", "214.68", "13", "#22252b", "end", "normal"),
        ("0", "24", "194.68", "13", "#22252b", "end", "normal"),
        ("40", "24", "34.68", "13", "#22252b", "end", "normal"),
        ("Ana", "358", "35.04", "14", "#2b2f86", "start", "bold"),
        ("Ben", "358", "51.04", "14", "#b4540a", "start", "bold"),
        ("4", "350", "37.6", "10", "#22252b", "middle", "bold"),
        ("1", "110", "213.6", "10", "#22252b", "middle", "bold"),
    ]


def test_a_graph_of_one_move_and_of_four_players() -> None:
    (_, line), (*_, name) = drawn((Step(1, "Ana", "", "", 0.5, 0.0),))
    assert (line["d"], name[0]) == ("M350,120", "Ana")
    shapes, _ = drawn(tuple(Step(n, f"{n}", "", "", float(n), 0) for n in range(1, 5)))
    assert [(one["stroke"], one.get("stroke-dasharray")) for one in shapes[1:]] == [
        ("#2b2f86", None), ("#b4540a", "8 5"), ("#1f6b45", "2 4"), ("#8a2f6b", "12 4 2 4"),
    ]  # fmt: skip


def test_the_name_of_the_graph() -> None:
    assert "points after each move" in graph(STEPS, "points")
    assert fromstring(graph(STEPS, "points")).attrib["viewBox"] == "0 0 440 240"
