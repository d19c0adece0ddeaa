"""Reading and writing files: documents that know the place of every value, and whole writes."""
