"""The first page, a game, and its first verdict: what is imported for it is packed first, and is
in a snapshot."""

import json
from typing import Any

from palace.hosts.pocket import Pocket


def first() -> dict[str, object]:
    """Return the first page in each language; begin a game in the last one."""
    pocket = Pocket()
    count = 0

    def send(**action: str) -> Any:
        nonlocal count
        count += 1
        sent = {**action, "version": pocket.desk.version, "count": count}
        told = json.loads(pocket.hear(json.dumps(sent)))
        for one in told:
            if "save" in one:
                told += json.loads(pocket.saved(one["save"]["number"], one["save"]["name"]))
        return told[-1]["news"]

    state = {}
    for language in ("zh", "en"):
        told = pocket.begin(json.dumps({"name": "game-1.toml", "language": language}))
        state[language] = json.loads(told)[-1]["news"]
    send(do="open", name="new", text="monkey-palace")
    send(do="begin")
    send(do="tap", name="a1")
    told = send(do="tap", name="a2")
    assert told["entry"]["verdict"]["mood"], told
    return state
