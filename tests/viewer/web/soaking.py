"""An evening on the table page, over and over: turns are confirmed and taken back while phones and
spectators come and go.  What the server holds is measured on the way."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Callable
from contextlib import suppress

from websockets.exceptions import InvalidHandshake

from tests.viewer.web.phones import Phone, phone
from tests.viewer.web.servers import Server

KNOBS = "c4", "d4"

FEWEST = 2
"""Turns that are played on a machine which is too busy for as many in the time."""


async def confirm(page: Phone, knobs: tuple[str, str] = KNOBS) -> None:
    """Build a staircase, take no card, and confirm the turn."""
    before = page.turns
    await page.tap(*knobs)
    await page.dealt()
    while page.turns == before:
        await page.press("keep" if page.offered("keep") else "next")
        await page.dealt()


async def play(page: Phone) -> None:
    """Build, confirm and take the turn back."""
    before = page.turns
    await confirm(page)
    await page.send({"do": "take-back"})
    await page.until(lambda: page.turns == before)


async def come_and_go(server: Server, role: str) -> None:
    """Open a page, look at it for a moment, and leave; again and again."""
    while True:
        with suppress(InvalidHandshake):  # too many pages at once
            async with phone(server.base, server.keys.get(role, "")):
                await asyncio.sleep(1)
        await asyncio.sleep(4)


async def soak(
    server: Server, seconds: float, every: float, tell: Callable[[str], None]
) -> tuple[int, list[float]]:
    """Play for some time; return the turns played and the megabytes held, measured `every` so many
    seconds, after what is loaded once."""
    held: list[float] = []
    turns = 0
    async with phone(server.base, server.keys["player"]) as page:
        guests = [asyncio.create_task(come_and_go(server, role)) for role in server.keys]
        await play(page)
        started = measured = time.monotonic()
        while turns < FEWEST or time.monotonic() < started + seconds:
            await play(page)
            turns += 1
            if time.monotonic() >= measured + every:
                measured += every
                held.append(server.memory)
                tell(f"{(measured - started) / 60:6.1f} min {held[-1]:7.1f} MB {turns:6} turns")
        for guest in guests:
            guest.cancel()
        await asyncio.gather(*guests, return_exceptions=True)
    return turns, held


def growth(held: list[float]) -> float:
    """Megabytes by which the last quarter is above the second: the first is for warming up."""
    quarter = max(1, len(held) // 4)
    return statistics.median(held[-quarter:]) - statistics.median(held[quarter : 2 * quarter])
