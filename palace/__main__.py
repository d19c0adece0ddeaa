"""`python -m palace` is `palace`."""

from palace.cli import main

main()
