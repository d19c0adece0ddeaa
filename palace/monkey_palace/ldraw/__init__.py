"""LDraw: Monkey Palace builds as models of LDraw, written and read."""
