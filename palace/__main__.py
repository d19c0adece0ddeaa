"""`python -m palace` is `palace`."""

from palace.cli import main

try:
    main()
finally:
    # Python would end by SIGINT if Ctrl-C came while it ran a text, as it does for a dataclass.
    exec("")
