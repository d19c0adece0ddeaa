"""The isometric picture, as SVG."""
