"""Makes the page without a server (scripts/site), and gives it out (scripts/demo)."""
