"""What every room may use: errors, verdicts, rulings, provenance, colours and SVG text."""
