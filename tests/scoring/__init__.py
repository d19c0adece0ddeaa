"""Tests of palace/scoring, which know no game either."""
