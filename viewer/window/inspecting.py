"""What was clicked, in words: what it is, where it lies, whose it is, since which turn."""

from __future__ import annotations

from palace.monkey_palace.kernel.build_faults import place_name
from palace.monkey_palace.kernel.elements import ANIMALS, COLOUR_WORDS, Element, noun
from palace.monkey_palace.kernel.ground import GroundMap
from palace.monkey_palace.kernel.knob import Knob

from ..scene import Instance, Scene
from .mode import Spot


def about(scene: Scene, spot: Spot) -> tuple[str, ...]:
    """The lines about a spot of a scene; none where there is nothing."""
    if spot.instance is not None and spot.instance < len(scene.instances):
        return _element(scene.ground, scene.instances[spot.instance])
    if spot.knob is not None:
        return _knob(scene.ground, spot.knob)
    return ()


def _element(ground: GroundMap, instance: Instance) -> tuple[str, ...]:
    element = instance.element
    if element.kind == "corner":
        return ("corner piece", "it holds the sheet; nothing is built on it")
    return (noun(element.kind), _place(ground, element), *_origin(instance))


def _place(ground: GroundMap, element: Element) -> str:
    ends = "-".join(place_name(ground, stud) for stud in element.feet)
    if element.kind in ANIMALS.values():
        return f"on {ends}, {_bricks(element.level)} above the ground"
    where = f"{ends}, level {element.level}"
    return where if element.top == element.level + 1 else f"{where} to {element.top - 1}"


def _origin(instance: Instance) -> tuple[str, ...]:
    if instance.turn is None:
        return ()
    if not instance.turn:
        return ("there since the set-up",)
    whose = f" by {instance.player}" if instance.player else ""
    done = "put there" if instance.element.kind in ANIMALS.values() else "laid"
    return (f"{done} in turn {instance.turn}{whose}",)


def _knob(ground: GroundMap, knob: Knob) -> tuple[str, ...]:
    letter = ground.colours.get(knob)
    return (f"knob {knob}", f"{COLOUR_WORDS[letter]}, level 0" if letter else "closed")


def _bricks(count: int) -> str:
    return f"{count} brick{'s' * (count != 1)}"
