"""The best line of a deal, and a bound on what any line can make.

`solve` looks for lines with a beam over card moves: the kernel keeps identical cards alike, only a
few states of each signature go on, and a learned ranking says which.  What it returns the readable
engine has played.  `bound` says what is proved.

The solver plays the solo game of the core deck by the default rulings.
"""

from palace.palm_island.solver.solve import Solution, compiled_already, solve

__all__ = ["Solution", "compiled_already", "solve"]
