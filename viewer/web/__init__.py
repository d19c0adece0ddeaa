"""The page for the table: a game in progress on phones, served by this machine."""
