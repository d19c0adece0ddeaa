"""Players of Monkey Palace that are no people, and what they value."""
