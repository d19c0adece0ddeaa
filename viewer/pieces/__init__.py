"""The pieces as closed bodies, in millimetres, and their materials."""
