"""Palaces, maps and verdicts as text and as SVG."""
