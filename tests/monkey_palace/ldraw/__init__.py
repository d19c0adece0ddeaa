"""LDraw models."""
