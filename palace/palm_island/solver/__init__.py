"""The best line of a deal, and a bound on what any line can make.

`solve` searches lines with a beam over card moves: the kernel treats cards of one kind as equal, a
learned ranking selects the states to keep.  The readable engine replays each line before it is
returned.  `bound` proves what no line can pass.

The solver plays the solo game of the core deck by the default rulings.
"""

from palace.palm_island.solver.solve import Solution, compiled_already, solve

__all__ = ["Solution", "compiled_already", "solve"]
